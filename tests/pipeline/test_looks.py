"""Questions that stop when they have seen enough: at planned sizes, always on a prefix, whatever interrupts them."""

import json
from pathlib import Path
from typing import Any

import pytest

import simlab as sl
from simlab.document import ConfigError
from simlab.experiment import load
from simlab.experiment.stopping import FIRST, sizes
from simlab.result import run
from simlab.stats.intervals import proportion
from simlab.stats.looks import level_of_each

SEATS = [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "snarl_sobek"}]


def _question(**more: Any) -> dict[str, Any]:
    return {
        "game": "tug_of_wargods",
        "question": "Is it even?",
        "seats": SEATS,
        "playthroughs": {"until": "decided", "max": 300_000},
        "targets": [
            {"metric": "win_share", "of": {"seat": "hero"}, "at_most": 0.155}
        ],  # 0.148 in truth: takes some looks
        **more,
    }


def _looks(result: sl.Result) -> list[dict[str, Any]]:
    return [look for look in result.manifest["looks"] if "asked" in look]


def _half_width(metric: Any) -> float:
    return max(
        float(half) for row in metric.table for half in (row["hi"] - row["estimate"], row["estimate"] - row["lo"])
    )


def test_sizes_double_and_a_longer_plan_looks_where_a_shorter_one_did() -> None:
    assert sizes(10_000) == (1024, 2048, 4096, 10_000)
    assert sizes(40_000)[:3] == sizes(10_000)[:3]
    assert sizes(500) == (500,)
    assert all(size % 24 == 0 for size in sizes(240_000, 24))
    assert sizes(40_000, 5_000) == (5_000, 10_000, 20_000, 40_000)


def test_a_clear_answer_stops_at_the_first_look() -> None:
    question = _question(targets=[{"metric": "win_share", "of": {"seat": "hero"}, "at_least": 0.9}])
    result = run(question)
    assert result.playthroughs == {0: FIRST}
    assert result.verdicts().rows[0]["verdict"] == "below"
    assert "looks" in str(result.verdicts().rows[0]["method"])


def test_an_estimate_of_several_looks_is_made_at_the_level_of_each() -> None:
    result = run(_question())
    experiment = result.experiment
    row: Any = result.verdicts().rows[0]
    alone = run({**_question(), "playthroughs": result.playthroughs[0]}, root="alone").metric("win_share", level=0.5)
    assert row["level"] == 0.95
    assert experiment.variants[0].looks == sizes(300_000)
    wins = round(row["estimate"] * row["n"])
    each = proportion(wins, row["n"], level_of_each(0.95, experiment.variants[0].looks))
    assert (row["lo"], row["hi"]) == (each.lo, each.hi)
    assert alone.table.rows[0]["estimate"] == row["estimate"]


def test_only_variants_that_are_open_go_on() -> None:
    question = _question(
        vary={"seats.hero.team": ["clearsky", "snarl_sobek"]}, playthroughs={"until": "decided", "max": 8_000}
    )
    question["targets"] = [{"metric": "win_share", "of": {"seat": "hero"}, "within": [0.4, 0.5]}]
    result = run(question)
    assert result.playthroughs[0] < result.playthroughs[1] == 8_000  # even against itself: on the edge, never decided
    assert [row["verdict"] for row in result.verdicts()] == ["below", "undecided"]


def test_a_comparison_keeps_both_of_its_variants_going() -> None:
    question = _question(
        targets=[],
        vary={"rules.start_in": [2, 3]},
        compare=[{"metric": "rounds", "key": "rules.start_in", "against": 2, "within": [-100, 0.0]}],
        playthroughs={"until": "decided", "max": 50_000},
    )
    result = run(question)
    assert len(set(result.playthroughs.values())) == 1
    assert result.contrasts().rows[0]["verdict"] != "undecided"


def test_a_tolerance_stops_what_lies_on_an_edge() -> None:
    question = _question(seats=[{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "greentoe"}])
    question["targets"] = [{"metric": "win_share", "of": {"seat": "hero"}, "at_most": 0.5}]
    question["playthroughs"] = {"until": "decided", "max": 300_000, "tolerance": 0.02}
    result = run(question)
    row: Any = result.verdicts().rows[0]
    assert result.playthroughs[0] < 300_000
    assert row["verdict"] == "undecided"
    assert row["hi"] - row["estimate"] <= 0.02


def test_precision_stops_at_the_first_look_that_has_it() -> None:
    question = _question(
        targets=[],
        playthroughs={"precision": {"metric": "win_share", "by": "seat", "half_width": 0.015}, "max": 1_000_000},
    )
    result = run(question)
    (n,) = result.playthroughs.values()
    every = result.experiment.variants[0].looks
    assert n in every
    assert _half_width(result.metric("win_share")) <= 0.015
    before = run({**question, "playthroughs": every[every.index(n) - 1]}, root="before")
    assert _half_width(before.metric("win_share", level=level_of_each(0.95, every))) > 0.015


def test_threads_and_blocks_do_not_move_a_look() -> None:
    one, two = run(_question(), workers=1, root="one"), run(_question(), workers=2, root="two")
    assert one.playthroughs == two.playthroughs
    assert one.verdicts().rows == two.verdicts().rows


@pytest.mark.parametrize("stop_after", [1, 2, 4])
def test_a_killed_run_goes_on_as_if_nothing_had_happened(stop_after: int) -> None:
    whole = run(_question(), root="whole")
    blocks = 0

    def die(*_: object) -> None:
        nonlocal blocks
        blocks += 1
        if blocks == stop_after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(_question(), root="killed", on_block=die)
    resumed = run(_question(), root="killed")
    assert resumed.playthroughs == whole.playthroughs
    assert resumed.verdicts().rows == whole.verdicts().rows
    assert [look["open"] for look in _looks(resumed)] == [look["open"] for look in _looks(whole)]


def test_a_look_is_on_disk_before_the_next_playthrough() -> None:
    def die(done: int, *_: object) -> None:
        if done > 2 * FIRST:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(_question(), root="killed", on_block=die)
    (folder,) = Path("killed").iterdir()
    noted = [look["of"] for look in json.loads((folder / "manifest.json").read_text())["looks"]]
    assert noted == [[FIRST], [2 * FIRST]]


def test_a_finished_run_is_opened_and_plays_nothing() -> None:
    run(_question())
    played: list[int] = []
    again = run(_question(), on_block=lambda done, *_: played.append(done))
    assert not played
    assert again.verdicts().rows == run(_question(), root="other").verdicts().rows


@pytest.mark.parametrize(
    ("playthroughs", "key", "message"),
    [
        ({"until": "decided"}, "playthroughs.max", "is missing"),
        ({"precision": {"metric": "rounds", "half_width": 0.1}}, "playthroughs.max", "is missing"),
        ({"until": "enough", "max": 10}, "playthroughs.until", "must be decided"),
        ({"max": 10}, "playthroughs", "exactly one of until, precision; got none"),
        ({"untl": "decided", "max": 10}, "playthroughs.untl", "did you mean 'until'"),
        (
            {"precision": {"metric": "round", "half_width": 1}, "max": 10},
            "playthroughs.precision.metric",
            "did you mean 'rounds'",
        ),
        (
            {"precision": {"metric": "win_share", "half_width": 0.1}, "max": 10},
            "playthroughs.precision",
            "every seat has its own",
        ),
        (
            {"precision": {"metric": "rounds", "half_width": 0}, "max": 10},
            "playthroughs.precision.half_width",
            "above 0",
        ),
        (
            {"precision": {"metric": "rounds", "half_width": 1}, "max": 10, "tolerance": 1},
            "playthroughs.tolerance",
            "belongs to until",
        ),
        ({"until": "decided", "max": {"export": 10}}, "playthroughs.max.export", "unknown key"),
        ({"until": "decided", "max": 0}, "playthroughs.max", "from 1 to 1,000,000,000,000"),
        ({"until": "decided", "max": 10, "tolerance": -1}, "playthroughs.tolerance", "above 0"),
        (0, "playthroughs", "from 1 to 1,000,000,000,000, or a mapping (key: value) with keys until, precision, max"),
    ],
)
def test_mistakes_are_named_before_anything_runs(playthroughs: Any, key: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(_question(playthroughs=playthroughs))
    found = [problem for problem in caught.value.problems if problem.key == key]
    assert found, caught.value
    assert message in found[0].message


def test_until_decided_wants_something_to_decide() -> None:
    with pytest.raises(ConfigError, match="nothing is to be decided"):
        load(_question(targets=[]))


def test_an_exact_answer_has_nothing_to_look_at() -> None:
    with pytest.raises(ConfigError, match="nothing is played"):
        load(_question(method="exact"))


def test_a_matchup_has_nothing_to_look_at() -> None:
    question = {
        "game": "tug_of_wargods",
        "question": "Which team?",
        "analysis": "matchup",
        "seats": [{"name": "hero", "team": "all_legal"}, {"name": "rival", "team": "all_legal"}],
        "playthroughs": {"until": "decided", "max": 1_000},
        "targets": [{"metric": "largest_gap", "at_most": 0.2}],
    }
    with pytest.raises(ConfigError, match="nothing is played"):
        load(question)


def test_precision_over_variants_that_are_not_there_is_refused() -> None:
    precision = {"metric": "rounds", "half_width": 1, "where": {"rules.start_in": 99}}
    question = _question(vary={"rules.start_in": [2, 3]}, playthroughs={"precision": precision, "max": 1_000})
    with pytest.raises(ConfigError) as caught:
        load(question)
    assert any(problem.key.startswith("playthroughs.precision.where") for problem in caught.value.problems)
