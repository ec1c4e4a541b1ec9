"""The rope followed through known totals: what the rules, or another hand, make of a log's rolls.

Only the move and the line are judged here, as the kernel judges them (R4.3-R6.4); a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simlab.games.tug_of_wargods.exact.roll import moves
from simlab.games.tug_of_wargods.state import MAX_TEAM, Rounding

Totals = tuple[int, int]


@dataclass(frozen=True)
class Position:
    """Where everything stands after a turn; lengths are half inches (R10.1).

    Attributes
    ----------
    pull : how far seat 0 pulled in this turn; negative: seat 1 did
    fronts : of both seats, behind the line; negative when over it (R3.5)
    across : members of both seats over the line (R5.2)
    twice : members of both seats, from the front, who have been pulled across on two turns (R6.3)
    winner, end : of the game if it ends here, else -1 and ""
    """

    pull: int
    fronts: tuple[int, int]
    across: tuple[int, int]
    twice: tuple[int, int]
    winner: int
    end: str


def due(rounding: int, totals: Totals) -> int:
    """Return the pull that two totals make (R4.3), in half inches: positive for seat 0."""
    difference = totals[0] - totals[1]
    return int(np.sign(difference)) * int(moves(rounding, np.array(abs(difference))))


def rounded(difference: int) -> dict[str, int]:
    """Return the move of a difference under every rounding, in half inches (R4.6-R4.9)."""
    return {rounding.name: int(moves(rounding, np.array(difference))) for rounding in Rounding}


def follow(record: Any, pulls: Sequence[int]) -> list[Position]:
    """Follow the rope through given pulls, to the last one even if the rules end the game before.

    Parameters
    ----------
    record : packed rules, a record of ``state.RULES``
    pulls : half inches, turn by turn, positive for seat 0
    """
    pulled = 0
    latched = [0, 0]
    crossings = [[0] * MAX_TEAM, [0] * MAX_TEAM]
    found = []
    for pull in pulls:
        pulled += pull
        fronts = (int(record.start[0]) + pulled, int(record.start[1]) - pulled)
        counts = (members_over(record, 0, -fronts[0]), members_over(record, 1, -fronts[1]))
        again = False
        for seat in range(2):
            while latched[seat] and -fronts[seat] <= record.released_at[seat, latched[seat] - 1]:  # R6.3
                latched[seat] -= 1
            for member in range(latched[seat], counts[seat]):
                crossings[seat][member] += 1
                again |= crossings[seat][member] > 1 and member < record.twice_members  # R1.6-R1.8
            latched[seat] = max(latched[seat], counts[seat])
        puller = 0 if pull > 0 else 1
        end = ""
        if pull and max(fronts) > record.max_front:  # R4.12
            end, puller = "off_table", -1
        elif pull and counts[1 - puller] >= record.members_to_win:  # R6.1, R6.4
            end = "members"
        elif again:  # R6.2
            end = "same_member_twice"
        twice = (sum(times > 1 for times in crossings[0]), sum(times > 1 for times in crossings[1]))
        found.append(Position(pull, fronts, counts, twice, puller if end else -1, end))
    return found


def members_over(record: Any, seat: int, over: int) -> int:
    """Count the members across, from the front (R5.2)."""
    return sum(over >= at for at in record.across_at[seat][: record.team_size[seat]].tolist())


def ending(positions: Sequence[Position]) -> int | None:
    """Return the first turn, from 0, that ends the game; None while it goes on."""
    return next((turn for turn, position in enumerate(positions) if position.end), None)
