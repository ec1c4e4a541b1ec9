"""What was looked at is on record: earlier looks count, the run says how many there were and why it ended."""

import re
from typing import Any

import pytest

import simlab as sl
from simlab.cli import app
from simlab.experiment.stopping import FIRST, sizes
from simlab.report import build
from simlab.report.looks import told
from simlab.result import run
from simlab.stats.intervals import proportion
from simlab.stats.looks import level_of_each, level_together

SEATS = [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "snarl_sobek"}]
EVEN = [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "greentoe"}]
ON_ITS_EDGE = [{"metric": "win_share", "of": {"seat": "hero"}, "at_most": 0.5}]


def _question(most: int, **more: Any) -> dict[str, Any]:
    return {
        "game": "tug_of_wargods",
        "question": "Is it even?",
        "seats": EVEN,
        "playthroughs": {"until": "decided", "max": most},
        "targets": ON_ITS_EDGE,
        **more,
    }


def _looks(result: sl.Result) -> tuple[int, ...]:
    return result.experiment.variants[0].looks


def _row(result: sl.Result) -> Any:
    return result.verdicts().rows[0]


def test_a_longer_plan_counts_the_looks_of_the_shorter_one() -> None:
    shorter = run(_question(10_000))
    longer = run(_question(40_000))
    assert longer.folder == shorter.folder
    assert _looks(shorter) == (1024, 2048, 4096, 10_000)
    assert _looks(longer) == (1024, 2048, 4096, 10_000, 16_384, 40_000)
    row = _row(longer)
    each = proportion(round(row["estimate"] * row["n"]), row["n"], level_of_each(0.95, _looks(longer)))
    assert (row["lo"], row["hi"], row["n"]) == (each.lo, each.hi, 40_000)
    assert [look["of"] for look in shorter.manifest["looks"]] == [[size] for size in _looks(shorter)]
    noted = [look["of"] for look in longer.manifest["looks"]]
    assert noted == [[1024], [2048], [4096], [10_000], [10_000], [16_384], [40_000]]  # read again at the new level


def test_a_longer_plan_that_is_asked_again_plays_nothing() -> None:
    run(_question(10_000))
    longer, played = run(_question(40_000)), []
    again = run(_question(40_000), on_block=lambda done, *_: played.append(done))
    assert not played
    assert again.manifest["looks"] == longer.manifest["looks"]
    assert again.verdicts().rows == longer.verdicts().rows


def test_another_target_on_a_run_that_was_looked_at_looks_where_it_stands_and_then_goes_on() -> None:
    clear = [{"metric": "win_share", "of": {"seat": "hero"}, "at_least": 0.9}]
    first = run(_question(8_000, targets=clear))
    assert first.playthroughs == {0: FIRST}
    second = run(_question(8_000))
    assert [look["of"] for look in second.manifest["looks"] if "asked" in look] == [
        [1024],
        [1024],
        [2048],
        [4096],
        [8000],
    ]
    assert _looks(second) == sizes(8_000)


def test_what_was_played_for_a_fixed_number_is_the_first_look() -> None:
    run(_question(0, playthroughs=5_000))
    result = run(_question(30_000))
    assert _looks(result) == (5_000, 8_192, 16_384, 30_000)
    assert _row(result)["n"] == 30_000


def test_more_than_the_most_is_looked_at_as_it_is() -> None:
    run(_question(0, playthroughs=20_000))
    result = run(_question(10_000))
    assert _looks(result) == (20_000,)
    assert result.playthroughs == {0: 20_000}
    assert result.manifest["looks"][-1]["ended"] == "max"


def test_a_run_of_a_fixed_number_that_is_made_longer_says_what_its_looks_are_worth() -> None:
    assert told(run(_question(0, playthroughs=5_000))) == ""
    text = told(run(_question(0, playthroughs=20_000)))
    assert "5,000 and 20,000 playthroughs" in text
    together = float(re.search(r"together at ([\d.]+)", text)[1])  # type: ignore[index]
    assert together == pytest.approx(100 * level_together(0.95, (5_000, 20_000)), abs=0.05)
    assert 90.25 < together < 95  # two looks that know nothing of each other, and one


def test_every_look_says_what_it_saw() -> None:
    result = run(_question(300_000, seats=SEATS, targets=[{**ON_ITS_EDGE[0], "at_most": 0.155}]))
    *before, last = result.manifest["looks"]
    assert before
    assert all(look["saw"] == {"undecided": 1} and look["open"] == [0] for look in before)
    assert (last["saw"], last["open"], last["ended"]) == ({"inside": 1}, [], "enough")


def test_precision_says_how_wide_it_saw() -> None:
    precision = {"metric": "win_share", "by": "seat", "half_width": 0.02}
    result = run(_question(0, playthroughs={"precision": precision, "max": 50_000}, targets=[]))
    *before, last = [look["saw"]["half_width"] for look in result.manifest["looks"]]
    assert all(width > 0.02 for width in before)
    assert last <= 0.02


def test_levels_with_different_numbers_end_each_at_its_own() -> None:
    result = sl.run(
        {
            "game": "zoar",
            "question": "Is it even?",
            "seats": [{"name": "a"}, {"name": "b"}],
            "skill": {"verdict": "regular", "check": ["beginner"]},
            "playthroughs": {"until": "decided", "max": {"default": 1_500, "beginner": 300}},
            "targets": [{"metric": "rounds", "within": [0, 1]}],
        }
    )
    assert {variant.playthroughs for variant in result.experiment.variants} >= {1_500, 300}
    assert all(
        n == variant.looks[0]
        for n, variant in zip(result.playthroughs.values(), result.experiment.variants, strict=True)
    )


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"targets": [{**ON_ITS_EDGE[0], "at_most": 0.9}]}, "all that was asked is decided"),
        ({}, "is never decided"),
        ({"playthroughs": {"until": "decided", "max": 8_000, "tolerance": 0.05}}, "to within 0.05"),
        (
            {"playthroughs": {"precision": {"metric": "rounds", "half_width": 1.0}, "max": 8_000}, "targets": []},
            "enough is known",
        ),
        (
            {"playthroughs": {"precision": {"metric": "rounds", "half_width": 0.001}, "max": 8_000}, "targets": []},
            "not known so well",
        ),
    ],
)
def test_a_run_says_how_often_it_was_looked_at_and_why_it_ended(more: dict[str, Any], why: str) -> None:
    result = run(_question(8_000, **more))
    text = told(result)
    assert why in text
    assert f"of up to {len(sizes(8_000))}" in text
    assert f"{100 * level_of_each(0.95, sizes(8_000)):.4g}" in text
    page = build(result)
    assert why in page.read_text()
    assert "not finished" not in (page.parent / "report.md").read_text()


def test_a_plan_of_one_look_is_not_worth_a_word() -> None:
    assert told(run(_question(500))) == ""


def test_the_command_line_says_it_too(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    import json

    path = tmp_path / "even.yaml"
    path.write_text(json.dumps(_question(8_000)))
    with pytest.raises(SystemExit):
        app(["check", str(path)])
    assert "up to 8,000 playthroughs" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        app(["run", str(path), "--quiet"])
    assert "Looked 4 times of up to 4" in capsys.readouterr().out.replace("\n", " ")
