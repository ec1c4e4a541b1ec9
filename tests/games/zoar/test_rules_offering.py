"""R17: further rolls for food, and metal against lightning."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.zoar.state import FARMER, FOOD, METAL, RELIGIOUS, STOCK, TRADER, WARRIOR, Action

Make = Callable[..., Any]


@pytest.fixture
def rolling(table: Make) -> Make:
    """Make a board without goods but in the Market, on which a seat with so much food is about to roll for the gods."""

    def make(seat: int, *faces: int, food: int = 0, **rules: Any) -> Any:
        game = table(**rules)
        game.clear_tokens()
        for other in range(4):
            game.ready(other)
        game.ready(seat, food=food)
        return game.fall(*faces).turn(seat, "build")

    return make


def roll(game: Any) -> Any:
    """Go on to the roll."""
    return game.do("END_BUILDING")


def test_r17_1_after_a_roll_a_food_buys_another(rolling: Make) -> None:
    game = roll(rolling(TRADER, 7, 6, food=1))
    assert (game.to_move(), game.legal()) == (TRADER, [Action.OFFERING, Action.END_TURN])
    market = int(game.state.market[FOOD])
    game.do("OFFERING")
    assert game.state.tokens[game.at(2, 6), METAL] == 1
    assert (game.state.ready[TRADER, FOOD], game.state.market[FOOD]) == (0, market + 1)
    assert (game.state.rolls_made[TRADER], game.state.food_on_offerings[TRADER]) == (2, 1)


def test_r17_1_or_the_turn_ends(rolling: Make) -> None:
    game = roll(rolling(TRADER, 7, food=3)).do("END_TURN")
    assert (game.to_move(), game.phase) == (FARMER, "move")
    assert game.state.rolls_made[TRADER] == 1
    assert game.state.ready[TRADER, FOOD] == 3


@pytest.mark.parametrize("food", [0, 1, 2, 3])
def test_r17_1_again_and_again_while_there_is_food(rolling: Make, food: int) -> None:
    game = roll(rolling(TRADER, 1, 2, 3, 4, food=food))
    for _ in range(food):
        game.do("OFFERING")
    assert (game.to_move(), game.phase) == (FARMER, "move")
    assert game.state.rolls_made[TRADER] == 1 + food


@pytest.mark.parametrize("cost", [2, 3])
def test_r17_1_the_rules_may_set_another_price(rolling: Make, cost: int) -> None:
    assert roll(rolling(TRADER, 7, food=cost - 1, offering_cost_food=cost)).to_move() == FARMER
    game = roll(rolling(TRADER, 7, 7, food=cost, offering_cost_food=cost)).do("OFFERING")
    assert game.state.ready[TRADER, FOOD] == 0
    assert game.state.food_on_offerings[TRADER] == cost


def test_r17_1_or_there_are_none(rolling: Make) -> None:
    assert roll(rolling(TRADER, 7, food=3, offering_cost_food=0)).to_move() == FARMER


def test_r17_1_not_before_the_roll_is_resolved(rolling: Make) -> None:
    game = rolling(TRADER, 6, food=1)
    game.put_city(TRADER, game.at(3, 6))
    game.put_army(WARRIOR, game.at(2, 6))
    game.ready(WARRIOR, metal=1)
    assert roll(game).phase == "grant"
    assert Action.OFFERING not in game.legal()
    assert game.do("GRANT").phase == "protect"
    assert Action.OFFERING not in game.legal()
    assert game.do("END_PROTECTION").phase == "offer"


def test_r17_2_food_collected_this_turn_counts(table: Make) -> None:
    game = table()
    game.ready(TRADER)
    game.fresh(TRADER, food=1)
    game.turn(TRADER, "attack").do("NO_ATTACK", "END_BUILDING")
    assert Action.OFFERING in game.legal()


def test_r17_3_the_same_tile_may_come_again(rolling: Make) -> None:
    game = roll(rolling(TRADER, 7, 7, food=1)).do("OFFERING")
    assert game.state.tokens[game.at(4, 0), METAL] == 2
    assert game.state.tokens[game.at(4, 1), FOOD] == 2


def test_r17_3_an_extra_roll_gives_armies_and_strikes_as_the_first(rolling: Make) -> None:
    game = rolling(TRADER, 6, 6, food=1)
    game.put_city(TRADER, game.at(3, 6))
    roll(game).do("GRANT")
    game.put_army(WARRIOR, game.at(2, 6))
    game.do("OFFERING")
    assert game.phase == "grant"
    game.do("GRANT")
    assert game.state.armies_free_divine[TRADER] == 2
    assert game.state.armies_lost_lightning[WARRIOR] == 1


def test_r17_4_a_metal_protects_an_army(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_armies(WARRIOR, game.at(2, 6), game.at(3, 7))
    game.ready(WARRIOR, metal=1)
    market = int(game.state.market[METAL])
    roll(game)
    assert (game.to_move(), game.legal()) == (WARRIOR, [Action.PROTECT, Action.PROTECT + 1, Action.END_PROTECTION])
    game.do(Action.PROTECT + 1)
    assert game.state.army_at[WARRIOR, :2].tolist() == [STOCK, game.at(3, 7)]
    assert game.state.ready[WARRIOR, METAL] == 0
    assert game.state.market[METAL] == market  # one to the Rocks before, one from the rod
    assert game.state.metal_on_rods[WARRIOR] == 1
    assert game.phase == "move"


def test_r17_4_each_army_for_a_metal_while_there_is_metal(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_armies(WARRIOR, *[game.at(2, 6)] * 4)
    game.ready(WARRIOR, metal=3)
    roll(game).do("PROTECT", Action.PROTECT + 1, Action.PROTECT + 2)
    assert game.state.army_at[WARRIOR, :4].tolist() == [game.at(2, 6)] * 3 + [STOCK]
    assert game.phase == "move"


def test_r17_4_nobody_has_to(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_armies(WARRIOR, *[game.at(2, 6)] * 2)
    game.ready(WARRIOR, metal=3)
    roll(game).do("PROTECT", "END_PROTECTION")
    assert (game.state.armies_lost_lightning[WARRIOR], game.state.ready[WARRIOR, METAL]) == (1, 2)


def test_r17_4_who_has_protected_all_is_not_asked_again(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_army(WARRIOR, game.at(2, 6))
    game.ready(WARRIOR, metal=3)
    assert roll(game).do("PROTECT").phase == "move"


def test_r17_4_only_ready_metal_pays(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_army(WARRIOR, game.at(2, 6))
    game.ready(WARRIOR, food=3)
    assert roll(game).phase == "move"
    assert game.state.armies_lost_lightning[WARRIOR] == 1


def test_r17_4_own_armies_are_safe_and_need_no_rod(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_army(TRADER, game.at(2, 6))
    game.ready(TRADER, metal=1)
    assert roll(game).phase == "move"
    assert game.state.ready[TRADER, METAL] == 1


def test_r17_4_an_army_on_another_tile_cannot_be_protected(rolling: Make) -> None:
    game = rolling(TRADER, 6)
    game.put_armies(WARRIOR, game.at(4, 4), game.at(2, 6))
    game.ready(WARRIOR, metal=2)
    assert roll(game).offers("PROTECT") == [1]


@pytest.mark.parametrize("cost", [2, 3])
def test_r17_4_the_rules_may_set_another_price(rolling: Make, cost: int) -> None:
    game = rolling(TRADER, 6, rod_cost_metal=cost)
    game.put_army(WARRIOR, game.at(2, 6))
    game.ready(WARRIOR, metal=cost)
    roll(game).do("PROTECT")
    assert (game.state.ready[WARRIOR, METAL], game.state.metal_on_rods[WARRIOR]) == (0, cost)
    game = rolling(TRADER, 6, rod_cost_metal=cost)
    game.put_army(WARRIOR, game.at(2, 6))
    game.ready(WARRIOR, metal=cost - 1)
    assert roll(game).phase == "move"


def test_r17_4_or_there_are_no_rods(rolling: Make) -> None:
    game = rolling(TRADER, 6, rod_cost_metal=0)
    game.put_army(WARRIOR, game.at(2, 6))
    game.ready(WARRIOR, metal=3)
    assert roll(game).phase == "move"
    assert game.state.army_stock[WARRIOR] == 4


def test_r17_5_several_owners_decide_clockwise_from_the_active_seat(rolling: Make) -> None:
    game = rolling(WARRIOR, 6)
    for seat, area in ((TRADER, (2, 6)), (FARMER, (2, 7)), (RELIGIOUS, (3, 6))):
        game.put_army(seat, game.at(*area))
        game.ready(seat, metal=1)
    roll(game)
    asked = []
    while game.phase == "protect":
        asked.append(game.to_move())
        game.do("END_PROTECTION")
    assert asked == [RELIGIOUS, TRADER, FARMER]


def test_r17_5_clockwise_as_the_capitals_lie_not_as_the_seats_are_numbered(rolling: Make) -> None:
    game = rolling(TRADER, 6, capital_corners=["NW", "SW", "NE", "SE"])
    for seat, area in ((FARMER, (2, 6)), (WARRIOR, (2, 7)), (RELIGIOUS, (3, 6))):
        game.put_army(seat, game.at(*area))
        game.ready(seat, metal=1)
    roll(game)
    asked = []
    while game.phase == "protect":
        asked.append(game.to_move())
        game.do("END_PROTECTION")
    assert asked == [WARRIOR, RELIGIOUS, FARMER]


def test_r17_5_and_so_from_a_seat_that_is_not_the_first(rolling: Make) -> None:
    game = rolling(WARRIOR, 6, capital_corners=["NW", "SW", "NE", "SE"])
    for seat, area in ((TRADER, (2, 6)), (RELIGIOUS, (3, 6))):
        game.put_army(seat, game.at(*area))
        game.ready(seat, metal=1)
    assert roll(game).to_move() == RELIGIOUS
    assert game.do("END_PROTECTION").to_move() == TRADER


def test_r17_5_who_has_no_metal_or_no_struck_army_is_passed_over(rolling: Make) -> None:
    game = rolling(WARRIOR, 6)
    game.put_army(RELIGIOUS, game.at(3, 6))
    game.put_army(TRADER, game.at(2, 6))
    game.ready(TRADER, metal=1)
    game.ready(FARMER, metal=1)
    assert roll(game).to_move() == TRADER
    assert game.do("PROTECT").phase == "move"


def test_r17_5_earlier_choices_are_seen(rolling: Make) -> None:
    game = rolling(WARRIOR, 6)
    for seat, area in ((TRADER, (2, 6)), (RELIGIOUS, (3, 6))):
        game.put_army(seat, game.at(*area))
        game.ready(seat, metal=1)
    roll(game).do("PROTECT")
    assert game.to_move() == TRADER
    assert game.state.protected[RELIGIOUS, 0] == 1
    assert game.state.ready[RELIGIOUS, METAL] == 0


def test_r17_6_a_protection_lasts_for_that_roll_only(rolling: Make) -> None:
    game = rolling(TRADER, 6, 6, food=1)
    game.put_army(WARRIOR, game.at(2, 6))
    game.ready(WARRIOR, metal=1)
    roll(game).do("PROTECT")
    assert game.state.army_at[WARRIOR, 0] == game.at(2, 6)
    game.do("OFFERING")
    assert game.state.army_at[WARRIOR, 0] == STOCK


def test_r17_6_a_second_hit_needs_another_metal(rolling: Make) -> None:
    game = rolling(TRADER, 6, 6, food=1)
    game.put_army(WARRIOR, game.at(2, 6))
    game.ready(WARRIOR, metal=2)
    roll(game).do("PROTECT", "OFFERING", "PROTECT")
    assert game.state.army_at[WARRIOR, 0] == game.at(2, 6)
    assert game.state.ready[WARRIOR, METAL] == 0
