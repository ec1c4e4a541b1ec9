"""Waves that spread over the land from sets of areas: distances without lists."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.areas import NONE, beside, bit
from simlab.games.zoar.model.building import is_site
from simlab.games.zoar.model.collecting import room
from simlab.games.zoar.state import AREAS, FOOD, METAL, NOBODY, STOCK
from simlab.kernel.jit import inlined, kernel


@inlined
def nearer_than(state: Any, targets: Any, area: Any) -> Any:
    """Return the sets of areas nearer to any target than `area` is, and at most as far; both empty without a way."""
    here = bit(area)
    within = targets
    nearer = NONE
    while not within & here:
        grown = within | (beside(within) & state.land)
        if grown == within:
            return NONE, NONE
        nearer = within
        within = grown
    return nearer, within


@inlined
def gain(nearer: Any, within: Any, area: Any) -> float:
    """Return 1, 0 or -1: whether a step to `area` shortens the way that `nearer_than` measured."""
    there = bit(area)
    if within == NONE:
        return 0.0
    return 1.0 if nearer & there else (0.0 if within & there else -1.0)


@kernel
def wanted_goods(state: Any, rules: Any, seat: Any) -> Any:
    """Return the areas with goods that a seat has room for."""
    areas = NONE
    takes_food, takes_metal = room(state, rules, seat, FOOD) > 0, room(state, rules, seat, METAL) > 0
    for area in range(AREAS):
        if (takes_food and state.tokens[area, FOOD] > 0) or (takes_metal and state.tokens[area, METAL] > 0):
            areas |= bit(area)
    return areas


@kernel
def sites(state: Any, rules: Any, seat: Any) -> Any:
    """Return the areas where a seat could build if its leader stood there."""
    areas = NONE
    for area in range(AREAS):
        if is_site(state, rules, seat, area):
            areas |= bit(area)
    return areas


@kernel
def prey(state: Any, rules: Any, seat: Any) -> Any:
    """Return where enemy carriers stand, or else enemy cities."""
    carriers, cities = NONE, NONE
    for other in range(state.n_seats):
        if other != seat:
            if state.carrier[other] != NOBODY:
                carriers |= bit(state.relic_at[other])
            for city in range(rules.cities):
                if state.city_at[other, city] != STOCK:
                    cities |= bit(state.city_at[other, city])
    return cities if carriers == NONE else carriers
