"""Samples: one integer per playthrough, read as exact sums, sums by batch, kept rows or a histogram.

Every estimate is made of samples, and a sample knows the cheapest exact way to what is asked of it: sums for a mean, a
histogram for a quantile, batches for an error, rows where nothing else will do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.store import RunReader

if TYPE_CHECKING:
    from simlab.metrics.solved import Solved

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Sample:
    """One integer per playthrough of one variant.

    Attributes
    ----------
    sums : sources of (n, Σx, Σx²) by batch, or None where only rows can tell
    row_columns, from_rows : flat columns, and the function that makes the sample's values of them
    seats : how many seats are added up in each value, at most; the mean is per seat
    times_from : makes of the same columns how many seats that is, where it differs between playthroughs; a playthrough
        in which there is none has the value 0 and is not counted
    is_of_ends : whether a playthrough that was cut off is missing because it has no end
    histogram_of : the flat column whose histogram the sample is, if any
    value : the sample is 1 where that column has this value, else 0
    """

    reader: RunReader
    variant: int
    sums: tuple[str, str, str] | None
    row_columns: tuple[str, ...]
    from_rows: Callable[[Sequence[Array]], Array]
    seats: int = 1
    times_from: Callable[[Sequence[Array]], Array] | None = None
    is_of_ends: bool = False
    histogram_of: str | None = None
    value: int | None = None

    @property
    def is_steady(self) -> bool:
        """Whether every playthrough has the same number of values."""
        return self.times_from is None

    @cached_property
    def by_batch(self) -> tuple[Array, Array, Array]:
        """How many values, Σx and Σx² by batch, (B,) int64 each; of seats that are added up together one value."""
        if self.sums is None:
            rows = self.rows
            n = rows.size if self.is_steady else self.times.sum()
            return np.array([n]), np.array([rows.sum()]), np.array([(rows * rows).sum()])
        counter, total, square = self.sums
        n, found = self.reader.batches(self.variant, [total, square, counter])
        if counter.startswith("group"):  # counts seats, not playthroughs
            n = found[counter] // self.seats if self.is_steady else found[counter]
        return n, found[total], found[square]

    @cached_property
    def seats_by_batch(self) -> tuple[Array, Array, Array]:
        """Playthroughs, seats that are counted in them and Σx by batch, (B,) int64 each."""
        if self.sums is None:
            raise TypeError("only rows tell this sample")
        counter, total, _ = self.sums
        played, found = self.reader.batches(self.variant, [total, counter])
        counted = found[counter] if counter.startswith("group") else played
        return played, counted, found[total]

    @property
    def has_batches(self) -> bool:
        """Whether sums by batch are there."""
        return self.sums is not None

    @cached_property
    def _arrays(self) -> list[Array]:
        found = self.reader.rows(self.variant, self.row_columns)
        return [found[name].astype(np.int64) for name in self.row_columns]

    @cached_property
    def rows(self) -> Array:
        """The values of the kept rows in the order of their indices, (n,) int64."""
        return np.asarray(self.from_rows(self._arrays), np.int64)

    @cached_property
    def times(self) -> Array:
        """How many seats are added up in each of the kept rows, (n,) int64."""
        if self.times_from is None:
            return np.full(self.rows.size, self.seats)
        return np.asarray(self.times_from(self._arrays), np.int64)

    def totals(self) -> tuple[int, int, int]:
        """Return n, Σx, Σx² exactly."""
        if self.value is not None and self.histogram_of is not None:
            values, counts = self.reader.histogram(self.variant, self.histogram_of)
            hits = int(counts[values == self.value].sum())
            return int(counts.sum()), hits, hits
        n, total, square = self.by_batch
        return int(n.sum()), int(total.sum()), int(square.sum())

    def histogram(self) -> tuple[Array, Array]:
        """Return the values and how often each came up; not of several seats that are added up together."""
        if self.histogram_of is None:
            return np.unique(self.rows[self.times > 0], return_counts=True)
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

        An option that sits out some playthroughs is asked about where it plays.
        """
        where = self.option_of == option
        seats = where.sum(axis=1)
        if len(where) == 1 and seats[0] == 1:
            return self.column(f"{name}_{int(np.argmax(where[0]))}")

        def from_rows(arrays: Sequence[Array]) -> Array:
            arrangement, *by_seat = arrays
            values = [np.where(where[arrangement, seat], x, 0) for seat, x in enumerate(by_seat)]
            return np.asarray(np.sum(values, axis=0))

        def times(arrays: Sequence[Array]) -> Array:
            return np.asarray(seats[arrays[0]])

        return Sample(
            self.reader,
            self.variant,
            self._sums(name, option),
            ("arrangement", *self._per_seat(name)),
            from_rows,
            seats=int(seats.max()),
            times_from=times if np.ptp(seats) else None,
        )

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
            pairs = zip(arrays[: self.seats], arrays[self.seats :], strict=True)
            return np.asarray(np.sum([np.where(won == 1, x, 0) for x, won in pairs], axis=0))

        def times(arrays: Sequence[Array]) -> Array:
            return np.asarray(np.sum(arrays[self.seats :], axis=0))

        columns = self._per_seat(name, "won")
        return Sample(self.reader, self.variant, None, columns, from_rows, times_from=times, is_of_ends=True)

    def truncated_share(self, of: Sample | Solved | None = None) -> float:
        """Return the share of playthroughs that were cut off; of those where a sample has a value, if one is given.

        Where not every row is kept this is the most that it can be.
        """
        cut_off = self.column("truncated")
        n, cut, _ = cut_off.totals()
        if not n or not isinstance(of, Sample) or of.is_steady:
            return cut / n if n else 0.0
        has_value = of.times > 0
        valued = float(has_value.mean()) * n if has_value.size else 0.0
        if of.is_of_ends:
            return cut / (valued + cut) if cut else 0.0
        if has_value.size == n and valued:
            return float(cut_off.rows[has_value].mean())
        return min(1.0, cut / valued) if valued else float(cut > 0)

    def _per_seat(self, *names: str) -> tuple[str, ...]:
        return tuple(f"{name}_{seat}" for name in names for seat in range(self.seats))

    def _sums(self, name: str, group: int) -> tuple[str, str, str] | None:
        """Return the batch columns of n, Σx and Σx² of a group, which there are for credit and won."""
        if not self.is_added_up or name not in {"credit", "won"}:
            return None
        squares = "won" if name == "won" else "credit_squared"  # a yes or no is its own square
        return f"group_{group}_n", f"group_{group}_{name}", f"group_{group}_{squares}"
