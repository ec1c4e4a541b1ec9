"""What is asked of options that are dealt, held against the same worked out from the rows with NumPy alone.

Played on a game of another package, with a turn order and with decisions (``tests/conformance/outside/summit``).
"""

from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.engine import BATCH
from simlab.metrics import UnknownMetricError
from simlab.result import Result, run

pytestmark = pytest.mark.usefixtures("summit")

Z = 5  # standard errors that a mean may be off
FOUR = ["boots", "boots", "rope", "rope"]  # what the preset `four` deals
N = 6_000
DEALT: dict[str, Any] = {
    "game": "summit",
    "question": "Which gear wins?",
    "preset": "four",
    "rules": {"max_rounds": 30, "is_top_shared": True},
    "assign": {"gear": "all_orders"},
    "skill": "regular",
    "playthroughs": N,
    "seed": 7,
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Play with 2, 3 and 4 of the preset's four climbers."""
    return run({**DEALT, "vary": {"seats": [2, 3, 4]}}, root=tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def one_rope(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Deal boots, boots and one rope to two seats: the rope sits out one deal in three."""
    seats = {"preset": "three", "seats": [{"name": "left"}, {"name": "right"}], "vary": {"rules.top": [12, 20]}}
    return run({**DEALT, **seats, "rules": {}}, root=tmp_path_factory.mktemp("rope"))


def by_appearance(result: Result, variant: int, column: str, gear: str) -> tuple[np.ndarray, np.ndarray]:
    """Return for each kept playthrough the sum of a column over the seats with a gear, and how many these are."""
    here = result.experiment.variants[variant]
    rows = result.rows(variant)
    deals = np.array([[here.dealt[number].label == gear for number in deal] for deal in here.arrangements])
    has = deals[rows["arrangement"]]
    values = np.column_stack([rows[f"{column}_{seat}"] for seat in range(len(here.chairs))])
    return (values * has).sum(axis=1), has.sum(axis=1)


def only(result: Result, metric: str, **question: Any) -> dict[str, Any]:
    """Return the one row that answers."""
    (row,) = result.metric(metric, **question).table.rows
    return row


def test_every_choice_of_climbers_is_dealt_equally_often(tables: Result) -> None:
    for variant in tables.experiment.variants:
        deals = list(permutations(range(4), len(variant.chairs)))
        counts = np.bincount(tables.rows(variant.index, ["arrangement"])["arrangement"], minlength=len(deals))
        assert list(variant.arrangements) == deals
        assert set(counts) == {variant.playthroughs // len(deals)}


@pytest.mark.parametrize("metric", ["win_share", "won", "slips", "place"])
def test_an_option_is_averaged_over_its_own_appearances(metric: str, tables: Result) -> None:
    column = {"win_share": "credit"}.get(metric, metric)
    for row in tables.metric(metric, by="gear").table:
        variant = tables.experiment.axes["seats"].index(row["seats"])
        total, times = by_appearance(tables, variant, column, str(row["gear"]))
        assert row["estimate"] == pytest.approx(total.sum() / times.sum(), rel=1e-12)


def test_the_fair_share_of_an_option_is_that_of_a_seat(tables: Result) -> None:
    shares = {
        (row["seats"], row["gear"]): float(str(row["estimate"])) for row in tables.metric("win_share", by="gear").table
    }
    for seats in (2, 3, 4):
        assert (shares[seats, "boots"] + shares[seats, "rope"]) / 2 == pytest.approx(1 / seats)


def test_an_option_that_sits_out_is_asked_about_where_it_plays(one_rope: Result) -> None:
    for variant, top in enumerate((12, 20)):
        total, times = by_appearance(one_rope, variant, "credit", "boots")
        assert set(times) == {0, 1}, "boots sit out where both ropes play"
        values = total[times > 0]
        row = only(one_rope, "win_share", of={"gear": "boots"}, where={"rules.top": top})
        assert row["n"] == values.size == 2 * one_rope.playthroughs[variant] / 3
        assert row["estimate"] == pytest.approx(values.mean(), rel=1e-12)
        assert row["se"] == pytest.approx(values.std() / np.sqrt(values.size), rel=1 / values.size)
        slips, _ = by_appearance(one_rope, variant, "slips", "boots")
        slipped = only(one_rope, "slips", of={"gear": "boots"}, where={"rules.top": top})
        assert (slipped["n"], slipped["estimate"]) == (values.size, pytest.approx(slips[times > 0].mean()))


def test_seats_of_one_option_at_one_table_are_no_independent_sample(one_rope: Result) -> None:
    total, times = by_appearance(one_rope, 0, "credit", "rope")
    assert set(times) == {1, 2}
    share = total.sum() / times.sum()
    error = np.sqrt(((total - share * times) ** 2).sum()) / times.sum()
    row = only(one_rope, "win_share", of={"gear": "rope"}, where={"rules.top": 12})
    assert row["estimate"] == pytest.approx(share)
    assert row["se"] == pytest.approx(error, rel=1 / times.size)
    naive = np.sqrt(share * (1 - share) / times.sum())
    assert row["se"] < 0.9 * naive, "two ropes share exactly one win, which says nothing of how often a rope wins"


def test_a_contrast_of_an_option_pairs_its_own_appearances(tmp_path: Path) -> None:
    compare = {"metric": "win_share", "of": {"gear": "boots"}, "key": "rules.late_start", "against": 0}
    seats = {"preset": "three", "seats": 2, "rules": {}, "vary": {"rules.late_start": [0, 3]}, "compare": [compare]}
    result = run({**DEALT, **seats}, root=tmp_path)
    (row,) = result.contrasts()
    parts = [by_appearance(result, variant, "credit", "boots") for variant in (1, 0)]
    means = [total.sum() / times.sum() for total, times in parts]
    assert row["estimate"] == pytest.approx(means[0] - means[1])
    residuals = sum(
        sign * (total - mean * times) / times.sum()
        for sign, mean, (total, times) in zip((1, -1), means, parts, strict=True)
    )
    assert row["se"] == pytest.approx(np.sqrt((np.asarray(residuals) ** 2).sum()), rel=1e-3)
    assert float(str(row["variance_reduction"])) > 1


def test_an_average_over_tables_weighs_each_the_same(tables: Result) -> None:
    shares = [
        total.sum() / times.sum() for total, times in (by_appearance(tables, v, "slips", "rope") for v in range(3))
    ]
    (row,) = (
        run({**DEALT, "vary": {"seats": [2, 3, 4], "rules.die": [6]}})
        .metric("slips", by=["rules.die"], of={"gear": "rope"})
        .table
    )
    assert row["estimate"] == pytest.approx(np.mean(shares))
    assert "mean over 3 variants" in str(row["method"])


def test_batches_tell_the_same_errors_as_rows(tmp_path: Path) -> None:
    many = {
        "preset": "three",
        "seats": 2,
        "rules": {},
        "playthroughs": 40 * BATCH,
        "skill": "random",
        "keep_rows": True,
    }
    result = run({**DEALT, **many}, root=tmp_path)
    for gear in ("rope", "boots"):
        row = only(result, "win_share", of={"gear": gear})
        total, times = by_appearance(result, 0, "credit", gear)
        share = total.sum() / times.sum()
        error = np.sqrt(((total - share * times) ** 2).sum()) / times.sum()
        assert row["estimate"] == pytest.approx(share, rel=1e-12)
        # a standard deviation from B batches is itself off by 1 in sqrt(2·B)
        assert abs(float(str(row["se"])) / error - 1) < Z / np.sqrt(2 * 40)


def test_turn_positions_that_a_table_does_not_have_are_left_out(tables: Result) -> None:
    table = tables.metric("win_share", by=["seats", "turn_position"]).table
    assert table.keys == ("seats", "turn_position")
    assert [(row["seats"], row["turn_position"]) for row in table] == [
        (n, p) for n in (2, 3, 4) for p in range(1, n + 1)
    ]
    for seats in (2, 3, 4):
        shares = [float(str(row["estimate"])) for row in table if row["seats"] == seats]
        assert sum(shares) == pytest.approx(1)


def test_a_target_by_turn_position_is_held_against_the_fair_share_of_its_own_table(tmp_path: Path) -> None:
    target = {"metric": "win_share", "by": "turn_position", "within_fair": {"points": 10}}
    result = run({**DEALT, "vary": {"seats": [2, 4]}, "targets": [target], "playthroughs": 240}, root=tmp_path)
    bands = {(row["seats"], row["band_lo"], row["band_hi"]) for row in result.verdicts()}
    assert bands == {(2, 0.4, 0.6), (4, 0.15, 0.35)}
    assert len(result.verdicts()) == 2 + 4


def test_playthroughs_cut_off_widen_by_their_share_where_the_option_plays(tmp_path: Path) -> None:
    short = {"preset": "three", "seats": 2, "rules": {"max_rounds": 4}, "playthroughs": 600}
    target = {"metric": "win_share", "of": {"gear": "boots"}, "at_most": 0.5}
    result = run({**DEALT, **short, "targets": [target]}, root=tmp_path)
    _, times = by_appearance(result, 0, "credit", "boots")
    cut_off = result.rows()["truncated"][times > 0].mean()
    assert 0 < cut_off != result.rows()["truncated"].mean()
    (row,) = result.verdicts()
    plain = only(result, "win_share", of={"gear": "boots"})
    assert row["hi"] == pytest.approx(min(1.0, plain["hi"] + cut_off))


def test_a_quantile_of_several_seats_at_once_is_refused(one_rope: Result) -> None:
    with pytest.raises(UnknownMetricError, match="quantile of a seat"):
        one_rope.metric("slips", of={"gear": "rope"}, quantile=0.5)
    boots = one_rope.metric("slips", of={"gear": "boots"}, quantile=0.5, where={"rules.top": 12}).table.rows[0]
    total, times = by_appearance(one_rope, 0, "slips", "boots")
    assert boots["estimate"] == np.quantile(total[times > 0], 0.5, method="inverted_cdf")
