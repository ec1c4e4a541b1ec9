"""Worlds that a game draws: named by the seed, a sample of all there could be."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from simlab import games, report
from simlab.cli import app
from simlab.document import ConfigError
from simlab.experiment import load
from simlab.experiment.restore import restore
from simlab.result import Result, run
from simlab.stats.worlds import average, share_at_least


def asked(worlds: Any, **keys: Any) -> dict[str, Any]:
    """Return a question about Zoar with these worlds."""
    return {
        "game": "zoar",
        "question": "Who wins?",
        "seats": 2,
        "assign": {"tribe": "all_orders"},
        "worlds": worlds,
        "playthroughs": 600,
        "seed": 3,
        "targets": [
            {"metric": "win_share", "by": "turn_position", "within_fair": {"points": 20}},
            {"metric": "truncated", "at_most": 0.5},
        ],
        **keys,
    }


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Play on five drawn sets of tiles and ask for the mean over all."""
    question = asked({"tile_set": {"draw": 5}, "hold": "on_average"})
    return run(question, root=tmp_path_factory.mktemp("drawn"))


def test_draws_are_named_by_the_seed_and_written_into_the_question() -> None:
    question = asked({"tile_set": {"draw": 4}})
    found = load(question)
    assert found.worlds is not None
    assert found.worlds.labels == ("drawn_1", "drawn_2", "drawn_3", "drawn_4")
    assert found.worlds.is_drawn
    tiles = [variant.world["tile_set"]["tiles"] for variant in found.variants]
    assert all(tiles[0] != other for other in tiles[1:])
    assert tiles == [variant.world["tile_set"]["tiles"] for variant in load(question).variants]
    assert tiles[0] == games.load("zoar").draw_world("tile_set", "seed 3/drawn_1")["tiles"]
    assert tiles != [variant.world["tile_set"]["tiles"] for variant in load({**question, "seed": 4}).variants]
    longer = load(asked({"tile_set": {"draw": 6}}))
    assert tiles == [variant.world["tile_set"]["tiles"] for variant in longer.variants][:4]


def test_a_run_remembers_what_was_drawn(result: Result) -> None:
    again = restore(result.experiment.resolved, name="x", text="", overrides=())
    assert again.worlds == result.experiment.worlds
    assert [variant.world for variant in again.variants] == [variant.world for variant in result.experiment.variants]
    assert again.digest == result.experiment.digest


def test_the_mean_over_worlds_is_read_off_the_worlds(result: Result) -> None:
    every: list[Any] = [row for row in result.verdicts() if row["target"] == 1]
    told: list[Any] = [row for row in result.conclusions() if row["target"] == 1]
    assert len(told) == 2
    for row in told:
        shares = [one["estimate"] for one in every if one["whose"] == row["whose"]]
        plain = average(shares, playthroughs=3_000)
        assert row["estimate"] == pytest.approx(plain.estimate)
        assert row["lo"] <= plain.lo
        assert row["hi"] >= plain.hi
        assert row["worlds"] == 5
        assert row["family"] == 2
        assert (row["least"], row["most"]) == (min(shares), max(shares))
        assert row["worst"].startswith("drawn_")


def test_worlds_that_all_give_the_same_keep_their_own_luck(result: Result) -> None:
    row: Any = next(row for row in result.conclusions() if row["target"] == 2)
    assert row["estimate"] == 0
    assert row["hi"] > 0
    assert row["verdict"] == "inside"


def test_the_share_of_all_worlds_is_judged_by_its_limit() -> None:
    few, many = (
        run(asked({"tile_set": {"draw": number}, "hold": {"in_at_least": 0.7}}), root="r") for number in (5, 12)
    )
    rows: list[Any] = [next(row for row in one.conclusions() if row["target"] == 2) for one in (few, many)]
    assert [row["verdict"] for row in rows] == ["undecided", "inside"]  # 5 of 5 say less than 12 of 12
    assert rows[0]["least_share"] == share_at_least(5, 5)
    assert rows[0]["holds_in"] == 5


def test_the_terminal_and_the_report_say_what_the_worlds_are(result: Result) -> None:
    text = (report.build(result).parent / "report.md").read_text()
    assert "5 drawn tile sets" in text
    assert "The mean is over" in text
    assert "stand for all that are consistent with what is known" in text
    Path("q.json").write_text(json.dumps(asked({"tile_set": {"draw": 3}})))
    told = CliRunner().invoke(app, ["run", "q.json", "-q"])
    assert told.exit_code == 0, told.output
    assert "drawn tile sets" in " ".join(told.output.split())


@pytest.mark.parametrize(
    ("worlds", "key", "message"),
    [
        ({"tile_set": {"draw": 1}}, "worlds.tile_set.draw", "from 2 to 200; got 1"),
        ({"tile_set": {"draw": 500}}, "worlds.tile_set.draw", "from 2 to 200; got 500"),
        ({"tile_set": {"draw": True}}, "worlds.tile_set.draw", "got true"),
        ({"tile_set": {"drw": 3}}, "worlds.tile_set.drw", "did you mean 'draw'"),
        (
            {"tile_set": ["assumed_base", "permuted_1"], "hold": "on_average"},
            "worlds.hold",
            "listed ones are no sample",
        ),
        ({"tile_set": {"draw": 3}, "hold": "on_avrage"}, "worlds.hold", "must be in_every, on_average"),
    ],
)
def test_mistakes_are_named_before_anything_runs(worlds: Any, key: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(asked(worlds))
    found = [problem for problem in caught.value.problems if problem.key == key]
    assert found, caught.value
    assert message in found[0].message


@pytest.mark.usefixtures("summit")
def test_a_game_of_which_all_is_known_has_nothing_to_draw() -> None:
    question = {"game": "summit", "question": "Who wins?", "worlds": {"hill": {"draw": 3}}}
    with pytest.raises(ConfigError, match="everything about"):
        load(question)
