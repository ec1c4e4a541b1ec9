"""Tables of matchups that are played: two axes with the same values set what the two sides play."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import simlab as sl
from simlab import report
from simlab.cli import app
from simlab.experiment import load
from simlab.metrics.pairings import sides
from simlab.result import Result, run

TEAMS = ["greentoe", "clearsky", "snarl_sobek"]


def wargods(**keys: Any) -> dict[str, Any]:
    """Return a question in which both sides choose among three teams."""
    return {
        "game": "tug_of_wargods",
        "question": "Who beats whom?",
        "seats": [{"name": "us", "team": TEAMS[0]}, {"name": "them", "team": TEAMS[0]}],
        "vary": {"seats.us.team": TEAMS, "seats.them.team": TEAMS},
        "playthroughs": 20_000,
        **keys,
    }


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Play the nine pairings."""
    return run(wargods(), root=tmp_path_factory.mktemp("teams"))


def test_played_shares_agree_with_the_exact_table(result: Result) -> None:
    choose = {"team": {"any_of": TEAMS}}
    question = {**wargods(), "seats": [choose, choose], "vary": {}, "analysis": "matchup", "method": "exact"}
    solved = sl.run(question).matchups()
    dice = {"10,10,6": "snarl_sobek", "10,6,6": "greentoe", "8,6,4": "clearsky"}  # what each of the teams rolls
    order = [dice[label] for label in solved.labels]
    (found,) = result.pairings
    for row in found.table:
        told: Any = row
        truth = solved.matchups.shares[order.index(told["row"]), order.index(told["against"])]
        assert abs(told["estimate"] - truth) < 5 * told["se"]
    best: Any = found.ranking.rows[0]
    assert best["row"] == order[int(np.argmax(solved.matchups.field()))]


def test_a_pairing_is_the_mean_of_both_ways_round(result: Result) -> None:
    (found,) = result.pairings
    row: Any = found.table.rows[0]
    shares: dict[Any, Any] = {}
    for variant in result.experiment.variants:
        rows = result.rows(variant.index, ["credit"])
        shares[tuple(variant.keys.values())] = (0.5 + (rows["credit_0"] - rows["credit_1"]) / 2).mean()
    us, them = row["row"], row["against"]
    assert row["estimate"] == pytest.approx((shares[us, them] + 1 - shares[them, us]) / 2)
    assert row["level"] == pytest.approx(1 - 0.05 / 3)
    assert row["n"] == 20_000


def test_two_axes_make_a_table_only_where_they_set_two_sides_alike() -> None:
    found = sides(load(wargods()))
    assert found is not None
    assert found.seats == ((0,), (1,))
    assert sides(load(wargods(vary={"seats.us.team": TEAMS, "seats.them.team": TEAMS[:2]}))) is None
    assert sides(load(wargods(vary={"seats.us.team": TEAMS}))) is None
    assert sides(load(wargods(vary={"rules.start_in": [1, 2, 3], "rules.members_to_win": [1, 2, 3]}))) is None


def test_sides_of_several_seats_make_a_table_too() -> None:
    ways = ["all_rounder", "raider", "turtle"]
    ours = {way: {"seats.1.policy": way, "seats.3.policy": way} for way in ways}
    theirs = {way: {"seats.2.policy": way, "seats.4.policy": way} for way in ways}
    question = {
        "game": "zoar",
        "question": "Who beats whom?",
        "seats": 4,
        "skill": "regular",
        "assign": {"tribe": "cyclic"},
        "vary": {"ours": ours, "theirs": theirs},
        "playthroughs": 40,
    }
    found = run(question).pairings
    assert len(found) == 1
    assert found[0].labels == tuple(ways)
    assert all(0 <= float(str(row["estimate"])) <= 1 for row in found[0].table)


def test_every_other_axis_has_a_table_of_its_own() -> None:
    question = wargods(playthroughs=500)
    question["vary"] = {**question["vary"], "rules.start_in": [2, 4]}
    found = run(question).pairings
    assert [one.keys for one in found] == [{"rules.start_in": 2}, {"rules.start_in": 4}]


def test_the_terminal_the_report_and_the_files_tell_the_table(result: Result) -> None:
    folder = report.build(result).parent
    text = (folder / "report.md").read_text()
    assert "Every team against every other" in text
    assert "Surely dominated" in text
    assert (folder / "pairings.csv").read_text().startswith("row,against,metric")
    assert (folder / "strengths.csv").read_text().startswith("row,metric")
    assert 'id="pairings"' in (folder / "index.html").read_text()
    Path("q.json").write_text(json.dumps(wargods(playthroughs=1_000)))
    told = CliRunner().invoke(app, ["run", "q.json", "-q"])
    assert told.exit_code == 0, told.output
    assert "Every team against every other" in told.output
    assert "no order of strength" in " ".join(told.output.split())
