"""Every column that a playthrough of Tug of WarGods reports, beside the shared ones."""

from __future__ import annotations

from simlab import forward
from simlab.forward import category, count, flag, measure
from simlab.games.tug_of_wargods.state import VictoryKind

FURTHEST = 700  # half inches; more than start, column and the longest pull of any allowed rules together


class Outcome(forward.Outcome):
    """The game's own columns; lengths are kept in half inches."""

    victory_kind = category("victory kind", "how the playthrough ended", VictoryKind)
    displacement = measure(
        "displacement", "how far the first seat had pulled at the end", lo=-FURTHEST, hi=FURTHEST, unit="inch", scale=2
    )
    members_over = count("members over", "the loser's members across the line at the end", hi=5, unit="miniatures")
    over = measure(
        "over", "how far the loser's front edge was over the line at the end", lo=0, hi=FURTHEST, unit="inch", scale=2
    )
    crossings = count("crossings", "times a seat's front member was pulled across", unit="times", per_seat=True)
    comeback = flag("comeback", "the winner's own front member had been across on an earlier turn")
    close_call = measure(
        "close call",
        "the winner's smallest front distance from the line",
        lo=-FURTHEST,
        hi=FURTHEST,
        unit="inch",
        scale=2,
    )
    first_pull_won = flag("first pull won", "the seat that won the first pull won the playthrough")
    ties = count("ties", "turns with equal totals", unit="turns")
    ones = count("ones", "turns with a difference of one", unit="turns")
    half_moves = count("half moves", "turns whose move was not a whole inch", unit="turns")
    max_pull = measure("longest pull", "the longest single move", lo=0, hi=FURTHEST, unit="inch", scale=2)
    max_front = measure(
        "furthest front", "the furthest a front stood behind the line", lo=0, hi=FURTHEST, unit="inch", scale=2
    )
    one_turn = flag("one turn", "the playthrough was over on its first turn")
