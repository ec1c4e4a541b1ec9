"""Quantiles and shares of cells, read off histograms."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.stats.intervals import distribution, proportion, quantile


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=200), st.floats(0.01, 0.99))
def test_a_quantile_is_numpys_and_lies_in_its_interval(sample: list[int], q: float) -> None:
    values, counts = np.unique(sample, return_counts=True)
    q = round(q, 2)
    estimate = quantile(values, counts, q)
    # NumPy multiplies in floating point, so that a rank that is whole may come out one higher: either is then allowed.
    rank = Fraction(str(q)) * len(sample)
    if rank.denominator > 1:
        assert estimate.estimate == np.quantile(sample, q, method="inverted_cdf")
    assert sum(x <= estimate.estimate for x in sample) >= rank
    assert sum(x < estimate.estimate for x in sample) < rank
    assert isinstance(estimate.estimate, int)
    assert estimate.lo <= estimate.estimate <= estimate.hi


def test_a_quantile_is_asked_at_the_decimal_that_is_written() -> None:
    """In floating point 0.07 · 100 exceeds 7, and the eighth value would be given for the seventh."""
    assert quantile(range(1, 101), [1] * 100, 0.07).estimate == 7


def test_the_order_of_a_histogram_never_matters() -> None:
    assert quantile([3, 1, 2], [5, 20, 9], 0.5) == quantile([1, 2, 3], [20, 9, 5], 0.5)


def test_ends_that_a_small_sample_cannot_set_are_open() -> None:
    estimate = quantile([1, 2, 3], [1, 1, 1], 0.5)
    assert (estimate.lo, estimate.hi) == (-math.inf, math.inf)
    bounded = quantile([1, 2, 3], [1, 1, 1], 0.5, bounds=(0, 10))
    assert (bounded.lo, bounded.hi) == (0, 10)


def test_a_quantile_of_nothing_is_unknown() -> None:
    assert math.isnan(quantile([1, 2], [0, 0], 0.5).estimate)


@pytest.mark.parametrize("q", [0.0, 1.0, 50.0, math.nan])
def test_a_quantile_is_asked_at_a_share(q: float) -> None:
    with pytest.raises(ValueError, match="quantile"):
        quantile([1], [1], q)


def test_a_median_of_a_thousand_million_values_is_pinned_down() -> None:
    estimate = quantile([1, 2, 3], [4 * 10**8, 2 * 10**8, 4 * 10**8], 0.5)
    assert (estimate.lo, estimate.estimate, estimate.hi) == (2, 2, 2)


def test_cells_of_a_histogram_hold_at_once() -> None:
    cells = distribution([10, 20, 30, 40], 100)
    assert [cell.estimate for cell in cells] == [0.1, 0.2, 0.3, 0.4]
    assert cells == [proportion(k, 100, 1 - 0.05 / 4) for k in (10, 20, 30, 40)]


def test_two_cells_that_hold_everything_are_one_statement() -> None:
    assert distribution([40, 60], 100)[0] == proportion(40, 100)
    assert distribution([40, 50], 100)[0] == proportion(40, 100, 0.975)
