"""From a quantity to an estimate: which interval fits what is measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.columns import WHOLE_WIN
from simlab.stats import intervals
from simlab.stats.intervals import Bounds, Estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simlab.forward import Column
    from simlab.metrics.quantities import Quantity
    from simlab.metrics.samples import Sample

LEVEL = 0.95
FEWEST_BATCHES = 32  # below, errors of averages and pairs come from rows, which are all kept

Array = np.ndarray[Any, Any]


def estimate(quantity: Quantity, *, quantile: float | None = None, level: float = LEVEL) -> Estimate:
    """Estimate a quantity's mean, or a quantile, with an interval at `level`."""
    column, first = quantity.column, quantity.samples[0]
    if quantile is not None:
        return _quantile(quantity, quantile, level)
    if len(quantity.samples) > 1 or first.seats > 1:
        return _averaged(quantity, level)
    n, total, square = first.totals()
    if column.kind in {"flag", "category"}:
        found = intervals.proportion(total, n, level)
    elif is_credit(column):
        found = intervals.share(n, total, square, whole=WHOLE_WIN, level=level)
    else:
        found = intervals.mean(n, total, square, scale=column.scale, level=level, bounds=bounds(column))
    return found


def is_credit(column: Column) -> bool:
    """Whether a column is the credit that all seats share."""
    return column.per_seat and column.scale == WHOLE_WIN and column.hi == WHOLE_WIN


def bounds(column: Column) -> Bounds | None:
    """Return the least and the most a column can be, in its own units; None where only the rules' cap bounds it."""
    if column.kind == "category":
        return (0.0, 1.0)
    return None if column.hi is None else (column.lo / column.scale, column.hi / column.scale)


def _quantile(quantity: Quantity, q: float, level: float) -> Estimate:
    counts: dict[int, int] = {}
    for sample in quantity.samples:
        for value, count in zip(*(part.tolist() for part in sample.histogram()), strict=True):
            counts[value] = counts.get(value, 0) + count
    values = sorted(counts)
    scale = quantity.column.scale
    shown = values if scale == 1 else [value / scale for value in values]
    return intervals.quantile(shown, [counts[value] for value in values], q, level)


def _averaged(quantity: Quantity, level: float) -> Estimate:
    """Average samples on the same indices: their errors go together, and only batches or rows know how."""
    column = quantity.column
    scale = column.scale * sum(sample.seats for sample in quantity.samples)
    counts, totals = aligned_batches(quantity.samples)
    if len(counts) >= FEWEST_BATCHES:
        return intervals.batch_mean(
            np.sum(totals, axis=0).tolist(), counts.tolist(), scale=scale, level=level, bounds=bounds(column)
        )
    rows = aligned_rows(quantity.samples)
    values = np.sum(rows, axis=0)
    return intervals.mean(
        values.size, int(values.sum()), int((values * values).sum()), scale=scale, level=level, bounds=bounds(column)
    )


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
