"""R8: what units collect on their way, and what the Farmer and the Warrior get besides."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.zoar.state import FARMER, FOOD, METAL, TRADER, WARRIOR

Make = Callable[..., Any]

LEADER, FIRST = 0, 1
GOAL = (3, 5)  # empty desert


@pytest.fixture
def entering(table: Make) -> Make:
    """Make a seat's army enter an area with tokens; the seat holds some goods in Ready."""

    def enter(
        seat: int, held: tuple[int, int], there: tuple[int, int], market: tuple[int, int] = (9, 9), **rules: Any
    ) -> Any:
        game = table(**rules)
        game.clear_tokens()
        game.turn(seat)
        game.put_army(seat, game.at(3, 4))
        game.ready(seat, *held)
        game.lay(game.at(*GOAL), *there)
        game.market(*market)
        return game.step(FIRST, "E")

    return enter


def stores(game: Any, seat: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """Ready, New, what lies on the area entered, and the Market."""
    state = game.state
    return (
        state.ready[seat].tolist(),
        state.fresh[seat].tolist(),
        state.tokens[game.at(*GOAL)].tolist(),
        state.market.tolist(),
    )


def test_r8_1_a_unit_takes_all_tokens_of_the_area_it_enters_into_new(entering: Make) -> None:
    game = entering(TRADER, (0, 1), (2, 1))
    assert stores(game, TRADER) == ([0, 1], [2, 1], [0, 0], [9, 9])
    assert game.state.collected[TRADER].tolist() == [2, 1]


def test_r8_1_passing_through_is_entering(table: Make) -> None:
    game = table()
    game.put_leader(TRADER, game.at(2, 2))
    game.step(LEADER, "E")
    game.step(LEADER, "W")
    assert game.state.fresh[TRADER].tolist() == [0, 1]
    assert game.state.tokens[game.at(2, 3)].tolist() == [0, 0]


def test_r8_1_nothing_is_collected_from_the_area_that_is_left(table: Make) -> None:
    game = table()
    game.put_leader(TRADER, game.at(2, 3))
    game.step(LEADER, "W")
    assert game.state.tokens[game.at(2, 3)].tolist() == [0, 1]


def test_r8_2_collecting_is_no_decision(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(5, 0))
    game.step(FIRST, "N")
    assert game.state.fresh[TRADER].tolist() == [0, 1]
    assert game.to_move() == TRADER
    assert game.offers("END_MOVES")


@pytest.mark.parametrize(
    ("held", "there", "new", "left"),
    [
        ((0, 2), (0, 3), [0, 1], [0, 2]),  # as the ledger says
        ((3, 0), (1, 1), [0, 1], [1, 0]),  # each kind by itself
        ((3, 3), (2, 2), [0, 0], [2, 2]),
    ],
)
def test_r8_3_what_exceeds_the_limit_of_a_kind_stays(
    entering: Make, held: tuple[int, int], there: tuple[int, int], new: list[int], left: list[int]
) -> None:
    assert stores(entering(TRADER, held, there), TRADER)[1:3] == (new, left)


def test_r8_3_new_goods_count_for_the_limit_too(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(5, 0))
    game.ready(TRADER, metal=2)
    game.fresh(TRADER, metal=1)
    game.step(FIRST, "N")
    assert game.state.fresh[TRADER].tolist() == [0, 1]
    assert game.state.tokens[game.at(4, 0)].tolist() == [0, 1]


def test_r8_3_the_limits_are_rules(entering: Make) -> None:
    game = entering(TRADER, (0, 0), (9, 9), resource_cap_food=1, resource_cap_metal=5)
    assert stores(game, TRADER)[1:3] == ([1, 5], [8, 4])


def test_r8_4_armies_and_leaders_collect_on_the_tile_of_an_enemy_city(table: Make) -> None:
    game = table()
    game.put_city(FARMER, game.at(5, 0))
    game.put_army(TRADER, game.at(3, 0))
    game.put_leader(TRADER, game.at(3, 1))
    game.step(FIRST, "S")
    game.step(LEADER, "S")
    assert game.state.fresh[TRADER].tolist() == [1, 1]


def test_r8_5_the_farmer_gets_a_food_from_the_market_with_the_food_it_collects(entering: Make) -> None:
    game = entering(FARMER, (0, 0), (1, 1))
    assert stores(game, FARMER) == ([0, 0], [2, 1], [0, 0], [8, 9])
    assert game.state.extra_tokens[FARMER] == 1
    assert game.state.collected[FARMER].tolist() == [1, 1]


def test_r8_5_not_past_its_limit_nor_from_an_empty_market(entering: Make) -> None:
    assert stores(entering(FARMER, (2, 0), (1, 0)), FARMER) == ([2, 0], [1, 0], [0, 0], [9, 9])
    assert stores(entering(FARMER, (3, 0), (1, 0)), FARMER) == ([3, 0], [0, 0], [1, 0], [9, 9])
    assert stores(entering(FARMER, (0, 0), (1, 0), (0, 9)), FARMER) == ([0, 0], [1, 0], [0, 0], [0, 9])


@pytest.mark.parametrize("extra", [0, 1, 2])
def test_r8_5_the_size_of_the_extra_is_a_rule(entering: Make, extra: int) -> None:
    assert stores(entering(FARMER, (0, 0), (1, 0), farmer_extra=extra), FARMER)[1] == [1 + extra, 0]


def test_r8_6_the_warrior_gets_a_metal_with_the_metal_it_collects(entering: Make) -> None:
    game = entering(WARRIOR, (0, 0), (1, 1))
    assert stores(game, WARRIOR) == ([0, 0], [1, 2], [0, 0], [9, 8])
    assert stores(entering(WARRIOR, (0, 0), (0, 1), (9, 0)), WARRIOR) == ([0, 0], [0, 1], [0, 0], [9, 0])


@pytest.mark.parametrize("extra", [0, 1, 2])
def test_r8_6_the_size_of_the_extra_is_a_rule(entering: Make, extra: int) -> None:
    assert stores(entering(WARRIOR, (0, 0), (0, 1), warrior_extra=extra), WARRIOR)[1] == [0, 1 + extra]


def test_r8_6_the_other_tribes_get_none(entering: Make) -> None:
    assert stores(entering(TRADER, (0, 0), (1, 1)), TRADER)[1] == [1, 1]


@pytest.mark.parametrize("mode", ["per_token", "per_visit"])
def test_r8_7_a_token_its_extra_and_so_on_until_the_limit(entering: Make, mode: str) -> None:
    game = entering(WARRIOR, (0, 1), (0, 2), extra_mode=mode)
    assert stores(game, WARRIOR) == ([0, 1], [0, 2], [0, 1], [9, 8])


@pytest.mark.parametrize(("mode", "new"), [("per_token", 6), ("per_visit", 4)])
def test_r8_7_with_more_room_an_extra_per_token_or_one_per_visit(entering: Make, mode: str, new: int) -> None:
    game = entering(WARRIOR, (0, 0), (0, 3), extra_mode=mode, resource_cap_metal=9)
    assert stores(game, WARRIOR)[1:3] == ([0, new], [0, 0])


@pytest.mark.parametrize("there", [0, 1, 2, 3])
@pytest.mark.parametrize("held", [0, 1, 2, 3])
def test_r8_7_with_limits_up_to_three_both_readings_agree(entering: Make, held: int, there: int) -> None:
    games = [entering(WARRIOR, (0, held), (0, there), extra_mode=mode) for mode in ("per_token", "per_visit")]
    assert stores(games[0], WARRIOR) == stores(games[1], WARRIOR)


def test_r8_8_the_extra_goes_to_new(entering: Make) -> None:
    game = entering(WARRIOR, (0, 0), (0, 1))
    assert game.state.ready[WARRIOR].tolist() == [0, 0]
    assert game.state.fresh[WARRIOR].tolist() == [0, 2]


def test_r8_8_food_that_is_bought_with_is_not_collected(table: Make) -> None:
    game = table()
    game.turn(FARMER)
    game.ready(FARMER, food=2, metal=0)
    game.do("BUY")
    assert game.state.ready[FARMER, FOOD] == 1
    assert game.state.extra_tokens[FARMER] == 0


def test_worked_example_3_the_warrior_with_one_metal_takes_one_of_two(entering: Make) -> None:
    game = entering(WARRIOR, (0, 1), (0, 2))
    assert game.state.ready[WARRIOR, METAL] + game.state.fresh[WARRIOR, METAL] == 3
    assert game.state.tokens[game.at(*GOAL)].tolist() == [0, 1]
