"""What ``vary`` can say: ranges, axes that move together, sampled points; and what is fitted over all of them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import simlab as sl
from simlab import report
from simlab.cli import app
from simlab.document import ConfigError
from simlab.experiment import load
from simlab.experiment.restore import restore
from simlab.metrics import UnknownMetricError
from simlab.report import effects
from simlab.report.labels import Labels
from simlab.report.page import page
from simlab.result import run

SEATS = [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "clearsky"}]
SAMPLE = {
    "method": "sobol",
    "points": 8,
    "axes": {"rules.start_in": {"from": 1, "to": 6, "step": 0.5}, "rules.tie_rule": ["total", "per_die"]},
}


def asked(vary: Any, **keys: Any) -> dict[str, Any]:
    """Return a question with this design."""
    return {"game": "tug_of_wargods", "question": "What?", "seats": SEATS, "vary": vary, "playthroughs": 2_000, **keys}


def points(vary: Any, **keys: Any) -> list[tuple[Any, ...]]:
    """Return the keys of every variant."""
    return [tuple(variant.keys.values()) for variant in load(asked(vary, **keys)).variants]


def test_a_range_is_its_values() -> None:
    assert points({"rules.start_in": {"from": 1, "to": 3, "step": 0.5}}) == [(1.0,), (1.5,), (2.0,), (2.5,), (3.0,)]
    assert points({"rules.members_to_win": {"from": 1, "to": 3, "step": 1}}) == [(1,), (2,), (3,)]
    assert points({"rules.column_gap_mm": {"from": 0, "to": 9, "points": 4}}) == [(0,), (3,), (6,), (9,)]


def test_zipped_axes_move_together_and_are_crossed_with_the_rest() -> None:
    vary = {
        "zip": {"rules.members_to_win": [1, 2], "rules.start_in": [5, 3]},
        "rules.tie_rule": ["total", "per_die"],
    }
    assert points(vary) == [(1, 5, "total"), (1, 5, "per_die"), (2, 3, "total"), (2, 3, "per_die")]


@pytest.mark.parametrize("method", ["sobol", "latin_hypercube"])
def test_sampled_points_are_drawn_by_the_seed_and_spread_evenly(method: str) -> None:
    sample = {**SAMPLE, "method": method}
    found = points({"sample": sample})
    assert found == points({"sample": sample})
    assert found != points({"sample": sample}, seed=9)
    assert 4 <= len(found) <= 8  # points that coincide are played once
    assert {tie for _, tie in found} == {"total", "per_die"}
    assert {start < 3.5 for start, _ in found} == {True, False}


def test_a_run_of_a_sample_can_be_opened_again() -> None:
    result = run(asked({"sample": SAMPLE}))
    again = restore(result.experiment.resolved, name="x", text="", overrides=())
    assert [dict(one.keys) for one in again.variants] == [dict(one.keys) for one in result.experiment.variants]
    assert again.digest == result.experiment.digest


@pytest.mark.parametrize(
    ("vary", "message"),
    [
        ({"rules.start_in": {"from": 3, "to": 1, "step": 1}}, "from"),
        ({"rules.start_in": {"from": 1, "to": 2, "step": 0.3}}, "step"),
        ({"rules.start_in": {"from": 1, "to": 2}}, "points"),
        ({"zip": {"rules.start_in": [1, 2], "rules.members_to_win": [1, 2, 3]}}, "3"),
        ({"sample": {**SAMPLE, "points": 6}}, "powers of 2"),
        ({"sample": {**SAMPLE, "method": "halton"}}, "sobol"),
        ({"sample": {"method": "sobol", "points": 8}}, "axes"),
        ({"sample": SAMPLE, "rules.start_in": [1, 2]}, "start_in"),
    ],
)
def test_mistakes_are_named_before_anything_runs(vary: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load(asked(vary))


# --- every value against every other, and effects ---------------------------------------------------------------------


def test_every_value_is_held_against_every_other_with_intervals_that_hold_at_once() -> None:
    compare = [{"metric": "rounds", "key": "rules.start_in", "against": "every"}]
    result = run(asked({"rules.start_in": [2, 3, 4, 5]}, compare=compare))
    rows: list[Any] = result.contrasts().rows
    assert [(row["rules.start_in"], row["against"]) for row in rows] == [(3, 2), (4, 2), (5, 2), (4, 3), (5, 3), (5, 4)]
    assert all(row["level"] == pytest.approx(1 - 0.05 / 6) for row in rows)
    assert all(0 <= row["p_adjusted"] <= 1 and row["variance_reduction"] > 1 for row in rows)


def test_effects_are_the_least_squares_fit_to_the_variants_means() -> None:
    vary = {"rules.start_in": [2, 3, 4], "rules.rounding": ["floor_min1", "ceil"]}
    result = run(asked(vary, effects=[{"metric": "rounds"}]))
    rows: list[Any] = result.effects().rows
    terms = {row["term"]: row for row in rows}
    means: list[Any] = [row["estimate"] for row in result.metric("rounds").table]
    design = np.array([[1, start - 3, (way == "ceil") - 0.5] for start in (2, 3, 4) for way in ("floor_min1", "ceil")])
    plain = np.linalg.lstsq(design, np.array(means), rcond=None)[0]
    assert terms["average"]["estimate"] == pytest.approx(plain[0])
    assert terms["rules.start_in"]["estimate"] == pytest.approx(plain[1])
    assert terms["rules.rounding"]["estimate"] == pytest.approx(plain[2])
    assert terms["rules.rounding"]["instead_of"] == "floor_min1"
    assert terms["rules.rounding"]["p_adjusted"] < 1e-6
    assert {row["r_squared"] for row in rows} == {rows[0]["r_squared"]}


def test_effects_can_be_asked_of_any_run() -> None:
    result = run(asked({"rules.start_in": [2, 3, 4], "rules.tie_rule": ["total", "per_die"]}))
    rows: list[Any] = result.effects(
        "win_share", of={"seat": "hero"}, interactions=[("rules.start_in", "rules.tie_rule")]
    ).rows
    assert "rules.start_in × rules.tie_rule" in [row["term"] for row in rows]
    with pytest.raises(UnknownMetricError, match="did you mean 'rules\\.start_in'"):
        result.effects("rounds", on=["rules.start"])


@pytest.mark.parametrize(
    ("effects", "message"),
    [
        ({"metric": "round"}, "did you mean 'rounds'"),
        ({"metric": "rounds", "on": ["rules.start"]}, "did you mean 'rules.start_in'"),
        ({"metric": "rounds", "interactions": [["rules.start_in", "rules.start_in"]]}, "two different axes"),
        ({"metric": "rounds", "onn": []}, "unknown key"),
    ],
)
def test_mistakes_in_effects_are_named(effects: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load(asked({"rules.start_in": [2, 3], "rules.tie_rule": ["total", "per_die"]}, effects=[effects]))


def test_axes_that_move_together_have_no_effects_of_their_own() -> None:
    vary = {"zip": {"rules.members_to_win": [1, 2, 3], "rules.start_in": [1, 2, 3]}}
    with pytest.raises(ConfigError, match="cannot tell 2 effects apart"):
        load(asked(vary, effects=[{"metric": "rounds"}]))


def test_the_variant_that_a_fit_tells_worst_is_named_in_words() -> None:
    axes = {"rules.start_in": [1, 4, 20], "rules.tie_stacks": [False, True]}  # wins cannot go on rising along a line
    result = run(asked(axes, effects=[{"metric": "win_share", "of": {"seat": "hero"}}]))
    (fit,) = effects.fits(result, labels := Labels(result.experiment))
    assert fit.misfit is not None
    place = json.loads(str(fit.misfit["value"]))
    told = f"with start distance {place['rules.start_in']} inch, tie"
    assert told in effects.misfit(labels, fit)
    assert "True" not in effects.misfit(labels, fit)
    assert "False" not in effects.misfit(labels, fit)


def test_the_terminal_and_the_report_tell_effects_in_words() -> None:
    question = asked({"rules.start_in": [2, 3, 4]}, effects=[{"metric": "rounds"}], metrics=["rounds"])
    Path("q.json").write_text(json.dumps(question))
    told = CliRunner().invoke(app, ["run", "q.json", "-q"])
    assert told.exit_code == 0, told.output
    assert "start distance, one inch more" in told.output
    folder = report.build(sl.run("q.json")).parent
    text = (folder / "report.md").read_text()
    assert "What changes rounds" in text
    assert "hold all at once" in text
    assert "Intervals of all points hold at once" in text
    assert (folder / "effects.csv").read_text().startswith("effects,whose,term")


def test_axes_that_move_together_are_drawn_as_one_axis() -> None:
    vary = {"zip": {"rules.members_to_win": [1, 2, 3], "rules.start_in": [5, 3, 2]}}
    question = asked(vary, metrics=["rounds"], targets=[{"metric": "rounds", "at_most": 90}])
    (block,) = page(run(question)).verdicts
    assert block.figure is not None
    (panel,) = block.figure.panels
    assert "members to win, start distance with it" in panel.drawings["wide"]
    assert "members to win 1, start distance 5 inch" in panel.alt


def test_sampled_points_are_drawn_along_each_axis_of_numbers_and_joined_by_no_line() -> None:
    axes = {"rules.start_in": {"from": 1, "to": 6, "step": 0.5}, "rules.column_gap_mm": {"from": 0, "to": 20}}
    sample = {**SAMPLE, "axes": axes}
    result = run(asked({"sample": sample}, targets=[{"metric": "rounds", "at_most": 90}]))
    (block,) = page(result).verdicts
    assert block.figure is not None
    assert [panel.title for panel in block.figure.panels] == ["along start distance", "along gap in the column"]
    assert all("the rest differs too" in panel.drawings["panel"] for panel in block.figure.panels)
    (points,) = result.metric("rounds").plot().lines
    assert (points.get_linestyle(), len(np.asarray(points.get_xdata()))) == ("None", len(result.experiment.variants))


def test_a_band_over_all_points_is_wider_than_intervals_point_by_point() -> None:
    result = run(asked({"rules.start_in": [2, 3, 4, 5]}))
    plain, band = result.metric("rounds"), result.metric("rounds", together=True)
    rows: list[Any] = list(zip(plain.table, band.table, strict=True))
    assert all(one["lo"] > wide["lo"] and one["hi"] < wide["hi"] for one, wide in rows)
    assert all(wide["level"] == pytest.approx(1 - 0.05 / 4) for _, wide in rows)
    assert all("4 at once" in wide["method"] for _, wide in rows)
