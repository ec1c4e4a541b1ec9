"""Targets on the largest gap, the highest or the lowest of several, whichever these are."""

from typing import Any

import pytest

from simlab import report
from simlab.document import ConfigError
from simlab.experiment import load
from simlab.experiment.restore import restore
from simlab.result import Result, run

QUESTION: dict[str, Any] = {
    "game": "zoar",
    "question": "Are the tribes alike?",
    "seats": 4,
    "assign": {"tribe": "all_orders"},
    "skill": "regular",
    "vary": {"rules.trade_ratio": [2, 3]},
    "playthroughs": 1_200,
    "targets": [
        {"metric": "win_share", "by": "tribe", "extreme": "gap", "at_most": 0.5},
        {"metric": "win_share", "by": "tribe", "extreme": "gap", "at_most": 0.0},
        {"metric": "win_share", "by": "tribe", "extreme": "lowest", "at_least": 0.9},
    ],
}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Play two variants."""
    return run(QUESTION, root=tmp_path_factory.mktemp("extremes"))


def test_every_variant_has_one_row_that_is_nobodys(result: Result) -> None:
    rows: list[Any] = result.verdicts().rows
    assert [(row["target"], row["rules.trade_ratio"], row["whose"]) for row in rows] == [
        (target, ratio, "") for target in (1, 2, 3) for ratio in (2, 3)
    ]
    assert [row["metric"] for row in rows[::2]] == ["win_share_gap", "win_share_gap", "win_share_lowest"]


def test_a_gap_spans_what_the_tribes_span(result: Result) -> None:
    every: list[Any] = result.metric("win_share", by="tribe", where={"rules.trade_ratio": 2}).table.rows
    row: Any = result.verdicts().rows[0]
    shares = [one["estimate"] for one in every]
    assert row["estimate"] == pytest.approx(max(shares) - min(shares))
    assert row["hi"] >= max(one["hi"] for one in every) - min(one["lo"] for one in every)
    assert row["method"].startswith("projected from 4")


def test_verdicts_are_read_off_the_projected_interval(result: Result) -> None:
    said = [row["verdict"] for row in result.verdicts()]
    assert said[:2] == ["inside", "inside"]
    assert set(said[2:4]) <= {"above", "undecided"}  # no gap at all can never be shown
    assert said[4:] == ["below", "below"]


def test_an_extreme_is_remembered_and_told(result: Result) -> None:
    again = restore(result.experiment.resolved, name="x", text="", overrides=())
    assert [target.extreme for target in again.targets] == ["gap", "gap", "lowest"]
    text = (report.build(result).parent / "report.md").read_text()
    assert "argest gap in wins of all tribes" in text
    assert "owest wins of all tribes" in text


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ({"metric": "rounds", "extreme": "gap", "at_most": 1}, "the extreme of several"),
        ({"metric": "win_share", "by": "tribe", "extreme": "gap", "within_fair": {"points": 2}}, "no fair value but 0"),
        (
            {"metric": "win_share", "by": "tribe", "extreme": "widest", "at_most": 1},
            "must be one of gap, highest, lowest",
        ),
    ],
)
def test_mistakes_are_named_before_anything_runs(target: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load({**QUESTION, "targets": [target]})
