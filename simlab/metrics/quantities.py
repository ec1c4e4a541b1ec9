"""What a question asks of a run: which samples, under which keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    kept = [key for key in question.by if key in axes] or axes
    groups: dict[tuple[Any, ...], list[list[Quantity]]] = {}
    for variant in chosen:
        levels = list(_levels(experiment, reader, variant, name, column, whose, question.of))
        groups.setdefault(tuple(variant.keys[axis] for axis in kept), []).append(levels)
    return [_averaged(dict(zip(kept, point, strict=True)), levels) for point, levels in groups.items()]


def _averaged(point: dict[str, Any], variants: list[list[Quantity]]) -> list[Quantity]:
    """Average the same level over variants; a level that some variants lack is averaged over those that have it."""
    merged: dict[tuple[Any, ...], list[Quantity]] = {}
    for level in (quantity for levels in variants for quantity in levels):
        merged.setdefault(tuple(level.keys.items()), []).append(level)
    return [
        replace(
            levels[0],
            keys={**point, **levels[0].keys},
            samples=tuple(sample for level in levels for sample in level.samples),
            variants=tuple(variant for level in levels for variant in level.variants),
        )
        for levels in merged.values()
    ]


def _check_keys(experiment: Experiment, question: Question, column: Column) -> None:
    game, axes = experiment.game, experiment.axes
    people = [SEAT, game.option, *([TURN_POSITION] if game.has_turn_order else [])] if column.per_seat else []
    values = [VALUE] if column.values else []
    _check_names(question.metric, "by", question.by, [*people, *values, *axes])
    _check_names(question.metric, "of", question.of or {}, [*people, *values, *([WINNER] if column.per_seat else [])])
    _check_names(question.metric, "where", question.where or {}, list(axes))
    for key, value in (question.where or {}).items():
        if value not in axes[key]:
            message = f"no variant has {key} = {value!r}; allowed: {', '.join(map(str, axes[key]))}"
            raise UnknownMetricError(message)
    if question.quantile is None:
        return
    if column.kind not in {"count", "measure"}:
        message = f"{question.metric} is a {column.kind}: it has shares, no quantiles"
        raise UnknownMetricError(message)
    named = [key for key in question.by if key in axes]
    if named and len(named) < len(axes):
        message = f"a quantile is not averaged over variants: name every axis, {', '.join(axes)}, or none"
        raise UnknownMetricError(message)


def _check_names(metric: str, word: str, keys: Iterable[str], allowed: list[str]) -> None:
    for key in keys:
        if key not in allowed:
            known = ", ".join(allowed) or "nothing"
            message = f"{metric}: {word} {key!r} is unknown; allowed: {known}{did_you_mean(key, allowed)}"
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
        is_added_up = len(arrangements) > 1 or self.experiment.game.has_turn_order
        for number, label in enumerate(labels):
            seats = np.flatnonzero(option_of[0] == number)
            if len(arrangements) == 1 and len(seats) == 1:
                sample = self._flat(f"{self.name}_{seats[0]}")
            else:
                group = samples.Group(number, len(seats), is_added_up)
                sample = samples.at_option(self.reader, self.variant.index, self.name, group, option_of)
            yield self._quantity({self.experiment.game.option: label}, label, sample)

    def positions(self) -> Iterator[Quantity]:
        options = len(dict.fromkeys(chair.label for chair in self.variant.chairs))
        seats = len(self.variant.chairs)
        for position in range(1, seats + 1):
            group = samples.Group(options + position - 1)
            sample = samples.at_position(self.reader, self.variant.index, self.name, group, position, seats)
            yield self._quantity({TURN_POSITION: position}, f"turn position {position}", sample)

    def winner(self) -> Quantity:
        sample = samples.at_winner(self.reader, self.variant.index, self.name, len(self.variant.chairs))
        return self._quantity({WINNER: True}, "the winner", sample)
