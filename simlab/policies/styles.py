"""STUB by the lead, to be replaced whole by helper EXPERIMENT: styles and skills of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from simlab.document import read
from simlab.forward import Game
from simlab.policies.policy import Policy


@dataclass(frozen=True)
class Skill:
    name: str
    about: str
    policy: Policy


@dataclass(frozen=True)
class Styles:
    styles: Mapping[str, Mapping[str, float]]
    skills: Mapping[str, Skill]


@cache
def load(game: Game) -> Styles:
    path = game.folder / "data/styles.yaml"
    if not path.is_file():
        return Styles({}, {})
    data = read(path).data
    styles: dict[str, dict[str, float]] = {}
    for name, entry in data["styles"].items():
        styles[name] = {**styles.get(entry.get("from", ""), {}), **entry["weights"]}
    skills = {}
    for name, entry in data["skills"].items():
        rest = {key: value for key, value in entry.items() if key not in {"about", "style"}}
        skills[name] = Skill(name, entry["about"], Policy(name, entry["style"], styles[entry["style"]], **rest))
    return Styles(styles, skills)
