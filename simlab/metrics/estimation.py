"""From a quantity to an estimate: which interval fits what is measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.columns import WHOLE_WIN
from simlab.metrics.samples import Sample
from simlab.metrics.solved import Solved, exact
from simlab.stats import intervals
from simlab.stats.intervals import Bounds, Estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simlab.forward import Column
    from simlab.metrics.quantities import Quantity

LEVEL = 0.95
FEWEST_BATCHES = 32  # below, errors of averages and pairs come from rows, which are all kept

Array = np.ndarray[Any, Any]


def estimate(quantity: Quantity, *, quantile: float | None = None, level: float = LEVEL) -> Estimate:
    """Estimate a quantity's mean, or a quantile, with an interval at `level`."""
    column = quantity.column
    solved = [sample for sample in quantity.samples if isinstance(sample, Solved)]
    if solved:
        return exact(solved, column, quantile)
    played = [sample for sample in quantity.samples if isinstance(sample, Sample)]
    first = played[0]
    if quantile is not None:
        return _quantile(first, column, quantile, level)
    if len(played) > 1 or first.seats > 1:
        return _averaged(played, quantity, level)
    n, total, square = first.totals()
    if column.kind in {"flag", "category"}:
        found = intervals.proportion(total, n, level)
    elif is_credit(column):
        found = intervals.share(n, total, square, whole=WHOLE_WIN, level=level)
    else:
        found = intervals.mean(n, total, square, scale=column.scale, level=level, bounds=bounds(quantity))
    return found


def is_credit(column: Column) -> bool:
    """Whether a column is the credit that all seats share."""
    return column.per_seat and column.scale == WHOLE_WIN and column.hi == WHOLE_WIN


def bounds(quantity: Quantity) -> Bounds:
    """Return the least and the most that what is measured can be, in its own units."""
    column = quantity.column
    if column.kind == "category":
        return (0.0, 1.0)
    most = column.most(max(source.max_rounds for source in quantity.sources))
    return (column.lo / column.scale, most / column.scale)


def _quantile(sample: Sample, column: Column, q: float, level: float) -> Estimate:
    values, counts = (part.tolist() for part in sample.histogram())
    shown = values if column.scale == 1 else [value / column.scale for value in values]
    return intervals.quantile(shown, counts, q, level)


def _averaged(samples: Sequence[Sample], quantity: Quantity, level: float) -> Estimate:
    """Average samples on the same indices: their errors go together, and only batches or rows know how."""
    scale = quantity.column.scale * sum(sample.seats for sample in samples)
    counts, totals = aligned_batches(samples)
    if len(counts) >= FEWEST_BATCHES:
        together = np.sum(totals, axis=0).tolist()
        return intervals.batch_mean(together, counts.tolist(), scale=scale, level=level, bounds=bounds(quantity))
    values = np.sum(aligned_rows(samples), axis=0)
    n, total, square = values.size, int(values.sum()), int((values * values).sum())
    return intervals.mean(n, total, square, scale=scale, level=level, bounds=bounds(quantity))


def aligned_batches(samples: Sequence[Sample]) -> tuple[Array, list[Array]]:
    """Return playthroughs by batch, (B,), and each sample's sums, (B,), for the batches that all of them hold alike."""
    if not all(sample.has_batches for sample in samples):
        return np.zeros(0, np.int64), [np.zeros(0, np.int64) for _ in samples]
    every = [sample.by_batch for sample in samples]
    size = min(len(n) for n, _, _ in every)
    counts = every[0][0][:size]
    alike = np.all([n[:size] == counts for n, _, _ in every], axis=0)
    return counts[alike], [total[:size][alike] for _, total, _ in every]


def aligned_rows(samples: Sequence[Sample]) -> list[Array]:
    """Return the samples' rows for the indices that all of them have."""
    size = min(sample.rows.size for sample in samples)
    return [sample.rows[:size] for sample in samples]
