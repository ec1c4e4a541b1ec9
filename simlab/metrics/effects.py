"""Effects: what each rule and option changes, all others at their average, by least squares over the variants."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.document import did_you_mean
from simlab.experiment.plan import Effects
from simlab.experiment.terms import Term, matrix, terms
from simlab.metrics.estimation import FEWEST_BATCHES, LEVEL, bounds, estimate, looks_of, units_of
from simlab.metrics.problems import UnknownMetricError
from simlab.metrics.quantities import APART, Question, quantities
from simlab.metrics.solved import Solved, certain
from simlab.metrics.verdicts import allowance
from simlab.stats.contrasts import Contrast
from simlab.stats.estimates import simultaneous
from simlab.stats.looks import level_of_each, looked
from simlab.stats.regression import aliased, combinations, explained, least_squares
from simlab.stats.table import Table
from simlab.stats.verdicts import holm, outside_p, widen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from simlab.experiment import Experiment
    from simlab.metrics.quantities import Quantity, Reader
    from simlab.metrics.samples import Sample
    from simlab.stats.estimates import Estimate

AVERAGE, MISFIT = "average", "largest misfit"
TIMES = " × "


def effects(experiment: Experiment, reader: Reader, asked: Sequence[Effects], level: float = LEVEL) -> Table:
    """Fit what is asked over all variants of the same world and skill level, a row for each effect.

    Returns
    -------
    Table
        ``term`` is an axis, or axes joined by ×; ``value`` is held against ``instead_of``, and where both are missing
        the effect is that of one unit of the axis. Intervals of a fit's effects hold all at once; `p_adjusted` is
        Holm's p-value of there being no effect. A fit also has its ``average`` over the variants, and the variant that
        it tells worst (``largest misfit``, its axes as JSON in ``value``), in an interval that holds for all variants
        at once: one that leaves out 0 says that effects do not simply add up. `r_squared` is the share of the
        differences between variants that the fit explains.

    Notes
    -----
    Those who are not at every table are left out where the variants with them do not tell the effects apart.
    """
    apart = tuple(key for key in APART if key in experiment.axes)
    keys = ("effects", *apart, "whose", "term", "value", "instead_of")
    rows: list[dict[str, object]] = []
    for number, ask in enumerate(asked, 1):
        for group in _groups(experiment, reader, ask, apart):
            first = group[0]
            own = {"effects": number, **{key: first.keys[key] for key in apart}, "whose": first.whose}
            rows += [own | cells for cells in _fit(experiment, ask, group, level)]
    return Table(keys, rows)


def of_design(
    experiment: Experiment,
    metric: str,
    on: Sequence[str],
    interactions: Sequence[Sequence[str]],
    *,
    by: str | None,
    of: Mapping[str, Any] | None,
    where: Mapping[str, Any] | None,
) -> Effects:
    """Put together what is asked outside of a question.

    Raises
    ------
    UnknownMetricError
        An axis is not varied, or the variants cannot tell the effects apart.
    """
    varied = [path for path, keys in experiment.design_axes.items() if len(keys) > 1]
    chosen = tuple(on) or tuple(varied)
    for path in {*chosen, *(path for pair in interactions for path in pair)}:
        if path not in varied:
            message = f"{path!r} is not varied; allowed: {', '.join(varied) or 'nothing'}{did_you_mean(path, varied)}"
            raise UnknownMetricError(message)
    return Effects(metric, chosen, tuple(map(tuple, interactions)), by, of, where)


def _groups(experiment: Experiment, reader: Reader, ask: Effects, apart: Sequence[str]) -> list[list[Quantity]]:
    """Return the numbers that are fitted together: of the same people, world and skill level."""
    question = Question(ask.metric, () if ask.by is None else (ask.by,), ask.of, ask.where)
    found: dict[tuple[Any, ...], list[Quantity]] = {}
    for quantity in (quantity for group in quantities(experiment, reader, question) for quantity in group):
        found.setdefault((quantity.whose, *(quantity.keys[key] for key in apart)), []).append(quantity)
    return list(found.values())


def _fit(experiment: Experiment, ask: Effects, group: list[Quantity], level: float) -> Iterator[dict[str, object]]:
    axes = {path: _played(values, path, group) for path, values in experiment.axes.items()}
    wanted = terms(axes, ask.on, ask.interactions)
    design = matrix(wanted, [quantity.keys for quantity in group])
    if aliased(design) is not None:
        if _is_everywhere(experiment, group):
            message = f"{len(group)} variants cannot tell {len(wanted)} effects apart"
            raise UnknownMetricError(message)
        return
    weights = least_squares(design)
    means = np.array([estimate(quantity).estimate for quantity in group])
    rest = np.eye(len(group)) - design @ weights
    average = _combined(group, weights[:1], level)[0]
    found = _combined(group, weights[1:], simultaneous(level, len(wanted)))
    p_values = holm(outside_p(one.estimate, (0.0, 0.0)) for one in found)
    told = {"r_squared": explained(design, means)}
    yield _cells(AVERAGE, None, None, average, ask.metric) | told
    for term, one, p in zip(wanted, found, p_values, strict=True):
        value, against = _values(term, axes)
        yield _cells(TIMES.join(term.axes), value, against, one, ask.metric) | {"p_adjusted": p} | told
    if len(group) > design.shape[1]:
        worst = int(np.argmax(np.abs(rest @ means)))
        place = json.dumps({path: group[worst].keys[path] for path in ask.on}, ensure_ascii=False)
        misfit = _combined(group, rest[worst : worst + 1], simultaneous(level, len(group)))[0]
        yield _cells(MISFIT, place, None, misfit, ask.metric) | told


def _is_everywhere(experiment: Experiment, group: Sequence[Quantity]) -> bool:
    """Say whether those who are asked about are at every table of their world and level."""
    alike = {tuple(group[0].keys.get(key) for key in APART)}
    variants = [v for v in experiment.variants if tuple(v.keys.get(key) for key in APART) in alike]
    return len(group) == len(variants)


def _played(values: Sequence[Any], path: str, group: Sequence[Quantity]) -> list[Any]:
    """Return the values of an axis that come up in a group, in their order."""
    there = [quantity.keys[path] for quantity in group]
    return [value for value in values if value in there]


def _values(term: Term, axes: Mapping[str, Sequence[Any]]) -> tuple[object, object]:
    """Name what a term holds against what."""
    told = [(v, axes[p][0]) for p, v, c in zip(term.axes, term.values, term.is_counted, strict=True) if not c]
    if len(told) < 2:  # noqa: PLR2004 - a value by itself stays what it is
        return told[0] if told else (None, None)
    return TIMES.join(str(value) for value, _ in told), TIMES.join(str(first) for _, first in told)


def _cells(term: str, value: object, against: object, found: Contrast, metric: str) -> dict[str, object]:
    shown = {"term": term, "value": value, "instead_of": against}
    return shown | found.estimate.cells(metric) | {"variance_reduction": found.variance_reduction}


def _combined(group: list[Quantity], weights: NDArray[np.float64], level: float) -> list[Contrast]:
    """Estimate combinations of the group's means, widened by what truncated playthroughs could still change."""
    samples = [quantity.samples[0] for quantity in group]
    if any(isinstance(sample, Solved) for sample in samples):
        means = [estimate(quantity).estimate for quantity in group]
        return [Contrast(certain(float(line @ means)), math.nan) for line in weights]
    looks = looks_of(variant for quantity in group for variant in quantity.variants)
    each = level_of_each(level, looks)
    found = _of_units(group, weights, each, FEWEST_BATCHES)
    if any(one.estimate.method.startswith("few") for one in found):  # rows tell more where hardly a batch differs
        found = _of_units(group, weights, each, 1 << 62)
    allowances = [allowance(quantity) for quantity in group]
    return [
        Contrast(_allowing(looked(one.estimate, level, looks), line, allowances), one.variance_reduction)
        for one, line in zip(found, weights, strict=True)
    ]


def _of_units(group: list[Quantity], weights: NDArray[np.float64], level: float, fewest: int) -> list[Contrast]:
    samples: list[Sample] = [quantity.samples[0] for quantity in group]  # type: ignore[misc]
    totals, counts = units_of(samples, fewest)
    every = [bounds(quantity) for quantity in group]
    reach = min(low for low, _ in every), max(high for _, high in every)
    scales = [quantity.column.scale for quantity in group]
    return combinations(totals, counts, weights, scales=scales, level=level, bounds=reach)


def _allowing(found: Estimate, line: NDArray[np.float64], allowances: list[tuple[float, float]]) -> Estimate:
    """Widen a combination by what truncated playthroughs could change in any of its parts."""
    lower = upper = 0.0
    for weight, (down, up) in zip(line.tolist(), allowances, strict=True):
        if weight and (down or up):
            lower += weight * down if weight > 0 else -weight * up
            upper += weight * up if weight > 0 else -weight * down
    return widen(found, lower, upper)
