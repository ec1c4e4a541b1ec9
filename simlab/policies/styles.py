"""Styles and skill levels: a game's ``data/styles.yaml``, and what a question changes about them. Imports no numba.

A *style* gives features weights; a *skill level* is a policy with a name: a style, how closely it is followed, how many
turns are blunders, and how far it looks ahead. `random` is a level and a style of every game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simlab.document import ConfigError, Document, KeyPath, read, shown
from simlab.document.wording import findings, must_be_one_of, unknown_key
from simlab.forward import Game
from simlab.policies.policy import DEEPEST, MOST_CANDIDATES, MOST_ROLLOUTS, RANDOM, Policy

FILE = "data/styles.yaml"
FROM = "from"
HEAVIEST = 1_000_000_000
LISTED = 4
"""Weights that the name of a style lists."""
LOOK_AHEAD = ("candidates", "rollouts", "depth")


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


Temperature = Annotated[float, Field(ge=0, le=100)]
Blunder = Annotated[float, Field(ge=0, le=1)]
Candidates = Annotated[int, Field(ge=1, le=MOST_CANDIDATES)]
Rollouts = Annotated[int, Field(ge=1, le=MOST_ROLLOUTS)]
Depth = Annotated[int, Field(ge=1, le=DEEPEST)]


class PolicyEntry(_Entry):
    """What a question says about a policy; what it leaves out comes from the skill level."""

    style: Any = None
    temperature: Temperature | None = None
    blunder: Blunder | None = None
    candidates: Candidates | None = None
    rollouts: Rollouts | None = None
    depth: Depth | None = None


class _Style(_Entry):
    about: str
    from_: Annotated[str | None, Field(alias=FROM)] = None
    weights: dict[str, Any]


class _Skill(_Entry):
    about: str
    style: str
    temperature: Temperature = 0.0
    blunder: Blunder = 0.0
    candidates: Candidates | None = None
    rollouts: Rollouts | None = None
    depth: Depth | None = None


class _File(_Entry):
    schema_version: Literal[1]
    styles: dict[str, _Style]
    skills: dict[str, _Skill]


@dataclass(frozen=True)
class Style:
    """A style: what it is about, and its weights by feature."""

    name: str
    about: str
    weights: Mapping[str, float]


@dataclass(frozen=True)
class Skill:
    """A skill level."""

    name: str
    about: str
    policy: Policy


@dataclass(frozen=True)
class Styles:
    """What a game knows about playing it."""

    features: tuple[str, ...]
    styles: Mapping[str, Style]
    skills: Mapping[str, Skill]

    @property
    def levels(self) -> list[str]:
        """The names of the skill levels, `random` first."""
        return [RANDOM.name, *self.skills]

    @property
    def default(self) -> str:
        """The level of a question that names none."""
        return "regular" if "regular" in self.skills else RANDOM.name

    def level(self, name: str) -> Policy:
        """Return a level's policy."""
        return RANDOM if name == RANDOM.name else self.skills[name].policy

    def problems(self, entry: Any) -> Iterator[tuple[KeyPath, str]]:
        """Say what is wrong with what a question says about a policy: path within the entry, message."""
        if isinstance(entry, str):
            yield from self._style_problems((), entry)
            return
        if not isinstance(entry, Mapping):
            yield (), f"must be random, a style ({', '.join(self.styles)}), or a mapping; got {shown(entry)}"
            return
        try:
            PolicyEntry.model_validate(dict(entry))
        except ValidationError as error:
            yield from findings(error, dict(entry), _without_null(PolicyEntry.model_json_schema()))
        if entry.get("style") is not None:
            yield from self._style_problems(("style",), entry["style"])
        given = [key for key in LOOK_AHEAD if entry.get(key) is not None]
        if given and len(given) < len(LOOK_AHEAD):
            yield (given[0],), f"look-ahead needs all of {', '.join(LOOK_AHEAD)}"

    def _style_problems(self, path: KeyPath, style: Any) -> Iterator[tuple[KeyPath, str]]:
        names = [RANDOM.name, *self.styles]
        if isinstance(style, Mapping):
            base = style.get(FROM)
            if base is not None and base not in self.styles:
                yield (*path, FROM), must_be_one_of(base, list(self.styles))
            weights = {key: value for key, value in style.items() if key != FROM}
            if not weights and base is None:
                yield path, f"names no feature; allowed: {FROM}, {', '.join(self.features)}"
            for key, message in weight_problems(weights, self.features):
                yield (*path, key), message
        elif style not in names:
            yield path, must_be_one_of(style, names)

    def decide(self, level: str, *entries: Any) -> Policy:
        """Return the policy of a skill level with changes to it, entries without problems; of a key the last one holds.

        Random play has no temperature, no blunders and no look-ahead: where nothing gives it a style it stays random.
        """
        policy = self.level(level)
        style: Any = None
        numbers: dict[str, Any] = {}
        for entry in entries:
            if isinstance(entry, Mapping):
                given = PolicyEntry.model_validate(dict(entry)).model_dump(exclude_none=True)
                style = given.pop("style", style)
                numbers |= given
            elif entry is not None:
                style = entry
        if style == RANDOM.name or (style is None and not policy.style):
            return RANDOM
        called = [] if policy == RANDOM else [level]
        if style is not None:
            name, weights = self._style(style)
            policy = replace(policy, style=name, weights=weights)
            called.append(name)
        policy = _without_idle_trials(replace(policy, **numbers))
        is_idle = LOOK_AHEAD[0] in numbers and not policy.candidates
        called += [f"{key} {value:g}" for key, value in numbers.items() if not (is_idle and key in LOOK_AHEAD)]
        return replace(policy, name=", ".join([*called, *(["no look-ahead"] if is_idle else [])]))

    def words(self, entry: Any) -> str:
        """Write what a question says about a policy, without problems, as a short text."""
        if not isinstance(entry, Mapping):
            return str(entry)
        given = PolicyEntry.model_validate(dict(entry)).model_dump(exclude_none=True)
        style = given.pop("style", None)
        called = [] if style is None else [style if style == RANDOM.name else self._style(style)[0]]
        return ", ".join([*called, *(f"{key} {value:g}" for key, value in given.items())]) or "no change"

    def _style(self, style: Any) -> tuple[str, Mapping[str, float]]:
        """Return the name and the weights of a style that is named or written out."""
        if isinstance(style, str):
            return style, self.styles[style].weights
        own = {key: float(value) for key, value in style.items() if key != FROM}
        base = style.get(FROM)
        listed = [f"{key} {value:g}" for key, value in own.items()]
        more = f" and {len(listed) - LISTED} more" if len(listed) > LISTED else ""
        changes = ", ".join(listed[:LISTED]) + more
        if base is None:
            return f"weights {changes}", own
        return f"{base} with {changes}" if own else base, {**self.styles[base].weights, **own}


def _without_idle_trials(policy: Policy) -> Policy:
    """Take look-ahead away from whoever would try out one action only."""
    return policy if policy.candidates > 1 else replace(policy, candidates=0, rollouts=0, depth=0)


def weight_problems(weights: Mapping[str, Any], features: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Say which keys are no features of the game, and which weights are no numbers."""
    for key, value in weights.items():
        if key not in features:
            yield key, unknown_key(str(key), list(features))
        elif isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= HEAVIEST:
            yield key, f"a weight must be a number from -{HEAVIEST:,} to {HEAVIEST:,}; got {shown(value)}"


def _without_null(schema: Any) -> Any:
    """Leave null out of what a message allows: to leave a key out says the same."""
    if isinstance(schema, dict):
        inner = {key: _without_null(value) for key, value in schema.items()}
        forms = [form for form in inner.pop("anyOf", ()) if form != {"type": "null"}]
        return {**inner, **(forms[0] if len(forms) == 1 else {"anyOf": forms} if forms else {})}
    return [_without_null(value) for value in schema] if isinstance(schema, list) else schema


@cache
def load(game: Game) -> Styles:
    """Return the styles and skill levels that come with a game; none but `random` where it has no file of them.

    Raises
    ------
    ConfigError
        See `parse`.
    """
    path = game.folder / FILE
    if not path.is_file():
        return Styles(game.features, {}, {})
    return parse(read(path), game)


def parse(document: Document, game: Game) -> Styles:
    """Check a file of styles against the game's features.

    Raises
    ------
    ConfigError
        With every problem at its line and column: an unknown feature, a weight that is no number, an unknown style, or
        a style that comes from itself.
    """
    try:
        file = _File.model_validate(document.data)
    except ValidationError as error:
        found = findings(error, document.data, _without_null(_File.model_json_schema(by_alias=True)))
        raise ConfigError([document.problem(path, message) for path, message in found]) from None
    problems = [document.problem(path, message) for path, message in _inconsistencies(file, game.features)]
    if problems:
        raise ConfigError(problems)
    styles = {name: Style(name, entry.about, _weights(file, name)) for name, entry in file.styles.items()}
    skills = {}
    for name, entry in file.skills.items():
        given = entry.model_dump(exclude={"about", "style"}, exclude_none=True)
        policy = Policy(name, entry.style, styles[entry.style].weights, **given)
        skills[name] = Skill(name, entry.about, _without_idle_trials(policy))
    return Styles(game.features, styles, skills)


def _inconsistencies(file: _File, features: tuple[str, ...]) -> Iterator[tuple[KeyPath, str]]:
    for name, style in file.styles.items():
        for key, message in weight_problems(style.weights, features):
            yield ("styles", name, "weights", key), message
        if style.from_ is not None and style.from_ not in file.styles:
            yield ("styles", name, FROM), must_be_one_of(style.from_, list(file.styles))
        elif _comes_from_itself(file, name):
            yield ("styles", name, FROM), "comes from itself"
        if name == RANDOM.name:
            yield ("styles", name), "random is a style of every game; call this one otherwise"
    for name, skill in file.skills.items():
        if name == RANDOM.name:
            yield ("skills", name), "random is a level of every game; call this one otherwise"
        if skill.style not in file.styles:
            yield ("skills", name, "style"), must_be_one_of(skill.style, list(file.styles))
        given = [key for key in LOOK_AHEAD if getattr(skill, key) is not None]
        if given and len(given) < len(LOOK_AHEAD):
            yield ("skills", name, given[0]), f"look-ahead needs all of {', '.join(LOOK_AHEAD)}"


def _comes_from_itself(file: _File, name: str) -> bool:
    seen = {name}
    base = file.styles[name].from_
    while base in file.styles:
        if base in seen:
            return True
        seen.add(base)
        base = file.styles[base].from_
    return False


def _weights(file: _File, name: str) -> dict[str, float]:
    style = file.styles[name]
    lower = _weights(file, style.from_) if style.from_ else {}
    return {**lower, **{key: float(value) for key, value in style.weights.items()}}
