"""Figures of what was asked in several worlds and at several skill levels: a row for each thing asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simlab import plots
from simlab.experiment.plan import SKILL, WORLD
from simlab.plots.forests import middle
from simlab.report.figures import FEW_ROWS, MOST_PANELS, MOST_ROWS, Easel, Panel
from simlab.report.wording import Scale, listed, with_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simlab.report.labels import Row

Found = list[tuple[dict[str, Any], list[plots.Mark]]]
Guided = Callable[[Sequence["Row"]], plots.Guides]


def is_asked(easel: Easel) -> bool:
    """Say whether a question is asked in several worlds or at several levels."""
    axes = easel.labels.experiment.axes
    return any(len(axes.get(key, ())) > 1 for key in (WORLD, SKILL))


def forests(
    easel: Easel,
    parts: Iterable[tuple[str, Sequence[Row]]],
    keys: Sequence[str],
    *,
    label: str,
    scale: Scale,
    guides: Guided,
    chosen: Callable[[Sequence[Row]], Row] = middle,
) -> tuple[Panel, ...]:
    """Draw estimates with their worlds and levels, in as many panels as it takes to see them.

    Parameters
    ----------
    parts : what sets a part apart, and its rows, one for each world and level
    keys : of the rows
    guides : what the rows of a panel are held against
    chosen : which of several worlds is drawn as the estimate
    """
    plain = [key for key in keys if key not in {WORLD, SKILL}]
    plans = []
    for title, rows in parts:
        found = plots.gathered(rows, plain, over=WORLD, by=SKILL, chosen=chosen)
        for facet, panel in _facets(easel, found, guides):
            plans.append((", ".join(filter(None, (title, facet))), panel[:MOST_ROWS]))
    shown = plans[:MOST_PANELS]
    return tuple(
        _panel(easel, title, panel, label, scale, guides(_rows(panel)), is_alone=len(shown) == 1)
        for title, panel in shown
    )


def _rows(found: Found) -> list[Row]:
    return [mark.row for _, marks in found for mark in marks]


def _telling(found: Found) -> list[str]:
    return [key for key in found[0][0] if len({values[key] for values, _ in found}) > 1]


def _facets(easel: Easel, found: Found, guides: Guided) -> list[tuple[str, Found]]:
    """Part rows by the key with the fewest values, where they are many or held against different bands."""
    telling = _telling(found)
    bands = {guides(_rows([row])) for row in found}
    if len(telling) < 2 or (len(found) <= FEW_ROWS and len(bands) == 1):  # noqa: PLR2004 - one to part by, one to see
        return [("", found)]
    design = [key for key in telling if key in easel.labels.experiment.axes] or telling
    facet = min(design, key=lambda key: len({values[key] for values, _ in found}))
    panels: dict[Any, Found] = {}
    for values, marks in found:
        panels.setdefault(values[facet], []).append((values, marks))
    return [(easel.point(facet, value), panel) for value, panel in panels.items()]


def _panel(
    easel: Easel, title: str, found: Found, label: str, scale: Scale, held: plots.Guides, *, is_alone: bool
) -> Panel:
    telling = _telling(found)
    names = [", ".join(easel.point(key, values[key]) for key in telling) for values, _ in found]
    rows = [marks for _, marks in found]
    values = [scale.bare(row["estimate"], scale.digits(row["lo"], row["hi"])) for row in (m[0].row for m in rows)]

    def draw(ax: Axes) -> Axes:
        return plots.forest(rows, names, values=values, label=label, unit=scale.axis, guides=held, ax=ax)

    unit = f" {scale.axis}" if scale.axis else ""
    told = [f"{name} {_told(marks, scale, unit)}".strip() for name, marks in zip(names, rows, strict=True)]
    beside = f". The {held.band_label}" if held.band is not None else ""
    alt = f"{title}: {label}: {'; '.join(told)}{beside}." if title else f"{label}: {'; '.join(told)}{beside}."
    return Panel(title, alt, easel.drawing(draw, plots.forest_height(rows), is_alone=is_alone))


def _told(marks: Sequence[plots.Mark], scale: Scale, unit: str) -> str:
    return listed([_mark(mark, scale, unit) for mark in marks])


def _mark(mark: plots.Mark, scale: Scale, unit: str) -> str:
    row: Mapping[str, Any] = mark.row
    digits = scale.digits(row["lo"], row["hi"])
    interval = scale.interval(row["lo"], row["hi"], digits=digits)
    text = with_interval(f"{scale.bare(row['estimate'], digits)}{unit}", interval)
    if mark.elsewhere:
        ends = [pick(float(one["estimate"]) for one in mark.everywhere) for pick in (min, max)]
        text += f", {scale.bare(ends[0], digits)} to {scale.bare(ends[1], digits)} over all {len(mark.everywhere)}"
    return f"for {mark.name} {text}" if mark.name else text


def caption(easel: Easel, rows: Sequence[Row], *, is_judged: bool) -> str:
    """Say how to read worlds and levels in a picture."""
    labels = easel.labels
    said = []
    number = len({row.get(WORLD) for row in rows})
    if number > 1:
        which = "the one that speaks most against the target" if is_judged else "the one in the middle"
        said.append(
            f"Of {number} {labels.worlds(number)} the mark is {which}, ticks are the others, and the pale bar reaches "
            "over all of their intervals."
        )
    levels = list(dict.fromkeys(str(row[SKILL]) for row in rows if row.get(SKILL)))
    if len(levels) > 1:
        said.append(
            f"Filled marks are for {levels[0]}, at which targets are judged; hollow ones for {listed(levels[1:])}."
        )
    return " ".join(said)
