"""R6: what a turn begins with: cities produce, temples collect, all by itself (R5.2)."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.zoar.state import FARMER, METAL, RELIGIOUS, TRADER, WARRIOR, Action

Make = Callable[..., Any]


def begin_turn_of(game: Any, seat: int) -> None:
    """End the turn before a seat's, so that its own begins."""
    before = int(game.state.order[int(game.state.position[seat]) - 1])
    game.turn(before, "offer").do("END_TURN")
    assert (game.to_move(), game.phase) == (seat, "move")


def lying(game: Any, row: int, column: int) -> tuple[int, int]:
    """Food and metal on an area."""
    food, metal = game.state.tokens[game.at(row, column)].tolist()
    return food, metal


@pytest.fixture
def bare(table: Make) -> Make:
    """Make a test board without a token on it, and with nothing in any store."""

    def make(**rules: Any) -> Any:
        game = table(**rules)
        game.clear_tokens()
        for seat in (TRADER, FARMER, WARRIOR, RELIGIOUS):
            game.ready(seat)
        return game

    return make


def test_r6_1_a_city_feeds_every_resource_area_of_its_tile_from_the_market(bare: Make) -> None:
    game = bare()
    game.put_city(TRADER, game.at(5, 0))
    game.market(9, 9)
    begin_turn_of(game, TRADER)
    assert lying(game, 4, 0) == (0, 1)
    assert lying(game, 4, 1) == (1, 0)
    assert game.state.tokens.sum() == 2
    assert game.state.market.tolist() == [8, 8]


@pytest.mark.parametrize("per_area", [0, 1, 3])
def test_r6_1_as_many_tokens_as_the_rules_say(bare: Make, per_area: int) -> None:
    game = bare(production_per_area=per_area)
    game.put_city(TRADER, game.at(5, 0))
    begin_turn_of(game, TRADER)
    assert lying(game, 4, 0) == (0, per_area)
    assert lying(game, 4, 1) == (per_area, 0)


def test_r6_2_two_cities_on_a_tile_produce_once(bare: Make) -> None:
    game = bare()
    game.put_city(TRADER, game.at(5, 0))
    game.put_city(TRADER, game.at(5, 1))
    begin_turn_of(game, TRADER)
    assert lying(game, 4, 0) == (0, 1)
    assert lying(game, 4, 1) == (1, 0)


def test_r6_2_two_cities_on_two_tiles_feed_both(bare: Make) -> None:
    game = bare()
    game.put_city(TRADER, game.at(5, 0))
    game.put_city(TRADER, game.at(3, 6))
    begin_turn_of(game, TRADER)
    assert lying(game, 4, 0) == (0, 1)
    assert lying(game, 2, 6) == (0, 1)


def test_r6_3_only_cities_of_the_active_seat_produce(bare: Make) -> None:
    game = bare()
    game.put_city(FARMER, game.at(5, 0))
    begin_turn_of(game, TRADER)
    assert game.state.tokens.sum() == 0


def test_r6_3_enemy_armies_on_the_areas_do_not_stop_production(bare: Make) -> None:
    game = bare()
    game.put_city(TRADER, game.at(5, 0))
    game.put_army(FARMER, game.at(4, 0))
    begin_turn_of(game, TRADER)
    assert lying(game, 4, 0) == (0, 1)


def test_r6_4_any_number_of_tokens_lies_on_an_area(table: Make) -> None:
    game = table()
    game.put_city(TRADER, game.at(5, 0))
    for _ in range(3):
        begin_turn_of(game, TRADER)
    assert lying(game, 4, 0) == (0, 1 + 3)


def test_r6_5_a_short_market_is_laid_out_in_the_order_of_tile_numbers(bare: Make) -> None:
    game = bare()
    game.put_city(TRADER, game.at(5, 0))  # tile 7 is built on before tile 6
    game.put_city(TRADER, game.at(3, 6))
    game.market(9, 1)
    begin_turn_of(game, TRADER)
    assert lying(game, 2, 6) == (0, 1)
    assert lying(game, 4, 0) == (0, 0)
    assert game.state.market[METAL] == 0


def test_r6_5_and_on_a_tile_from_north_west_to_south_east(bare: Make) -> None:
    game = bare(production_per_area=2)
    game.state.terrain[game.at(4, 1)] = game.state.terrain[game.at(4, 0)]  # two Rocks areas on tile 7
    game.put_city(TRADER, game.at(5, 0))
    game.market(0, 3)
    begin_turn_of(game, TRADER)
    assert lying(game, 4, 0) == (0, 2)
    assert lying(game, 4, 1) == (0, 1)


def test_r6_6_a_temple_takes_what_lies_on_its_whole_tile_into_ready(bare: Make) -> None:
    game = bare()
    game.put_temple(RELIGIOUS, game.at(5, 0))
    game.lay(game.at(4, 0), metal=1)
    game.lay(game.at(4, 1), food=1)
    game.lay(game.at(5, 0), food=1)
    game.lay(game.at(5, 1), metal=1)
    begin_turn_of(game, RELIGIOUS)
    assert game.state.ready[RELIGIOUS].tolist() == [2, 2]
    assert game.state.fresh[RELIGIOUS].tolist() == [0, 0]
    assert game.state.tokens.sum() == 0
    assert game.state.temple_tokens[RELIGIOUS] == 4


def test_r6_6_what_exceeds_the_limit_stays(bare: Make) -> None:
    game = bare()
    game.put_temple(RELIGIOUS, game.at(5, 0))
    game.lay(game.at(4, 0), food=1, metal=3)
    game.ready(RELIGIOUS, food=3, metal=1)
    begin_turn_of(game, RELIGIOUS)
    assert game.state.ready[RELIGIOUS].tolist() == [3, 3]
    assert lying(game, 4, 0) == (1, 1)


def test_r6_6_a_temple_takes_nothing_on_other_turns(bare: Make) -> None:
    game = bare()
    game.put_temple(RELIGIOUS, game.at(5, 0))
    game.lay(game.at(4, 0), metal=1)
    for seat in (TRADER, FARMER, WARRIOR):
        begin_turn_of(game, seat)
    assert lying(game, 4, 0) == (0, 1)


@pytest.mark.parametrize(
    ("timing", "held", "left"), [("after_production", [1, 1], 0), ("before_production", [0, 0], 2)]
)
def test_r6_7_temples_collect_after_or_before_production(bare: Make, timing: str, held: list[int], left: int) -> None:
    game = bare(temple_timing=timing)
    game.put_temple(RELIGIOUS, game.at(5, 0))
    game.put_city(RELIGIOUS, game.at(5, 1))
    begin_turn_of(game, RELIGIOUS)
    assert game.state.ready[RELIGIOUS].tolist() == held
    assert game.state.tokens.sum() == left


def test_r6_8_a_temple_with_little_room_empties_areas_from_north_west_to_south_east(bare: Make) -> None:
    game = bare()
    game.put_temple(RELIGIOUS, game.at(5, 0))
    game.lay(game.at(4, 1), metal=1)
    game.lay(game.at(5, 0), metal=1)
    game.ready(RELIGIOUS, metal=2)
    begin_turn_of(game, RELIGIOUS)
    assert (lying(game, 4, 1), lying(game, 5, 0)) == ((0, 0), (0, 1))


def test_r6_8_temples_collect_in_the_order_of_tile_numbers(bare: Make) -> None:
    game = bare()
    game.put_temple(RELIGIOUS, game.at(5, 0))  # tile 7 is built on before tile 6
    game.put_temple(RELIGIOUS, game.at(3, 6))
    game.lay(game.at(4, 0), metal=1)
    game.lay(game.at(2, 6), metal=1)
    game.ready(RELIGIOUS, metal=2)
    begin_turn_of(game, RELIGIOUS)
    assert (lying(game, 2, 6), lying(game, 4, 0)) == ((0, 0), (0, 1))


@pytest.mark.parametrize("standing", [False, True])
def test_r6_9_units_that_stand_where_tokens_appear_collect_them_only_by_the_variant(
    bare: Make,
    standing: bool,  # noqa: FBT001 - the value of a rule
) -> None:
    game = bare(standing_collects=standing)
    game.put_city(TRADER, game.at(5, 0))
    game.put_army(TRADER, game.at(4, 0))
    game.put_leader(TRADER, game.at(4, 1))
    begin_turn_of(game, TRADER)
    assert game.state.fresh[TRADER].tolist() == ([1, 1] if standing else [0, 0])
    assert game.state.ready[TRADER].tolist() == [0, 0]
    assert game.state.tokens.sum() == (0 if standing else 2)
    assert game.state.collected[TRADER].tolist() == ([1, 1] if standing else [0, 0])


def test_r6_9_who_stands_gets_no_extra_and_leaves_what_exceeds_the_limit(bare: Make) -> None:
    game = bare(standing_collects=True)
    game.put_city(WARRIOR, game.at(5, 0))
    game.put_army(WARRIOR, game.at(4, 0))
    begin_turn_of(game, WARRIOR)
    assert game.state.fresh[WARRIOR].tolist() == [0, 1]
    assert game.state.extra_tokens[WARRIOR] == 0
    game.ready(WARRIOR, metal=3)
    begin_turn_of(game, WARRIOR)
    assert lying(game, 4, 0) == (0, 1)


@pytest.mark.parametrize("relay", [True, False])
def test_r5_2_every_turn_starts_with_all_own_steps_and_pick_ups_and_without_bought_steps(
    table: Make,
    relay: bool,  # noqa: FBT001 - the value of a rule
) -> None:
    game = table(relay=relay)
    army = game.put_carrier(TRADER, game.at(5, 1))
    game.ready(TRADER, food=1)
    game.do("DROP", "BUY").step(0, "E", "W").step(1 + army, "E", "W").step(0, "E")
    if relay:
        game.do(Action.PICK_UP + army, "DROP")
    assert game.offers("STEP") == game.offers("PICK_UP") == []
    for _ in range(4):
        game.pass_turn()
    assert {offset // 4 for offset in game.offers("STEP")} == {0, 1 + army}
    assert game.offers("PICK_UP") == [army]
    game.step(0, "E", "W").step(1 + army, "N")
    assert game.offers("STEP") == []


def test_r5_2_a_turn_does_not_remember_who_entered_an_area_last_in_the_turn_before(table: Make) -> None:
    game = table(pickup="on_enter")
    game.put_army(FARMER, game.at(5, 1))
    game.put_relic(TRADER, game.at(3, 4))
    game.put_army(TRADER, game.at(3, 4))
    for _ in range(3):
        game.pass_turn()
    game.do("END_MOVES")
    game.state.entered = 1  # as a phase that ended with a step might leave it
    while game.to_move() != TRADER or game.phase != "move":
        game.pass_turn()
    assert game.offers("PICK_UP") == []


def test_best_turn_steps_count_from_nought_in_every_turn(table: Make) -> None:
    game = table()
    army = game.put_carrier(TRADER, game.at(7, 6))  # on a capital tile, where no lightning strikes
    for way in "NEW":
        game.step(1 + army, way)
        for _ in range(4):
            game.pass_turn()
    assert game.state.best_turn_steps[TRADER] == 1
    assert game.state.carry_steps[TRADER] == 3


def test_turns_blocked_counts_own_turns_that_begin_with_an_enemy_army_in_the_capital(bare: Make) -> None:
    game = bare()
    begin_turn_of(game, TRADER)
    game.put_army(FARMER, int(game.state.capital[TRADER]))
    game.put_army(WARRIOR, int(game.state.capital[WARRIOR]))
    for seat in (FARMER, TRADER, FARMER, TRADER, WARRIOR):
        begin_turn_of(game, seat)
    assert game.state.turns_blocked.tolist() == [2, 0, 0, 0]
