"""What each thing that is varied changes, all others at their average: effects of a fit, in words and tables."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simlab import plots
from simlab.experiment.plan import SKILL, WORLD
from simlab.metrics.effects import AVERAGE, MISFIT, TIMES
from simlab.report.figures import Figure, Panel
from simlab.report.grids import Grid, grid
from simlab.report.wording import Scale, capital, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from simlab.report.figures import Easel
    from simlab.report.labels import Labels, Row
    from simlab.result import Result

LEAST_P = 0.001


@dataclass(frozen=True)
class Fit:
    """One fit: of a metric, of one of those who are asked about, in one world and at one level.

    Attributes
    ----------
    heading, about : what was fitted, and how well it tells the variants
    effects, misfit : the rows of effects, and the one of what adding them up tells worst
    """

    heading: str
    about: str
    scale: Scale
    effects: tuple[Row, ...]
    misfit: Row | None


def fits(result: Result, labels: Labels) -> list[Fit]:
    """Gather the rows of every fit that the question asks for."""
    asked = result.experiment.effects
    if not asked:
        return []
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in result.effects():
        groups.setdefault((row["effects"], row.get(WORLD), row.get(SKILL), row["whose"]), []).append(row)
    return [_fit(labels, asked[key[0] - 1].metric, rows) for key, rows in groups.items()]


def _fit(labels: Labels, metric: str, rows: Sequence[Row]) -> Fit:
    scale = labels.scale(metric, is_difference=True)
    plain = labels.scale(metric)
    first = rows[0]
    whose = labels.subject(first)
    apart = [labels.point(key, first[key]) for key in (WORLD, SKILL) if first.get(key) is not None]
    average = plain.value(first["estimate"], (first["lo"], first["hi"]), (None, None))
    explained = float(first["r_squared"])
    told = "" if math.isnan(explained) else f"; these effects tell {100 * explained:.4g} % of what varies"
    heading = ", ".join([f"{labels.metric(metric)}{f' of {whose}' if whose else ''}", *apart])
    return Fit(
        heading=f"What changes {heading}",
        about=f"On average over all variants {average}{told}",
        scale=scale,
        effects=tuple(row for row in rows if row["term"] not in {AVERAGE, MISFIT}),
        misfit=next((row for row in rows if row["term"] == MISFIT), None),
    )


def name(labels: Labels, row: Row) -> str:
    """Say what an effect is of: a value instead of another, or one more of a number."""
    axes = str(row["term"]).split(TIMES)
    if len(axes) > 1:
        values = f": {labels.value(row['value'])}" if row["value"] is not None else ""
        return f"{' with '.join(map(labels.axis, axes))}, beyond both{values}"
    if row["value"] is None:
        unit = labels.unit(axes[0])
        if not unit or unit.endswith("s"):  # one inch, but of tokens simply one
            return f"{labels.heading(axes[0])}, one more"
        return f"{labels.axis(axes[0])}, one {unit} more"
    return f"{labels.point(axes[0], row['value'])} instead of {labels.value(row['instead_of'])}"


def value(scale: Scale, row: Row) -> tuple[str, str]:
    """Write an effect and its interval."""
    digits = scale.digits(row["lo"], row["hi"])
    unit = f" {scale.axis}" if scale.axis else ""
    return f"{scale.bare(row['estimate'], digits)}{unit}", scale.interval(row["lo"], row["hi"], digits=digits)


def misfit(labels: Labels, fit: Fit) -> str:
    """Say whether effects simply add up."""
    row = fit.misfit
    if row is None:
        return ""
    told, interval = value(fit.scale, row)
    if row["lo"] <= 0 <= row["hi"]:
        return "Adding the effects up tells every variant within its luck."
    where = ", ".join(labels.point(path, key) for path, key in json.loads(str(row["value"])).items())
    return f"Effects do not simply add up: with {where} the truth is {told} ({interval}) from what they add up to."


def p_value(row: Row) -> str:
    """Write Holm's p-value."""
    p = float(row["p_adjusted"])
    return f"< {LEAST_P:g}" if p < LEAST_P else number(p, 3)


def table(labels: Labels, fit: Fit) -> Grid:
    """Set out the effects of a fit."""
    unit = f" ({fit.scale.axis})" if fit.scale.axis else ""
    columns = [("what", False), (f"changes it by{unit}", True), ("interval", True), ("p (Holm)", True)]
    columns += [("pairing saves", True)]
    cells = []
    for row in fit.effects:
        digits = fit.scale.digits(row["lo"], row["hi"])
        saved = float(str(row["variance_reduction"]))
        saves = "" if math.isnan(saved) else f"{number(min(saved, 1000), 1)}×"
        interval = fit.scale.interval(row["lo"], row["hi"], digits=digits)
        cells.append([name(labels, row), fit.scale.bare(row["estimate"], digits), interval, p_value(row), saves])
    return grid(columns, cells)


def figure(easel: Easel, fit: Fit) -> Figure:
    """Draw the effects, one below the other."""
    rows, labels = fit.effects, easel.labels
    names = [name(labels, row) for row in rows]
    guides = plots.Guides(reference=0.0, reference_label="no effect")
    values = [value(fit.scale, row)[0].removesuffix(f" {fit.scale.axis}") for row in rows]

    def draw(ax: Axes) -> Axes:
        return plots.ranking(rows, names, values=values, label="effect", unit=fit.scale.axis, guides=guides, ax=ax)

    alt = f"{fit.heading}: " + "; ".join(
        f"{one} {' '.join(filter(None, (told, f'({interval})' if interval else '')))}"
        for one, (told, interval) in zip(names, (value(fit.scale, row) for row in rows), strict=True)
    )
    panel = Panel("", f"{alt}.", easel.drawing(draw, plots.ranking_height(len(rows)), is_alone=True))
    caption = (
        "Effects by least squares over all variants, everything else at its average; their intervals hold all at once. "
        f"{misfit(labels, fit)}"
    )
    return Figure((panel,), caption.strip())


def about(fit: Fit) -> str:
    """Say what the fit is of."""
    return capital(fit.about)
