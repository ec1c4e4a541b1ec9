"""Data that nobody knows, as a question asks about it: which draws of it are looked at, and in how many it must hold.

Proved on Zoar, the terrain of whose land tiles is such data; the game packs and judges it.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from simlab import games
from simlab.document import ConfigError
from simlab.experiment import Experiment, Worlds, load
from simlab.experiment.restore import restore

TILES = {
    "1": "GDDL",
    "2": "RDLD",
    "3": "DGDD",
    "4": "DRDL",
    "5": "GLDD",
    "6": "RDDD",
    "7": "RGDD",
    "8": "GDDR",
    "9": "DDGL",
    "10": "LDRD",
    "11": "DLGD",
    "12": "LDDR",
}
MINE = {"name": "mine", "tiles": TILES}
KNOWN = ", ".join(f"permuted_{number}" for number in range(1, 9))


def asked(**keys: Any) -> Experiment:
    """Load a question about Zoar."""
    return load({"game": "zoar", "question": "Is the desert too wide?", "playthroughs": 10, **keys})


def in_file(text: str) -> Experiment:
    """Load a question from a file whose text begins at line 3."""
    path = Path("q.yaml")
    path.write_text(f"game: zoar\nquestion: '?'\n{text}")
    return load(path)


def wrong(text: str) -> list[str]:
    """Load a question from a file that must fail; return the problems without the file."""
    with pytest.raises(ConfigError) as caught:
        in_file(text)
    return [line.removeprefix("q.yaml:") for line in str(caught.value).splitlines()]


# --- which worlds -----------------------------------------------------------------------------------------------------


def test_where_no_world_is_asked_about_every_part_is_the_default_one_written_out() -> None:
    found = asked()
    assert (found.worlds, found.axes) == (None, {})
    assert found.variants[0].world == {"tile_set": "assumed_base"}


def test_worlds_are_an_axis_after_the_design_and_before_the_levels() -> None:
    found = asked(
        worlds={"tile_set": ["permuted_2", MINE]},
        skill={"verdict": "regular", "check": ["random"]},
        vary={"rules.army_moves": [1, 2]},
    )
    assert list(found.axes) == ["rules.army_moves", "world", "skill"]
    assert found.axes["world"] == ("permuted_2", "mine")
    assert found.design_axes == {"rules.army_moves": (1, 2)}
    assert [tuple(variant.keys.values()) for variant in found.variants][:5] == [
        (1, "permuted_2", "regular"),
        (1, "permuted_2", "random"),
        (1, "mine", "regular"),
        (1, "mine", "random"),
        (2, "permuted_2", "regular"),
    ]
    assert [variant.world["tile_set"] for variant in found.variants][1:3] == ["permuted_2", MINE]


@pytest.mark.parametrize(
    ("hold", "share"), [({}, 1.0), ({"hold": "in_every"}, 1.0), ({"hold": {"in_at_least": 0.9}}, 0.9)]
)
def test_a_verdict_must_hold_in_every_world_or_in_a_share_of_them(hold: dict[str, Any], share: float) -> None:
    found = asked(worlds={"tile_set": ["assumed_base", "permuted_1"], **hold})
    assert found.worlds == Worlds(("assumed_base", "permuted_1"), share)


def test_the_game_packs_the_world_of_each_variant() -> None:
    found = asked(worlds={"tile_set": ["assumed_base", MINE]})
    base, mine = (
        found.game.pack(variant.rules, [dealt.option for dealt in variant.dealt], variant.world)[0].tiles
        for variant in found.variants
    )
    assert [tile for tile in range(1, 13) if (base[tile] != mine[tile]).any()] == [12]


def test_a_world_may_lie_in_a_file_of_the_configs_own_folder_and_is_called_by_its_name() -> None:
    Path("more").mkdir()
    Path("more/stony.yaml").write_text(json.dumps({"tiles": TILES}))
    Path("named.yaml").write_text(json.dumps({"name": "wet", "tiles": {**TILES, "12": "DDLR"}}))
    found = in_file("worlds:\n  tile_set:\n    - permuted_1\n    - {file: more/stony.yaml}\n    - {file: named.yaml}\n")
    assert found.axes["world"] == ("permuted_1", "stony", "wet")
    assert found.variants[1].world == {"tile_set": {"name": "stony", "tiles": TILES}}


def test_targets_and_comparisons_may_name_a_world() -> None:
    found = asked(
        worlds={"tile_set": ["assumed_base", "permuted_1"]},
        targets=[{"metric": "truncated", "at_most": 0.1, "where": {"world": "permuted_1"}}],
        compare=[{"metric": "rounds", "key": "world", "against": "assumed_base"}],
    )
    assert found.targets[0].where == {"world": "permuted_1"}
    assert found.compare[0].key == "world"


# --- identity and restoring -------------------------------------------------------------------------------------------


def test_a_world_is_part_of_what_determines_the_playthroughs() -> None:
    tiles = {**TILES, "12": "DLDR"}
    digests = {
        asked(worlds={"tile_set": ["permuted_1", world]}).digest
        for world in (MINE, {**MINE, "tiles": tiles}, "permuted_2")
    }
    assert len(digests) == 3
    assert asked().identity["variants"][0]["world"] == {"tile_set": "assumed_base"}


def test_an_experiment_comes_back_with_its_worlds() -> None:
    found = asked(worlds={"tile_set": ["permuted_1", MINE], "hold": {"in_at_least": 0.5}})
    back = restore(json.loads(json.dumps(found.resolved)), name=found.name, text=found.text, overrides=())
    assert (back.worlds, back.variants, back.digest) == (found.worlds, found.variants, found.digest)


# --- values by turn position ------------------------------------------------------------------------------------------


def test_a_rules_value_may_follow_the_turn_position_and_be_varied() -> None:
    remedy = {"by": "turn_position", "values": [1, 1, 2, 2]}
    found = asked(vary={"rules.start_food": [1, remedy]})
    assert found.axes == {"rules.start_food": (1, "1, 1, 2, 2 by turn position")}
    records = [
        found.game.pack(variant.rules, [dealt.option for dealt in variant.dealt], variant.world)[0]
        for variant in found.variants
    ]
    assert [record.start_goods[:, 0].tolist() for record in records] == [[1, 1, 1, 1], [1, 1, 2, 2]]
    (fixed,) = asked(rules={"start_food": remedy}).variants
    assert fixed.rules.model_dump()["start_food"] == remedy


# --- tribes are dealt -------------------------------------------------------------------------------------------------


def test_two_seats_of_four_tribes_play_every_pair_of_them_equally_often() -> None:
    found = asked(vary={"seats": [2, 3, 4]}, assign={"tribe": "all_orders"})
    assert [len(variant.arrangements) for variant in found.variants] == [12, 24, 24]
    assert [len(variant.chairs) for variant in found.variants] == [2, 3, 4]
    assert {len(variant.dealt) for variant in found.variants} == {4}
    assert [variant.playthroughs for variant in found.variants] == [12, 24, 24]


def test_a_rule_that_only_two_of_the_seats_can_have_is_refused_where_there_are_more() -> None:
    found = wrong("rules: {capital_layout: opposite}\nvary: {seats: [2, 3]}\nassign: {tribe: all_orders}")
    told = "opposite is for two seats; 3 are played; allowed: random, fixed (in 1 of 2 variants, where seats is 3)"
    assert found == [f"3:9: rules.capital_layout: {told}"]


# --- mistakes ---------------------------------------------------------------------------------------------------------

NAME = "needs a name of its own, of at most 40 characters and without commas"
HOLD = "must be in_every, or {in_at_least: share} with a share above 0"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("worlds: [permuted_1]", '3:1: worlds: must be a mapping (key: value); got ["permuted_1"]'),
        ("worlds: {}", "3:1: worlds: names no unknown data; allowed: tile_set"),
        ("worlds: {hold: in_every}", "3:1: worlds: names no unknown data; allowed: tile_set"),
        (
            "worlds: {tile_sets: [permuted_1]}",
            "3:10: worlds.tile_sets: unknown key; allowed: tile_set, hold; did you mean 'tile_set'?",
        ),
        (
            "worlds: {tile_set: permuted_1}",
            f"3:10: worlds.tile_set: must be a list of worlds: assumed_base, {KNOWN}; got 'permuted_1'",
        ),
        (
            "worlds: {tile_set: [permuted_11, 3]}",
            [
                (
                    f"3:21: worlds.tile_set.1: must be one of assumed_base, {KNOWN}, {{file: …}}, or data; "
                    "got 'permuted_11'; did you mean 'permuted_1'?"
                ),
                (
                    f"3:34: worlds.tile_set.2: must be one of assumed_base, {KNOWN}, {{file: …}}, or data with a name; "
                    "got 3"
                ),
            ],
        ),
        ("worlds: {tile_set: [{tiles: {}}]}", f"3:21: worlds.tile_set.1.name: {NAME}"),
        ("worlds: {tile_set: [{name: 'a, b'}]}", f"3:22: worlds.tile_set.1.name: {NAME}; got 'a, b'"),
        ("worlds: {tile_set: [{name: permuted_1}]}", f"3:22: worlds.tile_set.1.name: {NAME}; got 'permuted_1'"),
        (
            "worlds: {tile_set: [permuted_1, permuted_1]}",
            "3:33: worlds.tile_set.2: two worlds are called 'permuted_1'",
        ),
        ("worlds: {tile_set: [permuted_1], hold: most}", f"3:34: worlds.hold: {HOLD}; got 'most'"),
        (
            "worlds: {tile_set: [permuted_1], hold: {in_at_least: 0}}",
            f'3:34: worlds.hold: {HOLD}; got {{"in_at_least": 0}}',
        ),
        (
            "worlds: {tile_set: [permuted_1], hold: {in_at_least: 1.5}}",
            f'3:34: worlds.hold: {HOLD}; got {{"in_at_least": 1.5}}',
        ),
        ("vary: {worlds.tile_set: [permuted_1]}", None),
    ],
)
def test_mistakes_are_named_at_their_keys_with_what_is_allowed(text: str, found: str | list[str] | None) -> None:
    problems = wrong(text)
    if found is None:
        assert problems[0].startswith("3:8: vary.worlds.tile_set: is no path of an axis")
    else:
        assert problems == ([found] if isinstance(found, str) else found)


def test_what_the_game_finds_wrong_with_a_world_is_named_where_the_question_says_it() -> None:
    bad = json.dumps({**TILES, "12": "DDLX"})
    (written,) = wrong(f"worlds:\n  tile_set:\n    - permuted_1\n    - {{name: mine, tiles: {bad}}}\n")
    assert written.startswith("6:")
    assert ": worlds.tile_set.2.tiles.12: no terrain 'X'" in written
    Path("bad.yaml").write_text(f"tiles: {bad}")
    (filed,) = wrong("worlds: {tile_set: [permuted_1, {file: bad.yaml}]}")
    assert filed.startswith("3:33: worlds.tile_set.2.tiles.12: no terrain 'X'")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../secret.yaml", "must be a file in the config's own folder"),
        ("more/../../secret.yaml", "must be a file in the config's own folder"),
        ("/etc/hostname", "must be a file in the config's own folder"),
        ("link.yaml", "must be a file in the config's own folder"),
        ("missing.yaml", "the file cannot be read: No such file or directory"),
        ('"a\\0b"', "is no name of a file"),
        ("big.yaml", "the file is too large: 50,000,000 bytes, at most 1,048,576"),
        ("list.yaml", "the file, line 1: must be a mapping (key: value); got [1]"),
        ("broken.yaml", "the file, line 2: is not YAML: expected the node content, but found '<stream end>'"),
        ("[a]", "must be the name of a file, and nothing else beside it"),
    ],
)
def test_no_world_is_read_from_outside_the_configs_folder_or_from_what_is_none(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret.yaml").write_text(json.dumps(MINE))
    folder = tmp_path / "configs"
    (folder / "more").mkdir(parents=True)
    (folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (folder / "list.yaml").write_text("[1]")
    (folder / "broken.yaml").write_text("a: b\nc: {")
    with (folder / "big.yaml").open("wb") as file:
        file.truncate(50_000_000)
    monkeypatch.chdir(folder)
    assert wrong(f"worlds: {{tile_set: [{{file: {name}}}]}}") == [f"3:22: worlds.tile_set.1.file: {message}"]


def test_a_mapping_has_no_folder_to_look_in() -> None:
    with pytest.raises(ConfigError, match="a mapping has no folder to look in"):
        asked(worlds={"tile_set": [{"file": "mine.yaml"}]})


def test_worlds_that_are_all_alike_are_refused() -> None:
    same = {"name": "same", "tiles": dict(TILES)}
    with pytest.raises(ConfigError, match="worlds: changes nothing"):
        asked(worlds={"tile_set": [MINE, same]})


def test_worlds_of_a_game_of_which_all_is_known_are_refused() -> None:
    assert not games.load("tug_of_wargods").worlds
    with pytest.raises(ConfigError, match="worlds: everything about Tug of WarGods is known; leave it out"):
        load({"game": "tug_of_wargods", "question": "?", "worlds": {"tile_set": ["permuted_1"]}})
