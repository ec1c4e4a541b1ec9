"""Data that nobody knows, as a question says what to take for it."""

import json
from pathlib import Path
from typing import Any

import pytest

from simlab import games
from simlab.document import ConfigError
from simlab.experiment import Experiment, load
from simlab.experiment.restore import restore
from simlab.experiment.worlds import MOST_WORLDS
from simlab.games.zoar.tiles import tile_sets

ZOAR = games.load("zoar")
KNOWN = list(ZOAR.worlds["tile_set"])
TILES = dict(tile_sets()[KNOWN[0]].tiles)
OWN = {**TILES, "1": TILES["2"], "2": TILES["1"]}
"""Two tiles have changed places."""


def asked(*tile_sets: Any, **keys: Any) -> dict[str, Any]:
    """Return a question about Zoar with these tile sets."""
    worlds = {"worlds": {"tile_set": list(tile_sets)}} if tile_sets else {}
    return {"game": "zoar", "question": "Who wins?", "playthroughs": 10, **worlds, **keys}


def written(text: str, folder: Path = Path()) -> Path:
    """Write a question about Zoar to a file; the text begins at line 3."""
    folder.mkdir(exist_ok=True)
    path = folder / "q.yaml"
    path.write_text(f"game: zoar\nquestion: Who wins?\n{text}")
    return path


def problems(text: str, folder: Path = Path()) -> list[str]:
    """Return what is wrong with a question in a file."""
    with pytest.raises(ConfigError) as caught:
        load(written(text, folder))
    return [f"{one.line}:{one.column}: {one.key}: {one.message}" for one in caught.value.problems]


def lines(tiles: dict[str, str], indent: int) -> str:
    """Write tiles out, one a line."""
    return "".join(f'{" " * indent}"{tile}": {letters}\n' for tile, letters in tiles.items())


def in_rows(tiles: dict[str, str]) -> str:
    """Write a question with an own tile set; its first tile is at line 8."""
    return f"worlds:\n  tile_set:\n    - {KNOWN[0]}\n    - name: mine\n      tiles:\n{lines(tiles, 8)}"


def packed(found: Experiment) -> list[bytes]:
    """Return the record of each variant."""
    return [
        found.game.pack(variant.rules, [dealt.option for dealt in variant.dealt], variant.world).tobytes()
        for variant in found.variants
    ]


# --- what is taken ----------------------------------------------------------------------------------------------------


def test_a_question_that_says_nothing_takes_the_first_known_draw() -> None:
    found = load(asked())
    assert found.worlds is None
    assert "world" not in found.axes
    assert found.variants[0].world == {"tile_set": KNOWN[0]}
    assert packed(found) == packed(load(asked(KNOWN[0])))


def test_worlds_are_an_axis_outside_of_levels_and_inside_of_the_design() -> None:
    skill = {"verdict": "regular", "check": ["random"]}
    found = load(asked(*KNOWN[:2], vary={"rules.trade_ratio": [2, 3]}, skill=skill))
    assert list(found.axes) == ["rules.trade_ratio", "world", "skill"]
    assert found.design_axes == {"rules.trade_ratio": (2, 3)}
    assert found.worlds is not None
    assert found.worlds.labels == found.axes["world"] == tuple(KNOWN[:2])
    assert [tuple(variant.keys.values()) for variant in found.variants][:5] == [
        (2, KNOWN[0], "regular"),
        (2, KNOWN[0], "random"),
        (2, KNOWN[1], "regular"),
        (2, KNOWN[1], "random"),
        (3, KNOWN[0], "regular"),
    ]
    assert len(set(packed(found))) == 4


def test_a_world_can_be_written_out_or_lie_in_a_file_beside_the_question() -> None:
    Path("mine.yaml").write_text("tiles:\n" + lines(OWN, 2))
    text = f"worlds:\n  tile_set: [{KNOWN[0]}, {{file: mine.yaml}}]\n"
    from_file = load(written(text))
    inline = load(asked(KNOWN[0], {"name": "mine", "tiles": OWN}))
    assert from_file.axes["world"] == inline.axes["world"] == (KNOWN[0], "mine")
    assert packed(from_file) == packed(inline)
    assert len(set(packed(inline))) == 2


@pytest.mark.parametrize(
    ("hold", "share"), [(None, 1.0), ("in_every", 1.0), ({"in_at_least": 0.9}, 0.9), ({"in_at_least": 1}, 1.0)]
)
def test_a_verdict_holds_in_every_world_or_in_a_share(hold: Any, share: float) -> None:
    worlds = {"tile_set": KNOWN[:2], **({} if hold is None else {"hold": hold})}
    found = load(asked(worlds=worlds)).worlds
    assert found is not None
    assert found.hold == share


def test_a_target_can_ask_of_one_world() -> None:
    target = {"metric": "rounds", "at_most": 50, "where": {"world": KNOWN[1]}}
    (found,) = load(asked(*KNOWN[:2], targets=[target])).targets
    assert found.where == {"world": KNOWN[1]}


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("worlds", "said"),
    [
        ("{hold: in_every}", "3:1: worlds: names no unknown data; allowed: tile_set"),
        ("{}", "3:1: worlds: names no unknown data; allowed: tile_set"),
        ("{tiles: [x]}", "3:10: worlds.tiles: unknown key; allowed: tile_set, hold; did you mean 'tile_set'?"),
        ("{tile_set: permuted_1}", "3:10: worlds.tile_set: must be a list of worlds: assumed_base, "),
        ("{tile_set: []}", "3:10: worlds.tile_set: must be a list of worlds: assumed_base, "),
        ("{tile_set: [assumed_bas]}", "3:21: worlds.tile_set.1: must be one of assumed_base, "),
        ("{tile_set: [3]}", "3:21: worlds.tile_set.1: must be one of assumed_base, "),
        ("{tile_set: [permuted_1, permuted_1]}", "3:33: worlds.tile_set.2: two worlds are called 'permuted_1'"),
        ("{tile_set: [{tiles: {}}]}", "3:21: worlds.tile_set.1.name: needs a name of its own, of at most 40"),
        ("{tile_set: [{name: permuted_1}]}", "3:22: worlds.tile_set.1.name: needs a name of its own, of at most 40"),
        ("{tile_set: [{name: 'a, b'}]}", "3:22: worlds.tile_set.1.name: needs a name of its own, of at most 40"),
        (
            "{tile_set: [permuted_1], hold: often}",
            "3:34: worlds.hold: must be in_every, on_average, or {in_at_least: share}",
        ),
        (
            "{tile_set: [permuted_1], hold: {in_at_least: 0}}",
            "3:34: worlds.hold: must be in_every, on_average, or {in_at_least: share}",
        ),
        (
            "{tile_set: [permuted_1], hold: {in_at_least: 1.5}}",
            "3:34: worlds.hold: must be in_every, on_average, or {in_at_least: share}",
        ),
    ],
)
def test_what_is_wrong_with_worlds_is_said_at_its_place(worlds: str, said: str) -> None:
    assert [one[: len(said)] for one in problems(f"worlds: {worlds}\n")] == [said]


def test_a_target_over_worlds_that_name_nothing_is_told_there_are_none() -> None:
    text = "worlds: {hold: in_every}\ntargets: [{metric: rounds, at_most: 9, by: world}]\n"
    nothing, target = problems(text)
    assert nothing == "3:1: worlds: names no unknown data; allowed: tile_set"
    assert target.startswith("4:40: targets.1.by: ")


def test_an_own_world_like_a_known_one_changes_nothing() -> None:
    with pytest.raises(ConfigError, match=r"worlds: changes nothing: .* all of these worlds are alike"):
        load(asked(KNOWN[0], {"name": "copy", "tiles": TILES}))


def test_a_game_that_is_wholly_known_has_no_worlds() -> None:
    with pytest.raises(ConfigError, match="worlds: everything about Tug of WarGods is known; leave it out"):
        load({"game": "tug_of_wargods", "question": "Who wins?", "worlds": {"tile_set": ["x"]}})


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("../mine.yaml", "must be a file in the config's own folder"),
        ("inside/../../mine.yaml", "must be a file in the config's own folder"),
        ("/etc/hostname", "must be a file in the config's own folder"),
        ("link.yaml", "must be a file in the config's own folder"),
        ("nowhere.yaml", "the file"),
        ("broken.yaml", "the file, line 3: is not YAML"),
        ("[1]", "must be the name of a file, and nothing else beside it"),
    ],
)
def test_a_file_of_a_world_lies_beside_the_question(file: str, said: str) -> None:
    folder = Path("questions")
    folder.mkdir()
    Path("mine.yaml").write_text("tiles:\n" + lines(OWN, 2))
    (folder / "link.yaml").symlink_to(Path("mine.yaml").resolve())
    (folder / "broken.yaml").write_text("tiles:\n  - a: [\n")
    (found,) = problems(f"worlds: {{tile_set: [{{file: {file}}}]}}\n", folder)
    assert found.startswith(f"3:22: worlds.tile_set.1.file: {said}")


def test_a_mapping_has_no_folder_of_worlds() -> None:
    with pytest.raises(ConfigError, match=r"worlds.tile_set.1.file: a mapping has no folder to look in"):
        load(asked({"file": "mine.yaml"}))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"3": "DDD"}, "10:9: worlds.tile_set.2.tiles.3: must be four letters"),
        ({"12": "DDDX"}, "19:9: worlds.tile_set.2.tiles.12: no terrain 'X'; allowed: D Empty Desert"),
        ({"13": "DDDD"}, "20:9: worlds.tile_set.2.tiles.13: no such tile; the land tiles are 1 to 12"),
        (dict.fromkeys(TILES, "RGLL"), "7:7: worlds.tile_set.2.tiles: no tile has an Empty Desert area"),
    ],
)
def test_what_is_wrong_with_a_world_is_said_at_its_line(changed: dict[str, str], said: str) -> None:
    assert [one[: len(said)] for one in problems(in_rows({**TILES, **changed}))] == [said]


def test_a_missing_tile_is_said_where_the_tiles_are() -> None:
    eleven = {tile: letters for tile, letters in TILES.items() if tile != "7"}
    (found,) = problems(in_rows(eleven))
    assert found.startswith("7:7: worlds.tile_set.2.tiles: tile 7 missing; there are 12 land tiles")


def test_a_tile_number_without_quotes_is_no_word_and_the_message_says_what_to_do() -> None:
    (found,) = problems("worlds: {tile_set: [{name: mine, tiles: {1: DDDD}}]}\n")
    assert found == "3:42: worlds.tile_set.1.tiles: a key must be a word; got 1: put it in quotes"


def test_a_tile_set_for_which_the_box_holds_too_little_is_told_with_the_world() -> None:
    (found,) = problems("rules: {food_supply: 12}\n" + in_rows({**TILES, "1": "GGGG", "2": "GGGG", "3": "GGGG"}))
    assert found.startswith("3:9: rules.food_supply: 12 in the box; the start needs ")
    assert found.endswith("(in 1 of 2 variants, where world is mine)")


def test_the_number_of_worlds_is_bounded() -> None:
    too_many = [{"name": f"w{number}", "tiles": TILES} for number in range(MOST_WORLDS + 1)]
    with pytest.raises(ConfigError, match=r"worlds: makes 1,001 worlds, at most 1,000"):
        load(asked(*too_many))


# --- what determines the playthroughs ---------------------------------------------------------------------------------


def test_the_identity_follows_the_data_of_a_world_and_not_its_name() -> None:
    mine = load(asked(KNOWN[0], {"name": "mine", "tiles": OWN}))
    other = load(asked(KNOWN[0], {"name": "mine", "tiles": {**OWN, "3": OWN["4"], "4": OWN["3"]}}))
    renamed = load(asked(KNOWN[0], {"name": "another", "tiles": OWN}))
    assert mine.digest == renamed.digest != other.digest
    assert load(asked(KNOWN[1])).digest != load(asked(KNOWN[2])).digest


def test_an_experiment_is_restored_with_its_worlds() -> None:
    worlds = {"tile_set": [KNOWN[1], {"name": "mine", "tiles": OWN}], "hold": {"in_at_least": 0.5}}
    found = load(asked(worlds=worlds))
    again = restore(json.loads(json.dumps(found.resolved)), name=found.name, text=found.text, overrides=())
    assert (again.variants, again.worlds, again.digest) == (found.variants, found.worlds, found.digest)
    assert packed(again) == packed(found)
