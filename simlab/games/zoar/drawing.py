"""Terrain of the land tiles, drawn by name: the same name is the same terrain, on every machine (R2.2).

A draw keeps all that is known of the tiles and decides the rest: which four of the nine other tiles have Rocks (the
rest have Grassland), which eight tiles have a lake, and the order of the areas on every tile. All three are sorts by a
digest of the name and of what is sorted, as ``data/tile_sets.yaml`` describes it; the sets ``permuted_1`` … of that
file are the draws of these names.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from simlab.games.zoar.state import TILES

if TYPE_CHECKING:
    from collections.abc import Sequence

PARTS = ("tile_set",)
AREAS = 4
BOTH, ONLY_ROCKS = (7, 8), 6
ROCKS, LAKES = 4, 8


def draw(part: str, name: str) -> dict[str, Any]:
    """Return the tile set of a name, as a question could write it out.

    Raises
    ------
    KeyError
        This part of the world cannot be drawn.
    """
    if part not in PARTS:
        raise KeyError(part)
    every = range(1, TILES + 1)
    others = _shuffled(name, "kind", [tile for tile in every if tile not in {*BOTH, ONLY_ROCKS}])
    rocks, grassland = {ONLY_ROCKS, *BOTH, *others[:ROCKS]}, {*BOTH, *others[ROCKS:]}
    lakes = set(_shuffled(name, "lake", every)[:LAKES])
    tiles = {}
    for tile in every:
        upright = "R" * (tile in rocks) + "G" * (tile in grassland) + "L" * (tile in lakes)
        order = _shuffled(name, f"areas of {tile}", range(AREAS))
        tiles[str(tile)] = "".join(upright.ljust(AREAS, "D")[area] for area in order)
    return {"tiles": tiles}


def _shuffled(name: str, what: str, items: Sequence[int]) -> list[int]:
    return sorted(items, key=lambda item: blake2b(f"zoar/{name}/{what}/{item}".encode(), digest_size=8).digest())
