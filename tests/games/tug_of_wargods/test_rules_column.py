"""R3 and R5: where the columns stand, and who is across the line."""

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from pydantic import ValidationError

from simlab import games
from simlab.games import rulebook
from simlab.games.tug_of_wargods import roster

GAME = games.load("tug_of_wargods")
Make = Callable[..., Any]

TENS = ["greentoe", "greentoe"]  # bases of 25 mm all along
BELOVED = ["chomper", "greentoe"]  # 40 mm in front of seat 0


def across_at(played: Any, seat: int = 1) -> list[float]:
    """Return how many inches over the line each member of a team is across, read off the moves of a playthrough."""
    least = []
    for member in range(len(played.dice(seat))):
        for half_inches in range(1, 60):
            over = half_inches / 2
            start = int(played.rules.start[seat]) / 2
            sign = 1 if seat == 1 else -1
            played.at(sign * (start + over - 0.5), latched=0, kind=0, winner=-1, rounds=0)
            played.pull(1 - seat, 1)
            if played.across[seat] > member:
                least.append(over)
                break
    return least


def test_r3_1_the_teams_stand_on_opposite_sides_of_a_line_and_nothing_is_pulled(table: Make) -> None:
    played = table()
    assert (int(played.state.s), played.fronts, played.across) == (0, [4, 4], [0, 0])


@pytest.mark.parametrize("seat", [0, 1])
def test_r3_2_in_a_column_the_members_come_across_one_behind_the_other(table: Make, seat: int) -> None:
    played = table("v0_75", TENS, rounding="exact_half", members_to_win=3)
    assert across_at(played, seat) == [1, 2, 3]


@pytest.mark.parametrize(("preset", "start"), [("v0_75", 4), ("v0_65", 4), ("early_1", 2), ("early_2_3", 3)])
def test_r3_3_the_start_is_four_inches_and_was_two_and_three(table: Make, preset: str, start: int) -> None:
    assert table(preset).fronts == [start, start]


def test_r3_3_each_seat_may_have_a_start_of_its_own(table: Make) -> None:
    played = table(start_in=[7, 1])
    assert played.fronts == [7, 1]
    assert played.pull(0, 2).fronts == [8, 0]


@pytest.mark.parametrize("start", [0, 0.25, -1, 24.5, [4], [4, 4, 4]])
def test_r3_3_a_start_is_a_positive_number_of_half_inches(start: Any) -> None:
    values = rulebook.load(GAME).resolve("v0_75", {"start_in": start})
    with pytest.raises(ValidationError, match="start_in"):
        GAME.rules.model_validate_json(json.dumps(values))


@pytest.mark.parametrize("preset", ["sobek", "round_3"])
def test_r3_4_the_tests_that_print_no_start_have_four_inches(table: Make, preset: str) -> None:
    assert table(preset).fronts == [4, 4]


@pytest.mark.parametrize("crossing", ["complete", "centre", "edge"])
def test_r3_5_the_front_edge_touches_the_line_at_distance_zero_and_nobody_is_across(table: Make, crossing: str) -> None:
    played = table(crossing=crossing, rounding="exact_half").at(3).pull(0, 2)
    assert (played.fronts[1], played.across[1]) == (0, 0)
    assert played.pull(0, 1).across[1] == (1 if crossing in {"centre", "edge"} else 0)


@pytest.mark.parametrize(("gap", "expected"), [(0, [1, 2, 3]), (0.4, [1, 2, 3]), (10, [1, 2.5, 4]), (25, [1, 3, 5])])
def test_r3_6_bases_touch_unless_a_gap_is_left(table: Make, gap: float, expected: list[float]) -> None:
    played = table("v0_75", TENS, column_gap_mm=gap, rounding="exact_half", members_to_win=3)
    assert across_at(played) == expected


def test_r3_7_beloved_and_minotaur_stand_on_40_mm(table: Make) -> None:
    assert roster.load().quota_lines["d12"].base_mm == 40
    for big in ("beloved_of_sobek", "minotaur"):
        played = table("v0_75", [[big, "asar", "asar"], "greentoe"], rounding="exact_half", members_to_win=3)
        assert across_at(played, 0) == [2, 3, 4]  # 40, 65 and 90 mm


def test_r3_8_every_other_base_is_25_mm_and_the_two_files_agree(rules_of: Make) -> None:
    lines = roster.load().quota_lines
    assert {line: quota.base_mm for line, quota in lines.items()} == roster.base_widths(rules_of())
    assert [quota.base_mm for line, quota in lines.items() if line != "d12"] == [25] * 4
    assert {line: quota.base_source for line, quota in lines.items()} == {
        line: "text" if line == "d12" else "assumed" for line in lines
    }


@pytest.mark.parametrize(
    ("base_set", "widths"),
    [
        ("default", [40, 25, 25, 25, 25]),
        ("all_25", [25, 25, 25, 25, 25]),
        ("all_30", [30, 30, 30, 30, 30]),
        ("d10_30", [40, 30, 25, 25, 25]),
        ("d8_30", [40, 30, 30, 25, 25]),
        ({"d12": 25, "d4": 20}, [25, 25, 25, 25, 20]),
    ],
)
def test_r3_8_a_base_set_is_named_or_changes_some_lines(rules_of: Make, base_set: Any, widths: list[float]) -> None:
    found = roster.base_widths(rules_of(base_set=base_set))
    assert [found[line] for line in ("d12", "d10", "d8", "d6", "d4")] == widths


def test_r3_8_every_base_set_of_the_roster_can_be_asked_for(rules_of: Make) -> None:
    for name in roster.load().base_sets:
        assert rules_of(base_set=name).base_set == name


@pytest.mark.parametrize("width", [9.9, 120.1, 25.05])
def test_r3_8_a_base_is_10_to_120_mm_in_tenths(width: float) -> None:
    values = rulebook.load(GAME).resolve("v0_75", {"base_set": {"d10": width}})
    with pytest.raises(ValidationError, match="base_set"):
        GAME.rules.model_validate_json(json.dumps(values))


@pytest.mark.parametrize(
    ("order", "miniatures"),
    [
        ("largest_first", ["beloved_of_sobek", "basti", "asar"]),
        ("as_listed", ["basti", "beloved_of_sobek", "asar"]),
        ("smallest_first", ["basti", "asar", "beloved_of_sobek"]),
    ],
)
def test_r3_9_the_column_order_puts_bases_in_front_and_ties_keep_the_list(
    table: Make, rules_of: Make, order: str, miniatures: list[str]
) -> None:
    team = ["basti", "beloved_of_sobek", "asar"]
    column = roster.members(rules_of(column_order=order), team)
    assert [member.miniature for member in column] == miniatures
    played = table("v0_75", [team, "greentoe"], column_order=order)
    assert played.dice(0) == [{"beloved_of_sobek": 12, "asar": 6, "basti": 4}[name] for name in miniatures]


def test_r3_9_it_is_the_base_that_counts_and_not_the_die(rules_of: Make) -> None:
    team = ["asar", "sebeki", "basti"]  # all on 25 mm
    for order in ("largest_first", "smallest_first"):
        assert [member.miniature for member in roster.members(rules_of(column_order=order), team)] == team


def test_r3_9_the_order_decides_when_members_are_across(table: Make) -> None:
    at = {}
    for order in ("largest_first", "smallest_first"):
        played = table("v0_75", BELOVED, column_order=order, rounding="exact_half", members_to_win=3)
        at[order] = across_at(played, 0)
    assert at == {"largest_first": [2, 3, 4], "smallest_first": [1, 2, 4]}


@pytest.mark.parametrize(
    ("crossing", "members"), [("complete", [0, 1, 2, 3]), ("centre", [0, 1, 2, 3]), ("edge", [0, 2, 3, 3])]
)
def test_r5_2_a_member_is_across_when_his_base_his_centre_or_his_edge_is(
    table: Make, crossing: str, members: list[int]
) -> None:
    found = []
    for over in range(4):
        played = table("v0_75", TENS, crossing=crossing, members_to_win=3).at(3 + over, latched=0).pull(0, 2)
        found.append(played.across[1])
    assert found == members


def test_r5_2_centre_needs_half_a_base(table: Make) -> None:
    played = table("v0_75", TENS, crossing="centre", rounding="exact_half", members_to_win=3)
    assert across_at(played) == [0.5, 1.5, 2.5]  # 12.5, 37.5 and 62.5 mm


def test_r5_1_completely_is_the_default_reading(table: Make, rules_of: Make) -> None:
    assert rules_of().crossing == "complete"
    played = table("v0_75", TENS, rounding="exact_half").at(4).pull(0, 1)  # 12.7 of 25 mm
    assert (played.fronts[1], played.across[1]) == (-0.5, 0)


@pytest.mark.parametrize(
    ("width", "across"), [(25.3, [1, 2, 3]), (25.4, [1, 2, 3]), (25.5, [1.5, 2.5, 3.5]), (12.7, [0.5, 1, 1.5])]
)
def test_r5_3_a_width_of_whole_inches_is_reached_exactly(table: Make, width: float, across: list[float]) -> None:
    bases = dict.fromkeys(("d12", "d10", "d8", "d6", "d4"), width)
    played = table("v0_75", TENS, base_set=bases, rounding="exact_half", members_to_win=3)
    assert across_at(played) == across


def test_r5_3_the_edge_must_be_strictly_over(table: Make) -> None:
    bases = dict.fromkeys(("d12", "d10", "d8", "d6", "d4"), 25.4)
    played = table("v0_75", TENS, base_set=bases, crossing="edge", rounding="exact_half", members_to_win=3)
    assert across_at(played) == [0.5, 1.5, 2.5]


def test_r5_4_a_member_can_come_back_over_the_line(table: Make) -> None:
    played = table().at(4).pull(0, 2)
    assert played.across == [0, 1]
    assert played.pull(1, 2).across == [0, 0]


def test_r5_5_the_line_is_judged_after_a_whole_move_so_one_long_pull_counts_each_member_once(table: Make) -> None:
    played = table("v0_75", ["chomper", "clearsky"]).roll(21, 3)
    assert played.fronts == [13, -5]
    assert played.state.crossings[1].tolist() == [1, 1, 1, 0, 0]
    assert played.result == (0, "members")


@pytest.mark.parametrize("crossing", ["complete", "centre", "edge"])
def test_r5_6_a_bigger_base_in_front_is_never_across_sooner(table: Make, crossing: str) -> None:
    at = []
    for width in (25, 32, 40, 50):
        played = table(
            "v0_75", BELOVED, base_set={"d12": width}, crossing=crossing, rounding="exact_half", members_to_win=3
        )
        at.append(across_at(played, 0))
    for narrow, wide in pairwise(at):
        assert all(sooner <= later for sooner, later in zip(narrow, wide, strict=True))
    assert at[0] < at[-1]


def test_r5_6_a_40_mm_base_in_front_is_across_at_two_inches_and_not_at_one(table: Make) -> None:
    played = table("v0_75", BELOVED).at(-4).pull(1, 2)
    assert (played.fronts[0], played.across[0]) == (-1, 0)
    assert played.pull(1, 2).across[0] == 1
