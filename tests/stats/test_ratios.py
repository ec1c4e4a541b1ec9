"""Means of what does not come up equally often: as exact ones are where there are such, and covering elsewhere."""

import math

import numpy as np
import pytest

from simlab.stats.contrasts import paired_rows
from simlab.stats.intervals import mean
from simlab.stats.ratios import combined_ratios

Z = 5
RNG_SEED = 20261201


def sums(values: np.ndarray) -> tuple[int, int, int]:
    return values.size, int(values.sum()), int((values**2).sum())


def test_a_ratio_of_what_always_comes_up_once_is_the_mean() -> None:
    values = np.random.default_rng(RNG_SEED).integers(0, 61, 400)
    found = combined_ratios([values], [np.ones_like(values)], [1.0], scales=[60]).estimate
    plain = mean(*sums(values), scale=60)
    assert (found.estimate, found.se, found.lo, found.hi) == pytest.approx(
        (plain.estimate, plain.se, plain.lo, plain.hi), rel=1e-12
    )
    assert found.n == plain.n == 400


def test_a_difference_of_such_ratios_is_the_paired_one() -> None:
    rng = np.random.default_rng(RNG_SEED)
    a = rng.integers(0, 10, 300)
    b = a + rng.integers(0, 3, 300)
    ones = np.ones_like(a)
    found, paired = combined_ratios([a, b], [ones, ones], [1.0, -1.0], scales=[1, 1]), paired_rows(a, b)
    assert found.estimate.estimate == pytest.approx(paired.estimate.estimate)
    assert found.estimate.se == pytest.approx(paired.estimate.se)
    assert found.variance_reduction == pytest.approx(paired.variance_reduction)


def test_units_where_nothing_came_up_say_nothing() -> None:
    values, counts = np.array([3, 0, 5, 4, 0]), np.array([1, 0, 1, 1, 0])
    whole = combined_ratios([values], [counts], [1.0], scales=[1]).estimate
    kept = combined_ratios([values[counts > 0]], [counts[counts > 0]], [1.0], scales=[1]).estimate
    assert whole == kept
    assert (whole.estimate, whole.n) == (4.0, 3)


def test_the_error_is_that_of_cochran_worked_out_with_plain_loops() -> None:
    totals, counts = np.array([4, 9, 2, 12, 5, 3]), np.array([1, 2, 1, 3, 1, 1])
    ratio = 35 / 9
    squares = math.fsum((t - ratio * c) ** 2 for t, c in zip(totals, counts, strict=True))
    found = combined_ratios([totals], [counts], [1.0], scales=[1]).estimate
    assert found.estimate == pytest.approx(ratio)
    assert found.se == pytest.approx(math.sqrt(squares * 6 / 5) / 9)
    assert found.n == 9


def test_equal_values_are_no_certainty() -> None:
    counts = np.array([1, 2, 1, 3] * 20)
    found = combined_ratios([counts * 7], [counts], [1.0], scales=[10], bounds=(0.0, 1.0)).estimate
    assert found.estimate == pytest.approx(0.7)
    assert found.se == 0
    assert 0 < found.lo < 0.7 < found.hi < 1


@pytest.mark.parametrize("counts", [[], [0, 0], [1]])
def test_too_little_to_go_by_leaves_everything_open(counts: list[int]) -> None:
    there = np.array(counts, np.int64)
    found = combined_ratios([there * 2], [there], [1.0], scales=[1], bounds=(0.0, 9.0)).estimate
    assert (found.lo, found.hi) == (0.0, 9.0)
    assert found.n == there.sum()


def test_vectors_that_are_not_aligned_are_refused() -> None:
    with pytest.raises(ValueError, match="aligned"):
        combined_ratios([np.arange(3)], [np.arange(4)], [1.0], scales=[1])


@pytest.mark.parametrize("shared", [0.0, 0.9])
def test_intervals_of_ratios_and_of_their_differences_cover(shared: float) -> None:
    """Values within a playthrough share their luck; how many there are depends on that luck too, as a winner's do."""
    rng = np.random.default_rng(RNG_SEED)
    experiments, units = 2_000, 200
    covered, truth = np.zeros(2), (_truth(), 0.0)
    for _ in range(experiments):
        luck = rng.random((2, units))
        luck[1] = np.where(rng.random(units) < shared, luck[0], luck[1])
        counts = (luck < 0.7).astype(np.int64) + (luck < 0.2)  # 0, 1 or 2
        totals = np.round(counts * 100 * luck).astype(np.int64)
        single = combined_ratios([totals[0]], [counts[0]], [1.0], scales=[1]).estimate
        both = combined_ratios(list(totals), list(counts), [1.0, -1.0], scales=[1, 1]).estimate
        covered += [found.lo <= true <= found.hi for found, true in zip((single, both), truth, strict=True)]
    error = math.sqrt(0.95 * 0.05 / experiments)
    assert (np.abs(covered / experiments - 0.95) < Z * error).all()


def _truth() -> float:
    """Return Σ total / Σ count of an endless sample: luck u counts twice below 0.2 and once up to 0.7."""
    grid = (np.arange(2_000_000) + 0.5) / 2_000_000
    counts = (grid < 0.7).astype(np.int64) + (grid < 0.2)
    return float(np.round(counts * 100 * grid).sum() / counts.sum())
