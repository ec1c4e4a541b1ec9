"""One roll of both teams: how likely every pull is, after rounding."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlab.games.tug_of_wargods.state import Rounding, TieRule

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Pulls(NamedTuple):
    """The different pulls of one roll, (P, K): a row for each penalty from 0 up, padded with impossible ones.

    Attributes
    ----------
    probability : of each pull
    puller : the seat that rolled higher, -1 on a tie
    moved : half inches
    one : whether the difference was one
    """

    probability: Floats
    puller: Ints
    moved: Ints
    one: Ints


def total(dice: Ints, penalty: int, floor: int) -> tuple[int, Floats]:
    """Distribution of a team's total: the least one, and the probability of it and of every one above (R4.1, R7.3)."""
    least, shares = 0, np.ones(1)
    for sides in dice.tolist():
        faces = np.maximum(np.arange(1, sides + 1) - penalty, floor)
        low = int(faces[0])
        least += low
        shares = np.convolve(shares, np.bincount(faces - low) / sides)
    return least, shares


def differences(record: Any, penalty: int = 0) -> tuple[Ints, Floats]:
    """Distribution of seat 0's total less seat 1's under a per-die penalty: the values and their probabilities.

    A penalty off the totals cancels (R7.3), so it has no part here.
    """
    floor = int(record["tie_die_min"]) if penalty else 1
    (low, first), (other_low, second) = (
        total(record["dice"][seat, : record["team_size"][seat]], penalty, floor) for seat in range(2)
    )
    shares = np.convolve(first, second[::-1])
    values = np.arange(len(shares)) + low - other_low - (len(second) - 1)
    return values[shares > 0], shares[shares > 0]


def moves(rounding: int, difference: Ints) -> Ints:
    """Half the difference in inches (R4.3), in half inches, rounded as the edition says (R4.6-R4.9)."""
    whole = 2 * (difference // 2)
    if rounding == Rounding.floor_min1:
        return np.where(difference == 0, 0, np.maximum(whole, 2))
    if rounding == Rounding.floor:
        return whole
    if rounding == Rounding.exact_half:
        return difference
    if rounding == Rounding.half_then_floor:
        return np.where(difference == 1, 1, whole)
    return 2 * ((difference + 1) // 2)  # ceil


def pulls(record: Any) -> Pulls:
    """Return the pulls of packed rules; differences that pull alike are one pull."""
    most = int(record["tie_stack_cap"]) if record["tie_rule"] == TieRule.per_die else 0
    rows = [_row(int(record["rounding"]), *differences(record, penalty)) for penalty in range(most + 1)]
    width = max(row.shape[1] for row in rows)
    padded = np.stack([np.pad(row, ((0, 0), (0, width - row.shape[1]))) for row in rows], axis=1)
    return Pulls(padded[0], *padded[1:].astype(np.int64))


def _row(rounding: int, difference: Ints, share: Floats) -> Floats:
    size = np.abs(difference)
    moved, one = moves(rounding, size), size == 1
    key = (2 * moved + one) * 3 + np.sign(difference) + 1
    _, first, which = np.unique(key, return_index=True, return_inverse=True)
    puller = np.where(difference == 0, -1, (difference < 0).astype(np.int64))
    return np.stack([np.bincount(which, share), puller[first], moved[first], one[first]])
