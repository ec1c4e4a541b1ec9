"""From a quantity to an estimate: which interval fits what is measured."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.columns import WHOLE_WIN
from simlab.experiment.stopping import CLOSE
from simlab.metrics.problems import UnknownMetricError
from simlab.metrics.samples import Sample
from simlab.metrics.solved import Solved, exact
from simlab.stats import intervals
from simlab.stats.contrasts import Contrast
from simlab.stats.intervals import Bounds, Estimate
from simlab.stats.looks import level_of_each, looked
from simlab.stats.ratios import combined_ratios

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from simlab.experiment import Variant
    from simlab.forward import Column
    from simlab.metrics.quantities import Quantity

LEVEL = 0.95
MOST_CELLS = 1 << 23  # of values that are held against each other at once
FEWEST_BATCHES = 32  # below, errors of averages and pairs come from rows, which are all kept

Array = np.ndarray[Any, Any]


def estimate(quantity: Quantity, *, quantile: float | None = None, level: float = LEVEL) -> Estimate:
    """Estimate a quantity's mean, or a quantile, with an interval at `level`, over all of several looks."""
    looks = looks_of(quantity.variants)
    return looked(_estimate(quantity, quantile, level_of_each(level, looks)), level, looks)


def looks_of(variants: Iterable[Variant]) -> tuple[int, ...]:
    """Return at which sizes variants are looked at together.

    Sizes that differ by whole sets of arrangements only are those of one look; a look that only some of the variants
    have is one more.
    """
    plans = sorted({variant.looks for variant in variants}, key=len, reverse=True)
    if len(plans) < 2:  # noqa: PLR2004 - one plan for all
        return plans[0] if plans else ()
    most = plans[0]
    more = {size for plan in plans for size in plan if not any(1 < CLOSE * size / one < CLOSE**2 for one in most)}
    return tuple(sorted({*most, *more}))


def _estimate(quantity: Quantity, quantile: float | None, level: float) -> Estimate:
    column = quantity.column
    solved = [sample for sample in quantity.samples if isinstance(sample, Solved)]
    if solved:
        return exact(solved, column, quantile)
    played = [sample for sample in quantity.samples if isinstance(sample, Sample)]
    first = played[0]
    if quantile is not None:
        return _quantile(first, column, quantile, level)
    if len(played) > 1 or first.seats > 1:
        return _averaged(played, quantity, level) if alike(played) else _of_ratios(played, quantity, level)
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
    if sample.seats > 1:
        message = f"{column.label}: several seats at one table play the same; ask a quantile of a seat"
        raise UnknownMetricError(message)
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


def alike(samples: Sequence[Sample]) -> bool:
    """Whether every playthrough has the same number of seats in all of these samples."""
    return all(sample.is_steady and sample.seats == samples[0].seats for sample in samples)


def _of_ratios(samples: Sequence[Sample], quantity: Quantity, level: float) -> Estimate:
    """Average samples that count different numbers of seats, each of them as much as the others."""
    weights = [1 / len(samples)] * len(samples)
    return combined(samples, weights, [quantity.column.scale] * len(samples), level, bounds(quantity)).estimate


def combined(
    samples: Sequence[Sample], weights: Sequence[float], scales: Sequence[int], level: float, within: Bounds
) -> Contrast:
    """Combine the means per seat of samples on the same indices."""
    totals, counts = units_of(samples)
    return combined_ratios(totals, counts, weights, scales=scales, level=level, bounds=within)


def units_of(samples: Sequence[Sample], fewest: int = FEWEST_BATCHES) -> tuple[list[Array], list[Array]]:
    """Return of each sample the sums and the counts, (units,) each, on the same indices: batches, or rows where few.

    Rows of many samples are added up to stretches of indices, so that all of them together fit into memory.
    """
    if all(sample.has_batches for sample in samples):
        played, counts, totals = _by_batch([sample.seats_by_batch for sample in samples])
        if played.size >= fewest:
            return totals, counts
    return _stretches(samples)


def _stretches(samples: Sequence[Sample]) -> tuple[list[Array], list[Array]]:
    """Add up the rows of samples over stretches of indices, which are one long unless the samples are many."""
    totals, counts, length = [], [], 1
    sizes: list[int] = []
    for sample in samples:
        fresh = replace(sample)  # rows are remembered where they are read, and these shall not all be
        if not sizes:
            length = max(1, -(-len(samples) * fresh.rows.size // MOST_CELLS))
        starts = np.arange(0, fresh.rows.size, length)
        sizes.append(fresh.rows.size)
        totals.append(np.add.reduceat(fresh.rows, starts) if starts.size else fresh.rows)
        counts.append(np.add.reduceat(fresh.times, starts) if starts.size else fresh.times)
    units = -(-sizes[0] // length) if len(set(sizes)) == 1 else min(sizes) // length
    return [part[:units] for part in totals], [part[:units] for part in counts]


def aligned_batches(samples: Sequence[Sample]) -> tuple[Array, list[Array]]:
    """Return playthroughs by batch, (B,), and each sample's sums, (B,), for the batches that all of them hold alike."""
    if not all(sample.has_batches for sample in samples):
        return np.zeros(0, np.int64), [np.zeros(0, np.int64) for _ in samples]
    counts, _, totals = _by_batch([(n, n, total) for n, total, _ in (sample.by_batch for sample in samples)])
    return counts, totals


def _by_batch(every: Sequence[tuple[Array, Array, Array]]) -> tuple[Array, list[Array], list[Array]]:
    """Keep the batches of which all samples have as many playthroughs: these, then each sample's counts and sums."""
    size = min(len(played) for played, _, _ in every)
    first = every[0][0][:size]
    same = np.all([played[:size] == first for played, _, _ in every], axis=0)
    counts, totals = ([part[:size][same] for part in parts] for parts in list(zip(*every, strict=True))[1:])
    return first[same], counts, totals


def aligned_rows(samples: Sequence[Sample]) -> list[Array]:
    """Return the samples' rows for the indices that all of them have."""
    size = min(sample.rows.size for sample in samples)
    return [sample.rows[:size] for sample in samples]
