"""Logs of real play: what a game's module ``playtests`` offers, and the plain structures it answers with.

A game that can audit a log has a module ``playtests`` with five functions, and needs nothing else to be offered by
``simlab playtest``:

``schema() -> dict``
    the JSON Schema of its log; its property ``game`` is the constant name of the game
``parse(document, editions) -> log``
    check a log, whose presets are among the `Editions` of the game, and return it; raises ``ConfigError`` with every
    problem at its line and column
``readings(log) -> tuple of Reading``
    the editions and the house variants worth trying on this log, beside ``Reading()``: each game under its own preset
``audit(log, reading) -> tuple of GameAudit``
    hold every logged game against the rules of a reading
``expectations(log, reading) -> tuple of Expectation``
    what the model says about winners, lengths and dice, as exact distributions beside what was logged

The game knows the rules; what surprises and what does not is `simlab.agreement`'s.

What a log derives from its own rolls (a difference, a position) claims to follow from the rules, and is an error where
it does not. What a table reports (a distance really moved, a position seen, a win called) is evidence, and is a
`Finding` where the rules disagree.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simlab.forward import Game

OWN = "own presets"
"""How the reading is called that holds each game against the preset it names itself."""

__all__ = ["OWN", "Editions", "Expectation", "Finding", "GameAudit", "Reading", "TurnAudit", "can_be_audited", "module"]


class Editions(Protocol):
    """The named sets of rules values of a game: its rulebook, of which a game's own modules import nothing."""

    @property
    def presets(self) -> Mapping[str, Any]:
        """The editions, by name."""

    def resolve(self, preset: str, overrides: Mapping[str, Any]) -> dict[str, Any]:
        """Return the value of every rules parameter."""


def can_be_audited(game: Game) -> bool:
    """Say whether a game offers the audit of logs."""
    return importlib.util.find_spec(f"{game.package}.playtests") is not None


def module(game: Game) -> ModuleType:
    """Return the module of a game that audits its logs."""
    return game.module("playtests")


@dataclass(frozen=True)
class Reading:
    """One way to read the rules.

    Attributes
    ----------
    preset : the edition that every game is held against; None for each game's own
    overrides : rules parameter -> value, over the preset
    """

    preset: str | None = None
    overrides: Mapping[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """Name it in a table."""
        changed = [f"{name} {value}" for name, value in self.overrides.items()]
        return ", ".join([self.preset or ("own" if changed else OWN), *changed])


@dataclass(frozen=True)
class Finding:
    """One place where log and rules part.

    Attributes
    ----------
    turn : None where it concerns the whole game
    line : of the file, from 1; 0 where there is no text
    kind : one word of the game for what went wrong
    message : what the log says, what the rules say, and the likely slip
    follows_from : the earlier turn whose slip explains this one; None for a slip of its own
    """

    turn: int | None
    line: int
    kind: str
    message: str
    follows_from: int | None = None


@dataclass(frozen=True)
class TurnAudit:
    """One turn as the rules have it.

    Attributes
    ----------
    values : what a program reads: plain numbers, words, None
    cells : heading -> text, the same headings on every turn of a game
    """

    turn: int
    values: Mapping[str, Any]
    cells: Mapping[str, str]


@dataclass(frozen=True)
class GameAudit:
    """One logged game against one reading of the rules.

    Attributes
    ----------
    name : its id in the log
    title : who played under which rules, in words
    moves_logged, moves_explained : moves the log tells, and those that are what the rules make of the rolls
    logged_end, rules_end : the two ends in words
    is_end_reproduced : the rules end it on the logged turn with the logged winner; None where no end was logged
    """

    name: str
    title: str
    turns: tuple[TurnAudit, ...]
    findings: tuple[Finding, ...]
    moves_logged: int
    moves_explained: int
    logged_end: str
    rules_end: str
    is_end_reproduced: bool | None


@dataclass(frozen=True)
class Expectation:
    """What was logged beside its exact distribution under the rules.

    Attributes
    ----------
    kind : ``winner`` (1 where the side named in `about` won, else 0), ``length`` (in rounds) or ``roll`` (one total)
    game : id of the logged game
    about : the side it is about; "" where it is about both
    turn : of a roll, from 1
    observed : the logged value
    values, probabilities : (k,) int64 ascending and (k,) float64, which add up to 1
    """

    kind: str
    game: str
    about: str
    turn: int | None
    observed: int
    values: NDArray[np.int64]
    probabilities: NDArray[np.float64]
