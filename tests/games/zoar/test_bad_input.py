"""Zoar: what a question, a tile set or a layout may not say, each refused where it stands, with what is allowed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from simlab.document import ConfigError, Document, parse, read
from simlab.document.wording import findings
from simlab.experiment import load
from simlab.forward import Complaint
from simlab.games.zoar import tiles
from simlab.games.zoar.rules import Rules, option_choices, world_choices
from simlab.games.zoar.rules import complaints as judged

Complain = Callable[..., list[Complaint]]
TRIBES = ["trader", "farmer", "warrior", "religious"]
FILE: dict[str, Any] = {"layout": "file", "layout_file": "test_board"}


def said(found: list[Complaint]) -> list[tuple[str, str]]:
    """Return each complaint as its dotted path, as data counts, and its message."""
    return [(".".join(map(str, complaint.path)), complaint.message) for complaint in found]


def test_the_rulebook_itself_is_refused_nothing(complaints: Complain) -> None:
    for seats in (2, 3, 4):
        assert complaints(TRIBES[:seats]) == []
        for name in world_choices()["tile_set"]:
            assert complaints(TRIBES[:seats], world={"tile_set": name}) == []
            assert complaints(TRIBES[:seats], world={"tile_set": name}, **FILE) == []


# --- seats ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tribes", "found"),
    [
        (
            ["trader", "trader"],
            [
                (
                    "seats.1.tribe",
                    "seat 1 plays trader too; each tribe once (not played yet: farmer, warrior, religious)",
                )
            ],
        ),
        (
            ["trader", "warior"],
            [
                (
                    "seats.1.tribe",
                    "unknown tribe 'warior'; allowed: trader, farmer, warrior, religious; did you mean 'warrior'?",
                )
            ],
        ),
        ([["trader"], "farmer"], [("seats.0.tribe", None)]),
        ([7, "farmer"], [("seats.0.tribe", None)]),
    ],
)
def test_r1_1_a_tribe_is_known_and_plays_once(
    complaints: Complain, tribes: list[Any], found: list[tuple[str, str | None]]
) -> None:
    told = said(complaints(tribes))
    assert [path for path, _ in told] == [path for path, _ in found]
    assert [message for _, message in told] == [
        message or given for (_, message), (_, given) in zip(found, told, strict=True)
    ]


def test_the_tribes_are_the_choices_of_a_seat() -> None:
    assert option_choices() == TRIBES


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "overrides", "path", "message"),
    [
        (4, {"capital_layout": "opposite"}, "capital_layout", "opposite is for two seats; 4 are played"),
        (3, {"capital_layout": "adjacent"}, "capital_layout", "allowed: random, fixed"),
        (2, {"capital_layout": "fixed"}, "capital_layout", "fixed needs rules.capital_corners"),
        (2, {"capital_corners": ["NW", "SE"]}, "capital_corners", "rules.capital_layout is random; fixed would use"),
        (
            3,
            {"capital_layout": "fixed", "capital_corners": ["NW", "SE"]},
            "capital_corners",
            "2 corners for 3 seats",
        ),
        (
            2,
            {"capital_layout": "fixed", "capital_corners": ["SE", "SE"]},
            "capital_corners.1",
            "seat 1 has SE too; each corner once",
        ),
        (2, {"layout": "file"}, "layout", "file needs rules.layout_file: slots and rotations written out, or one of"),
        (2, {"layout_file": "test_board"}, "layout_file", "rules.layout is random; file would use it"),
        (
            2,
            {"layout": "file", "layout_file": "tset_board"},
            "layout_file",
            "slots and rotations written out, or test_board; did you mean 'test_board'?",
        ),
        (
            2,
            {"layout": "file", "layout_file": {"slots": [1, 1, *range(3, 13)], "rotations": [0] * 12}},
            "layout_file.slots.1",
            "tile 1 is on an earlier slot; each tile once (missing: 2)",
        ),
        (2, {"army_moves": 3}, "carrier_moves", "a carrier with 2 would be slower than an army with 3"),
        (2, {"city_cost_metal": 3, "resource_cap_metal": 2}, "city_cost_metal", "nobody could pay 3"),
        (2, {"temple_cost_metal": 2, "resource_cap_metal": 1}, "temple_cost_metal", "a seat holds at most 1"),
        (2, {"army_cost_food": 3, "resource_cap_food": 2}, "army_cost_food", "(rules.resource_cap_food)"),
        (2, {"offering_cost_food": 2, "resource_cap_food": 1}, "offering_cost_food", "nobody could pay 2"),
        (2, {"rod_cost_metal": 2, "resource_cap_metal": 1}, "rod_cost_metal", "nobody could pay 2"),
        (2, {"trade_ratio": 4}, "trade_ratio", "nobody could pay 4: a seat holds at most 3"),
        (2, {"trader_ratio": 4}, "trader_ratio", "nobody could pay 4: a seat holds at most 3"),
        (2, {"start_food": 4}, "start_food", "4 at the start; allowed: 0 to 3 (rules.resource_cap_food)"),
        (
            2,
            {"start_metal": {"by": "turn_position", "values": [1, 2, 1, 2, 1]}},
            "start_metal.values",
            "5 values by turn position; allowed: 1 to 4, the last for all that follow",
        ),
        (
            2,
            {"start_metal": {"by": "turn_position", "values": [1, -1]}},
            "start_metal.values.1",
            "-1 at the start; allowed: 0 to 3",
        ),
        (4, {"token_supply": 12}, "token_supply", "12 tokens; up to 13 can be out with 4 seats and 4 to win"),
        (
            2,
            {"rebuild": False, "city_tokens_to_win": {"2": 3}},
            "city_tokens_to_win.2",
            "3 to win, but the others have 2 cities, which are razed once",
        ),
        (4, {"food_supply": 10}, "food_supply", "10 in the box; the start needs 11: 7 on 7 areas, 4 with seats"),
        (
            2,
            {"start_area_tokens": 3, "food_supply": 60},
            "metal_supply",
            "20 in the box; the start needs 23: 21 on 7 areas, 2 with seats",
        ),
    ],
)
def test_a_rule_that_another_one_forbids_is_refused_at_its_key(
    complaints: Complain, seats: int, overrides: dict[str, Any], path: str, message: str
) -> None:
    found = said(complaints(TRIBES[:seats], **overrides))
    assert [where for where, _ in found] == [f"rules.{path}"]
    assert message in found[0][1]


def test_goods_by_turn_position_are_added_up_for_the_seats_in_play(complaints: Complain) -> None:
    goods = {"by": "turn_position", "values": [0, 0, 3, 3]}
    assert complaints(TRIBES[:2], start_food=goods, food_supply=7) == []
    assert "the start needs 10" in complaints(TRIBES[:3], start_food=goods, food_supply=7)[0].message


def test_city_tokens_need_an_entry_for_the_number_of_seats(rules_of: Callable[..., Rules]) -> None:
    rules = rules_of().model_copy(update={"city_tokens_to_win": {"2": 2}})
    assert said([*judged(rules, TRIBES[:3])]) == [
        ("rules.city_tokens_to_win", 'no entry for 3 seats; add "3": 1 to 8'),
    ]


@pytest.mark.parametrize(
    ("overrides", "path", "message"),
    [
        ({"army_moves": 0}, "army_moves", "must be a whole number from 1 to 4; got 0"),
        ({"leader_moves": 2.5}, "leader_moves", "must be a whole number from 0 to 6; got 2.5"),
        ({"relay": "yes"}, "relay", "must be true or false; got 'yes'"),
        (
            {"pickup": "on_entry"},
            "pickup",
            "must be one of anytime, on_enter; got 'on_entry'; did you mean 'on_enter'?",
        ),
        ({"city_tokens_to_win": {"5": 2}}, "city_tokens_to_win.5", "unknown key; allowed: 2, 3, 4"),
        ({"capital_corners": ["NW", "N"]}, "capital_corners.1", "must be one of NW, NE, SE, SW"),
        ({"layout_file": {"slots": [1] * 11, "rotations": [0] * 12}}, "layout_file.slots", "a list of 12"),
        (
            {"layout_file": {"slots": [*range(12)], "rotations": [0] * 12}},
            "layout_file.slots.0",
            "must be a whole number from 1 to 12; got 0",
        ),
        (
            {"layout_file": {"slots": [*range(1, 13)], "rotations": [4] + [0] * 11}},
            "layout_file.rotations.0",
            "must be a whole number from 0 to 3; got 4",
        ),
        ({"start_food": {"by": "seat", "values": [1]}}, "start_food.by", "must be turn_position"),
        ({"start_food": {"by": "turn_position", "values": ["a"]}}, "start_food.values.0", "must be a whole number"),
        ({"start_food": 10}, "start_food", "must be a whole number from 0 to 9"),
        ({"city_cost_metall": 1}, "city_cost_metall", "did you mean 'city_cost_metal'?"),
    ],
)
def test_a_value_out_of_range_is_refused_with_its_range(
    rules_of: Callable[..., Rules], overrides: dict[str, Any], path: str, message: str
) -> None:
    values = {**json.loads(rules_of().model_dump_json()), **overrides}
    with pytest.raises(ValidationError) as caught:
        Rules.model_validate_json(json.dumps(values))
    found = [
        (".".join(map(str, where)), told) for where, told in findings(caught.value, values, Rules.model_json_schema())
    ]
    assert [where for where, _ in found] == [path]
    assert message in found[0][1]


# --- tiles ------------------------------------------------------------------------------------------------------------

GOOD = {str(tile): areas for tile, areas in tiles.tile_set(None).items()}


@pytest.mark.parametrize(
    ("tile_set", "path", "message"),
    [
        (
            "asumed_base",
            "tile_set",
            "unknown tile set 'asumed_base'; allowed: assumed_base, permuted_1",
        ),
        ("asumed_base", "tile_set", "did you mean 'assumed_base'?"),
        (7, "tile_set", "must be the name of a tile set or a mapping with the key tiles; got 7"),
        ({"tile": GOOD, "tiles": GOOD}, "tile_set.tile", "unknown key; allowed: name, tiles; did you mean 'tiles'?"),
        ({"name": "mine"}, "tile_set", "tiles must be a mapping from the tiles 1 to 12"),
        ({"tiles": ["GDDL"]}, "tile_set.tiles", "tiles must be a mapping from the tiles 1 to 12"),
        (
            {"tiles": {tile: areas for tile, areas in GOOD.items() if tile not in {"3", "12"}}},
            "tile_set.tiles",
            "tile 3, 12 missing; there are 12 land tiles, 1 to 12",
        ),
        ({"tiles": {**GOOD, "13": "DDDD"}}, "tile_set.tiles.13", "no such tile; the land tiles are 1 to 12"),
        (
            {"tiles": {**GOOD, "5": "GLD"}},
            "tile_set.tiles.5",
            "must be four letters for the areas NW NE SW SE; got 'GLD'",
        ),
        (
            {"tiles": {**GOOD, "5": 1234}},
            "tile_set.tiles.5",
            "must be four letters for the areas NW NE SW SE; got 1234",
        ),
        ({"tiles": {**GOOD, "5": "GLDC"}}, "tile_set.tiles.5", "no terrain 'C'; allowed: D Empty Desert, R Rocks"),
        ({"tiles": dict.fromkeys(GOOD, "GGGG")}, "tile_set.tiles", "no tile has an Empty Desert area (D)"),
    ],
)
def test_a_tile_set_that_breaks_the_counts_is_refused_where_it_does(
    complaints: Complain, tile_set: Any, path: str, message: str
) -> None:
    found = said(complaints(world={"tile_set": tile_set}))
    assert [where for where, _ in found] == [f"world.{path}"]
    assert message in found[0][1]


def test_a_part_of_the_world_that_nobody_knows_of_is_refused(complaints: Complain) -> None:
    assert said(complaints(world={"tileset": "assumed_base"})) == [
        ("world.tileset", "unknown key; allowed: tile_set; did you mean 'tile_set'?")
    ]


def test_a_tile_set_too_rich_for_the_box_is_refused(complaints: Complain) -> None:
    rich = {"tile_set": {"tiles": {**GOOD, **dict.fromkeys(["1", "2", "3", "5", "9"], "GGGD")}}}
    assert said(complaints(world=rich)) == [
        ("rules.food_supply", "20 in the box; the start needs 22: 18 on 18 areas, 4 with seats")
    ]


def test_a_tile_set_may_be_written_out(complaints: Complain) -> None:
    assert complaints(world={"tile_set": {"name": "mine", "tiles": GOOD}}) == []
    assert complaints(world={"tile_set": {"tiles": tiles.tile_set(None)}}) == []


# --- boards that are cut in two ---------------------------------------------------------------------------------------


LAKES_IN_A_ROW = {"slots": [1, 2, 4, 10, 3, 6, 5, 7, 8, 9, 11, 12], "rotations": [0, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0]}
"""Lakes meet corner to corner from (0,4) over (1,3), (2,2) and (3,1) to (4,0)."""


def test_r3_4_a_given_layout_that_lakes_cut_in_two_is_refused_with_an_area_that_is_cut_off(
    complaints: Complain,
) -> None:
    layout = {"layout": "file", "layout_file": LAKES_IN_A_ROW}
    found = said(complaints(**layout))
    assert [where for where, _ in found] == ["rules.layout_file"]
    assert found[0][1].startswith("lakes cut the board in two: the Capital in row 0, column 7")
    assert "cannot be reached from the NW Capital; rules.reject_disconnected: false would play it" in found[0][1]
    assert complaints(**layout, reject_disconnected=False) == []


@pytest.mark.parametrize(
    ("terrain", "area"),
    [
        ({"1": "LDDL", "2": "LDDD"}, "the area in row 0, column 3"),
        ({"2": "DLDL", "6": "LLDD"}, "the Capital in row 0, column 7"),
    ],
)
def test_r3_4_what_cannot_be_reached_is_named(complaints: Complain, terrain: dict[str, str], area: str) -> None:
    found = said(complaints(world={"tile_set": {"tiles": {**GOOD, **terrain}}}, **FILE))
    reason = f"lakes cut the board in two: {area} (from 0, at the NW corner) cannot be reached from the NW Capital"
    assert found == [("rules.layout_file", f"{reason}; rules.reject_disconnected: false would play it")]


# --- the files of the game --------------------------------------------------------------------------------------------


def wrong(check: Callable[[Document], Any], text: str) -> list[str]:
    """Return what is wrong with a file, each as line:column: key: message."""
    with pytest.raises(ConfigError) as caught:
        check(parse(text, "f.yaml"))
    return [str(problem).removeprefix("f.yaml:") for problem in caught.value.problems]


def changed(file: str, old: str, new: str) -> str:
    """Return the text of a data file of the game with something else in it."""
    text = (tiles.DATA / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"1": GDDL, "2": RDLD', '"1": GDDL, "1": RDLD', "tile_sets.assumed_base.tiles.1: "),
        ('"1": GDDL, "2": RDLD', '"1": GDDL, "2": RDXD', "tile_sets.assumed_base.tiles.2: no terrain 'X'"),
        ('"1": GDDL, "2": RDLD', '"2": RDLD', "tile_sets.assumed_base.tiles: tile 1 missing"),
        ("inner: CDDA", "inner: ADDC", "capital_tiles.inner: must be four letters, C first (the outer corner)"),
        ("inner: CDDA", "inner: CDDD", "capital_tiles.inner: must be four letters, C first (the outer corner)"),
        ("inner: CDDA", "outer: CDDA", "capital_tiles.outer: unknown key"),
        ("assumed_base:\n    tiles:", "assumed:\n    tiles:", "tile_sets: the default assumed_base is missing"),
        ("schema_version: 1", "schema_version: 2", "schema_version: must be 1; got 2"),
    ],
)
def test_a_file_of_tile_sets_is_refused_at_its_line_and_column(old: str, new: str, message: str) -> None:
    found = wrong(tiles.parse_tile_sets, changed("tile_sets.yaml", old, new))
    assert any(message in told and told.split(":")[0].isdigit() for told in found), found


def test_a_file_of_layouts_is_refused_at_its_line_and_column() -> None:
    text = changed("layouts.yaml", "[1, 2, 3,", "[1, 2, 2,")
    line = 1 + text[: text.index("[1, 2, 2,")].count("\n")
    assert wrong(tiles.parse_layouts, text) == [
        f"{line}:19: layouts.test_board.slots.3: tile 2 is on an earlier slot; each tile once (missing: 3)"
    ]


def test_the_files_of_the_game_are_sound() -> None:
    assert tiles.parse_tile_sets(read(tiles.DATA / "tile_sets.yaml")).schema_version == 1
    assert list(tiles.parse_layouts(read(tiles.DATA / "layouts.yaml")).layouts) == ["test_board"]


# --- in a question ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "seats: [{tribe: trader}, {tribe: trader}]\n",
            (
                "3:27: seats.2.tribe: seat 1 plays trader too; "
                "each tribe once (not played yet: farmer, warrior, religious)"
            ),
        ),
        (
            "seats: 3\nrules:\n  capital_layout: opposite\n",
            "5:3: rules.capital_layout: opposite is for two seats; 3 are played; allowed: random, fixed",
        ),
        (
            "seats: 2\nrules: {city_tokens_to_win: {2: 3}}\n",
            "4:30: rules.city_tokens_to_win: a key must be a word; got 2: put it in quotes",
        ),
    ],
)
def test_a_question_is_refused_at_its_line_and_column(text: str, found: str) -> None:
    Path("q.yaml").write_text(f"game: zoar\nquestion: Enough?\n{text}", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(Path("q.yaml"))
    assert [str(problem).removeprefix("q.yaml:") for problem in caught.value.problems] == [found]
