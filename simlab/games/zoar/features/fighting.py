"""Features of combat and of rods, by uniform bids: each side commits any part of its open Ready metal alike."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.model.combat import attacker_losses, defender_losses, is_building_lost, strength
from simlab.games.zoar.state import METAL, NEXT, NOBODY, Action, Phase
from simlab.games.zoar.styles import Feature
from simlab.kernel.jit import inlined, kernel

ATTACK, NO_ATTACK, FORCE, COMMIT, PROTECT, END_PROTECTION = (
    int(code)
    for code in (
        Action.ATTACK,
        Action.NO_ATTACK,
        Action.FORCE,
        Action.COMMIT,
        Action.PROTECT,
        Action.END_PROTECTION,
    )
)
WIN_NOW, PRIZE, TRADE, SUCCESS, GUARD, SPEND_METAL, STOP = (
    int(feature)
    for feature in (
        Feature.win_now,
        Feature.attack_prize,
        Feature.attack_trade,
        Feature.bid_success,
        Feature.guard,
        Feature.spend_metal,
        Feature.stop,
    )
)
ANSWER = int(Phase.answer)
HOARD = 3.0
ARMIES = 4.0
DIRECTIONS = 8


@kernel
def weigh_attacks(state: Any, rules: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh every attack, and none."""
    seat = state.active
    for i in range(n):
        if actions[i] == NO_ATTACK:
            out[i, STOP] = 1.0
        else:
            code = actions[i] - ATTACK
            area = state.army_at[seat, code // DIRECTIONS]
            _expect(state, rules, state.armies_on[area], NEXT[area, code % DIRECTIONS], out, i)


@kernel
def weigh_forces(state: Any, rules: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh how many armies to send (R11.5)."""
    for i in range(n):
        _expect(state, rules, actions[i] - FORCE + 1, state.attack_to, out, i)


@kernel
def _expect(state: Any, rules: Any, force: Any, area: Any, out: Any, i: Any) -> None:
    # all pairs of commitments weigh the same
    attacker, defender = state.active, state.holder[area]
    has_city, has_temple = state.city_on[area] != NOBODY, state.temple_on[area] != NOBODY
    armies = state.armies_on[area]
    is_carrier = armies > 0 and state.carrier[defender] != NOBODY and state.relic_at[defender] == area
    most, answer = state.ready[attacker, METAL], state.ready[defender, METAL]
    prizes, traded = 0, 0
    for attacking in range(most + 1):
        for defending in range(answer + 1):
            blow = strength(force, attacking, 0)
            back = strength(armies, defending, 1 if has_city else 0) if rules.both_sides_damage else 0
            dead = defender_losses(blow, armies, defending)
            traded += dead - attacker_losses(back, force, attacking)
            is_razed = has_city and is_building_lost(blow, armies, defending, has_city or has_temple)
            is_killed = is_carrier and (dead > 0 if rules.carrier_dies_first else dead == armies)
            prizes += 1 if is_razed or is_killed else 0
    pairs = (most + 1) * (answer + 1)
    out[i, PRIZE] = prizes / pairs
    out[i, TRADE] = max(min(traded / (pairs * ARMIES), 1.0), -1.0)


@kernel
def weigh_commitments(state: Any, rules: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh the attacker's commitments, or the defender's, each against a uniform one of the other side."""
    area = state.attack_to
    has_city, has_temple = state.city_on[area] != NOBODY, state.temple_on[area] != NOBODY
    has_building = has_city or has_temple
    armies = state.armies_on[area]
    is_answer = state.phase == ANSWER
    other = state.active if is_answer else state.holder[area]
    most = state.ready[other, METAL]
    for i in range(n):
        own = actions[i] - COMMIT
        met = 0
        for theirs in range(most + 1):
            attacking, defending = (theirs, own) if is_answer else (own, theirs)
            blow = strength(state.attack_force, attacking, 0)
            dead = defender_losses(blow, armies, defending)
            is_lost = is_building_lost(blow, armies, defending, has_building)
            is_emptied = dead == armies and (is_lost or not has_building)
            if is_answer:
                met += _is_kept(has_building, is_lost, dead, armies)
            else:
                met += 1 if is_emptied else 0
        out[i, SUCCESS] = met / (most + 1)
        out[i, SPEND_METAL] = min(own / HOARD, 1.0)
        if not is_answer and has_city and met == most + 1 and _is_last_token(state, rules):
            out[i, WIN_NOW] = 1.0  # R18.2


@inlined
def _is_kept(has_building: Any, is_lost: Any, dead: Any, armies: Any) -> int:
    if has_building:
        return 0 if is_lost else 1
    return 1 if dead < armies else 0


@inlined
def _is_last_token(state: Any, rules: Any) -> bool:
    return bool(state.city_tokens[state.active] + 1 >= rules.tokens_to_win)


@kernel
def weigh_rods(state: Any, rules: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh which army to protect (R17.4): a carrier 1, another one half."""
    seat = state.decider
    for i in range(n):
        if actions[i] == END_PROTECTION:
            out[i, STOP] = 1.0
        else:
            out[i, GUARD] = 1.0 if state.carrier[seat] == actions[i] - PROTECT else 0.5
            out[i, SPEND_METAL] = min(rules.rod_cost / HOARD, 1.0)
