"""The axes of a grid: dotted paths of ``vary``, and the values that a designer could print."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from simlab.document import KeyPath, did_you_mean, shown
from simlab.document.wording import Schema, at, keys_at, must_be_one_of
from simlab.experiment.draft import Draft
from simlab.experiment.plan import Key
from simlab.forward import Game
from simlab.policies.styles import Styles

MOST_VARIANTS = 10_000
TABLE_KEYS = {
    "world",
    "skill",
    "policy",
    "policies",
    "role",
    "seat",
    "turn_position",
    "value",
    "metric",
    "estimate",
    "se",
    "lo",
    "hi",
    "level",
    "n",
    "method",
}
"""Columns of every table; an axis may not be called so."""

LONGEST_KEY = 60
"""What a mapping is called in tables, unless it is written out as JSON."""

PRESET: KeyPath = ("preset",)
"""The way of an axis of editions."""


@dataclass(frozen=True)
class Axis:
    """One axis.

    Attributes
    ----------
    path : as the config writes it: a dotted path, or the word for a list of cases
    values : as the config writes them; of cases, their names
    keys : what tables carry for them: the label of a seat option; a list or a mapping as a short text
    settings : what each value sets: way -> value. A way is ("rules", field, …), ("seats", seat, option word),
        ("seats",) for their number, or ("preset",)
    sources : for each value, where the document says so: way -> key path
    """

    path: str
    values: tuple[Any, ...]
    keys: tuple[Key, ...]
    settings: tuple[Mapping[KeyPath, Any], ...]
    sources: tuple[Mapping[KeyPath, KeyPath], ...]

    @property
    def ways(self) -> set[KeyPath]:
        """Everything that the axis sets."""
        return {way for setting in self.settings for way in setting}

    def key_of(self, value: Any) -> Key:
        """Return what tables carry for a value that was written as in the config, or as in a table.

        Raises
        ------
        ValueError
            The axis has no such value; the message lists them.
        """
        for known, key in zip(self.values, self.keys, strict=True):
            if canonical(value) in {canonical(known), canonical(key)}:
                return key
        words = [key for key in self.keys if isinstance(key, str)]
        hint = did_you_mean(value, words) if isinstance(value, str) else ""
        raise ValueError(f"must be a value of the axis {self.path}: {spelled(self.keys)}; got {shown(value)}{hint}")


def canonical(value: Any) -> str:
    """Write a value so that equal ones are written alike: 4 and 4.0 are, 1 and true are not."""
    return json.dumps(_whole(value), sort_keys=True)


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _whole(inner) for key, inner in value.items()}
    return [_whole(inner) for inner in value] if isinstance(value, list) else value


def spelled(values: Sequence[Any]) -> str:
    """List values in a message."""
    return ", ".join(value if isinstance(value, str) else shown(value) for value in values)


@dataclass(frozen=True)
class Ground:
    """What the paths of axes can lead to.

    Attributes
    ----------
    draft : where problems are noted
    game : whose rules and seats are varied
    rules_schema : JSON Schema of the game's ``Rules``
    chairs : the given names of the seats, None for one without
    presets : the names of the game's presets
    options : the names of all seat options that may be dealt
    known : the game's styles and skill levels
    is_hand_unlisted : whether the seats are dealt what the preset has, so that no seat has an option of its own
    """

    draft: Draft
    game: Game
    rules_schema: Schema
    chairs: Sequence[str | None]
    presets: Sequence[str]
    options: Sequence[str]
    known: Styles
    is_hand_unlisted: bool = False


def axes(ground: Ground) -> list[Axis]:
    """Check ``vary``, and return the axes without a problem in the order of the document."""
    draft = ground.draft
    found: list[Axis] = []
    for path, values in draft.question.vary.items():
        axis = _cases(ground, path, values) if isinstance(values, dict) else _list(ground, path, values)
        found += [axis] if axis is not None else []
    for inner, outer in _nested(found):
        draft.missing(("vary", inner.path), f"sets what the axis {outer.path} sets too; keep one of them")
    size = math.prod(len(axis.values) for axis in found)
    if size > MOST_VARIANTS:
        sizes = " × ".join(str(len(axis.values)) for axis in found)
        draft.missing(("vary",), f"makes {size:,} variants ({sizes}), at most {MOST_VARIANTS:,}")
    return found


def _list(ground: Ground, path: str, values: list[Any]) -> Axis | None:
    """Check an axis that is a path with a list of values."""
    here = ("vary", path)
    way = _way(ground, here, path)
    if way is None or not _values_are_sound(ground.draft, here, values):
        return None
    if way == PRESET:
        known = [_is_preset(ground, (*here, place), value) for place, value in enumerate(values)]
        if not all(known):
            return None
    if not all(_is_decided(ground, way, (*here, place), value) for place, value in enumerate(values)):
        return None
    keys = _keys(ground, way, values)
    sources = tuple({way: (*here, place)} for place in range(len(values)))
    return Axis(path, tuple(values), keys, tuple({way: value} for value in values), sources)


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


def _cases(ground: Ground, path: str, cases: Mapping[str, Mapping[str, Any]]) -> Axis | None:
    """Check an axis that is a word with named cases, for what only makes sense together."""
    here = ("vary", path)
    before = len(ground.draft.problems)
    if re.fullmatch(r"[a-z][a-z0-9_]*", path) is None or path in TABLE_KEYS | {
        "preset",
        "rules",
        "seats",
        ground.game.option,
    }:
        ground.draft.missing(
            here,
            "named cases need a word of their own for the axis: small letters, digits and _; or give a list of values",
        )
        return None
    if not cases:
        ground.draft.missing(here, "has no values; an axis needs at least one")
    settings, sources = [], []
    for name, assignments in cases.items():
        ways = {inner: _way(ground, (*here, name, inner), inner) for inner in assignments}
        if len(set(ways.values())) < len(ways):
            ground.draft.missing((*here, name), "sets the same thing twice")
        if PRESET in ways.values():
            _is_preset(ground, (*here, name, "preset"), assignments["preset"])
        for inner, way in ways.items():
            if way is not None:
                _is_decided(ground, way, (*here, name, inner), assignments[inner])
        settings.append({way: assignments[inner] for inner, way in ways.items() if way is not None})
        sources.append({way: (*here, name, inner) for inner, way in ways.items() if way is not None})
    if len(ground.draft.problems) > before:
        return None
    return Axis(path, tuple(cases), tuple(cases), tuple(settings), tuple(sources))


def _keys(ground: Ground, way: KeyPath, values: Sequence[Any]) -> tuple[Key, ...]:
    """Return what tables carry for the values of an axis: short texts, unless two of them would read alike."""
    if way[-1] == ground.game.option and way[0] == "seats":
        return tuple(ground.game.option_label(value) if is_option(value) else _json(value) for value in values)
    is_policy = way[-1] == "policy" or way[0] == "policies"
    short = [ground.known.words(value) if is_policy else _short(value) for value in values]
    return tuple(short) if len(set(map(str, short))) == len(short) else tuple(map(_json, values))


def _short(value: Any) -> Key:
    """Write a mapping as its name, or as what it sets; anything else that is no single value as JSON."""
    if not isinstance(value, dict):
        return _json(value)
    if value.get("by") == "turn_position" and isinstance(value.get("values"), list):
        return f"{', '.join(map(str, value['values']))} by turn position"
    if isinstance(value.get("name"), str) and 0 < len(value["name"]) <= LONGEST_KEY:
        return str(value["name"])
    text = ", ".join(f"{key}: {inner if isinstance(inner, str) else _json(inner)}" for key, inner in value.items())
    is_flat = not any(isinstance(inner, (list, dict)) for inner in value.values())
    return text if is_flat and 0 < len(text) <= LONGEST_KEY else _json(value)


def _json(value: Any) -> Key:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


def is_option(value: Any) -> bool:
    """Say whether a value can name what a seat plays: a name, or a list of names."""
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(item, str) for item in value))


def _nested(found: list[Axis]) -> Iterator[tuple[Axis, Axis]]:
    for inner, outer in permutations(found, 2):
        pairs = ((one, other) for one in inner.ways for other in outer.ways if ("seats",) not in {one, other})
        if any(one[: len(other)] == other for one, other in pairs):
            yield inner, outer


def _values_are_sound(draft: Draft, here: KeyPath, values: list[Any]) -> bool:
    if not values:
        draft.missing(here, "has no values; an axis needs at least one")
    first: dict[str, int] = {}
    twice = False
    for place, value in enumerate(values):
        earlier = first.setdefault(canonical(value), place)
        if earlier != place:
            twice = True
            draft.missing((*here, place), f"{shown(value)} stands twice; it is item {earlier + 1} too")
    return bool(values) and not twice


# --- paths ------------------------------------------------------------------------------------------------------------


def _way(ground: Ground, here: KeyPath, path: str) -> KeyPath | None:
    """Find what a dotted path sets, or note at `here` why it sets nothing."""
    head, *rest = path.split(".")
    if path == "preset":
        if ground.draft.question.preset is not None:
            ground.draft.missing(here, "is given as preset: too; leave one of them out")
        return PRESET
    if head == "rules" and rest:
        return _rules_way(ground, here, rest)
    if head == "seats":
        return _seats_way(ground, here, rest)
    if ground.game.max_actions > 1 and head in {"policy", "policies"}:
        return _policy_way(ground, here, head, rest)
    forms = f"preset, rules.<parameter>, rules.<parameter>.<key>, seats.<name or number>.{ground.game.option}"
    if ground.game.max_actions > 1:
        forms += f", .skill or .policy, policy, policies.<{ground.game.option}>"
    is_rule = at(ground.rules_schema, tuple(path.split("."))) is not None
    hint = f"; did you mean 'rules.{path}'?" if is_rule else did_you_mean(head, ["preset", "rules", "seats"])
    ground.draft.missing(here, f"is no path of an axis; allowed: {forms}{hint}")
    return None


def _rules_way(ground: Ground, here: KeyPath, rest: list[str]) -> KeyPath | None:
    for depth in range(len(rest)):
        if at(ground.rules_schema, tuple(rest[: depth + 1])) is None:
            allowed = keys_at(ground.rules_schema, tuple(rest[:depth]))
            known = f"; allowed: {', '.join(allowed)}{did_you_mean(rest[depth], allowed)}" if allowed else ""
            parent = ".".join(["rules", *rest[:depth]])
            ground.draft.missing(here, f"{parent} has no key {shown(rest[depth])}{known}")
            return None
    return ("rules", *rest)


def _seats_way(ground: Ground, here: KeyPath, rest: list[str]) -> KeyPath | None:
    if not rest:
        return _number_of_seats(ground, here)
    names = [name for name in ground.chairs if name is not None]
    numbers = [str(number + 1) for number in range(len(ground.chairs))]
    option = ground.game.option
    deciding = ["skill", "policy"] if ground.game.max_actions > 1 else []
    if rest[0] not in {*names, *numbers}:
        allowed = f"{spelled([*names, *numbers])}{did_you_mean(rest[0], names)}"
        ground.draft.missing(here, f"no seat {shown(rest[0])}; allowed: {allowed}")
        return None
    if rest[1:] == [option] and ground.is_hand_unlisted:
        message = f"what is dealt comes from the preset; list what is dealt as seats, each with its {option}"
        ground.draft.missing(here, message)
        return None
    if len(rest) != 2 or rest[1] not in {option, *deciding}:  # noqa: PLR2004 - the seat, and what of it
        what, got = " or ".join([option, *deciding]), shown(".".join(rest[1:]))
        message = f"of a seat only its {what} can vary, as in seats.{rest[0]}.{option}; got {got}"
        ground.draft.missing(here, message)
        return None
    return ("seats", ground.chairs.index(rest[0]) if rest[0] in names else int(rest[0]) - 1, rest[1])


def _policy_way(ground: Ground, here: KeyPath, head: str, rest: list[str]) -> KeyPath | None:
    if head == "policy" and not rest:
        return ("policy",)
    labels = list(ground.options)
    if head == "policies" and len(rest) == 1 and rest[0] in labels:
        return ("policies", rest[0])
    allowed = ", ".join(["policy", *(f"policies.{label}" for label in labels)])
    hint = did_you_mean(rest[0], labels) if rest else ""
    ground.draft.missing(here, f"is no path of an axis; allowed: {allowed}{hint}")
    return None


def _number_of_seats(ground: Ground, here: KeyPath) -> KeyPath | None:
    fewest, most = ground.game.seats
    if fewest == most:
        ground.draft.missing(here, f"{ground.game.title} always has {most} seats")
    elif isinstance(ground.draft.question.seats, list):
        ground.draft.missing(here, "the seats are listed; to vary their number give a number, as in `seats: 3`")
    else:
        return ("seats",)
    return None
