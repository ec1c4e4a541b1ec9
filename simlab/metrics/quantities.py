"""What a question asks of a run: which samples, under which keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.columns import MATCHUPS, columns, layout
from simlab.columns import WIN_SHARE as PAIRING
from simlab.document import did_you_mean
from simlab.experiment.plan import SKILL, WORLD
from simlab.experiment.targets import goes_with
from simlab.metrics import crossed
from simlab.metrics.crossed import is_crossed
from simlab.metrics.matchups import AGAINST, MatchupReader, Tabled
from simlab.metrics.problems import UnknownMetricError
from simlab.metrics.samples import Played, Sample
from simlab.metrics.solved import Exact, Solved, SolvedReader

if TYPE_CHECKING:
    from simlab.experiment import Experiment, Variant
    from simlab.forward import Column
    from simlab.store import RunReader

    Reader = RunReader | SolvedReader | MatchupReader

WIN_SHARE = "win_share"
APART = (WORLD, SKILL)
SEAT, TURN_POSITION, VALUE, WINNER = "seat", "turn_position", "value", "winner"


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
    samples : one per variant that is averaged over, or its exact distribution
    column : the declaration of what is measured
    variants, sources : the variants behind it, and where their samples come from
    parts : those of which it is an extreme; empty where it is a number of its own
    """

    keys: Mapping[str, Any]
    whose: str
    samples: tuple[Sample | Solved, ...]
    column: Column
    variants: tuple[Variant, ...]
    sources: tuple[Played | Exact | Tabled, ...]
    parts: tuple[Quantity, ...] = ()


def declared(experiment: Experiment, metric: str) -> tuple[str, Column]:
    """Return the column a metric is made of.

    Raises
    ------
    UnknownMetricError
        No such metric.
    """
    every: Mapping[str, Column] = columns(experiment.game)
    if experiment.analysis is not None:
        every = {WIN_SHARE: PAIRING, **MATCHUPS}
        if metric in every:
            return metric, every[metric]
    name = ("credit" if experiment.draws == "split" else "won") if metric == WIN_SHARE else metric
    if name not in every:
        known = list(dict.fromkeys([WIN_SHARE, *every]))
        message = f"unknown metric {metric!r}; allowed: {', '.join(known)}{did_you_mean(metric, known)}"
        raise UnknownMetricError(message)
    return name, every[name]


def quantities(experiment: Experiment, reader: Reader, question: Question) -> list[list[Quantity]]:
    """Return what is asked, in groups of numbers that are read together (the levels of ``by`` in one variant).

    Axes that ``by`` does not name beside others are averaged over, but never worlds (an average over what nobody knows
    is nobody's world) nor skill levels.

    Raises
    ------
    UnknownMetricError
        The metric, a key or a value is not there.
    """
    name, column = declared(experiment, question.metric)
    axes = list(experiment.axes)
    _check_keys(experiment, question, column)
    chosen = [variant for variant in experiment.variants if _matches(variant.keys, question.where or {})]
    if not chosen:
        message = f"no variant with {dict(question.where or {})}"
        raise UnknownMetricError(message)
    people = [key for key in (*question.by, *(question.of or {})) if key not in axes]
    named = [key for key in question.by if key in axes]
    kept = [*named, *(key for key in APART if key in axes and key not in named)] if named else axes
    groups: dict[tuple[Any, ...], list[list[Quantity]]] = {}
    for variant in chosen:
        levels = list(_read(experiment, reader, variant, name, column, people))
        wanted = [level for level in levels if _matches(level.keys, question.of or {})]
        groups.setdefault(tuple(variant.keys[axis] for axis in kept), []).append(wanted)
    found = [_averaged(dict(zip(kept, point, strict=True)), levels) for point, levels in groups.items()]
    if not any(found):
        message = f"{question.metric}: no variant has {dict(question.of or {})}"
        raise UnknownMetricError(message)
    return found


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
            sources=tuple(source for level in levels for source in level.sources),
        )
        for levels in merged.values()
    ]


def _check_keys(experiment: Experiment, question: Question, column: Column) -> None:
    game, axes = experiment.game, experiment.axes
    if experiment.analysis is not None:
        people = [game.option, *([AGAINST] if column is PAIRING else [])] if column.per_seat else []
    else:
        people = [SEAT, game.option, *([TURN_POSITION] if game.has_turn_order else [])] if column.per_seat else []
    values = [VALUE] if column.values else []
    beside = goes_with(game) if experiment.analysis is None and experiment.method == "simulate" else []
    _check_names(question.metric, "by", question.by, [*people, *values, *axes, *beside])
    _check_names(
        question.metric,
        "of",
        question.of or {},
        [*people, *values, *([WINNER] if column.per_seat and experiment.analysis is None else [])],
    )
    _check_names(question.metric, "where", question.where or {}, list(axes))
    for key, value in (question.where or {}).items():
        if value not in axes[key]:
            message = f"no variant has {key} = {value!r}; allowed: {', '.join(map(str, axes[key]))}"
            raise UnknownMetricError(message)
    several = [key for key in people if key in {*question.by, *(question.of or {})}]
    if len(several) > 1 and column is not PAIRING and experiment.method == "exact":
        message = f"{question.metric} is solved for one thing at a time, not for {' and '.join(several)}; play it"
        raise UnknownMetricError(message)
    if question.quantile is None:
        return
    if column.kind not in {"count", "measure"}:
        message = f"{question.metric} is a {column.kind}: it has shares, no quantiles"
        raise UnknownMetricError(message)
    design = list(experiment.design_axes)
    if any(key in axes for key in question.by) and not set(design) <= set(question.by):
        message = f"a quantile is not averaged over variants: name every axis, {', '.join(design)}, or none"
        raise UnknownMetricError(message)


def _check_names(metric: str, word: str, keys: Iterable[str], allowed: list[str]) -> None:
    for key in keys:
        if key not in allowed:
            known = ", ".join(allowed) or "nothing"
            message = f"{metric}: {word} {key!r} is unknown; allowed: {known}{did_you_mean(key, allowed)}"
            raise UnknownMetricError(message)


def _matches(keys: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(keys.get(key) == value for key, value in wanted.items())


def _read(
    experiment: Experiment,
    reader: Reader,
    variant: Variant,
    name: str,
    column: Column,
    keys: Sequence[str],
) -> Iterator[Quantity]:
    """Yield the levels of one variant, from wherever they are known."""
    if isinstance(reader, MatchupReader):
        source = reader.source(variant, name)
        for level in reader.levels(variant, name):
            yield Quantity(level.keys, level.whose, (level.sample,), column, (variant,), (source,))
    else:
        yield from _levels(experiment, source_of(experiment, reader, variant), variant, name, column, keys)


def _levels(
    experiment: Experiment,
    source: Played | Exact,
    variant: Variant,
    name: str,
    column: Column,
    keys: Sequence[str],
) -> Iterator[Quantity]:
    """Yield the levels of one variant: seats, options, positions or values."""

    def quantity(keys: Mapping[str, Any], whose: str, sample: Sample | Solved) -> Quantity:
        return Quantity(keys, whose, (sample,), column, (variant,), (source,))

    is_own = column.per_seat and column.kind == "category"  # each seat has a value of its own
    if isinstance(source, Played) and (is_own or is_crossed(experiment.game, keys)):
        for cell, whose, of_cell in crossed.levels(experiment, source, variant, name, column, keys):
            yield quantity(cell, whose, of_cell)
    elif column.per_seat:
        for found_keys, whose, sample in _people(experiment, source, variant, name, keys):
            yield quantity(found_keys, whose, sample)
    elif column.values is not None:
        for value in column.values:
            yield quantity({VALUE: value.name}, value.name, source.value(name, int(value)))
    else:
        yield quantity({}, "", source.column(name))


def _people(
    experiment: Experiment, source: Played | Exact, variant: Variant, name: str, keys: Sequence[str]
) -> Iterator[tuple[dict[str, Any], str, Sample | Solved]]:
    """Yield a per-seat column for each of those who are asked about: the winner, options, positions or seats."""
    option = experiment.game.option
    if WINNER in keys:
        yield {WINNER: True}, "the winner", source.at_winner(name)
    elif option in keys:
        for number, label in enumerate(variant.labels):
            yield {option: label}, label, source.at_option(name, number)
    elif TURN_POSITION in keys:
        for position in range(1, len(variant.chairs) + 1):
            yield {TURN_POSITION: position}, f"turn position {position}", source.at_position(name, position)
    else:
        for seat, chair in enumerate(variant.chairs):
            yield {SEAT: chair.name}, chair.name, source.column(f"{name}_{seat}")


def source_of(experiment: Experiment, reader: RunReader | SolvedReader, variant: Variant) -> Played | Exact:
    """Return where the samples of a variant come from."""
    if isinstance(reader, SolvedReader):
        return Exact(reader, variant)
    game, labels = experiment.game, variant.labels
    label_of = [[variant.dealt[number].label for number in seats] for seats in variant.arrangements]
    option_of = np.array([[labels.index(label) for label in seats] for seats in label_of])
    cap = int(game.pack(variant.rules, [chair.option for chair in variant.chairs], variant.world)[0].max_rounds)
    where = layout(game, cap)
    histograms = frozenset(name for name, offset in zip(where.names, where.offset, strict=True) if offset >= 0)
    is_added_up = len(variant.arrangements) > 1 or game.has_turn_order
    return Played(reader, variant.index, option_of, histograms, is_added_up, cap)
