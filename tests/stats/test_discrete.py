"""Exact tests against counting by hand, and what few games can show against SciPy's binomial."""

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from scipy.stats import binom

from simlab.stats.discrete import Distribution, detectable_share, doubled_tail, games_for, mean, spread, total

DICE = ((4,), (6, 6), (10, 6, 4), (20, 6))
ROUNDED = 1e-12  # sums of a few thousand doubles below one


def rolled(dice: tuple[int, ...]) -> Distribution:
    """Return the distribution of a sum of dice, counted face by face."""
    sums = [sum(faces) for faces in product(*(range(1, sides + 1) for sides in dice))]
    values, counts = np.unique(sums, return_counts=True)
    return values, counts / prod(dice)


def outcomes(parts: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    """List every outcome of several rolls, each as likely as any other."""
    each = [[sum(faces) for faces in product(*(range(1, sides + 1) for sides in dice))] for dice in parts]
    return [*product(*each)]


@pytest.mark.parametrize("observed", range(3, 21))
def test_the_doubled_tail_is_twice_the_smaller_count(observed: int) -> None:
    sums = [sum(roll) for roll in outcomes(((10, 6, 4),))]
    below = Fraction(sum(value <= observed for value in sums), len(sums))
    above = Fraction(sum(value >= observed for value in sums), len(sums))
    expected = min(Fraction(1), 2 * min(below, above))
    assert doubled_tail(rolled((10, 6, 4)), observed) == pytest.approx(float(expected), abs=ROUNDED)


def test_a_value_that_cannot_come_up_has_no_probability() -> None:
    assert doubled_tail(rolled((6,)), 7) == 0
    assert doubled_tail(rolled((6,)), 0) == 0


def test_a_sum_of_rolls_is_counted_right() -> None:
    values, probabilities = total(map(rolled, DICE[:3]))
    sums = [sum(roll) for roll in outcomes(DICE[:3])]
    expected, counts = np.unique(sums, return_counts=True)
    assert values.tolist() == expected.tolist()
    assert probabilities == pytest.approx(counts / len(sums), abs=ROUNDED)
    assert [part.tolist() for part in total([])] == [[0], [1]]


def test_a_spread_is_the_squared_distance_from_the_mean_in_quarters() -> None:
    middle = Fraction(sum(sides + 1 for sides in (10, 6, 4)), 2)
    squares = [int(4 * (sum(roll) - middle) ** 2) for roll in outcomes(((10, 6, 4),))]
    expected, counts = np.unique(squares, return_counts=True)
    values, probabilities = spread(rolled((10, 6, 4)))
    assert values.tolist() == expected.tolist()
    assert probabilities == pytest.approx(counts / len(squares), abs=ROUNDED)
    variance = sum((sides**2 - 1) / 12 for sides in (10, 6, 4))
    assert mean((values, probabilities)) / 4 == pytest.approx(variance, abs=1e-9)


@pytest.mark.parametrize("n", [6, 9, 30, 101])
def test_the_detectable_share_has_the_power_it_says(n: int) -> None:
    share = detectable_share(n)
    assert share is not None
    needed = next(k for k in range(n + 1) if 2 * binom.sf(k - 1, n, 0.5) <= 0.05)
    assert binom.sf(needed - 1, n, share) == pytest.approx(0.8, abs=1e-9)


@pytest.mark.parametrize("n", range(6))
def test_fewer_than_six_games_can_show_nothing(n: int) -> None:
    assert detectable_share(n) is None
    assert 2 * binom.sf(n - 1, n, 0.5) > 0.05


def test_about_800_games_show_a_five_point_edge() -> None:
    needed = games_for(0.55)
    k = next(k for k in range(needed + 1) if 2 * binom.sf(k - 1, needed, 0.5) <= 0.05)
    step = binom.pmf(k, needed, 0.55)  # the exact power moves by so much with one game more or less
    assert abs(binom.sf(k - 1, needed, 0.55) - 0.8) < step
    assert games_for(0.45) == needed
    assert games_for(0.6) < needed / 3
