"""What a look at a run decides: which variants have been played enough."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab.metrics.contrasts import compared
from simlab.metrics.estimation import LEVEL, estimate
from simlab.metrics.quantities import Question, quantities
from simlab.metrics.tables import family
from simlab.metrics.verdicts import judged
from simlab.stats.intervals import simultaneous

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simlab.experiment import Experiment, Stop, Variant
    from simlab.metrics.quantities import Quantity, Reader


@dataclass(frozen=True)
class Seen:
    """What a look found.

    Attributes
    ----------
    open : the variants, by their index, of which more should be played
    saw : how many targets and comparisons came out how (verdict -> number), or the widest half_width
    """

    open: frozenset[int]
    saw: Mapping[str, float]


def seen(experiment: Experiment, reader: Reader, stop: Stop) -> Seen:
    """Look at a run as it is.

    A variant goes on for as long as anything it has a part in is open: a target, a comparison with a band, or the
    precision that was asked for. That of a comparison or an average needs all variants behind it.
    """
    return _precision(experiment, reader, stop) if stop.precision else _decisions(experiment, reader, stop)


def _decisions(experiment: Experiment, reader: Reader, stop: Stop) -> Seen:
    found: list[tuple[tuple[Variant, ...], Mapping[str, object]]] = [
        (tuple(quantity.variants), cells) for _, _, quantity, cells in judged(experiment, reader)
    ]
    found += [
        (tuple(variant for quantity in pair for variant in quantity.variants), cells)
        for number, _, pair, cells in compared(experiment, reader)
        if experiment.compare[number - 1].within
    ]
    still = frozenset(variant.index for variants, cells in found if _is_open(cells, stop) for variant in variants)
    return Seen(still, Counter(str(cells["verdict"]) for _, cells in found))


def _is_open(cells: Mapping[str, object], stop: Stop) -> bool:
    return cells["verdict"] == "undecided" and not (stop.tolerance and half_width(cells) <= stop.tolerance)


def half_width(cells: Mapping[str, object]) -> float:
    """Return how far the farther end of an interval is from its estimate."""
    at, low, high = (float(str(cells[name])) for name in ("estimate", "lo", "hi"))
    return max(at - low, high - at)


def _precision(experiment: Experiment, reader: Reader, stop: Stop) -> Seen:
    ask = stop.precision
    if ask is None or stop.half_width is None:
        raise TypeError("no precision was asked for")
    question = Question(ask.metric, () if ask.by is None else (ask.by,), ask.of, ask.where, ask.quantile)
    widths: list[tuple[Quantity, float]] = []
    for group in quantities(experiment, reader, question):
        each = simultaneous(LEVEL, family(group))
        found = ((quantity, estimate(quantity, quantile=ask.quantile, level=each)) for quantity in group)
        widths += [(quantity, half_width(vars(one))) for quantity, one in found]
    wide = (quantity for quantity, width in widths if not width <= stop.half_width)  # one that is not a number is wide
    still = frozenset(variant.index for quantity in wide for variant in quantity.variants)
    widest = max((width for _, width in widths), default=math.inf)
    return Seen(still, {"half_width": widest} if math.isfinite(widest) else {})
