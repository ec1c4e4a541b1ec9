"""Exact tests of a few observations against distributions that are known, and what so few can show.

A two-sided p-value here is the doubled tail: twice the smaller of P(X ≤ x) and P(X ≥ x), at most 1. It is valid for
every distribution, and conservative where one value carries much of the probability.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

__all__ = ["Distribution", "detectable_share", "doubled_tail", "games_for", "mean", "spread", "total"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Distribution = tuple[Ints, Floats]
"""Values, (k,) ascending, and their probabilities, (k,)."""

_NORMAL = NormalDist()


def doubled_tail(of: Distribution, observed: int) -> float:
    """Two-sided p-value of one observation: twice its smaller tail, at most 1."""
    values, probabilities = of
    below = float(probabilities[values <= observed].sum())
    above = float(probabilities[values >= observed].sum())
    return min(1.0, 2 * min(below, above))


def total(parts: Iterable[Distribution]) -> Distribution:
    """Distribution of a sum of independent whole numbers; of no numbers it is 0 for certain.

    Added up value by value, which suits parts of few values spread wide: all terms are positive, so nothing cancels and
    small tails keep their digits.
    """
    least, shares = 0, np.ones(1)
    for values, probabilities in parts:
        low = int(values[0])
        added = np.zeros(len(shares) + int(values[-1]) - low)
        for value, probability in zip(values.tolist(), probabilities.tolist(), strict=True):
            added[value - low : value - low + len(shares)] += probability * shares
        least, shares = least + low, added
    kept = np.flatnonzero(shares > 0)
    return kept + least, shares[kept]


def spread(of: Distribution) -> Distribution:
    """Distribution of the squared distance from the mean, of a distribution whose mean is a whole or a half number.

    Counted in quarters, (2x − 2μ)², which are whole.
    """
    values, which = np.unique((2 * of[0] - round(2 * mean(of))) ** 2, return_inverse=True)
    return values, np.bincount(which, of[1]).astype(np.float64)


def mean(of: Distribution) -> float:
    """Mean of a distribution."""
    return float(of[0] @ of[1])


def _tails(n: int, p: float) -> list[float]:
    """P(X ≥ k) of a binomial for k = 0 … n + 1, (n + 2,)."""
    masses = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    tails = [0.0]
    for mass in reversed(masses):
        tails.append(tails[-1] + mass)
    return tails[::-1]


def detectable_share(n: int, level: float = 0.95, power: float = 0.8) -> float | None:
    """Smallest true share of wins that `n` even-looking games would have shown.

    Parameters
    ----------
    n : number of games
    level : 1 less the chance that even sides are called uneven by the exact two-sided test
    power : chance that a side with the returned share is called better

    Returns
    -------
    The share, or None where no outcome of so few games could be called surprising.
    """
    even = _tails(n, 0.5)
    needed = next((k for k in range(n + 1) if 2 * even[k] <= 1 - level), None)
    if needed is None:
        return None
    low, high = 0.5, 1.0
    for _ in range(60):  # halved to the last digit of a double
        middle = (low + high) / 2
        low, high = (low, middle) if _tails(n, middle)[needed] >= power else (middle, high)
    return high


def games_for(share: float, level: float = 0.95, power: float = 0.8) -> int:
    """About how many games show that a side wins this share, not half: the normal formula.

    Source: Fleiss, Levin and Paik (2003), Statistical Methods for Rates and Proportions, section 2.5, without the
    continuity correction.
    """
    z_level, z_power = _NORMAL.inv_cdf((1 + level) / 2), _NORMAL.inv_cdf(power)
    reach = z_level / 2 + z_power * math.sqrt(share * (1 - share))
    return math.ceil((reach / abs(share - 0.5)) ** 2)
