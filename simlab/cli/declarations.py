"""What can be asked of a game, read off its declarations."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from simlab import games
from simlab.columns import MATCHUPS, columns
from simlab.document.wording import at, describe
from simlab.experiment import metric_names
from simlab.experiment.matchup import ALL_LEGAL, ANY_OF, MATCHUP
from simlab.forward import Game
from simlab.games import rulebook
from simlab.games.rulebook import Rulebook
from simlab.policies import styles
from simlab.policies.policy import RANDOM, Policy
from simlab.policies.styles import Styles

_WORD = re.compile(r"[A-Za-z]\w*")
_READ_AS_VALUES = {"true", "false", "null"}

LISTS = "or a list of names that the game's data declare"

Section = tuple[str, Sequence[str], list[Sequence[str]]]


@dataclass(frozen=True)
class Parameter:
    """One rules parameter.

    Attributes
    ----------
    value : under the game's default preset
    allowed : what it may be, in words
    source : text, gap or assumed
    rules : the numbers of the rules it stands for
    """

    name: str
    value: Any
    unit: str
    allowed: str
    meaning: str
    source: str
    rules: tuple[str, ...]


class Declared:
    """A game's declarations, in words."""

    def __init__(self, name: str) -> None:
        self.game: Game = games.load(name)
        self.book: Rulebook = rulebook.load(self.game)

    @cached_property
    def parameters(self) -> list[Parameter]:
        """Every rules parameter, in the game's order."""
        schema = self.game.rules.model_json_schema()
        values = self.book.resolve(self.book.default_preset, {})
        found = []
        for name, field in self.game.rules.model_fields.items():
            extra: Mapping[str, Any] = field.json_schema_extra if isinstance(field.json_schema_extra, Mapping) else {}
            found.append(
                Parameter(
                    name=name,
                    value=values[name],
                    unit=extra.get("unit", ""),
                    allowed=describe(at(schema, (name,)) or {}, schema),
                    meaning=field.description or field.title or name,
                    source=self.book.sources[name],
                    rules=tuple(extra.get("rules", ())),
                )
            )
        return found

    @cached_property
    def options(self) -> list[str]:
        """The seat options that have a name."""
        return list(self.game.module("rules").option_choices())

    @cached_property
    def takes_lists(self) -> bool:
        """Whether a seat can also play a list of names; if not, the game refuses the list as a whole."""
        rules = self.game.rules.model_validate_json(json.dumps(self.book.resolve(self.book.default_preset, {})))
        listed = self.game.complaints(rules, [self.options[:1], *self.seats[1:]])
        return all(complaint.path != ("seats", 0, self.game.option) for complaint in listed)

    @cached_property
    def styles(self) -> Styles:
        """The game's styles and skill levels."""
        return styles.load(self.game)

    @property
    def seats(self) -> list[Any]:
        """What sits where under the default preset."""
        return self.book.presets[self.book.default_preset].seats

    def metrics(self) -> Iterator[tuple[str, str, str]]:
        """Yield name, kind with unit, and meaning of everything that is measured."""
        declared = columns(self.game)
        for name in metric_names(self.game):
            if name not in declared:
                yield name, "share by seat", "mean share of the win; `draws` says what a tie is"
                continue
            column = declared[name]
            kind = " by seat" if column.per_seat else ""
            unit = f", {column.unit}" if column.unit else ""
            values = f": {', '.join(value.name for value in column.values)}" if column.values else ""
            yield name, f"{column.kind}{unit}{kind}", f"{column.meaning}{values}"

    def sections(self) -> Iterator[Section]:
        """Yield heading, columns and rows of everything that can be asked."""
        book = self.book
        yield (
            f"Rules, with their values under {book.default_preset}",
            ("parameter", "value", "unit", "may be", "rules", "source"),
            [
                (one.name, written(one.value), one.unit, one.allowed, " ".join(one.rules), one.source)
                for one in self.parameters
            ],
        )
        yield (
            "Presets",
            ("preset", "about", "seats"),
            [
                (name, preset.about, ", ".join(self.game.option_label(seat) for seat in preset.seats))
                for name, preset in book.presets.items()
            ],
        )
        yield (
            f"Seats: {self.game.seats[0]} to {self.game.seats[1]}",
            (self.game.option,),
            [(", ".join(self.options),), *([(LISTS,)] if self.takes_lists else [])],
        )
        if self.game.worlds:
            named: list[Sequence[str]] = [(part, ", ".join(known)) for part, known in self.game.worlds.items()]
            named.append(("", "or {file: NAME.yaml} beside the config, or the data themselves with a name"))
            yield "Unknown data, the default first (worlds:)", ("part", "may be"), named
        if self.game.max_actions > 1:
            yield from self._deciding()
        yield "Metrics", ("metric", "kind", "meaning"), list(self.metrics())
        if self.game.can_list_options:
            about = f"With analysis: {MATCHUP} (each seat: {ALL_LEGAL}, or {{{ANY_OF}: […]}})"
            yield about, ("metric", "kind", "meaning"), list(self.matchups())

    def _deciding(self) -> Iterator[Section]:
        """Yield how seats may decide."""
        known = self.styles
        levels: list[Sequence[str]] = [(RANDOM.name, "", "", "", "", "every legal action equally likely")]
        levels += [(name, *_followed(skill.policy), skill.about) for name, skill in known.skills.items()]
        about = f"Skill levels; of a question that names none: {known.default} (skill:)"
        yield about, ("level", "style", "temperature", "blunders", "look-ahead", "about"), levels
        named: list[Sequence[str]] = [(RANDOM.name, "every legal action equally likely")]
        named += [(style.name, style.about) for style in known.styles.values()]
        yield "Styles (policy:, policies:)", ("style", "about"), named
        if known.features:
            meaning = self.game.module("styles").MEANING
            features: list[Sequence[str]] = [(feature, meaning.get(feature, "")) for feature in known.features]
            yield "Features, which a style weighs", ("feature", "meaning"), features

    def matchups(self) -> Iterator[tuple[str, str, str]]:
        """Yield name, kind and meaning of everything that a table of matchups tells."""
        for name, column in MATCHUPS.items():
            kind = "share" if column.kind == "flag" else column.kind
            yield name, f"{kind} by {self.game.option}" if column.per_seat else kind, column.meaning


def _followed(policy: Policy) -> tuple[str, str, str, str]:
    """Write a policy in four cells."""
    ahead = f"{policy.candidates} actions × {policy.rollouts}, {policy.depth} turns" if policy.candidates else ""
    return policy.style, f"{policy.temperature:g}", f"{policy.blunder:.0%}" if policy.blunder else "", ahead


def written(value: Any) -> str:
    """Write a value in one line as a config does: JSON is YAML, and plain words need no quotes."""
    if isinstance(value, str):
        is_plain = _WORD.fullmatch(value) and value.lower() not in _READ_AS_VALUES
        return value if is_plain else json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{written(key)}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return json.dumps(value)
