"""Means of what does not come up equally often everywhere: sums over how often, whose errors go together.

A seat option that sits some playthroughs out, or a winner that not every playthrough has, is read where it comes up.
Its mean is a ratio of two sums that both vary; several such means on the same indices share their luck.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simlab.stats import limits
from simlab.stats.contrasts import Contrast
from simlab.stats.estimates import ANY, Bounds, Estimate
from simlab.stats.tails import NormalTail

__all__ = ["combined_ratios"]

ROUNDING = 8 * float(np.finfo(np.float64).eps)  # a difference of that size, beside its terms, is none


def combined_ratios(
    totals: Sequence[NDArray[np.integer]],
    counts: Sequence[NDArray[np.integer]],
    weights: Sequence[float],
    *,
    scales: Sequence[int],
    level: float = 0.95,
    bounds: Bounds | None = None,
) -> Contrast:
    """Combination Σ w·(Σt / Σc) of K ratios that are read off the same units.

    Parameters
    ----------
    totals, counts : K vectors of int, shape (U,)
        For each unit (a playthrough, or a batch of them) the sum of its values and how many these are, perhaps none.
    weights : sequence of float, K
        1 for a single ratio, 1/K for each of an average, 1 and -1 for a difference.
    scales : sequence of int, K
        The values in their units are t / scale.
    level : float
        Confidence level.
    bounds : tuple of float, optional
        Least and greatest possible value; the interval is kept inside, and stands for the ends where nothing is known.

    Returns
    -------
    Contrast
        The estimate, whose n is the smallest of the K sums of counts, and how many times fewer units the pairing needs
        than K independent runs.

    Raises
    ------
    ValueError
        When the vectors are not aligned.

    Notes
    -----
    Linearised: unit u of ratio R = T/C contributes (t - R·c)/C, and the variance is U/(U - 1) times the sum of squares
    of Σ w·(t - R·c)/C over the units, with Student's t. Source: Cochran, Sampling Techniques, 3rd edition, sections 6.3
    (one ratio) and 6.19 (comparing two). Units in which no ratio came up say nothing and are not counted. It is biased
    by about 1/U, which is why units are many: playthroughs, or no fewer than 32 batches.
    """
    if len({part.shape for part in (*totals, *counts)}) != 1 or not len(totals) == len(counts) == len(weights):
        raise ValueError("ratios are combined from aligned vectors, one weight for each")
    wide = np.array(totals, np.float64), np.array(counts, np.float64)
    came_up = wide[1].any(axis=0)
    t, c = wide[0][:, came_up], wide[1][:, came_up]
    units, n = int(came_up.sum()), int(c.sum(axis=1).min(initial=math.inf)) if c.size else 0
    if n == 0:
        return Contrast(Estimate(math.nan, math.nan, *(bounds or ANY), level, 0, "no data"), math.nan)
    size = c.sum(axis=1, keepdims=True)
    ratio = t.sum(axis=1, keepdims=True) / size
    factor = np.array([[weight / scale] for weight, scale in zip(weights, scales, strict=True)])
    value = float((factor * ratio).sum())
    if units < 2:  # noqa: PLR2004 - a variance takes two
        return Contrast(Estimate(value, math.nan, *(bounds or ANY), level, n, "one value"), math.nan)
    expected = ratio * c
    off = t - expected
    off[np.abs(off) <= ROUNDING * (np.abs(t) + np.abs(expected))] = 0
    parts = factor * off / size
    spread, apart = float((parts.sum(axis=0) ** 2).sum()), float((parts**2).sum())
    reduction = apart / spread if spread else math.inf if apart else 1.0
    return Contrast(_estimate(value, spread, units, n, level, bounds), reduction)


def _estimate(value: float, spread: float, units: int, n: int, level: float, bounds: Bounds | None) -> Estimate:
    low, high = bounds or ANY
    if spread == 0:  # equal values everywhere are no evidence of certainty
        other = limits.same_value(units, level)
        ends = value - other * (value - low), value + other * (high - value)
        return Estimate(value, 0.0, *ends, level, n, "equal values, rule of three")
    se, df = math.sqrt(spread * units / (units - 1)), units - 1
    half = limits.critical(level, df) * se
    name = f"t({df})" if df < limits.NORMAL_FROM else "normal"
    ends = max(low, value - half), min(high, value + half)
    return Estimate(value, se, *ends, level, n, f"ratio of sums, {name}", NormalTail(value, se, df))
