"""Summit: climb on or camp. A push-your-luck race for 2 to 4, from outside of simlab, as any author's game would be."""

from simlab.forward import Game, Standing

GAME = Game(
    package=__name__,
    title="Summit",
    version=1,
    summary="Climbers roll to gain height; a slip costs what they have not yet secured.",
    seats=(2, 4),
    option="gear",
    standing=Standing(unit="m", span=80),
    has_turn_order=True,
    max_actions=2,
    actions_per_round=160,
)
