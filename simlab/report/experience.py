"""How it feels on the way, in a report: how often the leader wins, and when it is decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simlab import plots
from simlab.experiment.plan import SKILL, WORLD
from simlab.report.grids import Grid, grid
from simlab.report.wording import Scale, capital, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simlab.report.figures import Easel, Panel
    from simlab.report.labels import Labels, Row
    from simlab.result import Result

SHARE = Scale("share")
AFTER = "after_round"
FEWEST_SHOWN = 0.05  # of all playthroughs still going on; later rounds are not shown
FEWEST_PLAYED = 200  # behind a line about a size of the lead
MOST_VARIANTS = 6  # of which sizes of the lead are told


def shown(result: Result, labels: Labels) -> list[Row]:
    """Return the rows of a snowball that a report shows: of the verdict's level and the first world."""
    rows = _typical(labels, result.experience("snowball").rows)
    return [row for row in rows if _of(row, "still_running") >= FEWEST_SHOWN]


def _typical(labels: Labels, rows: Sequence[Row]) -> list[Row]:
    experiment = labels.experiment
    wanted = {SKILL: experiment.skill.verdict, WORLD: experiment.axes.get(WORLD, ("",))[0]}
    return [row for row in rows if all(row.get(key, value) == value for key, value in wanted.items())]


def panels(easel: Easel, rows: Sequence[Row]) -> tuple[Panel, ...]:
    """Draw how often whoever leads alone after a round wins."""
    keys = [*(key for key in easel.labels.experiment.axes if len({row[key] for row in rows}) > 1), AFTER]
    label = "wins of whoever leads alone"
    return easel.estimates([("", list(rows))], keys, label=label, scale=SHARE, guides=lambda _: plots.Guides())


def sentence(labels: Labels, rows: Sequence[Row]) -> str:
    """Say it of one round in words: the one after which half of the playthroughs go on, of the first variant."""
    first = [row for row in rows if all(row[axis] == rows[0][axis] for axis in labels.experiment.axes)]
    row = min(first, key=lambda row: abs(float(str(row["still_running"])) - 0.5))
    value = SHARE.value(_of(row, "estimate"), (_of(row, "lo"), _of(row, "hi")), (None, None))
    interval = SHARE.interval(_of(row, "lo"), _of(row, "hi"), digits=SHARE.digits(_of(row, "lo"), _of(row, "hi")))
    where = ", ".join(
        labels.point(axis, row[axis])
        for axis in labels.experiment.axes
        if len({str(variant.keys[axis]) for variant in labels.experiment.variants}) > 1
    )
    return capital(
        f"{f'with {where}, ' if where else ''}whoever leads alone after round {row[AFTER]} wins {value} ({interval}) "
        f"of the playthroughs that go on after it, which {number(100 * _of(row, 'still_running'), 0)} of 100 do"
    )


def tables(result: Result, labels: Labels, rows: Sequence[Row]) -> tuple[tuple[str, Grid], ...]:
    """Set out who leads and wins, who comes back, what is decided, of what is drawn; the result has all of it.

    Parameters
    ----------
    rows : of the snowball that is drawn
    """
    drawn = {_place(labels, row) for row in rows}
    decided, comeback = (_typical(labels, result.experience(asked).rows) for asked in ("decided", "comeback"))
    told = [("Wins of whoever leads alone", _grid(labels, rows))]
    told.append(
        ("Over or settled, in hindsight", _grid(labels, [one for one in decided if _place(labels, one) in drawn]))
    )
    if len({place[:-1] for place in drawn}) <= MOST_VARIANTS:
        often = [one for one in comeback if _place(labels, one) in drawn and _of(one, "n") >= FEWEST_PLAYED]
        told += [("Wins of others, by the size of the lead", _grid(labels, often))] if often else []
    return tuple(told)


def _place(labels: Labels, row: Row) -> tuple[object, ...]:
    return (*(str(row[axis]) for axis in labels.experiment.axes), row[AFTER])


def _grid(labels: Labels, rows: Sequence[Row]) -> Grid:
    axes = [axis for axis in labels.experiment.axes if len({row[axis] for row in rows}) > 1]
    unit = labels.game.standing.unit
    columns = [(labels.heading(axis), False) for axis in axes] + [("after round", True), (f"lead ({unit})", True)]
    columns += [("of 100", True), ("interval", True), ("still going on (of 100)", True), ("playthroughs", True)]
    cells = []
    for row in rows:
        digits = SHARE.digits(_of(row, "lo"), _of(row, "hi"))
        running: Any = row.get("still_running")
        cells.append(
            [labels.value(row[axis]) for axis in axes]
            + [str(row[AFTER]), _lead(row), SHARE.bare(_of(row, "estimate"), digits)]
            + [SHARE.interval(_of(row, "lo"), _of(row, "hi"), digits=digits)]
            + ["" if running is None else number(100 * float(running), 1), number(_of(row, "n"), 0)]
        )
    return grid(columns, cells)


def _lead(row: Row) -> str:
    if "lead_from" not in row:
        return ""
    low, high = row["lead_from"], row["lead_to"]
    if high is None:
        return f"{low:g} and more"
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _of(row: Row, name: str) -> float:
    return float(str(row[name]))
