"""Clauses on the rows of playthroughs: ranges, and columns that say the same thing twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from simlab import games
from simlab.columns import WHOLE_WIN
from simlab.conformance.cases import cases, played_at_random, rows_of
from simlab.engine import blocks
from simlab.forward import Game

PLAYTHROUGHS = 5_000  # more than a batch, and no whole number of them

Rows = np.ndarray[Any, Any]


def every_row_is_consistent(game: Game) -> Iterator[str]:
    """Every column keeps its declared range; credit, places and turn positions add up."""
    for case in cases(game):
        try:
            rows = rows_of(case.job, case.affordable(PLAYTHROUGHS))
        except ValueError as breach:  # the engine saw it first
            yield f"{case.name}: {breach}"
            continue
        for breach_of in (outside, credit, places, turn_positions):
            for found in breach_of(case.job, rows):
                yield f"{case.name}: {found}"


def outside(job: blocks.Job, rows: Rows) -> Iterator[str]:
    """Find columns that left their declared range, and columns of absent seats that hold something."""
    layout = job.layout
    filled = layout.filled(job.n_seats)
    strays = ((rows < layout.lo) | (rows > layout.hi)).any(axis=0) & filled
    for column in np.flatnonzero(strays):
        low, high = layout.lo[column], layout.hi[column]
        seen = f"{rows[:, column].min()} to {rows[:, column].max()}"
        yield f"{layout.names[column]} is declared {low} to {high} and was {seen}"
    for column in np.flatnonzero(rows.any(axis=0) & ~filled):
        yield f"{layout.names[column]} belongs to a seat that is not there"


def credit(job: blocks.Job, rows: Rows) -> Iterator[str]:
    """Credit is one whole win shared by first places; a truncated playthrough has none."""
    truncated = _column(job, rows, "truncated") == 1
    total = _seats(job, rows, "credit").sum(axis=1)
    if (total != np.where(truncated, 0, WHOLE_WIN)).any():
        yield f"credit does not add up to {WHOLE_WIN} sixtieths, or to 0 where truncated"
    is_first = (_seats(job, rows, "place") == 1) & ~truncated[:, None]
    if ((_seats(job, rows, "credit") > 0) != is_first).any():
        yield "credit goes to others than the first places"
    if ((_seats(job, rows, "won") == 1) != (is_first & (is_first.sum(axis=1) == 1)[:, None])).any():
        yield "won is not: alone in first place"


def places(job: blocks.Job, rows: Rows) -> Iterator[str]:
    """A place is one more than the number of seats ahead of it."""
    place = _seats(job, rows, "place")
    ahead = (place[:, None, :] < place[:, :, None]).sum(axis=2)
    if (place != ahead + 1).any():
        yield "a place is not one more than the number of seats ahead"


def turn_positions(job: blocks.Job, rows: Rows) -> Iterator[str]:
    """Turn positions are 1 … n, each once; 0 for all where nobody goes first."""
    order = np.sort(_seats(job, rows, "turn_position"), axis=1)
    has_order = games.load(job.game).has_turn_order
    if (order != (np.arange(1, job.n_seats + 1) if has_order else 0)).any():
        yield "turn positions are not 1 to n, each once" if has_order else "a turn position where nobody goes first"


def the_cap_on_rounds_only_cuts_off(game: Game) -> Iterator[str]:
    """A lower cap truncates what would have lasted longer, at the cap, and changes nothing else.

    Asked of random play: who looks ahead sees the cap coming.
    """
    for case in played_at_random(game):
        count = case.affordable(PLAYTHROUGHS)
        free = rows_of(case.job, count)
        lasted = _column(case.job, free, "rounds")
        for cap in sorted({1, int(np.median(lasted))}):
            rules = case.job.rules.copy()
            rules.max_rounds = cap
            capped = rows_of(replace(case.job, rules=rules), count)
            truncated = _column(case.job, capped, "truncated") == 1
            if (_column(case.job, capped, "rounds") > cap).any():
                yield f"{case.name}: played on after the cap of {cap} rounds"
            if (_column(case.job, capped, "rounds")[truncated] != cap).any():
                yield f"{case.name}: truncated before the cap of {cap} rounds"
            if not truncated[lasted > cap].all():
                yield f"{case.name}: not truncated at the cap of {cap} rounds"
            if (capped[~truncated] != free[~truncated]).any():
                yield f"{case.name}: a cap of {cap} rounds changes playthroughs that end before it"


def _column(job: blocks.Job, rows: Rows, name: str) -> Rows:
    return rows[:, job.layout.position(name)]


def _seats(job: blocks.Job, rows: Rows, name: str) -> Rows:
    first = job.layout.position(f"{name}_0")
    return rows[:, first : first + job.n_seats]
