"""A question in YAML becomes an experiment.

Proved on a small game of another package (``orchard/``), found by its entry point as anybody's game would be.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from simlab.document import ConfigError
from simlab.experiment import Experiment, Target, load, metric_names
from simlab.forward import Game

pytestmark = pytest.mark.usefixtures("orchard")


def asked(**keys: Any) -> dict[str, Any]:
    """Return a question about the orchard."""
    return {"game": "orchard", "question": "Are the apples enough?", **keys}


def written(text: str) -> Path:
    """Write a question about the orchard to a file; the text begins at line 3."""
    path = Path("q.yaml")
    path.write_text(f"game: orchard\nquestion: Enough?\n{text}")
    return path


# --- what an experiment is --------------------------------------------------------------------------------------------


def test_a_question_of_two_lines_asks_about_the_default_preset() -> None:
    found = load(asked())
    assert (found.game.name, found.preset, found.seed, found.assign) == ("orchard", "printed", 1, "fixed")
    assert (found.draws, found.keep_rows, found.axes, found.name) == ("split", False, {}, "orchard")
    (variant,) = found.variants
    assert variant.rules.model_dump() == {
        "apples": 12,
        "weather": "calm",
        "gust": 0.5,
        "start": 0,
        "prices": {"red": 2},
    }
    assert [(chair.name, chair.option, chair.label) for chair in variant.chairs] == [
        (name, name, name) for name in ("small", "large", "deep")
    ]
    assert variant.arrangements == ((0, 1, 2),)
    assert variant.playthroughs == 100_000


def test_values_are_the_rulebooks_then_the_presets_then_the_questions_then_the_axes() -> None:
    question = asked(
        preset="few", rules={"prices": {"blue": 4}, "apples": 9}, vary={"rules.prices.red": [7], "rules.apples": [10]}
    )
    (variant,) = load(question).variants
    rules = variant.rules.model_dump()
    assert rules["prices"] == {"red": 7, "green": 3, "blue": 4}
    assert rules["apples"] == 10


def test_variants_are_the_product_of_the_axes_and_the_last_moves_fastest() -> None:
    found = load(
        asked(vary={"rules.apples": [8, 9], "rules.start": [[1, 2], 3], "seats.2.basket": ["wide", ["deep", "deep"]]})
    )
    assert found.axes == {
        "rules.apples": (8, 9),
        "rules.start": ("[1, 2]", 3),
        "seats.2.basket": ("wide", "deep+deep"),
    }
    assert [variant.index for variant in found.variants] == list(range(8))
    assert [tuple(variant.keys.values()) for variant in found.variants][:3] == [
        (8, "[1, 2]", "wide"),
        (8, "[1, 2]", "deep+deep"),
        (8, 3, "wide"),
    ]
    assert found.variants[1].rules.start == (1, 2)  # type: ignore[attr-defined]
    assert found.variants[1].chairs[1].option == ["deep", "deep"]


@pytest.mark.parametrize("how", ["random", "cyclic", "all_orders"])
def test_editions_differ_where_any_deal_of_theirs_does(how: str) -> None:
    found = load(asked(seats=2, assign={"basket": how}, vary={"preset": ["printed", "late"]}))
    first, other = ([dealt.label for dealt in variant.dealt] for variant in found.variants)
    assert (first[:2], first[2], other[2]) == (other[:2], "deep", "wide")


def test_named_cases_set_together_what_only_makes_sense_together() -> None:
    cases = {
        "few": {"rules.apples": 6, "seats.one.basket": "small"},
        "many": {"rules.apples": 30, "seats.one.basket": "wide"},
    }
    found = load(asked(seats=[{"name": "one"}, {"name": "two"}], vary={"harvest": cases, "rules.start": [0, 1]}))
    assert found.axes == {"harvest": ("few", "many"), "rules.start": (0, 1)}
    assert [(v.keys["harvest"], v.rules.model_dump()["apples"], v.chairs[0].option) for v in found.variants] == [
        ("few", 6, "small"),
        ("few", 6, "small"),
        ("many", 30, "wide"),
        ("many", 30, "wide"),
    ]


def test_the_number_of_seats_can_be_varied_where_the_game_allows_several() -> None:
    found = load(asked(vary={"seats": [2, 3]}, assign={"basket": "cyclic"}, playthroughs=10))
    assert [len(variant.chairs) for variant in found.variants] == [2, 3]
    turned = [((0, 1), (1, 2), (2, 0)), ((0, 1, 2), (1, 2, 0), (2, 0, 1))]
    assert [variant.arrangements for variant in found.variants] == turned
    assert [variant.playthroughs for variant in found.variants] == [12, 12]


def test_seats_are_named_by_the_config_else_by_what_they_play_and_each_name_once() -> None:
    seats = [{"name": "small"}, {"basket": "small"}, {"basket": "small"}]
    assert [chair.name for chair in load(asked(seats=seats)).variants[0].chairs] == ["small", "small 2", "small 3"]
    found = load(asked(seats=seats, vary={"seats.3.basket": ["deep", "wide"]}))
    assert [[chair.name for chair in variant.chairs] for variant in found.variants] == [
        ["small", "small 2", "seat 3"]
    ] * 2


@pytest.mark.parametrize(
    ("how", "arrangements", "playthroughs"),
    [
        ("fixed", ((0, 1, 2),), 100),
        ("cyclic", ((0, 1, 2), (1, 2, 0), (2, 0, 1)), 102),
        ("all_orders", ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)), 102),
        ("random", ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)), 100),
    ],
)
def test_options_are_dealt_in_arrangements_and_playthroughs_make_whole_sets_of_them(
    how: str, arrangements: tuple[tuple[int, ...], ...], playthroughs: int
) -> None:
    (variant,) = load(asked(assign={"basket": how}, playthroughs=100)).variants
    assert variant.arrangements == arrangements
    assert variant.playthroughs == playthroughs


def test_whole_numbers_may_be_written_as_powers_of_ten() -> None:
    found = load(written("playthroughs: 1e6\nseed: 2e3\n"))
    assert (found.variants[0].playthroughs, found.seed) == (1_000_000, 2000)
    assert type(found.variants[0].playthroughs) is type(found.seed) is int


def test_overrides_a_seed_and_a_limit_come_on_top_and_are_recorded() -> None:
    path = written("rules: {apples: 9}\nvary: {rules.start: [0, 1]}\nplaythroughs: 1000\n")
    overrides = ("rules.apples=20", "vary.rules.start.2=5", "vary.seats.2.basket=[deep, wide]")
    found = load(path, overrides=overrides, seed=7, limit=10)
    assert found.overrides == overrides
    assert found.seed == found.resolved["seed"] == 7
    assert found.axes == {"rules.start": (0, 5), "seats.2.basket": ("deep", "wide")}
    assert {variant.playthroughs for variant in found.variants} == {10}
    assert {variant.rules.model_dump()["apples"] for variant in found.variants} == {20}
    assert found.text == path.read_text()
    assert load(path, limit=10**9).variants[0].playthroughs == 1000


def test_a_mapping_and_a_file_that_say_the_same_are_the_same_experiment() -> None:
    path = written("vary: {rules.start: [0, 1]}\n")
    same = load({"game": "orchard", "question": "Enough?", "vary": {"rules.start": (0, 1)}})
    assert load(path).resolved == same.resolved
    assert (load(path).name, same.name) == ("q", "orchard")
    assert json.loads(same.text)["vary"] == {"rules.start": [0, 1]}


def test_what_is_commented_out_counts_as_absent() -> None:
    assert load(written("rules:\n  # apples: 3\nvary:\ntargets:\n")).axes == {}


# --- identity ---------------------------------------------------------------------------------------------------------

FIRST = {"vary": {"rules.start": [0, 1]}, "playthroughs": 100}


@pytest.mark.parametrize(
    "change",
    [
        {"question": "Something else?"},
        {"playthroughs": 999},
        {"targets": [{"metric": "storm", "at_most": 0.5}]},
        {"metrics": ["weight"]},
        {"draws": "loss"},
        {"report": {"title": "Apples", "notes": "none"}},
        {"preset": "printed", "rules": {"apples": 12}},
        {"seats": [{"name": "first"}, {"name": "second"}, {"name": "third"}]},
    ],
)
def test_what_is_asked_of_the_playthroughs_does_not_change_their_digest(change: dict[str, Any]) -> None:
    assert load(asked(**FIRST)).digest == load({**asked(**FIRST), **change}).digest


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 2},
        {"keep_rows": True},
        {"rules": {"apples": 13}},
        {"vary": {"rules.start": [1, 0]}},
        {"seats": 2},
        {"seats": [{"basket": "small"}, {"basket": "large"}, {"basket": "wide"}]},
        {"assign": {"basket": "cyclic"}},
        {"assign": {"basket": "random"}},
    ],
)
def test_what_determines_the_playthroughs_changes_their_digest(change: dict[str, Any]) -> None:
    assert load(asked(**FIRST)).digest != load({**asked(**FIRST), **change}).digest


def test_the_digest_depends_on_nothing_but_the_question() -> None:
    question = asked(**FIRST, seats=2, assign={"basket": "random"})
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}\nfrom simlab.experiment import load; print(load({question!r}).digest)"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        )
        for seed in ("1", "2")
    ]
    assert {run.stdout.strip() for run in runs} == {load(question).digest}


def test_resolved_and_identity_are_json_and_leave_nothing_to_look_up() -> None:
    question = asked(**FIRST, targets=[{"metric": "win_share", "by": "seat", "within_fair": {"points": 2}}])
    found = load(question)
    assert json.loads(json.dumps(found.resolved)) == found.resolved
    assert found.resolved["variants"][1]["rules"]["start"] == 1
    assert found.resolved["targets"] == [{"metric": "win_share", "by": "seat", "within_fair": 2.0}]
    whole = {"game", "game_version", "seed", "keep_rows", "method", "assign", "variants"}
    assert set(found.identity) == whole
    assert found.identity["game_version"] == 3


# --- targets, comparisons, metrics ------------------------------------------------------------------------------------


def test_targets_and_comparisons_carry_what_was_asked() -> None:
    found = load(
        asked(
            vary={"rules.start": [0, [1, 2]], "seats.2.basket": ["wide", ["deep", "deep"]]},
            targets=[
                {
                    "metric": "win_share",
                    "of": {"basket": "deep+deep"},
                    "where": {"rules.start": [1, 2]},
                    "within": [0.2, 0.4],
                },
                {"metric": "picked", "of": "winner", "quantile": 0.5, "at_least": 3},
                {"metric": "victory_kind", "of": {"value": "all_gone"}, "by": "rules.start", "at_most": 0.1},
                {"metric": "win_share", "by": "turn_position", "within_fair": {"points": 2}},
            ],
            compare=[
                {"metric": "weight", "key": "rules.start", "against": 0, "where": {"seats.2.basket": ["deep", "deep"]}},
                {
                    "metric": "picked",
                    "of": {"seat": "small"},
                    "key": "seats.2.basket",
                    "against": "wide",
                    "within": [-1, 1],
                },
            ],
            metrics=["rounds", "storm", "rounds"],
        )
    )
    assert found.targets == (
        Target("win_share", of={"basket": "deep+deep"}, where={"rules.start": "[1, 2]"}, within=(0.2, 0.4)),
        Target("picked", of={"winner": True}, quantile=0.5, at_least=3),
        Target("victory_kind", by="rules.start", of={"value": "all_gone"}, at_most=0.1),
        Target("win_share", by="turn_position", within_fair=2),
    )
    assert [(c.metric, c.key, c.against, c.of, c.where, c.within) for c in found.compare] == [
        ("weight", "rules.start", 0, None, {"seats.2.basket": "deep+deep"}, None),
        ("picked", "seats.2.basket", "wide", {"seat": "small"}, None, (-1, 1)),
    ]
    assert found.metrics == ("rounds", "storm")


def test_a_band_has_the_edges_that_were_given() -> None:
    assert Target("rounds", within=(2, 5)).band(0.25) == (2, 5)
    assert Target("rounds", at_most=5).band(0.25) == (None, 5)
    assert Target("rounds", at_least=0).band(0.25) == (0, None)
    assert Target("win_share", within_fair=5).band(0.25) == (0.2, 0.3)


def test_metrics_are_the_win_share_the_shared_columns_and_the_games_own(orchard: Game) -> None:
    names = metric_names(orchard)
    assert names[0] == "win_share"
    assert {"rounds", "truncated", "lead_changes", "victory_kind", "picked"} <= set(names)


# --- notes ------------------------------------------------------------------------------------------------------------


def test_notes_are_text_or_a_file_of_the_configs_own_folder(tmp_path: Path) -> None:
    folder = tmp_path / "configs"
    (folder / "more").mkdir(parents=True)
    (folder / "more" / "notes.md").write_text("# Apples\n")
    path = folder / "q.yaml"
    path.write_text("game: orchard\nquestion: '?'\nreport: {title: Apples, notes: {file: more/notes.md}}\n")
    report = load(path).report
    assert (report.title, report.notes) == ("Apples", "# Apples\n")
    assert load(asked(report={"notes": "plain"})).report.notes == "plain"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../secret.md", "must be a file in the config's own folder"),
        ("more/../../secret.md", "must be a file in the config's own folder"),
        ("more/../notes.md", "must be a file in the config's own folder"),
        ("/etc/hostname", "must be a file in the config's own folder"),
        ("link.md", "must be a file in the config's own folder"),
        ("folder_link/secret.md", "must be a file in the config's own folder"),
        ("missing.md", "the file cannot be read: No such file or directory"),
        ("more", "the file is not a regular file"),
        ("circle", "is no name of a file"),
        ('"a\\0b"', "is no name of a file"),
        ("big.md", "the file is too large: 50,000,000 bytes, at most 1,048,576"),
    ],
)
def test_no_path_leads_out_of_the_configs_folder(name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("secret")
    folder = tmp_path / "configs"
    (folder / "more").mkdir(parents=True)
    (folder / "notes.md").write_text("notes")
    (folder / "link.md").symlink_to(tmp_path / "secret.md")
    (folder / "folder_link").symlink_to(tmp_path)
    (folder / "circle").symlink_to("circle")
    with (folder / "big.md").open("wb") as file:
        file.truncate(50_000_000)
    path = folder / "q.yaml"
    path.write_text(f"game: orchard\nquestion: '?'\nreport: {{notes: {{file: {name}}}}}\n")
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert str(caught.value) == f"{path}:3:18: report.notes.file: {message}"


def test_a_mapping_has_no_folder_to_read_notes_from() -> None:
    with pytest.raises(ConfigError, match="a mapping has no folder to look in"):
        load(asked(report={"notes": {"file": "q.yaml"}}))


@pytest.mark.parametrize(
    ("file", "name"), [("my question.v2.yaml", "my_question_v2"), ("..yaml", ""), ("ä-1.yaml", "ä-1")]
)
def test_the_name_of_an_experiment_can_name_a_folder(file: str, name: str) -> None:
    Path(file).write_text("game: orchard\nquestion: '?'\n")
    assert load(file).name == (name or "orchard")


# --- what it costs ----------------------------------------------------------------------------------------------------


def test_checking_a_question_imports_neither_numba_nor_tables_nor_pictures(root: Path) -> None:
    """Only a question that samples its variants needs SciPy, which draws them."""
    code = (
        "import sys\nfrom pathlib import Path\nfrom simlab.experiment import load, schema\nschema()\n"
        "paths = [path for path in Path('configs').glob('*/*.yaml') if 'sample:' not in path.read_text()]\n"
        "[load(path) for path in paths]\n"
        "heavy = {'numba', 'pandas', 'scipy', 'matplotlib', 'pyarrow'} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_experiment_is_a_value_that_cannot_be_changed() -> None:
    found: Experiment = load(asked())
    with pytest.raises(AttributeError):
        found.seed = 2  # type: ignore[misc]
