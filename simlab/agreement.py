"""Logs of real play beside the model: which reading of the rules fits, what is surprising, what so few games show.

The exact distributions are the game's (`simlab.playtest`), the tests are `simlab.stats.discrete`'s.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from simlab import games
from simlab.document import ConfigError, Document, read
from simlab.document.wording import must_be_one_of
from simlab.forward import Game
from simlab.games import rulebook
from simlab.playtest import Expectation, GameAudit, Reading, can_be_audited, module
from simlab.stats.discrete import Distribution, detectable_share, doubled_tail, games_for, mean, spread, total
from simlab.stats.verdicts import holm

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SMALL_EDGE = 0.55
"""The share of wins whose proof is priced in games: five points off even."""

WIDEST = 200_000
"""Values of the widest sum that is tested: some hundreds of rolls. Beyond, nobody needs exact tests."""

__all__ = ["Evidence", "Fit", "Logbook", "Power", "dice", "outcomes", "pooled_outcomes", "power", "schema"]


@dataclass(frozen=True)
class Evidence:
    """One exact test of a log against the model.

    Attributes
    ----------
    of : ``winner``, ``length``, ``total`` (of rolls) or ``spread`` (of rolls about their means)
    scope : a game, a side, a roll, or ``all``
    observed, expected : the statistic and its mean under the model
    n : observations in it
    p : two-sided, the doubled tail
    corrected : p after Holm's correction over `family`
    """

    of: str
    scope: str
    observed: float
    expected: float
    n: int
    p: float
    corrected: float
    family: str


@dataclass(frozen=True)
class Fit:
    """How well one reading of the rules explains a log.

    Attributes
    ----------
    moves_explained, moves_logged, ends_reproduced, ends_logged : counts over all games
    winner, length : pooled tests, corrected over all readings that were tried; None where no game was finished
    is_best : explains most moves and, among those, most ends; its own p-values were selected with it
    """

    reading: Reading
    moves_explained: int
    moves_logged: int
    ends_reproduced: int
    ends_logged: int
    winner: Evidence | None
    length: Evidence | None
    is_best: bool = False


@dataclass(frozen=True)
class Power:
    """What so many games can show.

    Attributes
    ----------
    games : finished games
    detectable : smallest true share of wins they would have shown four times in five; None where no outcome could
    needed : games that show a side winning `small_edge` of the time
    """

    games: int
    detectable: float | None
    needed: int
    small_edge: float = SMALL_EDGE


def power(finished: int) -> Power:
    """Say what a number of finished games can show about two sides that look even."""
    return Power(finished, detectable_share(finished), games_for(SMALL_EDGE))


class Logbook:
    """A log that has been read and checked.

    Parameters
    ----------
    path : a file of logged games
    only : the id of one game; the log as a whole where left out

    Raises
    ------
    ConfigError
        With every problem of the file at its line and column.
    KeyError
        No game of that id.
    """

    def __init__(self, path: str | Path, only: str | None = None) -> None:
        self.document = read(path)
        self.game = _game_of(self.document)
        self._module = module(self.game)
        self._log = self._module.parse(self.document, rulebook.load(self.game))
        self._audited: dict[str, Sequence[GameAudit]] = {}
        self.only: str | None = None
        names = [audit.name for audit in self.audits(Reading())]
        if only is not None and only not in names:
            raise KeyError(must_be_one_of(only, names))
        self.only = only

    def audits(self, reading: Reading) -> list[GameAudit]:
        """Hold the logged games against the rules of a reading."""
        if reading.label not in self._audited:
            self._audited[reading.label] = self._module.audit(self._log, reading)
        return [audit for audit in self._audited[reading.label] if self.only in {None, audit.name}]

    def expectations(self, reading: Reading) -> list[Expectation]:
        """Return what was logged beside its exact distributions."""
        found = self._module.expectations(self._log, reading)
        return [one for one in found if self.only in {None, one.game}]

    def readings(self) -> list[Reading]:
        """Return each game's own preset, then every other reading worth trying."""
        return [Reading(), *self._module.readings(self._log)]

    def fits(self, readings: Sequence[Reading]) -> list[Fit]:
        """Compare readings; the p-values of winner and length are corrected over all of them together (Holm)."""
        found = [self._fit(reading) for reading in readings]
        p_values = [test.p for fit in found for test in (fit.winner, fit.length) if test]
        corrected = iter(holm(p_values))
        family = f"winner and length under {len(readings)} reading{'s' * (len(readings) > 1)}"
        best = max((fit.moves_explained, fit.ends_reproduced) for fit in found)
        return [
            replace(
                fit,
                winner=replace(fit.winner, corrected=next(corrected), family=family) if fit.winner else None,
                length=replace(fit.length, corrected=next(corrected), family=family) if fit.length else None,
                is_best=(fit.moves_explained, fit.ends_reproduced) == best,
            )
            for fit in found
        ]

    def _fit(self, reading: Reading) -> Fit:
        audits = self.audits(reading)
        pooled = {test.of: test for test in pooled_outcomes(self.expectations(reading))}
        return Fit(
            reading,
            sum(audit.moves_explained for audit in audits),
            sum(audit.moves_logged for audit in audits),
            sum(bool(audit.is_end_reproduced) for audit in audits),
            sum(audit.is_end_reproduced is not None for audit in audits),
            pooled.get("winner"),
            pooled.get("length"),
        )


def _game_of(document: Document) -> Game:
    """Return the game that a log says it is about."""
    audited = [name for name in games.names() if can_be_audited(games.load(name))]
    name = document.data.get("game")
    if name is None:
        raise ConfigError([document.problem(("game",), f"is missing; it must be one of {', '.join(audited)}")])
    if name not in audited:
        raise ConfigError([document.problem(("game",), must_be_one_of(name, audited))])
    return games.load(name)


# --- tests ------------------------------------------------------------------------------------------------------------


def _distribution(one: Expectation) -> Distribution:
    return one.values, one.probabilities


def _tested(of: str, scope: str, parts: Sequence[tuple[int, Distribution]]) -> list[Evidence]:
    """Test the sum of independent observations, a family of its own when alone; one too wide to add up is left out."""
    if sum(int(values[-1] - values[0]) for _, (values, _) in parts) > WIDEST:
        return []
    observed = sum(value for value, _ in parts)
    whole = total(distribution for _, distribution in parts)
    p = doubled_tail(whole, observed)
    return [Evidence(of, scope, observed, mean(whole), len(parts), p, p, "")]


def _favoured(one: Expectation) -> tuple[int, Distribution]:
    """Say of a game whether the side that the model favours has won, and how likely that was."""
    yes = float(one.probabilities[one.values == 1].sum())
    if yes >= 0.5:  # noqa: PLR2004 - one half is what even means
        return one.observed, _distribution(one)
    return 1 - one.observed, (np.array([0, 1]), np.array([yes, 1 - yes]))


def pooled_outcomes(expected: Iterable[Expectation]) -> list[Evidence]:
    """Test over all games how many the favourites won, and how many rounds the games took together."""
    by_kind = defaultdict(list)
    for one in expected:
        by_kind[one.kind].append(one)
    found: list[Evidence] = []
    if by_kind["winner"]:
        found += _tested("winner", "all", [_favoured(one) for one in by_kind["winner"]])
    if by_kind["length"]:
        found += _tested("length", "all", _logged(by_kind["length"]))
    return found


def outcomes(expected: Iterable[Expectation]) -> list[Evidence]:
    """Test winner and length of each game; corrected over the games, each of the two for itself."""
    found = [
        test
        for one in expected
        if one.kind in {"winner", "length"}
        for test in _tested(one.kind, one.game, [_favoured(one)] if one.kind == "winner" else _logged([one]))
    ]
    return [test for kind in ("winner", "length") for test in _corrected([one for one in found if one.of == kind])]


def dice(expected: Iterable[Expectation]) -> list[Evidence]:
    """Test the rolls: all together, their spread about what is expected, each side's, and the least likely one.

    The first three kinds are one family; the single rolls are another, of which the least likely is returned.
    """
    rolls = [one for one in expected if one.kind == "roll"]
    if not rolls:
        return []
    sides: dict[str, list[Expectation]] = defaultdict(list)
    for one in rolls:
        sides[one.about].append(one)
    found = [
        *_tested("total", "all", _logged(rolls)),
        *_tested("spread", "all", [_squared(one) for one in rolls]),
        *(test for side, own in sides.items() for test in _tested("total", side, _logged(own))),
    ]
    single = _corrected(
        [
            test
            for one in rolls
            for test in _tested("total", f"{one.game}, turn {one.turn}, {one.about}", _logged([one]))
        ]
    )
    return [*_corrected(found), min(single, key=lambda test: test.p)]


def _logged(rolls: Iterable[Expectation]) -> list[tuple[int, Distribution]]:
    return [(one.observed, _distribution(one)) for one in rolls]


def _squared(one: Expectation) -> tuple[int, Distribution]:
    """Return a roll's squared distance from its mean, in quarters, and the distribution of that."""
    centre = round(2 * mean(_distribution(one)))
    return (2 * one.observed - centre) ** 2, spread(_distribution(one))


def _corrected(tests: Sequence[Evidence]) -> list[Evidence]:
    family = f"{len(tests)} tests" if len(tests) > 1 else ""
    corrected = holm([test.p for test in tests])
    return [replace(test, corrected=p, family=family) for test, p in zip(tests, corrected, strict=True)]


# --- the form of a log ------------------------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a log of any game that offers the audit."""
    definitions: dict[str, Any] = {}
    branches = []
    audited = [name for name in games.names() if can_be_audited(games.load(name))]
    for name in audited:
        written = json.dumps(module(games.load(name)).schema())
        own: Mapping[str, Any] = json.loads(written.replace('"#/$defs/', f'"#/$defs/{name}.'))
        definitions |= {f"{name}.{key}": value for key, value in own["$defs"].items()}
        definitions[name] = {key: value for key, value in own.items() if key != "$defs"}
        about = {"properties": {"game": {"const": name}}, "required": ["game"]}
        branches.append({"if": about, "then": {"$ref": f"#/$defs/{name}"}})
    return {
        "$schema": DIALECT,
        "title": "A log of real play",
        "type": "object",
        "properties": {"game": {"enum": audited}},
        "required": ["game"],
        "allOf": branches,
        "$defs": definitions,
    }
