"""Logs of real games: read, held against the rules turn by turn, and laid beside the exact model.

What these five functions owe `simlab playtest` is told in `simlab.playtest`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from simlab.columns import WHOLE_WIN
from simlab.games.tug_of_wargods import exact, roster
from simlab.games.tug_of_wargods.exact.roll import total
from simlab.games.tug_of_wargods.playtests.form import schema
from simlab.games.tug_of_wargods.playtests.log import Log, Logged, parse
from simlab.games.tug_of_wargods.playtests.slips import Slips
from simlab.games.tug_of_wargods.playtests.table import logged
from simlab.games.tug_of_wargods.playtests.track import Position, ending
from simlab.games.tug_of_wargods.state import RULES, Rounding
from simlab.games.tug_of_wargods.words import inches
from simlab.playtest import Expectation, Finding, GameAudit, Reading, TurnAudit

__all__ = ["Log", "audit", "expectations", "parse", "readings", "schema"]


def readings(log: Log) -> tuple[Reading, ...]:
    """Return what a log is worth reading under: every edition, then every rounding of each game's own (R4.6-R4.9)."""
    editions = [Reading(name) for name in log.editions.presets]
    roundings = [Reading(None, {"rounding": rounding.name}) for rounding in Rounding]
    return (*editions, *roundings)


def audit(log: Log, reading: Reading) -> tuple[GameAudit, ...]:
    """Hold every logged game against the rules of a reading."""
    return tuple(_game(log, game, reading) for game in log.games)


def _game(log: Log, game: Logged, reading: Reading) -> GameAudit:
    slips = Slips(log, game, reading)
    told = [logged(game, place) for place in range(len(slips.due))]
    result, last = game.form.result, ending(slips.rule)
    winner = None if result.winner is None else game.seat(result.winner)
    is_reproduced = last == len(slips.rule) - 1 and slips.rule[last].winner == winner
    return GameAudit(
        name=game.form.id,
        title=_title(game, reading, slips.record),
        turns=tuple(_turn(game, place, position, told[place]) for place, position in enumerate(slips.rule)),
        findings=(*_illegal(log, game, slips), *slips.findings()),
        moves_logged=sum(move is not None for move in told),
        moves_explained=sum(move == abs(owed) for move, owed in zip(told, slips.due, strict=True)),
        logged_end=f"{result.winner or 'broken off'}, turn {result.turn}",
        rules_end="goes on" if last is None else _end(game, slips.rule[last], last),
        is_end_reproduced=None if winner is None else is_reproduced,
    )


def _title(game: Logged, reading: Reading, record: Any) -> str:
    preset = reading.preset or game.form.preset
    changed = "".join(f", {name}: {value}" for name, value in reading.overrides.items())
    teams = [
        f"{name} ({', '.join(f'd{sides}' for sides in record.dice[seat][: record.team_size[seat]].tolist())})"
        for seat, name in enumerate(game.names)
    ]
    starts = dict.fromkeys(inches(int(start)) for start in record.start)
    return f"{' v '.join(teams)}; {preset}{changed}; start {' and '.join(starts)}"


def _end(game: Logged, position: Position, last: int) -> str:
    if position.winner < 0:
        return f"draw, turn {last + 1}"
    return f"{game.names[position.winner]}, turn {last + 1}"


def _turn(game: Logged, place: int, position: Position, told: int | None) -> TurnAudit:
    totals = game.totals[place]
    difference = totals[0] - totals[1]
    puller = None if difference == 0 else game.names[0 if difference > 0 else 1]
    across = [f"{number} {name}" for number, name in zip(position.across, game.names, strict=True) if number]
    values: dict[str, Any] = {
        "difference": abs(difference),
        "puller": puller,
        "move_in": abs(position.pull) / 2,
        "logged_move_in": None if told is None else told / 2,
        "end": position.end or None,
    }
    for seat, name in enumerate(game.names):
        values |= {
            f"roll.{name}": totals[seat],
            f"front_in.{name}": position.fronts[seat] / 2,
            f"across.{name}": position.across[seat],
            f"twice.{name}": position.twice[seat],
        }
    cells = {
        "turn": str(place + 1),
        "rolls": f"{totals[0]} - {totals[1]}",
        "ahead": f"{puller} by {abs(difference)}" if puller else "tie",
        "due": f"{abs(position.pull) / 2:g}",
        "logged": "" if told is None else f"{told / 2:g}",
        "fronts": " / ".join(f"{front / 2:g}" for front in position.fronts),
        "across": ", ".join(across),
        "end": position.end,
    }
    return TurnAudit(place + 1, values, cells)


def _illegal(log: Log, game: Logged, slips: Slips) -> list[Finding]:
    """Tell of teams that the rules forbid, and of dice that are not the roster's: both were on the table."""
    found = []
    for name, team in game.form.teams.items():
        line = log.line(game, "teams", name)
        complaints = roster.team_complaints(slips.rules, team.members, len(team.members), ())
        found += [Finding(None, line, "team", f"{name}: {complaint.message}") for complaint in complaints]
        found += [Finding(None, line, "dice", text) for text in _other_dice(game, name, slips.reading)]
    return found


def _other_dice(game: Logged, name: str, reading: Reading) -> list[str]:
    team = game.form.teams[name]
    preset = reading.preset or game.form.preset
    printed = game.editions.resolve(preset, reading.overrides)["die_override"]
    known = roster.load()
    texts = []
    for member, sides in dict(zip(team.members, team.dice or (), strict=False)).items():
        usual = printed.get(member, known.quota_lines[known.miniatures[member].line].die)
        if usual != sides:
            texts.append(f"{name}: {member} rolls a d{sides} here and a d{usual} under {preset}; the log's die is used")
    return texts


def expectations(log: Log, reading: Reading) -> tuple[Expectation, ...]:
    """Return winner, length and every roll of every logged game, each beside its exact distribution (R10).

    A game that was broken off has no winner and no length; one whose rules are too large to solve has neither.
    """
    found: list[Expectation] = []
    for game in log.games:
        record = game.record(reading)
        if game.form.result.winner is not None:
            found += _outcome(game, record)
        for seat, name in enumerate(game.names):
            dice = record.dice[seat][: record.team_size[seat]]
            least, shares = total(dice, 0, 1)
            values = np.arange(least, least + len(shares))
            found += [
                Expectation("roll", game.form.id, name, place + 1, totals[seat], values, shares)
                for place, totals in enumerate(game.totals)
            ]
    return tuple(found)


def _outcome(game: Logged, record: Any) -> list[Expectation]:
    try:
        credit, rounds = _solved(record.tobytes())
    except exact.TooLargeError:
        return []
    first = game.names[0]
    share = float(credit[1][credit[0] == WHOLE_WIN].sum())
    even = np.array([0, 1]), np.array([1 - share, share])
    result = game.form.result
    return [
        Expectation("winner", game.form.id, first, None, int(result.winner == first), *even),
        Expectation("length", game.form.id, "", None, result.turn, *rounds),
    ]


@cache
def _solved(packed: bytes) -> tuple[Any, Any]:
    """Solve packed rules once: several logged games share them."""
    record = np.frombuffer(packed, RULES).view(np.recarray)[0]
    solved = exact.distributions(record, ["credit_0", "rounds"])
    return solved["credit_0"], solved["rounds"]
