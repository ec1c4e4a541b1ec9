"""The columns of a playthrough's row: those every game shares, then the game's own, laid out as one vector of int32.

The engine fills the shared columns the same way for every game; a game's ``outcome`` writes `place`, `turn_position`
(where someone goes first), `truncated`, `victory_kind` and its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from simlab.forward import Column, Game, count, flag, measure

WHOLE_WIN = 60  # credit is kept in sixtieths of a win, so that 2 to 6 seats can share one exactly
HISTOGRAM_LIMIT = 1 << 17  # wider columns keep sums only
NOBODY = -1


CHECKPOINTS = np.array([1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256], np.int64)
"""Rounds at whose end it is noted who leads alone, as long as the playthrough goes on after them."""
SIZES = np.array([size.bit_length() for size in range((1 << 15) + 1)], np.int8)
GAPS = int(SIZES[-1]) + 1
"""Sizes of a lead, by its length in bits: 0, 1, 2 to 3, 4 to 7, … of the standing; the last is 32,768 and more."""
NOBODY_LED, NOT_WON, SHARED, REGAINED, KEPT, CUT_OFF = range(6)
"""What became of who led alone: nobody did, it did not win, it shared the win, it won though another led alone later,
it won and nobody else ever led alone again, the playthrough was cut off."""
FATES = 6
EXPERIENCE = "experience"
"""Under this name the counts of all (checkpoint, gap, fate) are kept beside the histograms; no column may have it."""


MATCHUPS = {
    "field_share": flag("share against the field", "mean win share of an option against all others", per_seat=True),
    "weight": flag("part of the mix", "how often a mix that no option beats chooses an option", per_seat=True),
    "largest_gap": flag("largest gap", "largest distance of a pairing's win share from one half"),
    "lopsided": flag("lopsided pairings", "pairings of two options of which one wins more than 90 of 100"),
    "distinct_options": count("options that differ", "legal options that do not play alike", hi=1 << 31),
    "dominated": count("dominated options", "options that another beats by more against every option", hi=1 << 31),
    "supported": count("options in a mix", "options that some unbeatable mix contains", hi=1 << 31),
    "truncated": flag("truncated", "playthroughs cut off, in the pairing that has most of them"),
}
"""What a table of matchups tells; of those that are ``per_seat`` every option has its own."""
WIN_SHARE = flag("win share", "win share of an option against another", per_seat=True)


def shared(game: Game) -> dict[str, Column]:
    """Return the columns that every game has; the first few are per seat."""
    seats = game.seats[1]
    turns = game.standing
    return {
        "credit": measure(
            "credit",
            "share of a win: 1 alone, 1/k when k seats share it",
            lo=0,
            hi=WHOLE_WIN,
            unit="wins",
            scale=WHOLE_WIN,
            per_seat=True,
        ),
        "won": flag("won alone", "the seat won and shared it with nobody", per_seat=True),
        "place": count("place", "final place of the seat; 1 is first", lo=1, hi=seats, per_seat=True),
        "turn_position": count(
            "turn position", "who goes first, second, …; 0 where nobody does", hi=seats, per_seat=True
        ),
        "arrangement": count("arrangement", "which arrangement of seat options was played", hi=1 << 16),
        "rounds": count("rounds", "rounds played, the last one included", unit="rounds"),
        "truncated": flag("truncated", "the playthrough reached its cap and was cut off"),
        "decisions": count("decisions", "points with two or more options", hi=(1 << 31) - 1),
        "lead_changes": count(
            "lead changes", "times the sole leader at the end of a round was another than the last one", unit="times"
        ),
        "leader_at_half": count(
            "leader at half", "seat that led alone after half of the rounds; -1 nobody", lo=NOBODY, hi=seats - 1
        ),
        "final_margin": measure(
            "final margin",
            "winner's standing less the best other's",
            lo=0,
            hi=turns.span,
            unit=turns.unit,
            scale=turns.scale,
        ),
    }


def followed(game: Game) -> int:
    """Return of how many playthroughs one has its leaders counted, always those of the same indices.

    All of them, but where nobody decides anything: such playthroughs take so little time that counting would be felt,
    and there are so many of them that every eighth is plenty.
    """
    return 8 if game.max_actions == 1 else 1


def columns(game: Game) -> dict[str, Column]:
    """Return every column of a game, shared ones first, in the order of the row."""
    own = game.outcome.columns()
    common = shared(game)
    twice = sorted((common.keys() | {EXPERIENCE}) & own.keys())
    if twice:
        message = f"{game.name}: Outcome declares shared columns again: {', '.join(twice)}"
        raise TypeError(message)
    return {**common, **own}


@cache
def row_dtype(game: Game) -> np.dtype[Any]:
    """Return the dtype of a row: int32 everywhere, so that a row is also a plain vector."""
    fields = columns(game)
    clashes = [name for name in fields if hasattr(np.record, name)]
    if clashes:
        message = f"{game.name}: columns {clashes} are attributes of np.record; rename them"
        raise TypeError(message)
    seats = (game.seats[1],)
    return np.dtype(
        [(name, "i4", seats) if column.per_seat else (name, "i4") for name, column in fields.items()], align=True
    )


@dataclass(frozen=True)
class Layout:
    """Where everything is in the flat row of a game, for one cap on rounds.

    Attributes
    ----------
    names : flat column names; a per-seat column has one for each seat (``credit_0``, ``credit_1``, …)
    declared : the declaration of each flat column
    seat : (C,) int64, the seat that a per-seat column belongs to; -1 for the others
    lo, hi : (C,) int64, the declared range
    offset : (C,) int64, where the column's histogram begins; -1 for none
    bins : length of all histograms together
    """

    names: tuple[str, ...]
    declared: tuple[Column, ...]
    seat: np.ndarray[Any, Any]
    lo: np.ndarray[Any, Any]
    hi: np.ndarray[Any, Any]
    offset: np.ndarray[Any, Any]
    bins: int

    def filled(self, n_seats: int) -> np.ndarray[Any, Any]:
        """Say which columns mean something with `n_seats` seats, (C,) bool: those of absent seats do not."""
        return self.seat < n_seats

    def counted(self, n_seats: int) -> np.ndarray[Any, Any]:
        """The columns that have a histogram, (K, 4) int64: the column, the bin of its value 0, least and most value."""
        has = np.flatnonzero((self.offset >= 0) & self.filled(n_seats))
        return np.column_stack([has, self.offset[has] - self.lo[has], self.lo[has], self.hi[has]])

    def outside_two(
        self, n_seats: int, counts: np.ndarray[Any, Any], sums: np.ndarray[Any, Any], squares: np.ndarray[Any, Any]
    ) -> np.ndarray[Any, Any]:
        """Say which columns of one or two values (they have no histogram) held another, (C,) bool, from sums by batch.

        With y the value less the least and w ∈ {0, 1} the width, y² - w·y ≥ 0 for whole y, with 0 at 0 and w only.

        Parameters
        ----------
        counts : (B,) playthroughs of each batch
        sums, squares : (B, C) Σx and Σx²
        """
        n = counts.sum()
        total, square = sums.sum(axis=0), squares.sum(axis=0)
        width = self.hi - self.lo
        shifted = total - n * self.lo
        shifted_square = square - 2 * self.lo * total + n * self.lo * self.lo
        return np.asarray((width <= 1) & self.filled(n_seats) & (shifted_square != width * shifted))

    def position(self, name: str) -> int:
        """Return where a flat column is."""
        return self.names.index(name)

    def histogram(self, bins: np.ndarray[Any, Any], name: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Cut a column out of all histograms: its values and their counts, both (k,) int64, zeros left out."""
        position = self.position(name)
        begin = self.offset[position]
        lo, hi = int(self.lo[position]), int(self.hi[position])
        if begin < 0:
            message = f"{name} is too wide for a histogram"
            raise KeyError(message)
        counts = bins[begin : begin + hi - lo + 1]
        seen = np.flatnonzero(counts)
        return seen + lo, counts[seen]


@cache
def layout(game: Game, max_rounds: int) -> Layout:
    """Lay out the flat row of a game whose rules stop at `max_rounds`."""
    names: list[str] = []
    declared: list[Column] = []
    seats: list[int] = []
    for name, column in columns(game).items():
        flat = [f"{name}_{seat}" for seat in range(game.seats[1])] if column.per_seat else [name]
        names += flat
        declared += [column] * len(flat)
        seats += range(len(flat)) if column.per_seat else [NOBODY]
    lo = np.array([column.lo for column in declared], np.int64)
    hi = np.array([column.most(max_rounds) for column in declared], np.int64)
    width = hi - lo + 1
    counted = np.array([_has_histogram(game, *each) for each in zip(names, declared, width.tolist(), strict=True)])
    ends = np.cumsum(np.where(counted, width, 0))
    offset = np.where(counted, ends - width, -1)
    return Layout(tuple(names), tuple(declared), np.array(seats, np.int64), lo, hi, offset, int(ends[-1]))


def _has_histogram(game: Game, name: str, column: Column, width: int) -> bool:
    """Two bins follow from a sum; credits are counted by `won` and the groups; an arrangement says nothing alone."""
    is_idle = name.startswith("turn_position") and not game.has_turn_order
    is_plain = column.kind == "flag" or (column.kind == "count" and width == 2)  # noqa: PLR2004 - two
    return width <= HISTOGRAM_LIMIT and not is_plain and not is_idle and not name.startswith(("arrangement", "credit"))
