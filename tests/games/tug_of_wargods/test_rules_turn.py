"""R4: a turn: roll, compare, move by half the difference; and what stops a playthrough that nobody wins."""

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]

ROUNDINGS = ["floor_min1", "floor", "exact_half", "half_then_floor", "ceil"]


def test_r4_1_all_dice_of_both_teams_are_rolled_and_added_up(table: Make) -> None:
    played = table().dice_fall([4, 3, 6], [4, 4, 3])
    assert played.state.totals.tolist() == [13, 11]
    assert int(played.state.rounds) == 1


def test_r4_2_members_across_the_line_keep_rolling(table: Make) -> None:
    played = table().at(5, latched=[0, 1]).dice_fall([1, 1, 1], [8, 6, 4])
    assert played.state.totals.tolist() == [3, 18]


@pytest.mark.parametrize(("rolls", "fronts"), [((13, 11), [5, 3]), ((11, 13), [3, 5])])
def test_r4_3_the_higher_total_moves_back_by_half_the_difference(
    table: Make, rolls: tuple[int, int], fronts: list[float]
) -> None:
    assert table().roll(*rolls).fronts == fronts


@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("difference", [1, 2, 5, 8])
def test_r4_4_what_one_team_moves_back_the_other_comes_forward(table: Make, rounding: str, difference: int) -> None:
    played = table(start_in=[6, 3], rounding=rounding).pull(1, difference)
    forward = 6 - played.fronts[0]
    assert played.fronts == [6 - forward, 3 + forward]
    assert forward > 0 or (rounding, difference) == ("floor", 1)


@pytest.mark.parametrize("pulled", [-3, -0.5, 0, 2, 3.5])
def test_r4_5_a_move_is_straight_back_and_as_long_from_any_place(table: Make, pulled: float) -> None:
    played = table().at(pulled).pull(0, 4)
    assert played.fronts == [4 + pulled + 2, 4 - pulled - 2]


@pytest.mark.parametrize(("difference", "inches"), [(1, 0), (7, 3), (8, 4)])
def test_r4_6_version_0_65_rounds_halves_down(table: Make, difference: int, inches: float) -> None:
    assert table("v0_65", start_in=8).pull(0, difference).fronts == [8 + inches, 8 - inches]


@pytest.mark.parametrize(
    ("rounding", "moves"),
    [
        ("floor_min1", [0, 1, 1, 1, 3, 5]),
        ("floor", [0, 0, 1, 1, 3, 5]),
        ("exact_half", [0, 0.5, 1, 1.5, 3.5, 5.5]),
        ("half_then_floor", [0, 0.5, 1, 1, 3, 5]),
        ("ceil", [0, 1, 1, 2, 4, 6]),
    ],
)
@pytest.mark.parametrize("puller", [0, 1])
def test_r4_7_difference_of_one_moves_one_inch_and_other_halves_round_as_the_rules_say(
    table: Make, rounding: str, moves: list[float], puller: int
) -> None:
    moved = []
    for difference in (0, 1, 2, 3, 7, 11):
        played = table(start_in=8, rounding=rounding).pull(puller, difference)
        moved.append(played.fronts[puller] - 8)
    assert moved == moves


def test_r4_7_the_default_is_at_least_one_inch(rules_of: Make) -> None:
    assert rules_of().rounding == "floor_min1"
    assert rules_of("v0_75_literal").rounding == "exact_half"


def test_r4_8_in_round_3_a_difference_of_one_moved_one_inch(table: Make) -> None:
    assert table("round_3").roll(14, 13).fronts == [5, 3]


@pytest.mark.parametrize(("difference", "inches"), [(1, 0.5), (3, 1), (5, 2)])
def test_r4_9_the_idea_not_adopted_moves_half_an_inch_for_one(table: Make, difference: int, inches: float) -> None:
    assert table("half_for_one").pull(1, difference).fronts == [4 - inches, 4 + inches]


def test_r4_10_turns_repeat_until_a_team_has_won(table: Make) -> None:
    played = table()
    for turn, seat in enumerate((0, 1, 1, 0), start=1):
        assert played.pull(seat, 3).result == (-1, "")
        assert int(played.state.rounds) == turn
    assert played.whole((4, 3), (3, 4), (9, 3), (4, 3), (7, 3))["rounds"] == 5


def test_r4_11_the_turn_cap_ends_a_playthrough_without_a_winner(table: Make) -> None:
    row = table(max_turns=1).whole((4, 3))
    assert (row["truncated"], row["victory_kind"], row["rounds"]) == (1, 4, 1)
    assert (row["credit_0"], row["credit_1"]) == (0, 0)
    assert (row["members_over"], row["one_turn"]) == (0, 0)


def test_r4_11_a_win_on_the_last_turn_is_a_win(table: Make) -> None:
    played = table(max_turns=2)
    assert played.pull(0, 8).result == (-1, "")
    assert played.pull(0, 4).result == (0, "members")


def test_r4_11_the_cap_is_a_thousand_turns(table: Make) -> None:
    assert int(table().rules.max_rounds) == 1000
    assert table().at(0, rounds=998).pull(0, 1).result == (-1, "")
    assert table().at(0, rounds=999).pull(0, 1).result == (-1, "truncated")


@pytest.mark.parametrize(("difference", "result"), [(4, (-1, "off_table")), (2, (-1, ""))])
@pytest.mark.parametrize("seat", [0, 1])
def test_r4_12_a_front_pushed_off_the_table_draws(
    table: Make, seat: int, difference: int, result: tuple[int, str]
) -> None:
    played = table(max_front_in=6).at(1 if seat == 0 else -1).pull(seat, difference)
    assert played.result == result


def test_r4_12_a_draw_is_shared(table: Make) -> None:
    row = table(max_front_in=6).whole((9, 3))
    assert (row["credit_0"], row["credit_1"], row["victory_kind"], row["truncated"]) == (30, 30, 3, 0)
    assert row["won_0"] == row["won_1"] == 0
    assert row["final_margin"] == 0


def test_r4_12_the_table_ends_before_anybody_has_won(table: Make) -> None:
    assert table(max_front_in=9.5).at(4).pull(0, 4).result == (-1, "off_table")
    assert table(max_front_in=10).at(4).pull(0, 4).result == (0, "members")
    assert table().at(4).pull(0, 4).result == (0, "members")  # no limit by default


def test_r4_12_a_table_reaches_at_least_to_the_start(complaints: Make) -> None:
    teams = ["greentoe", "clearsky"]
    assert [one.path for one in complaints(teams, start_in=[7, 1], max_front_in=6.5)] == [("rules", "max_front_in")]
    assert complaints(teams, start_in=[7, 1], max_front_in=7) == []
