"""R16: what the gods give and whom they strike."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.zoar.state import (
    AREAS,
    FARMER,
    METAL,
    NOBODY,
    RELIGIOUS,
    SIDE,
    STOCK,
    TRADER,
    WARRIOR,
    Action,
)

Make = Callable[..., Any]

TILE_6 = ((2, 6), (2, 7), (3, 6), (3, 7))  # Rocks, then Empty Desert
TILE_7 = ((4, 0), (4, 1), (5, 0), (5, 1))  # Rocks, Grassland, Empty Desert


@pytest.fixture
def rolling(table: Make) -> Make:
    """Make a board without goods but in the Market, on which a seat is about to roll for the gods."""

    def make(seat: int, *faces: int, **rules: Any) -> Any:
        game = table(**rules)
        game.clear_tokens()
        for other in range(4):
            game.ready(other)
        return game.fall(*faces).turn(seat, "build")

    return make


def roll(game: Any) -> Any:
    """Go on to the roll."""
    return game.do("END_BUILDING")


def lying(game: Any) -> dict[tuple[int, int], tuple[int, int]]:
    """Food and metal on the areas that have any."""
    goods = {divmod(area, SIDE): tuple(game.state.tokens[area].tolist()) for area in range(AREAS)}
    return {area: here for area, here in goods.items() if any(here)}


@pytest.mark.parametrize("face", range(1, 13))
def test_r16_1_the_die_touches_all_four_areas_of_the_tile_with_its_number(rolling: Make, face: int) -> None:
    game = rolling(TRADER, face)
    tile = game.state.tile_areas[face].tolist()
    others = [area for area in range(AREAS) if game.state.terrain[area] in {0, 1, 2} and area not in tile][:2]
    game.state.terrain[tile] = 1  # Rocks
    game.put_armies(WARRIOR, tile[0], tile[3], *others)
    roll(game)
    assert (game.state.tokens.sum(), game.state.tokens[tile, METAL].tolist()) == (4, [1, 1, 1, 1])
    assert sorted(area for area in game.state.army_at[WARRIOR] if area != STOCK) == sorted(others)


def test_r16_2_a_metal_on_rocks_and_a_food_on_grassland_from_the_market(rolling: Make) -> None:
    game = rolling(TRADER, 7)
    market = game.state.market.tolist()
    roll(game)
    assert lying(game) == {(4, 0): (0, 1), (4, 1): (1, 0)}
    assert game.state.market.tolist() == [market[0] - 1, market[1] - 1]


@pytest.mark.parametrize("per_area", [0, 2, 3])
def test_r16_2_or_as_many_as_the_rules_say(rolling: Make, per_area: int) -> None:
    game = roll(rolling(TRADER, 7, divine_per_area=per_area))
    assert game.state.tokens.sum(axis=0).tolist() == [per_area, per_area]


def test_r16_2_while_the_market_lasts(rolling: Make) -> None:
    game = rolling(TRADER, 7)
    game.market(food=1, metal=0)
    roll(game)
    assert lying(game) == {(4, 1): (1, 0)}


def test_r16_2_who_has_cities_there_does_not_matter(rolling: Make) -> None:
    game = rolling(TRADER, 7)
    game.put_city(WARRIOR, game.at(5, 0))
    roll(game)
    assert lying(game) == {(4, 0): (0, 1), (4, 1): (1, 0)}


def test_r16_3_an_own_city_there_may_take_a_free_army(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_city(TRADER, game.at(3, 6))
    roll(game)
    assert (game.to_move(), game.phase, game.legal()) == (TRADER, "grant", [Action.GRANT, Action.DECLINE])
    game.do("GRANT")
    assert game.state.army_at[TRADER, 0] == game.at(3, 6)
    assert (game.state.armies_free_divine[TRADER], game.state.army_stock[TRADER]) == (1, 3)
    assert game.is_true()


def test_r16_3_or_not(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_city(TRADER, game.at(3, 6))
    roll(game).do("DECLINE")
    assert game.state.army_stock[TRADER] == 4
    assert (game.to_move(), game.phase) == (FARMER, "move")


def test_r16_3_with_no_army_in_stock_there_is_nothing_to_decide(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_city(TRADER, game.at(3, 6))
    game.put_armies(TRADER, *[game.at(3, 6)] * 4)
    roll(game)
    assert (game.to_move(), game.phase) == (FARMER, "move")


def test_r16_3_a_city_on_another_tile_takes_none(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_city(TRADER, game.at(5, 0))
    assert roll(game).phase == "move"


def test_r16_4_cities_of_others_take_none(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_city(WARRIOR, game.at(3, 6))
    roll(game)
    assert (game.to_move(), game.phase) == (FARMER, "move")
    assert game.state.army_stock.tolist() == [4, 4, 4, 4]


def test_r16_4_or_every_owner_there_is_asked_clockwise_from_the_active_seat(rolling: Make) -> None:
    game = rolling(WARRIOR, 6, divine_free_army="any_owner")
    for seat, area in zip((FARMER, TRADER, WARRIOR), TILE_6[1:], strict=True):
        game.put_city(seat, game.at(*area))
    roll(game)
    asked = []
    while game.phase == "grant":
        asked.append(game.to_move())
        game.do("GRANT")
    assert asked == [WARRIOR, TRADER, FARMER]
    assert game.state.armies_free_divine.tolist() == [1, 1, 1, 0]


def test_r16_4_each_of_them_may_decline(rolling: Make) -> None:
    game = rolling(WARRIOR, 6, divine_free_army="any_owner", lightning=False)
    game.put_city(FARMER, game.at(*TILE_6[1]))
    game.put_city(TRADER, game.at(*TILE_6[2]))
    roll(game).do("DECLINE")
    assert game.to_move() == FARMER
    game.do("GRANT")
    assert game.state.armies_free_divine.tolist() == [0, 1, 0, 0]
    assert (game.to_move(), game.phase) == (RELIGIOUS, "move")


def test_r16_4_the_lightning_of_the_active_seat_strikes_what_the_others_got(rolling: Make) -> None:
    game = rolling(TRADER, 6, divine_free_army="any_owner")
    game.put_city(FARMER, game.at(*TILE_6[1]))
    roll(game).do("GRANT")
    assert game.state.army_stock[FARMER] == 4
    assert game.state.armies_lost_lightning[FARMER] == 1


def test_r16_4_a_city_of_others_does_not_make_the_roll_useful_and_struck_owners_are_still_asked(rolling: Make) -> None:
    game = rolling(TRADER, 6, divine_free_army="any_owner")
    game.put_city(FARMER, game.at(*TILE_6[1]))
    game.put_army(WARRIOR, game.at(*TILE_6[2]))
    for seat in (FARMER, WARRIOR):
        game.ready(seat, metal=1)
    roll(game).do("GRANT")
    assert (game.to_move(), game.phase) == (FARMER, "protect")
    game.do("PROTECT")
    assert (game.to_move(), game.phase) == (WARRIOR, "protect")
    game.do("PROTECT")
    assert game.state.rolls_useful[TRADER] == 0


@pytest.fixture
def two_cities(rolling: Make) -> Make:
    """Make a board on which the tile that is rolled has two cities of the active seat."""

    def make(**rules: Any) -> Any:
        game = rolling(TRADER, 6, **rules)
        game.put_city(TRADER, game.at(3, 6))
        game.put_city(TRADER, game.at(3, 7))
        return roll(game)

    return make


def test_r16_5_two_cities_get_one_army_and_the_owner_chooses_where(two_cities: Make) -> None:
    for city, area in enumerate([(3, 6), (3, 7)]):
        game = two_cities()
        assert game.legal() == [Action.GRANT, Action.GRANT + 1, Action.DECLINE]
        game.do(Action.GRANT + city)
        assert game.state.army_at[TRADER, 0] == game.at(*area)
        assert (game.phase, game.state.armies_free_divine[TRADER]) == ("move", 1)


def test_r16_5_or_one_each(two_cities: Make) -> None:
    game = two_cities(divine_two_cities="per_city")
    game.do(Action.GRANT + 1)
    assert game.legal() == [Action.GRANT, Action.DECLINE]
    game.do("GRANT")
    assert [game.state.armies_on[game.at(3, column)] for column in (6, 7)] == [1, 1]
    assert game.phase == "move"


def test_r16_5_each_of_them_only_while_there_are_armies(rolling: Make) -> None:
    game = rolling(TRADER, 6, divine_two_cities="per_city")
    game.put_city(TRADER, game.at(3, 6))
    game.put_city(TRADER, game.at(3, 7))
    game.put_armies(TRADER, *[game.at(3, 6)] * 3)
    roll(game).do("GRANT")
    assert (game.to_move(), game.phase) == (FARMER, "move")


def test_r16_5_declining_declines_for_both(two_cities: Make) -> None:
    game = two_cities(divine_two_cities="per_city").do("DECLINE")
    assert (game.to_move(), game.phase) == (FARMER, "move")


def test_r16_6_lightning_kills_the_armies_of_others_and_spares_the_own_ones(rolling: Make) -> None:
    game = rolling(WARRIOR, 6)
    game.put_army(WARRIOR, game.at(2, 6))
    game.put_armies(TRADER, game.at(2, 7), game.at(2, 7), game.at(4, 4))
    game.put_army(RELIGIOUS, game.at(3, 6))
    roll(game)
    assert game.state.armies_lost_lightning.tolist() == [2, 0, 0, 1]
    assert game.state.army_at[TRADER, :4].tolist() == [STOCK, STOCK, game.at(4, 4), STOCK]
    assert game.state.army_at[WARRIOR, 0] == game.at(2, 6)
    assert game.state.army_stock.tolist() == [3, 4, 3, 4]
    assert game.is_true()


def test_r16_6_or_there_is_no_lightning(rolling: Make) -> None:
    game = rolling(WARRIOR, 6, lightning=False)
    game.put_army(TRADER, game.at(2, 7))
    game.ready(TRADER, metal=1)
    roll(game)
    assert game.state.army_at[TRADER, 0] == game.at(2, 7)
    assert (game.to_move(), game.phase) == (RELIGIOUS, "move")


def test_r16_7_leaders_cities_temples_and_relics_are_untouched(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_leader(FARMER, game.at(2, 7))
    game.put_city(WARRIOR, game.at(3, 6))
    game.put_temple(RELIGIOUS, game.at(3, 7))
    game.put_relic(FARMER, game.at(2, 6))
    roll(game)
    assert game.state.leader_at[FARMER] == game.at(2, 7)
    assert game.state.city_at[WARRIOR, 0] == game.at(3, 6)
    assert game.state.temple_at[RELIGIOUS, 0] == game.at(3, 7)
    assert game.state.relic_at[FARMER] == game.at(2, 6)


def test_r16_7_a_carrier_dies_and_its_relic_stays(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_carrier(FARMER, game.at(2, 6))
    roll(game)
    assert game.state.army_stock[FARMER] == 4
    assert (game.state.relic_at[FARMER], game.state.carrier[FARMER]) == (game.at(2, 6), NOBODY)
    assert game.state.relic_drops_killed.tolist() == [0, 1, 0, 0]
    assert game.state.carriers_struck.tolist() == [0, 1, 0, 0]


def test_r16_8_armies_on_capital_tiles_are_never_struck(table: Make) -> None:
    for face in range(1, 13):
        game = table().fall(face)
        safe = [game.at(*area) for area in ((6, 6), (7, 7), (0, 6), (7, 1))]
        game.put_armies(WARRIOR, *safe)
        game.turn(TRADER, "build").do("END_BUILDING")
        assert game.state.army_at[WARRIOR, :4].tolist() == safe


def test_r16_9_tokens_first_then_the_army_then_protection_then_deaths(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_city(TRADER, game.at(3, 6))
    enemy = game.put_army(WARRIOR, game.at(2, 7))
    game.ready(WARRIOR, metal=1)
    game.market(0, 0)
    roll(game)
    assert (game.phase, game.state.army_at[WARRIOR, enemy]) == ("grant", game.at(2, 7))
    game.do("GRANT")
    assert (game.to_move(), game.phase) == (WARRIOR, "protect")
    game.do(Action.PROTECT + enemy)
    assert game.state.tokens.sum() == 0  # the rod's metal came to the Market too late for the Rocks
    assert game.state.market[METAL] == 1


def test_r16_9_tokens_lie_before_the_free_army_is_decided(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_city(TRADER, game.at(3, 6))
    roll(game)
    assert (game.phase, lying(game)) == ("grant", {(2, 6): (0, 1)})


def test_r16_9_nobody_dies_before_all_have_decided(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_army(FARMER, game.at(2, 6))
    game.put_army(WARRIOR, game.at(2, 7))
    game.ready(WARRIOR, metal=1)
    roll(game)
    assert (game.to_move(), game.phase) == (WARRIOR, "protect")
    assert game.state.army_at[FARMER, 0] == game.at(2, 6)
    game.do("END_PROTECTION")
    assert game.state.armies_lost_lightning.tolist() == [0, 1, 1, 0]


def test_r16_10_no_city_falls_and_no_token_is_won(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_city(WARRIOR, game.at(3, 6))
    game.put_armies(WARRIOR, *[game.at(3, 6)] * 2)
    roll(game)
    assert game.state.armies_lost_lightning[WARRIOR] == 2
    assert game.state.city_at[WARRIOR, 0] == game.at(3, 6)
    assert game.state.holder[game.at(3, 6)] == WARRIOR
    assert (game.state.city_tokens.sum(), game.state.cities_lost.sum()) == (0, 0)


def test_r8_8_goods_of_the_gods_bring_no_extra_of_the_tribe(rolling: Make) -> None:
    game = roll(rolling(WARRIOR, 6))
    assert lying(game) == {(2, 6): (0, 1)}


@pytest.mark.parametrize(
    ("city", "enemy", "expected"), [(True, False, 1), (False, True, 1), (True, True, 1), (False, False, 0)]
)
def test_a_roll_is_useful_that_gives_an_army_or_kills_an_enemys(
    rolling: Make, *, city: bool, enemy: bool, expected: int
) -> None:
    game = rolling(TRADER, 6)
    if city:
        game.put_city(TRADER, game.at(3, 6))
    if enemy:
        game.put_army(WARRIOR, game.at(2, 6))
    roll(game)
    if city:
        game.do("GRANT")
    assert (game.state.rolls_made[TRADER], game.state.rolls_useful[TRADER]) == (1, expected)


def test_each_roll_is_useful_or_not_by_itself(rolling: Make) -> None:
    game = rolling(TRADER, 6, 7)
    game.ready(TRADER, food=1)
    game.put_army(WARRIOR, game.at(2, 6))
    roll(game).do("OFFERING")
    assert (game.state.rolls_made[TRADER], game.state.rolls_useful[TRADER]) == (2, 1)


def test_worked_example_12_a_six_with_a_city_and_an_enemy_that_could_pay(rolling: Make) -> None:
    game = rolling(RELIGIOUS, 6)
    game.put_city(RELIGIOUS, game.at(3, 6))
    game.put_army(TRADER, game.at(2, 7))
    game.ready(TRADER, metal=1)
    roll(game).do("GRANT", "END_PROTECTION")
    assert lying(game) == {(2, 6): (0, 1)}
    assert game.state.army_at[RELIGIOUS, 0] == game.at(3, 6)
    assert game.state.army_stock[TRADER] == 4
    assert game.state.ready[TRADER, METAL] == 1


@pytest.mark.parametrize(("choice", "lives"), [("PROTECT", True), ("END_PROTECTION", False)])
def test_worked_example_13_a_seven_with_an_enemy_that_may_pay(rolling: Make, choice: str, *, lives: bool) -> None:
    game = rolling(WARRIOR, 7)
    game.put_army(TRADER, game.at(5, 0))
    game.ready(TRADER, metal=1)
    roll(game).do(choice)
    assert game.state.tokens.sum(axis=0).tolist() == [1, 1]
    assert (game.state.army_at[TRADER, 0] == game.at(5, 0)) == lives
    assert game.state.ready[TRADER, METAL] == (not lives)
