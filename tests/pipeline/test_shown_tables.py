"""Tables that a question asks for without a target: crossed, beside what they go with, extremes."""

from typing import Any

import pytest

from simlab import report
from simlab.document import ConfigError
from simlab.experiment import Shown, load
from simlab.experiment.restore import restore
from simlab.result import run

QUESTION: dict[str, Any] = {
    "game": "zoar",
    "question": "Who wins where?",
    "seats": 2,
    "assign": {"tribe": "all_orders"},
    "skill": "regular",
    "playthroughs": 600,
    "metrics": [
        "rounds",
        {"metric": "win_share", "by": ["tribe", "turn_position"]},
        {"metric": "rounds", "by": "victory_kind"},
        {"metric": "rounds", "quantile": 0.9},
        {"metric": "win_share", "by": "tribe", "extreme": "gap"},
    ],
}


def test_tables_are_remembered_apart_from_plain_metrics() -> None:
    found = load(QUESTION)
    assert found.metrics == ("rounds",)
    assert found.shown[0] == Shown("win_share", ("tribe", "turn_position"))
    assert found.shown[3].extreme == "gap"
    assert restore(found.resolved, name="x", text="", overrides=()).shown == found.shown


def test_the_report_and_the_files_have_every_table_and_say_what_only_goes_with_what() -> None:
    result = run(QUESTION)
    folder = report.build(result).parent
    text = (folder / "report.md").read_text()
    assert "Wins by tribe and turn position" in text
    assert "Goes with victory kind: an association" in text
    assert "Largest gap in wins by tribe" in text
    assert "90 % quantile of rounds" in text
    assert (folder / "table_1_win_share.csv").read_text().startswith("tribe,turn_position,metric")
    rows: list[Any] = result.shown(result.experiment.shown[0]).table.rows
    assert len(rows) == 8
    assert all(row["level"] == pytest.approx(1 - 0.05 / 8) for row in rows)


@pytest.mark.parametrize(
    ("entry", "key", "message"),
    [
        ({"metric": "round"}, "metrics.1.metric", "did you mean 'rounds'"),
        ({"metric": "rounds", "by": "tribe"}, "metrics.1.by", "must be one of"),
        ({"metric": "win_share", "by": ["tribe", "victori_kind"]}, "metrics.1.by.2", "did you mean 'victory_kind'"),
        ({"metric": "win_share", "by": "tribe", "quantile": 0.5}, "metrics.1.quantile", "a count or a measure"),
        ({"metric": "rounds", "extreme": "gap"}, "metrics.1.extreme", "the extreme of several"),
        ({"metric": "rounds", "bye": "seat"}, "metrics.1.bye", "unknown key"),
    ],
)
def test_mistakes_are_named_before_anything_runs(entry: Any, key: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load({**QUESTION, "metrics": [entry]})
    found = [problem for problem in caught.value.problems if problem.key == key]
    assert found, caught.value
    assert message in found[0].message
