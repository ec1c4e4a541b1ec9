"""The board in words: names of areas as on a chess board, a map, goods and pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from simlab.games.zoar.state import FOOD, METAL, MOST_ARMIES, NOBODY, QUARTERS, SIDE, STOCK, Terrain

GOODS = ("food", "metal")
SYMBOLS = {
    Terrain.desert: ".",
    Terrain.rocks: "r",
    Terrain.grassland: "g",
    Terrain.lake: "~",
    Terrain.altar: "A",
    Terrain.capital: "C",
}
LEGEND = (
    "Areas are named as on a chess board: a to h from west to east, 1 to 8 from south to north.",
    ". desert, r rocks, g grassland, ~ lake, A altar, C Capital; the number of each tile is in its frame.",
    "A number beside r counts the metal that lies there, beside g the food.",
)


def area_name(area: int) -> str:
    """Name an area: a8 is the north-western corner, h1 the south-eastern one."""
    return f"{'abcdefgh'[area % SIDE]}{SIDE - area // SIDE}"


def listed(items: Iterable[str]) -> str:
    """Join words: ``a, b and c``."""
    *front, last = items
    return f"{', '.join(front)} and {last}" if front else last


def counted(number: int, thing: str) -> str:
    """Count pieces: ``1 army``, ``3 armies``, ``2 cities``."""
    if number == 1:
        return f"1 {thing}"
    return f"{number} {thing.removesuffix('y')}ies" if thing.endswith("y") else f"{number} {thing}s"


def goods(numbers: Sequence[int]) -> str:
    """Say how much of each kind: ``1 food and 2 metal``; ``nothing`` where there is none."""
    some = [f"{number} {kind}" for number, kind in zip(numbers, GOODS, strict=True) if number]
    return listed(some) if some else "nothing"


def placed(tokens: Any) -> str:
    """Say where tokens lie: ``1 metal on a4 and 1 food on b4``; tokens is (AREAS, 2)."""
    lying = zip(*(place.tolist() for place in np.nonzero(tokens)), strict=True)
    return listed(f"{tokens[area, kind]} {GOODS[kind]} on {area_name(area)}" for area, kind in lying)


def at(pieces: Iterable[int]) -> str:
    """Say where pieces of one sort stand: ``c4 and d4``, ``c4 (2)``; those in stock stand nowhere."""
    areas = [area for area in map(int, pieces) if area != STOCK]
    return listed(
        f"{area_name(area)} ({areas.count(area)})" if areas.count(area) > 1 else area_name(area)
        for area in sorted(set(areas), key=area_name)
    )


def pieces_of(state: Any, seat: int) -> str:
    """Say where a seat's pieces stand and where its relic is."""
    told = [f"leader {area_name(state.leader_at[seat])}"]
    for singular, plural, areas in (
        ("army", "armies", state.army_at[seat]),
        ("city", "cities", state.city_at[seat]),
        ("temple", "temples", state.temple_at[seat]),
    ):
        number = int((areas != STOCK).sum())
        if number:
            told.append(f"{singular if number == 1 else plural} {at(areas)}")
    carried = "relic carried on" if state.carrier[seat] != NOBODY else "relic"
    return "; ".join([*told, f"{carried} {area_name(state.relic_at[seat])}"])


def holdings(state: Any, seat: int, ready: Sequence[int], fresh: Sequence[int] = (0, 0)) -> str:
    """Say what a seat has, given what lies in its two stores (R4.3), and where its pieces are."""
    stores = f"{ready[FOOD]} food, {ready[METAL]} metal{f' (new: {goods(fresh)})' if any(fresh) else ''}"
    tokens = f", {counted(int(state.city_tokens[seat]), 'city token')}" if state.city_tokens[seat] else ""
    return f"{stores}{tokens}; {pieces_of(state, seat)}"


def armies_at(state: Any, seat: int) -> dict[int, int]:
    """Count a seat's armies by area."""
    areas = [int(area) for area in state.army_at[seat, :MOST_ARMIES] if area != STOCK]
    return {area: areas.count(area) for area in sorted(areas)}


def chart(state: Any) -> list[str]:
    """Draw terrain, tile numbers and tokens, a row of areas a line, north at the top."""
    lines = [f"    {'    '.join(f'{west}  {east}' for west, east in ('ab', 'cd', 'ef', 'gh'))}"]
    for row in range(SIDE):
        if row % 2 == 0:
            lines.append(_frame(state, row))
        cells = [_cell(state, row * SIDE + column) for column in range(SIDE)]
        tiles = "|".join(f" {' '.join(cells[first : first + 2])} " for first in range(0, SIDE, 2))
        lines.append(f"{SIDE - row} |{tiles}| {SIDE - row}")
    return [*lines, f"  +{'+'.join(['-------'] * QUARTERS)}+"]


def _frame(state: Any, row: int) -> str:
    numbers = [str(state.tile_number[row * SIDE + column] or "") for column in range(0, SIDE, 2)]  # R2.3: capitals none
    return f"  +{'+'.join(f'{number:-^7}' for number in numbers)}+"


def _cell(state: Any, area: int) -> str:
    tokens = int(state.tokens[area].sum())
    return f"{SYMBOLS[Terrain(int(state.terrain[area]))]}{tokens or ''}".ljust(2)
