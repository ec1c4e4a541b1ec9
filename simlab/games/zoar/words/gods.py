"""What happens by itself, in words: a roll of the gods and its lightning, and how the next turn begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from simlab.games.zoar.state import FOOD, METAL, NOBODY, STOCK, TILES, Action, Phase, Terrain
from simlab.games.zoar.words.board import area_name, armies_at, at, counted, goods, holdings, placed

BEARS = {Terrain.grassland: FOOD, Terrain.rocks: METAL}


def has_rolled(before: Any, after: Any) -> bool:
    """Whether the gods spoke meanwhile; they do so at most once in an action (R16.1, R17.1)."""
    return bool(after.rolls_made.sum() > before.rolls_made.sum())


def fed(state: Any, tile: int, per_area: int, market: Any) -> Any:
    """Return what a tile gets, (AREAS, 2), and take it from `market`, (2,) (R6.1, R6.5, R16.2)."""
    tokens = np.zeros_like(state.tokens)
    for area in state.tile_areas[tile].tolist():
        kind = BEARS.get(Terrain(int(state.terrain[area])))
        if kind is not None:
            tokens[area, kind] = min(per_area, market[kind])
            market[kind] -= tokens[area, kind]
    return tokens


def told_roll(before: Any, after: Any, rules: Any, market: Any) -> Iterator[str]:
    """Say which tile was touched and what was put there; it is taken from `market`."""
    if has_rolled(before, after):
        tile = int(after.touched)
        wanted = fed(after, tile, int(rules.divine_per_area), rules.supply.copy())
        tokens = fed(after, tile, int(rules.divine_per_area), market)
        gifts = f": {placed(tokens)}" if tokens.any() else ""
        short = goods((wanted - tokens).sum(axis=0).tolist())
        missing = f"; the Market lacks {short}" if (wanted != tokens).any() else ""
        yield f"The gods touch tile {tile}{gifts}{missing}."


def told_lightning(before: Any, action: int, after: Any, names: Sequence[str]) -> Iterator[str]:
    """Say whom lightning threatens, then whom it struck (R16.6, R17.4)."""
    seats = range(int(after.n_seats))
    if after.phase == Phase.protect and before.phase != Phase.protect:
        threatened = [
            f"{names[seat]} on {at(areas)}"
            for seat in seats
            if seat != after.active and (areas := _on_touched_tile(after, seat))
        ]
        yield f"Lightning threatens {', '.join(threatened)}."
    struck = [
        f"{names[seat]} loses {_losses(before, action, after, seat)}"
        for seat in seats
        if after.armies_lost_lightning[seat] > before.armies_lost_lightning[seat]
    ]
    if struck:
        yield f"Lightning: {'; '.join(struck)}."


def _on_touched_tile(state: Any, seat: int) -> list[int]:
    areas = [area for area in state.army_at[seat].tolist() if area != STOCK]
    return [area for area in areas if state.tile_number[area] == state.touched]


def _losses(before: Any, action: int, after: Any, seat: int) -> str:
    """Say which armies a seat lost; an army of the gods may have come in the same action (R16.4)."""
    was, now = armies_at(before, seat), armies_at(after, seat)
    if Action.GRANT <= action < Action.DECLINE and before.decider == seat:
        area = int(before.city_at[seat, action - Action.GRANT])
        was[area] = was.get(area, 0) + 1
    lost = [
        f"{counted(number - now.get(area, 0), 'army')} on {area_name(area)}"
        for area, number in was.items()
        if number > now.get(area, 0)
    ]
    is_dropped = before.carrier[seat] != NOBODY and after.carrier[seat] == NOBODY
    return ", ".join(lost) + (f" (its relic stays on {area_name(after.relic_at[seat])})" if is_dropped else "")


def header(state: Any, names: Sequence[str], collected: Sequence[int] = (0, 0)) -> str:
    """Say whose turn begins, and what that seat had before its temples collected."""
    seat = int(state.active)
    ready = [int(held) - taken for held, taken in zip(state.ready[seat], collected, strict=True)]
    return f"\nRound {state.rounds + 1}, {names[seat]}: {holdings(state, seat, ready)}"


def told_beginning(before: Any, after: Any, rules: Any, names: Sequence[str], market: Any) -> Iterator[str]:
    """Say whose turn begins and with what: production, temples, units that collect where they stand (R6)."""
    seat = int(after.active)
    taken = after.ready[seat] - before.ready[seat]
    taken[METAL] += after.metal_on_rods[seat] - before.metal_on_rods[seat]
    yield header(after, names, taken.tolist())
    told = []
    producing = {int(after.tile_number[area]) for area in after.city_at[seat].tolist() if area != STOCK}
    tokens = np.zeros_like(after.tokens)
    for tile in range(1, TILES + 1):
        if tile in producing:
            tokens += fed(after, tile, int(rules.production_per_area), market)
    if tokens.any():
        told.append(f"Production: {placed(tokens)}.")
    if taken.any():
        has_many = (after.temple_at[seat] != STOCK).sum() > 1
        told.append(f"The {'temples take' if has_many else 'temple takes'} {goods(taken.tolist())}.")
    if after.fresh[seat].any():
        told.append(f"Units take {goods(after.fresh[seat].tolist())} where they stand.")
    if told:
        yield f"  {' '.join(told)}"
