"""A log read and checked: every problem of the file at its line, and every game under the rules of a reading."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from simlab.document import ConfigError, Document, Problem, did_you_mean
from simlab.document.wording import findings, must_be_one_of
from simlab.games.tug_of_wargods import roster
from simlab.games.tug_of_wargods.playtests import derived, form
from simlab.games.tug_of_wargods.playtests.track import Totals, due
from simlab.games.tug_of_wargods.rules import Rules, complaints, pack
from simlab.playtest import Editions, Reading

LONGEST_NAME = 40
"""Letters of a team's name: it stands in every line of the audit."""

Path = tuple[str | int, ...]
Wrong = tuple[Path, str]


@dataclass(frozen=True)
class Logged:
    """One logged game whose rolls and teams are in order.

    Attributes
    ----------
    place : its place in the file, from 0
    names : of both teams, in seat order
    totals : of both teams, turn by turn
    editions : what a preset stands for
    """

    form: form.Game
    editions: Editions
    place: int
    names: tuple[str, str]
    totals: tuple[Totals, ...]

    def values(self, reading: Reading) -> dict[str, Any]:
        """Return the value of every rules parameter: the reading's, with the log's own teams, dice and start."""
        dice: dict[str, int] = {}
        printed = _printed(self.editions, self.form.preset)
        for team in self.form.teams.values():
            sides = team.dice or [_die(member, printed) for member in team.members]
            dice.update(zip(team.members, sides, strict=True))
        on_the_table: dict[str, Any] = {
            "team_size": [len(team.members) for team in self.form.teams.values()],
            "die_override": dice,
        }
        if self.form.start_in is not None:
            on_the_table["start_in"] = self.form.start_in
        values = self.editions.resolve(reading.preset or self.form.preset, {**on_the_table, **reading.overrides})
        if reading != Reading():  # an edition for larger teams asks for no more members than stood there
            values["members_to_win"] = min(values["members_to_win"], *on_the_table["team_size"])
        return values

    def rules(self, reading: Reading) -> Rules:
        """Return the rules of a reading for this game."""
        return Rules.model_validate_json(json.dumps(self.values(reading)))

    @property
    def teams(self) -> list[list[str]]:
        """The miniatures of both teams."""
        return [team.members for team in self.form.teams.values()]

    def record(self, reading: Reading) -> Any:
        """Return the packed rules of a reading."""
        return pack(self.rules(reading), self.teams)[0]

    def due(self, record: Any) -> list[int]:
        """Return the pull of every turn under packed rules, in half inches: positive where seat 0 pulls."""
        return [due(record.rounding, totals) for totals in self.totals]

    def seat(self, name: str) -> int:
        """Return the seat of a team."""
        return self.names.index(name)


@dataclass(frozen=True)
class Log:
    """A log without a problem."""

    document: Document
    form: form.Log
    editions: Editions
    games: tuple[Logged, ...]

    def line(self, game: Logged, *path: str | int) -> int:
        """Return the line of something in a game."""
        return self.document.where(("games", game.place, *path))[0]


def parse(document: Document, editions: Editions) -> Log:
    """Check a log.

    Raises
    ------
    ConfigError
        With every problem at its line and column; see ``docs/playtests.md``.
    """
    try:
        read = form.Log.model_validate_json(json.dumps(document.data))
    except ValidationError as error:
        found = findings(error, document.data, form.schema())
        raise ConfigError([document.problem(path, message) for path, message in found]) from None
    problems: list[Problem] = []
    games: list[Logged] = []
    seen: set[str] = set()
    for place, game in enumerate(read.games):
        wrong = [*_wrong(game, editions)]
        if game.id in seen:
            wrong.append((("id",), f"{game.id!r} is the id of an earlier game"))
        seen.add(game.id)
        if not wrong:
            first, second = game.teams
            totals = tuple((_total(turn.rolls[first]), _total(turn.rolls[second])) for turn in game.turns)
            logged = Logged(game, editions, place, (first, second), totals)
            wrong = _forbidden(logged) or derived.of_game(logged)
            games.append(logged)
        problems += [document.problem(("games", place, *path), message) for path, message in wrong]
    if read.play_example is not None:
        wrong = [*derived.of_example(read.play_example)]
        problems += [document.problem(("play_example", *path), message) for path, message in wrong]
    if not problems and read.summary is not None:
        wrong = [*derived.of_summary(read.summary, games)]
        problems += [document.problem(("summary", *path), message) for path, message in wrong]
    if problems:
        raise ConfigError(problems)
    return Log(document, read, editions, tuple(games))


def _total(roll: int | list[int]) -> int:
    return roll if isinstance(roll, int) else sum(roll)


def _forbidden(game: Logged) -> list[Wrong]:
    """Return what stops a game from being played at all; a team that was played although illegal is a finding."""
    wrong = [*complaints(game.rules(Reading()), game.teams)]
    return [(("preset",), complaint.message) for complaint in wrong if complaint.path[0] == "rules"]


def _wrong(game: form.Game, editions: Editions) -> list[Wrong]:
    """Return what is wrong with the words and numbers of one game, before any rule is asked."""
    wrong: list[Wrong] = []
    presets = list(editions.presets)
    if game.preset not in presets:
        wrong.append((("preset",), must_be_one_of(game.preset, presets)))
    printed = _printed(editions, game.preset) if game.preset in presets else {}
    sides = {name: _sides(team, ("teams", name), printed, wrong) for name, team in game.teams.items()}
    _same_dice(game.teams, wrong)
    names = list(game.teams)
    wrong += [
        (("teams", name), f"a name of at most {LONGEST_NAME} letters") for name in names if len(name) > LONGEST_NAME
    ]
    if game.result.winner is not None and game.result.winner not in names:
        wrong.append((("result", "winner"), must_be_one_of(game.result.winner, [*names, "null"])))
    if game.result.turn != len(game.turns):
        wrong.append((("result", "turn"), f"must be {len(game.turns)}, the last turn logged; got {game.result.turn}"))
    for place, turn in enumerate(game.turns):
        if turn.n != place + 1:
            wrong.append((("turns", place, "n"), f"must be {place + 1}: turns count from 1; got {turn.n}"))
        wrong += [(("turns", place, *path), message) for path, message in _turn(turn, sides)]
    return wrong


def _printed(editions: Editions, preset: str) -> Mapping[str, int]:
    """Return the dice that an edition gives to miniatures beside the roster's (R2.8)."""
    return editions.resolve(preset, {})["die_override"]  # type: ignore[no-any-return]


def _die(member: str, printed: Mapping[str, int]) -> int:
    known = roster.load()
    return printed.get(member, known.quota_lines[known.miniatures[member].line].die)


def _sides(team: form.Team, path: Path, printed: Mapping[str, int], wrong: list[Wrong]) -> list[int] | None:
    """Return the dice of a team, or None, with the reasons noted, where the log does not say."""
    known = roster.load().miniatures
    unknown = [place for place, member in enumerate(team.members) if member not in known]
    wrong += [((*path, "members", place), roster.unknown_miniature(team.members[place], known)) for place in unknown]
    if team.dice is None:
        return None if unknown else [_die(member, printed) for member in team.members]
    if len(team.dice) != len(team.members):
        message = f"{len(team.dice)} dice for a team of {len(team.members)}; each member has one"
        wrong.append(((*path, "dice"), message))
        return None
    return team.dice


def _same_dice(teams: Mapping[str, form.Team], wrong: list[Wrong]) -> None:
    """A miniature rolls the same die wherever it stands in a game (R2.8)."""
    first: dict[str, int] = {}
    for name, team in teams.items():
        for place, (member, sides) in enumerate(zip(team.members, team.dice or (), strict=False)):
            if first.setdefault(member, sides) != sides:
                message = f"{member} rolls a d{first[member]} elsewhere in this game; got {sides}"
                wrong.append((("teams", name, "dice", place), message))


def _turn(turn: form.Turn, sides: Mapping[str, Sequence[int] | None]) -> list[Wrong]:
    names = list(sides)
    wrong: list[Wrong] = []
    for key in ("rolls", "moved_in", "stated_front_in", "claimed_across", "front_in", "across"):
        given = getattr(turn, key)
        if isinstance(given, Mapping):
            wrong += [((key, name), must_be_one_of(name, names)) for name in given if name not in names]
    for name in names:
        if name not in turn.rolls:
            wrong.append((("rolls",), f"no roll of {name}{did_you_mean(name, turn.rolls)}"))
        elif (dice := sides[name]) is not None:
            wrong += [(("rolls", name, *path), message) for path, message in _roll(turn.rolls[name], dice)]
    if not wrong and "puller" in turn.model_fields_set:
        first, second = (_total(turn.rolls[name]) for name in names)
        higher = None if first == second else names[0] if first > second else names[1]
        if turn.puller != higher:
            said = "null, the totals are equal" if higher is None else f"{higher}, which rolled higher"
            wrong.append((("puller",), f"must be {said}; got {'null' if turn.puller is None else turn.puller}"))
    return wrong


def _roll(roll: int | list[int], dice: Sequence[int]) -> list[Wrong]:
    """Check a total against the dice it came from, or every face against its die."""
    if isinstance(roll, int):
        if len(dice) <= roll <= sum(dice):
            return []
        spelled = ", ".join(f"d{sides}" for sides in dice)
        return [((), f"must be from {len(dice)} to {sum(dice)}, the sum of {spelled}; got {roll}")]
    if len(roll) != len(dice):
        return [((), f"{len(roll)} faces from {len(dice)} dice")]
    return [
        ((place,), f"must be from 1 to {sides}, a face of a d{sides}; got {face}")
        for place, (face, sides) in enumerate(zip(roll, dice, strict=True))
        if face > sides
    ]
