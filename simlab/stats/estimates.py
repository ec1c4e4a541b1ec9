"""What an estimate is: a number, its interval, and the test that goes with it."""

import math
from dataclasses import dataclass

from simlab.stats.limits import tail_area
from simlab.stats.tails import Tail

__all__ = ["ANY", "Bounds", "Estimate", "simultaneous"]

Bounds = tuple[float, float]
"""Least and greatest value a quantity can take, in its own units."""

ANY: Bounds = (-math.inf, math.inf)
"""The bounds of a quantity that has none."""


@dataclass(frozen=True)
class Estimate:
    """A number read off a sample, and how far to trust it.

    Parameters
    ----------
    estimate : float
        The value; an int where a quantile of integers is meant.
    se : float
        Standard error in the same units, nan where none is known.
    lo, hi : float
        Ends of the interval, infinite where the sample sets no limit.
    level : float
        Confidence level of this one interval. Of several read together it is the level of each, see `simultaneous`.
    n : int
        Playthroughs behind the estimate.
    method : str
        How the interval was made, in words.
    tail : Tail or None
        The test that goes with the interval; without one the interval itself is the test.
    slack : tuple of float
        By how much `lo` and `hi` were moved outwards for playthroughs without an end, see `verdicts.widen`.
    """

    estimate: float
    se: float
    lo: float
    hi: float
    level: float
    n: int
    method: str
    tail: Tail | None = None
    slack: tuple[float, float] = (0.0, 0.0)

    def cells(self, metric: str) -> dict[str, object]:
        """Return the value cells of a row of a `Table`, from `metric` to `method`."""
        names = ("estimate", "se", "lo", "hi", "level", "n", "method")
        return {"metric": metric} | {name: getattr(self, name) for name in names}


def simultaneous(level: float, family: int) -> float:
    """Level of each interval so that all of a family hold at once with probability `level` (Bonferroni).

    Parameters
    ----------
    level : float
        Level of the family.
    family : int
        Intervals read together. Two shares that add up to one are one statement: count them once.
    """
    return 1 - 2 * tail_area(level) / max(1, family)
