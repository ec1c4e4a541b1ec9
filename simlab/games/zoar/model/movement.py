"""Movement: steps of the leader and the armies, moves bought with food, and the relic on its way (R7, R9, R10)."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.model.collecting import collect
from simlab.games.zoar.model.pieces import lift_army, put_army
from simlab.games.zoar.model.relic import army_allowance, carry, drop, foreign_relics, is_home, may_pick_up, pick_up
from simlab.games.zoar.state import CAPITAL, FOOD, LAKE, NEXT, NOBODY, NOWHERE, STOCK, Action, Phase
from simlab.kernel.jit import inlined, kernel

ORTHOGONAL = 4  # R7.1: a step is one of the first four directions of NEXT
STEP, BUY, PICK_UP, DROP, END_MOVES = (
    int(code) for code in (Action.STEP, Action.BUY, Action.PICK_UP, Action.DROP, Action.END_MOVES)
)
ATTACK_PHASE = int(Phase.attack)


@kernel
def legal_moves(state: Any, rules: Any, actions: Any) -> int:
    """List what the active seat may do now in its movement phase, in any order of units (R7.10)."""
    seat = state.active
    relics = foreign_relics(state, seat)
    n = 0
    first, last = 0, rules.armies
    if state.must_step == NOBODY:
        n = _leader_steps(state, rules, actions)
    else:  # R7.8: nothing else until that army has gone on
        first, last = state.must_step - 1, state.must_step
    for army in range(first, last):
        if state.army_at[seat, army] != STOCK:
            n = _army_steps(state, rules, actions, n, army, relics)
    if state.must_step != NOBODY:
        return n
    if state.ready[seat, FOOD] > 0 and rules.extra_moves_per_food > 0:  # R9.1, R9.4; New does not count (R4.3)
        actions[n] = BUY
        n += 1
    if state.carrier[seat] != NOBODY:
        actions[n] = DROP  # R10.2
        n += 1
    elif rules.relay or not state.has_dropped:  # R10.6
        n = _pick_ups(state, rules, actions, n)
    actions[n] = END_MOVES
    return n + 1


@inlined
def _leader_steps(state: Any, rules: Any, actions: Any) -> int:
    # R7.3, R7.5: wherever there is land, among whatever pieces
    n = 0
    if state.steps[0] < rules.leader_moves or state.pool > 0:
        for direction in range(ORTHOGONAL):
            area = NEXT[state.leader_at[state.active], direction]
            if area != NOWHERE and state.terrain[area] != LAKE:  # R7.2
                actions[n] = STEP + direction
                n += 1
    return n


@inlined
def _army_steps(state: Any, rules: Any, actions: Any, n: Any, army: Any, relics: Any) -> int:
    seat = state.active
    left = max(army_allowance(state, rules, seat, army) - state.steps[1 + army], 0) + state.pool  # R7.4, R9.2
    if left == 0 or _has_lower_twin(state, seat, army):
        return n
    for direction in range(ORTHOGONAL):
        area = NEXT[state.army_at[seat, army], direction]
        if _may_enter(state, rules, seat, area) and (
            not (relics >> area) & 1
            or is_home(state, seat, army, area)  # R18.4: the way home is never barred by a relic
            or (left > 1 and _leads_on(state, rules, seat, army, area, relics))  # R7.8
        ):
            actions[n] = STEP + ORTHOGONAL * (1 + army) + direction
            n += 1
    return n


@inlined
def _has_lower_twin(state: Any, seat: Any, army: Any) -> bool:
    # R19.4: equivalent armies offer their actions once
    if state.armies_on[state.army_at[seat, army]] == 1:
        return False
    for other in range(army):
        if (
            state.army_at[seat, other] == state.army_at[seat, army]
            and state.steps[1 + other] == state.steps[1 + army]
            and state.picked[other] == state.picked[army]
            and state.carrier[seat] != other
            and state.carrier[seat] != army
        ):
            return True
    return False


@inlined
def _may_enter(state: Any, rules: Any, seat: Any, area: Any) -> bool:
    if area == NOWHERE or state.terrain[area] == LAKE:  # R7.2
        return False
    if state.holder[area] != NOBODY and state.holder[area] != seat:  # R7.6, R7.7, R7.9
        return False
    if rules.capital_safe and state.terrain[area] == CAPITAL:  # R7.11
        for other in range(state.n_seats):
            if other != seat and state.capital[other] == area:
                return False
    return True


@kernel
def _leads_on(state: Any, rules: Any, seat: Any, army: Any, area: Any, relics: Any) -> bool:
    # R7.8: an army may end its movement on some area next to this one
    for direction in range(ORTHOGONAL):
        beyond = NEXT[area, direction]
        if _may_enter(state, rules, seat, beyond) and (
            not (relics >> beyond) & 1 or is_home(state, seat, army, beyond)
        ):
            return True
    return False


@inlined
def _pick_ups(state: Any, rules: Any, actions: Any, n: Any) -> int:
    seat = state.active
    for army in range(rules.armies):
        # R10.3: an army that has just entered is no twin of those that stood there
        if may_pick_up(state, rules, seat, army) and (rules.pickup_on_enter or not _has_lower_twin(state, seat, army)):
            actions[n] = PICK_UP + army
            n += 1
    return n


@kernel
def apply_move(state: Any, rules: Any, action: Any) -> None:
    """Carry out one decision of the movement phase."""
    seat = state.active
    if action < BUY:
        _step(state, rules, seat, (action - STEP) // ORTHOGONAL, (action - STEP) % ORTHOGONAL)
        return
    state.entered = NOBODY
    if action == BUY:  # R9.1, R9.3: at any time; goes to any units (R9.2)
        state.ready[seat, FOOD] -= 1
        state.market[FOOD] += 1
        state.food_on_moves[seat] += 1
        state.pool += rules.extra_moves_per_food
    elif action == DROP:
        drop(state, seat)
    elif action == END_MOVES:
        state.pool = 0  # R9.3: what was not used is lost
        state.phase = ATTACK_PHASE
    else:
        pick_up(state, seat, action - PICK_UP)


@inlined
def _step(state: Any, rules: Any, seat: Any, unit: Any, direction: Any) -> None:
    state.entered = unit
    if unit == 0:
        area = NEXT[state.leader_at[seat], direction]
        allowance = rules.leader_moves
        state.leader_at[seat] = area
    else:
        army = unit - 1
        area = NEXT[state.army_at[seat, army], direction]
        allowance = army_allowance(state, rules, seat, army)
        lift_army(state, seat, army)
        put_army(state, seat, army, area)
        carry(state, seat, army, area)
        state.must_step = unit if (foreign_relics(state, seat) >> area) & 1 else NOBODY  # R7.8
    if state.steps[unit] < allowance:  # R9.3: its own allowance first
        state.steps[unit] += 1
    else:
        state.pool -= 1
    collect(state, rules, seat, area)  # R8.1
