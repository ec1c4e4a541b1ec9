"""Contrasts between variants, paired on common random numbers."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from simlab.experiment.plan import EVERY
from simlab.metrics.conclusions import by_level, spare
from simlab.metrics.estimation import (
    FEWEST_BATCHES,
    LEVEL,
    aligned_batches,
    aligned_rows,
    alike,
    bounds,
    combined,
    estimate,
    looks_of,
)
from simlab.metrics.quantities import Question, quantities
from simlab.metrics.solved import Solved, certain
from simlab.metrics.verdicts import allowance, judgement, role_of
from simlab.stats.contrasts import Contrast, paired_batches, paired_rows
from simlab.stats.intervals import Estimate, simultaneous
from simlab.stats.looks import level_of_each, looked
from simlab.stats.table import Table
from simlab.stats.verdicts import holm, outside_p, widen
from simlab.stats.verdicts import verdicts as judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simlab.experiment import Comparison, Experiment
    from simlab.metrics.quantities import Quantity, Reader
    from simlab.metrics.samples import Sample


def contrasts(experiment: Experiment, reader: Reader, level: float = LEVEL) -> Table:
    """Hold every value of an axis against one of them or against each, all else alike, playthrough by playthrough.

    Worlds and skill levels are such axes: both of a pair are of the same world and the same level. A contrast with a
    band is judged like a target; `below` and `above` survive Holm's correction over the rows of its comparison at the
    same level. `p_adjusted` is Holm's p-value of there being no difference, over the same rows; where each value is
    held against each, the intervals hold all at once unless a band asks for single ones. `variance_reduction` is how
    many times more playthroughs two independent runs would need.
    """
    axes = tuple(experiment.axes)
    rows = [
        {
            "comparison": number,
            **dict.fromkeys(axes),
            **{axis: this.keys[axis] for axis in axes},
            "against": other.keys[experiment.compare[number - 1].key],
            "whose": this.whose,
            **cells,
            **role_of(experiment, role),
        }
        for number, role, (this, other), cells in compared(experiment, reader, level)
    ]
    return Table(("comparison", *axes, "against", "whose"), rows)


Pair = tuple["Quantity", "Quantity"]


def compared(
    experiment: Experiment, reader: Reader, level: float = LEVEL
) -> Iterator[tuple[int, str, Pair, dict[str, object]]]:
    """Yield every pair that a comparison asks for, with its number, its role and the cells that judge it."""
    for number, comparison in enumerate(experiment.compare, 1):
        pairs = _pairs(experiment, reader, comparison)
        for role, asked in by_level(experiment, comparison, [this for this, _ in pairs]):
            chosen = [pair for pair in pairs if any(pair[0] is one for one in asked)]
            for pair, cells in _judged(experiment, comparison, chosen, level):
                yield number, role, pair, cells


def _judged(
    experiment: Experiment, comparison: Comparison, pairs: list[Pair], level: float
) -> Iterator[tuple[Pair, dict[str, object]]]:
    together = len(pairs) if _is_every(experiment, comparison) else 1
    if comparison.within:
        together = 1 + spare(experiment, [this for this, _ in pairs])
    each = simultaneous(level, together)
    found = [contrast(this, other, level=each, family=len(pairs)) for this, other in pairs]
    widened = [_allowing(one.estimate, *pair) for one, pair in zip(found, pairs, strict=True)]
    band = comparison.within or (None, None)
    said = judge(widened, [band] * len(widened), level)
    p_values = holm(outside_p(wide, (0.0, 0.0)) for wide in widened)
    for one, wide, pair, verdict, p in zip(found, widened, pairs, said, p_values, strict=True):
        yield (
            pair,
            {
                **wide.cells(comparison.metric),
                "variance_reduction": one.variance_reduction,
                "p_adjusted": p,
                **judgement(wide, band, verdict if comparison.within else "", len(pairs)),
            },
        )


def _pairs(experiment: Experiment, reader: Reader, comparison: Comparison) -> list[Pair]:
    question = Question(comparison.metric, (), comparison.of, comparison.where)
    asked = [quantity for group in quantities(experiment, reader, question) for quantity in group]

    def rest(quantity: Quantity) -> tuple[object, ...]:
        return tuple(value for key, value in quantity.keys.items() if key != comparison.key)

    if _is_every(experiment, comparison):
        order = experiment.axes[comparison.key]
        alike: dict[tuple[object, ...], list[Quantity]] = {}
        for quantity in sorted(asked, key=lambda one: order.index(one.keys[comparison.key])):
            alike.setdefault(rest(quantity), []).append(quantity)
        return [(later, first) for group in alike.values() for first, later in combinations(group, 2)]
    against = {rest(quantity): quantity for quantity in asked if quantity.keys[comparison.key] == comparison.against}
    others = [quantity for quantity in asked if quantity.keys[comparison.key] != comparison.against]
    return [(quantity, against[rest(quantity)]) for quantity in others if rest(quantity) in against]


def _is_every(experiment: Experiment, comparison: Comparison) -> bool:
    """Say whether each value is held against each; an axis may have a value of that name."""
    return comparison.against == EVERY and EVERY not in experiment.axes[comparison.key]


def contrast(this: Quantity, other: Quantity, *, level: float = LEVEL, family: int = 1) -> Contrast:
    """Estimate the mean difference between two quantities on the same indices."""
    a, b = this.samples[0], other.samples[0]
    if isinstance(a, Solved) or isinstance(b, Solved):
        return Contrast(certain(estimate(this).estimate - estimate(other).estimate), float("nan"))
    looks = looks_of((*this.variants, *other.variants))
    found = _contrast(a, b, this, level_of_each(level, looks))
    if found.estimate.tail is None and family > 1:  # the interval is the only test: make it at the family's level
        level = simultaneous(level, family)
        found = _contrast(a, b, this, level_of_each(level, looks))
    return Contrast(looked(found.estimate, level, looks), found.variance_reduction)


def _contrast(a: Sample, b: Sample, of: Quantity, level: float) -> Contrast:
    scale = of.column.scale * a.seats
    least, most = bounds(of)
    difference = (least - most, most - least)
    if not alike((a, b)):
        return combined((a, b), (1.0, -1.0), (of.column.scale,) * 2, level, difference)
    counts, totals = aligned_batches((a, b))
    if len(counts) >= FEWEST_BATCHES:
        found = paired_batches(
            totals[0].tolist(),
            totals[1].tolist(),
            counts.tolist(),
            var_a=_variance(a, scale),
            var_b=_variance(b, scale),
            scale=scale,
            level=level,
            bounds=difference,
        )
        if not found.estimate.method.startswith("few batches"):
            return found
    rows_a, rows_b = aligned_rows((a, b))
    return paired_rows(rows_a, rows_b, scale=scale, level=level, bounds=difference)


def _variance(sample: Sample, scale: int) -> float:
    """Return the variance of one playthrough's value, in squared units."""
    n, total, square = sample.totals()
    return (n * square - total * total) / (n * (n - 1)) / scale**2 if n > 1 else float(np.nan)


def _allowing(found: Estimate, this: Quantity, other: Quantity) -> Estimate:
    """Widen by what truncated playthroughs of either variant could still change."""
    (lower, raise_), (other_lower, other_raise) = allowance(this), allowance(other)
    return widen(found, lower + other_raise, raise_ + other_lower)
