"""Trade and build: the Market, cities, temples and armies (R14, R15)."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.model.collecting import room, take_into_ready
from simlab.games.zoar.model.divine import begin_gods
from simlab.games.zoar.model.pieces import place_city, place_temple, recruit
from simlab.games.zoar.state import (
    DESERT,
    FOOD,
    METAL,
    NOBODY,
    QUARTERS,
    SITE_ONLY_LEADER,
    SITE_RESTRICTIONS_ONLY,
    STOCK,
    Action,
    Phase,
)
from simlab.kernel.jit import inlined, kernel

TRADE_FOOD, TRADE_METAL, CITY_AND_ARMY, CITY, TEMPLE_AND_COLLECT, TEMPLE, ARMY, END_BUILDING = (
    int(code)
    for code in (
        Action.TRADE_FOOD,
        Action.TRADE_METAL,
        Action.CITY_AND_ARMY,
        Action.CITY,
        Action.TEMPLE_AND_COLLECT,
        Action.TEMPLE,
        Action.ARMY,
        Action.END_BUILDING,
    )
)
BUILD_PHASE = int(Phase.build)


@kernel
def enter_build(state: Any, rules: Any) -> None:
    """Begin the third phase: what was collected this turn is Ready now (R14.1), New is empty (R5.4)."""
    seat = state.active
    for kind in (FOOD, METAL):
        state.ready[seat, kind] += state.fresh[seat, kind]
        state.fresh[seat, kind] = 0
    state.phase = BUILD_PHASE
    state.decider = seat


@kernel
def legal_builds(state: Any, rules: Any, actions: Any) -> int:
    """List trades and builds, in any order and number (R14.2), and the end of the phase."""
    seat = state.active
    n = 0
    for given in (FOOD, METAL):
        if _may_trade(state, rules, seat, given):
            actions[n] = TRADE_FOOD if given == FOOD else TRADE_METAL
            n += 1
    n = _sites(state, rules, seat, actions, n)
    if state.ready[seat, FOOD] >= rules.army_cost and state.army_stock[seat] > 0:  # R15.4, R15.6, R15.8
        for city in range(rules.cities):  # R15.7: cities only
            if state.city_at[seat, city] != STOCK:
                actions[n] = ARMY + city
                n += 1
    actions[n] = END_BUILDING
    return n + 1


@inlined
def _may_trade(state: Any, rules: Any, seat: Any, given: Any) -> bool:
    # R14.2, R14.3: the ratio is the seat's; R14.5: with the Market only
    wanted = METAL if given == FOOD else FOOD
    ratio = rules.trade_ratio[seat]
    other_way = TRADE_METAL if given == FOOD else TRADE_FOOD
    return (
        ratio > 0
        and state.ready[seat, given] >= ratio
        and state.market[wanted] > 0  # R14.4
        and room(state, rules, seat, wanted) > 0  # R4.5
        and state.traded != other_way  # R14.6
    )


@inlined
def _sites(state: Any, rules: Any, seat: Any, actions: Any, n: Any) -> int:
    metal = state.ready[seat, METAL]
    can_city = state.city_stock[seat] > 0 and metal >= rules.city_cost  # R15.1, R15.4
    can_temple = state.temple_stock[seat] > 0 and metal >= rules.temple_cost  # R15.9, R15.10
    if not (can_city or can_temple) or not is_site(state, rules, seat, state.leader_at[seat]):
        return n
    if can_city:
        if state.army_stock[seat] > 0:
            actions[n] = CITY_AND_ARMY  # R15.5
            n += 1
        actions[n] = CITY
        n += 1
    if can_temple:
        actions[n] = TEMPLE_AND_COLLECT  # R15.12
        actions[n + 1] = TEMPLE
        n += 2
    return n


@kernel
def is_site(state: Any, rules: Any, seat: Any, area: Any) -> bool:
    """Whether a seat could build on an area if its leader stood there (R15.1-R15.3, R10.10)."""
    if state.terrain[area] != DESERT or state.tile_number[area] == 0:  # R15.1, R15.3
        return False
    if state.city_on[area] != NOBODY or state.temple_on[area] != NOBODY:  # R15.2; R15.14 follows
        return False
    if state.armies_on[area] > 0 and (state.holder[area] != seat or rules.build_site == SITE_ONLY_LEADER):
        return False
    for other in range(state.n_seats):
        if other == seat:
            if rules.build_site == SITE_ONLY_LEADER and state.relic_at[seat] == area:
                return False
        elif state.relic_at[other] == area or (
            state.leader_at[other] == area and rules.build_site != SITE_RESTRICTIONS_ONLY
        ):
            return False
    return True


@kernel
def apply_build(state: Any, rules: Any, action: Any, rng: Any) -> None:
    """Trade, build, or end the phase."""
    seat = state.active
    if action == END_BUILDING:
        begin_gods(state, rules, rng)
    elif action == TRADE_FOOD:
        _trade(state, rules, seat, FOOD, METAL, action)
    elif action == TRADE_METAL:
        _trade(state, rules, seat, METAL, FOOD, action)
    elif action >= ARMY:
        _pay(state, seat, FOOD, rules.army_cost)
        state.food_on_armies[seat] += rules.army_cost
        recruit(state, seat, state.city_at[seat, action - ARMY])
        state.armies_paid[seat] += 1
    elif action >= TEMPLE_AND_COLLECT:
        _build_temple(state, rules, seat, action == TEMPLE_AND_COLLECT)
    else:
        _build_city(state, rules, seat, action == CITY_AND_ARMY)


@inlined
def _trade(state: Any, rules: Any, seat: Any, given: Any, wanted: Any, action: Any) -> None:
    _pay(state, seat, given, rules.trade_ratio[seat])
    state.ready[seat, wanted] += 1
    state.market[wanted] -= 1
    state.trades[seat] += 1
    state.traded = action


@inlined
def _pay(state: Any, seat: Any, kind: Any, cost: Any) -> None:
    state.ready[seat, kind] -= cost
    state.market[kind] += cost


@inlined
def _build_city(state: Any, rules: Any, seat: Any, with_army: Any) -> None:
    area = state.leader_at[seat]
    _pay(state, seat, METAL, rules.city_cost)
    state.metal_on_builds[seat] += rules.city_cost
    place_city(state, seat, area)
    state.cities_built[seat] += 1
    if state.first_city_round[seat] == 0:
        state.first_city_round[seat] = state.rounds + 1
        state.first_city_tile[seat] = state.tile_number[area]
    elif state.second_city_round[seat] == 0:
        state.second_city_round[seat] = state.rounds + 1
    if with_army:
        recruit(state, seat, area)
        state.armies_free_city[seat] += 1


@inlined
def _build_temple(state: Any, rules: Any, seat: Any, collects: Any) -> None:
    area = state.leader_at[seat]
    _pay(state, seat, METAL, rules.temple_cost)
    state.metal_on_builds[seat] += rules.temple_cost
    place_temple(state, seat, area)
    state.temples_built[seat] += 1
    if collects:
        for quarter in range(QUARTERS):
            take_into_ready(state, rules, seat, state.tile_areas[state.tile_number[area], quarter])
