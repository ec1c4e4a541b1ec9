"""Named cases of an axis, for what only makes sense together; and single values that must name something."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from simlab.document import KeyPath, shown
from simlab.document.wording import must_be_one_of
from simlab.experiment.axes import PRESET, TABLE_KEYS, Axis
from simlab.experiment.paths import Ground, way_of


def is_known(ground: Ground, way: KeyPath, here: KeyPath, value: Any) -> bool:
    """Check a value that must name an edition, a level or a policy; other values are checked elsewhere."""
    return _is_preset(ground, here, value) if way == PRESET else _is_decided(ground, way, here, value)


def _is_decided(ground: Ground, way: KeyPath, here: KeyPath, value: Any) -> bool:
    """Check a value of an axis of policies or skill levels; other axes are checked elsewhere."""
    if way[0] == "seats" and way[-1] == "skill":
        if value in ground.known.levels:
            return True
        ground.draft.missing(here, must_be_one_of(value, ground.known.levels))
        return False
    if way[0] not in {"policy", "policies"} and way[-1] != "policy":
        return True
    problems = list(ground.known.problems(value))
    for path, message in problems:
        ground.draft.missing((*here, *path), message)
    return not problems


def _is_preset(ground: Ground, here: KeyPath, value: Any) -> bool:
    """Check a value of the axis of editions."""
    if isinstance(value, str) and value in ground.presets:
        return True
    ground.draft.missing(here, must_be_one_of(value, list(ground.presets)))
    return False


def named(ground: Ground, here: KeyPath, path: str, cases: Mapping[str, Any]) -> Axis | None:
    """Check an axis that is a word with named cases, for what only makes sense together."""
    before = len(ground.draft.problems)
    taken = TABLE_KEYS | {"preset", "rules", "seats", ground.game.option}
    if re.fullmatch(r"[a-z][a-z0-9_]*", path) is None or path in taken:
        ground.draft.missing(
            here,
            "named cases need a word of their own for the axis: small letters, digits and _; or give a list of values",
        )
        return None
    if not cases:
        ground.draft.missing(here, "has no values; an axis needs at least one")
    settings, sources = [], []
    for name, assignments in cases.items():
        if not isinstance(assignments, dict):
            message = f"must be a mapping (key: value); got {shown(assignments)}"
            ground.draft.missing((*here, name), message)
            continue
        ways = {inner: way_of(ground, (*here, name, inner), inner) for inner in assignments}
        if len(set(ways.values())) < len(ways):
            ground.draft.missing((*here, name), "sets the same thing twice")
        for inner, way in ways.items():
            if way is not None:
                is_known(ground, way, (*here, name, inner), assignments[inner])
        settings.append({way: assignments[inner] for inner, way in ways.items() if way is not None})
        sources.append({way: (*here, name, inner) for inner, way in ways.items() if way is not None})
    if len(ground.draft.problems) > before:
        return None
    return Axis(path, tuple(cases), tuple(cases), tuple(settings), tuple(sources), here)
