"""What is said of how often a run was looked at, and what that costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simlab.metrics.estimation import LEVEL, looks_of
from simlab.report.wording import counted, listed, number
from simlab.stats.looks import level_of_each, level_together

if TYPE_CHECKING:
    from simlab.result import Result

PERCENT = "\N{NO-BREAK SPACE}%"


def told(result: Result) -> str:
    """Say how often a run was or may be looked at, how sure each look is, and why it ended; empty where it is once."""
    return _fixed(result) if result.experiment.stop is None else _planned(result)


def _planned(result: Result) -> str:
    experiment, sizes = result.experiment, sorted(set(result.playthroughs.values()))
    plan = looks_of(experiment.variants)
    if len(plan) < 2:  # noqa: PLR2004 - one look, as without a plan
        return ""
    taken = max(sum(size <= result.playthroughs.get(v.index, 0) for size in v.looks) for v in experiment.variants)
    each = f"{100 * level_of_each(LEVEL, plan):.4g}{PERCENT}"
    after = listed([number(size, 0) for size in plan])
    spread = " to ".join(number(size, 0) for size in dict.fromkeys((sizes[0], sizes[-1])))
    return (
        f"Looked {counted(taken, 'time')} of up to {len(plan)} (after {after} playthroughs of a variant); every look "
        f"at {each}, all together at {100 * LEVEL:g}{PERCENT}. {_ended(result)} Each variant has {spread} playthroughs."
    )


def _ended(result: Result) -> str:
    stop = result.experiment.stop
    why = _last(result).get("ended")
    if stop is None or why is None:
        return "It has not come to its end yet."
    if why == "max":
        return (
            "Some of it went to the most playthroughs and is still open: what lies on the edge of its band is never "
            "decided, however much is played."
            if stop.precision is None
            else "Some of it went to the most playthroughs and is still not known so well as was asked."
        )
    if why == "tolerance":
        return f"It ended as what is not decided is known to within {stop.tolerance:g}: too near an edge to tell."
    return "It ended as " + ("all that was asked is decided." if stop.precision is None else "enough is known.")


def _fixed(result: Result) -> str:
    """Say what looks at a run mean that was made longer by hand; its intervals are those of a single look."""
    noted = [look["of"] for look in result.manifest.get("looks", ()) if look.get("of")]
    seen = [sorted({of[variant.index] for of in noted} - {0}) for variant in result.experiment.variants]
    most = max(seen, key=len, default=[])
    if len(most) < 2:  # noqa: PLR2004 - it was seen once
        return ""
    after = listed([number(size, 0) for size in most])
    together = f"{100 * level_together(LEVEL, most):.3g}{PERCENT}"
    return (
        f"This run was made longer: its numbers were to be seen after {after} playthroughs of a variant. An interval "
        f"at {100 * LEVEL:g}{PERCENT} is one of a single look; those of all {len(most)} hold together at {together}. "
        "If it was what was seen that made it longer, trust them no more than that; “until: decided” plans its looks "
        "and pays for them."
    )


def _last(result: Result) -> dict[str, Any]:
    """Return the last look that decided whether to go on."""
    return next((look for look in reversed(result.manifest.get("looks", ())) if "asked" in look), {})
