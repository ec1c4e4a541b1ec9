"""Where a chain is, turn by turn: how often it visits each state, when it ends, what the cap cuts off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.games.tug_of_wargods.exact.chain import Chain

Floats = NDArray[np.float64]

SMALL = 128  # states up to which powers of the matrix are cheaper than turns one by one
BLOCK = 64  # turns advanced at once in a small chain
LOST = 1e-14  # what playthroughs still running may add to a mean length before they are let go
COUNTED = 1e-20  # share of playthroughs from which a count of its own is kept


def powers(matrix: Floats, first: Floats) -> Iterator[Floats]:
    """Yield ``first @ matrix**t`` for t = 0, 1, … without end, as blocks of rows, (B, N) each."""
    rows, power = first[None], matrix
    while len(matrix) <= SMALL and len(rows) < BLOCK:
        rows = np.concatenate([rows, rows @ power])
        power = power @ power
    while True:
        yield rows
        rows = rows @ power


@dataclass(frozen=True)
class Occupancy:
    """A chain followed from its first state to its cap, or until next to nobody plays on.

    Attributes
    ----------
    visits : (N,) mean number of turns begun in each state
    ending : (T,) probability of ending with turn 1, 2, …, T
    left : (N,) probability of being cut off in each state
    """

    visits: Floats
    ending: Floats
    left: Floats


def follow(chain: Chain, wanted: Any = True) -> Occupancy:  # noqa: FBT002 - a mask (E,), of which True is the fullest
    """Follow a chain along the wanted steps only; what takes another step is dropped."""
    matrix, leaving = chain.matrix(wanted), chain.ending(wanted)
    visits, left = np.zeros(len(leaving)), np.zeros(len(leaving))
    ending: list[Floats] = []
    turns = 0
    for block in powers(matrix, start(chain)):
        rows = block[: chain.max_turns - turns]
        visits += rows.sum(axis=0)
        ending.append(rows @ leaving)
        turns += len(rows)
        if turns == chain.max_turns:
            left = rows[-1] @ matrix
            break
        if rows[-1].sum() * chain.max_turns < LOST:
            break
    return Occupancy(visits, np.concatenate(ending), left)


def start(chain: Chain) -> Floats:
    """Return (N,) the certainty of being in the first state."""
    first = np.zeros(len(chain.s))
    first[0] = 1
    return first


def counts(chain: Chain, occupancy: Occupancy, counted: Any) -> Floats:
    """Distribution of how often a playthrough takes one of the counted steps, (E,): probability of 0, 1, 2, … times.

    The chain is followed with the count beside its state, a row of the matrix for each count. A last row that next to
    nobody reaches is added to the one below.
    """
    n = len(chain.s)
    once = np.hstack(
        [chain.matrix(~counted), chain.matrix(counted), chain.ending(~counted)[:, None], chain.ending(counted)[:, None]]
    )
    rows = start(chain)[None]
    found = np.zeros(len(occupancy.ending) + 1)
    for _ in occupancy.ending:
        after = rows @ once
        found[: len(rows)] += after[:, 2 * n]
        found[1 : len(rows) + 1] += after[:, 2 * n + 1]
        rows = np.vstack([after[:, :n], np.zeros(n)])
        rows[1:] += after[:, n : 2 * n]
        if rows[-1].sum() < COUNTED:
            rows[-2] += rows[-1]
            rows = rows[:-1]
    if occupancy.left.any():
        found[: len(rows)] += rows.sum(axis=1)
    return found


def halfway(chain: Chain, occupancy: Occupancy) -> Floats:
    """Return (N,) probability of having been in each state after round ⌈T/2⌉ of T, where T is 2 or more or cut off.

    A playthrough in a state after h rounds ends with round 2h - 1 or 2h if it is still running h - 2 rounds later and
    no more after another two. The last half round is that of the cap, from where everybody is counted.
    """
    last = (len(occupancy.ending) + 1) // 2
    is_capped = len(occupancy.ending) == chain.max_turns
    matrix = chain.matrix()
    found = np.zeros(len(matrix))
    running = np.ones((2, len(matrix)))  # after h - 2 and h - 1 further rounds, in each state; nobody ends in none
    here = powers(matrix, start(chain) @ matrix)
    onward = powers(matrix.T, matrix.sum(axis=1))
    turn = 1
    while turn <= last:
        rows, later = next(here)[: last - turn + 1], next(onward)[: last - turn + 1]
        running = np.vstack([running[-2:], later])
        still, after = running[: len(rows)], running[2:].copy()
        turn += len(rows)
        if turn > last and is_capped:
            after[-1] = 0
        found += (rows * (still - after)).sum(axis=0)
    return found
