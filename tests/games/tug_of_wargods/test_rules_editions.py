"""R8: the editions, as presets; and the worked examples of the rulebook."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab import games
from simlab.games import rulebook

GAME = games.load("tug_of_wargods")
BOOK = rulebook.load(GAME)
Make = Callable[..., Any]

COLUMNS = ("team_size", "start_in", "members_to_win", "rounding", "same_member_twice", "tie_rule", "die_override")
D20 = {"beloved_of_sobek": 20}
EDITIONS = {
    "early_1": (5, 2, 1, "floor", "off", "off", {}),
    "early_2_3": (3, 3, 2, "floor", "off", "off", {}),
    "sobek": (3, 4, 2, "floor", "off", "off", D20),
    "v0_65": (3, 4, 2, "floor", "any", "off", {}),
    "round_3": (3, 4, 2, "floor_min1", "any", "off", {}),
    "v0_75": (3, 4, 2, "floor_min1", "any", "total", {}),
    "v0_75_literal": (3, 4, 2, "exact_half", "any", "total", {}),
    "half_for_one": (3, 4, 2, "half_then_floor", "any", "total", {}),
}


def test_r8_1_the_editions_are_listed_oldest_first_and_the_newest_is_the_default() -> None:
    assert list(BOOK.presets)[:6] == ["early_1", "early_2_3", "sobek", "v0_65", "round_3", "v0_75"]
    assert BOOK.default_preset == "v0_75"


def test_r8_2_there_are_eight_presets() -> None:
    assert set(BOOK.presets) == set(EDITIONS)


@pytest.mark.parametrize("preset", EDITIONS)
def test_r8_2_each_preset_has_its_row_and_the_default_of_everything_else(rules_of: Make, preset: str) -> None:
    values = rules_of(preset).model_dump()
    assert tuple(values[name] for name in COLUMNS) == EDITIONS[preset]
    default = rules_of().model_dump()
    assert {name: value for name, value in values.items() if name not in COLUMNS} == {
        name: value for name, value in default.items() if name not in COLUMNS
    }


def table_of(heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading of RULES.md, without its head."""
    text = (GAME.folder / "RULES.md").read_text(encoding="utf-8")
    lines = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0].splitlines()
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return rows[2:]


def test_r8_2_rules_md_states_the_rows_of_the_presets() -> None:
    stated = {row[0].split("`")[0]: [cell.split()[0] for cell in row[1:7]] for row in table_of("R8 Editions")}
    assert stated == {name: [str(value) for value in row[:6]] for name, row in EDITIONS.items()}


def test_rules_md_lists_every_parameter_and_every_column_of_the_game() -> None:
    assert [row[0] for row in table_of("Parameters")] == list(GAME.rules.model_fields)
    columns = [row[0].split("`")[0].removesuffix("_0") for row in table_of("Metrics")]
    assert columns == list(GAME.outcome.columns())


@pytest.mark.parametrize("preset", EDITIONS)
def test_r8_2_each_preset_seats_two_legal_teams(complaints: Make, preset: str) -> None:
    assert complaints(BOOK.presets[preset].seats, preset) == []


def test_every_parameter_names_the_rules_it_stands_for() -> None:
    for name, parameter in GAME.rules.model_fields.items():
        extra = parameter.json_schema_extra
        assert isinstance(extra, dict), name
        assert extra["rules"], name
        assert parameter.title, name
        assert parameter.description, name


@pytest.mark.parametrize(
    ("team", "dice"), [("example_1", [10, 10, 8]), ("example_2", [6, 4, 4]), ("example_3", [10, 4, 4])]
)
def test_the_team_examples_roll_the_dice_that_are_printed(table: Make, team: str, dice: list[int]) -> None:
    assert table("v0_75", [team, "clearsky"]).dice(0) == dice


def test_the_play_example_ends_its_first_turn_as_printed(table: Make) -> None:
    played = table("v0_75", ["greentoe", "clearsky"])
    assert played.fronts == [4, 4]
    played.dice_fall([4, 3, 6], [4, 4, 3])
    assert played.state.totals.tolist() == [13, 11]
    assert played.fronts == [5, 3]
    assert played.result == (-1, "")


def test_the_round_3_game_that_pull_won_in_four_turns_plays_as_logged(table: Make) -> None:
    played = table("round_3")
    fronts = [played.roll(*totals).fronts[0] for totals in ((10, 13), (14, 17), (10, 16), (7, 11))]
    assert fronts == [3, 2, -1, -3]
    assert played.result == (1, "members")
