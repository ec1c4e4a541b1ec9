"""Every column that a playthrough of Summit reports, beside the shared ones."""

from __future__ import annotations

from simlab import forward
from simlab.forward import category, count, flag

from .state import VictoryKind


class Outcome(forward.Outcome):
    """The game's own columns."""

    victory_kind = category("victory kind", "how the playthrough ended", VictoryKind)
    slips = count("slips", "times a seat slipped", unit="times", per_seat=True)
    longest = count("longest climb", "the most climbed in one turn", hi=80, unit="m")
    alone = flag("alone in front", "one seat stood higher than all others at the end")
