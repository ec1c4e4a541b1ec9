"""How many playthroughs a verdict takes, before they are played.

An estimate is taken to be normal with standard error sd/√n, which is what its interval becomes at the sizes that are
planned; shares near 0 and 1, where it is not, are asked for the exact binomial's minimum too.
"""

import math
from statistics import NormalDist

from simlab.stats.limits import tail_area

__all__ = ["detectable", "for_inside", "for_none", "for_outside", "share_sd"]

NORMAL = NormalDist()
STEPS = 200


def for_outside(
    effect: float,
    sd: float,
    *,
    at_edge: float | None = None,
    level: float = 0.95,
    family: int = 1,
    power: float = 0.9,
) -> int:
    """Playthroughs at which a truth outside a band, by `effect`, is found to be there with probability `power`.

    Parameters
    ----------
    effect : float
        Distance of the truth from the nearest edge, above 0.
    sd : float
        Standard deviation of one playthrough's value (of one pair's difference), in the same units.
    at_edge : float, optional
        The same were the truth at the edge, which is what a share's interval goes by; by default `sd`.
    level : float
        Of the interval, which must lie wholly outside.
    family : int
        Verdicts that are corrected together by Holm's procedure: the first of them is tested at 1/family of the error.
    power : float
        Wanted probability, in (0, 1).

    Notes
    -----
    n = ((z·at_edge + z_power·sd)/effect)², with z of the interval or of Holm's first step, whichever is larger: Lachin
    (1981), Controlled Clinical Trials 2, 93-113.
    """
    reach = _reach(level, family) * (sd if at_edge is None else at_edge) + NORMAL.inv_cdf(power) * sd
    return max(1, math.ceil((reach / effect) ** 2)) if reach > 0 else 1


def for_inside(
    effect: float,
    sd: float,
    *,
    other: float = math.inf,
    at_edge: float | None = None,
    level: float = 0.95,
    power: float = 0.9,
) -> int:
    """Playthroughs at which an interval lies wholly inside a band with probability `power`.

    Parameters
    ----------
    effect, other : float
        Distances of the truth from the nearer and the farther edge, above 0; infinite where there is none.
    sd, at_edge, level, power
        As for `for_outside`.

    Notes
    -----
    The power of two one-sided tests, solved for n by bisection: Φ((effect·√n - z·at_edge)/sd) + Φ((other·√n -
    z·at_edge)/sd) - 1, see Phillips (1990), Journal of Pharmacokinetics and Biopharmaceutics 18, 137-144.
    """
    reach = -NORMAL.inv_cdf(tail_area(level)) * (sd if at_edge is None else at_edge)
    if sd == 0:
        return max(1, math.ceil((reach / effect) ** 2))

    def chance(root: float) -> float:
        far = 1.0 if math.isinf(other) else NORMAL.cdf((other * root - reach) / sd)
        return NORMAL.cdf((effect * root - reach) / sd) + far - 1

    low, high = 0.0, 1.0
    while chance(high) < power:
        low, high = high, 2 * high
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if chance(middle) < power else (low, middle)
    return max(1, math.ceil(high * high))


def for_none(edge: float, *, level: float = 0.95) -> int:
    """Playthroughs in which something must never happen for its share to be known to lie below an edge.

    Source: the exact upper limit of Clopper and Pearson (1934) for a count of 0, 1 - tail^(1/n).
    """
    return max(1, math.ceil(math.log(tail_area(level)) / math.log1p(-edge)))


def detectable(n: int, sd: float, *, level: float = 0.95, family: int = 1, power: float = 0.9) -> float:
    """Return the least distance outside a band that n playthroughs find with probability `power`."""
    return (_reach(level, family) + NORMAL.inv_cdf(power)) * sd / math.sqrt(n)


def share_sd(share: float, sd: float = 0.5, seen: float = 0.5) -> float:
    """Standard deviation of one playthrough where the share is another than a pilot saw.

    Parameters
    ----------
    share : float
        The share that is planned for, in [0, 1].
    sd, seen : float
        What the pilot saw: of credit that is split less than √(p·(1-p)), and it is taken to stay as much less.
    """
    shape = share * (1 - share)
    there = seen * (1 - seen)
    return math.sqrt(shape * (sd * sd / there if there > 0 and sd > 0 else 1.0))


def _reach(level: float, family: int) -> float:
    """Standard errors by which an estimate must be outside: those of its interval, or of Holm's first step."""
    return max(-NORMAL.inv_cdf(tail_area(level)), -NORMAL.inv_cdf((1 - level) / max(1, family)))
