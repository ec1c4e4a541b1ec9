"""What actions mean to the seat that takes them, all legal ones at once; `styles.py` names the numbers."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.features.building import weigh_builds, weigh_grants
from simlab.games.zoar.features.fighting import weigh_attacks, weigh_commitments, weigh_forces, weigh_rods
from simlab.games.zoar.features.gods import weigh_offers
from simlab.games.zoar.features.moving import weigh_moves
from simlab.games.zoar.state import Phase
from simlab.games.zoar.styles import Feature
from simlab.kernel.jit import kernel

FEATURES = len(Feature)
MOVE, ATTACK, FORCE, COMMIT, ANSWER, BUILD, GRANT, PROTECT = (
    int(phase)
    for phase in (
        Phase.move,
        Phase.attack,
        Phase.force,
        Phase.commit,
        Phase.answer,
        Phase.build,
        Phase.grant,
        Phase.protect,
    )
)


@kernel
def features(state: Any, rules: Any, actions: Any, n: Any, out: Any) -> None:
    """Fill ``out[action, feature]`` for the n legal actions of the seat to move."""
    for i in range(n):
        for feature in range(FEATURES):
            out[i, feature] = 0.0
    phase = state.phase
    if phase == MOVE:
        weigh_moves(state, rules, actions, n, out)
    elif phase == ATTACK:
        weigh_attacks(state, rules, actions, n, out)
    elif phase == BUILD:
        weigh_builds(state, rules, actions, n, out)
    elif phase in (COMMIT, ANSWER):
        weigh_commitments(state, rules, actions, n, out)
    elif phase == FORCE:
        weigh_forces(state, rules, actions, n, out)
    elif phase == GRANT:
        weigh_grants(state, actions, n, out)
    elif phase == PROTECT:
        weigh_rods(state, rules, actions, n, out)
    else:
        weigh_offers(state, rules, actions, n, out)
