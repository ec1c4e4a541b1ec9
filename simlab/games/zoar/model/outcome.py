"""What a finished playthrough reports; the columns are declared in ``simlab/games/zoar/outcome.py``."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.model.standing import standing
from simlab.games.zoar.state import FAR, FOOD, GRASSLAND, METAL, NOBODY, QUARTERS, ROCKS, VictoryKind
from simlab.kernel.jit import kernel

TRUNCATED = int(VictoryKind.truncated)


@kernel
def outcome(state: Any, rules: Any, row: Any) -> None:
    """Write the row: the table's columns, then every seat's."""
    row.victory_kind = state.kind
    row.truncated = 1 if state.kind == TRUNCATED else 0
    row.market_dry_turns = state.market_dry_turns
    last_full_round = state.rounds if state.winner == NOBODY else state.rounds - 1
    row.final_divine_swing = 1 if state.last_swing_round > 0 and state.last_swing_round >= last_full_round else 0
    ways = 0
    reachable = 0
    for seat in range(state.n_seats):
        if state.way_home[seat] < FAR:
            ways += state.way_home[seat]
            reachable += 1
    row.way_home_mean = 12 * ways // max(reachable, 1)
    row.steps_of_winning_turn = state.turn_steps if state.winner != NOBODY else 0
    for seat in range(state.n_seats):
        row.place[seat] = _place(state, rules, seat)
        row.turn_position[seat] = state.position[seat] + 1
        _seat(state, rules, row, seat)
        _goods(state, row, seat)


@kernel
def _place(state: Any, rules: Any, seat: Any) -> int:
    # by progress, of which a winner alone has all (R18, R19.3); equal ones share a place
    place = 1
    own = standing(state, rules, seat)
    for other in range(state.n_seats):
        if standing(state, rules, other) > own:
            place += 1
    return place


@kernel
def _seat(state: Any, rules: Any, row: Any, seat: Any) -> None:
    row.corner[seat] = state.corner[seat]
    row.progress[seat] = standing(state, rules, seat)
    row.city_tokens[seat] = state.city_tokens[seat]
    row.cities_built[seat] = state.cities_built[seat]
    row.temples_built[seat] = state.temples_built[seat]
    row.armies_built_paid[seat] = state.armies_paid[seat]
    row.armies_free_city[seat] = state.armies_free_city[seat]
    row.armies_free_divine[seat] = state.armies_free_divine[seat]
    row.armies_lost_combat[seat] = state.armies_lost_combat[seat]
    row.armies_lost_lightning[seat] = state.armies_lost_lightning[seat]
    row.cities_lost[seat] = state.cities_lost[seat]
    row.temples_lost[seat] = state.temples_lost[seat]
    row.first_city_round[seat] = state.first_city_round[seat]
    row.first_city_tile[seat] = state.first_city_tile[seat]
    row.first_city_rich[seat] = _has_both_goods(state, state.first_city_tile[seat])
    row.second_city_round[seat] = state.second_city_round[seat]
    row.pickup_round[seat] = state.pickup_round[seat]
    row.relic_drops[seat] = state.relic_drops[seat]
    row.relic_drops_killed[seat] = state.relic_drops_killed[seat]
    row.carriers_struck[seat] = state.carriers_struck[seat]
    row.relays[seat] = state.relays[seat]
    row.carry_steps[seat] = state.carry_steps[seat]
    row.best_turn_steps[seat] = state.best_turn_steps[seat]


@kernel
def _has_both_goods(state: Any, tile: Any) -> int:
    rocks = 0
    grassland = 0
    if tile > 0:
        for quarter in range(QUARTERS):
            terrain = state.terrain[state.tile_areas[tile, quarter]]
            rocks |= terrain == ROCKS
            grassland |= terrain == GRASSLAND
    return rocks & grassland


@kernel
def _goods(state: Any, row: Any, seat: Any) -> None:
    row.food_collected[seat] = state.collected[seat, FOOD]
    row.metal_collected[seat] = state.collected[seat, METAL]
    row.extra_tokens[seat] = state.extra_tokens[seat]
    row.temple_tokens[seat] = state.temple_tokens[seat]
    row.food_on_moves[seat] = state.food_on_moves[seat]
    row.food_on_armies[seat] = state.food_on_armies[seat]
    row.food_on_offerings[seat] = state.food_on_offerings[seat]
    row.metal_on_bids[seat] = state.metal_on_bids[seat]
    row.metal_on_builds[seat] = state.metal_on_builds[seat]
    row.metal_on_rods[seat] = state.metal_on_rods[seat]
    row.trades[seat] = state.trades[seat]
    row.attacks[seat] = state.attacks_made[seat]
    row.attacks_won[seat] = state.attacks_won[seat]
    row.turns_at_cap[seat] = state.turns_at_cap[seat]
    row.turns_blocked[seat] = state.turns_blocked[seat]
    row.rolls[seat] = state.rolls_made[seat]
    row.rolls_useful[seat] = state.rolls_useful[seat]
