"""Exact answers in place of samples: the distribution of a column instead of playthroughs of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.metrics.problems import UnknownMetricError
from simlab.stats.intervals import Estimate
from simlab.store import RunError

if TYPE_CHECKING:
    from simlab.experiment import Experiment, Variant
    from simlab.forward import Column
    from simlab.metrics.samples import Sample

METHOD = "exact"

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Solved:
    """The distribution of one column: values (k,) int64, ascending, and their probabilities (k,) float64."""

    values: Array
    shares: Array

    def mean(self) -> float:
        """Return the mean of the stored integers."""
        return float(self.values @ self.shares)

    def quantile(self, q: float) -> int:
        """Return the smallest value that is reached with probability q or more."""
        reached = np.cumsum(self.shares) >= q * (1 - 1e-12)  # a sum that misses q by rounding has reached it
        return int(self.values[int(np.argmax(reached))])


def mixed(parts: Sequence[Solved]) -> Solved:
    """Mix distributions with equal weights."""
    if len(parts) == 1:
        return parts[0]
    values, which = np.unique(np.concatenate([part.values for part in parts]), return_inverse=True)
    shares = np.bincount(which, np.concatenate([part.shares for part in parts])) / len(parts)
    return Solved(values, shares)


class SolvedReader:
    """What a `RunReader` is to playthroughs, for a game that can be solved: every distribution is worked out once.

    Raises
    ------
    RunError
        A variant is too large to be solved; the message says so.
    """

    def __init__(self, experiment: Experiment) -> None:
        self.game = experiment.game
        self._exact = experiment.game.module("exact")
        self._variants = experiment.variants
        self._known: dict[tuple[int, int, str], Solved] = {}

    def column(self, variant: Variant, arrangement: int, flat: str) -> Solved:
        """Return the distribution of a flat column in one arrangement of the seat options."""
        key = (variant.index, arrangement, flat)
        if key not in self._known:
            options = [variant.dealt[number].option for number in variant.arrangements[arrangement]]
            record = self.game.pack(variant.rules, options, variant.world)[0]
            try:
                found = self._exact.distributions(record, [flat])
            except ValueError as error:
                message = f"variant {variant.index} cannot be solved: {error}"
                raise RunError(message) from error
            self._known[key] = Solved(*found[flat])
        return self._known[key]

    def histogram(self, variant: int, flat: str) -> tuple[Array, Array]:
        """Return the values of a flat column and their probabilities."""
        found = Exact(self, self._variants[variant]).column(flat)
        return found.values, found.shares

    def played(self, variants: int) -> dict[int, int]:
        """Return that nothing was played."""
        return dict.fromkeys(range(variants), 0)


@dataclass(frozen=True)
class Exact:
    """The distributions of one variant: to exact answers what `samples.Played` is to sampled ones."""

    reader: SolvedReader
    variant: Variant

    @property
    def max_rounds(self) -> int:
        """Where the rules cut a playthrough off."""
        variant = self.variant
        options = [chair.option for chair in variant.chairs]
        return int(self.reader.game.pack(variant.rules, options, variant.world)[0].max_rounds)

    def column(self, flat: str) -> Solved:
        """Return the distribution of a flat column over all arrangements, which are equally likely."""
        return mixed([self.reader.column(self.variant, deal, flat) for deal in range(len(self.variant.arrangements))])

    def value(self, flat: str, value: int) -> Solved:
        """Return the distribution of whether a category took a value."""
        whole = self.column(flat)
        share = float(whole.shares[whole.values == value].sum())
        return Solved(np.array([0, 1]), np.array([1 - share, share]))

    def at_option(self, name: str, option: int) -> Solved:
        """Return the distribution of a per-seat column at the seats of an option."""
        dealt = self.variant.dealt
        label = self.variant.labels[option]
        return mixed(
            [
                self.reader.column(self.variant, number, f"{name}_{seat}")
                for number, deal in enumerate(self.variant.arrangements)
                for seat, what in enumerate(deal)
                if dealt[what].label == label
            ]
        )

    def at_position(self, name: str, position: int) -> Solved:
        """Refuse: a solved game has no turn order so far."""
        message = f"{name} at turn position {position} is not solved; ask with method: simulate"
        raise UnknownMetricError(message)

    def at_winner(self, name: str) -> Solved:
        """Refuse: what the winner had is a joint distribution."""
        message = f"{name} of the winner is not solved; ask with method: simulate"
        raise UnknownMetricError(message)

    def truncated_share(self, of: Sample | Solved | None = None) -> float:  # noqa: ARG002 - as `Played` has it
        """Return the probability that a playthrough is cut off."""
        return self.column("truncated").mean()


def exact(samples: Sequence[Solved], column: Column, quantile: float | None) -> Estimate:
    """Return what is exactly so, the average over samples, as an estimate whose interval has no width."""
    if quantile is not None:
        value = mixed(samples).quantile(quantile)
        return certain(value if column.scale == 1 else value / column.scale)
    return certain(sum(sample.mean() for sample in samples) / len(samples) / column.scale)


def certain(value: float) -> Estimate:
    """Return a value without an error; no playthroughs are behind it, and its level is 1.

    It is rounded to 12 decimals: solving in floating point leaves an error of about 1e-14, by which one half must not
    fall out of a band that begins at one half.
    """
    told = round(value, 12)
    return Estimate(told, 0.0, told, told, 1.0, 0, METHOD)
