"""Differences between two variants played on common random numbers, pair by pair.

Both variants play the same indices, so playthrough i of one is paired with playthrough i of the other and the luck they
share drops out of the difference. See Law, Simulation Modeling and Analysis, section 11.2.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import index

import numpy as np
from numpy.typing import NDArray

from simlab.stats import limits
from simlab.stats.estimates import Bounds, Estimate
from simlab.stats.intervals import batch_mean, mean

__all__ = ["Contrast", "paired_batches", "paired_rows"]


@dataclass(frozen=True)
class Contrast:
    """A paired difference.

    Parameters
    ----------
    estimate : Estimate
        The first variant's mean less the second's.
    variance_reduction : float
        How many times fewer playthroughs the pairing needs than two independent runs for the same precision: the sum of
        the two variances over the variance of the difference. Infinite when the difference never varies, 1 when nothing
        does; below 1 when pairing does harm; nan for fewer than two pairs or batches.
    """

    estimate: Estimate
    variance_reduction: float


def paired_rows(
    a: NDArray[np.integer],
    b: NDArray[np.integer],
    *,
    scale: int = 1,
    level: float = 0.95,
    bounds: Bounds | None = None,
) -> Contrast:
    """Mean of a - b over aligned playthroughs.

    Parameters
    ----------
    a, b : ndarray of int, shape (n,)
        The two variants' values for the same indices in the same order.
    scale : int
        The values in their units are a / scale and b / scale.
    level : float
        Confidence level.
    bounds : tuple of float, optional
        Least and greatest possible difference, in units; 0 lies between them. Where fewer pairs differ than the normal
        limit needs (10 at 95 %), none included, the interval is [q·low, q·high]: q is the exact upper limit of the
        share of pairs that differ at all, about 3/n when none was seen to.

    Raises
    ------
    ValueError
        When the rows are not aligned vectors of integers, or 0 is outside the bounds.

    Notes
    -----
    Otherwise Student's interval of the mean difference. Without bounds a sample in which no pair differs limits the
    mean difference not at all, and a few differing pairs are trusted to the normal limit.
    """
    if a.shape != b.shape or a.ndim != 1:
        raise ValueError(f"paired rows are two vectors of equal length, not of shapes {a.shape} and {b.shape}")
    sums_a, sums_b, difference = _sums(a), _sums(b), _wide(a) - _wide(b)
    sums = _sums(difference)
    estimate = mean(*sums, scale=scale, level=level, bounds=bounds)
    estimate = _few_differ(estimate, int(np.count_nonzero(difference)), sums[0], "pairs", bounds)
    if math.isnan(estimate.se):
        return Contrast(estimate, math.nan)
    spread_a, spread_b, spread = (n * squares - total**2 for n, total, squares in (sums_a, sums_b, sums))
    return Contrast(estimate, _reduction(spread_a + spread_b, spread))


def paired_batches(
    totals_a: Iterable[int],
    totals_b: Iterable[int],
    counts: Iterable[int],
    *,
    var_a: float,
    var_b: float,
    scale: int = 1,
    level: float = 0.95,
    bounds: Bounds | None = None,
) -> Contrast:
    """Mean of a - b from the sums of the same batches of playthroughs.

    Parameters
    ----------
    totals_a, totals_b, counts : iterable of int, one entry per batch
        The two variants' sums over the same indices and how many these are.
    var_a, var_b : float
        Variance of one playthrough's value in either variant, in squared units.
    scale, level
        As for `paired_rows`.
    bounds : tuple of float, optional
        As for `paired_rows`, with whole batches for pairs: a batch without a difference proves no more than that. Rows
        say more where few batches differ.

    Raises
    ------
    ValueError
        When the three do not have one entry per batch, or 0 is outside the bounds.
    """
    pairs = [(index(a) - index(b), index(c)) for a, b, c in zip(totals_a, totals_b, counts, strict=True) if c]
    differences, sizes = [d for d, _ in pairs], [c for _, c in pairs]
    estimate = batch_mean(differences, sizes, scale=scale, level=level, bounds=bounds)
    # A short batch has less room to differ: it counts when it does, and proves nothing when it does not.
    full = sizes.count(max(sizes, default=0))
    differing = min(full, sum(d != 0 for d in differences))
    estimate = _few_differ(estimate, differing, full, "batches", bounds)
    return Contrast(estimate, _reduction(var_a + var_b, estimate.n * estimate.se**2))


def _few_differ(estimate: Estimate, differing: int, n: int, units: str, bounds: Bounds | None) -> Estimate:
    """Replace the interval by a bound on the share of pairs or batches that differ, where few of them do."""
    if bounds is None or n == 0 or differing >= limits.demand(estimate.level):
        return estimate
    if not bounds[0] <= 0 <= bounds[1]:
        raise ValueError(f"a difference can be 0, which is outside its bounds {bounds}")
    largest = limits.clopper_pearson(differing, n, estimate.level)[1]
    lo, hi = largest * bounds[0], largest * bounds[1]
    return replace(estimate, lo=lo, hi=hi, method=f"few {units} differ, exact bound", tail=None)


def _wide(values: NDArray[np.integer]) -> NDArray[np.int64]:
    """Integers wide enough for a difference; anything else is refused."""
    if not np.issubdtype(values.dtype, np.integer):
        raise ValueError(f"paired rows hold integers, not {values.dtype}")
    return values.astype(np.int64)


def _sums(values: NDArray[np.integer]) -> tuple[int, int, int]:
    """Count, sum and sum of squares, exactly."""
    wide = _wide(values)
    largest = max(abs(int(wide.max())), abs(int(wide.min()))) if wide.size else 0
    exact = wide if wide.size * largest**2 < 2**63 else wide.astype(object)
    return wide.size, int(exact.sum()), int((exact * exact).sum())


def _reduction(apart: float, paired: float) -> float:
    """Variance of a difference of independent playthroughs over that of paired ones."""
    if paired == 0:
        return math.inf if apart else 1.0
    return apart / paired
