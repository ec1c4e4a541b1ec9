"""R15: cities, temples and armies: where, for how much, and how many."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.zoar.state import FARMER, FOOD, METAL, NOBODY, RELIGIOUS, STOCK, TRADER, WARRIOR, Action

Make = Callable[..., Any]

BUILDINGS = {Action.CITY_AND_ARMY, Action.CITY, Action.TEMPLE_AND_COLLECT, Action.TEMPLE}
SITE = (5, 0)  # Empty Desert of tile 7, whose Rocks are (4, 0) and whose Grassland is (4, 1)


@pytest.fixture
def building(table: Make) -> Make:
    """Make a board on which a seat builds, its leader at an area and these goods in its Ready."""

    def make(seat: int, area: tuple[int, int] = SITE, food: int = 0, metal: int = 1, **rules: Any) -> Any:
        game = table(**rules)
        game.clear_tokens()
        game.put_leader(seat, game.at(*area))
        game.ready(seat, food=food, metal=metal)
        return game.turn(seat, "build")

    return make


def offered(game: Any) -> set[Action]:
    """Cities and temples on offer."""
    return BUILDINGS & {Action(action) for action in game.legal() if action in set(Action)}


def test_r15_1_a_metal_builds_a_city_where_the_own_leader_stands(building: Make) -> None:
    game = building(TRADER)
    market = int(game.state.market[METAL])
    game.do("CITY")
    assert game.state.city_at[TRADER].tolist() == [game.at(*SITE), STOCK, STOCK]
    assert game.state.city_stock[TRADER] == 1
    assert (game.state.ready[TRADER, METAL], game.state.market[METAL]) == (0, market + 1)
    assert game.is_true()
    assert game.goods_in_all() == [20, 20]


def test_r15_1_no_metal_no_city(building: Make) -> None:
    assert offered(building(TRADER, metal=0)) == set()
    assert offered(building(TRADER, metal=0, food=3)) == set()


@pytest.mark.parametrize("cost", [0, 2, 3])
def test_r15_1_the_rules_may_set_another_price(building: Make, cost: int) -> None:
    game = building(TRADER, metal=3, city_cost_metal=cost).do("CITY")
    assert game.state.ready[TRADER, METAL] == 3 - cost
    assert Action.CITY in building(TRADER, metal=cost, city_cost_metal=cost).legal()
    if cost > 0:
        assert Action.CITY not in building(TRADER, metal=cost - 1, city_cost_metal=cost).legal()


@pytest.mark.parametrize("area", [(4, 0), (4, 1)])
def test_r15_1_a_city_is_not_built_on_rocks_or_grassland(building: Make, area: tuple[int, int]) -> None:
    assert offered(building(RELIGIOUS, area)) == set()


def test_r15_1_nor_where_an_army_stands_alone(building: Make) -> None:
    game = building(TRADER, (4, 0))
    game.put_army(TRADER, game.at(*SITE))
    assert offered(game) == set()


SITES = ("listed", "only_leader", "restrictions_only")


def sites(building: Make, put: Callable[[Any, int], None]) -> list[str]:
    """List the readings of R15.2 by which a city and a temple may be built though something has been put there."""
    readings = []
    for reading in SITES:
        game = building(RELIGIOUS, build_site=reading)
        put(game, game.at(*SITE))
        found = offered(game)
        assert found in (set(), BUILDINGS)
        readings += [reading] * bool(found)
    return readings


def test_r15_2_the_leader_alone_may_build_by_every_reading(building: Make) -> None:
    assert sites(building, lambda game, area: None) == [*SITES]  # noqa: ARG005 - puts nothing


def test_r15_2_an_enemy_leader_hinders_but_by_the_restrictions_only(building: Make) -> None:
    assert sites(building, lambda game, area: game.put_leader(FARMER, area)) == ["restrictions_only"]


def test_r15_2_an_own_army_does_not_hinder_but_where_the_leader_must_be_alone(building: Make) -> None:
    assert sites(building, lambda game, area: game.put_army(RELIGIOUS, area)) == ["listed", "restrictions_only"]


def test_r15_2_nor_does_the_own_relic(building: Make) -> None:
    assert sites(building, lambda game, area: game.put_relic(RELIGIOUS, area)) == ["listed", "restrictions_only"]
    assert sites(building, lambda game, area: game.put_carrier(RELIGIOUS, area)) == ["listed", "restrictions_only"]


@pytest.mark.parametrize("kind", ["army", "city", "temple", "relic", "carrier"])
def test_r15_2_an_enemy_army_building_or_relic_hinders_by_every_reading(building: Make, kind: str) -> None:
    def put(game: Any, area: int) -> None:
        game.state.temple_stock[WARRIOR] = 1
        getattr(game, f"put_{kind}")(WARRIOR, area)

    assert sites(building, put) == []


@pytest.mark.parametrize("kind", ["city", "temple"])
def test_r15_2_so_does_an_own_city_or_temple(building: Make, kind: str) -> None:
    assert sites(building, lambda game, area: getattr(game, f"put_{kind}")(RELIGIOUS, area)) == []


def test_r10_10_a_foreign_relic_hinders_building_and_the_own_one_does_not(building: Make) -> None:
    for seat, expected in ((WARRIOR, set()), (TRADER, {Action.CITY, Action.CITY_AND_ARMY})):
        game = building(seat, (3, 4))
        game.put_relic(TRADER, game.at(3, 4))
        assert offered(game) == expected


@pytest.mark.parametrize("area", [(0, 1), (1, 0), (6, 7), (7, 1), (1, 1), (0, 0)])
def test_r15_3_nothing_is_built_on_capital_tiles(building: Make, area: tuple[int, int]) -> None:
    assert offered(building(RELIGIOUS, area)) == set()


def test_r15_4_two_cities_are_the_most(building: Make) -> None:
    game = building(TRADER, metal=3)
    game.put_city(TRADER, game.at(3, 0))
    assert offered(game) == {Action.CITY, Action.CITY_AND_ARMY}
    game.do("CITY")
    game.put_leader(TRADER, game.at(3, 1))
    assert offered(game) == set()


def test_r15_4_two_temples_are_the_most(building: Make) -> None:
    game = building(RELIGIOUS, metal=3)
    game.put_temple(RELIGIOUS, game.at(3, 0))
    assert Action.TEMPLE in game.legal()
    game.put_temple(RELIGIOUS, game.at(3, 1))
    assert offered(game) == {Action.CITY, Action.CITY_AND_ARMY}


def test_r15_4_four_armies_are_the_most(building: Make) -> None:
    game = building(TRADER, food=3)
    game.put_city(TRADER, game.at(3, 0))
    game.put_armies(TRADER, *[game.at(3, 1)] * 3)
    assert game.offers("ARMY") == [0]
    game.do("ARMY")
    assert game.offers("ARMY") == []
    assert (game.state.army_at[TRADER] != STOCK).sum() == 4


def test_r15_5_a_new_city_may_bring_an_army_for_free(building: Make) -> None:
    game = building(TRADER).do("CITY_AND_ARMY")  # worked example 10
    assert game.state.army_at[TRADER, 0] == game.at(*SITE)
    assert (game.state.army_stock[TRADER], game.state.armies_free_city[TRADER]) == (3, 1)
    assert game.state.ready[TRADER].tolist() == [0, 0]
    assert game.is_true()


def test_r15_5_or_not(building: Make) -> None:
    game = building(TRADER).do("CITY")
    assert (game.state.army_stock[TRADER], game.state.armies_free_city[TRADER]) == (4, 0)


def test_r15_5_with_none_in_stock_only_a_city_without_is_on_offer(building: Make) -> None:
    game = building(TRADER)
    game.put_armies(TRADER, *[game.at(3, 1)] * 4)
    assert offered(game) == {Action.CITY}


def test_r15_6_a_food_puts_an_army_from_stock_into_an_own_city(building: Make) -> None:
    game = building(TRADER, food=1)
    game.put_city(TRADER, game.at(3, 0))
    game.put_city(TRADER, game.at(3, 6))
    market = int(game.state.market[FOOD])
    assert game.offers("ARMY") == [0, 1]
    game.do(Action.ARMY + 1)
    assert game.state.army_at[TRADER, 0] == game.at(3, 6)
    assert (game.state.ready[TRADER, FOOD], game.state.market[FOOD]) == (0, market + 1)
    assert game.state.armies_paid[TRADER] == 1
    assert game.offers("ARMY") == []


def test_r15_6_any_number_while_food_lasts(building: Make) -> None:
    game = building(TRADER, food=3)
    game.put_city(TRADER, game.at(3, 0))
    game.do("ARMY", "ARMY", "ARMY")
    assert game.state.armies_on[game.at(3, 0)] == 3
    assert game.offers("ARMY") == []


@pytest.mark.parametrize("cost", [0, 2, 3])
def test_r15_6_the_rules_may_set_another_price(building: Make, cost: int) -> None:
    game = building(TRADER, food=3, army_cost_food=cost)
    game.put_city(TRADER, game.at(3, 0))
    game.do("ARMY")
    assert game.state.ready[TRADER, FOOD] == 3 - cost
    game.ready(TRADER, food=max(0, cost - 1))
    assert (game.offers("ARMY") == []) == (cost > 0)


def test_r15_6_cities_of_others_house_no_own_armies(building: Make) -> None:
    game = building(TRADER, food=3)
    game.put_city(FARMER, game.at(3, 0))
    assert game.offers("ARMY") == []


def test_r15_7_capitals_are_no_cities(building: Make) -> None:
    game = building(TRADER, (0, 0), food=3, metal=3)
    assert game.offers("ARMY") == []
    game.put_city(TRADER, game.at(3, 0))
    game.put_leader(TRADER, game.at(*SITE))
    assert Action.CITY in game.legal()  # the second, not the third


def test_r15_8_a_new_city_may_take_armies_at_once(building: Make) -> None:
    game = building(TRADER, food=2)
    game.do("CITY_AND_ARMY", "ARMY", "ARMY")
    assert game.state.armies_on[game.at(*SITE)] == 3
    assert game.state.ready[TRADER].tolist() == [0, 0]


def test_r15_8_it_first_produces_in_the_next_own_turn(building: Make) -> None:
    game = building(TRADER).do("CITY", "END_BUILDING")
    assert game.state.tokens[game.at(4, 0), METAL] == 0
    for _ in range(3):  # the die falls 1, 2, 3, 4: never on tile 7
        assert game.state.tokens[game.at(4, 0), METAL] == 0
        game.pass_turn()
    assert game.to_move() == TRADER
    assert game.state.tokens[game.at(4, 0), METAL] == 1


@pytest.mark.parametrize("seat", [TRADER, FARMER, WARRIOR])
def test_r15_9_only_the_religious_build_temples(building: Make, seat: int) -> None:
    assert offered(building(seat)) == {Action.CITY, Action.CITY_AND_ARMY}
    assert offered(building(RELIGIOUS)) == BUILDINGS


def test_r15_9_and_not_without_abilities(building: Make) -> None:
    assert offered(building(RELIGIOUS, abilities=False)) == {Action.CITY, Action.CITY_AND_ARMY}


def test_r15_9_a_temple_is_built_where_the_leader_stands(building: Make) -> None:
    game = building(RELIGIOUS).do("TEMPLE")
    assert game.state.temple_at[RELIGIOUS].tolist() == [game.at(*SITE), STOCK, STOCK]
    assert (game.state.temple_stock[RELIGIOUS], game.state.temples_built[RELIGIOUS]) == (1, 1)
    assert game.state.city_on[game.at(*SITE)] == NOBODY
    assert game.is_true()


def test_r15_10_a_temple_costs_a_metal_too(building: Make) -> None:
    assert offered(building(RELIGIOUS, metal=0, food=3)) == set()
    game = building(RELIGIOUS)
    market = int(game.state.market[METAL])
    game.do("TEMPLE")
    assert (game.state.ready[RELIGIOUS, METAL], game.state.market[METAL]) == (0, market + 1)


@pytest.mark.parametrize(("cost", "metal"), [(0, 0), (2, 2), (3, 3)])
def test_r15_10_or_what_the_rules_say_whatever_a_city_costs(building: Make, cost: int, metal: int) -> None:
    game = building(RELIGIOUS, metal=metal, temple_cost_metal=cost)
    assert Action.TEMPLE in game.legal()
    game.do("TEMPLE")
    assert game.state.ready[RELIGIOUS, METAL] == metal - cost
    if cost > 0:
        assert Action.TEMPLE not in building(RELIGIOUS, metal=cost - 1, temple_cost_metal=cost).legal()


def own_turn_begins(game: Any) -> Any:
    """End the turn of the seat before the Religious."""
    return game.turn(WARRIOR, "offer").do("END_TURN")


def test_r15_11_a_temple_collects_each_own_turn_from_all_four_areas_into_ready(building: Make) -> None:
    game = building(RELIGIOUS, metal=0)
    game.put_temple(RELIGIOUS, game.at(*SITE))
    game.lay(game.at(4, 0), metal=2)
    game.lay(game.at(4, 1), food=2)
    own_turn_begins(game)
    assert game.state.ready[RELIGIOUS].tolist() == [2, 2]
    assert game.state.fresh[RELIGIOUS].tolist() == [0, 0]
    assert Action.BUY in game.legal()
    assert game.state.temple_tokens[RELIGIOUS] == 4


def test_r15_11_up_to_the_limit(building: Make) -> None:
    game = building(RELIGIOUS, metal=2)
    game.put_temple(RELIGIOUS, game.at(*SITE))
    game.lay(game.at(4, 0), metal=2)
    own_turn_begins(game)
    assert game.state.ready[RELIGIOUS, METAL] == 3
    assert game.state.tokens[game.at(4, 0), METAL] == 1


def test_r15_12_on_building_it_takes_all_that_lies_on_the_tile_after_paying(building: Make) -> None:
    game = building(RELIGIOUS, metal=1)  # worked example 11
    game.lay(game.at(4, 0), metal=1)
    game.lay(game.at(4, 1), food=1)
    game.lay(game.at(3, 1), food=1)  # of the tile to the north
    game.do("TEMPLE_AND_COLLECT")
    assert game.state.ready[RELIGIOUS].tolist() == [1, 1]
    assert game.state.tokens.sum() == 1
    assert game.state.temple_tokens[RELIGIOUS] == 2


def test_r15_12_the_metal_that_pays_makes_room(building: Make) -> None:
    game = building(RELIGIOUS, metal=3)
    game.lay(game.at(4, 0), metal=3)
    game.do("TEMPLE_AND_COLLECT")
    assert game.state.ready[RELIGIOUS, METAL] == 3
    assert game.state.tokens[game.at(4, 0), METAL] == 2


def test_r15_12_it_need_not(building: Make) -> None:
    game = building(RELIGIOUS)
    game.lay(game.at(4, 0), metal=1)
    game.do("TEMPLE")
    assert game.state.ready[RELIGIOUS].tolist() == [0, 0]
    assert game.state.tokens[game.at(4, 0), METAL] == 1


def test_r15_13_a_temple_makes_no_area_produce(building: Make) -> None:
    game = building(RELIGIOUS, temple_timing="before_production")
    game.put_temple(RELIGIOUS, game.at(*SITE))
    own_turn_begins(game)
    assert game.state.tokens.sum() == 0
    assert game.state.temple_tokens[RELIGIOUS] == 0


def test_r15_13_and_houses_no_new_armies(building: Make) -> None:
    game = building(RELIGIOUS, food=3, metal=0)
    game.put_temple(RELIGIOUS, game.at(*SITE))
    assert game.legal() == [Action.TRADE_FOOD, Action.END_BUILDING]
    game.fall(7).do("END_BUILDING")
    assert game.phase == "offer"  # the gods gave none either


def test_r15_13_and_is_no_city(building: Make) -> None:
    game = building(RELIGIOUS, metal=3)
    game.put_temple(RELIGIOUS, game.at(3, 0))
    game.put_temple(RELIGIOUS, game.at(3, 6))
    carrier = game.put_carrier(RELIGIOUS, game.at(4, 5))
    assert Action.CITY in game.legal()
    game.turn(RELIGIOUS).step(1 + carrier, "N")
    assert [offset for offset in game.offers("STEP") if offset // 4 == 1 + carrier] == []  # no second step


@pytest.mark.parametrize("first", ["CITY", "TEMPLE"])
def test_r15_14_one_city_or_temple_a_turn(building: Make, first: str) -> None:
    game = building(RELIGIOUS, metal=3)
    game.do(first)
    assert offered(game) == set()
    assert game.state.ready[RELIGIOUS, METAL] == 2


def test_cities_are_counted_with_their_round_and_the_tile_of_the_first(building: Make) -> None:
    game = building(TRADER, metal=3)
    game.state.rounds = 4
    game.do("CITY")
    game.state.rounds = 6
    game.put_leader(TRADER, game.at(3, 7))
    game.do("CITY")
    state = game.state
    assert (state.first_city_round[TRADER], state.first_city_tile[TRADER], state.second_city_round[TRADER]) == (5, 7, 7)
    assert (state.cities_built[TRADER], state.metal_on_builds[TRADER]) == (2, 2)
