"""What a result says, held against the same worked out from its rows with NumPy alone."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes

from simlab.engine import BATCH
from simlab.engine.blocks import ROWS_KEPT, job
from simlab.engine.steps import Playthrough
from simlab.games.tug_of_wargods.state import VictoryKind
from simlab.metrics import UnknownMetricError
from simlab.result import Result, open_run, run

Z = 5  # standard errors that a mean may be off
N = 20_000
QUESTION: dict[str, Any] = {
    "game": "tug_of_wargods",
    "question": "Who wins?",
    "seats": [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "clearsky"}],
    "playthroughs": N,
    "seed": 20261130,
}
GRID = {"rules.start_in": [2, 4], "rules.rounding": ["floor", "ceil"]}


def asked(**changes: Any) -> Result:
    """Play the question with some keys changed."""
    return run({**QUESTION, **changes})


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Play four variants once."""
    return run({**QUESTION, "vary": GRID}, root=tmp_path_factory.mktemp("grid"))


def only(result: Result, metric: str, **question: Any) -> dict[str, Any]:
    """Return the one row that answers."""
    (row,) = result.metric(metric, **question).table.rows
    return row


def agrees(row: dict[str, Any], values: Any) -> bool:
    """Say whether a row is the mean of these values, with the error of independent ones and an interval around it."""
    sample = np.asarray(values, float)
    error = sample.std() / np.sqrt(sample.size)
    same = row["estimate"] == pytest.approx(sample.mean(), rel=1e-12) and row["n"] == sample.size
    # the divisor of a variance may be n or n - 1
    return bool(
        same and row["se"] == pytest.approx(error, rel=1 / sample.size) and row["lo"] < row["estimate"] < row["hi"]
    )


# --- whose ------------------------------------------------------------------------------------------------------------


def test_a_seats_metrics_are_means_over_its_rows(grid: Result) -> None:
    for variant in range(4):
        rows = grid.rows(variant)
        where = grid.experiment.variants[variant].keys
        for seat, name in enumerate(("hero", "rival")):
            for metric, column in (("win_share", "credit"), ("won", "won"), ("crossings", "crossings")):
                row = only(grid, metric, of={"seat": name}, where=where)
                assert agrees(row, rows[f"{column}_{seat}"]), (metric, name, where)


def test_shares_and_means_of_the_whole_table_are_those_of_the_rows(grid: Result) -> None:
    rows = grid.rows(0)
    where = grid.experiment.variants[0].keys
    for metric in ("rounds", "final_margin", "comeback", "one_turn", "lead_changes"):
        assert agrees(only(grid, metric, where=where), rows[metric]), metric


def test_a_category_is_told_by_value_and_its_shares_make_a_whole(grid: Result) -> None:
    table = grid.metric("victory_kind", where={"rules.start_in": 2, "rules.rounding": "ceil"}).table
    shares = grid.rows(1)["victory_kind"].value_counts(normalize=True)
    assert {row["value"]: row["estimate"] for row in table} == pytest.approx(shares.to_dict(), rel=1e-12)
    assert sum(float(str(row["estimate"])) for row in table) == pytest.approx(1)
    assert {row["level"] for row in table} == {1 - 0.05 / len(table)}


def test_two_shares_of_one_win_are_a_single_statement(grid: Result) -> None:
    assert {row["level"] for row in grid.metric("win_share").table} == {0.95}
    assert {row["level"] for row in grid.metric("crossings").table} == {1 - 0.05 / 2}


def test_the_winners_value_is_read_where_someone_won(grid: Result) -> None:
    rows = grid.rows(0)
    crossings = np.where(rows["won_0"] == 1, rows["crossings_0"], rows["crossings_1"])
    has_winner = (rows["won_0"] + rows["won_1"]) == 1
    row = only(grid, "crossings", of={"winner": True}, where=grid.experiment.variants[0].keys)
    assert agrees(row, crossings[has_winner])


@pytest.mark.parametrize("how", ["random", "cyclic", "all_orders"])
def test_a_team_is_followed_to_wherever_it_is_dealt(how: str) -> None:
    result = asked(assign={"team": how})
    rows = result.rows()
    deals = np.array(result.experiment.variants[0].arrangements)[rows["arrangement"]]
    assert set(rows["arrangement"]) == {0, 1}
    if how != "random":
        assert np.array_equal(rows["arrangement"], rows["index"] % 2)
    for chair, team in enumerate(("greentoe", "clearsky")):
        seat = (deals == chair).argmax(axis=1)
        for metric, column in (("win_share", "credit"), ("won", "won"), ("crossings", "crossings")):
            by_seat = rows[[f"{column}_0", f"{column}_1"]].to_numpy()
            assert agrees(only(result, metric, of={"team": team}), by_seat[np.arange(len(rows)), seat]), metric


def test_seats_are_alike_when_teams_are_dealt_in_turn() -> None:
    for row in asked(assign={"team": "cyclic"}).metric("win_share", by="seat").table:
        assert abs(float(str(row["estimate"])) - 0.5) < Z * float(str(row["se"]))


@pytest.mark.parametrize("playthroughs", [N, 40 * BATCH])
def test_a_team_against_itself_wins_exactly_half_and_is_not_called_certain(playthroughs: int) -> None:
    mirrored = asked(seats=[{"team": "greentoe"}, {"team": "greentoe"}], playthroughs=playthroughs)
    row = only(mirrored, "win_share", by="team")
    assert row["team"] == "greentoe"
    assert row["estimate"] == 0.5
    assert row["se"] == 0
    assert 0 < row["lo"] < 0.5 < row["hi"] < 1
    for seat in mirrored.metric("win_share", by="seat").table:
        assert abs(float(str(seat["estimate"])) - 0.5) < Z * float(str(seat["se"]))


def test_a_draw_is_half_a_win_or_none() -> None:
    short = {"rules": {"max_front_in": 10}}
    split, loss = asked(**short), asked(**short, draws="loss")
    rows = split.rows()
    assert (rows["credit_0"] == 0.5).any()
    assert agrees(only(split, "win_share", of={"seat": "hero"}), rows["credit_0"])
    assert agrees(only(loss, "win_share", of={"seat": "hero"}), rows["won_0"])
    assert sum(float(str(row["estimate"])) for row in split.metric("win_share").table) == pytest.approx(1)
    assert sum(float(str(row["estimate"])) for row in loss.metric("win_share").table) < 1


# --- which variants ---------------------------------------------------------------------------------------------------


def test_every_axis_is_a_key_unless_axes_are_asked_for(grid: Result) -> None:
    assert grid.metric("rounds").table.keys == tuple(GRID)
    assert grid.metric("win_share", by="seat").table.keys == (*GRID, "seat")
    assert grid.metric("win_share", by=["rules.rounding", "seat"]).table.keys == ("rules.rounding", "seat")
    assert len(grid.metric("rounds", by="rules.start_in").table) == 2


def test_averages_over_an_axis_know_that_their_errors_go_together(grid: Result) -> None:
    for number, start in enumerate((2, 4)):
        row = only(grid, "win_share", by="rules.start_in", of={"seat": "hero"}, where={"rules.start_in": start})
        floor, ceil = (grid.rows(2 * number + place)["credit_0"] for place in (0, 1))
        assert agrees(row, (floor + ceil) / 2)
        assert "mean over 2 variants" in row["method"]


def test_quantiles_are_those_of_the_rows_with_an_interval_of_ranks(grid: Result) -> None:
    rounds = grid.rows(3)["rounds"]
    for q in (0.1, 0.5, 0.9):
        row = only(grid, "rounds", quantile=q, where=grid.experiment.variants[3].keys)
        assert row["metric"] == f"rounds_q{100 * q:g}"
        assert row["estimate"] == np.quantile(rounds, q, method="inverted_cdf")
        assert row["lo"] <= row["estimate"] <= row["hi"]
        assert np.mean(rounds < row["lo"]) < q < np.mean(rounds <= row["hi"])


def test_distributions_count_the_rows_in_the_columns_own_units(grid: Result) -> None:
    rows = grid.rows(1)
    for name in ("rounds", "final_margin", "crossings_1"):
        values, counts = np.unique(rows[name], return_counts=True)
        assert grid.distribution(name, 1) == (values.tolist(), counts.tolist())


@pytest.mark.parametrize(
    ("metric", "question", "told"),
    [
        ("win_shares", {}, "did you mean 'win_share'"),
        ("rounds", {"by": "seat"}, "rules.start_in"),
        ("win_share", {"by": "turn_position"}, "allowed: seat, team"),
        ("win_share", {"of": {"sea": "hero"}}, "did you mean 'seat'"),
        ("win_share", {"of": {"seat": "nobody"}}, "nobody"),
        ("rounds", {"where": {"rules.start_in": 3}}, "rules.start_in = 3"),
        ("rounds", {"where": {"rules.start": 3}}, "did you mean 'rules.start_in'"),
        ("victory_kind", {"quantile": 0.5}, "no quantiles"),
        ("rounds", {"quantile": 0.5, "by": "rules.start_in"}, "not averaged"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_can(
    metric: str, question: dict[str, Any], told: str, grid: Result
) -> None:
    with pytest.raises(UnknownMetricError, match=told):
        grid.metric(metric, **question)


# --- verdicts and contrasts -------------------------------------------------------------------------------------------


def test_verdicts_follow_from_the_interval_and_the_band() -> None:
    share = only(asked(), "win_share", of={"seat": "hero"})
    lo, estimate, hi = (float(share[key]) for key in ("lo", "estimate", "hi"))
    bands = {"inside": [0.0, hi], "below": [hi + 0.001, 1.0], "above": [0.0, lo - 0.001], "undecided": [estimate, 1.0]}
    for verdict, band in bands.items():
        result = asked(targets=[{"metric": "win_share", "of": {"seat": "hero"}, "within": band}])
        (row,) = result.verdicts()
        assert row["verdict"] == verdict
        assert (row["band_lo"], row["band_hi"]) == tuple(band)
        assert row["n"] == N


def test_truncated_playthroughs_widen_a_verdict_by_all_that_they_could_still_change() -> None:
    cut = {"rules": {"max_turns": 3}}
    result = asked(**cut, targets=[{"metric": "win_share", "of": {"seat": "rival"}, "at_most": 0.3}])
    rows = result.rows()
    share = rows["truncated"].mean()
    assert 0 < share < 1
    assert (rows.loc[rows["truncated"] == 1, ["credit_0", "credit_1"]] == 0).all(axis=None)
    plain = only(result, "win_share", of={"seat": "rival"})
    assert agrees(plain, rows["credit_1"])
    assert plain["hi"] < 0.3
    (row,) = result.verdicts()
    assert row["lo"] == plain["lo"]
    assert row["hi"] == pytest.approx(plain["hi"] + share)
    assert row["verdict"] == "undecided"
    assert "widened for truncated" in str(row["method"])


def test_a_mean_length_has_no_upper_end_while_playthroughs_are_cut_off() -> None:
    result = asked(rules={"max_turns": 3}, targets=[{"metric": "rounds", "at_most": 100}])
    (row,) = result.verdicts()
    assert row["hi"] == np.inf
    assert row["verdict"] == "undecided"


def test_a_contrast_is_the_mean_of_paired_differences() -> None:
    compare = {"metric": "win_share", "of": {"seat": "hero"}, "key": "rules.rounding", "against": "floor"}
    result = asked(vary={"rules.rounding": ["floor", "ceil"]}, compare=[compare])
    floor, ceil = (result.rows(variant)["credit_0"] for variant in (0, 1))
    (row,) = result.contrasts()
    assert agrees(row, ceil - floor)
    assert (row["rules.rounding"], row["against"], row["whose"]) == ("ceil", "floor", "hero")
    reduction = (floor.var() + ceil.var()) / (ceil - floor).var()
    assert reduction > 1.5
    assert row["variance_reduction"] == pytest.approx(reduction, rel=1e-9)


def test_contrasts_of_long_runs_come_from_batches_and_agree_with_those_of_rows() -> None:
    compare = {"metric": "rounds", "key": "rules.start_in", "against": 4}
    result = asked(vary={"rules.start_in": [4, 5]}, compare=[compare], playthroughs=40 * BATCH, keep_rows=True)
    (row,) = result.contrasts()
    difference = result.rows(1)["rounds"] - result.rows(0)["rounds"]
    error = difference.std() / np.sqrt(difference.size)
    assert "batch" in str(row["method"])
    assert row["estimate"] == pytest.approx(difference.mean(), rel=1e-9)
    # a standard deviation from B batches is itself off by 1 in sqrt(2·B)
    assert abs(float(str(row["se"])) / error - 1) < Z / np.sqrt(2 * 40)


# --- rows, assumptions, looks -----------------------------------------------------------------------------------------


def test_rows_are_the_playthroughs_themselves(grid: Result) -> None:
    rows = grid.rows(2)
    assert np.array_equal(rows["index"], np.arange(N))
    variant = job(grid.experiment, grid.experiment.variants[2])
    for index in (0, 7, N - 1):
        told = Playthrough.open(variant, index).finish()
        row = rows.iloc[index]
        assert (row["rounds"], row["crossings_1"], row["won_0"]) == tuple(
            told[name] for name in ("rounds", "crossings_1", "won_0")
        )
        assert row["credit_0"] == told["credit_0"] / 60
        assert row["final_margin"] == told["final_margin"] / 2
        assert row["victory_kind"] == VictoryKind(told["victory_kind"]).name


def test_some_columns_can_be_asked_for(grid: Result) -> None:
    assert list(grid.rows(0, ["rounds", "won", "place_1"]).columns) == ["index", "won_0", "won_1", "place_1", "rounds"]


def test_rows_are_kept_up_to_a_number_or_all_of_them() -> None:
    number = ROWS_KEPT + 5000
    assert len(asked(playthroughs=number).rows(0, ["rounds"])) == ROWS_KEPT
    kept = asked(playthroughs=number, keep_rows=True)
    assert len(kept.rows(0, ["rounds"])) == number
    assert agrees(only(kept, "rounds"), kept.rows(0, ["rounds"])["rounds"])


def test_assumptions_are_what_is_not_printed_and_what_was_changed() -> None:
    result = asked(rules={"members_to_win": 1}, vary={"rules.rounding": ["floor", "ceil"]}, playthroughs=100)
    found = {assumption.key: assumption for assumption in result.assumptions()}
    assert "rules.team_size" not in found
    changed, varied, gap = (found[f"rules.{key}"] for key in ("members_to_win", "rounding", "crossing"))
    assert (changed.value, changed.source, changed.default) == (1, "text", False)
    assert (varied.value, varied.source, varied.default) == (["floor", "ceil"], "gap", False)
    assert (gap.value, gap.source, gap.default, gap.rules) == ("complete", "gap", True, ("R5.1", "R5.2"))
    assert {assumption.source for assumption in found.values()} == {"text", "gap", "assumed"}


def test_a_result_opened_again_is_the_same(grid: Result) -> None:
    again = open_run(grid.folder)
    assert again.experiment == grid.experiment
    assert again.playthroughs == dict.fromkeys(range(4), N)
    assert again.metric("win_share").table == grid.metric("win_share").table
    assert "4 variants, 80,000 playthroughs" in repr(again)


def test_a_result_is_found_again_from_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(playthroughs=100)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert only(result, "rounds")["n"] == 100


def test_a_manifest_tells_how_to_make_the_run_again_and_nothing_of_the_machines_owner(grid: Result) -> None:
    manifest = grid.manifest
    assert manifest["seed"] == 20261130
    assert manifest["batch"] == BATCH
    assert len(manifest["source_digest"]) == 64
    assert run(json.loads(manifest["config"]), root=grid.folder.parent).folder == grid.folder
    assert str(grid.folder.resolve().parent) not in str(manifest)


def test_a_metric_is_a_frame_a_picture_and_a_table_in_a_notebook(grid: Result) -> None:
    metric = grid.metric("win_share", by=["rules.start_in", "seat"])
    frame = metric.to_frame()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns[:3]) == ["rules.start_in", "seat", "metric"]
    assert isinstance(metric.plot(), Axes)
    shown = metric._repr_html_()
    assert shown.count("<tr") == 1 + len(frame)
    assert "hero" in shown
