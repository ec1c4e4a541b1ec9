"""The figures of a report: panels no wider than a phone, each told in words from its own numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simlab import plots
from simlab.plots.marks import GRID, INK, MUTED, SERIES, TARGET
from simlab.report.wording import Scale, listed, with_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simlab.report.labels import Labels, Row

MOST_PANELS, MOST_ROWS, MOST_TOLD = 12, 30, 12
FEW_ROWS = 8  # that stay in one panel
WIDE_IN = 7.4

# A page has a light and a dark face; its style sheet gives these their colours.
FACES = {INK: "ink", MUTED: "muted", GRID: "line", TARGET: "good"} | {
    colour: f"series-{place}" for place, (colour, _, _) in enumerate(SERIES)
}


@dataclass(frozen=True)
class Panel:
    """One chart.

    Attributes
    ----------
    title : what sets it apart from the other panels, empty where it is alone
    alt : its numbers in words
    drawings : one SVG; of a lone panel also a wide one, by class
    """

    title: str
    alt: str
    drawings: Mapping[str, str]


@dataclass(frozen=True)
class Figure:
    """Panels that are read together."""

    panels: tuple[Panel, ...]
    caption: str


@dataclass
class Easel:
    """Draws panels with the labels of an experiment, and numbers them so that no two name their parts alike."""

    labels: Labels
    drawn: int = field(default=0)

    def drawing(self, draw: Callable[[Axes], Axes], height: float, *, is_alone: bool) -> dict[str, str]:
        """Draw a panel; a lone one twice, for a phone and for a wide page."""
        widths = {"narrow": plots.PANEL_IN[0], "wide": WIDE_IN} if is_alone else {"panel": plots.PANEL_IN[0]}
        found = {}
        for name, width in widths.items():
            self.drawn += 1
            figure = draw(plots.picture(width, height)).get_figure(root=True)
            found[name] = _faced(plots.svg(figure, f"simlab {self.drawn}")) if figure else ""
        return found

    def sheet(self, draw: Callable[[], Axes]) -> str:
        """Draw something of a size of its own, which a page shows in a box that scrolls."""
        self.drawn += 1
        figure = draw().get_figure(root=True)
        return _faced(plots.svg(figure, f"simlab {self.drawn}")) if figure else ""

    def estimates(
        self,
        parts: Iterable[tuple[str, Sequence[Row]]],
        keys: Sequence[str],
        *,
        label: str,
        scale: Scale,
        guides: Callable[[Sequence[Row]], plots.Guides],
        lines: int = plots.MOST_SERIES,
    ) -> tuple[Panel, ...]:
        """Draw estimates, in as many panels as it takes to see them.

        Parameters
        ----------
        parts : what sets a part apart, and its rows
        keys : of the rows
        guides : what the rows of a panel are held against
        lines : most lines in a panel
        """
        plans = [
            (", ".join(filter(None, (title, facet))), plan)
            for title, rows in parts
            for facet, plan in self._plans(rows, keys, lines)
        ]
        shown = plans[:MOST_PANELS]
        return tuple(self._panel(title, plan, label, scale, guides, is_alone=len(shown) == 1) for title, plan in shown)

    def _plans(self, rows: Sequence[Row], keys: Sequence[str], lines: int) -> list[tuple[str, _Plan]]:
        """Choose what goes along the axis, what makes lines, and what makes panels."""
        lengths = {key: len(dict.fromkeys(row[key] for row in rows)) for key in keys}
        told = [key for key in keys if lengths[key] > 1]
        axes = [key for key in told if key in self.labels.experiment.axes]
        groups = [(plots.line_keys(rows, group)[:1] or group[:1], group) for group in plots.moving_together(rows, axes)]
        with_it = {first[0]: tuple(key for key in group if key != first[0]) for first, group in groups}
        telling = [key for key in told if key in with_it or key not in axes]
        if len(with_it) > 1 and plots.line_key(rows, axes) and not plots.is_crossed(rows, list(with_it)):
            return self._scattered(rows, told, [key for key in telling if key not in axes], lines)
        x = plots.line_key(rows, telling)
        others = sorted((key for key in telling if key != x), key=lambda key: (key in axes, lengths[key]))
        series = next((key for key in others if x and lengths[key] <= lines), None)
        facets = [key for key in telling if key not in {x, series}] if x else []
        if x is None and len(rows) > FEW_ROWS and len(telling) > 1:
            facets = [min(telling, key=lambda key: lengths[key])]
        apart = [key for facet in facets for key in (facet, *with_it.get(facet, ()))]
        named = tuple(key for key in told if key not in apart)
        found: dict[tuple[Any, ...], list[Row]] = {}
        for row in rows:
            found.setdefault(tuple(row[key] for key in facets), []).append(row)
        return [
            (
                self._points(apart, part[0]),
                _Plan(x, series, named, tuple(part[:MOST_ROWS] if x is None else part), with_it),
            )
            for part in found.values()
        ]

    def _scattered(
        self, rows: Sequence[Row], told: Sequence[str], people: Sequence[str], lines: int
    ) -> list[tuple[str, _Plan]]:
        """Draw sampled variants along each axis of numbers in turn; in each panel they differ in the others too."""
        series = next((key for key in people if len({row[key] for row in rows}) <= lines), None)
        facets = [key for key in people if key != series]
        found: dict[tuple[Any, ...], list[Row]] = {}
        for row in rows:
            found.setdefault(tuple(row[key] for key in facets), []).append(row)
        axes = [key for key in plots.line_keys(rows, told) if key in self.labels.experiment.axes]
        return [
            (
                ", ".join(filter(None, (self._points(facets, part[0]), f"along {self.labels.axis(x)}"))),
                _Plan(x, series, tuple(key for key in told if key not in facets), tuple(part), is_joined=False),
            )
            for part in found.values()
            for x in axes
        ]

    def _points(self, keys: Sequence[str], row: Row) -> str:
        return ", ".join(self.point(key, row[key]) for key in keys)

    def point(self, key: str, value: object) -> str:
        """Write a value with its axis; a seat's or a category's name needs none."""
        is_name = key not in self.labels.experiment.axes and isinstance(value, str)
        return str(value) if is_name else self.labels.point(key, value)

    def _panel(
        self,
        title: str,
        plan: _Plan,
        label: str,
        scale: Scale,
        guides: Callable[[Sequence[Row]], plots.Guides],
        *,
        is_alone: bool,
    ) -> Panel:
        rows, held = plan.rows, guides(plan.rows)
        names = [self._points(plan.named, row) for row in rows]
        values = [scale.bare(row["estimate"], scale.digits(row["lo"], row["hi"])) for row in rows]

        def draw(ax: Axes) -> Axes:
            if plan.x is None:
                return plots.ranking(rows, names, values=values, label=label, unit=scale.axis, guides=held, ax=ax)
            series = plan.series
            told = [{**row, series: self.point(series, row[series])} if series else row for row in rows]
            return plots.intervals(
                told,
                x=plan.x,
                series=series,
                label=label,
                unit=scale.axis,
                x_label=self._heading(plan),
                guides=held,
                joined=plan.is_joined,
                ax=ax,
            )

        height = plots.PANEL_IN[1] if plan.x else plots.ranking_height(len(rows))
        alt = _alt(title, label, scale, held, rows, names)
        return Panel(title, alt, self.drawing(draw, height, is_alone=is_alone))

    def _heading(self, plan: _Plan) -> str:
        """Name what goes along the axis, and what moves with it."""
        if plan.x is None:
            return ""
        moving = [self.labels.axis(key) for key in plan.with_it.get(plan.x, ())]
        more = f", {listed(moving)} with it" if moving else "" if plan.is_joined else "; the rest differs too"
        return f"{self.labels.heading(plan.x)}{more}"


@dataclass(frozen=True)
class _Plan:
    """A panel to be drawn: the key along its axis, the key of its lines, and the keys that name its rows.

    `with_it` are the keys that move with another, and `is_joined` whether points are neighbours on a line.
    """

    x: str | None
    series: str | None
    named: tuple[str, ...]
    rows: tuple[Row, ...]
    with_it: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_joined: bool = True


def _alt(title: str, label: str, scale: Scale, guides: plots.Guides, rows: Sequence[Row], names: Sequence[str]) -> str:
    """Tell a panel in words: every estimate where they are few, else how far they reach."""
    told = f"{title}: {label}" if title else label
    unit = f" {scale.axis}" if scale.axis else ""
    if len(rows) <= MOST_TOLD:
        points = [f"{name} {_point(scale, row, unit)}".strip() for name, row in zip(names, rows, strict=True)]
        told = f"{told}: {'; '.join(points)}"
    else:
        ends = [min(row["estimate"] for row in rows), max(row["estimate"] for row in rows)]
        told = f"{told}: {len(rows)} values from {scale.bare(ends[0], 1)} to {scale.bare(ends[1], 1)}{unit}"
    told += f". The {guides.band_label}" if guides.band is not None else ""
    return f"{told}."


def _point(scale: Scale, row: Row, unit: str) -> str:
    digits = scale.digits(row["lo"], row["hi"])
    interval = scale.interval(row["lo"], row["hi"], digits=digits)
    return with_interval(f"{scale.bare(row['estimate'], digits)}{unit}", interval)


def _faced(svg: str) -> str:
    """Let the page's style sheet choose the colours of a drawing."""
    names = "|".join(FACES)
    return re.sub(rf"(?<=: )(?:{names})(?=[;\"])", lambda found: f"var(--{FACES[found[0]]})", svg)
