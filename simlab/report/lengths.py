"""How long playthroughs are: histograms of a few variants, the spread of many."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from simlab import plots
from simlab.report.figures import Easel, Figure, Panel
from simlab.report.grids import Grid, grid
from simlab.report.labels import Labels
from simlab.report.wording import Scale, frequency, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simlab.result import Result

MOST_HISTOGRAMS = 6
TAIL = 0.995  # what is longer is told, not drawn
ALMOST_ALL = 0.999
NEARLY = 1e-12  # a sum of probabilities that misses a share by rounding has reached it
ROUNDS = "rounds"


@dataclass(frozen=True)
class Spread:
    """The lengths of a variant's playthroughs.

    Attributes
    ----------
    values, counts : the histogram; of an exact answer probabilities
    truncated : how many were cut off, so that their length is a lower bound
    """

    values: tuple[float, ...]
    counts: tuple[float, ...]
    truncated: float

    @property
    def n(self) -> float:
        """How many playthroughs there are; 1 for probabilities."""
        return math.fsum(self.counts)

    @property
    def mean(self) -> float:
        """The mean length."""
        return sum(value * count for value, count in zip(self.values, self.counts, strict=True)) / self.n

    def quantile(self, share: float) -> float:
        """Return the least length that so large a share of the playthroughs does not exceed."""
        reached = zip(self.values, accumulate(self.counts), strict=True)
        least = share * self.n * (1 - NEARLY)
        return next((value for value, count in reached if count >= least), self.values[-1])


def spreads(result: Result) -> dict[int, Spread]:
    """Read the lengths of every variant that was played, or of all of them where they are solved."""
    is_exact = result.experiment.method == "exact"
    if is_exact and not {ROUNDS, "truncated"} <= set(result.experiment.game.module("exact").covered()):
        return {}
    found = {}
    cut_off = result.metric("truncated").table.rows  # a row for each variant
    for variant, cut in zip(result.experiment.variants, cut_off, strict=True):
        if is_exact or result.playthroughs.get(variant.index):
            values, counts = result.distribution(ROUNDS, variant.index)
            truncated = float(str(cut["estimate"])) if is_exact else _amount(cut)
            found[variant.index] = Spread(tuple(values), tuple(counts), truncated)
    return found


def _amount(share: Any) -> int:
    """Return how many playthroughs a share is, exactly: an estimate of a flag is a count over n."""
    return round(float(share["estimate"]) * int(share["n"]))


def figure(easel: Easel, found: dict[int, Spread]) -> Figure:
    """Draw how long playthroughs are."""
    labels = easel.labels
    scale = labels.scale(ROUNDS)
    places = {v.index: v.keys for v in labels.experiment.variants}
    if len(found) <= MOST_HISTOGRAMS:
        panels = tuple(
            _histogram(easel, _name(labels, places[index]), spread, is_alone=len(found) == 1)
            for index, spread in found.items()
        )
        return Figure(panels, _told(labels, found, scale.unit))
    rows = [
        {**places[index], "estimate": spread.quantile(0.5), "lo": spread.quantile(0.1), "hi": spread.quantile(0.9)}
        for index, spread in found.items()
    ]
    drawn = easel.estimates(
        [("", rows)],
        list(labels.experiment.axes),
        label=f"median {labels.metric(ROUNDS)}",
        scale=Scale("quantile", scale.unit),
        guides=lambda _: plots.NO_GUIDES,
        lines=1,  # the spreads of two would hide each other
    )
    told = "The point is the median; the bar and the shade reach from the shortest tenth to the longest tenth"
    return Figure(drawn, f"{told} of {'' if labels.is_exact else 'the playthroughs of '}each variant.")


def _told(labels: Labels, found: dict[int, Spread], unit: str) -> str:
    """Say what histograms show and what they leave out."""
    if labels.is_exact:
        return f"How likely it is, of 100, to take how many {unit}. The last 1 of 200 is not drawn."
    longest = max(spread.values[-1] for spread in found.values())
    tail = f"The longest playthrough took {number(longest, 0)} {unit}; the last 1 of 200 is not drawn."
    return f"How many of 100 playthroughs took how many {unit}. {tail}"


def table(labels: Labels, found: dict[int, Spread]) -> Grid:
    """Set out mean, quantiles and longest playthrough of every variant."""
    axes = list(labels.experiment.axes)
    keys = {v.index: v.keys for v in labels.experiment.variants}
    numeric = [all(isinstance(key[axis], int | float) for key in keys.values()) for axis in axes]
    columns = [(labels.heading(axis), right) for axis, right in zip(axes, numeric, strict=True)]
    last = "999 in 1,000 within" if labels.is_exact else "longest"
    columns += [(name, True) for name in ("mean", "1 in 10 within", "median", "9 in 10 within", last, "cut off")]
    cells = [
        [labels.value(keys[index][axis]) for axis in axes]
        + [f"{'at least ' if spread.truncated else ''}{number(spread.mean, 2)}"]
        + [number(spread.quantile(share), 0) for share in (0.1, 0.5, 0.9)]
        + (
            [number(spread.quantile(ALMOST_ALL), 0), frequency(spread.truncated, 1)]
            if labels.is_exact
            else [number(spread.values[-1], 0), number(spread.truncated, 0)]
        )
        for index, spread in found.items()
    ]
    return grid(columns, cells)


def _name(labels: Labels, keys: Any) -> str:
    return ", ".join(labels.point(path, value) for path, value in keys.items() if len(labels.experiment.axes[path]) > 1)


def _histogram(easel: Easel, title: str, spread: Spread, *, is_alone: bool) -> Panel:
    last = spread.quantile(TAIL)
    kept = [(v, c / spread.n) for v, c in zip(spread.values, spread.counts, strict=True) if v <= last]
    values: Sequence[float] = [value for value, _ in kept]
    labels = easel.labels
    median, unit = spread.quantile(0.5), labels.scale(ROUNDS).unit
    of_what, amount = ("probability", "exact") if labels.is_exact else ("playthroughs", f"{spread.n:,.0f} playthroughs")

    def draw(ax: Axes) -> Axes:
        shares = [share for _, share in kept]
        told = {"label": labels.metric(ROUNDS), "unit": unit, "of_what": of_what}
        return plots.distribution(values, shares, **told, marks={f"median {number(median, 0)}": median}, ax=ax)

    middle = f"half take at most {number(median, 0)} {unit}, 9 of 10 at most {number(spread.quantile(0.9), 0)}"
    told = f"{middle}, mean {number(spread.mean, 2)}, {amount}."
    alt = f"{title}: {told}" if title else f"Length: {told}"
    return Panel(title, alt, easel.drawing(draw, 2.5, is_alone=is_alone))
