"""R18 and R19: who wins, when it is over, how well everybody did, and what is reported."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from simlab.conformance import scripted
from simlab.games.zoar.outcome import Outcome
from simlab.games.zoar.state import (
    FARMER,
    NOBODY,
    RELIGIOUS,
    SEATS,
    STANDING,
    TRADER,
    WARRIOR,
    Action,
    Phase,
    VictoryKind,
)

Make = Callable[..., Any]

EAST = int(Action.ATTACK) + 1  # of the first army
TRIBES = ["trader", "farmer", "warrior", "religious"]


def standings(game: Any) -> list[int]:
    """Progress of all seats, in 1/10,000."""
    return [game.standing(seat) for seat in range(int(game.state.n_seats))]


def of_seats(row: dict[str, int], name: str) -> list[int]:
    """Return a column of a row for every seat at the table."""
    return [row[f"{name}_{seat}"] for seat in range(SEATS) if f"{name}_{seat}" in row]


def won_by_relic(table: Make, **rules: Any) -> Any:
    """Let the Trader carry its relic home in its first turn."""
    game = table(**rules)
    game.put_carrier(TRADER, game.at(0, 1))
    return game


def won_by_cities(table: Make) -> Any:
    """Let the Trader raze the last city it needs."""
    game = table()
    game.state.city_tokens[TRADER] = 3
    game.put_army(TRADER, game.at(4, 4))
    game.put_city(WARRIOR, game.at(4, 5))
    return game.turn(TRADER, "attack").do(EAST, "COMMIT", "COMMIT")


def capped(table: Make, rounds: int = 2, **rules: Any) -> Any:
    """Let everybody stop until the cap."""
    game = table(round_cap=rounds, **rules)
    while not game.is_over:
        game.pass_turn()
    return game


def test_r1_2_there_are_two_ways_to_win(table: Make) -> None:
    relic, cities = won_by_relic(table).step(1, "W"), won_by_cities(table)
    assert (relic.is_over, relic.state.winner, relic.state.kind) == (True, TRADER, VictoryKind.relic)
    assert (cities.is_over, cities.state.winner, cities.state.kind) == (True, TRADER, VictoryKind.cities)


def test_r1_2_a_seat_without_army_and_city_keeps_taking_turns(table: Make) -> None:
    game = capped(table, rounds=3)
    assert game.state.rolls_made.tolist() == [3, 3, 3, 3]


def test_r18_1_the_rest_of_the_turn_is_not_played(table: Make) -> None:
    game = won_by_relic(table).step(1, "W")
    assert (game.state.turns, game.state.rolls_made[TRADER]) == (0, 0)


def test_r18_1_what_the_winner_picked_up_on_the_way_stays_in_new(table: Make) -> None:
    game = won_by_relic(table)
    game.fresh(TRADER, food=1)
    game.step(1, "W")
    assert game.state.fresh[TRADER].tolist() == [1, 0]


def test_r18_2_tokens_that_win_end_the_turn_at_once(table: Make) -> None:
    game = won_by_cities(table)
    assert (game.state.turns, game.state.rolls_made[TRADER]) == (0, 0)
    assert game.legal() == []


def test_r18_3_only_the_active_seat_wins_by_its_relic_in_the_first_phase_by_cities_in_the_second(table: Make) -> None:
    ends = []
    for index in range(20):
        game = table(tribes=TRIBES[:2], city_tokens_to_win={"2": 1})
        for seat, home, front in ((0, (0, 2), (3, 4)), (1, (0, 5), (4, 4))):
            game.put_carrier(seat, game.at(*home))
            game.put_army(seat, game.at(*front))
            game.put_city(seat, game.at(*front))
        scripted.write(game.rng, np.random.default_rng(index).integers(1 << 64, size=scripted.LONGEST, dtype=np.uint64))
        for before, _, after in game.play():
            if after.winner != NOBODY:
                assert after.winner == before.active
                ends.append((VictoryKind(int(after.kind)), Phase(int(before.phase))))
    assert len(ends) == 20
    assert {*ends} == {(VictoryKind.relic, Phase.move), (VictoryKind.cities, Phase.answer)}


@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_r19_2_after_so_many_rounds_without_a_winner_it_is_over(table: Make, rounds: int) -> None:
    game = capped(table, rounds)
    assert (game.state.winner, game.state.kind) == (NOBODY, VictoryKind.truncated)
    assert (game.state.rounds, game.state.turns) == (rounds, 4 * rounds)
    assert game.state.rolls_made.tolist() == [rounds] * 4
    row = game.finish()
    assert (row["truncated"], row["rounds"], row["victory_kind"]) == (1, rounds, VictoryKind.truncated)


def test_r19_2_two_hundred_rounds_by_default(rules_of: Callable[..., Any], table: Make) -> None:
    assert rules_of().round_cap == 200
    assert table().rules.max_rounds == 200


def test_r19_2_a_win_in_the_last_turn_before_the_cap_counts(table: Make) -> None:
    game = table(round_cap=1)
    game.put_carrier(RELIGIOUS, game.at(7, 1))
    while game.to_move() != RELIGIOUS:
        game.pass_turn()
    game.step(1, "W")
    row = game.finish()
    assert (row["truncated"], row["won_3"], row["rounds"]) == (0, 1, 1)


def test_r19_3_everybody_begins_with_no_progress(table: Make) -> None:
    assert standings(table()) == [0, 0, 0, 0]


def test_r19_3_progress_is_the_part_of_the_relics_way_home_that_is_done(table: Make) -> None:
    game = table()
    assert game.state.way_home.tolist() == [12, 12, 12, 12]
    for area, left in (((6, 5), 11), ((3, 6), 9), ((0, 2), 2), ((0, 1), 1)):
        game.put_relic(TRADER, game.at(*area))
        assert standings(game) == [STANDING * (12 - left) // 12, 0, 0, 0]


def test_r19_3_carried_or_not_and_whatever_pieces_bar_the_way(table: Make) -> None:
    game = table()
    game.put_carrier(TRADER, game.at(0, 2))
    game.put_army(WARRIOR, game.at(0, 1))
    game.put_army(WARRIOR, game.at(0, 0))
    assert standings(game)[TRADER] == STANDING * 10 // 12


def test_r19_3_a_relic_further_off_than_at_the_start_is_no_progress(table: Make) -> None:
    game = table()
    game.put_relic(TRADER, game.at(7, 7))
    assert standings(game) == [0, 0, 0, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r19_3_or_the_part_of_the_city_tokens_that_is_won(table: Make, seats: int) -> None:
    game = table(tribes=TRIBES[:seats])
    for tokens in range(seats + 1):
        game.state.city_tokens[1] = tokens
        assert standings(game) == [0, STANDING * tokens // seats, *[0] * (seats - 2)]


def test_r19_3_whichever_is_more(table: Make) -> None:
    game = table()
    game.put_relic(TRADER, game.at(0, 2))
    game.state.city_tokens[TRADER] = 3
    assert standings(game)[TRADER] == STANDING * 10 // 12
    game.put_relic(TRADER, game.at(3, 6))
    assert standings(game)[TRADER] == STANDING * 3 // 4


def test_r19_3_a_capital_out_of_reach_is_no_way_home_and_tokens_count_all_the_same(table: Make) -> None:
    for unreachable in ("way_home", "walk"):
        game = table()
        game.put_relic(TRADER, game.at(0, 2))
        assert standings(game)[TRADER] > 0
        if unreachable == "way_home":
            game.state.way_home[TRADER] = 64
        else:
            game.state.walk[game.at(0, 2), game.at(0, 0)] = 64
        assert standings(game)[TRADER] == 0
        game.state.city_tokens[TRADER] = 1
        assert standings(game)[TRADER] == STANDING // 4


def test_r19_3_the_winner_ends_at_one(table: Make) -> None:
    assert standings(won_by_relic(table).step(1, "W"))[TRADER] == STANDING
    assert standings(won_by_cities(table))[TRADER] == STANDING


def test_r19_3_more_tokens_than_are_needed_are_no_more_than_all(table: Make) -> None:
    game = table()
    game.state.city_tokens[TRADER] = 5
    assert standings(game)[TRADER] == STANDING


def test_r19_3_the_leader_after_a_round_is_the_only_seat_with_the_highest_progress(table: Make) -> None:
    game = table(round_cap=4)
    for tokens in ([0, 0, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 1, 2, 0]):
        game.state.city_tokens[:] = tokens
        for _ in range(4):
            game.pass_turn()
    row = game.finish()
    assert row["leader_at_half"] == FARMER  # after the second round of four
    assert row["lead_changes"] == 1  # from Farmer to Warrior; a round that nobody leads is passed over


# --- the row ----------------------------------------------------------------------------------------------------------


def test_the_winner_is_first_and_the_others_follow_by_progress(table: Make) -> None:
    game = won_by_relic(table)
    game.state.city_tokens[:] = (0, 1, 3, 1)
    row = game.step(1, "W").finish()
    assert of_seats(row, "place") == [1, 3, 2, 3]
    assert of_seats(row, "won") == [1, 0, 0, 0]
    assert of_seats(row, "credit") == [60, 0, 0, 0]
    assert of_seats(row, "progress") == [10_000, 2_500, 7_500, 2_500]
    assert row["final_margin"] == 2_500
    assert (row["victory_kind"], row["truncated"]) == (VictoryKind.relic, 0)


def test_where_nobody_wins_all_are_placed_by_progress_and_none_has_credit(table: Make) -> None:
    game = table(round_cap=1)
    game.state.city_tokens[:] = (1, 1, 0, 2)
    while not game.is_over:
        game.pass_turn()
    row = game.finish()
    assert of_seats(row, "place") == [2, 2, 4, 1]
    assert of_seats(row, "credit") == [0, 0, 0, 0]
    assert row["final_margin"] == 0


def test_turn_positions_count_from_one_clockwise(table: Make) -> None:
    row = capped(table, first=WARRIOR).finish()
    assert of_seats(row, "turn_position") == [3, 4, 1, 2]


def test_corners_are_those_of_the_capitals(table: Make) -> None:
    row = capped(table, capital_corners=["SW", "NW", "NE", "SE"], first_player="seat0").finish()
    assert of_seats(row, "corner") == [3, 0, 1, 2]


FIELDS = {
    "armies_built_paid": "armies_paid",
    "attacks": "attacks_made",
    "rolls": "rolls_made",
}
"""Counts of the state that another name is reported under."""
MADE_UP = {"corner", "progress", "city_tokens", "food_collected", "metal_collected", "first_city_rich"}
COUNTED = [name for name, column in Outcome.columns().items() if column.per_seat and name not in MADE_UP]


def test_every_count_of_a_seat_is_reported_in_the_column_of_its_name(table: Make) -> None:
    game = capped(table)
    expected = {}
    for number, name in enumerate(COUNTED):
        values = [(7 * number + seat) % 12 for seat in range(SEATS)]
        game.state[FIELDS.get(name, name)] = values
        expected[name] = values
    game.state.collected[:] = [[1, 5], [2, 6], [3, 7], [4, 8]]
    game.state.city_tokens[:] = (3, 1, 2, 0)
    row = game.finish()
    assert {name: of_seats(row, name) for name in COUNTED} == expected
    assert (of_seats(row, "food_collected"), of_seats(row, "metal_collected")) == ([1, 2, 3, 4], [5, 6, 7, 8])
    assert of_seats(row, "city_tokens") == [3, 1, 2, 0]


def test_a_first_city_is_rich_on_a_tile_with_rocks_and_grassland(table: Make) -> None:
    rich = []
    for tile in range(13):  # 0: no city was built
        game = capped(table)
        game.state.first_city_tile[FARMER] = tile
        if game.finish()["first_city_rich_1"]:
            rich.append(tile)
    assert rich == [7, 8]


def test_seats_that_are_not_there_report_nothing_though_the_row_was_used_before(table: Make) -> None:
    row = capped(table, tribes=TRIBES[:2]).finish()
    assert all(value == 0 for name, value in row.items() if name.endswith(("_2", "_3")))


def test_the_mean_way_home_is_that_of_the_seats_who_have_one(table: Make) -> None:
    game = capped(table)
    game.state.way_home[:] = (12, 14, 64, 13)
    assert game.finish()["way_home_mean"] == 12 * 13
    game = capped(table)
    game.state.way_home[:] = 64
    assert game.finish()["way_home_mean"] == 0


def test_the_steps_of_the_winning_turn_are_the_relics_in_that_turn(table: Make) -> None:
    game = table()
    game.put_carrier(TRADER, game.at(0, 2))
    game.ready(TRADER, food=1)
    assert game.do("BUY").step(1, "W", "W").finish()["steps_of_winning_turn"] == 2
    assert won_by_cities(table).finish()["steps_of_winning_turn"] == 0
    game = capped(table)
    game.state.turn_steps = 2
    assert game.finish()["steps_of_winning_turn"] == 0


def test_a_turn_that_ends_with_a_kind_gone_from_the_market_is_dry(table: Make) -> None:
    for market, dry in (((5, 5), 0), ((0, 5), 1), ((5, 0), 1), ((0, 0), 1)):
        game = table()
        game.market(*market)
        game.turn(TRADER, "offer").do("END_TURN")
        assert game.state.market_dry_turns == dry
    game = capped(table)
    game.state.market_dry_turns = 3
    assert game.finish()["market_dry_turns"] == 3


@pytest.mark.parametrize(("goods", "expected"), [((3, 0), 1), ((0, 3), 1), ((3, 3), 1), ((2, 2), 0)])
def test_a_turn_that_ends_with_a_kind_at_its_limit_is_counted(
    table: Make, goods: tuple[int, int], expected: int
) -> None:
    game = table()
    game.ready(TRADER, *goods)
    game.turn(TRADER, "offer").do("END_TURN")
    assert game.state.turns_at_cap.tolist() == [expected, 0, 0, 0]


@pytest.mark.parametrize(("struck_in", "swing"), [(1, 0), (2, 1), (3, 1)])
def test_the_gods_swing_the_end_where_a_carrier_is_struck_in_the_last_full_round_or_later(
    table: Make, struck_in: int, swing: int
) -> None:
    game = table()
    game.clear_tokens()
    played = 4 * (struck_in - 1)
    while game.state.turns < played:
        game.pass_turn()
    game.put_carrier(WARRIOR, game.at(2, 6))
    game.fall(6, *[1] * 12)
    game.pass_turn()
    assert game.state.carriers_struck[WARRIOR] == 1
    while game.state.turns < 8 or game.to_move() != FARMER:
        game.pass_turn()
    game.put_carrier(FARMER, game.at(0, 6))
    row = game.step(1, "E").finish()
    assert (row["won_1"], row["rounds"]) == (1, 3)
    assert row["final_divine_swing"] == swing


def test_armies_that_die_carrying_nothing_swing_nothing(table: Make) -> None:
    game = table(round_cap=1)
    game.put_army(WARRIOR, game.at(2, 6))
    game.ready(WARRIOR)
    game.fall(6, 1, 1, 1).pass_turn()
    assert game.state.armies_lost_lightning[WARRIOR] == 1
    while not game.is_over:
        game.pass_turn()
    assert game.finish()["final_divine_swing"] == 0


def test_nor_does_a_win_in_the_first_round(table: Make) -> None:
    assert won_by_relic(table).step(1, "W").finish()["final_divine_swing"] == 0
