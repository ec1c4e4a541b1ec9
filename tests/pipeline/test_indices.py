"""Ratios of totals, and indices that weigh several metrics together, against plain arithmetic on the rows."""

import math
from typing import Any

import pytest

from simlab.metrics import UnknownMetricError
from simlab.result import Result, run

QUESTION: dict[str, Any] = {
    "game": "tug_of_wargods",
    "question": "What is it like?",
    "seats": [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "clearsky"}],
    "vary": {"rules.start_in": [2, 4]},
    "playthroughs": 4_000,
}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Play two variants."""
    return run(QUESTION, root=tmp_path_factory.mktemp("indices"))


def test_a_ratio_is_of_totals_and_no_mean_of_quotients(result: Result) -> None:
    rows: list[Any] = result.metric("lead_changes", per="rounds").table.rows
    for variant, row in enumerate(rows):
        frame = result.rows(variant, ["lead_changes", "rounds"])
        value = frame["lead_changes"].sum() / frame["rounds"].sum()
        assert row["estimate"] == pytest.approx(value)
        off = frame["lead_changes"] - value * frame["rounds"]
        assert row["se"] == pytest.approx(off.std(ddof=1) / frame["rounds"].mean() / math.sqrt(len(frame)), rel=1e-3)
        assert row["metric"] == "lead_changes_per_rounds"
        assert row["lo"] < row["estimate"] < row["hi"]


def test_what_a_seat_has_of_its_own_is_divided_by_the_tables(result: Result) -> None:
    rows: list[Any] = result.metric("crossings", per="rounds", by="seat").table.rows
    frame = result.rows(0, ["crossings", "rounds"])
    assert rows[0]["seat"] == "hero"
    assert rows[0]["estimate"] == pytest.approx(frame["crossings_0"].sum() / frame["rounds"].sum())


def test_an_index_adds_up_means_and_their_errors_go_together(result: Result) -> None:
    weights = {"win_share": 1.0, "rounds": -0.1, "lead_changes": 0.5}
    rows: list[Any] = result.composite("fun", weights, of={"seat": "hero"}).rows
    for variant, row in enumerate(rows):
        frame = result.rows(variant, ["credit", "rounds", "lead_changes"])
        index = frame["credit_0"] - 0.1 * frame["rounds"] + 0.5 * frame["lead_changes"]
        assert row["metric"] == "fun"
        assert row["estimate"] == pytest.approx(index.mean())
        assert row["se"] == pytest.approx(index.std(ddof=1) / math.sqrt(len(index)), rel=1e-6)


def test_what_cannot_be_combined_is_refused(result: Result) -> None:
    with pytest.raises(UnknownMetricError, match="needs a metric"):
        result.composite("nothing", {})
    with pytest.raises(UnknownMetricError, match="did you mean 'rounds'"):
        result.metric("lead_changes", per="round")
    with pytest.raises(UnknownMetricError, match="did you mean 'rounds'"):
        result.composite("fun", {"round": 1.0})
