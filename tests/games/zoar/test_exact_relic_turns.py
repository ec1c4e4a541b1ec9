"""How far a relic gets in one turn, found by trying everything that is legal."""

import itertools
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from simlab.games.zoar.model.movement import apply_move, legal_moves
from simlab.games.zoar.model.pieces import lift_army, put_army
from simlab.games.zoar.state import DESERT, LAKE, MAX_ACTIONS, SIDE, TRADER, Action

Make = Callable[..., Any]

ROW = range(SIDE)
LANE = np.array([*ROW, 2 * SIDE - 1, *[area + 2 * SIDE for area in reversed(ROW)]])  # 17 areas, one behind the other
PLACE = np.full(SIDE * SIDE, -1)
PLACE[LANE] = range(len(LANE))
END_MOVES = int(Action.END_MOVES)
LARGE, SMALL = 1 << 23, 1 << 18  # places for positions, powers of two; at least twice as many as there are positions

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="millions of positions are a matter for compiled code")


@numba.njit
def position(state: Any, rules: Any, armies: int) -> Any:
    """Write all that moves into one integer."""
    key = np.int64(0)
    for army in range(armies):
        key = key << 5 | PLACE[state.army_at[TRADER, army]]
        key = key << 2 | state.steps[1 + army]
        key = key << 1 | state.picked[army]
    key = key << 5 | PLACE[state.relic_at[TRADER]]
    key = key << 3 | state.carrier[TRADER] + 1
    key = key << 3 | state.pool
    key = key << 1 | state.has_dropped
    key = key << 3 | (state.entered + 1 if rules.pickup_on_enter else 0)
    return key << 4 | state.turn_steps


@numba.njit
def go_to(state: Any, armies: int, key: int) -> None:
    """Read it back."""
    state.turn_steps = key & 15
    state.entered = ((key >> 4) & 7) - 1
    state.has_dropped = (key >> 7) & 1
    state.pool = (key >> 8) & 7
    state.carrier[TRADER] = ((key >> 11) & 7) - 1
    state.relic_at[TRADER] = LANE[(key >> 14) & 31]
    rest = key >> 19
    for back in range(armies):
        army = armies - 1 - back
        state.picked[army] = rest & 1
        state.steps[1 + army] = (rest >> 1) & 3
        lift_army(state, TRADER, army)
        put_army(state, TRADER, army, LANE[(rest >> 3) & 31])
        rest >>= 8


@numba.njit
def most_steps(state: Any, rules: Any, armies: int, seen: Any, queue: Any) -> Any:
    """Return the most steps of the relic in any line of play of one movement phase."""
    actions = np.zeros(MAX_ACTIONS, np.int64)
    queue[0] = position(state, rules, armies)
    n, at, best = 1, 0, 0
    while at < n:
        key = queue[at]
        at += 1
        go_to(state, armies, key)
        for option in range(legal_moves(state, rules, actions)):
            if actions[option] != END_MOVES:
                go_to(state, armies, key)
                apply_move(state, rules, actions[option])
                best = max(best, state.turn_steps)
                new = position(state, rules, armies)
                slot = np.int64((np.uint64(new) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(24)) & (len(seen) - 1)
                while seen[slot] not in (-1, new):
                    slot = (slot + 1) & (len(seen) - 1)
                if seen[slot] == -1:
                    if n == len(queue):
                        raise IndexError("too many positions")
                    seen[slot] = new
                    queue[n] = new
                    n += 1
    return best


@pytest.fixture(scope="module")
def room() -> tuple[Any, Any]:
    """Positions seen, and positions still to be looked at."""
    return np.empty(LARGE, np.int64), np.empty(LARGE // 2, np.int64)


@pytest.fixture
def longest(table: Make, room: tuple[Any, Any]) -> Callable[..., int]:
    """Search a lane between lakes, in which the armies of the Trader stand at these places and the first has the relic.

    All food is paid at once, which takes no way of playing from anybody.
    """

    def search(places: list[int], food: int, cities: int, *, carrying: bool = False, **rules: Any) -> int:
        game = table(leader_moves=0, **rules)
        game.clear_tokens()
        game.state.terrain[:] = LAKE
        game.state.terrain[LANE] = DESERT
        for column in range(cities):
            game.put_city(TRADER, game.at(5, column))
        game.put_armies(TRADER, *LANE[places].tolist())
        game.put_relic(TRADER, int(LANE[places[0]]), carrier=0 if carrying else None)
        game.state.capital[TRADER] = game.at(7, 7)
        game.put_leader(TRADER, game.at(7, 7))  # who can go nowhere
        game.ready(TRADER, food=food)
        game.do(*["BUY"] * food)
        size = SMALL if len(places) * food <= 6 else LARGE
        seen, queue = room[0][:size], room[1][: size // 2]
        seen[:] = -1
        return int(most_steps(game.state, game.rules, len(places), seen, queue))

    return search


@pytest.mark.parametrize("food", [0, 1, 2, 3])
@pytest.mark.parametrize("armies", [1, 2, 3, 4])
@pytest.mark.parametrize("cities", [1, 2])
def test_r10_6_armies_placed_in_time_relay_the_relic_by_all_their_steps_and_the_bought_ones(
    longest: Callable[..., int], armies: int, food: int, cities: int
) -> None:
    places = [2 + cities * army for army in range(armies)]
    assert longest(places, food, cities) == cities * armies + 2 * food


@pytest.mark.parametrize("food", [0, 1, 2, 3])
@pytest.mark.parametrize("armies", [1, 2, 3, 4])
def test_r10_3_on_enter_each_further_army_spends_a_step_on_getting_there(
    longest: Callable[..., int], armies: int, food: int
) -> None:
    places = [2, *[4 + army for army in range(1, armies)]]
    assert longest(places, food, 2, carrying=True, pickup="on_enter") == armies + 1 + 2 * food


@pytest.mark.parametrize("food", [0, 1, 2, 3])
def test_r10_6_without_relays_more_armies_carry_no_further(longest: Callable[..., int], food: int) -> None:
    assert longest([2, 4, 6], food, 2, relay=False) == 2 + 2 * food


@pytest.mark.parametrize(("armies", "food"), [(2, 0), (2, 1), (2, 3), (3, 0), (3, 1)])
@pytest.mark.parametrize(("pickup", "expected"), [("anytime", 2), ("on_enter", 1)])
def test_no_other_places_of_the_armies_get_the_relic_further(
    longest: Callable[..., int], armies: int, food: int, pickup: str, expected: int
) -> None:
    others = itertools.combinations_with_replacement(range(17), armies - 1)
    found = [longest([8, *places], food, 2, carrying=True, pickup=pickup) for places in others]
    assert max(found) == 2 + expected * (armies - 1) + 2 * food
