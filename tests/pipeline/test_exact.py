"""Questions that are solved instead of played: the same tables, without an error."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import simlab as sl

QUESTION: dict[str, Any] = {
    "game": "tug_of_wargods",
    "question": "How far apart are they?",
    "preset": "round_3",
    "seats": [{"name": "snarl", "team": "snarl_round_3"}, {"name": "pull", "team": "pull"}],
    "vary": {"rules.rounding": ["floor_min1", "ceil"]},
    "targets": [
        {"metric": "win_share", "of": {"seat": "snarl"}, "within": [0.2, 0.26]},
        {"metric": "rounds", "quantile": 0.5, "within": [6, 20]},
    ],
    "compare": [{"metric": "win_share", "of": {"seat": "snarl"}, "key": "rules.rounding", "against": "floor_min1"}],
    "metrics": ["victory_kind", "lead_changes"],
    "method": "exact",
}


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> sl.Result:
    return sl.run(QUESTION, root=tmp_path_factory.mktemp("runs"))


def test_the_ledgers_exact_values_come_out(solved: sl.Result) -> None:
    share = solved.metric("win_share", of={"seat": "snarl"}).to_frame()
    assert share["estimate"].round(6).tolist() == [0.250592, 0.275056]
    assert solved.metric("rounds").to_frame()["estimate"].round(6).tolist() == [7.460990, 6.030952]


def test_an_exact_value_has_no_error_no_playthroughs_and_says_so(solved: sl.Result) -> None:
    for row in solved.metric("victory_kind").table:
        assert (row["se"], row["level"], row["n"], row["method"]) == (0.0, 1.0, 0, "exact")
        assert row["lo"] == row["estimate"] == row["hi"]
    assert solved.playthroughs == {0: 0, 1: 0}


def test_verdicts_are_never_undecided_and_contrasts_are_differences(solved: sl.Result) -> None:
    assert [row["verdict"] for row in solved.verdicts()] == ["inside", "above", "inside", "below"]
    (contrast,) = solved.contrasts()
    assert contrast["estimate"] == pytest.approx(0.275056 - 0.250592, abs=2e-6)


def test_a_value_on_a_band_s_edge_is_inside(tmp_path: Path) -> None:
    """A mirror is exactly one half, whatever floating point makes of it."""
    mirror = [{"name": "one", "team": "pull"}, {"name": "other", "team": "pull"}]
    target = {"metric": "win_share", "of": {"seat": "one"}, "within": [0.5, 0.6]}
    result = sl.run({**QUESTION, "seats": mirror, "targets": [target], "compare": []}, root=tmp_path)
    assert [row["verdict"] for row in result.verdicts()] == ["inside", "inside"]


def test_playing_agrees_with_solving(solved: sl.Result, tmp_path: Path) -> None:
    played = sl.run({**QUESTION, "method": "simulate", "playthroughs": 40_000}, root=tmp_path)
    for metric in ("win_share", "rounds", "lead_changes", "ties", "crossings", "max_front", "comeback"):
        exact, sampled = (one.metric(metric).to_frame() for one in (solved, played))
        assert ((sampled["estimate"] - exact["estimate"]).abs() <= 5 * sampled["se"]).all(), metric


def test_options_that_are_dealt_are_averaged_over_their_deals(solved: sl.Result, tmp_path: Path) -> None:
    dealt = sl.run({**QUESTION, "assign": {"team": "cyclic"}, "targets": [], "compare": []}, root=tmp_path)
    by_team = dealt.metric("win_share", by="team").to_frame()
    fixed = solved.metric("win_share", by="team").to_frame()
    assert by_team["estimate"].to_numpy() == pytest.approx(fixed["estimate"].to_numpy(), abs=1e-10)
    assert dealt.metric("win_share", by="seat").to_frame()["estimate"].tolist() == [0.5] * 4


def test_the_run_opens_again(solved: sl.Result) -> None:
    again = sl.open_run(solved.folder)
    assert again.verdicts().to_csv() == solved.verdicts().to_csv()


def test_there_are_no_playthroughs_to_show(solved: sl.Result) -> None:
    with pytest.raises(sl.RunError, match="method: simulate"):
        solved.rows()


def test_what_the_winner_had_is_not_solved() -> None:
    target = {"metric": "crossings", "of": "winner", "at_most": 1}
    with pytest.raises(sl.ConfigError, match="not solved for the winner"):
        sl.load({**QUESTION, "targets": [target]})
    assert sl.load({**QUESTION, "method": "auto", "targets": [target]}).method == "simulate"
    assert sl.load({**QUESTION, "method": "auto"}).method == "exact"


def test_solving_loads_none_of_the_large_libraries(tmp_path: Path) -> None:
    code = (
        "import sys, simlab as sl\n"
        f"result = sl.run({QUESTION!r}, root={str(tmp_path)!r}); result.verdicts(); result.contrasts()\n"
        "print(sorted({'numba', 'pandas', 'scipy', 'matplotlib', 'pyarrow'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
