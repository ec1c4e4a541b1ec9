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


@dataclass(frozen=True)
class Played:
    """The samples of one variant of a run.

    Attributes
    ----------
    option_of : (arrangements, seats) int64, the number of the seat option that sits there
    histograms : flat columns that have one
    is_added_up : whether the engine added credit up by option and turn position
    max_rounds : where the rules cut a playthrough off
    """

    reader: RunReader
    variant: int
    option_of: Array
    histograms: frozenset[str]
    is_added_up: bool
    max_rounds: int

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return int(self.option_of.shape[1])

    def column(self, flat: str) -> Sample:
        """Return the sample of a flat column."""
        sums = ("n", f"sum_{flat}", f"squares_{flat}")
        histogram = flat if flat in self.histograms else None
        return Sample(self.reader, self.variant, sums, (flat,), lambda arrays: arrays[0], histogram_of=histogram)

    def value(self, flat: str, value: int) -> Sample:
        """Return 1 where a category took a value; sums over all playthroughs come from its histogram."""

        def from_rows(arrays: Sequence[Array]) -> Array:
            return np.asarray(arrays[0] == value, np.int64)

        return Sample(self.reader, self.variant, None, (flat,), from_rows, histogram_of=flat, value=value)

    def at_option(self, name: str, option: int) -> Sample:
        """Return a per-seat column at the seats of an option, wherever it sits; several such seats are added up.

        An option that sits out some playthroughs is asked about where it plays, one value for each seat of it.
        """
        where = self.option_of == option
        seats = np.flatnonzero(where[0])
        if len(where) == 1 and len(seats) == 1:
            return self.column(f"{name}_{seats[0]}")
        if len(np.unique(where.sum(axis=1))) > 1:
            return self._where_it_plays(name, option, where)

        def from_rows(arrays: Sequence[Array]) -> Array:
            arrangement, *by_seat = arrays
            values = [np.where(where[arrangement, seat], x, 0) for seat, x in enumerate(by_seat)]
            return np.asarray(np.sum(values, axis=0))

        columns = ("arrangement", *self._per_seat(name))
        return Sample(self.reader, self.variant, self._sums(name, option), columns, from_rows, seats=len(seats))

    def _where_it_plays(self, name: str, option: int, where: Array) -> Sample:
        def from_rows(arrays: Sequence[Array]) -> Array:
            arrangement, *by_seat = arrays
            return np.column_stack(by_seat)[where[arrangement]]

        columns = ("arrangement", *self._per_seat(name))
        return Sample(self.reader, self.variant, self._sums(name, option), columns, from_rows)

    def at_position(self, name: str, position: int) -> Sample:
        """Return a per-seat column at a turn position, 1 … seats."""

        def from_rows(arrays: Sequence[Array]) -> Array:
            pairs = zip(arrays[: self.seats], arrays[self.seats :], strict=True)
            return np.asarray(np.sum([np.where(at == position, x, 0) for x, at in pairs], axis=0))

        group = int(self.option_of.max()) + position  # turn positions follow the options
        return Sample(
            self.reader, self.variant, self._sums(name, group), self._per_seat(name, "turn_position"), from_rows
        )

    def at_winner(self, name: str) -> Sample:
        """Return a per-seat column at the seat that won alone, over the playthroughs that have one."""

        def from_rows(arrays: Sequence[Array]) -> Array:
            won = np.column_stack(arrays[self.seats :]) == 1
            return np.asarray(np.column_stack(arrays[: self.seats])[won])

        return Sample(self.reader, self.variant, None, self._per_seat(name, "won"), from_rows)

    def truncated_share(self) -> float:
        """Return the share of playthroughs that were cut off."""
        n, cut, _ = self.column("truncated").totals()
        return cut / n if n else 0.0

    def _per_seat(self, *names: str) -> tuple[str, ...]:
        return tuple(f"{name}_{seat}" for name in names for seat in range(self.seats))

    def _sums(self, name: str, group: int) -> tuple[str, str, str] | None:
        """Return the batch columns of n, Σx and Σx² of a group, which there are for credit and won."""
        if not self.is_added_up or name not in {"credit", "won"}:
            return None
        squares = "won" if name == "won" else "credit_squared"  # a yes or no is its own square
        return f"group_{group}_n", f"group_{group}_{name}", f"group_{group}_{squares}"
