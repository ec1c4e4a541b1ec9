"""Numbers made of several: one total per another, and indices that weigh several metrics together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab.metrics.estimation import FEWEST_BATCHES, LEVEL, bounds, combined, looks_of
from simlab.metrics.problems import UnknownMetricError
from simlab.metrics.quantities import Question, declared, quantities
from simlab.metrics.samples import Sample
from simlab.stats.estimates import ANY, Estimate, simultaneous
from simlab.stats.looks import level_of_each, looked
from simlab.stats.ratios import combined_ratios
from simlab.stats.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simlab.experiment import Experiment
    from simlab.metrics.quantities import Quantity, Reader


def ratio(experiment: Experiment, reader: Reader, question: Question, per: str, level: float = LEVEL) -> Table:
    """Answer with the total of a metric per total of another: battles per round, not the mean of such quotients.

    Parameters
    ----------
    per : a column; of each seat's own where it is one, of the whole table's elsewhere

    Raises
    ------
    UnknownMetricError
        A metric, a key or a value is not there, or the answer is exact.
    """
    above = quantities(experiment, reader, question)
    below = _denominators(experiment, reader, question, per, above)
    rows = []
    for group, others in zip(above, below, strict=True):
        each = simultaneous(level, len(group))
        for one, other in zip(group, others, strict=True):
            found = _per(one, other, each)
            told = f"{found.method}, {len(group)} at once" if len(group) > 1 else found.method
            rows.append({**one.keys, **found.cells(f"{question.metric}_per_{per}"), "method": told})
    keys = tuple(dict.fromkeys(key for group in above for one in group for key in one.keys))
    return Table(keys, [{**dict.fromkeys(keys), **row} for row in rows])


def _denominators(
    experiment: Experiment, reader: Reader, question: Question, per: str, above: list[list[Quantity]]
) -> list[list[Quantity]]:
    """Return for every number what it is divided by: that of the same people, or the table's."""
    axes = set(experiment.axes)
    whole = [key for key in question.by if key in axes]
    same = Question(per, question.by, question.of, question.where)
    try:
        found = quantities(experiment, reader, same)
        if [len(group) for group in found] == [len(group) for group in above]:
            return found
    except UnknownMetricError:
        pass
    tables = quantities(experiment, reader, Question(per, tuple(whole), None, question.where))
    if len(tables) != len(above) or any(len(group) != 1 for group in tables):
        message = f"{question.metric} per {per}: these are not asked of the same"
        raise UnknownMetricError(message)
    return [group * len(others) for group, others in zip(tables, above, strict=True)]


def _per(this: Quantity, other: Quantity, level: float) -> Estimate:
    one, two = this.samples[0], other.samples[0]
    if not isinstance(one, Sample) or not isinstance(two, Sample) or len(this.samples) > 1 or len(other.samples) > 1:
        message = "a ratio of totals is of one variant that is played"
        raise UnknownMetricError(message)
    looks = looks_of(this.variants)
    factor = other.column.scale / this.column.scale
    each = level_of_each(level, looks)
    if one.has_batches and two.has_batches and len(one.by_batch[0]) >= FEWEST_BATCHES:
        totals, counts = one.by_batch[1], two.by_batch[1]
    else:
        size = min(one.rows.size, two.rows.size)
        totals, counts = one.rows[:size], two.rows[:size]
    found = combined_ratios([totals], [counts], [factor], scales=[1], level=each, bounds=ANY).estimate
    return looked(found, level, looks)


def composite(
    experiment: Experiment,
    reader: Reader,
    weights: Mapping[str, float],
    question: Question,
    level: float = LEVEL,
) -> Table:
    """Answer with an index: the means of several metrics, each times its weight, added up.

    Parameters
    ----------
    weights : metric -> weight, in the units of the index per unit of the metric
    question : of whom; its metric is the name of the index

    Raises
    ------
    UnknownMetricError
        A metric, a key or a value is not there, or the answer is exact.

    Notes
    -----
    Errors go together, as all metrics are read off the same playthroughs; nothing is assumed of how.
    """
    if not weights:
        message = "an index needs a metric"
        raise UnknownMetricError(message)
    parts = [
        [one for group in quantities(experiment, reader, _of(experiment, question, name)) for one in group]
        for name in weights
    ]
    most = max(map(len, parts))
    if any(len(part) not in {1, most, len(experiment.variants)} for part in parts):
        message = f"{question.metric}: its metrics are not asked of the same"
        raise UnknownMetricError(message)
    first = next(part for part in parts if len(part) == most)
    rows = []
    for one in first:
        chosen = [_alike(part, one) for part in parts]
        rows.append({**one.keys, **_index(chosen, list(weights.values()), level).cells(question.metric)})
    return Table(tuple(first[0].keys), rows)


def _of(experiment: Experiment, question: Question, name: str) -> Question:
    """Ask a metric of whom the index is asked of; what belongs to the whole table is asked of that."""
    _, column = declared(experiment, name)
    by = question.by if column.per_seat else tuple(key for key in question.by if key in experiment.axes)
    return Question(name, by, question.of if column.per_seat else None, question.where)


def _alike(part: list[Quantity], one: Quantity) -> Quantity:
    found = [other for other in part if all(one.keys.get(key, value) == value for key, value in other.keys.items())]
    return found[0]


def _index(chosen: list[Quantity], weights: list[float], level: float) -> Estimate:
    samples = [quantity.samples[0] for quantity in chosen]
    played = [sample for sample in samples if isinstance(sample, Sample)]
    if len(played) < len(samples) or any(len(quantity.samples) > 1 for quantity in chosen):
        message = "an index is of one variant that is played"
        raise UnknownMetricError(message)
    ends = [bounds(quantity) for quantity in chosen]
    low = sum(min(weight * a, weight * b) for weight, (a, b) in zip(weights, ends, strict=True))
    high = sum(max(weight * a, weight * b) for weight, (a, b) in zip(weights, ends, strict=True))
    looks = looks_of(chosen[0].variants)
    scales = [quantity.column.scale for quantity in chosen]
    found = combined(played, weights, scales, level_of_each(level, looks), (low, high)).estimate
    return looked(found, level, looks)
