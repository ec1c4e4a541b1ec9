"""What holds of worlds that were drawn: the world is the unit, and the draws are a sample of all there could be."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from simlab.stats import limits
from simlab.stats.estimates import ANY, Bounds, Estimate
from simlab.stats.tails import NormalTail

__all__ = ["Spread", "average", "share_at_least", "share_at_most", "spread"]


@dataclass(frozen=True)
class Spread:
    """Where the differences between the estimates of several worlds come from.

    Parameters
    ----------
    between : float
        Standard deviation of the truth from world to world.
    within : float
        Root mean square of the estimates' own errors: the luck that is left in each of them.
    """

    between: float
    within: float


def average(
    estimates: Sequence[float],
    *,
    playthroughs: int,
    level: float = 0.95,
    slack: tuple[float, float] = (0.0, 0.0),
    bounds: Bounds = ANY,
) -> Estimate:
    """Mean over all worlds there could be, from one estimate in each of those that were drawn.

    Parameters
    ----------
    estimates : sequence of float
        One for each drawn world, all made of as many playthroughs or more.
    playthroughs : int
        Behind all of them.
    level : float
        Confidence level.
    slack : tuple of float
        By how much playthroughs that were cut off could lower and raise the mean.
    bounds : tuple of float
        Least and greatest possible value.

    Raises
    ------
    ValueError
        With fewer than two worlds: one says nothing of how much they differ.

    Notes
    -----
    Student's interval with one degree of freedom less than there are worlds. The luck within each world is part of how
    much the estimates differ, so it is in the interval too: Law, Simulation Modeling and Analysis, section 9.4
    (replication/deletion).
    """
    number = len(estimates)
    if number < 2:  # noqa: PLR2004 - the least that differ
        raise ValueError(f"{number} world is no sample of worlds")
    middle = math.fsum(estimates) / number
    variance = math.fsum((each - middle) ** 2 for each in estimates) / (number - 1)
    se = math.sqrt(variance / number)
    reach = limits.critical(level, number - 1) * se
    low, high = middle - reach - slack[0], middle + reach + slack[1]
    return Estimate(
        middle,
        se,
        max(bounds[0], low),
        min(bounds[1], high),
        level,
        playthroughs,
        f"t over {number} worlds" + (", widened for truncated" if slack != (0.0, 0.0) else ""),
        NormalTail(middle, se, number - 1) if se > 0 else None,
        slack,
    )


def share_at_least(found: int, number: int, *, level: float = 0.95, each: float = 0.95) -> float:
    """Lower limit of the share of all worlds in which a verdict is true, from those in which it was found.

    Parameters
    ----------
    found, number : int
        Drawn worlds in which the verdict was reached, and all that were drawn. Where it could not be told it counts as
        not reached.
    level : float
        Confidence of the limit.
    each : float
        Level of the interval behind each verdict; it is reached wrongly in one tail of it.

    Notes
    -----
    With a share s of true worlds a drawn one is found with probability at most s + (1 - s)·a, a being the tail: the
    exact lower limit q of what is found (Clopper and Pearson 1934) gives s >= (q - a)/(1 - a).
    """
    if not 0 <= found <= number or number < 1:
        raise ValueError(f"{found} of {number} worlds")
    wrong = limits.tail_area(each)
    lower = limits.clopper_pearson(found, number, 2 * level - 1)[0]
    return max(0.0, (lower - wrong) / (1 - wrong))


def share_at_most(against: int, number: int, *, level: float = 0.95, each: float = 0.95) -> float:
    """Upper limit of the share of worlds in which a verdict is true, from those in which its opposite was found."""
    return 1 - share_at_least(against, number, level=level, each=each)


def spread(estimates: Sequence[float], errors: Sequence[float]) -> Spread:
    """Part what worlds differ in from the luck of each estimate.

    Parameters
    ----------
    estimates, errors : sequence of float
        One estimate and its standard error for each world.

    Notes
    -----
    The moment estimator of DerSimonian and Laird (1986), Controlled Clinical Trials 7, 177-188, with equal weights: the
    variance of the estimates less the mean of their squared errors, and 0 where luck alone explains it.
    """
    number = len(estimates)
    middle = math.fsum(estimates) / number
    variance = math.fsum((each - middle) ** 2 for each in estimates) / max(1, number - 1)
    luck = math.fsum(error * error for error in errors if math.isfinite(error)) / number
    return Spread(math.sqrt(max(0.0, variance - luck)), math.sqrt(luck))
