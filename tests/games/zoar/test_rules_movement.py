"""R7 and R9: who steps where, how often, and what food buys."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.zoar.state import AREAS, FARMER, FOOD, NOBODY, RELIGIOUS, STOCK, TRADER, WARRIOR

Make = Callable[..., Any]

LEADER = 0
FIRST, SECOND = 1, 2  # units: the armies 0 and 1


def ways(game: Any, unit: int) -> str:
    """Directions in which a unit may step now."""
    return "".join("NESW"[offset % 4] for offset in game.offers("STEP") if offset // 4 == unit)


def only(game: Any, unit: int) -> str:
    """Directions in which a unit may step, nothing else being legal."""
    assert len(game.legal()) == len(ways(game, unit))
    return ways(game, unit)


def test_r7_1_a_step_goes_to_one_of_the_four_areas_beside(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(4, 4))
    game.put_leader(TRADER, game.at(4, 4))
    assert (ways(game, FIRST), ways(game, LEADER)) == ("NESW", "NESW")
    for direction, area in zip("NESW", [game.at(3, 4), game.at(4, 5), game.at(5, 4), game.at(4, 3)], strict=True):
        moved = table()
        moved.put_army(TRADER, game.at(4, 4))
        moved.step(FIRST, direction)
        assert moved.state.army_at[TRADER, 0] == area


def test_r7_2_nobody_enters_a_lake(table: Make) -> None:
    game = table()
    game.put_leader(TRADER, game.at(0, 3))  # a lake to the south
    game.put_army(TRADER, game.at(0, 3))
    assert ways(game, LEADER) == "EW"
    assert ways(game, FIRST) == "EW"


@pytest.mark.parametrize(("corner", "inward"), [((0, 0), "ES"), ((0, 7), "SW"), ((7, 7), "NW"), ((7, 0), "NE")])
def test_r7_2_nobody_leaves_the_board(table: Make, corner: tuple[int, int], inward: str) -> None:
    game = table()
    game.put_leader(TRADER, game.at(*corner))
    game.put_army(TRADER, game.at(*corner))
    assert (ways(game, LEADER), ways(game, FIRST)) == (inward, inward)


@pytest.mark.parametrize("moves", [0, 2, 5])
def test_r7_3_a_leader_has_its_moves_and_no_more(table: Make, moves: int) -> None:
    game = table(leader_moves=moves)
    game.step(LEADER, *"EWEWE"[:moves])
    assert ways(game, LEADER) == ""


def test_r7_3_a_leader_has_two_moves_by_the_rulebook(table: Make) -> None:
    game = table()
    game.step(LEADER, *"EE")
    assert ways(game, LEADER) == ""


def test_r7_4_each_army_has_one_move(table: Make) -> None:
    game = table()
    for column in (0, 1, 2, 4):
        game.put_army(TRADER, game.at(3, column))
    for unit in (1, 2, 3, 4):
        game.step(unit, "N")
        assert ways(game, unit) == ""
    assert game.state.army_at[TRADER, :4].tolist() == [game.at(2, column) for column in (0, 1, 2, 4)]


def test_r7_4_or_as_many_as_the_rules_say(table: Make) -> None:
    game = table(army_moves=2)
    game.put_army(TRADER, game.at(3, 0))
    game.step(FIRST, *"EE")
    assert ways(game, FIRST) == ""


def test_r7_5_a_leader_goes_and_stays_among_enemy_pieces(table: Make) -> None:
    game = table()
    game.put_city(FARMER, game.at(3, 1))
    game.put_army(FARMER, game.at(3, 1))
    game.put_temple(RELIGIOUS, game.at(3, 2))
    game.put_leader(TRADER, game.at(3, 0))
    game.step(LEADER, *"EE")
    game.do("END_MOVES")
    assert game.state.leader_at[TRADER] == game.at(3, 2)
    assert game.phase == "attack"


def test_r7_5_a_leader_goes_over_altars_and_into_foreign_capitals(table: Make) -> None:
    game = table(capital_safe=True)  # which bars armies only
    game.put_leader(TRADER, game.at(1, 6))  # the altar of the Farmer's tile, with the relic of the Religious
    game.step(LEADER, *"NE")
    assert game.state.leader_at[TRADER] == int(game.state.capital[FARMER])


@pytest.mark.parametrize("piece", ["army", "city", "temple"])
def test_r7_6_no_army_enters_an_area_with_an_enemy_army_city_or_temple(table: Make, piece: str) -> None:
    game = table()
    game.put_army(TRADER, game.at(3, 4))
    put = {"army": game.put_army, "city": game.put_city, "temple": game.put_temple}[piece]
    put(RELIGIOUS, game.at(3, 5))
    assert ways(game, FIRST) == "NS"


def test_r7_6_an_area_is_free_again_when_the_last_enemy_army_left(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(3, 4))
    game.put_army(FARMER, game.at(3, 5))
    game.turn(FARMER)
    game.step(FIRST, "E")
    game.turn(TRADER)
    assert ways(game, FIRST) == "NES"


def test_r7_7_an_army_goes_to_an_enemy_leader_and_stays(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(3, 4))
    game.put_leader(FARMER, game.at(3, 5))
    game.step(FIRST, "E")
    game.do("END_MOVES")
    assert game.state.army_at[TRADER, 0] == game.at(3, 5)


def beside_a_foreign_relic(table: Make, **rules: Any) -> Any:
    """Set the Trader's army on (3,5), the Farmer's relic on (3,6)."""
    game = table(**rules)
    game.put_army(TRADER, game.at(3, 5))
    game.put_relic(FARMER, game.at(3, 6))
    return game


def test_r7_8_no_army_enters_a_foreign_relics_area_with_its_last_step(table: Make) -> None:
    assert ways(beside_a_foreign_relic(table), FIRST) == "SW"


def test_r7_8_with_another_step_it_passes_through_and_does_nothing_else_before(table: Make) -> None:
    game = beside_a_foreign_relic(table)
    game.ready(TRADER, food=2)
    game.put_army(TRADER, game.at(3, 0))
    game.do("BUY")
    assert ways(game, FIRST) == "ESW"
    game.step(FIRST, "E")
    assert only(game, FIRST) == "NEW"  # (4,6) is a lake
    game.step(FIRST, "E")
    assert ways(game, SECOND) == "NES"
    assert game.offers("END_MOVES")


def test_r7_8_own_steps_pay_for_going_on_as_bought_ones_do(table: Make) -> None:
    game = beside_a_foreign_relic(table, army_moves=2)
    assert ways(game, FIRST) == "ESW"
    game.step(FIRST, "E")
    assert only(game, FIRST) == "NEW"


def test_r7_8_one_bought_step_is_enough_beside_an_own_one(table: Make) -> None:
    game = beside_a_foreign_relic(table, extra_moves_per_food=1)
    game.do("BUY")
    assert ways(game, FIRST) == "ESW"
    game.step(FIRST, "E")
    assert (ways(game, FIRST), int(game.state.pool)) == ("NEW", 1)


def test_r7_8_a_second_foreign_relic_needs_yet_another_step(table: Make) -> None:
    for moves, onward in [(2, "NW"), (3, "NEW")]:
        game = beside_a_foreign_relic(table, army_moves=moves, carrier_moves=4)
        game.put_relic(WARRIOR, game.at(3, 7))
        game.step(FIRST, "E")
        assert ways(game, FIRST) == onward
        if "E" in onward:
            game.step(FIRST, "E")
            assert only(game, FIRST) == "NS"


def test_r7_8_an_area_from_which_every_way_on_has_a_foreign_relic_is_not_entered(table: Make) -> None:
    # (3,6) leads to (2,6), (3,7) and back to (3,5); the army that stands on a relic already may not go there
    game = beside_a_foreign_relic(table, army_moves=4, carrier_moves=4)
    game.put_relic(WARRIOR, game.at(3, 5))
    game.put_relic(RELIGIOUS, game.at(3, 7))
    game.put_city(FARMER, game.at(2, 6))
    game.state.must_step = FIRST
    assert ways(game, FIRST) == "SW"


def test_r7_8_leaders_stay_with_foreign_relics(table: Make) -> None:
    game = table()
    game.put_relic(FARMER, game.at(0, 2))
    game.step(LEADER, *"EE")
    assert game.offers("END_MOVES")


def test_r7_8_only_relics_of_seats_in_play_bar_the_way(table: Make) -> None:
    game = beside_a_foreign_relic(table, tribes=["trader", "farmer", "warrior"])
    game.put_relic(FARMER, game.at(1, 1))
    game.put_relic(RELIGIOUS, game.at(3, 6))
    assert ways(game, FIRST) == "ESW"


def test_r7_9_any_number_of_own_units_share_an_area(table: Make) -> None:
    game = table()
    game.put_leader(TRADER, game.at(3, 4))
    for _ in range(3):
        game.put_army(TRADER, game.at(3, 4))
    game.put_army(TRADER, game.at(3, 5))
    game.step(4, "W")
    assert game.state.armies_on[game.at(3, 4)] == 4


def test_r7_10_units_take_turns_as_they_like(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(3, 0))
    game.step(LEADER, "E")
    game.step(FIRST, "E")
    game.step(LEADER, "E")
    assert game.state.leader_at[TRADER] == game.at(0, 2)


@pytest.mark.parametrize(("safe", "foreign"), [(False, "NS"), (True, "S")])
def test_r7_11_whether_armies_enter_the_capital_of_another_seat(
    table: Make,
    safe: bool,  # noqa: FBT001 - the value of a rule
    foreign: str,
) -> None:
    game = table(capital_safe=safe)
    game.put_army(TRADER, game.at(1, 7))  # south of the Farmer's capital
    game.put_army(TRADER, game.at(1, 0))  # south of the own one
    assert ways(game, FIRST) == foreign  # on the altar to the west lies a foreign relic
    assert ways(game, SECOND) == "NS"


def test_r7_11_capitals_of_nobody_are_open_even_where_capitals_are_safe(table: Make) -> None:
    game = table(capital_safe=True, tribes=["trader", "farmer", "warrior"])
    game.put_army(TRADER, game.at(6, 0))
    assert "S" in ways(game, FIRST)


def test_r7_12_no_area_has_pieces_of_two_seats_or_two_buildings_and_no_two_relics_stay_together(drawn: Make) -> None:
    shared = 0
    for index in range(3):
        for _, _, state in drawn(index, round_cap=30).play():
            assert lodgers(state) <= 1
            relics = state.relic_at.tolist()
            if len(set(relics)) < len(relics):
                assert state.must_step != NOBODY or state.winner != NOBODY
            shared += int(state.armies_on.max() > 1)
    assert shared > 0  # armies did meet


def lodgers(state: Any) -> int:
    """Count the seats on the area that most seats share, or its buildings if there are more."""
    seats: list[set[int]] = [set() for _ in range(AREAS)]
    buildings = [0] * AREAS
    for seat in range(int(state.n_seats)):
        for area in {*state.army_at[seat].tolist()} - {STOCK}:
            seats[area].add(seat)
        for area in [*state.city_at[seat].tolist(), *state.temple_at[seat].tolist()]:
            if area != STOCK:
                seats[area].add(seat)
                buildings[area] += 1
    return max(*map(len, seats), *buildings)


def test_r7_13_a_leader_carries_no_relic(table: Make) -> None:
    game = table()
    game.put_leader(TRADER, int(game.state.relic_at[TRADER]))
    assert not game.offers("PICK_UP")


def test_r9_1_a_food_from_ready_buys_two_moves(table: Make) -> None:
    game = table()
    market = int(game.state.market[FOOD])
    game.do("BUY")
    assert game.state.pool == 2
    assert game.state.ready[TRADER, FOOD] == 0
    assert game.state.market[FOOD] == market + 1
    assert game.state.food_on_moves[TRADER] == 1


@pytest.mark.parametrize("moves", [0, 1, 4])
def test_r9_1_or_as_many_as_the_rules_say(table: Make, moves: int) -> None:
    game = table(extra_moves_per_food=moves)
    if moves == 0:
        assert not game.offers("BUY")
        return
    game.do("BUY")
    assert game.state.pool == moves


def test_r9_1_food_collected_this_turn_buys_nothing(table: Make) -> None:
    game = table()
    game.ready(TRADER, food=0, metal=1)
    game.fresh(TRADER, food=1, metal=0)
    assert not game.offers("BUY")


def test_r9_2_the_two_moves_go_to_one_unit_or_to_two(table: Make) -> None:
    for directions in ([(FIRST, "EE")], [(FIRST, "E"), (SECOND, "E")]):
        game = table(army_moves=1)
        game.put_army(TRADER, game.at(3, 0))
        game.put_army(TRADER, game.at(5, 0))
        game.step(FIRST, "N")
        game.step(SECOND, "E")
        game.do("BUY")
        for unit, way in directions:
            game.step(unit, *way)
        assert game.state.pool == 0
        assert (ways(game, FIRST), ways(game, SECOND)) == ("", "")


def test_r9_3_a_step_uses_the_units_own_moves_before_bought_ones(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(3, 0))
    game.do("BUY")
    game.step(LEADER, *"EE")
    game.step(FIRST, "E")
    assert game.state.pool == 2
    game.step(LEADER, "W")
    assert game.state.pool == 1


def test_r9_3_food_is_paid_at_any_time_of_the_phase(table: Make) -> None:
    game = table()
    game.step(LEADER, *"EE")
    game.do("BUY")
    game.step(LEADER, *"EW")
    assert ways(game, LEADER) == ""


def test_r9_3_unused_bought_moves_are_lost(table: Make) -> None:
    game = table()
    game.do("BUY")
    game.do("END_MOVES")
    assert game.state.pool == 0
    assert game.phase == "attack"


def test_r9_4_all_food_in_ready_may_be_paid(table: Make) -> None:
    game = table()
    game.ready(TRADER, food=3)
    for bought in (2, 4, 6):
        game.do("BUY")
        assert game.state.pool == bought
    assert not game.offers("BUY")


def test_r19_4_twins_offer_their_steps_once(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(3, 5))
    game.put_army(TRADER, game.at(3, 5))
    assert (ways(game, FIRST), ways(game, SECOND)) == ("ESW", "")


@pytest.mark.parametrize("difference", ["area", "steps", "picked", "carrying"])
def test_r19_4_armies_that_differ_are_no_twins(table: Make, difference: str) -> None:
    game = table(army_moves=2)
    game.put_army(TRADER, game.at(3, 5))
    game.put_army(TRADER, game.at(3, 4) if difference == "area" else game.at(3, 5))
    if difference == "steps":
        game.state.steps[FIRST] = 1
    if difference == "picked":
        game.state.picked[0] = 1
    if difference == "carrying":
        game.put_relic(TRADER, game.at(3, 5), carrier=1)
    assert ways(game, FIRST) != ""
    assert ways(game, SECOND) != ""


def test_worked_example_1_the_traders_leader_goes_round_the_lake_to_the_metal(table: Make) -> None:
    game = table()
    game.put_leader(TRADER, game.at(3, 2))
    assert ways(game, LEADER) == "NSW"  # (3,3) is a lake
    game.step(LEADER, *"NE")
    assert game.state.leader_at[TRADER] == game.at(2, 3)
    assert game.state.fresh[TRADER].tolist() == [0, 1]


def test_worked_example_2_the_religious_army_can_stay_or_go_east_while_its_leader_walks_off(table: Make) -> None:
    game = table()
    game.put_city(WARRIOR, game.at(6, 5))
    game.put_army(WARRIOR, game.at(6, 5))
    game.put_army(RELIGIOUS, game.at(7, 5))
    game.put_leader(RELIGIOUS, game.at(6, 5))
    game.turn(RELIGIOUS)
    assert ways(game, FIRST) == "E"
    game.step(LEADER, *"WN")
    assert game.state.leader_at[RELIGIOUS] == game.at(5, 4)


def test_worked_example_4_the_religious_split_two_bought_moves(table: Make) -> None:
    game = table()
    game.put_army(RELIGIOUS, game.at(4, 4))
    game.turn(RELIGIOUS)
    game.step(LEADER, *"NN")
    game.step(FIRST, "N")
    assert (ways(game, LEADER), ways(game, FIRST)) == ("", "")
    game.do("BUY")
    game.step(FIRST, "N")
    game.step(LEADER, "N")
    assert game.state.pool == 0
    assert (ways(game, LEADER), ways(game, FIRST)) == ("", "")
