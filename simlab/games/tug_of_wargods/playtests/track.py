"""The rope followed through known totals: what the rules, or another hand, make of a log's rolls.

Only the move and the line are judged here, as the kernel judges them (R4.3-R6.4); a test holds the two together.
"""

from __future__ import annotations

from bisect import bisect_right
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
    # read once: a field of a record costs more than the rest of a turn
    first, second = (int(start) for start in record.start)
    sizes = record.team_size.tolist()
    across_at = [record.across_at[seat, : sizes[seat]].tolist() for seat in range(2)]
    released_at = record.released_at.tolist()
    to_win, watched = int(record.members_to_win), int(record.twice_members)
    max_front = int(record.max_front)
    pulled = 0
    latched = [0, 0]
    crossings = [[0] * MAX_TEAM, [0] * MAX_TEAM]
    found = []
    for pull in pulls:
        pulled += pull
        fronts = (first + pulled, second - pulled)
        counts = (bisect_right(across_at[0], -fronts[0]), bisect_right(across_at[1], -fronts[1]))  # R5.2
        again = False
        for seat in range(2):
            while latched[seat] and -fronts[seat] <= released_at[seat][latched[seat] - 1]:  # R6.3
                latched[seat] -= 1
            for member in range(latched[seat], counts[seat]):
                crossings[seat][member] += 1
                again |= crossings[seat][member] > 1 and member < watched  # R1.6-R1.8
            latched[seat] = max(latched[seat], counts[seat])
        puller = 0 if pull > 0 else 1
        end = ""
        if pull and max(fronts) > max_front:  # R4.12
            end, puller = "off_table", -1
        elif pull and counts[1 - puller] >= to_win:  # R6.1, R6.4
            end = "members"
        elif again:  # R6.2
            end = "same_member_twice"
        twice = (sum(times > 1 for times in crossings[0]), sum(times > 1 for times in crossings[1]))
        found.append(Position(pull, fronts, counts, twice, puller if end else -1, end))
    return found


def ending(positions: Sequence[Position]) -> int | None:
    """Return the first turn, from 0, that ends the game; None while it goes on."""
    return next((turn for turn, position in enumerate(positions) if position.end), None)
