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


def option_credit(
    reader: RunReader, variant: int, name: str, group: int, seats: int, number_of_seats: int, option_of: Array
) -> Sample:
    """Return the credit (or the lone wins) of a seat option, whichever seats it sits on; `seats` of them each time."""
    where = option_of == group

    def from_rows(arrays: Sequence[Array]) -> Array:
        arrangement, *by_seat = arrays
        return sum(np.where(where[arrangement, seat], values, 0) for seat, values in enumerate(by_seat))  # type: ignore[return-value]

    stat = "won" if name == "won" else "credit"
    # with one seat each time, Σx² follows for a flag; several seats are added up, and only batches or rows know Σx²
    square = f"group_{group}_won" if name == "won" else f"group_{group}_credit_squared"
    sums = (f"group_{group}_n", f"group_{group}_{stat}", square)
    columns = ("arrangement", *(f"{name}_{seat}" for seat in range(number_of_seats)))
    return Sample(reader, variant, sums, columns, from_rows, seats=seats)


def position_credit(
    reader: RunReader, variant: int, name: str, group: int, position: int, number_of_seats: int
) -> Sample:
    """Return the credit (or the lone wins) of a turn position."""

    def from_rows(arrays: Sequence[Array]) -> Array:
        values, positions = arrays[:number_of_seats], arrays[number_of_seats:]
        return sum(np.where(at == position, value, 0) for value, at in zip(values, positions, strict=True))  # type: ignore[return-value]

    square = f"group_{group}_won" if name == "won" else f"group_{group}_credit_squared"
    sums = (f"group_{group}_n", f"group_{group}_{'won' if name == 'won' else 'credit'}", square)
    seats = range(number_of_seats)
    columns = (*(f"{name}_{seat}" for seat in seats), *(f"turn_position_{seat}" for seat in seats))
    return Sample(reader, variant, sums, columns, from_rows)


def chosen_rows(
    reader: RunReader,
    variant: int,
    name: str,
    number_of_seats: int,
    chooser: str,
    wanted: Callable[[Array, int], Array],
) -> Sample:
    """Return a per-seat column at the seats that `wanted(chooser column, seat)` marks, one value for each mark.

    Playthroughs without a mark (nobody won) have no value: a share "given a winner".
    """

    def from_rows(arrays: Sequence[Array]) -> Array:
        values, choosers = arrays[:number_of_seats], arrays[number_of_seats:]
        marks = np.column_stack([wanted(chosen, seat) for seat, chosen in enumerate(choosers)])
        return np.column_stack(values)[marks]

    seats = range(number_of_seats)
    picks = tuple(chooser if "{}" not in chooser else chooser.format(seat) for seat in seats)
    return Sample(reader, variant, None, (*(f"{name}_{seat}" for seat in seats), *picks), from_rows)


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
