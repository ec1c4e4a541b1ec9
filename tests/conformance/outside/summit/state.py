"""The state of a climb and the packed rules."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

SEATS = 4


class VictoryKind(IntEnum):
    """How a playthrough ended."""

    summit = 1
    truncated = 2


class Action(IntEnum):
    """What a climber can do."""

    CLIMB = 0
    CAMP = 1


STATE = np.dtype(
    [
        ("game_summit", "i8"),
        ("rounds", "i8"),
        ("turns", "i8"),
        ("n_seats", "i8"),
        ("order", "i8", (SEATS,)),  # turn -> seat
        ("turn", "i8"),
        ("height", "i8", (SEATS,)),  # secured, in metres
        ("climbed", "i8"),  # this turn, not secured yet
        ("slips", "i8", (SEATS,)),
        ("longest", "i8"),
        ("kind", "i8"),
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("rules_summit", "i8"),
        ("max_rounds", "i8"),
        ("top", "i8"),
        ("die", "i8"),
        ("slip_on", "i8"),
        ("late_start", "i8"),
        ("is_top_shared", "i8"),
        ("bonus", "i8", (SEATS,)),  # metres that boots add to a climb
        ("kept", "i8", (SEATS,)),  # one part in `kept` of a climb stays after a slip; 0: nothing does
    ],
    align=True,
)
