"""Verdicts and their p-values against other programs' and against the intervals they go with."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from simlab.stats.estimates import Estimate
from simlab.stats.intervals import mean, proportion, quantile
from simlab.stats.limits import critical
from simlab.stats.tails import BinomialTail, NormalTail
from simlab.stats.verdicts import Band, holm, needed, outside_p, verdict, verdicts, widen

BETWEEN_2_AND_4 = Estimate(3, 0.5, 2, 4, 0.95, 100, "by hand", NormalTail(3, 0.5))


@pytest.mark.parametrize(
    ("band", "expected"),
    [
        ((2, 4), "inside"),
        ((None, 4), "inside"),
        ((2, None), "inside"),
        ((None, None), "inside"),
        ((4.1, None), "below"),
        ((5, 6), "below"),
        ((None, 1.9), "above"),
        ((0, 1), "above"),
        ((4, 6), "undecided"),
        ((0, 2), "undecided"),
        ((2.1, 3.9), "undecided"),
        ((3, 3), "undecided"),
    ],
)
def test_a_verdict_reads_the_whole_interval(band: Band, expected: str) -> None:
    assert verdict(BETWEEN_2_AND_4, band) == expected


def test_without_data_nothing_is_decided() -> None:
    assert verdict(mean(0, 0, 0), (0, 1)) == "undecided"
    assert verdict(Estimate(math.nan, math.nan, math.nan, math.nan, 0.95, 0, "no data"), (0, 1)) == "undecided"


@pytest.mark.parametrize("band", [(2, 1), (math.nan, 1)])
def test_a_band_upside_down_is_refused(band: Band) -> None:
    for judge in (verdict, outside_p, needed):
        with pytest.raises(ValueError, match="band"):
            judge(BETWEEN_2_AND_4, band)


@settings(max_examples=25)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_holms_adjustment_is_that_of_statsmodels(pvalues: list[float]) -> None:
    assert holm(pvalues) == pytest.approx(multipletests(pvalues, method="holm")[1].tolist())


def test_an_unknown_p_value_rejects_nothing() -> None:
    assert holm([math.nan, 0.01]) == [1.0, 0.02]


def test_no_family_needs_no_adjustment() -> None:
    assert holm([]) == []
    assert verdicts([], []) == []


@given(k=st.integers(0, 60), edge=st.floats(0.01, 0.99))
def test_the_p_value_of_a_share_is_the_exact_binomial_tail(k: int, edge: float) -> None:
    share = proportion(k, 60)
    above, below = outside_p(share, (None, edge)), outside_p(share, (edge, None))
    assert above == pytest.approx(stats.binomtest(k, 60, edge, "greater").pvalue if k > 60 * edge else 1)
    assert below == pytest.approx(stats.binomtest(k, 60, edge, "less").pvalue if k < 60 * edge else 1)


def test_the_p_value_of_a_mean_is_students() -> None:
    x = np.array([3, 5, 4, 8, 6, 5])
    estimate = mean(x.size, int(x.sum()), int((x * x).sum()))
    assert outside_p(estimate, (None, 4)) == pytest.approx(stats.ttest_1samp(x, 4, alternative="greater").pvalue)
    assert outside_p(estimate, (6, None)) == pytest.approx(stats.ttest_1samp(x, 6, alternative="less").pvalue)
    assert outside_p(estimate, (5, 6)) == 1


def test_a_band_of_no_width_is_tested_on_both_sides() -> None:
    x = np.array([3, 5, 4, 8, 6, 5])
    estimate = mean(x.size, int(x.sum()), int((x * x).sum()))
    assert outside_p(estimate, (4, 4)) == pytest.approx(stats.ttest_1samp(x, 4).pvalue)
    assert outside_p(proportion(12, 40), (0.5, 0.5)) == pytest.approx(stats.binomtest(12, 40, 0.5).pvalue)
    assert outside_p(proportion(28, 40), (0.5, 0.5)) == pytest.approx(stats.binomtest(28, 40, 0.5).pvalue)


def test_the_p_value_of_a_quantile_is_that_of_the_sign_test() -> None:
    """Of 20 values 4 are at most 5: against a median of at most 5, and against one of at least 8 with 15 below 8."""
    estimate = quantile([1, 5, 6, 7, 9], [1, 3, 5, 6, 5], 0.5)
    assert outside_p(estimate, (None, 5)) == pytest.approx(stats.binomtest(4, 20, 0.5, "less").pvalue)
    assert outside_p(estimate, (8, None)) == pytest.approx(stats.binomtest(15, 20, 0.5, "greater").pvalue)
    assert outside_p(estimate, (9, None)) == outside_p(estimate, (8, None))
    assert outside_p(estimate, (4, 5)) == pytest.approx(stats.binomtest(4, 20, 0.5).pvalue)


@given(edge=st.floats(0.001, 0.999), k=st.integers(0, 500), scaled=st.integers(1, 50))
def test_an_interval_excludes_an_edge_when_the_p_value_is_beyond_its_tail(edge: float, k: int, scaled: int) -> None:
    """Exact for exact intervals and means; Wilson's is left to the enumeration of errors."""
    level = 0.95
    rare = proportion(min(scaled, 15), 5000, level)
    values = mean(500, k * scaled, k * scaled * scaled, level=level, bounds=(0, scaled))
    ranks = quantile([0, 1, 2], [k, 500 - k, 30], 0.5, level)
    tested = [(rare, edge / 100), (values, edge * scaled), (ranks, 2.5 * edge)]
    for estimate, limit in tested:
        if estimate.tail is not None:
            for band in ((None, limit), (limit, None)):
                outside = verdict(estimate, band) in {"below", "above"}
                assert outside == (outside_p(estimate, band) < (1 - level) / 2)


def test_an_estimate_without_a_test_is_tested_by_its_interval() -> None:
    alone = replace(BETWEEN_2_AND_4, tail=None, level=0.99)
    assert outside_p(alone, (5, None)) == pytest.approx(0.01)
    assert outside_p(alone, (3.5, None)) == 1


def test_a_lone_estimate_is_judged_by_its_interval() -> None:
    bands: list[Band] = [(0.4, 0.5), (0.5, 0.6), (0.6, None), (None, 0.4), (0.49, 0.51)]
    for band in bands:
        for k in (3000, 5000, 5500, 7000):
            assert verdicts([proportion(k, 10_000)], [band]) == [verdict(proportion(k, 10_000), band)]


def test_in_a_family_outside_takes_more_evidence_and_inside_does_not() -> None:
    slight, clear, fine = proportion(520, 1000), proportion(900, 1000), proportion(500, 1000)
    band, wide = (None, 0.488), (0.4, 0.6)
    assert verdict(slight, band) == "above"
    family = [slight, clear, *[fine] * 8]
    bands: list[Band] = [band, band, *[wide] * 8]
    assert verdicts(family, bands) == ["undecided", "above", *["inside"] * 8]
    mirrored = [proportion(480, 1000), proportion(100, 1000), *[fine] * 8]
    opposite: list[Band] = [(0.512, None), (0.512, None), *[wide] * 8]
    assert verdict(mirrored[0], opposite[0]) == "below"
    assert verdicts(mirrored, opposite) == ["undecided", "below", *["inside"] * 8]


def test_a_family_has_a_band_for_each_estimate() -> None:
    with pytest.raises(ValueError, match="zip"):
        verdicts([BETWEEN_2_AND_4], [])


def test_truncated_playthroughs_keep_a_verdict_open() -> None:
    share = proportion(450, 1000)
    assert verdict(share, (None, 0.5)) == "inside"
    assert verdict(widen(share, 0, 0.05), (None, 0.5)) == "undecided"
    assert verdict(share, (0.49, None)) == "below"
    assert verdict(widen(share, 0, 0.05), (0.49, None)) == "undecided"
    assert verdict(widen(share, 0, 0.001), (None, 0.5)) == "inside"


def test_a_widened_estimate_is_tested_against_a_widened_band() -> None:
    share = proportion(450, 1000)
    assert outside_p(widen(share, 0, 0.02), (0.5, None)) == pytest.approx(outside_p(share, (0.48, None)))
    assert outside_p(widen(share, 0.02, 0), (None, 0.4)) == pytest.approx(outside_p(share, (None, 0.42)))
    assert outside_p(widen(share, 0, 0.02), (None, 0.4)) == outside_p(share, (None, 0.4))


def test_widening_adds_up_and_says_so() -> None:
    share = proportion(450, 1000)
    twice = widen(widen(share, 0.01, 0.02), 0.03, 0.04)
    assert (twice.lo, twice.hi) == pytest.approx((share.lo - 0.04, share.hi + 0.06))
    assert twice.slack == pytest.approx((0.04, 0.06))
    assert "truncated" in twice.method
    assert widen(share, 0, 0) is share


def test_widening_stays_within_bounds_and_never_narrows() -> None:
    share = proportion(1, 1000)
    widened = widen(share, 0.5, 2, bounds=(0, 1))
    assert (widened.lo, widened.hi) == (0, 1)
    assert widen(share, 0, 0.1, bounds=(0, 0)).hi == share.hi


def test_widening_inwards_is_refused() -> None:
    with pytest.raises(ValueError, match="outwards"):
        widen(BETWEEN_2_AND_4, -0.1, 0)


@pytest.mark.parametrize("band", [(0.45, 0.55), (0.495, 0.6), (None, 0.51), (0.52, None), (0.52, 0.53), (0.4, 0.48)])
def test_at_the_playthroughs_needed_the_same_share_is_decided(band: Band) -> None:
    """Within z²/n, by which Wilson's interval is shorter than its limit."""
    n = needed(proportion(100, 200), band)
    assert n is not None
    assert n > 200
    slip = critical(0.95) ** 2 / 200
    more, less = math.ceil(n * (1 + slip) / 2), math.floor(n * (1 - slip) / 2)
    assert verdict(proportion(more, 2 * more), band) != "undecided"
    assert verdict(proportion(less, 2 * less), band) == "undecided"


def test_a_share_never_seen_needs_a_sample_in_inverse_proportion_to_the_limit() -> None:
    """Within a twentieth: the interval is 1/n only as far as the rule of three is."""
    n = needed(proportion(0, 100), (None, 0.001))
    assert n is not None
    assert verdict(proportion(0, round(1.05 * n)), (None, 0.001)) == "inside"
    assert verdict(proportion(0, round(0.95 * n)), (None, 0.001)) == "undecided"


def test_a_reached_verdict_needs_no_more() -> None:
    assert needed(proportion(500, 1000), (0.1, 0.9)) == 1000


def test_on_an_edge_no_number_of_playthroughs_decides() -> None:
    assert needed(proportion(50, 100), (0.5, None)) is None
    assert needed(proportion(50, 100), (0.5, 0.5)) is None


def test_truncated_playthroughs_that_reach_the_edge_are_not_mended_by_more() -> None:
    assert needed(widen(proportion(4500, 10_000), 0, 0.06), (None, 0.5)) is None
    assert needed(widen(proportion(4500, 10_000), 0, 0.045), (None, 0.5)) is not None


def test_without_an_interval_there_is_no_telling() -> None:
    assert needed(mean(1, 5, 25), (0, 10)) is None
    assert needed(mean(0, 0, 0), (0, 10)) is None


def test_p_values_fall_as_the_share_moves_away() -> None:
    p = [BinomialTail(k, 1000).beyond(0.3, 0.4) for k in range(350, 700)]
    assert all(later <= earlier for earlier, later in pairwise(p))
