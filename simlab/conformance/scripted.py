"""A generator that reads its words from a list, so that a test can choose every die and card.

It is bound to a record dtype of its own, as any generator is: rules that run on it are the very kernels that play,
compiled or not. A playthrough's script is handed over as its stream keys (``Job.keys``), or written into the record
between two steps.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.kernel.dispatch import bind
from simlab.kernel.jit import kernel
from simlab.kernel.rng import next64, start

LONGEST = 1024
"""Words that a script may have."""

# The cache of compiled loops does not know this file but does know dtypes: an edit here gives it another one.
_TAG = f"scripted_{hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]}"

SCRIPTED = np.dtype([(_TAG, "i8"), ("at", "i8"), ("length", "i8"), ("words", "u8", (LONGEST,))], align=True)


def word(value: int, n: int) -> int:
    """Return the 64-bit word from which ``kernel.rng.below(n)`` makes `value`.

    Lemire's method maps the words of [value·2⁶⁴/n, (value + 1)·2⁶⁴/n) to `value`, but for a few near the lower end that
    it rejects; this is the middle one.

    Raises
    ------
    ValueError
        `value` is not in [0, n).
    """
    if not 0 <= value < n:
        raise ValueError(f"a draw below {n} is never {value}")
    return ((2 * value + 1) << 63) // n


def dice(rolls: Iterable[tuple[int, int]]) -> NDArray[np.uint64]:
    """Return the words that make dice fall as wanted.

    Parameters
    ----------
    rolls : (face, sides) of each die in the order in which the rules roll them; faces count from 1

    Returns
    -------
    (n,) uint64
    """
    return np.array([word(face - 1, sides) for face, sides in rolls], np.uint64)


def sums(pools: Iterable[Iterable[tuple[int, int]]]) -> NDArray[np.uint64]:
    """Return the words that make the dice of ``kernel.dice.roll_sum`` fall as wanted, one word a pool.

    Parameters
    ----------
    pools : for each pool the (face, sides) of its dice in their order; faces count from 1

    Returns
    -------
    (n,) uint64
    """
    words = []
    for pool in pools:
        value, product = 0, 1
        for face, sides in pool:
            if not 1 <= face <= sides:
                raise ValueError(f"a die of {sides} sides never shows {face}")
            value, product = value * sides + face - 1, product * sides
        words.append(word(value, product))
    return np.array(words, np.uint64)


def write(rng: Any, words: NDArray[np.uint64]) -> None:
    """Put words into a record of `SCRIPTED` and have it read from the first.

    Raises
    ------
    ValueError
        More than `LONGEST` words.
    """
    if len(words) > LONGEST:
        raise ValueError(f"{len(words)} words; a script has at most {LONGEST}")
    rng.words[: len(words)] = words
    rng.length = len(words)
    rng.at = 0


@kernel
def _start(rng: Any, keys: Any, index: Any) -> None:  # noqa: ARG001 - every playthrough reads the same script
    if keys.shape[0] > LONGEST:
        raise ValueError("the script is too long")
    for at in range(keys.shape[0]):
        rng.words[at] = keys[at]
    rng.length = keys.shape[0]
    rng.at = 0


@kernel
def _next64(rng: Any, stream: Any) -> Any:  # noqa: ARG001 - one list of words for all streams, in the order of the draws
    if rng.at >= rng.length:
        raise IndexError("the script has no more words")
    rng.at += 1
    return rng.words[rng.at - 1]


bind(SCRIPTED, {start: _start, next64: _next64})
