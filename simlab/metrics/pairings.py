"""Every choice of one side against every choice of the other, played: the table of matchups of two axes.

Two axes that set what different seats play, or how they decide, and that have the same values make a table: who plays
the row's value against who plays the column's. Each pairing is played twice, with the sides exchanged, on the same
luck, and what sitting on one side or the other is worth drops out of the mean of both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.columns import WHOLE_WIN
from simlab.experiment.plan import SKILL, WORLD
from simlab.metrics.estimation import LEVEL, combined, looks_of
from simlab.metrics.quantities import source_of
from simlab.metrics.samples import Sample
from simlab.stats.estimates import Estimate, simultaneous
from simlab.stats.looks import level_of_each, looked
from simlab.stats.matchups import Equilibrium, Matchups
from simlab.stats.pairings import STRETCHES, Pairings
from simlab.stats.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from simlab.experiment import Experiment, Variant
    from simlab.store import RunReader

ROW, AGAINST = "row", "against"
FEWEST = 3  # options that make a table; two are a comparison

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Sides:
    """Two axes that make a table, and the seats that each of them sets."""

    rows: str
    columns: str
    values: tuple[Any, ...]
    seats: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class PairingResult:
    """A played table of matchups and what it says.

    Attributes
    ----------
    keys : what sets it apart from the other tables of its run
    labels : what the K options are called
    estimates : win share of the row against the column, an estimate for each pairing above the diagonal
    pairings : the table with intervals that all hold at once
    """

    keys: Mapping[str, Any]
    labels: tuple[str, ...]
    estimates: Mapping[tuple[int, int], Estimate]
    pairings: Pairings

    @cached_property
    def equilibrium(self) -> Equilibrium:
        """A mix that no option beats, were the estimates the truth."""
        return self.pairings.matchups.equilibrium()

    @cached_property
    def exploitability(self) -> tuple[float, float]:
        """What the best answer to that mix gets above one half: at least, and at most, for all the intervals leave."""
        return self.pairings.exploitability(list(self.equilibrium.weights.values()))

    @cached_property
    def table(self) -> Table:
        """The win share of every option against every other."""
        rows = []
        for (row, column), found in sorted(self.estimates.items()):
            rows.append({**self.keys, ROW: self.labels[row], AGAINST: self.labels[column], **found.cells("win_share")})
        return Table((*self.keys, ROW, AGAINST), rows)

    @cached_property
    def ranking(self) -> Table:
        """The options by their win share against the field, with strength, part of the mix and who surely dominates."""
        dominated = self.pairings.surely_dominated()
        fields, strong = self.pairings.field(), self.pairings.strengths()
        order = sorted(range(len(self.labels)), key=lambda place: -fields[place].estimate)
        rows = []
        for rank, place in enumerate(order, 1):
            label = self.labels[place]
            rows.append(
                {
                    **self.keys,
                    ROW: label,
                    **fields[place].cells("field_share"),
                    "rank": rank,
                    "strength": strong[place].estimate,
                    "strength_lo": strong[place].lo,
                    "strength_hi": strong[place].hi,
                    "weight": self.equilibrium.weights[label],
                    "dominated_by": dominated.get(label, ""),
                }
            )
        return Table((*self.keys, ROW), rows)


def sides(experiment: Experiment) -> Sides | None:
    """Return the two axes of an experiment that make a table of matchups; None where there are none."""
    if experiment.analysis is not None or experiment.method == "exact":
        return None
    axes = [path for path, values in experiment.design_axes.items() if len(values) >= FEWEST]
    for first, rows in enumerate(axes):
        for columns in axes[first + 1 :]:
            values = experiment.axes[rows]
            if set(values) != set(experiment.axes[columns]):
                continue
            seats = _seats(experiment, rows), _seats(experiment, columns)
            if seats[0] and len(seats[0]) == len(seats[1]) and not set(seats[0]) & set(seats[1]):
                return Sides(rows, columns, values, seats)
    return None


def _seats(experiment: Experiment, path: str) -> tuple[int, ...]:
    """Return the seats that an axis sets, and nothing where it sets more than what seats play or how they decide."""
    rest: dict[tuple[Any, ...], list[Variant]] = {}
    for variant in experiment.variants:
        rest.setdefault(tuple(value for key, value in variant.keys.items() if key != path), []).append(variant)
    found: set[int] = set()
    for alike in rest.values():
        first = alike[0]
        for other in alike[1:]:
            if other.rules != first.rules or len(other.chairs) != len(first.chairs):
                return ()
            found |= {seat for seat in range(len(first.chairs)) if _plays(first, seat) != _plays(other, seat)}
    return tuple(sorted(found))


def _plays(variant: Variant, seat: int) -> tuple[Any, ...]:
    """Return what decides how a seat fares: its policy in every arrangement, and its option where that is its own."""
    option = None if variant.is_dealt else str(variant.chairs[seat].option)
    return option, tuple(seats[seat] for seats in variant.policies)


def played(experiment: Experiment, reader: RunReader, level: float = LEVEL) -> list[PairingResult]:
    """Return the tables of matchups of a run, one for each value of its other axes, world and skill level."""
    found = sides(experiment)
    if found is None:
        return []
    others = [path for path in experiment.axes if path not in {found.rows, found.columns}]
    groups: dict[tuple[Any, ...], dict[tuple[Any, Any], Variant]] = {}
    for variant in experiment.variants:
        group = groups.setdefault(tuple(variant.keys[path] for path in others), {})
        group[variant.keys[found.rows], variant.keys[found.columns]] = variant
    return [
        _table(experiment, reader, found, dict(zip(others, point, strict=True)), group, level)
        for point, group in groups.items()
        if len(group) == len(found.values) ** 2
    ]


def _table(
    experiment: Experiment,
    reader: RunReader,
    found: Sides,
    keys: Mapping[str, Any],
    group: Mapping[tuple[Any, Any], Variant],
    level: float,
) -> PairingResult:
    size = len(found.values)
    told = {key: value for key, value in keys.items() if len(experiment.axes[key]) > 1 or key in {WORLD, SKILL}}
    pairs = [(row, column) for row in range(size) for column in range(row + 1, size)]
    each = simultaneous(level, len(pairs))
    shares, lo, hi = np.full((3, size, size), 0.5)
    stretches = np.full((STRETCHES, size, size), 0.5)
    estimates = {}
    for row, column in pairs:
        meetings = group[found.values[row], found.values[column]], group[found.values[column], found.values[row]]
        one, parts = _pairing(experiment, reader, found, meetings, each)
        estimates[row, column] = one
        shares[row, column], lo[row, column], hi[row, column] = one.estimate, one.lo, one.hi
        shares[column, row], lo[column, row], hi[column, row] = 1 - one.estimate, 1 - one.hi, 1 - one.lo
        stretches[:, row, column], stretches[:, column, row] = parts, 1 - parts
    labels = tuple(map(str, found.values))
    n = min((one.n for one in estimates.values()), default=0)
    pairings = Pairings(Matchups(labels, shares), lo, hi, stretches, level, n)
    return PairingResult(told, labels, estimates, pairings)


def _pairing(
    experiment: Experiment, reader: RunReader, found: Sides, meetings: Sequence[Variant], level: float
) -> tuple[Estimate, Array]:
    """Estimate what one choice wins against another: the mean of both ways round, a draw counting half to each."""
    samples: list[Sample] = []
    weights: list[float] = []
    for sign, variant in zip((1.0, -1.0), meetings, strict=True):
        source = source_of(experiment, reader, variant)
        for side, seats in zip((sign, -sign), found.seats, strict=True):
            for seat in seats:
                sample = source.column(f"credit_{seat}")
                if not isinstance(sample, Sample):
                    raise TypeError("a table of matchups that is played is made of samples")
                samples.append(sample)
                weights.append(side / 4)
    looks = looks_of(meetings)
    each = level_of_each(level, looks)
    whole = combined(samples, weights, [WHOLE_WIN] * len(samples), each, (-0.5, 0.5)).estimate
    whole = looked(whole, level, looks)
    share = Estimate(
        0.5 + whole.estimate, whole.se, max(0.0, 0.5 + whole.lo), min(1.0, 0.5 + whole.hi), level, whole.n, whole.method
    )
    size = min(sample.rows.size for sample in samples)
    values = np.full(size, 0.5)
    for weight, sample in zip(weights, samples, strict=True):
        values += weight * sample.rows[:size] / WHOLE_WIN
    edges = np.linspace(0, size, STRETCHES + 1).astype(int)
    parts = np.array([np.mean(values[a:b]) if b > a else 0.5 for a, b in pairwise(edges.tolist())])
    return share, parts


def joined(tables: Sequence[Table]) -> Table:
    """Put tables with the same keys below each other."""
    return Table(tables[0].keys, [row for table in tables for row in table])
