"""Combat: where to attack, hidden reinforcements, and what falls (R11-R13)."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.model.building import enter_build
from simlab.games.zoar.model.pieces import kill_army, raze_city, raze_temple
from simlab.games.zoar.model.turn import win
from simlab.games.zoar.state import (
    ATTACK_ONE,
    ATTACK_ONE_PER_AREA,
    METAL,
    NEXT,
    NOBODY,
    NOWHERE,
    STOCK,
    Action,
    Phase,
    VictoryKind,
)
from simlab.kernel.jit import inlined, kernel

ATTACK, NO_ATTACK, FORCE, COMMIT = (
    int(code) for code in (Action.ATTACK, Action.NO_ATTACK, Action.FORCE, Action.COMMIT)
)
ATTACK_PHASE, FORCE_PHASE, COMMIT_PHASE, ANSWER_PHASE = (
    int(phase) for phase in (Phase.attack, Phase.force, Phase.commit, Phase.answer)
)
BY_CITIES = int(VictoryKind.cities)
DIRECTIONS = 8  # codes of directions from one army to the next


@kernel
def legal_attacks(state: Any, rules: Any, actions: Any) -> int:
    """List the areas that can be attacked, each origin through its lowest army, and not attacking (R11.1)."""
    seat = state.active
    n = 0
    for army in range(rules.armies):
        area = state.army_at[seat, army]
        if area != STOCK and _may_begin_at(state, rules, seat, army, area):
            for direction in range(rules.directions):  # R11.3
                target = NEXT[area, direction]
                if target != NOWHERE and state.holder[target] != NOBODY and state.holder[target] != seat:
                    # R11.2, R7.13: leaders and capitals hold nothing, so neither can be a target; R11.8
                    actions[n] = ATTACK + army * DIRECTIONS + direction
                    n += 1
    actions[n] = NO_ATTACK
    return n + 1


@inlined
def _may_begin_at(state: Any, rules: Any, seat: Any, army: Any, area: Any) -> bool:
    if rules.attacks_per_turn == ATTACK_ONE_PER_AREA and state.attacked[area] == 1:  # R11.4
        return False
    if state.armies_on[area] > 1:
        for other in range(army):
            if state.army_at[seat, other] == area:
                return False
    return True


@kernel
def legal_forces(state: Any, rules: Any, actions: Any) -> int:
    """List how many armies may fight (R11.5)."""
    n = state.armies_on[state.attack_from]
    for more in range(n):
        actions[more] = FORCE + more
    return n


@kernel
def legal_commitments(state: Any, rules: Any, actions: Any) -> int:
    """List how much metal the seat to move may commit: any part of its Ready (R12.1); New does not count."""
    most = state.ready[state.decider, METAL]
    for metal in range(most + 1):
        actions[metal] = COMMIT + metal
    return most + 1


@kernel
def apply_attack(state: Any, rules: Any, action: Any) -> None:
    """Declare an attack, or none."""
    if action == NO_ATTACK:
        enter_build(state, rules)
        return
    seat = state.active
    code = action - ATTACK
    state.attack_from = state.army_at[seat, code // DIRECTIONS]
    state.attack_to = NEXT[state.attack_from, code % DIRECTIONS]
    state.attacked[state.attack_from] = 1
    state.attacks_made[seat] += 1
    state.attack_force = state.armies_on[state.attack_from]  # R11.5: all of them, unless their number is chosen
    if rules.choose_force and state.attack_force > 1:
        state.phase = FORCE_PHASE
    else:
        state.phase = COMMIT_PHASE


@inlined
def apply_force(state: Any, rules: Any, action: Any) -> None:
    """Send so many armies; the rest neither fight nor suffer (R11.5)."""
    state.attack_force = action - FORCE + 1
    state.phase = COMMIT_PHASE


@kernel
def apply_commitment(state: Any, rules: Any, action: Any) -> None:
    """Hide the attacker's metal (R12.5), or reveal both and fight."""
    metal = action - COMMIT
    if state.phase == COMMIT_PHASE:
        state.attack_bid = metal
        state.phase = ANSWER_PHASE
        state.decider = state.holder[state.attack_to]
        return
    attacker, defender = state.active, state.decider
    state.decider = attacker
    _pay(state, attacker, state.attack_bid)
    _pay(state, defender, metal)
    _fight(state, rules, attacker, defender, state.attack_bid, metal)
    state.attack_bid = 0
    if state.city_tokens[attacker] >= rules.tokens_to_win:  # R18.2, R18.3
        win(state, attacker, BY_CITIES)
    elif rules.attacks_per_turn == ATTACK_ONE:  # R11.4
        enter_build(state, rules)
    else:
        state.phase = ATTACK_PHASE


@inlined
def _pay(state: Any, seat: Any, metal: Any) -> None:
    # R12.4: what was committed goes to the Market whatever happens
    state.ready[seat, METAL] -= metal
    state.market[METAL] += metal
    state.metal_on_bids[seat] += metal


@inlined
def attacker_losses(damage: Any, armies: Any, metal: Any) -> int:
    """Return how many of the attacking armies die: reinforcements fall first (R13.3); pieces at home do not (R13.2)."""
    return min(max(damage - metal, 0), armies)


@inlined
def defender_losses(damage: Any, armies: Any, metal: Any) -> int:
    """Return how many of the defending armies die: reinforcements fall first (R13.3)."""
    return min(max(damage - metal, 0), armies)


@inlined
def is_building_lost(damage: Any, armies: Any, metal: Any, has_building: Any) -> bool:
    """Say whether the city or temple falls: health 1, after reinforcements and armies (R13.1, R13.3)."""
    return has_building and damage > metal + armies


@inlined
def strength(armies: Any, metal: Any, cities: Any) -> int:
    """Return the strength of a side: armies, reinforcements (R12.2) and a defending city count 1, temples 0 (R13.1)."""
    return armies + metal + cities


@kernel
def _fight(state: Any, rules: Any, attacker: Any, defender: Any, attacking: Any, defending: Any) -> None:
    # R13.4: both sides at the same time, with the strength before losses; R11.6, R12.3
    area = state.attack_to
    armies = state.armies_on[area]
    has_city = state.city_on[area] != NOBODY
    has_temple = state.temple_on[area] != NOBODY
    blow = strength(state.attack_force, attacking, 0)  # R13.2: the attacker's own city takes no part
    answer = strength(armies, defending, 1 if has_city else 0) if rules.both_sides_damage else 0
    is_razed = is_building_lost(blow, armies, defending, has_city or has_temple)
    _kill(state, rules, attacker, state.attack_from, attacker_losses(answer, state.attack_force, attacking))
    _kill(state, rules, defender, area, defender_losses(blow, armies, defending))
    if is_razed and has_city:
        raze_city(state, area, rules.rebuild)
        state.cities_lost[defender] += 1
        state.city_tokens[attacker] += 1  # R4.2, R13.5, R13.8
    elif is_razed:
        raze_temple(state, area, rules.rebuild)
        state.temples_lost[defender] += 1
    if state.holder[area] == NOBODY:  # R11.7: nobody moves in
        state.attacks_won[attacker] += 1


@kernel
def _kill(state: Any, rules: Any, seat: Any, area: Any, deaths: Any) -> None:
    # R13.7: armies differ only by carrying; the carrier dies last, or first
    for turn in range(2):
        is_carrier_now = turn == (0 if rules.carrier_dies_first else 1)
        for army in range(rules.armies):
            if deaths > 0 and state.army_at[seat, army] == area and (state.carrier[seat] == army) == is_carrier_now:
                kill_army(state, seat, army)
                state.armies_lost_combat[seat] += 1
                deaths -= 1
