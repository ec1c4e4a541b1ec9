"""Estimates against SciPy's own, against definitions, and at the ends of their range."""

import math
from fractions import Fraction
from statistics import mean as exact_mean
from statistics import variance as exact_variance

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from simlab.stats import limits
from simlab.stats.estimates import simultaneous
from simlab.stats.intervals import batch_mean, mean, proportion, quantile, share

LEVELS = (0.8, 0.95, 0.9999)
EPS = float(np.finfo(float).eps)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 50), (50, 50), (3, 50), (480, 1000), (999, 1000)])
def test_both_intervals_of_a_share_are_scipys(k: int, n: int, level: float) -> None:
    test = stats.binomtest(k, n)
    wilson, exact = test.proportion_ci(level, "wilson"), test.proportion_ci(level, "exact")
    assert limits.wilson(k, n, level) == pytest.approx((wilson.low, wilson.high), abs=16 * EPS)
    assert limits.clopper_pearson(k, n, level) == pytest.approx((exact.low, exact.high), rel=1e-9)


def test_a_share_of_many_playthroughs_is_wilsons_and_a_rare_one_exact() -> None:
    assert proportion(480, 1000).method == "Wilson"
    assert proportion(5, 1_000_000).method == "Clopper-Pearson"


def test_a_share_of_nothing_may_be_anything() -> None:
    estimate = proportion(0, 0)
    assert math.isnan(estimate.estimate)
    assert (estimate.lo, estimate.hi, estimate.n) == (0, 1, 0)


def test_a_share_never_seen_is_limited_by_the_rule_of_three() -> None:
    estimate = proportion(0, 1000)
    assert estimate.lo == 0
    assert estimate.hi == pytest.approx(1 - 0.025 ** (1 / 1000))


@pytest.mark.parametrize(("k", "n"), [(-1, 5), (6, 5), (0, -1)])
def test_impossible_counts_are_refused(k: int, n: int) -> None:
    with pytest.raises(ValueError, match="successes"):
        proportion(k, n)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0, math.nan])
def test_a_level_is_a_share_strictly_between_0_and_1(level: float) -> None:
    for call in (
        lambda: proportion(0, 0, level),
        lambda: proportion(1, 2, level),
        lambda: quantile([1], [1], 0.5, level),
    ):
        with pytest.raises(ValueError, match="level"):
            call()


@given(n=st.integers(1, 10**9), part=st.fractions(0, 1), level=st.sampled_from(LEVELS))
def test_the_interval_of_a_share_contains_it_and_stays_between_0_and_1(n: int, part: Fraction, level: float) -> None:
    estimate = proportion(round(part * n), n, level)
    assert 0 <= estimate.lo <= estimate.estimate <= estimate.hi <= 1
    assert estimate.lo < estimate.hi


@given(n=st.integers(1, 10**6), part=st.fractions(0, 1))
def test_the_interval_of_losses_is_the_mirror_image_of_that_of_wins(n: int, part: Fraction) -> None:
    k = round(part * n)
    wins, losses = proportion(k, n), proportion(n - k, n)
    assert (losses.lo, losses.hi) == pytest.approx((1 - wins.hi, 1 - wins.lo), abs=1e-12)


@pytest.mark.parametrize("n", [2, 7, 300])
@pytest.mark.parametrize("level", LEVELS)
def test_the_interval_of_a_mean_is_students(n: int, level: float) -> None:
    x = np.random.default_rng(1).integers(0, 50, n)
    estimate = mean(n, int(x.sum()), int((x * x).sum()), scale=10, level=level)
    expected = stats.ttest_1samp(x / 10, 0).confidence_interval(level)
    assert (estimate.lo, estimate.hi) == pytest.approx(tuple(expected), rel=1e-9)
    assert estimate.se == pytest.approx(stats.sem(x / 10), rel=1e-12)


def test_from_ten_thousand_values_on_the_normal_quantile_serves() -> None:
    assert limits.critical(0.95, 9_999) == pytest.approx(stats.t.ppf(0.975, 9_999), rel=1e-12)
    assert limits.critical(0.95, 10_000) == pytest.approx(stats.t.ppf(0.975, 10_000), rel=2e-4)


@given(st.lists(st.integers(0, 2**40), min_size=2, max_size=50), st.integers(2**60, 2**61))
def test_a_mean_keeps_every_digit_of_its_sums(values: list[int], offset: int) -> None:
    """Values far from zero: their squares fill 122 bits, their variance is what is left after cancelling."""
    shifted = [value + offset for value in values]
    estimate = mean(len(shifted), sum(shifted), sum(x * x for x in shifted), bounds=(0, 2**63))
    assert estimate.estimate == float(exact_mean(map(Fraction, shifted)))
    assert estimate.se == pytest.approx(math.sqrt(exact_variance(map(Fraction, values)) / len(values)), rel=8 * EPS)


def test_one_value_limits_a_mean_not_at_all() -> None:
    estimate = mean(1, 7, 49)
    assert estimate.estimate == 7
    assert math.isnan(estimate.se)
    assert (estimate.lo, estimate.hi) == (-math.inf, math.inf)


def test_no_values_have_no_mean() -> None:
    estimate = mean(0, 0, 0, bounds=(0, 1))
    assert math.isnan(estimate.estimate)
    assert (estimate.lo, estimate.hi, estimate.n) == (0, 1, 0)


def test_equal_values_are_no_certainty() -> None:
    estimate = mean(1000, 3000, 9000, bounds=(1, 11))
    other = 1 - 0.05 ** (1 / 999)
    assert (estimate.estimate, estimate.se) == (3, 0)
    assert (estimate.lo, estimate.hi) == pytest.approx((3 - 2 * other, 3 + 8 * other))


def test_equal_values_of_unknown_range_limit_a_mean_not_at_all() -> None:
    estimate = mean(1000, 3000, 9000)
    assert (estimate.lo, estimate.hi) == (-math.inf, math.inf)


def test_a_mean_stays_within_its_bounds() -> None:
    assert mean(20, 1, 1).lo < 0
    assert mean(20, 1, 1, bounds=(0, 1)).lo == 0


@pytest.mark.parametrize("sums", [(3, 10, 10), (0, 1, 1), (-1, 0, 0)])
def test_sums_of_no_sample_are_refused(sums: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="sum"):
        mean(*sums)


def test_undivided_wins_are_a_proportion() -> None:
    assert share(100, 60 * 40, 3600 * 40) == proportion(40, 100)


def test_split_wins_have_the_interval_of_a_mean() -> None:
    credits_ = np.array([60] * 50 + [30] * 20 + [0] * 60)
    estimate = share(130, int(credits_.sum()), int((credits_**2).sum()))
    assert estimate == mean(130, int(credits_.sum()), int((credits_**2).sum()), scale=60, bounds=(0, 1))


def test_a_rarely_split_win_gets_a_bound_that_holds_for_every_distribution() -> None:
    estimate = share(1000, 30, 900)
    assert estimate.method == "empirical Bernstein"
    assert estimate.lo == 0
    variance = float(np.var([0.5] + [0] * 999, ddof=1))
    log = math.log(4 / 0.05)
    assert estimate.hi == pytest.approx(0.0005 + math.sqrt(2 * variance * log / 1000) + 7 * log / (3 * 999))


def test_nothing_but_draws_is_no_certainty() -> None:
    estimate = share(1000, 30_000, 900_000)
    assert estimate.lo < estimate.estimate < estimate.hi


@pytest.mark.parametrize("sums", [(10, 660, 36_000), (10, -60, 0), (10, 60, 3601)])
def test_sums_of_no_credits_are_refused(sums: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="credits"):
        share(*sums)


@given(st.lists(st.sampled_from([0, 12, 15, 20, 30, 60]), min_size=1, max_size=300))
def test_the_interval_of_a_win_share_is_never_empty(values: list[int]) -> None:
    estimate = share(len(values), sum(values), sum(x * x for x in values))
    assert 0 <= estimate.lo <= estimate.estimate <= estimate.hi <= 1
    assert estimate.lo < estimate.hi


def test_equal_batches_have_students_interval_of_their_means() -> None:
    totals = np.random.default_rng(2).integers(0, 1000, 40)
    estimate = batch_mean(totals, [16] * 40, scale=5)
    expected = stats.ttest_1samp(totals / 16 / 5, 0).confidence_interval(0.95)
    assert (estimate.lo, estimate.hi) == pytest.approx(tuple(expected), rel=1e-9)
    assert estimate.n == 640


def test_a_short_last_batch_counts_for_what_it_holds() -> None:
    """Weighted least squares by NumPy, of batch means on a constant."""
    totals, counts = np.array([410, 395, 402, 50]), np.array([100, 100, 100, 10])
    weight = np.sqrt(counts)
    (value,), (squares,), *_ = np.linalg.lstsq(weight[:, None], totals / counts * weight, rcond=None)
    estimate = batch_mean(totals, counts)
    assert estimate.estimate == pytest.approx(value)
    assert estimate.se == pytest.approx(math.sqrt(squares / 3 / 310))
    assert estimate.hi == pytest.approx(value + stats.t.ppf(0.975, 3) * estimate.se)


def test_the_error_of_uneven_batches_is_the_error_of_the_mean() -> None:
    """Independent values in batches of 64 and one of 7: the mean of se² is σ²/n, within five of its standard errors."""
    rng, counts, repeats = np.random.default_rng(3), [64] * 9 + [7], 4000
    starts = np.cumsum([0, *counts[:-1]])
    draws = rng.integers(0, 2, (repeats, sum(counts)))
    squares = np.array([batch_mean(np.add.reduceat(row, starts), counts).se ** 2 for row in draws])
    error = squares.std(ddof=1) / math.sqrt(repeats)
    assert abs(squares.mean() - 0.25 / sum(counts)) < 5 * error


def test_sums_of_a_thousand_million_playthroughs_do_not_overflow() -> None:
    n, batches = 10**9, 244_141
    totals = np.full(batches, 4096 * 3600, dtype=np.int64)
    totals[::2] += 3600
    counts = np.full(batches, 4096, dtype=np.int64)
    estimate = batch_mean(totals, counts)
    assert estimate.estimate == pytest.approx(3600 + 3600 / 2 / 4096, rel=1e-5)
    assert estimate.se == pytest.approx(3600 / 4096 / 2 / math.sqrt(batches), rel=1e-5)
    assert mean(n, n * 1800, n * 3600 * 1800).se == pytest.approx(1800 / math.sqrt(n), rel=1e-8)


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 4096)), min_size=1, max_size=30), st.randoms())
def test_the_order_of_batches_never_matters(batches: list[tuple[int, int]], random: object) -> None:
    before = batch_mean(*zip(*batches, strict=True), bounds=(0, 10**6))
    shuffled = sorted(batches, key=lambda _: random.random())  # type: ignore[attr-defined]
    assert repr(batch_mean(*zip(*shuffled, strict=True), bounds=(0, 10**6))) == repr(before)


def test_batches_without_values_say_nothing() -> None:
    assert batch_mean([5, 0, 7], [2, 0, 2]) == batch_mean([5, 7], [2, 2])


def test_one_batch_limits_a_mean_not_at_all() -> None:
    estimate = batch_mean([40], [10])
    assert estimate.estimate == 4
    assert (estimate.lo, estimate.hi) == (-math.inf, math.inf)


def test_no_batch_has_no_mean() -> None:
    assert math.isnan(batch_mean([], []).estimate)


def test_equal_batches_prove_no_more_than_so_many_equal_values() -> None:
    estimate = batch_mean([40] * 32, [10] * 32, bounds=(0, 8))
    other = 1 - 0.05 ** (1 / 31)
    assert (estimate.lo, estimate.hi) == pytest.approx((4 - 4 * other, 4 + 4 * other))
    shorter = batch_mean([*[40] * 32, 4], [*[10] * 32, 1], bounds=(0, 8))
    assert (shorter.lo, shorter.hi) == (estimate.lo, estimate.hi)


@given(st.floats(0.5, 0.9999), st.integers(1, 1000))
def test_errors_of_a_family_add_up_to_its_own(level: float, family: int) -> None:
    assert family * (1 - simultaneous(level, family)) == pytest.approx(1 - level, rel=1e-6)


def test_an_empty_family_needs_no_correction() -> None:
    assert simultaneous(0.95, 0) == 0.95


def test_the_cells_of_a_row_are_the_value_columns() -> None:
    assert proportion(1, 2).cells("win_share") == {
        "metric": "win_share",
        "estimate": 0.5,
        "se": math.sqrt(1 / 8),
        "lo": proportion(1, 2).lo,
        "hi": proportion(1, 2).hi,
        "level": 0.95,
        "n": 2,
        "method": "Clopper-Pearson",
    }
