"""A turn begins: what was counted per turn starts anew, cities produce and temples collect (R6)."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.model.collecting import collect_standing, take_into_ready
from simlab.games.zoar.state import (
    AREAS,
    FOOD,
    GRASSLAND,
    METAL,
    MOST_ARMIES,
    MOST_CITIES,
    NOBODY,
    NOWHERE,
    QUARTERS,
    ROCKS,
    STOCK,
    TILES,
    UNITS,
    Phase,
)
from simlab.kernel.jit import inlined, kernel

MOVE = int(Phase.move)


@kernel
def begin_turn(state: Any, rules: Any) -> None:
    """Begin the turn of the active seat: production by itself (R5.2), then its movement (R5.1)."""
    seat = state.active
    capital = state.capital[seat]
    if state.armies_on[capital] > 0 and state.holder[capital] != seat:  # R7.11: an enemy bars the way home
        state.turns_blocked[seat] += 1
    _reset_turn(state)
    if rules.temple_first:  # R6.7
        _empty_into_temples(state, rules, seat)
        _produce(state, rules, seat)
    else:
        _produce(state, rules, seat)
        _empty_into_temples(state, rules, seat)
    if rules.standing_collects:  # R6.9
        collect_standing(state, rules, seat, state.leader_at[seat])
        for army in range(rules.armies):
            if state.army_at[seat, army] != STOCK:
                collect_standing(state, rules, seat, state.army_at[seat, army])
    state.phase = MOVE
    state.decider = seat


@inlined
def _reset_turn(state: Any) -> None:
    for unit in range(UNITS):
        state.steps[unit] = 0
    for army in range(MOST_ARMIES):
        state.picked[army] = 0
    state.pool = 0
    state.has_dropped = 0
    state.entered = NOBODY
    state.must_step = NOBODY
    state.turn_steps = 0
    state.attack_from = NOWHERE
    state.attack_to = NOWHERE
    state.attack_force = 0
    state.attack_bid = 0
    for area in range(AREAS):
        state.attacked[area] = 0
    state.traded = 0
    state.rolls = 0
    state.asked = 0
    for city in range(MOST_CITIES):
        state.granted[city] = 0


@kernel
def _produce(state: Any, rules: Any, seat: Any) -> None:
    # R6.1, R6.3, R15.13: tiles with a city of the active seat, whoever else is there; R6.2: each tile once
    if state.city_stock[seat] == rules.cities:
        return
    tiles = 0
    for city in range(rules.cities):
        if state.city_at[seat, city] != STOCK:
            tiles |= 1 << state.tile_number[state.city_at[seat, city]]
    for tile in range(1, TILES + 1):
        if (tiles >> tile) & 1:
            feed_tile(state, tile, rules.production_per_area)


@kernel
def feed_tile(state: Any, tile: Any, per_area: Any) -> None:
    """Put tokens from the Market on the Grassland and Rocks areas of a tile, NW NE SW SE (R6.1, R6.5, R16.2)."""
    for quarter in range(QUARTERS):
        area = state.tile_areas[tile, quarter]
        if state.terrain[area] == GRASSLAND or state.terrain[area] == ROCKS:
            kind = FOOD if state.terrain[area] == GRASSLAND else METAL
            place_from_market(state, kind, area, per_area)


@inlined
def place_from_market(state: Any, kind: Any, area: Any, wanted: Any) -> None:
    """Put tokens of a kind on an area, where any number may lie (R6.4), while the Market lasts (R6.5)."""
    placed = min(wanted, state.market[kind])
    state.market[kind] -= placed
    state.tokens[area, kind] += placed


@kernel
def _empty_into_temples(state: Any, rules: Any, seat: Any) -> None:
    # R6.6, R6.8, R15.11: all four areas, NW NE SW SE, of tiles with an own temple, in the order of tile numbers
    tiles = 0
    for temple in range(rules.temples[seat]):
        if state.temple_at[seat, temple] != STOCK:
            tiles |= 1 << state.tile_number[state.temple_at[seat, temple]]
    if tiles == 0:
        return
    for tile in range(1, TILES + 1):
        if (tiles >> tile) & 1:
            for quarter in range(QUARTERS):
                take_into_ready(state, rules, seat, state.tile_areas[tile, quarter])
