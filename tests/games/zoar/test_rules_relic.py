"""R10 and R18: fetching a Sacred Relic, handing it on, and bringing it home."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.zoar.state import FARMER, NOBODY, RELIGIOUS, TRADER, WARRIOR, Action, VictoryKind

Make = Callable[..., Any]

LEADER = 0
FIRST, SECOND = 1, 2  # units: the armies 0 and 1


def ways(game: Any, unit: int) -> str:
    """Directions in which a unit may step now."""
    return "".join("NESW"[offset % 4] for offset in game.offers("STEP") if offset // 4 == unit)


def pick_up(army: int) -> int:
    """Action of an army picking its relic up."""
    return int(Action.PICK_UP) + army


def pick_ups(game: Any) -> list[int]:
    """Armies that may pick the relic up now."""
    armies: list[int] = game.offers("PICK_UP")
    return armies


def begin_turn_of(game: Any, seat: int) -> None:
    """End the turn before a seat's, so that its own begins."""
    before = int(game.state.order[int(game.state.position[seat]) - 1])
    game.turn(before, "offer").do("END_TURN")


def fight(game: Any, way: str) -> None:
    """Have the active seat's first army attack, nobody spending metal."""
    game.do(Action.ATTACK + "NESW".index(way), "COMMIT", "COMMIT")


@pytest.fixture
def fetching(table: Make) -> Make:
    """Make the Trader's relic lie on (3,4), with armies of the Trader on the areas named, and some cities."""

    def make(*areas: tuple[int, int], cities: int = 0, **rules: Any) -> Any:
        game = table(**rules)
        game.clear_tokens()
        game.put_relic(TRADER, game.at(3, 4))
        for area in areas:
            game.put_army(TRADER, game.at(*area))
        for city in [(5, 0), (5, 1), (5, 2)][:cities]:
            game.put_city(TRADER, game.at(*city))
        return game

    return make


@pytest.fixture
def carrying(fetching: Make) -> Make:
    """Make the Trader's army 0 carry its relic on (3,4) since an earlier turn."""

    def make(*others: tuple[int, int], cities: int = 0, **rules: Any) -> Any:
        game = fetching((3, 4), *others, cities=cities, **rules)
        game.state.carrier[TRADER] = 0
        return game

    return make


def test_r10_1_only_armies_of_its_tribe_pick_a_relic_up(fetching: Make) -> None:
    assert pick_ups(fetching((3, 4))) == [0]
    foreign = fetching()
    foreign.put_army(WARRIOR, foreign.at(3, 4))
    assert pick_ups(foreign.turn(WARRIOR)) == []


def test_r10_1_no_army_beside_the_relic_picks_it_up(fetching: Make) -> None:
    assert pick_ups(fetching((3, 5), (4, 4))) == []


def test_r10_2_picking_up_and_dropping_are_free(fetching: Make) -> None:
    game = fetching((3, 4))
    before = ways(game, FIRST)
    game.do(pick_up(0))
    assert game.state.carrier[TRADER] == 0
    assert ways(game, FIRST) == before
    game.do("DROP")
    assert game.state.carrier[TRADER] == NOBODY
    assert game.state.relic_at[TRADER] == game.at(3, 4)
    assert ways(game, FIRST) == before
    assert game.state.steps.sum() == 0


def test_r10_2_nobody_has_to_pick_up_or_drop(fetching: Make, carrying: Make) -> None:
    for game in (fetching((3, 4)), carrying()):
        carrier = int(game.state.carrier[TRADER])
        game.do("END_MOVES")
        assert game.state.carrier[TRADER] == carrier


def test_r10_2_dropping_is_offered_to_who_carries_only(fetching: Make, carrying: Make) -> None:
    assert not fetching((3, 4)).offers("DROP")
    assert carrying().offers("DROP")
    assert pick_ups(carrying((3, 4))) == []


@pytest.mark.parametrize(("pickup", "armies"), [("anytime", [0]), ("on_enter", [])])
def test_r10_3_an_army_that_stands_on_the_relic_picks_it_up_at_any_time_or_not(
    fetching: Make, pickup: str, armies: list[int]
) -> None:
    assert pick_ups(fetching((3, 4), pickup=pickup)) == armies


@pytest.mark.parametrize("pickup", ["anytime", "on_enter"])
def test_r10_3_an_army_that_has_just_entered_picks_the_relic_up(fetching: Make, pickup: str) -> None:
    game = fetching((3, 5), pickup=pickup)
    game.step(FIRST, "W")
    game.do(pick_up(0))
    assert game.state.carrier[TRADER] == 0


@pytest.mark.parametrize("between", [Action.STEP + 1, Action.STEP + 4 * SECOND + 1, Action.BUY])
def test_r10_3_on_enter_nothing_comes_between_step_and_pick_up(fetching: Make, between: int) -> None:
    for pickup, armies in [("anytime", [0]), ("on_enter", [])]:
        game = fetching((3, 5), (5, 1), pickup=pickup)
        game.step(FIRST, "W")
        game.do(between)
        assert pick_ups(game) == armies


def test_r10_3_on_enter_the_army_that_entered_picks_up_not_those_that_stood_there(fetching: Make) -> None:
    game = fetching((3, 4), (3, 5), pickup="on_enter")
    game.state.steps[FIRST] = 1  # as if the first army had come earlier this turn: twins from now on
    game.step(SECOND, "W")
    assert pick_ups(game) == [1]


def test_r10_3_never_outside_the_own_movement_phase(fetching: Make) -> None:
    game = fetching((3, 4))
    game.do("END_MOVES")
    assert pick_ups(game) == []
    game.turn(FARMER)
    assert pick_ups(game) == []


def test_r10_4_a_carried_relic_goes_with_its_army(carrying: Make) -> None:
    game = carrying()
    game.step(FIRST, "E")
    assert game.state.relic_at[TRADER] == game.at(3, 5)
    assert game.state.carrier[TRADER] == 0


def test_r10_4_an_army_that_does_not_carry_leaves_the_relic(fetching: Make, carrying: Make) -> None:
    for game, unit in [(fetching((3, 4)), FIRST), (carrying((3, 4)), SECOND)]:
        game.step(unit, "E")
        assert game.state.relic_at[TRADER] == game.at(3, 4)


def test_r10_5_a_carrier_has_two_moves_while_its_owner_has_two_cities(carrying: Make) -> None:
    for cities, moves in [(0, 1), (1, 1), (2, 2)]:
        game = carrying(cities=cities)
        game.step(FIRST, *"EE"[:moves])
        assert ways(game, FIRST) == ""


def test_r10_5_other_armies_of_the_owner_keep_their_one_move(carrying: Make) -> None:
    game = carrying((3, 4), cities=2)
    game.step(SECOND, "E")
    assert ways(game, SECOND) == ""


@pytest.mark.parametrize("moves", [1, 3])
def test_r10_5_carrier_moves_are_a_rule(carrying: Make, moves: int) -> None:
    game = carrying(cities=2, carrier_moves=moves)
    game.step(FIRST, *"EEE"[:moves])
    assert ways(game, FIRST) == ""


@pytest.mark.parametrize(("needed", "cities", "moves"), [(1, 0, 1), (1, 1, 2), (3, 2, 1), (3, 3, 2)])
def test_r10_5_so_is_the_number_of_cities_for_the_bonus(carrying: Make, needed: int, cities: int, moves: int) -> None:
    game = carrying(cities=cities, carrier_bonus_cities=needed, cities_per_player=3)
    game.step(FIRST, *"EE"[:moves])
    assert ways(game, FIRST) == ""


@pytest.mark.parametrize("relay", [True, False])
def test_r10_6_a_relic_dropped_this_turn_is_picked_up_again_only_where_relays_are_allowed(
    carrying: Make,
    relay: bool,  # noqa: FBT001 - the value of a rule
) -> None:
    game = carrying((3, 5), relay=relay)
    game.step(FIRST, "E")
    game.do("DROP")
    assert (1 in pick_ups(game)) == relay
    if relay:
        game.do(pick_up(1))
        game.step(SECOND, "E")
        assert game.state.relic_at[TRADER] == game.at(3, 6)
        assert game.state.relays[TRADER] == 1
        assert game.state.best_turn_steps[TRADER] == 2


def test_r10_6_without_relays_the_next_turn_allows_a_pick_up(carrying: Make) -> None:
    game = carrying((3, 4), relay=False)
    game.do("DROP")
    begin_turn_of(game, TRADER)
    assert pick_ups(game) == [0]


def test_r10_7_an_army_that_picks_up_on_its_way_has_what_is_left_of_two_moves(fetching: Make) -> None:
    game = fetching((3, 5), cities=2)
    game.step(FIRST, "W")
    assert ways(game, FIRST) == ""
    game.do(pick_up(0))
    game.step(FIRST, "S")
    assert game.state.relic_at[TRADER] == game.at(4, 4)
    assert ways(game, FIRST) == ""
    game.do("BUY")
    assert ways(game, FIRST) == "NESW"


def test_r10_7_dropping_takes_the_second_move_away(carrying: Make) -> None:
    game = carrying(cities=2)
    game.step(FIRST, "E")
    assert ways(game, FIRST) != ""
    game.do("DROP")
    assert ways(game, FIRST) == ""


def test_r10_8_the_bonus_ends_with_the_second_city(carrying: Make) -> None:
    game = carrying(cities=2)
    game.put_army(FARMER, game.at(6, 1))
    game.turn(FARMER, "attack")
    fight(game, "N")
    game.turn(TRADER).step(FIRST, "E")
    assert ways(game, FIRST) == ""


def test_r10_9_the_relic_of_a_killed_carrier_stays_and_waits_for_its_own_tribe(carrying: Make) -> None:
    game = carrying()
    game.put_army(FARMER, game.at(3, 5))
    game.turn(FARMER, "attack")
    fight(game, "W")
    assert game.state.relic_at[TRADER] == game.at(3, 4)
    assert game.state.carrier[TRADER] == NOBODY
    assert game.state.relic_drops_killed[TRADER] == 1
    game.put_army(TRADER, game.at(4, 4))
    game.turn(TRADER).step(FIRST, "N")
    assert pick_ups(game) == [0]


def test_r10_10_a_relic_on_the_ground_lies_still_and_hinders_no_leader(fetching: Make) -> None:
    game = fetching(army_moves=2)
    game.put_army(FARMER, game.at(3, 5))
    game.put_leader(FARMER, game.at(4, 4))
    game.turn(FARMER)
    game.step(FIRST, *"WS")
    game.step(LEADER, "N")
    assert game.state.relic_at[TRADER] == game.at(3, 4)
    game.do("END_MOVES")
    assert game.state.leader_at[FARMER] == game.at(3, 4)


def test_r10_11_an_army_picks_up_once_a_turn(fetching: Make) -> None:
    game = fetching((3, 4), (3, 4))
    game.do(pick_up(0))
    game.do("DROP")
    assert pick_ups(game) == [1]
    game.do(pick_up(1))
    game.do("DROP")
    assert pick_ups(game) == []
    begin_turn_of(game, TRADER)
    assert pick_ups(game) == [0]  # they are twins again


def test_r10_11_who_drops_what_it_brought_along_may_pick_it_up_once(carrying: Make) -> None:
    game = carrying()
    game.do("DROP")
    game.do(pick_up(0))
    game.do("DROP")
    assert pick_ups(game) == []


def test_r19_4_twins_offer_the_pick_up_once(fetching: Make) -> None:
    assert pick_ups(fetching((3, 4), (3, 4), (3, 4))) == [0]


def nearly_home(table: Make, **rules: Any) -> Any:
    """Set the Trader's carrier on (0,1), beside its Capital."""
    game = table(**rules)
    game.put_carrier(TRADER, game.at(0, 1))
    return game


def test_r18_1_the_step_that_brings_the_relic_home_wins_at_once(table: Make) -> None:
    game = nearly_home(table)
    game.step(FIRST, "W")
    assert (int(game.state.winner), int(game.state.kind)) == (TRADER, VictoryKind.relic)
    assert game.is_over
    assert game.legal() == []


def test_r18_1_neither_an_army_without_the_relic_nor_a_relic_elsewhere_wins(table: Make) -> None:
    game = nearly_home(table)
    game.do("DROP")
    game.step(FIRST, "W")
    assert not game.is_over
    abroad = table()
    abroad.put_carrier(TRADER, abroad.at(0, 6))
    abroad.step(FIRST, "E")  # the Farmer's Capital
    assert not abroad.is_over


def test_r18_1_an_enemy_army_in_the_capital_bars_the_way_home(table: Make) -> None:
    game = nearly_home(table)
    game.put_army(FARMER, game.at(0, 0))
    assert "W" not in ways(game, FIRST)


def test_r18_4_a_foreign_relic_in_the_capital_does_not(table: Make) -> None:
    game = nearly_home(table)
    game.put_relic(FARMER, game.at(0, 0))
    game.step(FIRST, "W")
    assert game.state.winner == TRADER


def test_r18_4_it_bars_an_army_that_carries_nothing(table: Make) -> None:
    game = nearly_home(table)
    game.put_relic(FARMER, game.at(0, 0))
    game.do("DROP")
    assert "W" not in ways(game, FIRST)


def test_r18_4_nor_as_the_only_way_on_from_another_foreign_relic(table: Make) -> None:
    game = table(army_moves=3, carrier_moves=3)
    game.put_carrier(TRADER, game.at(0, 2))
    game.put_relic(FARMER, game.at(0, 2))
    game.put_relic(RELIGIOUS, game.at(0, 1))
    game.put_relic(WARRIOR, game.at(0, 0))
    game.put_city(FARMER, game.at(1, 1))
    game.state.must_step = FIRST
    game.step(FIRST, "W", "W")
    assert game.state.winner == TRADER


def test_r18_5_no_drop_is_needed(table: Make) -> None:
    game = nearly_home(table)
    game.step(FIRST, "W")
    assert game.state.carrier[TRADER] == 0
    assert game.state.relic_at[TRADER] == game.at(0, 0)
    assert game.state.relic_drops[TRADER] == 0


def test_worked_example_5_two_cities_give_the_traders_carrier_two_steps(carrying: Make) -> None:
    for cities, moves in [(2, 2), (1, 1)]:
        game = carrying(cities=cities)
        game.step(FIRST, *"EE"[:moves])
        assert ways(game, FIRST) == ""


def test_worked_example_6_only_the_trader_picks_up_what_its_killed_carrier_left(carrying: Make) -> None:
    game = carrying((3, 5), army_moves=2)
    game.put_armies(WARRIOR, game.at(4, 4), game.at(5, 4))
    game.turn(WARRIOR, "attack")
    fight(game, "N")
    assert game.state.army_at[WARRIOR].max() == game.at(5, 4)  # the attacker died as well
    game.turn(WARRIOR)
    assert ways(game, SECOND) == "NSW"
    game.step(SECOND, "N")
    assert ways(game, SECOND) == "ESW"  # and would have to end on the relic to the north
    game.turn(TRADER).step(SECOND, "W")
    assert pick_ups(game) == [1]


def test_counted_on_the_way_the_first_pick_up_the_steps_and_the_drops(fetching: Make) -> None:
    game = fetching((3, 4), cities=2)
    game.state.rounds = 6
    game.do(pick_up(0))
    game.step(FIRST, *"EE")
    game.do("DROP")
    game.state.rounds = 7
    begin_turn_of(game, TRADER)
    game.do(pick_up(0))
    game.step(FIRST, "W")
    state = game.state
    assert state.pickup_round[TRADER] == 7
    assert (int(state.carry_steps[TRADER]), int(state.best_turn_steps[TRADER])) == (3, 2)
    assert (int(state.relic_drops[TRADER]), int(state.relays[TRADER])) == (1, 0)
