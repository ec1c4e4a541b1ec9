"""Paired differences: what pairing gains, and what is claimed when hardly anything differs."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from simlab.stats import limits
from simlab.stats.contrasts import paired_batches, paired_rows
from simlab.stats.intervals import mean

CREDIT = (-1.0, 1.0)


def rows_with_shared_luck() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every combination once of luck 0 … 9 shared by both and 0 … 2 of one's own: variances 8.25 and 2/3."""
    luck, own_a, own_b = (grid.ravel() for grid in np.meshgrid(np.arange(10), np.arange(3), np.arange(3)))
    return luck + own_a, luck + own_b


def test_pairing_removes_exactly_the_variance_that_is_shared() -> None:
    contrast = paired_rows(*rows_with_shared_luck())
    assert contrast.variance_reduction == pytest.approx(2 * (8.25 + 2 / 3) / (2 * 2 / 3))


def test_a_paired_difference_has_students_paired_interval() -> None:
    rng = np.random.default_rng(11)
    luck = rng.integers(0, 30, 400)
    a, b = luck + rng.integers(0, 4, 400), luck + rng.integers(0, 5, 400)
    expected = stats.ttest_rel(a / 10, b / 10).confidence_interval(0.99)
    contrast = paired_rows(a.astype(np.int32), b.astype(np.int32), scale=10, level=0.99, bounds=(-4, 4))
    assert (contrast.estimate.lo, contrast.estimate.hi) == pytest.approx(tuple(expected), rel=1e-9)


def test_independent_rows_gain_nothing_by_pairing() -> None:
    """Every combination of two values of one's own: the difference varies as two independent runs do."""
    a, b = (grid.ravel() for grid in np.meshgrid(np.arange(5), np.arange(7)))
    assert paired_rows(a, b).variance_reduction == pytest.approx(1)


def test_opposed_rows_lose_by_pairing() -> None:
    a = np.arange(10)
    assert paired_rows(a, a[::-1]).variance_reduction == pytest.approx(0.5)


def test_no_differing_pair_is_no_certainty() -> None:
    a = np.tile(np.array([0, 60]), 5000)
    contrast = paired_rows(a, a, scale=60, bounds=CREDIT)
    assert contrast.variance_reduction == math.inf
    assert contrast.estimate.estimate == 0
    assert contrast.estimate.hi == pytest.approx(1 - 0.025 ** (1 / 10_000))
    assert contrast.estimate.lo == -contrast.estimate.hi


def test_no_differing_pair_of_unknown_range_limits_the_difference_not_at_all() -> None:
    a = np.arange(50)
    assert (paired_rows(a, a).estimate.lo, paired_rows(a, a).estimate.hi) == (-math.inf, math.inf)


def test_where_nothing_varies_pairing_gains_nothing() -> None:
    a = np.zeros(50, dtype=np.int64)
    assert paired_rows(a, a, bounds=CREDIT).variance_reduction == 1


def test_a_difference_that_is_always_the_same_is_no_certainty() -> None:
    a = np.arange(100)
    contrast = paired_rows(a + 1, a, bounds=(-100, 100))
    assert contrast.estimate.lo < 1 < contrast.estimate.hi


def test_few_differing_pairs_are_bounded_by_their_exact_upper_limit() -> None:
    n, a = 10_000, np.zeros(10_000, dtype=np.int64)
    for differing in (1, 9):
        b = a.copy()
        b[:differing] = 60
        estimate = paired_rows(a, b, scale=60, bounds=CREDIT).estimate
        assert estimate.hi == limits.clopper_pearson(differing, n, 0.95)[1]
        assert estimate.lo == -estimate.hi
    b[:10] = 60
    assert paired_rows(a, b, scale=60, bounds=CREDIT).estimate.hi < 0


@given(st.lists(st.tuples(st.sampled_from([0, 30, 60]), st.sampled_from([0, 30, 60])), min_size=2, max_size=100))
def test_the_interval_contains_the_difference_and_is_never_empty(pairs: list[tuple[int, int]]) -> None:
    a, b = (np.array(column) for column in zip(*pairs, strict=True))
    estimate = paired_rows(a, b, scale=60, bounds=CREDIT).estimate
    assert estimate.lo <= estimate.estimate <= estimate.hi
    assert estimate.lo < estimate.hi


@given(st.lists(st.tuples(st.integers(-(2**40), 2**40), st.integers(-(2**40), 2**40)), min_size=2, max_size=40))
def test_sums_of_rows_are_exact_beyond_64_bits(pairs: list[tuple[int, int]]) -> None:
    a, b = (np.array(column) for column in zip(*pairs, strict=True))
    difference = [x - y for x, y in pairs]
    expected = mean(len(pairs), sum(difference), sum(d * d for d in difference))
    assert paired_rows(a, b).estimate == expected


def test_one_pair_or_none_has_no_interval() -> None:
    for n in (0, 1):
        contrast = paired_rows(np.ones(n, dtype=np.int64), np.zeros(n, dtype=np.int64))
        assert (contrast.estimate.lo, contrast.estimate.hi) == (-math.inf, math.inf)
        assert math.isnan(contrast.variance_reduction)
        batches = paired_batches([1] * n, [0] * n, [1] * n, var_a=1, var_b=1)
        assert (batches.estimate.lo, batches.estimate.hi) == (-math.inf, math.inf)
        assert math.isnan(batches.variance_reduction)


def test_rows_that_are_not_aligned_are_refused() -> None:
    with pytest.raises(ValueError, match="equal length"):
        paired_rows(np.arange(3), np.arange(4))
    with pytest.raises(ValueError, match="equal length"):
        paired_rows(np.zeros((2, 2), dtype=int), np.zeros((2, 2), dtype=int))


def test_rows_of_floats_are_refused() -> None:
    with pytest.raises(ValueError, match="integers"):
        paired_rows(np.zeros(3), np.zeros(3))  # type: ignore[arg-type]


def test_bounds_of_a_difference_hold_zero() -> None:
    with pytest.raises(ValueError, match="can be 0"):
        paired_rows(np.zeros(3, dtype=int), np.zeros(3, dtype=int), bounds=(1, 2))


def test_batches_and_rows_agree_on_difference_error_and_gain() -> None:
    """The variance read off B batches has a relative standard error of sqrt(2 / (B-1)); five of them are allowed."""
    batches, size = 500, 64
    rng = np.random.default_rng(12)
    luck = rng.integers(0, 10, batches * size)
    a, b = luck + rng.integers(0, 3, luck.size), luck + rng.integers(0, 3, luck.size)
    rows = paired_rows(a, b)
    sums_a, sums_b = (x.reshape(batches, size).sum(axis=1) for x in (a, b))
    var_a, var_b = float(a.var(ddof=1)), float(b.var(ddof=1))
    paired = paired_batches(sums_a, sums_b, [size] * batches, var_a=var_a, var_b=var_b)
    assert paired.estimate.estimate == rows.estimate.estimate
    assert paired.estimate.n == rows.estimate.n
    tolerance = 5 * math.sqrt(2 / (batches - 1))
    assert paired.estimate.se**2 == pytest.approx(rows.estimate.se**2, rel=tolerance)
    assert paired.variance_reduction == pytest.approx(rows.variance_reduction, rel=tolerance)


def test_batches_without_a_difference_prove_no_more_than_so_many_equal_values() -> None:
    contrast = paired_batches([9, 8, 7], [9, 8, 7], [10, 10, 10], var_a=1, var_b=1, bounds=CREDIT)
    assert contrast.variance_reduction == math.inf
    assert contrast.estimate.hi == pytest.approx(1 - 0.025 ** (1 / 3))


def test_a_short_batch_that_differs_counts_and_one_that_does_not_proves_nothing() -> None:
    differs = paired_batches([9, 8, 7, 1], [9, 8, 7, 0], [10, 10, 10, 2], var_a=1, var_b=1, bounds=CREDIT)
    equal = paired_batches([9, 8, 7, 1], [9, 8, 7, 1], [10, 10, 10, 2], var_a=1, var_b=1, bounds=CREDIT)
    assert differs.estimate.hi == limits.clopper_pearson(1, 3, 0.95)[1]
    assert equal.estimate.hi == limits.clopper_pearson(0, 3, 0.95)[1]


def test_batches_that_are_not_aligned_are_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        paired_batches([1, 2], [1, 2], [10], var_a=1, var_b=1)
