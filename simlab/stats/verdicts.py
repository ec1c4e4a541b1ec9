"""Whether estimates meet a designer's bands, alone and in families."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from simlab.stats.estimates import ANY, Bounds, Estimate

__all__ = ["Band", "Verdict", "holm", "needed", "outside_p", "verdict", "verdicts", "widen"]

Band = tuple[float | None, float | None]
"""Lowest and highest wanted value, both included; None for no limit."""

Verdict = Literal["inside", "below", "above", "undecided"]


def _edges(band: Band) -> tuple[float, float]:
    """Ends of a band as numbers."""
    low, high = band
    ends = -math.inf if low is None else low, math.inf if high is None else high
    if not ends[0] <= ends[1]:
        raise ValueError(f"a band goes from low to high, not from {low!r} to {high!r}")
    return ends


def verdict(estimate: Estimate, band: Band) -> Verdict:
    """Judge one estimate by its interval.

    Parameters
    ----------
    estimate : Estimate
        With an interval at the level wanted.
    band : tuple of float or None
        (low, high), both included.

    Returns
    -------
    str
        'inside' when the whole interval is within the band, 'below' or 'above' when it is wholly outside, otherwise
        'undecided'.

    Raises
    ------
    ValueError
        When the band is upside down.

    Notes
    -----
    'inside' is the equivalence test of Schuirmann (1987), Journal of Pharmacokinetics and Biopharmaceutics 15, 657-680:
    two one-sided tests, here at half of 1 - level each.
    """
    low, high = _edges(band)
    if low <= estimate.lo and estimate.hi <= high:
        return "inside"
    if estimate.hi < low:
        return "below"
    if estimate.lo > high:
        return "above"
    return "undecided"


def outside_p(estimate: Estimate, band: Band) -> float:
    """p-value of the hypothesis that the truth lies in the band: small when it is surely outside.

    Parameters
    ----------
    estimate : Estimate
        Tested by what it carries: the exact binomial for shares, Student's t or the normal for means, the sign test
        for quantiles. An estimate without a test of its own is tested by its interval at its own level: in a family of
        m, make it at `simultaneous(level, m)`.
    band : tuple of float or None
        (low, high), both included.

    Raises
    ------
    ValueError
        When the band is upside down.
    """
    low, high = _edges(band)
    if estimate.tail is None:
        return 1 - estimate.level if verdict(estimate, band) in {"below", "above"} else 1.0
    # What was added to the interval for playthroughs without an end is added to the band.
    return estimate.tail.beyond(low - estimate.slack[1], high + estimate.slack[0])


def holm(pvalues: Iterable[float]) -> list[float]:
    """p-values adjusted so that a family's chance of any false rejection is kept, in the order given.

    Source: Holm (1979), Scandinavian Journal of Statistics 6, 65-70. A p-value of nan rejects nothing and counts as 1.
    """
    filled = [1.0 if math.isnan(p) else p for p in pvalues]
    adjusted, largest = [0.0] * len(filled), 0.0
    for rank, place in enumerate(sorted(range(len(filled)), key=filled.__getitem__)):
        largest = max(largest, min(1.0, (len(filled) - rank) * filled[place]))
        adjusted[place] = largest
    return adjusted


def verdicts(estimates: Sequence[Estimate], bands: Sequence[Band], family_level: float = 0.95) -> list[Verdict]:
    """Judge a family of estimates, each by its own band.

    Parameters
    ----------
    estimates, bands : sequence, one band for each estimate
        The family: what is shown together and searched for something outside.
    family_level : float
        The chance that no estimate is wrongly called below or above is at least this.

    Returns
    -------
    list of str
        Verdicts in order. 'inside' is read off the interval: "every one is inside" is an intersection-union test, which
        needs no correction (Berger and Hsu 1996, Statistical Science 11, 283-319). 'below' and 'above' ask for an
        interval wholly outside and for a p-value that stays at 1 - family_level or less after Holm's correction.

    Raises
    ------
    ValueError
        When there is not one band for each estimate, or a band is upside down.
    """
    alone = [verdict(estimate, band) for estimate, band in zip(estimates, bands, strict=True)]
    adjusted = holm(outside_p(estimate, band) for estimate, band in zip(estimates, bands, strict=True))
    return [
        "undecided" if said in {"below", "above"} and p > 1 - family_level else said
        for said, p in zip(alone, adjusted, strict=True)
    ]


def widen(estimate: Estimate, extra_low: float, extra_high: float, bounds: Bounds = ANY) -> Estimate:
    """Allow for playthroughs that were cut off before their end.

    Parameters
    ----------
    estimate : Estimate
        With these playthroughs counted in some way.
    extra_low, extra_high : float
        By how much the estimate would fall or rise at most if they were counted another way, not negative.
    bounds : tuple of float, optional
        Least and greatest possible value; the interval is kept inside.

    Returns
    -------
    Estimate
        The same estimate with an interval that holds however they would have ended, so that no verdict hangs on it.

    Raises
    ------
    ValueError
        When an allowance is negative.
    """
    if extra_low < 0 or extra_high < 0:
        raise ValueError(f"an interval is widened outwards, not by {extra_low!r} and {extra_high!r}")
    if extra_low == extra_high == 0:
        return estimate
    return replace(
        estimate,
        lo=min(estimate.lo, max(bounds[0], estimate.lo - extra_low)),
        hi=max(estimate.hi, min(bounds[1], estimate.hi + extra_high)),
        method=f"{estimate.method}, widened for truncated",
        slack=(estimate.slack[0] + extra_low, estimate.slack[1] + extra_high),
    )


def needed(estimate: Estimate, band: Band) -> int | None:
    """Playthroughs, those already played included, at which a verdict is to be expected.

    Parameters
    ----------
    estimate : Estimate
        The present one; the truth is taken to be what it says.
    band : tuple of float or None
        (low, high), both included.

    Returns
    -------
    int or None
        The present n when the verdict is reached. None when no n will do: the estimate, give or take what truncated
        playthroughs may change, lies on an edge, or there is no interval yet to go by.

    Raises
    ------
    ValueError
        When the band is upside down.

    Notes
    -----
    Each side of the interval is taken to shrink as 1/sqrt(n), or as 1/n where the sample did not vary and the interval
    is a rule of three. At this n the verdict is reached about every second time.
    """
    low, high = _edges(band)
    if verdict(estimate, band) != "undecided":
        return estimate.n
    least, most = estimate.estimate - estimate.slack[0], estimate.estimate + estimate.slack[1]
    down, up = least - estimate.lo, estimate.hi - most
    if low < least and most < high:
        growth = max(down / (least - low), up / (high - most))
    elif least > high:
        growth = down / (least - high)
    elif most < low:
        growth = up / (low - most)
    else:
        return None
    if not math.isfinite(growth):
        return None
    return max(estimate.n + 1, math.ceil(estimate.n * growth ** (1 if estimate.se == 0 else 2)))
