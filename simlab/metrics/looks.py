"""What a look at a run decides: which variants have been played enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab.metrics.contrasts import compared
from simlab.metrics.estimation import LEVEL, estimate
from simlab.metrics.quantities import Question, quantities
from simlab.metrics.tables import family
from simlab.metrics.verdicts import judged
from simlab.stats.intervals import simultaneous

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from simlab.experiment import Experiment, Stop, Variant
    from simlab.metrics.quantities import Quantity, Reader


def wanting(experiment: Experiment, reader: Reader, stop: Stop) -> frozenset[int]:
    """Return the variants of which more should be played, by their index.

    A variant goes on for as long as anything it has a part in is open: a target, a comparison with a band, or the
    precision that was asked for. That of a comparison or an average needs all variants behind it.
    """
    found = _imprecise(experiment, reader, stop) if stop.precision else _undecided(experiment, reader, stop)
    return frozenset(variant.index for variant in found)


def _undecided(experiment: Experiment, reader: Reader, stop: Stop) -> Iterator[Variant]:
    for _, _, quantity, cells in judged(experiment, reader):
        if _is_open(cells, stop):
            yield from quantity.variants
    for _, _, pair, cells in compared(experiment, reader):
        if _is_open(cells, stop):
            yield from (variant for quantity in pair for variant in quantity.variants)


def _is_open(cells: Mapping[str, object], stop: Stop) -> bool:
    return cells["verdict"] == "undecided" and not (stop.tolerance and half_width(cells) <= stop.tolerance)


def half_width(cells: Mapping[str, object]) -> float:
    """Return how far the farther end of an interval is from its estimate."""
    at, low, high = (float(str(cells[name])) for name in ("estimate", "lo", "hi"))
    return max(at - low, high - at)


def _imprecise(experiment: Experiment, reader: Reader, stop: Stop) -> Iterable[Variant]:
    ask = stop.precision
    if ask is None or stop.half_width is None:
        raise TypeError("no precision was asked for")
    question = Question(ask.metric, () if ask.by is None else (ask.by,), ask.of, ask.where, ask.quantile)
    for group in quantities(experiment, reader, question):
        each = simultaneous(LEVEL, family(group))
        for quantity in group:
            if not _is_known(quantity, ask.quantile, each, stop.half_width):
                yield from quantity.variants


def _is_known(quantity: Quantity, quantile: float | None, level: float, wanted: float) -> bool:
    found = estimate(quantity, quantile=quantile, level=level)
    return half_width(vars(found)) <= wanted
