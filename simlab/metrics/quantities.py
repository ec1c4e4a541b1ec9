"""What a question asks of a run: which samples, under which keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.columns import columns, layout
from simlab.document import did_you_mean
from simlab.metrics import samples
from simlab.metrics.samples import Sample

if TYPE_CHECKING:
    from simlab.experiment import Experiment, Variant
    from simlab.forward import Column
    from simlab.store import RunReader

WIN_SHARE = "win_share"
SEAT, TURN_POSITION, VALUE, WINNER = "seat", "turn_position", "value", "winner"
GROUPED = ("credit", "won")  # columns that the engine adds up by option and turn position too


class UnknownMetricError(ValueError):
    """A question about something the run does not hold; the message says what it does."""


@dataclass(frozen=True)
class Question:
    """A metric, and of whom; see `simlab.experiment.Target` for the words."""

    metric: str
    by: tuple[str, ...] = ()
    of: Mapping[str, Any] | None = None
    where: Mapping[str, Any] | None = None
    quantile: float | None = None


@dataclass(frozen=True)
class Quantity:
    """One number that a question asks for: the mean (or a quantile) of samples that are averaged with equal weights.

    Attributes
    ----------
    keys : the key columns of its row
    whose : whom it is about, in words; empty where it is about the playthrough
    samples : one per variant that is averaged over
    column : the declaration of what is measured
    variants : the variants behind it
    """

    keys: Mapping[str, Any]
    whose: str
    samples: tuple[Sample, ...]
    column: Column
    variants: tuple[Variant, ...]


def declared(experiment: Experiment, metric: str) -> tuple[str, Column]:
    """Return the column a metric is made of.

    Raises
    ------
    UnknownMetricError
        No such metric.
    """
    every = columns(experiment.game)
    name = ("credit" if experiment.draws == "split" else "won") if metric == WIN_SHARE else metric
    if name not in every:
        known = [WIN_SHARE, *every]
        message = f"unknown metric {metric!r}; allowed: {', '.join(known)}{did_you_mean(metric, known)}"
        raise UnknownMetricError(message)
    return name, every[name]


def quantities(experiment: Experiment, reader: RunReader, question: Question) -> list[list[Quantity]]:
    """Return what is asked, in groups of numbers that are read together (the levels of ``by`` in one variant).

    Raises
    ------
    UnknownMetricError
        The metric, a key or a value is not there.
    """
    name, column = declared(experiment, question.metric)
    axes = list(experiment.axes)
    _check_keys(experiment, question, column)
    chosen = [variant for variant in experiment.variants if _matches(variant, question.where or {})]
    if not chosen:
        message = f"no variant with {dict(question.where or {})}"
        raise UnknownMetricError(message)
    whose = [key for key in question.by if key not in axes]
    kept = [key for key in question.by if key in axes] if question.by and not whose else axes
    groups: dict[tuple[Any, ...], list[list[Quantity]]] = {}
    for variant in chosen:
        levels = list(_levels(experiment, reader, variant, name, column, whose, question.of))
        groups.setdefault(tuple(variant.keys[axis] for axis in kept), []).append(levels)
    return [_averaged(dict(zip(kept, point, strict=True)), levels) for point, levels in groups.items()]


def _averaged(point: dict[str, Any], variants: list[list[Quantity]]) -> list[Quantity]:
    """Average the same level over variants; a level that some variants lack is averaged over those that have it."""
    merged: dict[tuple[Any, ...], Quantity] = {}
    for level in (quantity for levels in variants for quantity in levels):
        key = tuple(level.keys.items())
        before = merged.get(key)
        together = (
            level
            if before is None
            else replace(before, samples=before.samples + level.samples, variants=before.variants + level.variants)
        )
        merged[key] = together
    return [replace(quantity, keys={**point, **quantity.keys}) for quantity in merged.values()]


def _check_keys(experiment: Experiment, question: Question, column: Column) -> None:
    game = experiment.game
    people = [SEAT, game.option, *([TURN_POSITION] if game.has_turn_order else [])] if column.per_seat else []
    values = [VALUE] if column.values else []
    allowed = [*people, *values, *experiment.axes]
    for key in question.by:
        if key not in allowed:
            message = f"{question.metric} cannot be asked by {key!r}; allowed: {', '.join(allowed)}{did_you_mean(key, allowed)}"
            raise UnknownMetricError(message)
    for key in question.of or {}:
        every = [*people, *values, *([WINNER] if column.per_seat else [])]
        if key not in every:
            message = (
                f"{question.metric} cannot be asked of a {key!r}; allowed: {', '.join(every)}{did_you_mean(key, every)}"
            )
            raise UnknownMetricError(message)
    for key, value in (question.where or {}).items():
        if value not in experiment.axes.get(key, ()):
            known = (
                ", ".join(f"{axis} in {list(values)}" for axis, values in experiment.axes.items())
                or "none: nothing is varied"
            )
            message = f"where {key}={value!r} names no variant; allowed: {known}"
            raise UnknownMetricError(message)
    if question.quantile is not None and column.kind not in {"count", "measure"}:
        message = f"{question.metric} is a {column.kind}: it has shares, no quantiles"
        raise UnknownMetricError(message)


def _matches(variant: Variant, where: Mapping[str, Any]) -> bool:
    return all(variant.keys[key] == value for key, value in where.items())


def _levels(
    experiment: Experiment,
    reader: RunReader,
    variant: Variant,
    name: str,
    column: Column,
    whose: Sequence[str],
    of: Mapping[str, Any] | None,
) -> Iterator[Quantity]:
    """Yield the levels of one variant: seats, options, positions or values."""
    plain = _Variant(experiment, reader, variant, name, column)
    keys = [*whose, *(of or {})]
    if WINNER in keys:
        yield plain.winner()
        return
    if column.per_seat:
        key = next((key for key in keys if key != VALUE), SEAT)
        found = {SEAT: plain.seats, experiment.game.option: plain.options, TURN_POSITION: plain.positions}[key]()
    elif column.values:
        found = plain.values()
    else:
        found = iter([plain.playthrough()])
    yield from (
        quantity for quantity in found if all(quantity.keys.get(key) == value for key, value in (of or {}).items())
    )


@dataclass(frozen=True)
class _Variant:
    experiment: Experiment
    reader: RunReader
    variant: Variant
    name: str
    column: Column

    def _flat(self, name: str) -> Sample:
        game = self.experiment.game
        cap = int(game.pack(self.variant.rules, [chair.option for chair in self.variant.chairs])[0].max_rounds)
        where = layout(game, cap)
        has_histogram = bool(where.offset[where.position(name)] >= 0)
        return samples.column(self.reader, self.variant.index, name, has_histogram=has_histogram)

    def _quantity(self, keys: Mapping[str, Any], whose: str, sample: Sample) -> Quantity:
        return Quantity(keys, whose, (sample,), self.column, (self.variant,))

    def playthrough(self) -> Quantity:
        return self._quantity({}, "", self._flat(self.name))

    def seats(self) -> Iterator[Quantity]:
        for seat, chair in enumerate(self.variant.chairs):
            yield self._quantity({SEAT: chair.name}, chair.name, self._flat(f"{self.name}_{seat}"))

    def values(self) -> Iterator[Quantity]:
        for value in self.column.values or ():
            sample = samples.category_value(self.reader, self.variant.index, self.name, int(value))
            yield self._quantity({VALUE: value.name}, value.name, sample)

    def options(self) -> Iterator[Quantity]:
        chairs, arrangements = self.variant.chairs, self.variant.arrangements
        labels = list(dict.fromkeys(chair.label for chair in chairs))
        option_of = np.array([[labels.index(chairs[chair].label) for chair in seats] for seats in arrangements])
        for group, label in enumerate(labels):
            keys = {self.experiment.game.option: label}
            seats = int((option_of[0] == group).sum())
            if len(arrangements) == 1 and seats == 1:
                sample = self._flat(f"{self.name}_{int(np.argmax(option_of[0] == group))}")
            elif self.name in GROUPED and self._has_groups:
                sample = samples.option_credit(
                    self.reader, self.variant.index, self.name, group, seats, len(chairs), option_of
                )
            else:
                sample = samples.chosen_rows(
                    self.reader,
                    self.variant.index,
                    self.name,
                    len(chairs),
                    "arrangement",
                    lambda chosen, seat, group=group: option_of[chosen, seat] == group,
                )
            yield self._quantity(keys, label, sample)

    @property
    def _has_groups(self) -> bool:
        return len(self.variant.arrangements) > 1 or self.experiment.game.has_turn_order

    def positions(self) -> Iterator[Quantity]:
        options = len(dict.fromkeys(chair.label for chair in self.variant.chairs))
        number = len(self.variant.chairs)
        for position in range(1, number + 1):
            keys = {TURN_POSITION: position}
            if self.name in GROUPED:
                group = options + position - 1
                sample = samples.position_credit(self.reader, self.variant.index, self.name, group, position, number)
            else:
                sample = samples.chosen_rows(
                    self.reader,
                    self.variant.index,
                    self.name,
                    number,
                    "turn_position_{}",
                    lambda chosen, _, position=position: chosen == position,
                )
            yield self._quantity(keys, f"turn position {position}", sample)

    def winner(self) -> Quantity:
        sample = samples.chosen_rows(
            self.reader,
            self.variant.index,
            self.name,
            len(self.variant.chairs),
            "won_{}",
            lambda chosen, _: chosen == 1,
        )
        return self._quantity({WINNER: True}, "the winner", sample)
