"""Looking more than once: intervals and tests that hold at every look of a plan, whenever one stops.

A run that may stop as soon as it has seen enough looks at a statistic several times, and an interval made for one look
misses the truth at one of them far more often than it says. Here every look of a plan is given the same, higher level,
so that all of the plan's intervals hold at once with the probability that was asked for: repeated confidence intervals,
Jennison and Turnbull (1989), Journal of the Royal Statistical Society B 51, 305-361.

The looks are at prefixes of one sequence of playthroughs, so the statistics are the sums of a random walk at known
times; the chance that one of them is ever outside is found by the recursion of Armitage, McPherson and Rowe (1969),
Journal of the Royal Statistical Society A 132, 235-244. Sums of playthroughs are taken to be normal; where they are
not, the intervals themselves (exact binomial) are wider than the normal's and err on the safe side.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from simlab.stats.estimates import Estimate
from simlab.stats.tails import Tail

__all__ = ["LookedTail", "crossed", "level_of_each", "level_together", "looked", "spent"]

NODES = 96
STEPS = 60  # of bisection: the boundary to the last bit
NORMAL = NormalDist()
LEAST_P = 1e-300
APART = 1.005
"""Looks nearer than this to each other count as so far apart: what that costs too much is little, and the quadrature
follows."""


def level_of_each(level: float, looks: Sequence[int]) -> float:
    """Return the level of the interval at each look, so that all of them hold at once with probability `level`.

    Parameters
    ----------
    level : float
        Joint level, in (0, 1).
    looks : sequence of int, increasing
        Playthroughs at each look of the plan.

    Notes
    -----
    The same number of standard errors at every look (Pocock 1977, Biometrika 64, 191-199), for looks at any sizes.
    """
    if len(looks) < 2 or not 0 < level < 1:  # noqa: PLR2004 - one look needs no care
        return level
    return _level_of_each(level, tuple(looks))


@lru_cache(maxsize=1024)
def _level_of_each(level: float, looks: tuple[int, ...]) -> float:
    p = 1 - level
    low, high = -NORMAL.inv_cdf(p / 2), -NORMAL.inv_cdf(p / 2 / len(looks))  # one look, and Bonferroni
    for _ in range(STEPS):
        middle = (low + high) / 2
        if crossed(middle, looks)[-1] > p:
            low = middle
        else:
            high = middle
    return math.erf(high / math.sqrt(2))


def level_together(each: float, looks: Sequence[int]) -> float:
    """Return how sure it is that intervals at level `each` hold at all of several looks: what unplanned looks cost."""
    return 1 - crossed(NORMAL.inv_cdf((1 + each) / 2), looks)[-1] if looks else each


def spent(p: float, looks: Sequence[int]) -> float:
    """Return the chance that a p-value is as small as this at any look of a plan, where there is nothing to be found.

    Parameters
    ----------
    p : float
        p-value of a test at one look.
    looks : sequence of int, increasing
        Playthroughs at each look of the plan.
    """
    if len(looks) < 2 or not 0 < p < 1:  # noqa: PLR2004 - one look; nothing to be spent
        return p
    return max(p, _spent(max(p, LEAST_P), tuple(looks)))


@lru_cache(maxsize=4096)
def _spent(p: float, looks: tuple[int, ...]) -> float:
    return crossed(-NORMAL.inv_cdf(p / 2), looks)[-1]


@dataclass(frozen=True)
class LookedTail:
    """The test of one look, read as one of several."""

    alone: Tail
    looks: tuple[int, ...]

    def beyond(self, low: float, high: float) -> float:
        """p-value of the hypothesis that the truth lies in [low, high], whichever look it is read at."""
        return spent(self.alone.beyond(low, high), self.looks)


def looked(found: Estimate, level: float, looks: Sequence[int]) -> Estimate:
    """Read an estimate whose interval is at `level_of_each` as one that holds at `level` over all looks."""
    if len(looks) < 2:  # noqa: PLR2004 - one look needs no care
        return found
    tail = None if found.tail is None else LookedTail(found.tail, tuple(looks))
    return replace(found, level=level, tail=tail, method=f"{found.method}, {len(looks)} looks")


def crossed(boundary: float, looks: Sequence[int]) -> tuple[float, ...]:
    """Return the chance of having been outside by each look: the error that a plan has spent by then.

    Parameters
    ----------
    boundary : float
        Standard errors from the truth, on either side.
    looks : sequence of int, increasing
        Playthroughs at each look.

    Raises
    ------
    ValueError
        When the looks do not increase.
    """
    if any(later <= earlier for earlier, later in zip((0, *looks), looks, strict=False)):
        raise ValueError(f"looks come after more and more playthroughs, not at {tuple(looks)}")
    points, weights = np.polynomial.legendre.leggauss(NODES)
    inside: NDArray[np.float64] = np.zeros(1)  # where the walk is, and how likely, while it has been inside
    mass: NDArray[np.float64] = np.ones(1)
    chance, before, found = 0.0, 0.0, []
    for look in looks:
        size = max(float(look), before * APART)
        step, edge = math.sqrt(size - before), boundary * math.sqrt(size)
        chance += float(mass @ (_beyond((edge - inside) / step) + _beyond((edge + inside) / step)))
        at = edge * points
        apart = (at[:, None] - inside[None, :]) / step
        density = np.exp(-apart * apart / 2) @ mass / (step * math.sqrt(2 * math.pi))
        inside, mass, before = at, density * weights * edge, size
        found.append(min(1.0, chance))
    return tuple(found)


def _beyond(z: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chance that a standard normal is above z; erfc keeps its digits far out."""
    return np.array([math.erfc(value / math.sqrt(2)) / 2 for value in z.tolist()])
