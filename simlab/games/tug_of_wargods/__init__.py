"""Tug of WarGods: two columns of miniatures on one rope, dice against dice, and no decision during play."""

from simlab.forward import Game, Standing

GAME = Game(
    package=__name__,
    title="Tug of WarGods",
    version=1,
    summary="Two columns of miniatures on one rope; the higher roll pulls the other over the line.",
    seats=(2, 2),  # R1.1
    option="team",
    standing=Standing(unit="inch", scale=2, span=1400),
    has_turn_order=False,  # R1.1: both roll at once
    max_actions=1,  # R10.3
    actions_per_round=1,
)
