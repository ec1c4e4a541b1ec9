"""How often intervals hold and verdicts err, by adding up every possible sample: nothing here is random."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from simlab.stats import limits
from simlab.stats.estimates import Estimate
from simlab.stats.intervals import proportion, quantile
from simlab.stats.verdicts import Band, outside_p, verdict, verdicts

SIZES = (20, 41, 47, 80, 100, 200, 242, 500, 1000, 3000)
LEVELS = (0.9, 0.95, 0.99, 0.999)
EDGES_OF_BANDS = (0.02, 0.1, 0.25, 0.45, 0.5)

Vector = NDArray[np.float64]


def every_sample(n: int, level: float) -> list[Estimate]:
    return [proportion(k, n, level) for k in range(n + 1)]


def missed(n: int, level: float) -> tuple[Vector, Vector, Vector]:
    """Return shares just beside every interval's end, where coverage is worst, and their errors on either side."""
    samples = every_sample(n, level)
    lo, hi = np.array([e.lo for e in samples]), np.array([e.hi for e in samples])
    assert np.all(np.diff(lo) > 0)
    assert np.all(np.diff(hi) > 0)
    ends = np.concatenate([lo, hi])
    p = np.concatenate([np.nextafter(ends, 0), np.nextafter(ends, 1)])
    p = p[(p > 0) & (p < 1)]
    too_low = binom.cdf(np.searchsorted(hi, p) - 1, n, p)
    too_high = binom.sf(np.searchsorted(lo, p, side="right") - 1, n, p)
    return p, too_low, too_high


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("n", SIZES)
def test_a_share_with_little_variance_is_never_missed_more_often_than_stated(n: int, level: float) -> None:
    p, too_low, too_high = missed(n, level)
    little = n * p * (1 - p) < limits.demand(level)
    rounding = np.finfo(float).eps * n
    assert little.any()
    assert np.all((too_low + too_high)[little] <= 1 - level + rounding)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("n", SIZES)
def test_a_share_with_enough_variance_is_missed_between_0_4_and_1_4_times_as_often_as_stated(
    n: int, level: float
) -> None:
    p, too_low, too_high = missed(n, level)
    enough = n * p * (1 - p) >= limits.demand(level)
    assert enough.any() == (n >= 4 * limits.demand(level))
    error = (too_low + too_high)[enough] / (1 - level)
    assert np.all(error >= 0.4)
    assert np.all(error <= 1.4)


def test_switching_on_the_share_of_the_sample_alone_would_miss_too_often() -> None:
    """The reason for asking it of the whole exact interval: n = 80, where the plain rule covers under 93.5 %."""
    n, level = 80, 0.95
    ends = [
        limits.wilson(k, n, level) if k * (n - k) / n >= limits.NORMAL_NEEDS else limits.clopper_pearson(k, n, level)
        for k in range(n + 1)
    ]
    p = np.nextafter(np.array([hi for _, hi in ends[:-1]]), 1)
    covered = np.array([sum(binom.pmf(k, n, x) for k in range(n + 1) if ends[k][0] <= x <= ends[k][1]) for x in p])
    below = n * p * (1 - p) < limits.NORMAL_NEEDS
    assert covered[below].min() < 0.935


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("n", [100, 1000, 3000])
def test_wilson_is_used_only_where_the_whole_exact_interval_has_the_variance(n: int, level: float) -> None:
    for k, estimate in enumerate(every_sample(n, level)):
        ends = limits.clopper_pearson(k, n, level)
        has = min(n * p * (1 - p) for p in ends) >= limits.demand(level)
        assert estimate.method == ("Wilson" if has else "Clopper-Pearson")


def chance(verdict_is: set[str], n: int, p: float, band: Band) -> float:
    """Return the chance of a verdict, over every sample of n."""
    said = [verdict(estimate, band) in verdict_is for estimate in every_sample(n, 0.95)]
    return float(binom.pmf(np.arange(n + 1), n, p)[said].sum())


@pytest.mark.parametrize("n", [50, 242, 1000])
@pytest.mark.parametrize("edge", EDGES_OF_BANDS)
def test_a_truth_on_the_edge_is_called_inside_within_the_stated_error(n: int, edge: float) -> None:
    assert chance({"inside"}, n, edge, (edge, None)) <= 0.05
    assert chance({"inside"}, n, edge, (None, edge)) <= 0.05
    assert chance({"inside"}, n, edge, (edge, edge + 0.3)) <= 0.05


@pytest.mark.parametrize("n", [50, 242, 1000])
@pytest.mark.parametrize("edge", EDGES_OF_BANDS)
def test_a_truth_on_the_edge_is_called_outside_within_the_stated_error(n: int, edge: float) -> None:
    assert chance({"below"}, n, edge, (edge, None)) <= 0.05
    assert chance({"above"}, n, edge, (None, edge)) <= 0.05


def test_the_verdict_inside_is_reached_where_the_truth_is_well_inside() -> None:
    assert chance({"inside"}, 2000, 0.5, (0.45, 0.55)) > 0.95


def test_the_verdict_outside_is_reached_where_the_truth_is_well_outside() -> None:
    assert chance({"above"}, 2000, 0.6, (0.45, 0.55)) > 0.95


@pytest.mark.parametrize("edge", EDGES_OF_BANDS)
@pytest.mark.parametrize("width", [0.0, 0.02, 0.3])
def test_p_values_at_the_edge_are_small_no_more_often_than_they_say(edge: float, width: float) -> None:
    n = 200
    for band, tested in (((edge, edge + width), edge), ((edge - width, edge), edge)):
        p = np.array([outside_p(estimate, band) for estimate in every_sample(n, 0.95)])
        weight = binom.pmf(np.arange(n + 1), n, tested)
        for limit in (0.05, 0.01, 0.001, 1e-4):
            assert weight[p <= limit].sum() <= limit * (1 + n * np.finfo(float).eps)


def test_a_family_on_its_edges_has_a_false_outside_within_the_stated_error() -> None:
    """Five independent shares, each exactly on the upper edge of its band: what one is called depends on the others."""
    n, edge, family = 100, 0.3, 5
    samples = every_sample(n, 0.95)
    weight = binom.pmf(np.arange(n + 1), n, edge)
    others = proportion(int(n * edge), n)
    # Some estimate is called outside exactly when the smallest p-value is, which Holm compares at level / family.
    called = [verdicts([sample, *[others] * (family - 1)], [(None, edge)] * family)[0] == "above" for sample in samples]
    assert any(called)
    assert 1 - (1 - weight[called].sum()) ** family <= 0.05


@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
@pytest.mark.parametrize("q", [0.05, 0.5, 0.9])
@pytest.mark.parametrize("n", [1, 5, 30, 200])
def test_a_quantile_lies_between_its_order_statistics_as_often_as_stated(n: int, q: float, level: float) -> None:
    """With values 1 … n as a sample of a continuous distribution, ends are ranks and ranks are binomial."""
    estimate = quantile(range(1, n + 1), [1] * n, q, level)
    below = binom.cdf(estimate.lo - 1, n, q) if math.isfinite(estimate.lo) else 0.0
    above = binom.sf(estimate.hi - 1, n, q) if math.isfinite(estimate.hi) else 0.0
    assert below <= (1 - level) / 2
    assert above <= (1 - level) / 2
    # The next rank inwards would miss too often: the interval is as short as equal tails allow.
    assert binom.cdf(max(estimate.lo, 0), n, q) > (1 - level) / 2
    assert binom.sf(min(estimate.hi, n + 1) - 2, n, q) > (1 - level) / 2


@pytest.mark.parametrize("n", [20, 101])
@pytest.mark.parametrize("q", [0.25, 0.5, 0.9])
def test_a_quantile_of_a_lumpy_distribution_is_covered_at_least_as_often_as_stated(n: int, q: float) -> None:
    """Values 0, 1, 2 with shares 0.3, 0.3, 0.4: every sample with its multinomial probability."""
    shares = (0.3, 0.3, 0.4)
    truth = next(value for value in range(3) if sum(shares[: value + 1]) >= q)
    covered = 0.0
    for zeros in range(n + 1):
        chance_of_zeros = binom.pmf(zeros, n, shares[0])
        ones = np.arange(n - zeros + 1)
        chances = chance_of_zeros * binom.pmf(ones, n - zeros, shares[1] / (shares[1] + shares[2]))
        for one, weight in zip(ones.tolist(), chances, strict=True):
            if weight > 1e-12:
                estimate = quantile((0, 1, 2), (zeros, one, n - zeros - one), q)
                covered += weight * (estimate.lo <= truth <= estimate.hi)
    assert covered >= 0.95


def test_equal_values_are_mistaken_for_certainty_within_the_stated_error() -> None:
    """Two values with shares 1-p and p: the mean is missed only when all n are equal and p is beyond the bound."""
    for n in (2, 3, 5, 20, 100):
        bound = limits.same_value(n, 0.95)
        for p in np.linspace(0.001, 0.5, 200):
            wrong = (1 - p) ** n * (p > bound) + p**n * (1 - p > bound)
            assert wrong <= 0.05
