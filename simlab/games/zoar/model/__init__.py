"""Zoar as a forward model: who decides, what is legal, what follows, and how it ends."""

from __future__ import annotations

from typing import Any

from simlab import forward
from simlab.games.zoar.appraise import appraise
from simlab.games.zoar.features import features
from simlab.games.zoar.model.building import apply_build, legal_builds
from simlab.games.zoar.model.combat import (
    apply_attack,
    apply_commitment,
    apply_force,
    legal_attacks,
    legal_commitments,
    legal_forces,
)
from simlab.games.zoar.model.divine import (
    apply_grant,
    apply_offer,
    apply_protect,
    legal_grants,
    legal_offers,
    legal_protections,
)
from simlab.games.zoar.model.movement import apply_move, legal_moves
from simlab.games.zoar.model.outcome import outcome
from simlab.games.zoar.model.setup import setup
from simlab.games.zoar.model.standing import standing
from simlab.games.zoar.redeal import redeal
from simlab.games.zoar.state import STATE, Phase
from simlab.kernel.dispatch import bind
from simlab.kernel.jit import inlined, kernel

OVER, MOVE, ATTACK, FORCE, COMMIT, ANSWER, BUILD, GRANT, PROTECT = (
    int(phase)
    for phase in (
        Phase.over,
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


@inlined
def to_move(state: Any) -> int:
    """Return who decides now: the active seat, a defender, or an owner of struck armies."""
    return state.decider


@kernel
def legal_actions(state: Any, rules: Any, actions: Any) -> int:  # noqa: PLR0911 - one return for each phase
    """List what the seat to move may do; one action is one micro-decision, and there is always one (R19.1)."""
    phase = state.phase
    if phase == MOVE:
        return legal_moves(state, rules, actions)
    if phase == ATTACK:
        return legal_attacks(state, rules, actions)
    if phase == BUILD:
        return legal_builds(state, rules, actions)
    if phase in (COMMIT, ANSWER):
        return legal_commitments(state, rules, actions)
    if phase == FORCE:
        return legal_forces(state, rules, actions)
    if phase == GRANT:
        return legal_grants(state, rules, actions)
    if phase == PROTECT:
        return legal_protections(state, rules, actions)
    return legal_offers(state, rules, actions)


@kernel
def apply(state: Any, rules: Any, action: Any, rng: Any) -> None:
    """Carry out one decision; the four phases follow each other in their order (R5.1)."""
    phase = state.phase
    if phase == MOVE:
        apply_move(state, rules, action)
    elif phase == ATTACK:
        apply_attack(state, rules, action)
    elif phase == BUILD:
        apply_build(state, rules, action, rng)
    elif phase in (COMMIT, ANSWER):
        apply_commitment(state, rules, action)
    elif phase == FORCE:
        apply_force(state, rules, action)
    elif phase == GRANT:
        apply_grant(state, rules, action)
    elif phase == PROTECT:
        apply_protect(state, rules, action)
    else:
        apply_offer(state, rules, action, rng)


@inlined
def is_over(state: Any) -> bool:
    """A relic came home, enough cities fell, or the cap was reached (R1.2, R18, R19.2)."""
    return state.phase == OVER


bind(
    STATE,
    {
        forward.setup: setup,
        forward.to_move: to_move,
        forward.legal_actions: legal_actions,
        forward.apply: apply,
        forward.is_over: is_over,
        forward.standing: standing,
        forward.outcome: outcome,
        forward.features: features,
        forward.redeal: redeal,
        forward.appraise: appraise,
    },
)
