"""What an area is worth."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.state import GRASSLAND, QUARTERS, ROCKS, STOCK
from simlab.kernel.jit import kernel

NEAR = 3  # steps from which an enemy army threatens


@kernel
def yield_of(state: Any, area: Any) -> float:
    """Return the Rocks and Grassland areas of a tile, of two, at most 1."""
    tile = state.tile_number[area]
    count = 0
    for quarter in range(QUARTERS):
        terrain = state.terrain[state.tile_areas[tile, quarter]]
        if terrain in (ROCKS, GRASSLAND):
            count += 1
    return min(count / 2.0, 1.0)


@kernel
def is_threatened(state: Any, rules: Any, seat: Any, area: Any) -> bool:
    """Say whether an enemy army is near."""
    for other in range(state.n_seats):
        if other != seat:
            for army in range(rules.armies):
                at = state.army_at[other, army]
                if at != STOCK and int(state.walk[at, area]) <= NEAR:
                    return True
    return False
