"""The state of a playthrough and the packed rules: fixed-size records of int64."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

SEATS = 2  # R1.1
MAX_TEAM = 5  # R1.3: the largest team ever printed
NO_LIMIT = 1 << 40  # further than any rope


class VictoryKind(IntEnum):
    """How a playthrough ended."""

    members = 1  # R6.1
    same_member_twice = 2  # R6.2
    off_table = 3  # R4.12
    truncated = 4  # R4.11


class Action(IntEnum):
    """What a seat can do."""

    PULL = 0  # R10.3: a turn is one forced action


class Rounding(IntEnum):
    """How half the difference becomes a move (R4.6-R4.9)."""

    floor_min1 = 0
    floor = 1
    exact_half = 2
    half_then_floor = 3
    ceil = 4


class TieRule(IntEnum):
    """What equal totals cost on the next roll (R7.2, R7.3)."""

    off = 0
    total = 1
    per_die = 2


# Lengths along the rope are whole half inches (R10.1). `s` is how far seat 0 has pulled; negative: seat 1 has.
STATE = np.dtype(
    [
        ("game_tug_of_wargods", "i8"),
        ("rounds", "i8"),
        ("n_seats", "i8"),
        ("s", "i8"),
        ("totals", "i8", (SEATS,)),  # the last rolls, less the penalty
        ("penalty", "i8"),  # pips off the next roll, the same for both teams
        ("winner", "i8"),  # -1: nobody
        ("kind", "i8"),  # a VictoryKind, 0 while playing
        ("latched", "i8", (SEATS,)),  # members 0 … latched-1 count as taken across until released (R6.3)
        ("crossings", "i8", (SEATS, MAX_TEAM)),  # times each member was pulled across
        ("furthest", "i8", (SEATS,)),  # the furthest each seat has pulled: the largest s and the largest -s
        ("first_puller", "i8"),
        ("ties", "i8"),
        ("ones", "i8"),
        ("half_moves", "i8"),
        ("max_pull", "i8"),
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("rules_tug_of_wargods", "i8"),
        ("max_rounds", "i8"),
        ("members_to_win", "i8"),
        ("twice_members", "i8"),  # how many members, from the front, the twice rule watches
        ("rounding", "i8"),
        ("tie_rule", "i8"),
        ("tie_die_min", "i8"),
        ("tie_stack_cap", "i8"),
        ("max_front", "i8"),  # half inches
        ("team_size", "i8", (SEATS,)),
        ("start", "i8", (SEATS,)),  # half inches
        ("dice", "i8", (SEATS, MAX_TEAM)),  # sides, front member first
        ("across_at", "i8", (SEATS, MAX_TEAM)),  # half inches over the line from which a member is across
        ("released_at", "i8", (SEATS, MAX_TEAM)),  # half inches over the line down to which he can cross again
    ],
    align=True,
)
