"""Features of offerings."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.state import STOCK, TILES, Action
from simlab.games.zoar.styles import Feature
from simlab.kernel.jit import kernel

OFFERING = int(Action.OFFERING)
GODS, SPEND_FOOD, STOP = int(Feature.gods), int(Feature.spend_food), int(Feature.stop)
HOARD = 3.0


@kernel
def weigh_offers(state: Any, rules: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh another roll: tiles with an own city while an army is in stock, and enemy armies on tiles, of twelve."""
    seat = state.active
    for i in range(n):
        if actions[i] == OFFERING:
            out[i, GODS] = min(_hopes(state, rules, seat) / float(TILES), 1.0)
            out[i, SPEND_FOOD] = min(rules.offering_cost / HOARD, 1.0)
        else:
            out[i, STOP] = 1.0


@kernel
def _hopes(state: Any, rules: Any, seat: Any) -> int:
    hopes = 0
    if state.army_stock[seat] > 0:
        tiles = 0
        for city in range(rules.cities):
            if state.city_at[seat, city] != STOCK:
                tiles |= 1 << state.tile_number[state.city_at[seat, city]]
        while tiles > 0:
            hopes += tiles & 1
            tiles >>= 1
    if rules.lightning:
        for other in range(state.n_seats):
            if other != seat:
                for army in range(rules.armies):
                    at = state.army_at[other, army]
                    if at != STOCK and state.tile_number[at] > 0:
                        hopes += 1
    return hopes
