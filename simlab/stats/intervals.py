"""Estimates with their intervals, made from exact integer sums and histograms."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from operator import index
from typing import TypeVar

from simlab.stats import limits
from simlab.stats.estimates import ANY, Bounds, Estimate, simultaneous
from simlab.stats.tails import BinomialTail, NormalTail, RankTail

__all__ = [
    "Bounds",
    "Estimate",
    "batch_mean",
    "distribution",
    "mean",
    "proportion",
    "quantile",
    "share",
    "simultaneous",
]

Number = TypeVar("Number", int, float)


def proportion(successes: int, n: int, level: float = 0.95) -> Estimate:
    """Share of successes among independent playthroughs.

    Wilson's interval where n·p·(1-p) reaches `limits.demand` (10 at 95 %) for every p of the exact interval,
    Clopper and Pearson's exact one elsewhere.

    Parameters
    ----------
    successes, n : int
        Counts, 0 <= successes <= n.
    level : float
        Confidence level.

    Raises
    ------
    ValueError
        When the counts are impossible.

    Notes
    -----
    Asking it of the whole exact interval, not of the sample's share alone, is what keeps the exact guarantee: a true p
    with n·p·(1-p) below the demand is missed only by samples that the exact interval misses too. Above it, enumeration
    finds the error between 0.4 and 1.4 times the nominal one at every level from 90 % up: 93 to 98 % covered at 95 %.
    """
    successes, n = index(successes), index(n)
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes in {n} playthroughs")
    if n == 0:
        limits.tail_area(level)
        return Estimate(math.nan, math.nan, 0.0, 1.0, level, 0, "no data")
    ends, method = limits.wilson(successes, n, level), "Wilson"
    needed = limits.demand(level)
    # The exact ends are a few counts off Wilson's: where these have twice the demand, those have it and go uncomputed.
    if _least_variance(ends, n) < 2 * needed:
        exact = limits.clopper_pearson(successes, n, level)
        if _least_variance(exact, n) < needed:
            ends, method = exact, "Clopper-Pearson"
    se = math.sqrt(successes * (n - successes) / n**3)
    return Estimate(successes / n, se, *ends, level, n, method, BinomialTail(successes, n))


def _least_variance(ends: tuple[float, float], n: int) -> float:
    """Least n·p·(1-p) between two shares: it is concave in p, so the least is at an end."""
    return n * min(p * (1 - p) for p in ends)


def mean(
    n: int, total: int, total_squares: int, *, scale: int = 1, level: float = 0.95, bounds: Bounds | None = None
) -> Estimate:
    """Mean of independent values from their exact sums.

    Parameters
    ----------
    n, total, total_squares : int
        How many values x, their sum and the sum of their squares.
    scale : int
        The values in their units are x / scale.
    level : float
        Confidence level.
    bounds : tuple of float, optional
        Least and greatest possible value, in units. The interval is kept inside, and a sample of n equal values c,
        whose variance is no evidence of certainty, gets [c - u·(c - low), c + u·(high - c)], where u is the largest
        believable share of other values (`limits.same_value`). Without bounds such a sample limits the mean not at all.

    Raises
    ------
    ValueError
        When the sums belong to no sample.

    Notes
    -----
    Student's t with n - 1 degrees of freedom, the normal quantile from 10,000 on. The variance is
    (n·Σx² - (Σx)²) / (n·(n-1)·scale²), in exact integers up to the one division.
    """
    n, total, spread = index(n), index(total), _spread(n, total, total_squares)
    low, high = bounds or ANY
    if n < 2:  # noqa: PLR2004 - a variance takes two values
        method = "one value" if n else "no data"
        return Estimate(total / scale if n else math.nan, math.nan, low, high, level, n, method)
    value = total / (n * scale)
    if spread == 0:
        return _constant(value, n, level, (low, high))
    se = math.sqrt(spread / (n * n * (n - 1))) / scale
    return _normal(value, se, n - 1, level, n, "mean", (low, high))


def _spread(n: int, total: int, total_squares: int) -> int:
    """n·Σx² - (Σx)²: n·(n-1) times the sample variance, exactly."""
    spread = index(n) * index(total_squares) - index(total) ** 2
    if n < 0 or spread < 0:
        raise ValueError(f"no {n} values have the sum {total} and the sum of squares {total_squares}")
    return spread


def _normal(value: float, se: float, df: int, level: float, n: int, of: str, bounds: Bounds) -> Estimate:
    """Interval of a mean with a known standard error, by Student's t while that differs from the normal."""
    half = limits.critical(level, df) * se
    name = f"t({df})" if df < limits.NORMAL_FROM else "normal"
    ends = max(bounds[0], value - half), min(bounds[1], value + half)
    return Estimate(value, se, *ends, level, n, f"{of}, {name}", NormalTail(value, se, df))


def _constant(value: float, n: int, level: float, bounds: Bounds, units: int | None = None) -> Estimate:
    """Interval of a mean when `units` independent values (n unless stated) were all the same."""
    other = limits.same_value(units or n, level)
    ends = value - other * (value - bounds[0]), value + other * (bounds[1] - value)
    return Estimate(value, 0.0, *ends, level, n, "equal values, rule of three")


def share(n: int, total: int, total_squares: int, *, whole: int = 60, level: float = 0.95) -> Estimate:
    """Mean credit as a share of wins, where a win may be split.

    Parameters
    ----------
    n, total, total_squares : int
        Playthroughs, sum of their credits and sum of the squares of these.
    whole : int
        Credit of an undivided win; a credit is an integer from 0 to `whole`.
    level : float
        Confidence level.

    Raises
    ------
    ValueError
        When the sums belong to no sample of credits.

    Notes
    -----
    A credit x of 0 … w has x² <= w·x, and equality only at the ends: Σx² = w·Σx says that no win was split, and the
    share is a `proportion`. With split wins it is a `mean`, unless n times the variance falls short of what the normal
    limit needs (`limits.demand`): then the empirical Bernstein bound holds whatever the distribution.
    """
    n, total, total_squares = index(n), index(total), index(total_squares)
    if not 0 <= total <= n * whole or total_squares > whole * total:
        raise ValueError(f"no {n} credits of 0 … {whole} have the sum {total} and the sum of squares {total_squares}")
    if total_squares == whole * total:
        return proportion(total // whole, n, level)
    estimate = mean(n, total, total_squares, scale=whole, level=level, bounds=(0.0, 1.0))
    variance = n * estimate.se**2
    if not 0 < n * variance < limits.demand(level):
        return estimate
    half = limits.bernstein(n, variance, 1.0, level)
    ends = max(0.0, estimate.estimate - half), min(1.0, estimate.estimate + half)
    return Estimate(estimate.estimate, estimate.se, *ends, level, n, "empirical Bernstein")


def batch_mean(
    totals: Iterable[int],
    counts: Iterable[int],
    *,
    scale: int = 1,
    level: float = 0.95,
    bounds: Bounds | None = None,
) -> Estimate:
    """Mean from batches of playthroughs, with an error read from how the batches differ.

    Parameters
    ----------
    totals, counts : iterable of int, one entry per batch
        Sum of the values and how many they are. Batches without values are left out.
    scale, level, bounds
        As for `mean`; equal batches are judged as so many equal values, which is all they prove.

    Raises
    ------
    ValueError
        When there is not one count for each total.

    Notes
    -----
    The estimate is the ratio of the sums m = Σt / Σc. A batch mean t/c has variance σ²/c, so that
    σ² = Σ c·(t/c - m)² / (B - 1) and se² = σ² / Σc, with B - 1 degrees of freedom: weighted least squares, exact for
    normal batch means of any sizes, hence also with a last batch that is not full. For batch means see Law, Simulation
    Modeling and Analysis, chapter 9.
    """
    pairs = [(index(t), index(c)) for t, c in zip(_ints(totals), _ints(counts), strict=True) if c]
    total, n, batches = sum(t for t, _ in pairs), sum(c for _, c in pairs), len(pairs)
    if batches < 2:  # noqa: PLR2004 - a variance takes two batches
        method = "one batch" if batches else "no data"
        return Estimate(total / (n * scale) if n else math.nan, math.nan, *(bounds or ANY), level, n, method)
    value = total / (n * scale)
    # (t·n - total·c)² / (c·n²) is c·(t/c - m)², with every subtraction exact.
    squares = math.fsum((t * n - total * c) ** 2 / (c * n * n) for t, c in pairs)
    if squares == 0:
        # A short batch had less room to differ and is no evidence.
        sizes = [c for _, c in pairs]
        return _constant(value, n, level, bounds or ANY, units=sizes.count(max(sizes)))
    se = math.sqrt(squares / (batches - 1) / n) / scale
    return _normal(value, se, batches - 1, level, n, "batch means", bounds or ANY)


def _ints(numbers: Iterable[Number]) -> Iterable[Number]:
    """NumPy arrays as Python's numbers, of which integers do not overflow."""
    return numbers.tolist() if hasattr(numbers, "tolist") else numbers


def quantile(
    values: Iterable[float],
    counts: Iterable[int],
    q: float,
    level: float = 0.95,
    bounds: Bounds | None = None,
) -> Estimate:
    """Quantile of a distribution from the histogram of a sample.

    Parameters
    ----------
    values : iterable of int or float
        Distinct values; integers stay integers.
    counts : iterable of int
        How often each was seen.
    q : float
        Strictly between 0 and 1; read as the decimal it is written as, so that 0.07 of 100 values are 7.
    level : float
        Confidence level, kept for every distribution.
    bounds : tuple of float, optional
        Stand in for an end that the sample is too small to set; infinite unless given.

    Raises
    ------
    ValueError
        When `q` is no share or there is not one count for each value.

    Notes
    -----
    The estimate is the least value with q·n values at or below it. The interval runs between two order statistics:
    the r-th smallest lies above the quantile with probability P(K < r) at most, K binomial(n, q). Source: David and
    Nagaraja, Order Statistics, section 7.1.
    """
    tail = limits.tail_area(level)
    if not 0 < q < 1:
        raise ValueError(f"a quantile is asked at a share strictly between 0 and 1, not at {q!r}")
    seen = sorted((v, index(c)) for v, c in zip(_ints(values), _ints(counts), strict=True) if c)
    n, (low, high) = sum(c for _, c in seen), bounds or ANY
    if n == 0:
        return Estimate(math.nan, math.nan, low, high, level, 0, "no data")
    levels, cumulative = tuple(v for v, _ in seen), tuple(accumulate(c for _, c in seen))
    # Ranks that fit: P(K <= rank - 1) <= tail from below, and the mirror image from above.
    lower = bisect_right(range(n + 1), tail, key=lambda k: limits.at_most(k, n, q))
    upper = n + 1 - bisect_right(range(n + 1), tail, key=lambda k: limits.at_most(k, n, 1 - q))
    ranks = math.ceil(Fraction(str(q)) * n), max(lower, 1), min(upper, n)
    value, first, last = (levels[bisect_left(cumulative, rank)] for rank in ranks)
    ends = first if lower >= 1 else min(low, first), last if upper <= n else max(high, last)
    tails = RankTail(levels, cumulative, q)
    return Estimate(value, math.nan, *ends, level, n, "order statistics, binomial ranks", tails)


def distribution(counts: Iterable[int], n: int, level: float = 0.95) -> list[Estimate]:
    """Shares of all cells of a histogram, with intervals that hold at once.

    Parameters
    ----------
    counts : iterable of int
        Playthroughs in each cell.
    n : int
        Playthroughs in all, also those in no cell.
    level : float
        Level of the family; each estimate states its own.

    Returns
    -------
    list of Estimate
        One per cell, in order. Two cells that hold everything are one statement and need no correction.
    """
    cells = [index(c) for c in _ints(counts)]
    complementary = len(cells) == 2 and sum(cells) == n  # noqa: PLR2004 - one is what the other is not
    each = simultaneous(level, 1 if complementary else len(cells))
    return [proportion(c, n, each) for c in cells]
