"""Looking more than once: the boundary against published constants, and the level over all looks by simulation."""

import math
from itertools import pairwise
from statistics import NormalDist

import numpy as np
import pytest

from simlab.stats.estimates import Estimate
from simlab.stats.intervals import proportion
from simlab.stats.looks import LookedTail, crossed, level_of_each, level_together, looked, spent
from simlab.stats.verdicts import verdict, verdicts

Z = 5  # a correct procedure fails one test in two million
DOUBLING = (1024, 2048, 4096, 8192, 16384, 32768)


@pytest.mark.parametrize(
    ("looks", "constant"), [(1, 1.960), (2, 2.178), (3, 2.289), (4, 2.361), (5, 2.413), (10, 2.555), (20, 2.672)]
)
def test_equally_spaced_looks_have_pococks_constants(looks: int, constant: float) -> None:
    """Jennison and Turnbull (2000), Group Sequential Methods, table 2.1, two-sided 5 %."""
    each = level_of_each(0.95, range(1, looks + 1))
    assert NormalDist().inv_cdf((1 + each) / 2) == pytest.approx(constant, abs=0.0005)


def test_one_look_is_left_alone() -> None:
    assert level_of_each(0.95, (5000,)) == 0.95
    assert spent(0.01, ()) == 0.01
    found = proportion(10, 50)
    assert looked(found, 0.95, (50,)) is found


def test_all_error_is_spent_at_the_last_look_and_some_at_the_first() -> None:
    boundary = NormalDist().inv_cdf((1 + level_of_each(0.9, DOUBLING)) / 2)
    chances = crossed(boundary, DOUBLING)
    assert chances[-1] == pytest.approx(0.1, abs=1e-9)
    assert chances[0] == pytest.approx(2 * NormalDist().cdf(-boundary), rel=1e-12)
    assert all(later > earlier for earlier, later in pairwise(chances))


def test_a_p_value_costs_at_least_itself_and_at_most_bonferroni() -> None:
    for p in (1e-200, 1e-12, 1e-4, 0.01, 0.3):
        assert p <= spent(p, DOUBLING) <= p * len(DOUBLING) * (1 + 1e-9)
    assert spent(1.0, DOUBLING) == 1.0
    assert math.isnan(spent(math.nan, DOUBLING))


def test_looks_that_do_not_come_later_are_refused() -> None:
    with pytest.raises(ValueError, match="more and more"):
        crossed(2.0, (100, 100))


def test_looks_without_a_plan_hold_together_less_often() -> None:
    """Armitage, McPherson and Rowe (1969), table 2: 5 % at each of 2, 5, 10 equal steps is 8.3, 14.2, 19.3 %."""
    for looks, percent in ((1, 5.0), (2, 8.3), (5, 14.2), (10, 19.3)):
        assert 100 * (1 - level_together(0.95, range(1, looks + 1))) == pytest.approx(percent, abs=0.05)
    assert level_together(0.95, ()) == 0.95
    each = level_of_each(0.9, DOUBLING)
    assert level_together(each, DOUBLING) == pytest.approx(0.9, abs=1e-9)


def test_looks_close_to_each_other_cost_little_and_never_nothing() -> None:
    """The walk hardly moves between them; the quadrature must still follow it."""
    alone = 1 - level_together(0.95, (1_000_000,))
    costs = [1 - level_together(0.95, (1_000_000, later)) for later in (1_000_001, 1_010_000, 1_100_000, 2_000_000)]
    assert alone < costs[0] < costs[1] < costs[2] < costs[3]
    assert costs[3] == pytest.approx(1 - level_together(0.95, (1, 2)), abs=1e-12)  # whatever the unit
    rng, experiments = np.random.default_rng(11), 200_000
    first = rng.standard_normal(experiments)
    second = (first + np.sqrt(0.1) * rng.standard_normal(experiments)) / np.sqrt(1.1)
    seen = np.mean((np.abs(first) > 1.96) | (np.abs(second) > 1.96))
    assert abs(seen - costs[2]) < Z * math.sqrt(costs[2] / experiments)


def test_an_interval_on_its_edge_and_its_test_agree() -> None:
    """What the level of each look calls outside has a p-value near the level that was asked for over all of them."""
    one = proportion(5200, 10_000, level_of_each(0.95, DOUBLING))
    found = looked(one, 0.95, DOUBLING)
    assert found.level == 0.95
    assert isinstance(found.tail, LookedTail)
    just_outside = found.tail.beyond(0.0, found.lo - 1e-9)
    assert 0.02 < just_outside < 0.05
    assert found.method.endswith("6 looks")


def _walks(p: float, experiments: int, seed: int) -> np.ndarray:
    """Successes at each of the looks, (experiments, looks)."""
    rng = np.random.default_rng(seed)
    steps = np.diff((0, *DOUBLING))
    return np.cumsum(rng.binomial(steps, p, (experiments, len(steps))), axis=1)


def _estimates(row: np.ndarray, level: float) -> list[Estimate]:
    return [proportion(int(wins), n, level) for wins, n in zip(row, DOUBLING, strict=True)]


def _missed(experiments: int, p: float, level: float) -> int:
    """Count the experiments in which the interval of some look does not hold the truth."""
    rows = _walks(p, experiments, seed=20261201)
    return sum(any(not one.lo <= p <= one.hi for one in _estimates(row, level)) for row in rows)


def _too_many(missed: int, experiments: int, allowed: float) -> bool:
    return missed > experiments * allowed + Z * math.sqrt(experiments * allowed * (1 - allowed))


@pytest.mark.parametrize("experiments", [2_000, pytest.param(40_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("p", [0.5, 0.25, 0.02])
def test_looked_at_intervals_keep_their_level_over_all_looks(experiments: int, p: float) -> None:
    each = level_of_each(0.95, DOUBLING)
    assert not _too_many(_missed(experiments, p, each), experiments, 0.05)


def test_intervals_of_a_single_look_do_not() -> None:
    """What peeking costs without care: this is why there is a module for it."""
    experiments = 2_000
    assert _too_many(_missed(experiments, 0.5, 0.95), experiments, 0.05)


@pytest.mark.parametrize("experiments", [2_000, pytest.param(40_000, marks=pytest.mark.nightly)])
def test_a_truth_on_the_bands_edge_is_called_inside_no_more_often_than_promised(experiments: int) -> None:
    """Equivalence at every look: stopping at the first look that says inside keeps the error of the edge."""
    each, band = level_of_each(0.95, DOUBLING), (0.45, 0.5)
    rows = _walks(0.5, experiments, seed=7)
    wrong = sum(any(verdict(one, band) == "inside" for one in _estimates(row, each)) for row in rows)
    assert not _too_many(wrong, experiments, 0.05)


@pytest.mark.parametrize("experiments", [300, pytest.param(4_000, marks=pytest.mark.nightly)])
def test_holm_keeps_its_level_over_all_looks(experiments: int) -> None:
    """Five truths on their bands, looked at six times: seldom is any of them ever called outside."""
    each, family, p, band = level_of_each(0.95, DOUBLING), 5, 0.5, (0.5, 0.5)
    rng, steps = np.random.default_rng(20261201), np.diff((0, *DOUBLING))
    wins = np.cumsum(rng.binomial(steps, p, (experiments, family, len(steps))), axis=2)
    wrong = 0
    for one in wins:
        said = (
            verdicts([looked(proportion(int(won), n, each), 0.95, DOUBLING) for won in at], [band] * family)
            for at, n in zip(one.T, DOUBLING, strict=True)
        )
        wrong += any({"below", "above"} & set(look) for look in said)
    assert not _too_many(wrong, experiments, 0.05)
    assert wrong > experiments * 0.05 - Z * math.sqrt(experiments * 0.05 * 0.95) - 1  # and wastes little of it


def test_whatever_finished_first_is_biased_and_a_prefix_is_not() -> None:
    """Short playthroughs are won by the first seat: who waits for those that finish first sees it win too often."""
    rng, workers, wanted, experiments = np.random.default_rng(3), 50, 100, 2_000
    truth = 0.5
    won = rng.random((experiments, 4 * wanted)) < truth
    lengths = np.where(won, 1.0, 3.0) * rng.exponential(size=won.shape)
    finished, prefix = np.empty(experiments), won[:, :wanted].mean(axis=1)
    for row in range(experiments):
        free = np.zeros(workers)
        ends = np.empty(4 * wanted)
        for index in range(4 * wanted):
            worker = int(np.argmin(free))
            free[worker] += lengths[row, index]
            ends[index] = free[worker]
        finished[row] = won[row, np.argsort(ends)[:wanted]].mean()
    error = Z * math.sqrt(truth * (1 - truth) / wanted / experiments)
    assert abs(prefix.mean() - truth) < error
    assert finished.mean() - truth > error
