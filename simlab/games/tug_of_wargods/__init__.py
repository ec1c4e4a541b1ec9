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
    warnings=(
        "Half of an odd difference is rounded as rules.rounding says: the current text is silent about it.",
        (
            "Where a big base stands in the column matters: 40 mm instead of 25 mm in front is worth about 3 wins of "
            "100 between equal dice. Bases other than 40 mm are assumed."
        ),
        "The table is taken to be long enough; the metric max_front says how long it must be.",
        "The author's nine logged playtests are too few to say anything about balance.",
    ),
)
