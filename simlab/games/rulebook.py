"""The values of a game's rules: ``data/rulebook.yaml``, where each says whether the rulebook prints it.

`text` is printed, `gap` is our decision where the rulebook is silent or says two things, `assumed` is data that nobody
printed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simlab.document import ConfigError, Document, KeyPath, Problem, read
from simlab.document.wording import findings, must_be_one_of, unknown_key
from simlab.forward import Game

FILE = "data/rulebook.yaml"

Source = Literal["text", "gap", "assumed"]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Value(_Entry):
    """One value of the rules and where it comes from."""

    value: Any
    source: Source


class Preset(_Entry):
    """A named set of rules values, an edition of the game, with the options of its seats in seat order."""

    about: str
    rules: dict[str, Any]
    seats: list[Any]


class _File(_Entry):
    schema_version: Literal[1]
    rules: dict[str, Value]
    default_preset: str
    presets: Annotated[dict[str, Preset], Field(min_length=1)]


@dataclass(frozen=True)
class Rulebook:
    """Every value of a game's rules.

    Attributes
    ----------
    values : rules parameter -> its value
    sources : rules parameter -> where that value comes from
    presets : named sets of other values
    default_preset : the one a question asks about when it names none
    """

    values: Mapping[str, Any]
    sources: Mapping[str, Source]
    presets: Mapping[str, Preset]
    default_preset: str

    def resolve(self, preset: str, overrides: Mapping[str, Any]) -> dict[str, Any]:
        """Write all values out: the rulebook's, then the preset's, then the overrides.

        A mapping over a mapping changes the keys it names; a mapping over a single value or a list replaces it.

        Raises
        ------
        KeyError
            No preset of that name.
        """
        return _merged(_merged(self.values, self.presets[preset].rules), overrides)


def _merged(lower: Mapping[str, Any], upper: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(lower)
    for key, value in upper.items():
        below = merged.get(key)
        merged[key] = _merged(below, value) if isinstance(below, Mapping) and isinstance(value, Mapping) else value
    return merged


@cache
def load(game: Game) -> Rulebook:
    """Return the rulebook that comes with a game.

    Raises
    ------
    ConfigError
        See `parse`.
    """
    return parse(read(game.folder / FILE), game)


def parse(document: Document, game: Game) -> Rulebook:
    """Check a rulebook against the game's ``Rules``.

    Raises
    ------
    ConfigError
        With every problem at its line and column: a parameter without a value or a value without a parameter, a wrong
        type, a value out of range, a preset that sets an unknown parameter or seats too few or too many.
    """
    try:
        file = _File.model_validate(document.data)
    except ValidationError as error:
        found = findings(error, document.data, _File.model_json_schema())
        raise ConfigError([document.problem(path, message) for path, message in found]) from None
    rulebook = Rulebook(
        values={name: entry.value for name, entry in file.rules.items()},
        sources={name: entry.source for name, entry in file.rules.items()},
        presets=file.presets,
        default_preset=file.default_preset,
    )
    problems = [*_inconsistencies(document, rulebook, game)]
    if problems:
        raise ConfigError(problems)
    return rulebook


def _inconsistencies(document: Document, rulebook: Rulebook, game: Game) -> Iterator[Problem]:
    declared = list(game.rules.model_fields)
    if rulebook.default_preset not in rulebook.presets:
        message = must_be_one_of(rulebook.default_preset, list(rulebook.presets))
        yield document.problem(("default_preset",), message)
    for path, message in _wrong_values(rulebook.values, game):
        name, *inner = path
        yield document.problem(("rules", name, "value", *inner), message)
    fewest, most = game.seats
    for name, preset in rulebook.presets.items():
        unknown = [key for key in preset.rules if key not in declared]
        for key in unknown:
            yield document.problem(("presets", name, "rules", key), unknown_key(key, declared))
        if not fewest <= len(preset.seats) <= most:
            message = f"has {len(preset.seats)} seats; {game.title} has {fewest} to {most}"
            yield document.problem(("presets", name, "seats"), message)
        if not unknown:
            for path, message in _wrong_values(rulebook.resolve(name, {}), game):
                if path[0] in preset.rules:
                    yield document.problem(("presets", name, "rules", *path), message)


def _wrong_values(values: Mapping[str, Any], game: Game) -> list[tuple[KeyPath, str]]:
    try:
        game.rules.model_validate_json(json.dumps(values))  # a list of YAML may be a tuple of the rules
    except ValidationError as error:
        return findings(error, values, game.rules.model_json_schema())
    return []
