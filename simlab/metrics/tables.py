"""Metrics as tidy tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab.experiment.targets import goes_with
from simlab.metrics.estimation import LEVEL, estimate, is_credit
from simlab.metrics.quantities import Question, quantities
from simlab.stats.extremes import Extreme, candidates, projected
from simlab.stats.intervals import simultaneous
from simlab.stats.table import Table

if TYPE_CHECKING:
    from simlab.experiment import Experiment
    from simlab.metrics.quantities import Quantity, Reader


def table(
    experiment: Experiment, reader: Reader, question: Question, level: float = LEVEL, *, together: bool = False
) -> Table:
    """Answer a question about a run.

    The levels that are read together (the seats of a variant, say) get simultaneous intervals, which hold all at once
    with probability `level`; the table's `level` is that of each interval. With `together` all rows of the table hold
    at once: the band of a response curve.

    Raises
    ------
    UnknownMetricError
        The metric, a key or a value is not there.
    """
    groups = quantities(experiment, reader, question)
    name = metric_name(question)
    rows = []
    statements = sum(map(family, groups))
    for group in groups:
        each = simultaneous(level, statements if together else family(group))
        for quantity in group:
            found = estimate(quantity, quantile=question.quantile, level=each)
            row = {**quantity.keys, **found.cells(name)}
            if len(quantity.variants) > 1:
                row["method"] = f"{row['method']}, mean over {len(quantity.variants)} variants"
            number = sum(map(len, groups)) if together else len(group)
            if number > 1 and found.level < 1:  # what is exact holds however many are read together
                row["method"] = f"{row['method']}, {number} at once"
            rows.append(row)
    if set(question.by) & set(goes_with(experiment.game)) - set(experiment.axes):
        for row in rows:
            row["method"] = f"{row['method']}, goes with"
    keys = tuple(dict.fromkeys(key for group in groups for quantity in group for key in quantity.keys))
    return Table(keys, [{**dict.fromkeys(keys), **row} for row in rows])


def extreme(experiment: Experiment, reader: Reader, question: Question, asked: Extreme, level: float = LEVEL) -> Table:
    """Answer for the largest gap, the highest or the lowest of those who are asked about, in each variant.

    Returns
    -------
    A row for each variant, with ``which``: those that it may be, for all that the intervals leave open; of a gap, those
    that may be the highest.

    Raises
    ------
    UnknownMetricError
        The metric, a key or a value is not there.
    """
    rows = []
    axes = tuple(experiment.axes)
    for group in quantities(experiment, reader, question):
        each = simultaneous(level, family(group))
        found = [estimate(quantity, quantile=question.quantile, level=each) for quantity in group]
        may_be = [group[place].whose for place in candidates(found, asked)]
        keys = {key: group[0].keys.get(key) for key in axes if key in group[0].keys}
        cells = projected(found, asked).cells(f"{metric_name(question)}_{asked}")
        rows.append({**keys, **cells, "which": ", ".join(may_be)})
    told = tuple(key for key in axes if any(key in row for row in rows))
    return Table(told, [{**dict.fromkeys(told), **row} for row in rows])


def family(group: list[Quantity]) -> int:
    """Count the statements in a group: two shares of one win are a single statement."""
    return 1 if len(group) == 2 and is_credit(group[0].column) else len(group)  # noqa: PLR2004 - two


def metric_name(question: Question) -> str:
    """Name the metric in a table; a quantile carries its share, as in ``rounds_q50``."""
    return question.metric if question.quantile is None else f"{question.metric}_q{100 * question.quantile:g}"
