"""Every column that a game declares, estimated in every way, against plain arithmetic on the rows."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from simlab.columns import columns
from simlab.experiment.targets import category_values
from simlab.metrics import UnknownMetricError
from simlab.result import Result, run

QUESTIONS: dict[str, dict[str, Any]] = {
    "tug_of_wargods": {
        "game": "tug_of_wargods",
        "seats": [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "clearsky"}],
        "playthroughs": 600,
    },
    "zoar": {"game": "zoar", "seats": 3, "assign": {"tribe": "all_orders"}, "skill": "regular", "playthroughs": 240},
}


@pytest.fixture(scope="module", params=list(QUESTIONS))
def result(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Play a little of each game."""
    return run({"question": "What?", **QUESTIONS[request.param]}, root=tmp_path_factory.mktemp(request.param))


def plain(result: Result, name: str) -> pd.DataFrame:
    """Return the rows of a column as numbers, a column of the frame for each seat."""
    frame = result.rows(0, [name])
    return frame.drop(columns="index").apply(
        lambda values: values.cat.codes if isinstance(values.dtype, pd.CategoricalDtype) else values.astype(float)
    )


def names(result: Result) -> list[str]:
    """List what can be asked of the game."""
    game = result.experiment.game
    return [name for name in columns(game) if name != "turn_position" or game.has_turn_order]


def test_means_and_shares_are_those_of_the_rows(result: Result) -> None:
    for name in names(result):
        column, frame = columns(result.experiment.game)[name], plain(result, name)
        rows: list[Any] = result.metric(name).table.rows
        if column.kind == "category" and column.per_seat:
            chairs = [chair.name for chair in result.experiment.variants[0].chairs]
            for row in rows:
                of_seat = frame[f"{name}_{chairs.index(row['seat'])}"]
                code = category_values(column).index(row["value"])
                assert row["estimate"] == pytest.approx((of_seat == code).mean()), (name, row)
        elif column.kind == "category":
            for value, row in zip(category_values(column), rows, strict=True):
                code = category_values(column).index(value)
                assert row["estimate"] == pytest.approx((frame[name] == code).mean()), (name, value)
        else:
            assert [row["estimate"] for row in rows] == pytest.approx(frame.mean().tolist()), name
        assert all(row["lo"] <= row["estimate"] <= row["hi"] for row in rows), name


def test_quantiles_are_those_of_the_rows(result: Result) -> None:
    for name in names(result):
        column = columns(result.experiment.game)[name]
        if column.kind not in {"count", "measure"} or name in {"credit", "arrangement"}:
            continue
        for q in (0.1, 0.5, 0.9):
            rows: list[Any] = result.metric(name, quantile=q).table.rows
            found = [np.quantile(values, q, method="inverted_cdf") for _, values in plain(result, name).items()]
            assert [row["estimate"] for row in rows] == pytest.approx(found), (name, q)


def test_cross_tables_are_those_of_the_rows(result: Result) -> None:
    game, variant = result.experiment.game, result.experiment.variants[0]
    if not game.has_turn_order:
        pytest.skip("nobody goes first")
    frame = result.rows(0)
    long = pd.concat(
        pd.DataFrame(
            {
                "credit": frame[f"credit_{seat}"],
                "position": frame[f"turn_position_{seat}"],
                "option": [variant.dealt[variant.arrangements[deal][seat]].label for deal in frame["arrangement"]],
                "kind": frame["victory_kind"],
            }
        )
        for seat in range(len(variant.chairs))
    )
    for row in result.metric("win_share", by=[game.option, "turn_position"]).table:
        told: Any = row
        cell = long[(long["option"] == told[game.option]) & (long["position"] == told["turn_position"])]
        assert told["estimate"] == pytest.approx(cell["credit"].mean())
        assert told["n"] == len(cell)
    for row in result.metric("win_share", by=["victory_kind", "turn_position"]).table:
        beside: Any = row
        cell = long[(long["kind"] == beside["victory_kind"]) & (long["position"] == beside["turn_position"])]
        assert beside["estimate"] == pytest.approx(cell["credit"].mean())
        assert beside["method"].endswith("goes with")


def test_what_goes_with_a_column_of_the_table_is_counted_there(result: Result) -> None:
    frame = result.rows(0, ["rounds", "victory_kind"])
    for row in result.metric("rounds", by="victory_kind").table:
        told: Any = row
        assert told["estimate"] == pytest.approx(frame["rounds"][frame["victory_kind"] == told["victory_kind"]].mean())


def test_extremes_are_projected_from_intervals_that_hold_at_once(result: Result) -> None:
    game = result.experiment.game
    every: list[Any] = result.metric("win_share", by=game.option if game.has_turn_order else "seat").table.rows
    by = game.option if game.has_turn_order else "seat"
    gap: Any = result.metric("win_share", by=by, extreme="gap").table.rows[0]
    assert gap["metric"] == "win_share_gap"
    assert gap["estimate"] == pytest.approx(max(r["estimate"] for r in every) - min(r["estimate"] for r in every))
    assert gap["hi"] == pytest.approx(max(r["hi"] for r in every) - min(r["lo"] for r in every))
    assert gap["lo"] == pytest.approx(max(0.0, max(r["lo"] for r in every) - min(r["hi"] for r in every)))
    assert gap["which"]


def test_what_makes_no_table_is_refused(result: Result) -> None:
    with pytest.raises(UnknownMetricError, match="is unknown; allowed"):
        result.metric("rounds", by="victory_kinds")
    if result.experiment.game.max_actions > 1:  # where something is decided a playthrough has hundreds of decisions
        with pytest.raises(UnknownMetricError, match="values, at most 64"):
            result.metric("rounds", by="decisions")
