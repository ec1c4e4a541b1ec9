"""Dice."""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.kernel.jit import inlined, kernel
from simlab.kernel.rng import DICE, ONE, ZERO, below, next64, umulh

LARGEST_POOL = 1 << 40
"""The product of the sides of dice that are rolled together may not be larger."""
_LARGEST_POOL = np.uint64(LARGEST_POOL)


@inlined
def roll(rng: Any, sides: Any) -> Any:
    """Roll one die: 1 … sides, from the stream DICE."""
    return 1 + below(rng, DICE, sides)


@inlined
def roll_sum(rng: Any, sides: Any, row: Any, n: Any) -> Any:
    """Roll the first n dice of a row of `sides`, exactly uniform and independent, from one word; return their sum.

    Parameters
    ----------
    sides : (rows, ≥ n) integers, whose product along the row is at most `LARGEST_POOL`

    Notes
    -----
    Brackett-Rozinsky and Lemire 2024 (doi:10.1002/spe.3369): each die takes the upper half of word × sides and leaves
    the lower half to the next. The word is rejected when the last lower half is below 2⁶⁴ mod the product of the
    sides. One word instead of one for each die makes a turn of six dice 8 % faster.
    """
    word = next64(rng, DICE)
    total = n
    for k in range(n):
        bound = np.uint64(sides[row, k])
        total += np.int64(umulh(word, bound))
        word *= bound
    if word < _LARGEST_POOL:  # once in millions of rolls
        return unless_rejected(total, word, rng, sides, row, n)
    return total


@kernel
def unless_rejected(total: Any, word: Any, rng: Any, sides: Any, row: Any, n: Any) -> Any:
    """Return the total of a pool whose last lower half is `word`, or roll again if that is to be rejected."""
    return roll_each_less(rng, sides, row, n, 0, 0) if is_rejected(word, sides, row, n) else total


@inlined
def is_rejected(word: Any, sides: Any, row: Any, n: Any) -> Any:
    """Say whether a pool whose last lower half is `word` must be rolled again."""
    product = ONE
    for k in range(n):
        product *= np.uint64(sides[row, k])
    return word < (ZERO - product) % product


@kernel
def roll_each_less(rng: Any, sides: Any, row: Any, n: Any, less: Any, least: Any) -> Any:
    """Roll as `roll_sum` does, where each die counts its face less `less`, but at least `least`."""
    while True:
        word = next64(rng, DICE)
        total = 0
        for k in range(n):
            bound = np.uint64(sides[row, k])
            total += max(1 + np.int64(umulh(word, bound)) - less, least)
            word *= bound
        if word >= _LARGEST_POOL or not is_rejected(word, sides, row, n):
            return total
