"""What a playthrough in the orchard reports: one column of each kind."""

from enum import IntEnum

from simlab import forward
from simlab.forward import category, count, flag, measure


class Kind(IntEnum):
    """How it ended."""

    most = 0
    all_gone = 1


class Outcome(forward.Outcome):
    """The orchard's own columns."""

    victory_kind = category("victory kind", "how it ended", Kind)
    picked = count("picked", "apples of a seat", hi=50, per_seat=True)
    weight = measure("weight", "of all apples", lo=0, hi=500, unit="kg", scale=10)
    storm = flag("storm", "there was one")
