"""A small game of another package, as its author would add it: picking apples, two to four, somebody goes first."""

from simlab.forward import Game, Standing

GAME = Game(
    package=__name__,
    title="Orchard",
    version=3,
    summary="Picking apples.",
    seats=(2, 4),
    option="basket",
    standing=Standing(unit="apples", span=100),
    has_turn_order=True,
    max_actions=5,
    actions_per_round=4,
)
