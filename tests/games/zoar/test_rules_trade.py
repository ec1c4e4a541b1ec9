"""R14: what was collected becomes Ready, and the Market changes one kind of goods into the other."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.zoar.state import FARMER, FOOD, METAL, RELIGIOUS, TRADER, WARRIOR, Action

Make = Callable[..., Any]

TRADES = {Action.TRADE_FOOD: (FOOD, METAL), Action.TRADE_METAL: (METAL, FOOD)}


@pytest.fixture
def trading(table: Make) -> Make:
    """Make a board on which a seat trades and builds, and has these goods in Ready."""

    def make(seat: int, food: int = 0, metal: int = 0, **rules: Any) -> Any:
        game = table(**rules)
        game.ready(seat, food=food, metal=metal)
        return game.turn(seat, "build")

    return make


def trades(game: Any) -> list[str]:
    """Trades on offer: what is given."""
    return [
        kind for kind, action in (("food", Action.TRADE_FOOD), ("metal", Action.TRADE_METAL)) if action in game.legal()
    ]


def test_r14_1_entering_the_phase_makes_all_new_goods_ready(table: Make) -> None:
    game = table()
    game.ready(TRADER, metal=1)
    game.fresh(TRADER, food=3, metal=2)
    game.turn(TRADER, "attack").do("NO_ATTACK")
    assert game.state.ready[TRADER].tolist() == [3, 3]
    assert game.state.fresh[TRADER].tolist() == [0, 0]


def test_r14_1_after_an_attack_too_and_what_was_committed_is_gone(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(4, 4))
    game.put_army(WARRIOR, game.at(4, 5))
    game.ready(TRADER, metal=1)
    game.fresh(TRADER, metal=2)
    game.turn(TRADER, "attack").do(Action.ATTACK + 1, Action.COMMIT + 1, "COMMIT")
    assert game.state.ready[TRADER].tolist() == [0, 2]


def test_r14_1_they_can_be_used_from_now_on(table: Make) -> None:
    game = table()
    game.ready(FARMER)
    game.fresh(FARMER, food=2)
    game.turn(FARMER, "attack").do("NO_ATTACK")
    assert trades(game) == ["food"]


@pytest.mark.parametrize("action", TRADES)
@pytest.mark.parametrize("seat", [FARMER, WARRIOR, RELIGIOUS])
def test_r14_2_two_of_a_kind_buy_one_of_the_other_from_the_market(trading: Make, seat: int, action: Action) -> None:
    given, wanted = TRADES[action]
    game = trading(seat, **{"food" if given == FOOD else "metal": 2})
    market = game.state.market.tolist()
    game.do(action)
    assert (game.state.ready[seat, given], game.state.ready[seat, wanted]) == (0, 1)
    assert game.state.market[given] == market[given] + 2
    assert game.state.market[wanted] == market[wanted] - 1
    assert game.goods_in_all() == [20, 20]


def test_r14_2_fewer_than_two_buy_nothing(trading: Make) -> None:
    assert trades(trading(FARMER, food=1, metal=1)) == []


def test_r14_2_goods_that_are_not_ready_do_not_pay(trading: Make) -> None:
    game = trading(FARMER, food=1)
    game.fresh(FARMER, food=1)
    assert trades(game) == []


def test_r14_2_any_number_of_times(trading: Make) -> None:
    game = trading(FARMER, food=9, resource_cap_food=9, food_supply=40)
    game.do(*["TRADE_FOOD"] * 3)
    assert trades(game) == []  # three metal is the limit
    assert game.state.ready[FARMER].tolist() == [3, 3]
    assert game.state.trades[FARMER] == 3


def test_r14_2_mixed_with_builds_in_any_order(trading: Make) -> None:
    game = trading(FARMER, food=3, metal=0)
    game.put_leader(FARMER, game.at(5, 0))
    game.do("TRADE_FOOD", "CITY", "ARMY")
    assert game.state.ready[FARMER].tolist() == [0, 0]
    game.ready(FARMER, food=3)
    game.do("ARMY", "TRADE_FOOD")
    assert game.state.ready[FARMER].tolist() == [0, 1]


@pytest.mark.parametrize("ratio", [1, 3, 4])
def test_r14_2_the_rules_may_set_another_price(trading: Make, ratio: int) -> None:
    game = trading(FARMER, food=4, trade_ratio=ratio, resource_cap_food=4)
    game.do("TRADE_FOOD")
    assert game.state.ready[FARMER].tolist() == [4 - ratio, 1]
    assert trades(trading(FARMER, food=ratio - 1, trade_ratio=ratio, resource_cap_food=4)) == []


def test_r14_2_or_none(trading: Make) -> None:
    assert trades(trading(FARMER, food=3, trade_ratio=0)) == []
    assert trades(trading(TRADER, food=3, trade_ratio=0)) == ["food"]
    assert trades(trading(TRADER, food=3, trader_ratio=0)) == []


def test_r14_3_the_trader_gives_one_for_one(trading: Make) -> None:
    game = trading(TRADER, food=3, metal=1)  # worked example 9
    game.do("TRADE_FOOD", "TRADE_FOOD")
    assert game.state.ready[TRADER].tolist() == [1, 3]
    assert trading(TRADER, metal=1).do("TRADE_METAL").state.ready[TRADER].tolist() == [1, 0]


def test_r14_3_without_abilities_the_trader_trades_as_everybody(trading: Make) -> None:
    assert trades(trading(TRADER, food=1, abilities=False)) == []


@pytest.mark.parametrize("action", TRADES)
def test_r14_4_the_market_must_have_what_is_wanted(trading: Make, action: Action) -> None:
    _, wanted = TRADES[action]
    game = trading(FARMER, food=2, metal=2)
    game.state.market[wanted] = 0
    assert action not in game.legal()
    game.state.market[wanted] = 1
    assert action in game.legal()


@pytest.mark.parametrize(
    ("food", "metal", "expected"), [(2, 3, ["metal"]), (3, 2, ["food"]), (3, 3, []), (2, 2, ["food", "metal"])]
)
def test_r14_4_the_limit_must_hold_after_the_trade(trading: Make, food: int, metal: int, expected: list[str]) -> None:
    assert trades(trading(FARMER, food=food, metal=metal)) == expected


def test_r14_5_there_is_no_trade_between_seats(trading: Make) -> None:
    game = trading(FARMER, food=2, metal=2)
    for seat in (TRADER, WARRIOR, RELIGIOUS):
        game.ready(seat, food=3, metal=3)
    before = {seat: game.state.ready[seat].tolist() for seat in (TRADER, WARRIOR, RELIGIOUS)}
    assert game.legal() == [Action.TRADE_FOOD, Action.TRADE_METAL, Action.END_BUILDING]
    game.do("TRADE_FOOD")
    assert {seat: game.state.ready[seat].tolist() for seat in before} == before
    game.market(0, 0)
    assert trades(game) == []


@pytest.mark.parametrize(("first", "other"), [("TRADE_FOOD", "TRADE_METAL"), ("TRADE_METAL", "TRADE_FOOD")])
def test_r14_6_within_a_phase_a_seat_trades_in_one_direction(trading: Make, first: str, other: str) -> None:
    game = trading(TRADER, food=2, metal=2)
    game.do(first)
    assert Action[other] not in game.legal()


def test_r14_6_the_same_direction_stays_open(trading: Make) -> None:
    game = trading(TRADER, food=2)
    game.do("TRADE_FOOD")
    assert trades(game) == ["food"]


def test_r14_6_the_next_turn_is_free_to_turn_round(trading: Make) -> None:
    game = trading(TRADER, food=2).do("TRADE_FOOD", "END_BUILDING")
    while game.to_move() != TRADER or game.phase != "build":
        stops = ("END_MOVES", "NO_ATTACK", "END_BUILDING", "END_TURN")
        game.do(next(Action[name] for name in stops if Action[name] in game.legal()))
    assert trades(game) == ["food", "metal"]


def test_r8_8_a_trade_brings_no_extra_of_the_tribe(trading: Make) -> None:
    assert trading(WARRIOR, food=2).do("TRADE_FOOD").state.ready[WARRIOR].tolist() == [0, 1]
    assert trading(FARMER, metal=2).do("TRADE_METAL").state.ready[FARMER].tolist() == [1, 0]
