"""The charts: estimates along an axis or one below the other, and how often each value came up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from simlab.plots.curves import line_key, line_keys, moving_together
from simlab.plots.forests import forest, gathered, is_forest
from simlab.plots.marks import (
    INK,
    MOST_SERIES,
    NO_GUIDES,
    SERIES,
    SMALL_PT,
    TEXT_PT,
    Guides,
    Name,
    Row,
    frame,
    guide_names,
    limits,
    literal,
    shortened,
    titled,
    write_beside,
    write_over,
)
from simlab.plots.pictures import PANEL_IN, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEW_ON_A_LINE = 2  # points a line should have on average to be drawn as one
UNEVEN = 8  # an axis whose steps differ by more than this factor is drawn with equal steps
MOST_TICKS = 9
ROW_IN = 0.42
LONGEST_ROW, LONGEST_NAME = 56, 24  # characters that fit over a row of a panel, and beside a panel


def intervals(
    rows: Sequence[Row],
    *,
    x: str,
    series: str | None = None,
    label: str,
    unit: str = "",
    x_label: str = "",
    guides: Guides = NO_GUIDES,
    joined: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Draw estimates with their intervals along a key, a line for each value of another.

    Parameters
    ----------
    rows : rows of a table, with `estimate`, `lo` and `hi`
    x : the key along the horizontal axis; its values are numbers
    series : the key that tells lines apart
    label, unit : of the vertical axis; with the units "of 100" and "points" numbers are written a hundredfold
    guides : target band and reference line
    joined : whether points are neighbours on a curve; those of a sample differ in other keys too

    Returns
    -------
    The axes drawn on.

    Raises
    ------
    ValueError
        More lines than there are markers to tell them apart.
    """
    ax = picture() if ax is None else ax
    values = sorted({row[x] for row in rows})
    places = dict(zip(values, _places(values), strict=True))
    lines = list(dict.fromkeys(row[series] for row in rows)) if series is not None else [None]
    if len(lines) > MOST_SERIES:
        raise ValueError(f"{len(lines)} lines in one chart; at most {MOST_SERIES}")
    names = []
    for name, (colour, marker, dash) in zip(lines, SERIES, strict=False):
        line = sorted((row for row in rows if series is None or row[series] == name), key=lambda row: places[row[x]])
        at, heights = [places[row[x]] for row in line], [row["estimate"] for row in line]
        lows, highs = [row["lo"] for row in line], [row["hi"] for row in line]
        if joined:
            ax.fill_between(at, lows, highs, color=colour, alpha=0.18, linewidth=0)
        ax.vlines(at, lows, highs, color=colour, linewidth=2.4)
        shape = dash if joined else "none"
        ax.plot(at, heights, color=colour, marker=marker, linestyle=shape, linewidth=1.6, markersize=5)
        names += [] if name is None else [Name(heights[-1], shortened(str(name), LONGEST_NAME), INK)]
    ax.set_ylim(*limits([row[end] for row in rows for end in ("lo", "hi")], guides, unit))
    margin = 0.05 * (places[values[-1]] - places[values[0]]) or 1.0
    ax.set_xlim(places[values[0]] - margin, places[values[-1]] + margin)
    ticks = values if len(values) <= MOST_TICKS else _spread(values)
    ax.set_xticks([places[value] for value in ticks], labels=[f"{value:g}" for value in ticks])
    ax.set_xlabel(x_label, fontsize=TEXT_PT, color=INK)
    ax.set_title(titled(label, unit), loc="left", fontsize=TEXT_PT, color=INK, pad=8)
    frame(ax, guides, upright=True, unit=unit)
    write_beside(ax, [*names, *guide_names(ax, guides)])
    return literal(ax)


def ranking(
    rows: Sequence[Row],
    names: Sequence[str],
    *,
    label: str,
    unit: str = "",
    values: Sequence[str] = (),
    guides: Guides = NO_GUIDES,
    ax: Axes | None = None,
) -> Axes:
    """Draw estimates one below the other, with their intervals.

    Parameters
    ----------
    rows : rows of a table, with `estimate`, `lo` and `hi`
    names, values : what is written over each of them, at its left and at its right
    label, unit, guides : as for `intervals`, for the horizontal axis

    Returns
    -------
    The axes drawn on.
    """
    ax = picture(PANEL_IN[0], ranking_height(len(rows))) if ax is None else ax
    ax.set_xlim(*limits([row[end] for row in rows for end in ("lo", "hi")], guides, unit))
    ax.set_ylim(len(rows) - 0.3, -0.75)
    colour, marker, _ = SERIES[0]
    across = ax.get_yaxis_transform()
    for place, (row, name) in enumerate(zip(rows, names, strict=True)):
        ax.hlines(place, row["lo"], row["hi"], color=colour, linewidth=2.6)
        ax.plot(row["estimate"], place, color=colour, marker=marker, markersize=5.5)
        value = values[place] if values else ""
        fitting = shortened(name, LONGEST_ROW - len(value))
        ax.text(0, place - 0.36, fitting, transform=across, fontsize=SMALL_PT, color=INK, va="center")
        ax.text(1, place - 0.36, value, transform=across, fontsize=SMALL_PT, color=INK, va="center", ha="right")
    ax.set_yticks([])
    ax.set_xlabel(titled(label, unit), fontsize=TEXT_PT, color=INK)
    frame(ax, guides, upright=False, unit=unit)
    ax.spines["left"].set_visible(False)
    write_over(ax, guides)
    return literal(ax)


def ranking_height(rows: int) -> float:
    """Return how high a panel of so many rows is, in inches."""
    return 0.8 + ROW_IN * rows


def distribution(
    values: Sequence[float],
    counts: Sequence[float],
    *,
    label: str,
    unit: str = "",
    of_what: str = "playthroughs",
    marks: Mapping[str, float] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw how often each value came up.

    Parameters
    ----------
    values : ascending
    counts : how many playthroughs, or what share of them
    label, unit : of the values
    of_what : what is counted
    marks : what is written -> the value where it stands, such as the median

    Returns
    -------
    The axes drawn on.
    """
    ax = picture() if ax is None else ax
    step = min((after - before for before, after in pairwise(values)), default=1)
    ax.bar(values, counts, width=0.86 * step, color=SERIES[0][0], linewidth=0)
    ax.set_ylim(0, 1.18 * max(counts, default=1))
    if values:
        ax.set_xlim(values[0] - step, values[-1] + step)
    for text, at in (marks or {}).items():
        ax.axvline(at, ymax=0.9, color=INK, linewidth=1.1, linestyle=(0, (4, 2)))
        side = "right" if at > sum(ax.get_xlim()) / 2 else "left"
        ax.text(at, 0.95, text, transform=ax.get_xaxis_transform(), ha=side, va="center", fontsize=SMALL_PT, color=INK)
    is_share = sum(counts) <= 1 + 1e-9
    frame(ax, NO_GUIDES, upright=True, unit="of 100" if is_share else "")
    ax.xaxis.set_major_locator(MaxNLocator(integer=all(float(value).is_integer() for value in values), nbins=7))
    ax.set_xlabel(titled(label, unit), fontsize=TEXT_PT, color=INK)
    ax.set_title(titled(of_what, "of 100" if is_share else ""), loc="left", fontsize=TEXT_PT, color=INK, pad=8)
    return literal(ax)


def metric(
    rows: Sequence[Row],
    keys: Sequence[str],
    *,
    label: str,
    unit: str,
    guides: Guides = NO_GUIDES,
    over: str = "",
    by: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw a table of a metric in the form that fits its keys.

    Parameters
    ----------
    rows, keys : of the table
    label, unit, guides : as for `intervals`
    over, by : the keys of worlds and of levels, which are drawn together in one row, see `gathered`

    Returns
    -------
    The axes drawn on.
    """
    apart = [key for key in keys if key in {over, by}]
    found = gathered(rows, [key for key in keys if key not in apart], over=over, by=by) if apart else []
    if is_forest(found):
        told = [key for key in found[0][0] if len({values[key] for values, _ in found}) > 1]
        names = [", ".join(f"{key} {values[key]}" for key in told) for values, _ in found]
        return forest([marks for _, marks in found], names, label=label, unit=unit, guides=guides, ax=ax)
    told = [key for key in keys if len({row[key] for row in rows}) > 1]
    telling = [(line_keys(rows, group) or group)[0] for group in moving_together(rows, told)]
    x = line_key(rows, telling)
    others = [key for key in telling if key != x]
    named = [dict(row) | {"": _told(row, others)} for row in rows]
    lines = {row[""] for row in named}
    if x is not None and len(named) < FEW_ON_A_LINE * len(lines):  # a sample: hardly two points are alike in the rest
        return intervals(named, x=x, label=label, unit=unit, x_label=x, guides=guides, joined=False, ax=ax)
    if x is not None and len(lines) <= MOST_SERIES:
        series = "" if others else None
        return intervals(named, x=x, series=series, label=label, unit=unit, x_label=x, guides=guides, ax=ax)
    names = [", ".join(f"{key} {row[key]}" for key in telling) for row in rows]
    return ranking(rows, names, label=label, unit=unit, guides=guides, ax=ax)


def _told(row: Row, keys: Sequence[str]) -> str:
    """Tell a row from others by some keys; one key's values say enough by themselves."""
    return str(row[keys[0]]) if len(keys) == 1 else ", ".join(f"{key} {row[key]}" for key in keys)


def _spread(values: Sequence[float]) -> list[float]:
    """Choose a few of many values, the first and the last among them, to be written at an axis."""
    step = -(-(len(values) - 1) // (MOST_TICKS - 1))
    return [*values[:-1:step][: MOST_TICKS - 1], values[-1]]


def _places(values: Sequence[float]) -> list[float]:
    """Return where values stand on their axis: at themselves, or in equal steps where some would be crammed."""
    steps = [after - before for before, after in pairwise(values)]
    uneven = bool(steps) and max(steps) > UNEVEN * min(steps)
    return [float(place) for place in range(len(values))] if uneven else [float(value) for value in values]
