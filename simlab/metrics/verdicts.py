"""Targets: the designer's bands, judged."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from simlab.experiment.plan import SKILL
from simlab.metrics.conclusions import ROLE, by_level, spare
from simlab.metrics.estimation import LEVEL, bounds, estimate, is_credit
from simlab.metrics.quantities import Question, quantities
from simlab.metrics.tables import family as statements
from simlab.metrics.tables import metric_name
from simlab.stats.estimates import Bounds, Estimate, simultaneous
from simlab.stats.extremes import projected
from simlab.stats.table import Table
from simlab.stats.verdicts import Band, needed, widen
from simlab.stats.verdicts import verdicts as judge

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from simlab.experiment import Experiment, Target
    from simlab.metrics.quantities import Quantity, Reader


def verdicts(experiment: Experiment, reader: Reader, level: float = LEVEL) -> Table:
    """Judge every target of an experiment, one row for each variant (and level of ``by``) it is asked of.

    The intervals are those of single statements: that every row is inside needs no correction. A row is below or above
    only if that also survives Holm's correction over all rows of its target; `family` says how many they are.

    Every skill level is a family of its own, and its ``role`` says whether the target is judged there or only checked.
    Where a verdict need not hold in some worlds, intervals are those of as many statements and one, see
    `conclusions.together`.
    """
    axes = tuple(experiment.axes)
    rows = [
        {
            "target": number,
            **dict.fromkeys(axes),
            **{axis: quantity.keys[axis] for axis in axes if axis in quantity.keys},
            "whose": quantity.whose,
            **cells,
            **role_of(experiment, role),
        }
        for number, role, quantity, cells in judged(experiment, reader, level)
    ]
    return Table(("target", *axes, "whose"), rows)


def judged(
    experiment: Experiment, reader: Reader, level: float = LEVEL
) -> Iterator[tuple[int, str, Quantity, dict[str, object]]]:
    """Yield every quantity that a target asks for, with the target's number, its role and the cells that judge it."""
    for number, target in enumerate(experiment.targets, 1):
        for role, asked in by_level(experiment, target, _asked(experiment, reader, target)):
            each = simultaneous(level, 1 + spare(experiment, asked))
            for quantity, cells in _judge(target, asked, each, level):
                yield number, role, quantity, cells


def role_of(experiment: Experiment, role: str) -> dict[str, str]:
    """Return the cell that tells verdicts from checks, where several levels are asked about."""
    return {ROLE: role} if SKILL in experiment.axes else {}


def _judge(
    target: Target, asked: list[Quantity], each: float, level: float
) -> Iterator[tuple[Quantity, dict[str, object]]]:
    found = [
        widen(_judged(quantity, target, len(asked), each), *allowance(quantity), _possible(quantity))
        for quantity in asked
    ]
    bands = [target.band(1 / len(quantity.variants[0].chairs)) for quantity in asked]
    for quantity, one, band, said in zip(asked, found, bands, judge(found, bands, level), strict=True):
        name = metric_name(_question(target)) + (f"_{target.extreme}" if target.extreme else "")
        yield quantity, {**one.cells(name), **judgement(one, band, said, len(asked))}


def _question(target: Target) -> Question:
    by = () if target.by is None else (target.by,)
    return Question(target.metric, by, target.of, target.where, target.quantile)


def _asked(experiment: Experiment, reader: Reader, target: Target) -> list[Quantity]:
    groups = quantities(experiment, reader, _question(target))
    if target.extreme is None:
        return [quantity for group in groups for quantity in group]
    return [_extreme_of(group) for group in groups]


def _extreme_of(group: Sequence[Quantity]) -> Quantity:
    """Put those together of which an extreme is asked; it is nobody's in particular."""
    first = group[0]
    own = {key: value for key, value in first.keys.items() if all(one.keys.get(key) == value for one in group)}
    variants = tuple({variant.index: variant for one in group for variant in one.variants}.values())
    return replace(first, keys=own, whose="", variants=variants, parts=tuple(group))


def _judged(quantity: Quantity, target: Target, family: int, level: float) -> Estimate:
    """Estimate at the level of a single statement, or of the family where the interval is the only test there is."""
    if target.extreme is not None:
        each = simultaneous(simultaneous(level, family), statements(list(quantity.parts)))
        return projected(
            [estimate(part, quantile=target.quantile, level=each) for part in quantity.parts], target.extreme
        )
    found = estimate(quantity, quantile=target.quantile, level=level)
    if found.tail is None:
        return estimate(quantity, quantile=target.quantile, level=simultaneous(level, family))
    return found


def _possible(quantity: Quantity) -> Bounds:
    """Return the least and the most that a quantity could have come to; what only the cap bounds would have gone on."""
    least, most = bounds(quantity)
    return least, math.inf if quantity.column.hi is None else most


def truncated_share(quantity: Quantity) -> float:
    """Return the share of playthroughs behind a quantity that were cut off, its variants weighing the same."""
    pairs = zip(quantity.sources, quantity.samples, strict=True)
    return sum(source.truncated_share(sample) for source, sample in pairs) / len(quantity.sources)


def allowance(quantity: Quantity) -> tuple[float, float]:
    """Return by how much truncated playthroughs could still lower and raise a quantity.

    They have no winner yet: each could give a whole win to the seat that is asked about. They would have gone on: a
    mean or a high quantile of what only grows with length has no upper end while there are any.
    """
    if quantity.parts:  # of a gap one end may fall and the other rise
        every = [allowance(part) for part in quantity.parts]
        reach = max(down for down, _ in every) + max(up for _, up in every)
        return reach, reach
    share = truncated_share(quantity)
    column = quantity.column
    if share == 0 or column.label == "truncated":
        return 0.0, 0.0
    if is_credit(column) or column.label == "won alone":
        return 0.0, share
    if column.kind in {"flag", "category"}:
        return share, share
    return 0.0, math.inf


def judgement(found: Estimate, band: Band, said: str, family: int) -> dict[str, object]:
    """Return the cells that follow an estimate which was judged."""
    low, high = band
    more = needed(found, band) if said == "undecided" else None
    return {"band_lo": low, "band_hi": high, "verdict": said, "needed": more, "family": family}
