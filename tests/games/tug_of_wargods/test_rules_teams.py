"""R1 and R2: the aim, and which teams may be fielded with which dice."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from simlab import games
from simlab.games import rulebook
from simlab.games.tug_of_wargods import roster

GAME = games.load("tug_of_wargods")
Make = Callable[..., Any]

ASARS = ["asar", "asar", "asar"]


def test_r1_1_two_teams_roll_at_once_and_nobody_goes_first(table: Make) -> None:
    assert GAME.seats == (2, 2)
    assert not GAME.has_turn_order
    row = table().whole((22, 3), (22, 3))
    assert (row["turn_position_0"], row["turn_position_1"]) == (0, 0)


@pytest.mark.parametrize("size", [1, 2, 4, 5])
def test_r1_2_a_team_of_three_unless_the_rules_say_otherwise(complaints: Make, size: int) -> None:
    team = ["asar", "asar", "asar", "basti", "basti"][:size]
    wrong = complaints([ASARS, team])
    assert [(one.path, f"a team of {size}" in one.message) for one in wrong] == [(("seats", 1, "team"), True)]
    assert complaints([team, team], team_size=size, members_to_win=1) == []


def test_r1_2_each_seat_may_have_a_team_size_of_its_own(table: Make, complaints: Make) -> None:
    teams = [["satyr"] * 3 + ["amazon"] * 2, ["heru", "heru", "asar"]]
    assert complaints(teams, team_size=[5, 3]) == []
    assert [one.path for one in complaints(teams, team_size=[3, 5])] == [("seats", 0, "team"), ("seats", 1, "team")]
    fielded = table("v0_75", teams, team_size=[5, 3], column_order="as_listed")
    assert (fielded.dice(0), fielded.dice(1)) == ([4, 4, 4, 6, 6], [8, 8, 6])


def test_r1_3_the_first_playtest_fields_five(table: Make) -> None:
    first = table("early_1")
    assert (len(first.dice(0)), len(first.dice(1))) == (5, 5)


@pytest.mark.parametrize(
    ("members_to_win", "over", "result"),
    [(2, 1, (-1, "")), (2, 2, (0, "members")), (1, 1, (0, "members")), (3, 2, (-1, "")), (3, 3, (0, "members"))],
)
def test_r1_4_pulling_so_many_members_across_wins(
    table: Make, members_to_win: int, over: int, result: tuple[int, str]
) -> None:
    assert table(members_to_win=members_to_win).at(4).pull(0, 2 * over).result == result


def test_r1_4_no_more_members_can_be_asked_for_than_a_team_has(complaints: Make) -> None:
    wrong = complaints([ASARS, ["basti", "basti"]], team_size=[3, 2], members_to_win=3)
    assert [one.path for one in wrong] == [("rules", "members_to_win")]


def test_r1_5_in_the_first_playtest_one_member_across_wins(table: Make) -> None:
    played = table("early_1").at(-2)
    assert played.fronts == [0, 4]
    played.roll(21, 10)
    assert (played.fronts[1], played.result) == (-1, (0, "members"))


def test_r1_6_the_same_member_across_on_two_turns_wins(table: Make) -> None:
    played = table().at(4)
    assert played.pull(0, 2).result == (-1, "")
    assert played.pull(1, 2).fronts[1] == 0
    assert played.pull(0, 2).result == (0, "same_member_twice")


@pytest.mark.parametrize("preset", ["early_2_3", "sobek"])
def test_r1_7_before_version_0_65_the_same_member_twice_won_nothing(table: Make, rules_of: Make, preset: str) -> None:
    assert rules_of(preset).same_member_twice == "off"
    assert rules_of("early_1").same_member_twice == "off"
    played = table(preset, ["greentoe", "clearsky"])
    played.at(played.fronts[1]).pull(0, 2).pull(1, 2).pull(0, 2)
    assert (played.fronts[1], played.result) == (-1, (-1, ""))


@pytest.mark.parametrize(
    ("twice", "result"), [("any", (0, "same_member_twice")), ("front_only", (-1, "")), ("off", (-1, ""))]
)
def test_r1_8_the_rule_watches_every_member_or_only_the_front_one(
    table: Make, twice: str, result: tuple[int, str]
) -> None:
    played = table(members_to_win=3, same_member_twice=twice)
    played.at(4).pull(0, 4).pull(1, 2).pull(0, 2)
    assert played.state.crossings[1].tolist() == [1, 2, 0, 0, 0]
    assert played.result == result


def test_r1_8_the_front_member_is_watched_by_both_readings(table: Make) -> None:
    for twice in ("any", "front_only"):
        played = table(members_to_win=3, same_member_twice=twice).at(4).pull(0, 2).pull(1, 2).pull(0, 2)
        assert played.result == (0, "same_member_twice")


def test_r1_9_heru_and_typhon_do_not_stand_together(complaints: Make) -> None:
    team = ["heru", "typhon", "asar"]
    wrong = complaints([team, ASARS])
    assert [(one.path, one.message) for one in wrong] == [
        (("seats", 0, "team"), "heru may not stand with typhon (rules.banned_pairs)")
    ]
    assert complaints([team, ASARS], banned_pairs=[]) == []
    assert complaints([ASARS, ["asar", "asar", "basti"]], banned_pairs=[["basti", "asar"]]) != []


def test_r1_9_a_ban_must_name_miniatures(complaints: Make) -> None:
    wrong = complaints([ASARS, ASARS], banned_pairs=[["heru", "typhoon"]])
    assert [one.path for one in wrong] == [("rules", "banned_pairs", 0, 1)]
    assert "did you mean 'typhon'?" in wrong[0].message


@pytest.mark.parametrize(("alliance", "legal"), [("banned_pairs", True), ("one_culture", False), ("none", True)])
def test_r1_10_cultures_may_mix_unless_the_alliance_forbids_it(complaints: Make, alliance: str, *, legal: bool) -> None:
    assert (complaints([["sebeki", "minotaur", "asar"], ASARS], alliance=alliance) == []) == legal


@pytest.mark.parametrize(("alliance", "legal"), [("banned_pairs", False), ("one_culture", False), ("none", True)])
def test_r1_10_one_culture_keeps_the_bans_and_none_drops_them(complaints: Make, alliance: str, *, legal: bool) -> None:
    assert (complaints([["heru", "typhon", "asar"], ASARS], alliance=alliance) == []) == legal


def test_r1_11_both_seats_may_field_the_same_miniatures_and_one_may_repeat(complaints: Make) -> None:
    assert complaints([["sebeki", "asar", "asar"], ["sebeki", "asar", "asar"]]) == []


LINES = [
    pytest.param("d12", 12, 1, ["beloved_of_sobek", "minotaur"], id="R2.1"),
    pytest.param("d10", 10, 2, ["sebeki", "wendigo"], id="R2.2"),
    pytest.param("d8", 8, 3, ["heru", "to_tanem", "typhon", "mycenean"], id="R2.3"),
    pytest.param("d6", 6, 3, ["asar", "anubi", "khemru", "amazon", "other_greek"], id="R2.4"),
    pytest.param("d4", 4, 3, ["basti", "nekharu", "tethru", "satyr", "frost_maiden"], id="R2.5"),
]


@pytest.mark.parametrize(("line", "sides", "most", "miniatures"), LINES)
def test_r2_1_to_r2_5_each_line_has_its_die_its_quota_and_its_miniatures(
    table: Make, complaints: Make, line: str, sides: int, most: int, miniatures: list[str]
) -> None:
    listed = roster.load()
    assert [name for name, miniature in listed.miniatures.items() if miniature.line == line] == miniatures
    filler = ["asar" if line != "d6" else "basti"] * 4
    for miniature in miniatures:
        full = ([miniature] * most + filler)[:3]
        assert table("v0_75", [full, ASARS], column_order="as_listed").dice(0)[:most] == [sides] * most
        five = ([miniature] * (most + 1) + filler)[:5]
        quota = {"quotas": {"d6": 5, "d4": 5, line: most}, "team_size": [5, 3]}
        wrong = [one.message for one in complaints([five, ASARS], **quota)]
        assert wrong == [f"{most + 1} of {line} exceed its quota of {most} (rules.quotas.{line}, scope line)"]


def test_r2_1_to_r2_5_the_default_quotas_are_the_printed_ones_and_can_be_changed(
    rules_of: Make, complaints: Make
) -> None:
    printed = {line: quota.max for line, quota in roster.load().quota_lines.items()}
    assert rules_of().quotas == printed == {"d12": 1, "d10": 2, "d8": 3, "d6": 3, "d4": 3}
    team = ["beloved_of_sobek", "minotaur", "asar"]
    assert complaints([team, ASARS]) != []
    assert complaints([team, ASARS], quotas={"d12": 2}) == []


def test_r2_6_other_greeks_are_one_entry_that_may_repeat(table: Make) -> None:
    assert table("v0_75", [["other_greek"] * 3, ASARS]).dice(0) == [6, 6, 6]


@pytest.mark.parametrize(("scope", "legal"), [("line", False), ("type", True), ("off", True)])
def test_r2_7_a_quota_holds_for_the_line_or_for_each_type_on_it(complaints: Make, scope: str, *, legal: bool) -> None:
    assert (complaints([["sebeki", "sebeki", "wendigo"], ASARS], quota_scope=scope) == []) == legal


@pytest.mark.parametrize(("scope", "legal"), [("line", False), ("type", False), ("off", True)])
def test_r2_7_a_type_has_the_quota_of_its_line(complaints: Make, scope: str, *, legal: bool) -> None:
    assert (complaints([["sebeki"] * 3, ASARS], quota_scope=scope) == []) == legal


def test_r2_7_a_team_of_five_has_the_same_quotas(complaints: Make) -> None:
    teams = [["asar"] * 4 + ["basti"], "snarl_5"]
    assert [one.path for one in complaints(teams, team_size=5)] == [("seats", 0, "team")]


def test_r2_8_the_beloved_rolled_a_d20_in_the_second_playtest(table: Make) -> None:
    teams = ["chomper", "snarl_sobek"]
    assert table("sobek").dice(0) == [20, 6, 6]
    assert table("v0_65", teams).dice(0) == [12, 6, 6]
    assert table("v0_75", teams, die_override={"beloved_of_sobek": 20}).dice(0) == [20, 6, 6]


def test_r2_8_an_override_must_name_a_miniature(complaints: Make) -> None:
    wrong = complaints([ASARS, ASARS], die_override={"beloved": 20})
    assert [one.path for one in wrong] == [("rules", "die_override", "beloved")]
    assert "did you mean 'beloved_of_sobek'?" in wrong[0].message


TWELVE_EIGHT_FOUR = ["minotaur", "mycenean", "satyr"]  # 24 faces, a mean of 13.5
TWELVE_TEN_FOUR = ["minotaur", "wendigo", "satyr"]  # 26 faces, a mean of 14.5
POINTS = {"d12": 20, "d10": 10, "d8": 8, "d6": 6, "d4": 4}


@pytest.mark.parametrize(
    ("budget", "team", "legal"),
    [
        ({"measure": "faces", "max": 24}, TWELVE_EIGHT_FOUR, True),
        ({"measure": "faces", "max": 24}, TWELVE_TEN_FOUR, False),
        ({"measure": "faces", "max": 26}, TWELVE_EIGHT_FOUR, True),
        ({"measure": "faces", "max": 26, "exact": True}, TWELVE_EIGHT_FOUR, False),
        ({"measure": "faces", "max": 26, "exact": True}, TWELVE_TEN_FOUR, True),
        ({"measure": "mean", "max": 14}, TWELVE_EIGHT_FOUR, True),
        ({"measure": "mean", "max": 14}, TWELVE_TEN_FOUR, False),
        ({"measure": "points", "max": 32, "points": POINTS}, TWELVE_EIGHT_FOUR, True),
        ({"measure": "points", "max": 32, "points": POINTS}, TWELVE_TEN_FOUR, False),
        ({"measure": "faces", "max": None, "exact": True}, TWELVE_TEN_FOUR, True),
    ],
)
def test_r2_9_a_budget_limits_faces_mean_totals_or_points(
    complaints: Make, budget: dict[str, Any], team: list[str], *, legal: bool
) -> None:
    assert (complaints([team, team], budget=budget) == []) == legal


def test_r2_9_no_budget_is_printed(rules_of: Make) -> None:
    assert rules_of().budget.max is None


def test_r2_10_the_teams_of_the_first_playtest(table: Make) -> None:
    first = table("early_1")
    assert (first.dice(0), first.dice(1)) == ([10, 10, 6, 6, 6], [8, 8, 6, 6, 4])


def test_r2_10_every_named_team_is_legal_in_some_edition(complaints: Make) -> None:
    size = {name: len(team) for name, team in roster.load().teams.items()}
    assert len(size) == 13
    for name, members in size.items():
        assert complaints([name, name], team_size=members) == []


@pytest.mark.parametrize(
    ("overrides", "key"),
    [
        ({"team_size": 6}, "team_size"),
        ({"team_size": 0}, "team_size"),
        ({"members_to_win": 0}, "members_to_win"),
        ({"same_member_twice": "sometimes"}, "same_member_twice"),
        ({"quotas": {"d12": -1}}, "quotas"),
        ({"quotas": {"d20": 1}}, "quotas"),
        ({"die_override": {"sebeki": 1}}, "die_override"),
        ({"budget": {"max": 0}}, "budget"),
    ],
)
def test_values_out_of_range_are_refused(overrides: dict[str, Any], key: str) -> None:
    values = rulebook.load(GAME).resolve("v0_75", overrides)
    with pytest.raises(ValidationError) as refused:
        GAME.rules.model_validate_json(json.dumps(values))
    assert {error["loc"][0] for error in refused.value.errors()} == {key}
