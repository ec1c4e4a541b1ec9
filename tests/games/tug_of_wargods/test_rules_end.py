"""R6, R7 and R10: how a playthrough ends, what a tie costs, and the conventions of the model."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab import games
from simlab.conformance import scripted

GAME = games.load("tug_of_wargods")
Make = Callable[..., Any]

FIXED = settings(derandomize=True, deadline=None, database=None)  # the same examples everywhere, however slow
ONE_ACROSS = [[0, 0, 0, 0, 0], [1, 0, 0, 0, 0]]  # crossings: seat 1's front member once


@pytest.mark.parametrize("seat", [0, 1])
def test_r6_1_enough_members_across_after_a_move_win_at_once(table: Make, seat: int) -> None:
    played = table().at(4 if seat == 0 else -4)
    assert played.pull(seat, 4).result == (seat, "members")


def test_r6_1_more_members_than_needed_win_alike(table: Make) -> None:
    played = table().at(4).pull(0, 6)
    assert (played.across[1], played.result) == (3, (0, "members"))


@pytest.mark.parametrize("seat", [0, 1])
def test_r6_2_two_separate_crossings_of_one_member_win(table: Make, seat: int) -> None:
    played = table().at(4 if seat == 0 else -4).pull(seat, 2).pull(1 - seat, 2).pull(seat, 2)
    assert played.result == (seat, "same_member_twice")


def test_r6_2_staying_across_is_no_second_crossing(table: Make) -> None:
    played = table(crossing="complete", rounding="exact_half").at(4).pull(0, 2).pull(0, 1)
    assert (played.fronts[1], played.result) == (-1.5, (-1, ""))


@pytest.mark.parametrize(("rearm", "result"), [("not_across", (0, "same_member_twice")), ("fully_back", (-1, ""))])
def test_r6_3_a_member_can_cross_again_once_not_across_or_only_once_fully_back(
    table: Make, rearm: str, result: tuple[int, str]
) -> None:
    played = table("v0_75", ["greentoe", "chomper"], twice_rearm=rearm)  # 40 mm: across at 2 inches
    assert played.at(4).pull(0, 4).across[1] == 1
    assert played.pull(1, 2).fronts[1] == -1
    assert played.pull(0, 2).result == result


def test_r6_3_fully_back_means_the_front_edge_on_the_line(table: Make) -> None:
    played = table("v0_75", ["greentoe", "chomper"], twice_rearm="fully_back")
    assert played.at(4).pull(0, 4).pull(1, 4).fronts[1] == 0
    assert played.pull(0, 4).result == (0, "same_member_twice")


@pytest.mark.parametrize("over", [1, 0, -1])
def test_r6_3_with_25_mm_and_whole_inches_both_readings_agree_on_the_front_member(table: Make, over: int) -> None:
    across = [
        table(twice_rearm=rearm).at(4).pull(0, 2).pull(1, 2 * (1 - over)).across[1]
        for rearm in ("not_across", "fully_back")
    ]
    assert across == [over == 1] * 2


def test_r6_3_a_second_member_back_to_one_inch_is_not_fully_back(table: Make) -> None:
    across = [
        table(twice_rearm=rearm, members_to_win=3).at(4).pull(0, 4).pull(1, 2).across[1]
        for rearm in ("not_across", "fully_back")
    ]
    assert across == [1, 2]  # his edge is 25 mm behind the front's, 0.4 mm less than an inch


def test_r6_4_when_both_ways_to_win_hold_it_is_by_members(table: Make) -> None:
    played = table(rounding="exact_half").at(4, crossings=ONE_ACROSS).pull(0, 5)
    assert played.fronts[1] == -2.5
    assert played.state.crossings[1].tolist() == [2, 1, 0, 0, 0]
    assert played.result == (0, "members")


@FIXED
@given(st.data())
def test_r6_5_the_rope_keeps_its_length_and_never_are_both_teams_over(table: Make, data: st.DataObject) -> None:
    start = data.draw(st.lists(st.integers(1, 16), min_size=2, max_size=2))
    rounding = data.draw(st.sampled_from(["floor_min1", "exact_half", "ceil"]))
    played = table(start_in=[half / 2 for half in start], rounding=rounding)
    while played.result == (-1, ""):
        played.roll(data.draw(st.integers(3, 22)), data.draw(st.integers(3, 18)))
        assert sum(played.fronts) == sum(start) / 2
        assert max(played.fronts) > 0
        assert min(played.across) == 0


@pytest.mark.parametrize("rule", ["total", "per_die", "off"])
def test_r7_1_equal_totals_move_nobody(table: Make, rule: str) -> None:
    played = table(tie_rule=rule).at(2).roll(11, 11)
    assert played.fronts == [6, 2]
    assert int(played.row().ties) == 1


def test_r7_2_after_a_tie_each_total_is_one_less_on_the_next_roll(table: Make) -> None:
    played = table().roll(11, 11).roll(10, 8)
    assert played.state.totals.tolist() == [9, 7]
    assert played.fronts == [5, 3]


def test_r7_2_without_the_rule_a_tie_costs_nothing(table: Make) -> None:
    assert table("v0_65").roll(11, 11).roll(10, 8).state.totals.tolist() == [10, 8]
    assert table(tie_rule="off").roll(11, 11).roll(10, 8).state.totals.tolist() == [10, 8]


SIXES = {"teams": [["asar", "asar", "asar"], ["amazon", "amazon", "amazon"]]}


@pytest.mark.parametrize(("least", "totals"), [(1, [5, 3]), (0, [3, 3]), (None, [3, 3])])
def test_r7_3_taken_from_each_die_the_penalty_bites_where_dice_have_a_floor(
    table: Make, least: int | None, totals: list[int]
) -> None:
    played = table("v0_75", **SIXES, tie_rule="per_die", tie_die_min=least)
    played.roll(9, 9).dice_fall([1, 1, 4], [2, 2, 2])
    assert played.state.totals.tolist() == totals


@pytest.mark.parametrize(("least", "totals"), [(1, [5, 3]), (0, [3, 0]), (None, [1, 0])])
def test_r7_3_without_a_floor_a_die_may_count_less_than_nothing(
    table: Make, least: int | None, totals: list[int]
) -> None:
    played = table("v0_75", **SIXES, tie_rule="per_die", tie_die_min=least, tie_stacks=True)
    played.roll(9, 9).roll(9, 9).dice_fall([1, 1, 5], [2, 2, 2])
    assert played.state.totals.tolist() == totals


def test_r7_3_taken_from_the_totals_the_penalty_changes_no_move(table: Make) -> None:
    for rolls in ((10, 8), (8, 14), (9, 9)):
        fronts = [table(tie_rule=rule).roll(11, 11).roll(*rolls).fronts for rule in ("total", "off")]
        assert fronts[0] == fronts[1]


def test_r7_3_each_die_pays_so_the_larger_team_pays_more(table: Make) -> None:
    teams = [["satyr", "satyr", "satyr", "amazon", "amazon"], ["heru", "heru", "asar"]]
    played = table("v0_75", teams, team_size=[5, 3], tie_rule="per_die", tie_die_min=None)
    assert played.roll(11, 11).roll(11, 11).state.totals.tolist() == [6, 8]


@pytest.mark.parametrize(
    ("stacks", "cap", "paid"), [(False, 2, [1, 1, 1, 1]), (True, 2, [1, 2, 2, 2]), (True, 3, [1, 2, 3, 3])]
)
def test_r7_4_a_tie_after_a_tie_costs_one_again_unless_ties_stack(
    table: Make, *, stacks: bool, cap: int, paid: list[int]
) -> None:
    played = table(tie_stacks=stacks, tie_stack_cap=cap)
    for penalty in paid:
        assert played.roll(11, 11).state.penalty == penalty


def test_r7_4_a_penalty_lasts_for_one_roll(table: Make) -> None:
    played = table(tie_stacks=True).roll(11, 11).roll(11, 11)
    assert played.roll(12, 10).state.totals.tolist() == [10, 8]
    assert played.roll(12, 10).state.totals.tolist() == [12, 10]


FOURS = ["satyr", "satyr", "satyr"]


@pytest.mark.parametrize(
    ("overrides", "key"),
    [
        ({"tie_stacks": True, "tie_stack_cap": 3, "tie_die_min": 1}, "tie_stack_cap"),
        ({"tie_stacks": True, "tie_stack_cap": 4, "tie_die_min": 0}, "tie_stack_cap"),
        ({"tie_stacks": True, "tie_stack_cap": 2, "tie_die_min": 1}, ""),
        ({"tie_stacks": True, "tie_stack_cap": 3, "tie_die_min": 0}, ""),
        ({"tie_stacks": True, "tie_stack_cap": 20, "tie_die_min": None}, ""),
        ({"tie_stacks": False, "tie_stack_cap": 20, "tie_die_min": 1}, ""),
        ({"tie_stacks": False, "tie_die_min": 1, "die_override": {"satyr": 2}}, "tie_rule"),
    ],
)
def test_r7_4_a_penalty_that_would_tie_for_ever_is_refused(
    complaints: Make, overrides: dict[str, Any], key: str
) -> None:
    wrong = complaints([FOURS, FOURS], tie_rule="per_die", **overrides)
    assert [one.path for one in wrong] == ([("rules", key)] if key else [])
    assert complaints([FOURS, FOURS], tie_rule="total", **overrides) == []


@pytest.mark.parametrize(("least", "refused"), [(1, False), (0, True)])
def test_r7_4_teams_of_unequal_size_tie_for_ever_only_on_a_floor_of_nothing(
    complaints: Make, least: int, *, refused: bool
) -> None:
    tie = {"tie_rule": "per_die", "tie_die_min": least, "tie_stacks": True, "tie_stack_cap": 4}
    wrong = complaints([FOURS, ["satyr", "satyr"]], team_size=[3, 2], **tie)
    assert [one.path for one in wrong] == ([("rules", "tie_stack_cap")] if refused else [])


@pytest.mark.parametrize(("cap", "big"), [(3, 5), (4, 6)])
def test_r7_4_one_die_too_big_for_the_penalty_breaks_the_ties(complaints: Make, cap: int, big: int) -> None:
    tie = {"tie_rule": "per_die", "tie_die_min": 1, "tie_stacks": True, "tie_stack_cap": cap}
    assert complaints([FOURS, FOURS], **tie, die_override={"satyr": big - 1}) != []
    assert complaints([FOURS, FOURS], **tie, die_override={"satyr": big}) == []


def test_r10_1_the_rope_is_kept_in_whole_half_inches(table: Make) -> None:
    played = table(rounding="exact_half").pull(0, 1)
    assert int(played.state.s) == 1
    assert played.fronts == [4.5, 3.5]
    assert int(played.row().displacement) == 1


def test_r10_2_seat_0_draws_its_dice_first_and_member_by_member(table: Make) -> None:
    played = table("v0_75", [["beloved_of_sobek", "asar", "basti"], ["heru", "asar", "basti"]])
    sides = [12, 6, 4, 8, 6, 4]
    rolled = [11, 5, 3, 1, 1, 2]
    first, second = scripted.sums([zip(rolled[:3], sides[:3], strict=True), zip(rolled[3:], sides[3:], strict=True)])
    assert first != second
    played.dice_fall(rolled[:3], rolled[3:])
    assert played.state.totals.tolist() == [19, 4]


@FIXED
@given(st.lists(st.tuples(st.integers(3, 18), st.integers(3, 18)), min_size=40, max_size=40))
def test_r10_2_exchanging_seats_and_dice_mirrors_the_playthrough(table: Make, rolls: list[tuple[int, int]]) -> None:
    asars = ["asar", "asar", "asar"]
    one = table("v0_75", [asars, asars], start_in=[5, 3], rounding="exact_half", max_turns=40)
    other = table("v0_75", [asars, asars], start_in=[3, 5], rounding="exact_half", max_turns=40)
    row, mirrored = one.whole(*rolls), other.whole(*((second, first) for first, second in rolls))
    for column in ("credit", "won", "place", "crossings"):
        assert (row[f"{column}_0"], row[f"{column}_1"]) == (mirrored[f"{column}_1"], mirrored[f"{column}_0"])
    assert row["displacement"] == -mirrored["displacement"]
    same = {"rounds", "lead_changes", "final_margin", "victory_kind", "members_over", "over", "comeback", "close_call"}
    same |= {"first_pull_won", "ties", "ones", "half_moves", "max_pull", "max_front", "one_turn", "truncated"}
    assert {name: row[name] for name in same} == {name: mirrored[name] for name in same}


def test_r10_3_a_turn_is_one_forced_action(table: Make) -> None:
    played = table()
    assert played.legal_actions() == [0]
    assert played.pull(0, 2).legal_actions() == [0]
    assert played.whole((22, 3), (22, 3))["decisions"] == 0


@pytest.mark.parametrize(
    ("seats", "changes"),
    [((0, 1, 1), 1), ((0, 1, 0), 0), ((0, 1, 1, 0, 0), 2), ((1, 1, 0), 0)],
)
def test_r10_4_the_lead_changes_when_the_other_seat_is_ahead_and_not_at_nothing_pulled(
    table: Make, seats: tuple[int, ...], changes: int
) -> None:
    rolls = [(5, 3) if seat == 0 else (3, 5) for seat in seats]  # an inch each
    assert table(max_turns=len(seats)).whole(*rolls)["lead_changes"] == changes


def test_r10_4_a_long_pull_over_the_middle_is_one_change(table: Make) -> None:
    assert table(max_turns=2, start_in=8).whole((5, 3), (3, 9))["lead_changes"] == 1
