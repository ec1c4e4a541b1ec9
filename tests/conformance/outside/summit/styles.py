"""What a style of climbing can weigh."""

from enum import IntEnum


class Feature(IntEnum):
    """Numbers that an action has."""

    at_stake = 0
    secured = 1
    win_now = 2
    go_on = 3


MEANING = {
    "at_stake": "climbing on: what a slip would cost, as a part of the summit's height",
    "secured": "camping: what it secures, as a part of the summit's height",
    "win_now": "camping on the summit",
    "go_on": "climbing on",
}
