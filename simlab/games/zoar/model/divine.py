"""Divine intervention: the roll, what it gives, whom it strikes, rods and offerings (R16, R17)."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.model.pieces import kill_army, recruit
from simlab.games.zoar.model.production import feed_tile
from simlab.games.zoar.model.turn import end_turn
from simlab.games.zoar.state import FOOD, METAL, STOCK, TILES, Action, Phase
from simlab.kernel.dice import roll
from simlab.kernel.jit import inlined, kernel

GRANT, DECLINE, PROTECT, END_PROTECTION, OFFERING, END_TURN = (
    int(code)
    for code in (
        Action.GRANT,
        Action.DECLINE,
        Action.PROTECT,
        Action.END_PROTECTION,
        Action.OFFERING,
        Action.END_TURN,
    )
)
GRANT_PHASE, PROTECT_PHASE, OFFER_PHASE = int(Phase.grant), int(Phase.protect), int(Phase.offer)


@kernel
def begin_gods(state: Any, rules: Any, rng: Any) -> None:
    """Begin the fourth phase with a roll (R16.1); it is not a choice (R5.2)."""
    _intervene(state, rules, rng)


@kernel
def _intervene(state: Any, rules: Any, rng: Any) -> None:
    seat = state.active
    state.touched = roll(rng, TILES)  # R16.1, R16.8; R17.3: each roll is a full intervention
    state.rolls += 1
    state.rolls_made[seat] += 1
    state.roll_was_useful = 0
    feed_tile(state, state.touched, rules.divine_per_area)  # R16.2; R16.9: tokens come first
    state.asked = 0
    _clear_grants(state, rules)
    for other in range(state.n_seats):
        for army in range(rules.armies):
            state.protected[other, army] = 0  # R17.6
    _next_grant(state, rules)


@inlined
def _clear_grants(state: Any, rules: Any) -> None:
    for city in range(rules.cities):
        state.granted[city] = 0


@inlined
def seat_after(state: Any, steps: Any) -> int:
    """Return the seat so many turns after the active one, clockwise (R16.4, R17.5)."""
    position = state.position[state.active] + steps
    if position >= state.n_seats:
        position -= state.n_seats
    return state.order[position]


@kernel
def _next_grant(state: Any, rules: Any) -> None:
    # R16.3-R16.5: who gets a free army, city by city; a seat without one in stock is not asked
    last = state.n_seats if rules.any_owner else 1
    while state.asked < last:
        seat = seat_after(state, state.asked)
        if state.army_stock[seat] > 0:
            for city in range(rules.cities):
                if _is_granted_one(state, seat, city):
                    state.phase = GRANT_PHASE
                    state.decider = seat
                    return
        state.asked += 1
        _clear_grants(state, rules)
    state.asked = 0
    state.decider = state.active
    _next_protection(state, rules)


@inlined
def _is_granted_one(state: Any, seat: Any, city: Any) -> bool:
    area = state.city_at[seat, city]
    return area != STOCK and state.tile_number[area] == state.touched and state.granted[city] == 0


@kernel
def legal_grants(state: Any, rules: Any, actions: Any) -> int:
    """List the cities on the tile that may take the free army, and declining it (R16.3, R16.5)."""
    seat = state.decider
    n = 0
    for city in range(rules.cities):
        if _is_granted_one(state, seat, city):
            actions[n] = GRANT + city
            n += 1
    actions[n] = DECLINE
    return n + 1


@kernel
def apply_grant(state: Any, rules: Any, action: Any) -> None:
    """Place the free army, or decline; with one army per city the next is asked about (R16.5)."""
    seat = state.decider
    is_declined = action == DECLINE
    if not is_declined:
        city = action - GRANT
        recruit(state, seat, state.city_at[seat, city])
        state.armies_free_divine[seat] += 1
        state.granted[city] = 1
        if seat == state.active:
            state.roll_was_useful = 1
    if is_declined or not rules.per_city:
        for city in range(rules.cities):
            state.granted[city] = 1
    _next_grant(state, rules)


@inlined
def _is_struck(state: Any, seat: Any, army: Any) -> bool:
    # R16.6, R16.8: armies of other seats on the tile; capital tiles have no number
    area = state.army_at[seat, army]
    return area != STOCK and state.tile_number[area] == state.touched and state.protected[seat, army] == 0


@kernel
def _next_protection(state: Any, rules: Any) -> None:
    # R17.4, R17.5: owners of struck armies, clockwise; one without the metal has nothing to decide
    if rules.lightning:
        state.asked = max(state.asked, 1)
        while state.asked < state.n_seats:
            seat = seat_after(state, state.asked)
            if rules.rod_cost > 0 and state.ready[seat, METAL] >= rules.rod_cost:
                for army in range(rules.armies):
                    if _is_struck(state, seat, army):
                        state.phase = PROTECT_PHASE
                        state.decider = seat
                        return
            state.asked += 1
        _strike(state, rules)
    state.decider = state.active
    _after_roll(state, rules)


@kernel
def legal_protections(state: Any, rules: Any, actions: Any) -> int:
    """List the struck armies that a rod can protect, twins once (R19.4), and protecting no more (R17.4)."""
    seat = state.decider
    n = 0
    for army in range(rules.armies):
        if _is_struck(state, seat, army) and not _has_lower_twin(state, seat, army):
            actions[n] = PROTECT + army
            n += 1
    actions[n] = END_PROTECTION
    return n + 1


@inlined
def _has_lower_twin(state: Any, seat: Any, army: Any) -> bool:
    if state.carrier[seat] == army:
        return False
    for other in range(army):
        if (
            state.army_at[seat, other] == state.army_at[seat, army]
            and state.carrier[seat] != other
            and state.protected[seat, other] == 0
        ):
            return True
    return False


@kernel
def apply_protect(state: Any, rules: Any, action: Any) -> None:
    """Pay for a rod that protects one army from this roll (R17.4, R17.6), or pass."""
    seat = state.decider
    if action == END_PROTECTION:
        state.asked += 1
    else:
        state.protected[seat, action - PROTECT] = 1
        state.ready[seat, METAL] -= rules.rod_cost
        state.market[METAL] += rules.rod_cost  # R16.9: after the roll's own tokens
        state.metal_on_rods[seat] += rules.rod_cost
    _next_protection(state, rules)


@kernel
def _strike(state: Any, rules: Any) -> None:
    # R16.6, R16.9: deaths come last; R16.7, R16.10: nothing else is touched
    for other in range(state.n_seats):
        if other == state.active:
            continue
        for army in range(rules.armies):
            if _is_struck(state, other, army):
                if state.carrier[other] == army:
                    state.carriers_struck[other] += 1
                    state.last_swing_round = state.rounds + 1
                kill_army(state, other, army)
                state.armies_lost_lightning[other] += 1
                state.roll_was_useful = 1


@inlined
def _after_roll(state: Any, rules: Any) -> None:
    # R17.1: another roll for food, or the end of the turn; without the food there is nothing to decide
    seat = state.active
    state.rolls_useful[seat] += state.roll_was_useful
    if rules.offering_cost > 0 and state.ready[seat, FOOD] >= rules.offering_cost:
        state.phase = OFFER_PHASE
    else:
        end_turn(state, rules)


@inlined
def legal_offers(state: Any, rules: Any, actions: Any) -> int:
    """List an offering and the end of the turn (R17.1, R17.2)."""
    actions[0] = OFFERING
    actions[1] = END_TURN
    return 2


@kernel
def apply_offer(state: Any, rules: Any, action: Any, rng: Any) -> None:
    """Pay for another roll (R17.1), or end the turn."""
    if action == END_TURN:
        end_turn(state, rules)
        return
    seat = state.active
    state.ready[seat, FOOD] -= rules.offering_cost
    state.market[FOOD] += rules.offering_cost
    state.food_on_offerings[seat] += rules.offering_cost
    _intervene(state, rules, rng)
