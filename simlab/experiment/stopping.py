"""When a run may stop short of all its playthroughs: what the question says of it, checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab.document.wording import unknown_key
from simlab.experiment.matchup import MATCHUP
from simlab.experiment.plan import Stop
from simlab.experiment.question import LooksEntry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from simlab.experiment.draft import Draft
    from simlab.experiment.plan import Comparison, Target
    from simlab.experiment.targets import Asking

DEFAULT = "default"
"""The number of playthroughs for levels that are not named."""
PLAYTHROUGHS = 100_000
"""Where nothing is said."""
FIRST = 1024
"""Playthroughs at the first look."""
CLOSE = 4 / 3
"""A look is left out where the last one comes before this many times as much was played."""


def check_levels(draft: Draft, levels: Sequence[str]) -> None:
    """Check that playthroughs by skill level name levels."""
    asked = draft.question.playthroughs
    here = ("playthroughs", "max") if isinstance(asked, LooksEntry) else ("playthroughs",)
    numbers = asked.max if isinstance(asked, LooksEntry) else asked
    for key in numbers if isinstance(numbers, dict) else ():
        if key != DEFAULT and key not in levels:
            draft.wrong((*here, key), unknown_key(key, [DEFAULT, *levels]))


def most(draft: Draft, level: str, limit: int | None) -> int:
    """Return how many playthroughs a variant of a skill level should have, at most."""
    asked = draft.question.playthroughs
    numbers: int | Mapping[str, int] = asked.max if isinstance(asked, LooksEntry) else asked
    number = numbers if isinstance(numbers, int) else numbers.get(level, numbers.get(DEFAULT, PLAYTHROUGHS))
    return number if limit is None else min(number, limit)


def stop(draft: Draft, asking: Asking, targets: Sequence[Target], compare: Sequence[Comparison]) -> Stop | None:
    """Check when to stop; None where all playthroughs are played."""
    entry, here = draft.question.playthroughs, ("playthroughs",)
    if not isinstance(entry, LooksEntry):
        return None
    if draft.question.method == "exact" or draft.question.analysis == MATCHUP:
        draft.wrong(here, "nothing is played, so there is nothing to look at; leave it out")
        return None
    if (entry.until is None) == (entry.precision is None):
        draft.wrong(here, f"needs exactly one of until, precision; got {'none' if entry.until is None else 'both'}")
        return None
    if entry.precision is not None:
        if entry.tolerance is not None:
            draft.wrong((*here, "tolerance"), "belongs to until; precision has its half_width")
        asked = asking.precision((*here, "precision"), entry.precision)
        return None if asked is None else Stop(asked, entry.precision.half_width)
    is_wrong = any(problem.key.startswith(("targets", "compare")) for problem in draft.problems)
    if not targets and not any(one.within for one in compare) and not is_wrong:
        draft.wrong((*here, "until"), "nothing is to be decided: give targets, or comparisons with a band")
    return Stop(tolerance=entry.tolerance)


def sizes(most: int, unit: int = 1, first: int = FIRST) -> tuple[int, ...]:
    """Return after how many playthroughs a plan looks: at the first size, at twice as many each time, and at the end.

    Parameters
    ----------
    most : int
        Playthroughs at the last look.
    unit : int
        Every size is a multiple of it (whole sets of arrangements), the last one apart.
    first : int
        Playthroughs at the first look.

    Notes
    -----
    The sizes do not depend on `most`, so a plan that goes further looks again where the shorter one looked.
    """
    found, size = [], -(-first // unit) * unit
    while size * CLOSE < most:
        found.append(size)
        size *= 2
    return (*found, most)
