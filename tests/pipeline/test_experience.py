"""How a game feels on the way, from a run to its tables and its report."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from simlab import report
from simlab.cli import app
from simlab.result import Result, run
from simlab.store import RunError

QUESTION: dict[str, Any] = {
    "game": "zoar",
    "question": "How does it feel?",
    "seats": 2,
    "assign": {"tribe": "all_orders"},
    "skill": "regular",
    "vary": {"rules.trade_ratio": [2, 3]},
    "playthroughs": 1_200,
    "targets": [{"metric": "truncated", "at_most": 0.5}],
}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Play two variants."""
    return run(QUESTION, root=tmp_path_factory.mktemp("felt"))


def test_a_table_tells_every_variant_and_round(result: Result) -> None:
    rows: list[Any] = result.experience("snowball").rows
    assert {row["rules.trade_ratio"] for row in rows} == {2, 3}
    first = [row for row in rows if row["rules.trade_ratio"] == 2]
    running = [row["still_running"] for row in first]
    lengths = result.rows(0, ["rounds"])["rounds"]
    for row in first:
        assert row["still_running"] == pytest.approx((lengths > row["after_round"]).mean())
    assert running == sorted(running, reverse=True)
    assert all(0.3 < row["estimate"] <= 1 for row in first if row["n"] > 100)


def test_counts_do_not_depend_on_threads_or_interruptions(result: Result) -> None:
    stopped = False

    def die(*_: object) -> None:
        nonlocal stopped
        if not stopped:
            stopped = True
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(QUESTION, root="again", on_block=die)
    again = run(QUESTION, root="again", workers=1)
    for asked in ("snowball", "comeback", "decided"):
        assert again.experience(asked).rows == result.experience(asked).rows


def test_what_is_not_there_is_refused(result: Result) -> None:
    with pytest.raises(ValueError, match="unknown experience 'tension'"):
        result.experience("tension")
    teams = [{"team": "greentoe"}, {"team": "snarl_sobek"}]
    solved = run({"game": "tug_of_wargods", "question": "Who?", "seats": teams, "method": "exact"})
    with pytest.raises(RunError, match="no playthroughs to follow"):
        solved.experience()


def test_the_terminal_and_the_report_tell_it(result: Result) -> None:
    told = CliRunner().invoke(app, ["table", str(result.folder), "decided", "--format", "csv"])
    assert told.exit_code == 0, told.output
    assert told.stdout.startswith("rules.trade_ratio,after_round,metric")
    text = Path(report.build(result).parent / "report.md").read_text()
    assert "How it feels on the way" in text
    assert "leads alone after round" in text
    assert "of the playthroughs that go on after it" in text
