"""Samples: one integer per playthrough, read as exact sums, sums by batch, kept rows or a histogram.

Every estimate is made of samples, and a sample knows the cheapest exact way to what is asked of it: sums for a mean, a
histogram for a quantile, batches for an error, rows where nothing else will do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from simlab.store import RunReader

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Sample:
    """One integer per playthrough of one variant.

    Attributes
    ----------
    sums : sources of (n, Σx, Σx²) by batch, or None where only rows can tell
    row_columns, from_rows : flat columns, and the function that makes the sample's values of them
    seats : how many seats are added up in each value; the mean is per seat
    histogram_of : the flat column whose histogram the sample is, if any
    value : the sample is 1 where that column has this value, else 0
    """

    reader: RunReader
    variant: int
    sums: tuple[str, str, str] | None
    row_columns: tuple[str, ...]
    from_rows: Callable[[Sequence[Array]], Array]
    seats: int = 1
    histogram_of: str | None = None
    value: int | None = None

    @cached_property
    def by_batch(self) -> tuple[Array, Array, Array]:
        """Playthroughs, Σx and Σx² by batch, (B,) int64 each."""
        if self.sums is None:
            rows = self.rows
            return np.array([rows.size]), np.array([rows.sum()]), np.array([(rows * rows).sum()])
        counter, total, square = self.sums
        names = [name for name in (total, square) if name]
        n, found = self.reader.batches(self.variant, [*names, counter])
        if counter.startswith("group"):  # counts seats, not playthroughs
            n = found[counter] // self.seats
        return n, found[total], found[square]

    @property
    def has_batches(self) -> bool:
        """Whether sums by batch are there."""
        return self.sums is not None

    @cached_property
    def rows(self) -> Array:
        """The values of the kept rows in the order of their indices, (n,) int64."""
        found = self.reader.rows(self.variant, self.row_columns)
        return np.asarray(self.from_rows([found[name].astype(np.int64) for name in self.row_columns]))

    def totals(self) -> tuple[int, int, int]:
        """Return n, Σx, Σx² exactly."""
        if self.value is not None and self.histogram_of is not None:
            values, counts = self.reader.histogram(self.variant, self.histogram_of)
            hits = int(counts[values == self.value].sum())
            return int(counts.sum()), hits, hits
        n, total, square = self.by_batch
        return int(n.sum()), int(total.sum()), int(square.sum())

    def histogram(self) -> tuple[Array, Array]:
        """Return the values and how often each came up."""
        if self.histogram_of is None:
            return np.unique(self.rows, return_counts=True)
        return self.reader.histogram(self.variant, self.histogram_of)


def column(reader: RunReader, variant: int, flat: str, *, has_histogram: bool) -> Sample:
    """Return the sample of a flat column."""
    return Sample(
        reader,
        variant,
        ("n", f"sum_{flat}", f"squares_{flat}"),
        (flat,),
        lambda arrays: arrays[0],
        histogram_of=flat if has_histogram else None,
    )


@dataclass(frozen=True)
class Group:
    """Seats that are read together: which, how many in each playthrough, and whether the engine added them up."""

    number: int
    seats: int = 1
    is_added_up: bool = True

    def sums(self, name: str) -> tuple[str, str, str] | None:
        """Return the batch columns of n, Σx and Σx², which there are for credit and won."""
        stem = f"group_{self.number}"
        if not self.is_added_up or name not in {"credit", "won"}:
            return None
        if name == "won":  # 0 or 1, so the squares add up to the same
            return f"{stem}_n", f"{stem}_won", f"{stem}_won"
        return f"{stem}_n", f"{stem}_credit", f"{stem}_credit_squared"


def at_option(reader: RunReader, variant: int, name: str, group: Group, option_of: Array) -> Sample:
    """Return a per-seat column at the seats of an option, wherever it sits; several such seats are added up.

    Parameters
    ----------
    option_of : (arrangements, seats) int64, the group of every seat
    """
    where = option_of == group.number

    def from_rows(arrays: Sequence[Array]) -> Array:
        arrangement, *by_seat = arrays
        values = [np.where(where[arrangement, seat], x, 0) for seat, x in enumerate(by_seat)]
        return np.asarray(np.sum(values, axis=0))

    names = ("arrangement", *(f"{name}_{seat}" for seat in range(option_of.shape[1])))
    return Sample(reader, variant, group.sums(name), names, from_rows, seats=group.seats)


def at_position(reader: RunReader, variant: int, name: str, group: Group, position: int, seats: int) -> Sample:
    """Return a per-seat column at a turn position."""

    def from_rows(arrays: Sequence[Array]) -> Array:
        pairs = zip(arrays[:seats], arrays[seats:], strict=True)
        return np.asarray(np.sum([np.where(at == position, x, 0) for x, at in pairs], axis=0))

    return Sample(reader, variant, group.sums(name), _per_seat(seats, name, "turn_position"), from_rows)


def at_winner(reader: RunReader, variant: int, name: str, seats: int) -> Sample:
    """Return a per-seat column at the seat that won alone, over the playthroughs that have one."""

    def from_rows(arrays: Sequence[Array]) -> Array:
        won = np.column_stack(arrays[seats:]) == 1
        return np.asarray(np.column_stack(arrays[:seats])[won])

    return Sample(reader, variant, None, _per_seat(seats, name, "won"), from_rows)


def _per_seat(seats: int, *names: str) -> tuple[str, ...]:
    return tuple(f"{name}_{seat}" for name in names for seat in range(seats))


def category_value(reader: RunReader, variant: int, flat: str, value: int) -> Sample:
    """Return 1 where a category took a value; sums over all playthroughs come from its histogram."""
    return Sample(
        reader,
        variant,
        None,
        (flat,),
        lambda arrays: (arrays[0] == value).astype(np.int64),
        histogram_of=flat,
        value=value,
    )
