"""What a question needs: the playthroughs at which its verdicts are to be expected, from a pilot of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simlab.metrics.contrasts import compared
from simlab.metrics.estimation import LEVEL, looks_of
from simlab.metrics.verdicts import allowance, judged
from simlab.stats import power as powers
from simlab.stats.looks import level_of_each

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from simlab.experiment import Experiment, Variant
    from simlab.metrics.quantities import Quantity, Reader

POINTS = 2.0
SHIFT = 0.1
POWER = 0.9
MOST = 10**12

Cells = dict[str, Any]


@dataclass(frozen=True)
class Effect:
    """What a plan must be able to see.

    Attributes
    ----------
    points : percentage points of a share beyond the edge of its band, or between two variants
    shift : the same for what is counted or measured, in standard deviations of one playthrough
    power : the probability with which it should be seen
    """

    points: float = POINTS
    shift: float = SHIFT
    power: float = POWER


@dataclass(frozen=True)
class Need:
    """What one row of verdicts or contrasts takes.

    Attributes
    ----------
    ask, number : "target" or "comparison", counted from 1
    keys, whose : of whom it is asked
    effect, sd : in the metric's units; nan for a quantile, which is taken to be where the pilot has it
    inside, outside : playthroughs of each variant at which a truth so far inside (outside) the band is found there;
        None where no number will do
    detectable : the least effect that the playthroughs which are asked for find
    variants : behind it
    """

    ask: str
    number: int
    keys: Mapping[str, Any]
    whose: str
    metric: str
    effect: float
    sd: float
    inside: int | None
    outside: int | None
    detectable: float
    family: int
    variants: tuple[Variant, ...]

    @property
    def playthroughs(self) -> int | None:
        """What it takes, wherever the truth lies; None where no number will do."""
        return None if self.inside is None or self.outside is None else max(self.inside, self.outside)


def needs(experiment: Experiment, asked: Experiment, reader: Reader, effect: Effect) -> list[Need]:
    """Return what every target and comparison takes.

    Parameters
    ----------
    experiment : a pilot of what is asked, with the same variants
    asked : the question itself, with the playthroughs and looks that it asks for
    reader : the pilot's
    """
    found = []
    for number, _, quantity, cells in judged(experiment, reader):
        found.append(_need("target", number, quantity, quantity.variants, cells, effect, asked))
    for number, _, (this, other), cells in compared(experiment, reader):
        found.append(_need("comparison", number, this, (*this.variants, *other.variants), cells, effect, asked))
    return found


def _need(
    ask: str,
    number: int,
    quantity: Quantity,
    variants: tuple[Variant, ...],
    cells: Cells,
    effect: Effect,
    asked: Experiment,
) -> Need:
    whole = tuple(asked.variants[variant.index] for variant in variants)
    case = _Case(ask, quantity, cells, effect, level_of_each(LEVEL, looks_of(whole)))
    inside, outside = case.as_piloted() if case.is_quantile else (case.inside(), case.outside())
    return Need(
        ask=ask,
        number=number,
        keys={axis: quantity.keys.get(axis) for axis in asked.axes},
        whose=quantity.whose,
        metric=str(cells["metric"]),
        effect=case.size,
        sd=case.sd,
        inside=inside,
        outside=outside,
        detectable=case.detectable(min(variant.playthroughs for variant in whole)),
        family=case.family,
        variants=whole,
    )


@dataclass(frozen=True)
class _Case:
    """One row of the pilot, and what should be seen in it."""

    ask: str
    quantity: Quantity
    cells: Cells
    effect: Effect
    level: float

    @property
    def is_share(self) -> bool:
        column = self.quantity.column
        return column.kind in {"flag", "category"} or column.unit == "wins"

    @property
    def is_quantile(self) -> bool:
        return not math.isfinite(float(self.cells["se"]))

    @property
    def family(self) -> int:
        return int(self.cells["family"])

    @property
    def band(self) -> tuple[float | None, float | None]:
        return self.cells["band_lo"], self.cells["band_hi"]

    @property
    def sd(self) -> float:
        """The standard deviation of one playthrough, or of one pair; from the interval where none of them varied."""
        se, n, level = (float(self.cells[name]) for name in ("se", "n", "level"))
        if se > 0 or self.is_quantile:
            return se * math.sqrt(n)
        half = (float(self.cells["hi"]) - float(self.cells["lo"])) / 2
        return half / -powers.NORMAL.inv_cdf((1 - level) / 2) * math.sqrt(n)

    @property
    def size(self) -> float:
        return self.effect.points / 100 if self.is_share else self.effect.shift * self.sd

    def spread(self, at: float) -> float:
        """Return the standard deviation where the truth is at some value: of a share it depends on that."""
        if not self.is_share or self.ask == "comparison":
            return self.sd
        return powers.share_sd(min(1.0, max(0.0, at)), self.sd, float(self.cells["estimate"]))

    def inside(self) -> int | None:
        """Return what it takes to find a truth inside the band there; 0 where there is no band."""
        return _most([self._inside(*edge) for edge in _edges(self.band, self.size)])

    def _inside(self, near: float, far: float, edge: float, side: int) -> int | None:
        room = near - self._cut_off()
        spread = self.spread(edge - side * near)
        if room <= 0:
            return None
        if spread == 0:
            return powers.for_none(min(near, 0.5), level=self.level)
        at_edge = self.spread(edge)
        return powers.for_inside(room, spread, other=far, at_edge=at_edge, level=self.level, power=self.effect.power)

    def outside(self) -> int | None:
        """Return what it takes to find a truth outside the band there, or a difference where there is no band."""
        edges = list(_edges(self.band, self.size)) or [(0.0, 0.0, 0.0, 1)]
        return _most([self._outside(edge, side) for _, _, edge, side in edges])

    def _outside(self, edge: float, side: int) -> int | None:
        room, level, power = self.size - self._cut_off(), self.level, self.effect.power
        spread = self.spread(edge + side * self.size)
        if room <= 0:
            return 1 if self.size == 0 else None
        return powers.for_outside(room, spread, at_edge=self.spread(edge), level=level, family=self.family, power=power)

    def _cut_off(self) -> float:
        """Return what playthroughs that are cut off take away from the room of a share."""
        return max(allowance(self.quantity)) if self.is_share else 0.0

    def as_piloted(self) -> tuple[int | None, int | None]:
        """Return what it takes where the truth is as the pilot has it: all that can be said of a quantile."""
        needed = self.cells["needed"] if self.cells["verdict"] == "undecided" else int(self.cells["n"])
        if needed is None:
            return None, None
        z = -powers.NORMAL.inv_cdf((1 - self.level) / 2)
        surely = math.ceil(int(needed) * (1 + powers.NORMAL.inv_cdf(self.effect.power) / z) ** 2)
        return min(MOST, surely), min(MOST, surely)

    def detectable(self, n: int) -> float:
        """Return the least effect that so many playthroughs find."""
        return powers.detectable(n, self.sd, level=self.level, family=self.family, power=self.effect.power)


def _edges(band: tuple[float | None, float | None], size: float) -> Iterator[tuple[float, float, float, int]]:
    """Yield for each edge the truth's distance inside it and from the other one, the edge, and which way is outside."""
    low, high = band
    width = math.inf if low is None or high is None else high - low
    near = min(size, width / 2)
    if low is not None:
        yield near, width - near, low, -1
    if high is not None:
        yield near, width - near, high, 1


def _most(found: list[int | None]) -> int | None:
    numbers = [number for number in found if number is not None]
    return min(MOST, max(numbers, default=0)) if len(numbers) == len(found) else None


def per_variant(found: list[Need], experiment: Experiment) -> dict[int, int]:
    """Return for each variant the most that anything it has a part in needs; what cannot be had is left out."""
    wanted = {variant.index: 0 for variant in experiment.variants}
    for need in found:
        for variant in need.variants:
            wanted[variant.index] = max(wanted[variant.index], need.playthroughs or 0)
    return wanted
