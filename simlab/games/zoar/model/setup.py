"""The board is laid, pieces and goods are given out, and someone goes first (R1-R4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.games.zoar.areas import NONE, ONE, beside, bit
from simlab.games.zoar.model.production import begin_turn
from simlab.games.zoar.state import (
    ALTAR,
    AREAS,
    CAPITAL,
    CAPITALS_ADJACENT,
    CAPITALS_FIXED,
    CAPITALS_OPPOSITE,
    CORNERS,
    FAR,
    FIRST_ROLL,
    FOOD,
    GRASSLAND,
    LAKE,
    LAYOUT_FILE,
    METAL,
    MOST_ARMIES,
    MOST_CITIES,
    MOST_TEMPLES,
    NOBODY,
    NOWHERE,
    ORDER_SEATS,
    QUARTER_TURN,
    QUARTERS,
    ROCKS,
    SEATS,
    SIDE,
    SLOTS,
    STOCK,
    TILES,
)
from simlab.kernel.cards import shuffle
from simlab.kernel.jit import inlined, kernel
from simlab.kernel.rng import DICE, SETUP, below

MOST_DRAWS = 1000  # R3.4: layouts rejected in a row before the tile set is called hopeless


def _areas_of(cells: tuple[tuple[int, int], ...]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Areas NW NE SW SE of tiles at these rows and columns of the grid of tiles (R2.7)."""
    corners = [2 * row * SIDE + 2 * column for row, column in cells]
    return np.array([[area, area + 1, area + SIDE, area + SIDE + 1] for area in corners], np.int64)


def _turns() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """For each number of clockwise turns, which quarter of the upright tile is now NW NE SW SE (R3.2)."""
    table = [list(range(QUARTERS))]
    for _ in range(3):
        table.append([table[-1][quarter] for quarter in QUARTER_TURN])
    return np.array(table, np.int64)


SLOT_AREAS = _areas_of(SLOTS)  # R2.6
CORNER_AREAS = _areas_of(CORNERS)  # R2.4
TURNS = _turns()

# The position of a lone bit: its product with a de Bruijn word is another in the upper six bits for every position
# (Leiserson, Prokop and Randall 1998).
_DE_BRUIJN, _S58 = np.uint64(0x03F79D71B4CB0A89), np.uint64(58)
_POSITION = np.zeros(AREAS, np.int64)
_POSITION[[(int(_DE_BRUIJN) << area) % (1 << 64) >> 58 for area in range(AREAS)]] = range(AREAS)


@kernel
def setup(state: Any, rules: Any, rng: Any) -> None:
    """Make a fresh playthrough: the board, the Market, who sits where and goes first, and the first turn begins."""
    state.rounds = 0
    state.turns = 0
    state.winner = NOBODY
    state.kind = 0
    state.touched = 0
    state.roll_was_useful = 0
    state.market_dry_turns = 0
    state.last_swing_round = 0
    _clear_areas(state)
    _lay_capital_tiles(state, rules)
    if rules.layout == LAYOUT_FILE:
        for slot in range(TILES):
            state.slots[slot] = rules.slots[slot]
            state.rotations[slot] = rules.rotations[slot]
        _lay_land_tiles(state, rules)
    else:
        _draw_land_tiles(state, rules, rng)
    fill_walk(state)
    _seat(state, rules, rng)
    _put_in_order(state, rules, rng)
    for seat in range(SEATS):
        _clear_counts(state, seat)
        _give_pieces(state, rules, seat)
    _give_goods(state, rules)
    state.active = state.order[0]
    begin_turn(state, rules)


# --- the board --------------------------------------------------------------------------------------------------------


@kernel
def _clear_areas(state: Any) -> None:
    for area in range(AREAS):
        state.tokens[area, FOOD] = 0
        state.tokens[area, METAL] = 0
        state.holder[area] = NOBODY
        state.armies_on[area] = 0
        state.city_on[area] = NOBODY
        state.temple_on[area] = NOBODY


@kernel
def _lay_capital_tiles(state: Any, rules: Any) -> None:
    """R2.3-R2.5: without a number, the Capital in the outer corner; all four whatever the seat count (R3.3)."""
    for quarter in range(QUARTERS):
        state.tile_areas[0, quarter] = NOWHERE
        for corner in range(SEATS):
            area = CORNER_AREAS[corner, quarter]
            state.terrain[area] = rules.capital_tile[TURNS[corner, quarter]]
            state.tile_number[area] = 0


@kernel
def _lay_land_tiles(state: Any, rules: Any) -> None:
    for slot in range(TILES):
        tile = state.slots[slot]
        for quarter in range(QUARTERS):
            area = SLOT_AREAS[slot, quarter]
            state.terrain[area] = rules.tiles[tile, TURNS[state.rotations[slot], quarter]]
            state.tile_number[area] = tile
            state.tile_areas[tile, quarter] = area


@kernel
def _draw_land_tiles(state: Any, rules: Any, rng: Any) -> None:
    """Shuffle the land tiles (R3.1) and turn them (R3.2), anew while lakes cut some area off (R3.4)."""
    for slot in range(TILES):
        state.slots[slot] = slot + 1
        state.rotations[slot] = 0
    for _ in range(MOST_DRAWS):
        shuffle(rng, SETUP, state.slots, TILES)
        if rules.tile_rotation:
            for slot in range(TILES):
                state.rotations[slot] = below(rng, SETUP, QUARTERS)
        _lay_land_tiles(state, rules)
        if not rules.reject_disconnected or _is_connected(_open_areas(state)):
            return
    raise RuntimeError("zoar: the tile set is nearly always cut in two: 1000 layouts in a row")


@inlined
def _open_areas(state: Any) -> Any:
    """Return the areas that are no lake (R7.2)."""
    areas = NONE
    for area in range(AREAS):
        if state.terrain[area] != LAKE:
            areas |= bit(area)
    return areas


@inlined
def _is_connected(open_areas: Any) -> bool:
    """Say whether all of these areas can be reached from the NW corner, which is one of them (R3.4)."""
    reached = NONE
    grown = ONE
    while grown != reached:
        reached = grown
        grown = (reached | beside(reached)) & open_areas
    return reached == open_areas


@kernel
def fill_walk(state: Any) -> None:
    """Measure the way between any two areas: fewest steps avoiding lakes, whoever is there (R19.3).

    A wave spreads from each area; what it reaches is noted in both directions, so later areas look at later ones only.
    """
    for source in range(AREAS):
        for target in range(AREAS):
            state.walk[source, target] = FAR
    open_areas = _open_areas(state)
    state.land = open_areas
    for source in range(AREAS):
        wave = bit(source) & open_areas
        if wave != NONE:
            state.walk[source, source] = 0
        seen = wave
        wanted = open_areas & ~((wave << ONE) - ONE)  # later areas
        steps = 0
        while wanted != NONE:
            if wave == NONE:
                break
            steps += 1
            wave = beside(wave) & open_areas & ~seen
            seen |= wave
            found = wave & wanted
            wanted ^= found
            while found != NONE:
                lowest = found & (~found + ONE)
                found ^= lowest
                target = _POSITION[np.int64((lowest * _DE_BRUIJN) >> _S58)]
                state.walk[source, target] = steps
                state.walk[target, source] = steps


# --- seats ------------------------------------------------------------------------------------------------------------


@kernel
def _seat(state: Any, rules: Any, rng: Any) -> None:
    """Give seats their corners (R3.3), each with its Capital and the altar where its relic lies (R3.8)."""
    for seat in range(SEATS):
        state.corner[seat] = seat
    if rules.capital_layout == CAPITALS_FIXED:
        for seat in range(state.n_seats):
            state.corner[seat] = rules.capital_corners[seat]
    elif rules.capital_layout == CAPITALS_OPPOSITE:
        state.corner[0] = below(rng, SETUP, SEATS)
        state.corner[1] = (state.corner[0] + 2) % SEATS
    elif rules.capital_layout == CAPITALS_ADJACENT:
        state.corner[0] = below(rng, SETUP, SEATS)
        state.corner[1] = (state.corner[0] + 1 + 2 * below(rng, SETUP, 2)) % SEATS
    else:
        shuffle(rng, SETUP, state.corner, SEATS)
    for seat in range(SEATS):
        if seat < state.n_seats:
            state.capital[seat] = _find(state, state.corner[seat], CAPITAL)
            state.far_altar[seat] = _find(state, (state.corner[seat] + 2) % SEATS, ALTAR)
            state.way_home[seat] = int(state.walk[state.far_altar[seat], state.capital[seat]])
        else:
            state.corner[seat] = NOWHERE
            state.capital[seat] = NOWHERE
            state.far_altar[seat] = NOWHERE
            state.way_home[seat] = FAR


@kernel
def _find(state: Any, corner: Any, terrain: Any) -> int:
    """Return the area of a corner's capital tile with this terrain."""
    for quarter in range(QUARTERS):
        if state.terrain[CORNER_AREAS[corner, quarter]] == terrain:
            return CORNER_AREAS[corner, quarter]
    return NOWHERE


@kernel
def _put_in_order(state: Any, rules: Any, rng: Any) -> None:
    """Draw who goes first (R3.11) and pass turns clockwise from there (R3.12)."""
    first = below(rng, DICE, state.n_seats) if rules.first_player == FIRST_ROLL else 0
    for seat in range(SEATS):
        state.order[seat] = NOBODY
        state.position[seat] = NOBODY
    position = 0
    for further in range(SEATS):
        if rules.turn_order == ORDER_SEATS:
            seat = (first + further) % state.n_seats if further < state.n_seats else NOBODY
        else:
            seat = _at_corner(state, (state.corner[first] + further) % SEATS)
        if seat != NOBODY:
            state.order[position] = seat
            state.position[seat] = position
            position += 1


@kernel
def _at_corner(state: Any, corner: Any) -> int:
    for seat in range(state.n_seats):
        if state.corner[seat] == corner:
            return seat
    return NOBODY


@kernel
def _give_pieces(state: Any, rules: Any, seat: Any) -> None:
    """A seat in play has its leader on its Capital (R3.6), its relic far away (R3.8) and the rest in stock (R3.10)."""
    plays = seat < state.n_seats
    state.leader_at[seat] = state.capital[seat]
    state.relic_at[seat] = state.far_altar[seat]
    state.carrier[seat] = NOBODY
    state.army_stock[seat] = rules.armies if plays else 0  # R1.3
    state.city_stock[seat] = rules.cities if plays else 0
    state.temple_stock[seat] = rules.temples[seat]
    state.city_tokens[seat] = 0
    for army in range(MOST_ARMIES):
        state.army_at[seat, army] = STOCK
        state.protected[seat, army] = 0
    for city in range(MOST_CITIES):
        state.city_at[seat, city] = STOCK
    for temple in range(MOST_TEMPLES):
        state.temple_at[seat, temple] = STOCK


@kernel
def _give_goods(state: Any, rules: Any) -> None:
    """Goods on areas (R3.5) and with seats, in Ready (R3.7); the rest is the Market (R1.4, R3.9)."""
    for kind in range(2):
        state.market[kind] = rules.supply[kind]
    for area in range(AREAS):
        if state.terrain[area] == GRASSLAND or state.terrain[area] == ROCKS:
            kind = FOOD if state.terrain[area] == GRASSLAND else METAL
            state.tokens[area, kind] = rules.start_area_tokens
            state.market[kind] -= rules.start_area_tokens
    for seat in range(SEATS):
        for kind in range(2):
            given = rules.start_goods[state.position[seat], kind] if seat < state.n_seats else 0
            state.ready[seat, kind] = given
            state.fresh[seat, kind] = 0
            state.market[kind] -= given


@kernel
def _clear_counts(state: Any, seat: Any) -> None:
    state.armies_lost_combat[seat] = 0
    state.armies_lost_lightning[seat] = 0
    state.cities_lost[seat] = 0
    state.temples_lost[seat] = 0
    state.cities_built[seat] = 0
    state.temples_built[seat] = 0
    state.armies_paid[seat] = 0
    state.armies_free_city[seat] = 0
    state.armies_free_divine[seat] = 0
    state.first_city_round[seat] = 0
    state.first_city_tile[seat] = 0
    state.second_city_round[seat] = 0
    state.pickup_round[seat] = 0
    state.relic_drops[seat] = 0
    state.relic_drops_killed[seat] = 0
    state.carriers_struck[seat] = 0
    state.relays[seat] = 0
    state.carry_steps[seat] = 0
    state.best_turn_steps[seat] = 0
    state.collected[seat, FOOD] = 0
    state.collected[seat, METAL] = 0
    state.extra_tokens[seat] = 0
    state.temple_tokens[seat] = 0
    state.food_on_moves[seat] = 0
    state.food_on_armies[seat] = 0
    state.food_on_offerings[seat] = 0
    state.metal_on_bids[seat] = 0
    state.metal_on_builds[seat] = 0
    state.metal_on_rods[seat] = 0
    state.trades[seat] = 0
    state.attacks_made[seat] = 0
    state.attacks_won[seat] = 0
    state.turns_at_cap[seat] = 0
    state.turns_blocked[seat] = 0
    state.rolls_made[seat] = 0
    state.rolls_useful[seat] = 0
