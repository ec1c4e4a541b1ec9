"""What the table really did, as far as a log tells: reported moves, stated positions, claimed crossings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from simlab.games.tug_of_wargods.playtests import form
from simlab.games.tug_of_wargods.playtests.log import Logged
from simlab.games.tug_of_wargods.playtests.track import Position, ending, follow

MOST_DOUBTS = 6
"""Turns whose reported and due moves are both tried; beyond that the report is believed."""


@dataclass(frozen=True)
class Statement:
    """One thing a log says it saw after a turn.

    Attributes
    ----------
    turn : from 0
    key : ``stated_front_in`` (half inches) or ``claimed_across`` (members)
    """

    turn: int
    seat: int
    key: str
    value: int

    def holds(self, positions: Sequence[Position]) -> bool:
        """Say whether a track agrees."""
        position = positions[self.turn]
        seen = position.fronts if self.key == "stated_front_in" else position.across
        return seen[self.seat] == self.value


def statements(game: Logged) -> list[Statement]:
    """List what a game's log says it saw, turn by turn."""
    found = []
    for place, turn in enumerate(game.form.turns):
        for name, inches in (turn.stated_front_in or {}).items():
            found.append(Statement(place, game.seat(name), "stated_front_in", round(2 * inches)))
        for name, members in (turn.claimed_across or {}).items():
            found.append(Statement(place, game.seat(name), "claimed_across", members))
    return found


def made(game: Logged, place: int) -> int | None:
    """Return the distance that a turn is said to have really moved, in half inches; None where it is not said.

    Where only one of the teams was moved, its distance counts: the rope is one (R4.4).
    """
    moved = game.form.turns[place].moved_in
    if isinstance(moved, dict):
        first, second = game.totals[place]
        pulled = game.names[1 if first > second else 0]  # who was pulled decides who is across
        moved = moved.get(pulled, next(iter(moved.values()), None))
    return None if moved is None else round(2 * moved)


def written(turn: form.Turn) -> int | None:
    """Return the move that a turn writes down, in half inches; None where it writes none."""
    return round(2 * turn.written[2]) if turn.written and turn.written[2] is not None else None


def logged(game: Logged, place: int) -> int | None:
    """Return the move that a log tells of a turn, in half inches.

    It is the written one, else the one really made, else the one between two positions stated one after the other.
    """
    turn = game.form.turns[place]
    told = written(turn)
    told = made(game, place) if told is None else told
    if told is not None or not turn.stated_front_in:
        return told
    start = game.form.start_in
    before: dict[str, float] = {}
    if place:
        before = game.form.turns[place - 1].stated_front_in or {}
    elif start is not None:
        before = dict(zip(game.names, start if isinstance(start, list) else [start, start], strict=True))
    both = [name for name in turn.stated_front_in if name in before]
    return round(2 * abs(turn.stated_front_in[both[0]] - before[both[0]])) if both else None


def kept(game: Logged, positions: Sequence[Position], seen: Sequence[Statement], since: int = 0) -> int:
    """Count the statements from a turn on that a track agrees with; the logged end counts as one."""
    agreed = sum(statement.holds(positions) for statement in seen if statement.turn >= since)
    winner = game.form.result.winner
    last = ending(positions)
    ends = last == len(positions) - 1 and winner is not None and positions[last].winner == game.seat(winner)
    return agreed + int(ends)


def likely_pulls(game: Logged, record: Any, rule: Sequence[int], seen: Sequence[Statement]) -> list[int]:
    """Return the signed pulls the table most likely made, given what it reported and what it saw afterwards.

    A distance said to be really moved is believed. Where the written and the due move differ, both are tried, and the
    one that more of the later statements and the end agree with is taken; the written one where they agree alike.
    """
    choices: list[list[int]] = []
    for place, pull in enumerate(rule):
        sign = int(np.sign(game.totals[place][0] - game.totals[place][1]))
        really, wrote = made(game, place), written(game.form.turns[place])
        if really is not None:
            choices.append([sign * really])
        elif wrote is not None and wrote != abs(pull):
            choices.append([sign * wrote, pull])
        else:
            choices.append([pull])
    if sum(len(choice) > 1 for choice in choices) > MOST_DOUBTS:
        return [choice[0] for choice in choices]
    return max(map(list, product(*choices)), key=lambda pulls: kept(game, follow(record, pulls), seen))
