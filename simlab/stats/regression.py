"""What each of several things that are varied at once changes, by least squares on means that share their luck.

All variants play the same indices, so their means are not independent and the textbook error of a regression is
wrong. But with a fixed design a least-squares coefficient is a fixed combination Σ w·mean of the variants' means:
fitted within each unit (a batch of indices, or one index) it gives one value for each unit, and these are independent.
The interval is Student's over the units. It takes no model of the errors and, where the fit is poor, no faith in it
either: the coefficient is then that of the best fit of this form over the design.

Sources: least squares and centred columns, Draper and Smith, Applied Regression Analysis, 3rd edition, chapters 5 and
14; the same regression fitted in every replication, Kleijnen, Design and Analysis of Simulation Experiments, 2nd
edition, section 2.6.1 (common random numbers).
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simlab.stats import limits
from simlab.stats.contrasts import Contrast
from simlab.stats.estimates import ANY, Bounds, Estimate
from simlab.stats.ratios import ROUNDING
from simlab.stats.tails import NormalTail

__all__ = ["aliased", "combinations", "explained", "least_squares"]

Matrix = NDArray[np.float64]

NOTHING = 1e-9
"""What weights leave over that add up to nothing, beside their size: they come out of a matrix inverse."""


def aliased(design: Matrix) -> int | None:
    """Column of a design that the columns before it make up: nothing can tell its effect from theirs.

    Parameters
    ----------
    design : ndarray of float, shape (V, p)
        A line for each variant, a column for each coefficient.

    Returns
    -------
    int or None
        The first such column, counted from 0; None where all coefficients can be told apart.
    """
    length = np.linalg.norm(design, axis=0)
    scaled = design / np.where(length > 0, length, 1.0)
    for place in range(design.shape[1]):
        if np.linalg.matrix_rank(scaled[:, : place + 1]) <= place:
            return place
    return None


def least_squares(design: Matrix) -> Matrix:
    """Weights with which the variants' means are combined into least-squares coefficients.

    Parameters
    ----------
    design : ndarray of float, shape (V, p)
        A line for each variant, a column for each coefficient.

    Returns
    -------
    ndarray of float, shape (p, V)
        The pseudo-inverse: coefficients are its product with the means.

    Raises
    ------
    ValueError
        When some coefficients cannot be told apart.
    """
    if aliased(design) is not None:
        raise ValueError(f"a design of shape {design.shape} does not tell its {design.shape[1]} coefficients apart")
    length = np.linalg.norm(design, axis=0)  # columns of very different size would lose digits to each other
    return np.asarray(np.linalg.pinv(design / length) / length[:, None], np.float64)


def combinations(
    totals: Sequence[NDArray[np.integer]],
    counts: Sequence[NDArray[np.integer]],
    weights: Matrix,
    *,
    scales: Sequence[int],
    level: float = 0.95,
    bounds: Bounds = ANY,
) -> list[Contrast]:
    """Combinations Σ w·(Σt / Σc) of V means that are read off the same units, one for each line of weights.

    Parameters
    ----------
    totals, counts : V vectors of int, shape (U,)
        For each unit (a playthrough, or a batch of them) the sum of its values and how many these are, perhaps none.
    weights : ndarray of float, shape (p, V)
        Those of `least_squares`, or any others.
    scales : sequence of int, V
        The values in their units are t / scale.
    level : float
        Confidence level of each interval.
    bounds : tuple of float
        Least and greatest possible value of one playthrough, in units.

    Returns
    -------
    list of Contrast
        Estimates whose n is the smallest of the V sums of counts, and how many times fewer playthroughs the pairing
        needs than V independent runs.

    Raises
    ------
    ValueError
        When the vectors are not aligned.

    Notes
    -----
    Linearised as in `ratios.combined_ratios`: unit u contributes d = Σ w·(t - R·c)/C, and the variance is U/(U - 1)
    times Σ d². Where the weights of a line add up to nothing, units in which all variants had the same value say that
    nothing changed; with fewer others than the normal limit needs (`limits.demand`) the interval is that of
    `contrasts.paired_rows`: the exact upper limit of the share of units that differ, times the most that one can.
    """
    if len({part.shape for part in (*totals, *counts)}) != 1 or not len(totals) == len(counts) == weights.shape[1]:
        raise ValueError("means are combined from aligned vectors, a weight for each")
    t, c = np.array(totals, np.float64), np.array(counts, np.float64)
    n, units = int(c.sum(axis=1).min(initial=math.inf)) if c.size else 0, int(t.shape[1])
    if n == 0 or units < 2:  # noqa: PLR2004 - a variance takes two
        return [Contrast(Estimate(math.nan, math.nan, *ANY, level, n, "no data"), math.nan) for _ in weights]
    size, scale = c.sum(axis=1, keepdims=True), np.array(scales, np.float64)[:, None]
    mean = t.sum(axis=1, keepdims=True) / size
    expected = mean * c
    off = t - expected
    off[np.abs(off) <= ROUNDING * (np.abs(t) + np.abs(expected))] = 0
    parts = off / (size * scale)
    worth = t / scale * units / size
    found = []
    for line in weights:
        value, each = float(line @ (mean / scale)[:, 0]), line @ parts
        apart, spread = float(line**2 @ (parts**2).sum(axis=1)), float((each**2).sum())
        reduction = apart / spread if spread else math.inf if apart else 1.0
        told = _estimate(value, spread, units, n, level, bounds)
        if abs(line.sum()) <= NOTHING * np.abs(line).sum():
            told = _few_differ(told, _differing(line, worth), units, line, bounds)
        found.append(Contrast(told, reduction))
    return found


def _differing(line: Matrix, worth: Matrix) -> int:
    """Count the units in which a combination is not nothing."""
    size = np.abs(line) @ np.abs(worth)
    return int(np.count_nonzero(np.abs(line @ worth) > NOTHING * size))


def _estimate(value: float, spread: float, units: int, n: int, level: float, bounds: Bounds) -> Estimate:
    if spread == 0:  # equal values everywhere are no evidence of certainty
        other = limits.same_value(units, level)
        ends = value - other * (value - bounds[0]), value + other * (bounds[1] - value)
        return Estimate(value, 0.0, *ends, level, n, "equal values, rule of three")
    se, df = math.sqrt(spread * units / (units - 1)), units - 1
    half = limits.critical(level, df) * se
    name = f"t({df})" if df < limits.NORMAL_FROM else "normal"
    return Estimate(
        value, se, value - half, value + half, level, n, f"least squares, {name}", NormalTail(value, se, df)
    )


def _few_differ(found: Estimate, differing: int, units: int, line: Matrix, bounds: Bounds) -> Estimate:
    """Replace the interval by a bound on the share of units that differ, where few of them do."""
    if differing >= limits.demand(found.level):
        return found
    most = float(line[line > 0].sum()) * (bounds[1] - bounds[0])
    reach = limits.clopper_pearson(differing, units, found.level)[1] * most
    lo, hi = min(-reach, found.estimate), max(reach, found.estimate)
    method = "few units differ, exact bound"
    return Estimate(found.estimate, found.se, lo, hi, found.level, found.n, method)


def explained(design: Matrix, means: NDArray[np.float64]) -> float:
    """Share of the squared differences between the variants' means that the fit explains (R²).

    Parameters
    ----------
    design : ndarray of float, shape (V, p)
    means : ndarray of float, shape (V,)

    Returns
    -------
    float
        1 for a perfect fit; nan where all means are the same. Luck that is left in the means counts as unexplained.
    """
    rest = means - design @ (least_squares(design) @ means)
    whole = float(((means - means.mean()) ** 2).sum())
    return 1 - float((rest**2).sum()) / whole if whole > 0 else math.nan
