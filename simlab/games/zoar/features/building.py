"""Features of trades, builds and free armies."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.features.places import yield_of
from simlab.games.zoar.model.building import is_site
from simlab.games.zoar.model.collecting import room
from simlab.games.zoar.state import FAR, FOOD, METAL, NOBODY, QUARTERS, Action
from simlab.games.zoar.styles import Feature
from simlab.kernel.jit import inlined, kernel

TRADE_FOOD, TRADE_METAL, CITY_AND_ARMY, CITY, TEMPLE_AND_COLLECT, ARMY, END_BUILDING, GRANT, DECLINE = (
    int(code)
    for code in (
        Action.TRADE_FOOD,
        Action.TRADE_METAL,
        Action.CITY_AND_ARMY,
        Action.CITY,
        Action.TEMPLE_AND_COLLECT,
        Action.ARMY,
        Action.END_BUILDING,
        Action.GRANT,
        Action.DECLINE,
    )
)
SITE_AHEAD, SITE_YIELD, COLLECT, SPEND_FOOD, SPEND_METAL, ADD_ARMY, MUSTER, ADD_CITY, AFFORD, GUARD, STOP = (
    int(feature)
    for feature in (
        Feature.site_ahead,
        Feature.site_yield,
        Feature.collect,
        Feature.spend_food,
        Feature.spend_metal,
        Feature.add_army,
        Feature.muster,
        Feature.add_city,
        Feature.afford,
        Feature.guard,
        Feature.stop,
    )
)
HOARD = 3.0
ACROSS = 14.0  # about the longest way on the board
TEMPLE_VALUE = 0.5


@kernel
def weigh_builds(state: Any, rules: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh trades, cities, temples and armies."""
    seat = state.active
    leader = state.leader_at[seat]
    for i in range(n):
        action = actions[i]
        if action == END_BUILDING:
            out[i, STOP] = 1.0
        elif action == TRADE_FOOD:
            out[i, SPEND_FOOD] = min(rules.trade_ratio[seat] / HOARD, 1.0)
            out[i, SPEND_METAL] = -1.0 / HOARD
            out[i, AFFORD] = _brings_a_city(state, rules, seat, leader)
        elif action == TRADE_METAL:
            out[i, SPEND_METAL] = min(rules.trade_ratio[seat] / HOARD, 1.0)
            out[i, SPEND_FOOD] = -1.0 / HOARD
            out[i, AFFORD] = _brings_an_army(state, rules, seat)
        elif action >= ARMY:
            out[i, SPEND_FOOD] = min(rules.army_cost / HOARD, 1.0)
            _weigh_new_army(state, seat, state.city_at[seat, action - ARMY], out, i)
        else:
            _weigh_building(state, rules, seat, leader, action, out, i)


@inlined
def _weigh_building(state: Any, rules: Any, seat: Any, area: Any, action: Any, out: Any, i: Any) -> None:
    is_city = action <= CITY
    out[i, ADD_CITY] = 1.0 if is_city else TEMPLE_VALUE
    out[i, SITE_YIELD] = yield_of(state, area)
    out[i, SPEND_METAL] = min((rules.city_cost if is_city else rules.temple_cost) / HOARD, 1.0)
    if is_city:
        out[i, SITE_AHEAD] = _nearness(state, area, state.relic_at[seat])
    if action == CITY_AND_ARMY:
        _weigh_new_army(state, seat, area, out, i)
    elif action == TEMPLE_AND_COLLECT:
        out[i, COLLECT] = _on_tile(state, rules, seat, state.tile_number[area])


@inlined
def _weigh_new_army(state: Any, seat: Any, area: Any, out: Any, i: Any) -> None:
    out[i, ADD_ARMY] = 1.0
    out[i, GUARD] = 1.0 if state.armies_on[area] == 0 else 0.0
    if state.carrier[seat] == NOBODY:
        out[i, MUSTER] = _nearness(state, area, state.relic_at[seat])


@inlined
def _nearness(state: Any, area: Any, target: Any) -> float:
    way = int(state.walk[area, target])
    return 0.0 if way >= FAR else max(1.0 - way / ACROSS, 0.0)


@kernel
def _on_tile(state: Any, rules: Any, seat: Any, tile: Any) -> float:
    gained = 0
    for kind in (FOOD, METAL):
        lying = 0
        for quarter in range(QUARTERS):
            lying += state.tokens[state.tile_areas[tile, quarter], kind]
        gained += min(lying, room(state, rules, seat, kind))
    return min(gained / HOARD, 1.0)


@inlined
def _brings_a_city(state: Any, rules: Any, seat: Any, leader: Any) -> float:
    metal = state.ready[seat, METAL]
    is_short = metal < rules.city_cost <= metal + 1
    return 1.0 if is_short and state.city_stock[seat] > 0 and is_site(state, rules, seat, leader) else 0.0


@inlined
def _brings_an_army(state: Any, rules: Any, seat: Any) -> float:
    food = state.ready[seat, FOOD]
    is_short = food < rules.army_cost <= food + 1
    has_city = state.city_stock[seat] < rules.cities
    return 0.5 if is_short and state.army_stock[seat] > 0 and has_city else 0.0


@kernel
def weigh_grants(state: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh where the free army goes (R16.3)."""
    seat = state.decider
    for i in range(n):
        if actions[i] == DECLINE:
            out[i, STOP] = 1.0
        else:
            _weigh_new_army(state, seat, state.city_at[seat, actions[i] - GRANT], out, i)
