"""Zoar: tribes cross a desert, fetch a relic from the far corner, and raze each other's cities."""

from simlab.forward import Game, Standing

GAME = Game(
    package=__name__,
    title="Zoar",
    version=1,
    summary="Two to four tribes race to carry their relic home across a desert, or to raze enough enemy cities.",
    seats=(2, 4),  # R1.1
    option="tribe",
    standing=Standing(unit="progress", scale=10_000, span=10_000),  # R19.3
    has_turn_order=True,  # R3.11
    max_actions=64,
    actions_per_round=4 * 512,  # R19.1: more than 512 decisions in one turn would be an error
    warnings=(
        (
            "The terrain of the land tiles, the place of the altar and the outline of the board are assumed: "
            "results on tiles, routes and scarcity depend on them."
        ),
        "Results on tribes depend on how they are played: compare skill levels, and line-ups of one style.",
    ),
)
