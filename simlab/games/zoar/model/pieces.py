"""Pieces on the board: the only functions that put them there or take them off, so that `holder` stays true (R7.12)."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.state import MOST_ARMIES, NOBODY, STOCK
from simlab.kernel.jit import inlined, kernel


@inlined
def put_army(state: Any, seat: Any, army: Any, area: Any) -> None:
    """Put an army on an area that no other seat holds."""
    state.army_at[seat, army] = area
    state.armies_on[area] += 1
    state.holder[area] = seat


@inlined
def lift_army(state: Any, seat: Any, army: Any) -> None:
    """Take an army off its area; it is nowhere until it is put somewhere or goes back to stock."""
    area = state.army_at[seat, army]
    state.army_at[seat, army] = STOCK
    state.armies_on[area] -= 1
    if state.armies_on[area] == 0 and state.city_on[area] == NOBODY and state.temple_on[area] == NOBODY:
        state.holder[area] = NOBODY


@kernel
def recruit(state: Any, seat: Any, area: Any) -> None:
    """Put the first army in stock on an area; the stock must not be empty (R15.4, R15.5)."""
    for army in range(MOST_ARMIES):
        if state.army_at[seat, army] == STOCK:
            state.army_stock[seat] -= 1
            put_army(state, seat, army, area)
            return


@kernel
def kill_army(state: Any, seat: Any, army: Any) -> None:
    """Take an army back to its owner's stock (R13.6); a relic it carried stays where it was (R10.9)."""
    if state.carrier[seat] == army:
        state.carrier[seat] = NOBODY
        state.relic_drops_killed[seat] += 1
    lift_army(state, seat, army)
    state.army_stock[seat] += 1


@kernel
def place_city(state: Any, seat: Any, area: Any) -> None:
    """Put a city from stock on an area."""
    city = 0
    while state.city_at[seat, city] != STOCK:
        city += 1
    state.city_at[seat, city] = area
    state.city_stock[seat] -= 1
    state.city_on[area] = city
    state.holder[area] = seat


@kernel
def raze_city(state: Any, area: Any, returns: Any) -> None:
    """Take the city off an area, whose armies are gone; it goes back to stock where razed cities return (R13.6)."""
    seat = state.holder[area]
    state.city_at[seat, state.city_on[area]] = STOCK
    state.city_on[area] = NOBODY
    state.city_stock[seat] += returns
    _free(state, area)


@kernel
def place_temple(state: Any, seat: Any, area: Any) -> None:
    """Put a temple from stock on an area."""
    temple = 0
    while state.temple_at[seat, temple] != STOCK:
        temple += 1
    state.temple_at[seat, temple] = area
    state.temple_stock[seat] -= 1
    state.temple_on[area] = temple
    state.holder[area] = seat


@kernel
def raze_temple(state: Any, area: Any, returns: Any) -> None:
    """Take the temple off an area, whose armies are gone; it goes back to stock where razed ones return (R13.6)."""
    seat = state.holder[area]
    state.temple_at[seat, state.temple_on[area]] = STOCK
    state.temple_on[area] = NOBODY
    state.temple_stock[seat] += returns
    _free(state, area)


@inlined
def _free(state: Any, area: Any) -> None:
    if state.armies_on[area] == 0 and state.city_on[area] == NOBODY and state.temple_on[area] == NOBODY:
        state.holder[area] = NOBODY


@inlined
def cities_of(state: Any, rules: Any, seat: Any) -> int:
    """Count a seat's cities on the board; capitals are none (R15.7)."""
    count = 0
    for city in range(rules.cities):
        if state.city_at[seat, city] != STOCK:
            count += 1
    return count
