"""The formulae behind the intervals: numbers in, numbers out.

Everything here is about one interval at a stated two-sided level. Which formula applies where is decided in
`simlab.stats.intervals` and `simlab.stats.contrasts`.
"""

import math
from statistics import NormalDist

__all__ = [
    "NORMAL_NEEDS",
    "at_most",
    "bernstein",
    "clopper_pearson",
    "critical",
    "demand",
    "same_value",
    "tail_area",
    "wilson",
]

NORMAL_NEEDS = 10
"""n·p·(1-p) from which the normal limit is trusted at 95 %."""

NORMAL_FROM = 10_000
"""Degrees of freedom from which Student's t is read as normal; the quantiles then differ by less than 0.02 %."""

_NORMAL = NormalDist()
_Z_95 = _NORMAL.inv_cdf(0.975)


def tail_area(level: float) -> float:
    """Probability left in each tail by a two-sided interval.

    Parameters
    ----------
    level : float
        Confidence level, strictly between 0 and 1.

    Raises
    ------
    ValueError
        When `level` is not a confidence level.
    """
    if not 0 < level < 1:
        message = f"a confidence level lies strictly between 0 and 1, not at {level!r}"
        raise ValueError(message)
    return (1 - level) / 2


def critical(level: float, df: float = math.inf) -> float:
    """How many standard errors a two-sided interval reaches: the quantile of Student's t, normal from 10,000 on.

    Parameters
    ----------
    level : float
        Confidence level.
    df : float
        Degrees of freedom; infinite for the normal quantile.
    """
    tail = tail_area(level)
    if df >= NORMAL_FROM:
        return -_NORMAL.inv_cdf(tail)
    from scipy.special import stdtrit  # a run of usual size needs no SciPy

    return float(-stdtrit(df, tail))


def demand(level: float) -> float:
    """n·p·(1-p) that the normal limit needs to be trusted at `level`: 10 up to 95 %, more above.

    The first error term of the normal tail at z grows like z³·skewness/6 (Edgeworth), and the skewness of a share is at
    most 1/sqrt(n·p·(1-p)); a constant relative error of the tail therefore asks for n·p·(1-p) in proportion to z⁶.
    Simultaneous intervals of long tables live at such levels.
    """
    return NORMAL_NEEDS * max(1.0, (critical(level) / _Z_95) ** 6)


def wilson(successes: int, n: int, level: float) -> tuple[float, float]:
    """Score interval of a share: every p that the normal test does not reject.

    Source: Wilson (1927), Journal of the American Statistical Association 22, 209-212.
    """
    z = critical(level)
    share = successes / n
    shrink = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / shrink
    half = z / shrink * math.sqrt(successes * (n - successes) / n / n / n + z * z / (4 * n * n))
    return centre - half, centre + half


def clopper_pearson(successes: int, n: int, level: float) -> tuple[float, float]:
    """Exact interval of a share: every p that neither binomial tail rejects.

    Source: Clopper and Pearson (1934), Biometrika 26, 404-413.
    """
    from scipy.special import betaincinv  # only small counts need SciPy

    tail = tail_area(level)
    low = 0.0 if successes == 0 else float(betaincinv(successes, n - successes + 1, tail))
    high = 1.0 if successes == n else float(betaincinv(successes + 1, n - successes, 1 - tail))
    return low, high


def at_most(successes: int, n: int, p: float) -> float:
    """P(K <= successes) of a binomial K with `n` draws of probability `p`.

    By the incomplete beta function, which keeps its digits at n = 1e9 where a sum of terms does not.
    """
    if successes < 0:
        return 0.0
    if successes >= n:
        return 1.0
    from scipy.special import betainc  # only exact tests need SciPy

    return float(betainc(n - successes, successes + 1, 1 - p))


def same_value(n: int, level: float) -> float:
    """Largest believable share of other values when all `n` values seen are the same one: the rule of three.

    If the values occur with shares p_c, a sample shows n equal ones of a value with p_c <= 1 - u with probability
    Σ p_c^n <= (1-u)^(n-1) at most. That is 1 - level for u = 1 - (1-level)^(1/(n-1)), about 3/n at 95 %; the value need
    not be named in advance, and both ends of the mean's interval follow from this one event.
    """
    if n <= 1:
        return 1.0
    return -math.expm1(math.log(2 * tail_area(level)) / (n - 1))


def bernstein(n: int, variance: float, span: float, level: float) -> float:
    """Half-width of an interval that holds for every distribution on a range of length `span`.

    Parameters
    ----------
    n : int
        Values seen, at least two.
    variance : float
        Their sample variance (denominator n - 1), in squared units of the values.
    span : float
        Length of the range the values come from, in their units.
    level : float
        Confidence level; each side gets half of the error.

    Notes
    -----
    Source: Maurer and Pontil (2009), Empirical Bernstein bounds and sample variance penalization, theorem 4.
    """
    log_term = math.log(2 / tail_area(level))
    return math.sqrt(2 * variance * log_term / n) + 7 * span * log_term / (3 * (n - 1))
