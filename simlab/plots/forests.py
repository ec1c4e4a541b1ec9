"""Forests: estimates one below the other, each seen at several levels, and each level in several worlds.

What was seen elsewhere is drawn as a pale bar with a tick for each, so that the chart has a row for what is asked and
not one for every time it was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from matplotlib.lines import Line2D

from simlab.plots.marks import (
    INK,
    MOST_SERIES,
    NO_GUIDES,
    SERIES,
    SMALL_PT,
    TEXT_PT,
    Guides,
    Row,
    frame,
    limits,
    literal,
    shortened,
    titled,
    write_over,
)
from simlab.plots.pictures import PANEL_IN, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAME_IN, MARK_IN, MARGIN_IN, LEGEND_IN = 0.26, 0.17, 0.75, 0.25
LONGEST_ROW = 56  # characters that fit over a row of a panel


@dataclass(frozen=True)
class Mark:
    """One level of a row.

    Attributes
    ----------
    name : tells the marks of a row apart; the same name has the same colour and shape everywhere
    row : with `estimate`, `lo` and `hi`
    elsewhere : the same, seen in other worlds
    """

    name: str
    row: Row
    elsewhere: tuple[Row, ...] = ()

    @property
    def everywhere(self) -> tuple[Row, ...]:
        """All rows, the mark's own first."""
        return (self.row, *self.elsewhere)


def middle(rows: Sequence[Row]) -> Row:
    """Return the row whose estimate is the middle one."""
    return sorted(rows, key=lambda row: float(row["estimate"]))[len(rows) // 2]


def gathered(
    rows: Sequence[Row],
    keys: Sequence[str],
    *,
    over: str,
    by: str,
    chosen: Callable[[Sequence[Row]], Row] = middle,
) -> list[tuple[dict[str, Any], list[Mark]]]:
    """Put the rows of a table that differ only in two of their keys into one row of marks.

    Parameters
    ----------
    keys : of the table, those two left out
    over : the key of the worlds
    by : the key of the levels, each of which becomes a mark
    chosen : says which of several worlds is the mark itself

    Returns
    -------
    For each row its keys, and its marks.
    """
    found: dict[tuple[Any, ...], dict[str, list[Row]]] = {}
    for row in rows:
        marks = found.setdefault(tuple(row[key] for key in keys), {})
        marks.setdefault(str(row.get(by) or ""), []).append(row)
    return [
        (dict(zip(keys, values, strict=True)), [_mark(name, group, chosen, over) for name, group in marks.items()])
        for values, marks in found.items()
    ]


def _mark(name: str, rows: Sequence[Row], chosen: Callable[[Sequence[Row]], Row], over: str) -> Mark:
    if len(rows) == 1 or over not in rows[0]:
        return Mark(name, rows[0])
    own = chosen(rows)
    return Mark(name, own, tuple(row for row in rows if row is not own))


def forest(
    rows: Sequence[Sequence[Mark]],
    names: Sequence[str],
    *,
    label: str,
    unit: str = "",
    values: Sequence[str] = (),
    guides: Guides = NO_GUIDES,
    ax: Axes | None = None,
) -> Axes:
    """Draw rows of marks one below the other.

    Parameters
    ----------
    rows : the marks of each row
    names, values : what is written over each row, at its left and at its right
    label, unit, guides : as for `intervals`, for the horizontal axis

    Returns
    -------
    The axes drawn on.

    Raises
    ------
    ValueError
        More levels than there are markers to tell them apart.
    """
    levels = list(dict.fromkeys(mark.name for marks in rows for mark in marks))
    if len(levels) > MOST_SERIES:
        raise ValueError(f"{len(levels)} levels in one chart; at most {MOST_SERIES}")
    ax = picture(PANEL_IN[0], forest_height(rows)) if ax is None else ax
    seen = [row[end] for marks in rows for mark in marks for row in mark.everywhere for end in ("lo", "hi")]
    ax.set_xlim(*limits(seen, guides, unit))
    across = ax.get_yaxis_transform()
    at = 0.0
    for place, (marks, name) in enumerate(zip(rows, names, strict=True)):
        value = values[place] if values else ""
        fitting = shortened(name, LONGEST_ROW - len(value))
        ax.text(0, at + 0.1, fitting, transform=across, fontsize=SMALL_PT, color=INK, va="center")
        ax.text(1, at + 0.1, value, transform=across, fontsize=SMALL_PT, color=INK, va="center", ha="right")
        for order, mark in enumerate(marks):
            _draw(ax, at + NAME_IN + order * MARK_IN, mark, levels.index(mark.name))
        at += NAME_IN + MARK_IN * len(marks)
    ax.set_ylim(at + 0.08, -0.05)
    ax.set_yticks([])
    ax.set_xlabel(titled(label, unit), fontsize=TEXT_PT, color=INK)
    frame(ax, guides, upright=False, unit=unit)
    ax.spines["left"].set_visible(False)
    write_over(ax, guides)
    if len(levels) > 1:
        _name_levels(ax, levels, is_named_below=guides.band is None)
    return literal(ax)


def _draw(ax: Axes, height: float, mark: Mark, level: int) -> None:
    """Draw a mark: the first level's filled, the others' hollow."""
    colour, marker, _ = SERIES[level]
    if mark.elsewhere:
        ends = min(row["lo"] for row in mark.everywhere), max(row["hi"] for row in mark.everywhere)
        ax.hlines(height, *ends, color=colour, linewidth=7, alpha=0.2)
        ticks = [row["estimate"] for row in mark.elsewhere]
        ax.plot(ticks, [height] * len(ticks), linestyle="", marker="|", markersize=7, color=colour, alpha=0.8)
    ax.hlines(height, mark.row["lo"], mark.row["hi"], color=colour, linewidth=2.2)
    ax.plot(mark.row["estimate"], height, linestyle="", **_style(level), marker=marker)


def _style(level: int) -> dict[str, Any]:
    colour = SERIES[level][0]
    return {"color": colour, "markersize": 5.5, "markerfacecolor": colour if level == 0 else "none"}


def _name_levels(ax: Axes, levels: Sequence[str], *, is_named_below: bool) -> None:
    handles = [
        Line2D([], [], linestyle="", marker=SERIES[place][1], label=shortened(level, 24), **_style(place))
        for place, level in enumerate(levels)
    ]
    ax.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(-0.02, 1.0 if is_named_below else 1.06),
        ncols=3,
        frameon=False,
        fontsize=SMALL_PT,
        labelcolor=INK,
        handletextpad=0.2,
        columnspacing=1.2,
        borderpad=0.1,
    )


def forest_height(rows: Sequence[Sequence[Mark]]) -> float:
    """Return how high a panel of these rows is, in inches."""
    levels = {mark.name for marks in rows for mark in marks}
    legend = LEGEND_IN * -(-len(levels) // 3) if len(levels) > 1 else 0.0
    return MARGIN_IN + legend + sum(NAME_IN + MARK_IN * len(marks) for marks in rows)


def is_forest(found: Sequence[tuple[Mapping[str, Any], Sequence[Mark]]]) -> bool:
    """Say whether rows of marks are better drawn so than as plain estimates: a lone mark shows its worlds itself."""
    marks = [mark for _, each in found for mark in each]
    return len(marks) > 1 and (len(marks) > len(found) or any(mark.elsewhere for mark in marks))
