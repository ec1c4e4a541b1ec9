"""What actions mean to the seat that takes them, on the test board of `conftest.py`."""

from collections.abc import Callable

import pytest

from simlab.games.zoar.styles import MEANING, Feature
from tests.games.zoar.conftest import Table
from tests.games.zoar.weighing import attack, of, seen, ways

TRADER, FARMER, WARRIOR, RELIGIOUS = range(4)
RELIC = {TRADER: (6, 6), FARMER: (6, 1)}
LONGEST = 14  # steps that count as the whole board

At = Callable[[int, int], int]


# --- the relic


def test_every_feature_has_a_meaning_of_one_line() -> None:
    assert list(MEANING) == [feature.name for feature in Feature]


def test_the_step_home_with_the_relic_wins_now(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_carrier(TRADER, at(0, 1))
    assert ways(game, 1, "win_now") == {"W": 1}
    game.put_relic(TRADER, at(3, 3))
    assert ways(game, 1, "win_now") == {}


@pytest.mark.parametrize(("tokens", "certain"), [(2, [0, 0]), (3, [0, 1])])
def test_a_commitment_that_surely_razes_the_last_city_wins_now(
    board: Callable[..., Table], at: At, tokens: int, certain: list[float]
) -> None:
    game = board()
    game.put_army(TRADER, at(3, 4))
    game.put_city(FARMER, at(3, 5))
    game.ready(TRADER, metal=1)
    game.ready(FARMER, metal=1)
    game.state.city_tokens[TRADER] = tokens
    game.turn(TRADER, "attack").do(attack(0, "E"))
    assert list(seen(game, "win_now").values()) == certain


def test_a_carrier_that_can_buy_its_way_home_sprints(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_carrier(TRADER, at(1, 2))  # three steps from the Capital: one of its own, two for a food
    assert ways(game, 1, "sprint") == {}
    game.ready(TRADER, food=1)
    assert ways(game, 1, "sprint") == {"N": 1, "S": -1}  # a foreign relic lies in the west, a lake in the east
    assert of(game, "sprint", "BUY", "END_MOVES") == [1, 0]


def test_nobody_sprints_to_a_capital_that_an_enemy_stands_in(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_carrier(TRADER, at(1, 2))
    game.ready(TRADER, food=1)
    game.put_army(FARMER, at(0, 0))
    assert ways(game, 1, "sprint") == {}
    assert of(game, "sprint", "BUY") == [0]


def test_a_carrier_with_moves_enough_need_buy_none(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_carrier(TRADER, at(0, 1))
    game.ready(TRADER, food=1)
    assert of(game, "sprint", "BUY") == [0]


def test_relic_home_is_how_much_nearer_the_carrier_comes_to_the_capital(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_carrier(TRADER, at(3, 4))
    game.put_army(TRADER, at(5, 0))
    assert ways(game, 1, "relic_home") == {"N": 1, "E": -1, "S": -1}  # west is a lake
    assert ways(game, 2, "relic_home") == {}


def test_relic_seek_counts_for_the_nearest_army_while_nobody_carries(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_armies(TRADER, at(6, 4), at(5, 1))
    assert ways(game, 1, "relic_seek") == {"N": -1, "E": 1}
    assert ways(game, 2, "relic_seek") == {}
    game.put_relic(TRADER, at(5, 1), carrier=1)
    assert ways(game, 1, "relic_seek") == {}


def test_picking_the_relic_up_holds_it_and_putting_it_down_does_not(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_army(TRADER, at(*RELIC[TRADER]))
    assert of(game, "relic_hold", "PICK_UP", "END_MOVES") == [1, 0]
    assert of(game.do("PICK_UP"), "relic_hold", "DROP") == [-1]


# --- where to


def test_raid_seek_leads_to_cities_and_to_carriers_first(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_army(TRADER, at(4, 3))
    assert ways(game, 1, "raid_seek") == {}
    game.put_city(FARMER, at(3, 5))
    assert ways(game, 1, "raid_seek") == {"E": 1, "S": -1, "W": -1}
    game.put_carrier(WARRIOR, at(5, 2))
    assert ways(game, 1, "raid_seek") == {"E": -1, "S": 1, "W": 1}


def test_site_seek_leads_the_leader_to_a_site_while_there_is_one_to_build(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_leader(TRADER, at(1, 0))  # next to a desert area of tile 3
    assert ways(game, 0, "site_seek") == {"N": -1, "S": 1}  # east of here it is as far to (1, 2)
    game.put_city(TRADER, at(4, 3))
    game.put_city(TRADER, at(3, 4))
    assert ways(game, 0, "site_seek") == {}


def test_site_ahead_is_towards_the_own_relic(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_leader(TRADER, at(4, 3))
    assert ways(game, 0, "site_ahead") == {"E": 1, "S": 1, "W": -1}  # 5 steps from it
    game.ready(TRADER, metal=1)
    game.turn(TRADER, "build")
    assert of(game, "site_ahead", "CITY", "CITY_AND_ARMY") == [1 - 5 / LONGEST] * 2
    assert of(game, "site_ahead", "TRADE_METAL", "END_BUILDING") == [0, 0]


@pytest.mark.parametrize(("area", "worth"), [((4, 3), 1), ((3, 6), 0.5), ((4, 7), 0.5)])
def test_site_yield_is_rocks_and_grassland_of_the_tile_of_two(
    board: Callable[..., Table], at: At, area: tuple[int, int], worth: float
) -> None:
    game = board()
    game.put_leader(TRADER, at(*area))
    game.ready(TRADER, metal=1)
    game.turn(TRADER, "build")
    assert of(game, "site_yield", "CITY", "TRADE_METAL") == [worth, 0]


def test_a_leader_steps_onto_a_site_with_its_yield(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_leader(TRADER, at(5, 2))
    assert ways(game, 0, "site_yield") == {"S": 0.5, "W": 1}  # tiles 11 and 7; north and east are no desert
    game.put_leader(WARRIOR, at(5, 1))
    assert ways(game, 0, "site_yield") == {"S": 0.5}


def test_gather_seek_leads_to_goods_that_the_seat_has_room_for(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_army(TRADER, at(4, 3))
    game.lay(at(4, 1), food=1)
    assert ways(game, 1, "gather_seek") == {"E": -1, "S": -1, "W": 1}
    game.ready(TRADER, food=3)
    assert ways(game, 1, "gather_seek") == {}


# --- goods


@pytest.mark.parametrize(("seat", "held", "gained"), [(TRADER, 0, 1), (WARRIOR, 0, 2), (WARRIOR, 2, 1)])
def test_collect_counts_what_a_step_gains_with_the_extra_and_the_limit(
    board: Callable[..., Table], at: At, seat: int, held: int, gained: int
) -> None:
    game = board()
    army = game.put_army(seat, at(4, 3))
    game.lay(at(5, 3), metal=1)
    game.ready(seat, metal=held)
    game.turn(seat)
    assert ways(game, 1 + army, "collect") == {"S": pytest.approx(gained / 3)}


def test_a_temple_that_takes_what_lies_there_collects(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_leader(RELIGIOUS, at(5, 0))
    game.lay(at(4, 0), metal=1)
    game.lay(at(4, 1), food=1)
    game.ready(RELIGIOUS, metal=1)
    game.turn(RELIGIOUS, "build")
    assert of(game, "collect", "TEMPLE_AND_COLLECT", "TEMPLE", "CITY") == [pytest.approx(2 / 3), 0, 0]


def test_food_and_metal_paid_count_of_three_and_what_a_trade_brings_against_it(
    board: Callable[..., Table], at: At
) -> None:
    game = board()
    game.put_leader(WARRIOR, at(4, 3))
    game.put_city(WARRIOR, at(5, 0))
    game.ready(WARRIOR, food=2, metal=2)
    assert of(game.turn(WARRIOR), "spend_food", "BUY") == [pytest.approx(1 / 3)]
    names = "TRADE_FOOD", "TRADE_METAL", "CITY", "ARMY", "END_BUILDING"
    game.turn(WARRIOR, "build")
    third = pytest.approx([2 / 3, -1 / 3, 0, 1 / 3, 0])
    assert of(game, "spend_food", *names) == third
    assert of(game, "spend_metal", *names) == pytest.approx([-1 / 3, 2 / 3, 1 / 3, 0, 0])


def test_commitments_and_rods_and_offerings_are_paid_for(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_army(TRADER, at(3, 4))
    game.put_army(FARMER, at(3, 5))
    game.ready(TRADER, food=1, metal=3)
    game.ready(FARMER, metal=1)
    bids = game.turn(TRADER, "attack").do(attack(0, "E"))
    assert list(seen(bids, "spend_metal").values()) == pytest.approx([0, 1 / 3, 2 / 3, 1])
    game.turn(TRADER, "build").fall(5).do("END_BUILDING")
    assert (game.phase, of(game, "spend_metal", "PROTECT", "END_PROTECTION")) == ("protect", [pytest.approx(1 / 3), 0])
    assert of(game.do("END_PROTECTION"), "spend_food", "OFFERING", "END_TURN") == [pytest.approx(1 / 3), 0]


def test_bought_moves_serve_a_carrier_or_armies_on_their_way(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.ready(TRADER, food=1)
    assert of(game, "buy_moves", "BUY") == [0]
    game.put_army(TRADER, at(3, 4))
    assert of(game, "buy_moves", "BUY") == [0.5]
    game.put_relic(TRADER, at(3, 4), carrier=0)
    assert of(game, "buy_moves", "BUY") == [1]


# --- building


def test_armies_and_cities_that_come_onto_the_board_are_added(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_leader(RELIGIOUS, at(4, 3))
    game.put_city(RELIGIOUS, at(5, 0))
    game.ready(RELIGIOUS, food=1, metal=1)
    game.turn(RELIGIOUS, "build")
    names = "CITY_AND_ARMY", "CITY", "TEMPLE", "ARMY", "END_BUILDING"
    assert of(game, "add_army", *names) == [1, 0, 0, 1, 0]
    assert of(game, "add_city", *names) == [1, 1, 0.5, 0, 0]
    game.fall(7).do("END_BUILDING")
    assert (game.phase, of(game, "add_army", "GRANT", "DECLINE")) == ("grant", [1, 0])


def test_muster_is_how_near_the_relic_an_army_appears_while_nobody_carries_it(
    board: Callable[..., Table], at: At
) -> None:
    game = board()
    game.put_city(TRADER, at(4, 3))
    game.ready(TRADER, food=1)
    game.turn(TRADER, "build")
    assert of(game, "muster", "ARMY", "END_BUILDING") == [1 - 5 / LONGEST, 0]
    game.put_carrier(TRADER, at(3, 4))
    assert of(game, "muster", "ARMY") == [0]


@pytest.mark.parametrize(("area", "worth"), [((4, 3), 1), ((4, 2), 0)])
def test_a_trade_that_pays_for_a_city_affords_it(
    board: Callable[..., Table], at: At, area: tuple[int, int], worth: float
) -> None:
    game = board()
    game.put_leader(TRADER, at(*area))
    game.ready(TRADER, food=2)
    game.turn(TRADER, "build")
    assert of(game, "afford", "TRADE_FOOD") == [worth]
    assert of(game.do("TRADE_FOOD"), "afford", "TRADE_FOOD") == [0]  # there is metal now


def test_a_trade_that_pays_for_an_army_affords_half(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.ready(TRADER, metal=1)
    assert of(game.turn(TRADER, "build"), "afford", "TRADE_METAL") == [0]
    game.put_city(TRADER, at(4, 3))
    assert of(game, "afford", "TRADE_METAL") == [0.5]
