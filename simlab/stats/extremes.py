"""The largest gap, the highest and the lowest of several numbers, whichever these are.

Whoever looks for the largest of several noisy numbers finds luck: four fair seats have a "largest gap" above nothing in
every sample. An interval of it is therefore projected from intervals that hold all at once (Hsu 1996, Multiple
Comparisons, chapter 1; Scheffé 1953, Biometrika 40, 87-104): whatever is true inside all of them, the largest is.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from simlab.stats.estimates import Estimate

__all__ = ["EXTREMES", "Extreme", "candidates", "projected"]

Extreme = Literal["gap", "highest", "lowest"]
EXTREMES: tuple[Extreme, ...] = ("gap", "highest", "lowest")


def projected(estimates: Sequence[Estimate], asked: Extreme) -> Estimate:
    """Return the largest gap, the highest or the lowest of several numbers.

    Parameters
    ----------
    estimates : sequence of Estimate
        Their intervals hold all at once, see `simultaneous`.
    asked : str

    Returns
    -------
    Estimate
        Without a standard error; its interval holds with at least the probability with which all of theirs do. The
        estimate itself is too large for a gap or a highest number, the more so the less is played: read the interval.

    Raises
    ------
    ValueError
        Without estimates, or when something else is asked.
    """
    if not estimates:
        raise ValueError("there is no extreme of nothing")
    if asked not in EXTREMES:
        raise ValueError(f"unknown extreme {asked!r}; allowed: {', '.join(EXTREMES)}")
    lows, highs = [one.lo for one in estimates], [one.hi for one in estimates]
    values = [float(one.estimate) for one in estimates]
    if asked == "gap":
        value, lo, hi = max(values) - min(values), max(0.0, max(lows) - min(highs)), max(highs) - min(lows)
    elif asked == "highest":
        value, lo, hi = max(values), max(lows), max(highs)
    else:
        value, lo, hi = min(values), min(lows), min(highs)
    method = f"projected from {len(estimates)} at once"
    n = min(one.n for one in estimates)
    return replace(
        estimates[0], estimate=value, se=math.nan, lo=lo, hi=hi, n=n, method=method, tail=None, slack=(0.0, 0.0)
    )


def candidates(estimates: Sequence[Estimate], asked: Extreme) -> list[int]:
    """Return the places of those that may be the highest (or the lowest), for all that their intervals leave open."""
    if asked == "lowest":
        return [place for place, one in enumerate(estimates) if one.lo <= min(other.hi for other in estimates)]
    return [place for place, one in enumerate(estimates) if one.hi >= max(other.lo for other in estimates)]
