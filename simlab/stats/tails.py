"""How surprising an estimate is when the truth lies in a band: the tests that go with the intervals.

Each has `beyond(low, high)`, the p-value of the hypothesis that the truth lies in [low, high] (either end may be
infinite), and is plain data, so that an estimate can carry its own.

The test is one-sided as long as the band is wide: its p-value is the chance, at the edge that was passed, of falling at
least as far outside on that side, plus the chance of falling as far outside on the other, which only a band that is
narrow beside the standard error makes worth counting.
"""

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from statistics import NormalDist
from typing import Protocol

from simlab.stats.limits import NORMAL_FROM, at_most

__all__ = ["BinomialTail", "NormalTail", "RankTail", "Tail"]

_NORMAL = NormalDist()


class Tail(Protocol):
    """A test of the hypothesis that the truth lies in a band."""

    def beyond(self, low: float, high: float) -> float:
        """p-value of the hypothesis that the truth lies in [low, high]."""


@dataclass(frozen=True)
class BinomialTail:
    """Exact binomial test of a share.

    Exact for Wilson's interval too: corrected for many comparisons, p-values are read far out in the tail, where the
    score test's normal limit is several times too small at counts that are ample for a 95 % interval.
    """

    successes: int
    n: int

    def beyond(self, low: float, high: float) -> float:
        """p-value of the hypothesis that the share lies in [low, high]."""
        low, high = max(low, 0.0), min(high, 1.0)
        excess, shortfall = self.successes - self.n * high, self.n * low - self.successes
        if excess > 0:
            mirrored = at_most(math.floor(self.n * low - excess), self.n, high)
            return min(1.0, at_most(self.n - self.successes, self.n, 1 - high) + mirrored)
        if shortfall > 0:
            mirrored = at_most(math.floor(self.n * (1 - high) - shortfall), self.n, 1 - low)
            return min(1.0, at_most(self.successes, self.n, low) + mirrored)
        return 1.0


@dataclass(frozen=True)
class NormalTail:
    """Test of a mean by its standard error, with Student's t below 10,000 degrees of freedom."""

    estimate: float
    se: float
    df: float = math.inf

    def beyond(self, low: float, high: float) -> float:
        """p-value of the hypothesis that the mean lies in [low, high]."""
        excess = max(low - self.estimate, self.estimate - high)
        if excess <= 0:
            return 1.0
        return self._upper(excess / self.se) + self._upper((excess + high - low) / self.se)

    def _upper(self, z: float) -> float:
        """Chance of exceeding z standard errors."""
        if math.isinf(z):
            return 0.0
        if self.df >= NORMAL_FROM:
            return _NORMAL.cdf(-z)
        from scipy.special import stdtr  # a run of usual size needs no SciPy

        return float(stdtr(self.df, -z))


@dataclass(frozen=True)
class RankTail:
    """Sign test of a quantile: how many values lie on either side of a band's edge.

    Parameters
    ----------
    values : tuple of float
        Distinct values in ascending order.
    cumulative : tuple of int
        Number of values seen up to and including each.
    q : float
        Which quantile, strictly between 0 and 1.
    """

    values: tuple[float, ...]
    cumulative: tuple[int, ...]
    q: float

    def beyond(self, low: float, high: float) -> float:
        """p-value of the hypothesis that the quantile lies in [low, high]; both sides counted when both are finite."""
        n = self.cumulative[-1]
        # Quantile <= high means that a value is <= high with probability q at least: few such values speak against it.
        above = 1.0 if math.isinf(high) else at_most(self._seen(bisect_right(self.values, high)), n, self.q)
        # Quantile >= low means that a value is < low with probability q at most.
        rest = n - self._seen(bisect_left(self.values, low))
        below = 1.0 if math.isinf(low) else at_most(rest, n, 1 - self.q)
        sides = 1 if math.isinf(low) or math.isinf(high) else 2
        return min(1.0, sides * min(above, below))

    def _seen(self, position: int) -> int:
        """Values seen below a position in the list of distinct values."""
        return self.cumulative[position - 1] if position else 0
