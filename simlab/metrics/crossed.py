"""Cross tables: a metric of those who are several things at once, and beside what else it goes with.

Cells are read off the kept rows. A key that is no property of a seat's place at the table but of how the playthrough
went (a victory kind, a first pull) makes a table of what goes with what: an association, of which no verdict is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.columns import columns
from simlab.experiment.targets import goes_with
from simlab.metrics.problems import UnknownMetricError
from simlab.metrics.samples import Played, Sample

if TYPE_CHECKING:
    from simlab.experiment import Experiment, Variant
    from simlab.forward import Column, Game

MOST_VALUES = 64
SEAT, TURN_POSITION, VALUE, WINNER = "seat", "turn_position", "value", "winner"

Array = np.ndarray[Any, Any]
Mask = Callable[[Mapping[str, Array], int], Array]
"""Of the arrays of rows, by flat column, and a seat: which rows belong to a cell."""


def is_crossed(game: Game, keys: Sequence[str]) -> bool:
    """Say whether keys beside the axes make a cross table: several of them, or one that is no place at the table."""
    places = {SEAT, TURN_POSITION, game.option}
    return len(places & set(keys)) > 1 or bool(set(goes_with(game)) & set(keys))


def levels(
    experiment: Experiment, source: Played, variant: Variant, name: str, column: Column, keys: Sequence[str]
) -> Iterator[tuple[dict[str, Any], str, Sample]]:
    """Yield every cell: its keys, whom it is about, and its sample; of a category each value's share.

    Raises
    ------
    UnknownMetricError
        A column takes too many values for a table.
    """
    asked = [key for key in dict.fromkeys(keys) if key != VALUE] or ([SEAT] if column.per_seat else [])
    every = [list(_level(experiment, source, variant, key)) for key in asked]
    seats = range(len(variant.chairs)) if column.per_seat else range(1)
    members = (
        [(member.name, int(member)) for member in column.values or ()] if column.kind == "category" else [("", None)]
    )
    for cell in product(*every):
        needed = tuple(dict.fromkeys(flat for _, _, flats, _ in cell for flat in flats))
        masks = [mask for _, _, _, mask in cell]
        told = {key: value for key, value, _, _ in cell}
        whose = ", ".join(_named(key, value) for key, value in told.items())
        for member, number in members:
            more = {} if number is None else {VALUE: member}
            yield told | more, whose, _sample(source, name, column, needed, masks, seats, number)


def _named(key: str, value: Any) -> str:
    if key == WINNER:
        return "the winner"
    return f"turn position {value}" if key == TURN_POSITION else str(value)


def _sample(
    source: Played,
    name: str,
    column: Column,
    needed: tuple[str, ...],
    masks: Sequence[Mask],
    seats: range,
    number: int | None,
) -> Sample:
    flats = [f"{name}_{seat}" if column.per_seat else name for seat in seats]
    wanted = tuple(dict.fromkeys((*flats, *needed)))

    def chosen(by_name: Mapping[str, Array], seat: int) -> Array:
        whole = np.ones(by_name[flats[0]].size, bool)
        return np.asarray(np.logical_and.reduce([whole, *(mask(by_name, seat) for mask in masks)]))

    def from_rows(arrays: Sequence[Array]) -> Array:
        by_name = dict(zip(wanted, arrays, strict=True))
        values = [by_name[flat] if number is None else by_name[flat] == number for flat in flats]
        parts = [np.where(chosen(by_name, seat), x, 0) for seat, x in zip(seats, values, strict=True)]
        return np.asarray(np.sum(parts, axis=0), np.int64)

    def times(arrays: Sequence[Array]) -> Array:
        by_name = dict(zip(wanted, arrays, strict=True))
        return np.asarray(np.sum([chosen(by_name, seat) for seat in seats], axis=0), np.int64)

    sample = Sample(source.reader, source.variant, None, wanted, from_rows, times_from=times)
    return replace(sample, seats=max(1, int(sample.times.max(initial=1))))


def _level(
    experiment: Experiment, source: Played, variant: Variant, key: str
) -> Iterator[tuple[str, Any, tuple[str, ...], Mask]]:
    """Yield the values of a key: its name, the value, the flat columns that tell, and which rows have it."""
    if key == WINNER:
        flats = tuple(f"won_{seat}" for seat in range(len(variant.chairs)))
        yield key, True, flats, lambda arrays, at: arrays[f"won_{at}"] == 1
    elif key == SEAT:
        for seat, chair in enumerate(variant.chairs):
            yield key, chair.name, (), lambda arrays, at, seat=seat: _all(arrays, at == seat)  # type: ignore[misc]
    elif key == experiment.game.option:
        for number, label in enumerate(variant.labels):
            where = source.option_of == number
            yield key, label, ("arrangement",), lambda arrays, at, where=where: where[arrays["arrangement"], at]  # type: ignore[misc]
    elif key == TURN_POSITION:
        flats = tuple(f"turn_position_{seat}" for seat in range(len(variant.chairs)))
        for position in range(1, len(variant.chairs) + 1):
            yield (
                key,
                position,
                flats,
                lambda arrays, at, position=position: arrays[f"turn_position_{at}"] == position,  # type: ignore[misc]
            )
    else:
        yield from _values(experiment, source, key)


def _values(experiment: Experiment, source: Played, key: str) -> Iterator[tuple[str, Any, tuple[str, ...], Mask]]:
    column = columns(experiment.game)[key]
    seen = np.unique(source.column(key).rows).tolist()
    if len(seen) > MOST_VALUES:
        message = f"{key} took {len(seen)} values, at most {MOST_VALUES} make a table"
        raise UnknownMetricError(message)
    names = {int(member): member.name for member in column.values or ()}
    for value in seen:
        shown = names.get(value, bool(value) if column.kind == "flag" else value)
        yield key, shown, (key,), lambda arrays, _, value=value: arrays[key] == value  # type: ignore[misc]


def _all(arrays: Mapping[str, Array], is_so: bool) -> Array:  # noqa: FBT001 - the one value of all rows
    size = next(iter(arrays.values())).size
    return np.full(size, is_so)
