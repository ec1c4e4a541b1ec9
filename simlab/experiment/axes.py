"""The axes of a grid: dotted paths of ``vary``, and the values that a designer could print."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simlab.document import KeyPath, did_you_mean, shown
from simlab.experiment.plan import Key
from simlab.forward import Game
from simlab.policies.styles import Styles

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
    here : where the document has the axis; empty where it stands in no ``vary``
    """

    path: str
    values: tuple[Any, ...]
    keys: tuple[Key, ...]
    settings: tuple[Mapping[KeyPath, Any], ...]
    sources: tuple[Mapping[KeyPath, KeyPath], ...]
    here: KeyPath = ()

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


def keys_of(game: Game, known: Styles, way: KeyPath, values: Sequence[Any]) -> tuple[Key, ...]:
    """Return what tables carry for the values of an axis: short texts, unless two of them would read alike."""
    if way[-1] == game.option and way[0] == "seats":
        return tuple(game.option_label(value) if is_option(value) else _json(value) for value in values)
    is_policy = way[-1] == "policy" or way[0] == "policies"
    short = [known.words(value) if is_policy else _short(value) for value in values]
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
