"""Randomness: a few independent streams for every playthrough, addressed by (seed, game, stream, index).

The generator is SplitMix64 (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195): stream k of playthrough i starts
at ``mix64(key_k + i·G)`` and a draw is ``s += G; return mix64(s)``. Nothing has to be seeded or split, any playthrough
can be replayed alone, and no playthrough depends on threads, blocks or order.

Philox4x64-10 (Salmon et al. 2011, doi:10.1145/2063384.2063405), NumPy's own generator bit for bit, is bound to a second
record dtype: an unrelated generator that the tests run the same games on.
"""

from __future__ import annotations

import hashlib
from enum import IntEnum
from typing import Any

import numpy as np

from simlab.kernel.dispatch import bind, generic
from simlab.kernel.jit import inlined, kernel


class Stream(IntEnum):
    """Streams by purpose, so that a policy's coin flips never shift the dice."""

    SETUP = 0
    DICE = 1
    MIND = 2
    SEATING = 3


STREAMS = len(Stream)
# Kernels read plain integers: an IntEnum member would be frozen into the compiled code all the same, only later.
SETUP, DICE, MIND, SEATING = (int(stream) for stream in Stream)

SPLITMIX = np.dtype([("splitmix", "i8"), ("s", "u8", (STREAMS,))], align=True)
PHILOX = np.dtype(
    [
        ("philox", "i8"),
        ("key", "u8", (STREAMS, 2)),
        ("counter", "u8", (STREAMS,)),
        ("block", "u8", (STREAMS, 4)),
        ("used", "i8", (STREAMS,)),
    ],
    align=True,
)

G = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
ZERO, ONE = np.uint64(0), np.uint64(1)
_PHILOX_M0, _PHILOX_M1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
_PHILOX_W0, _PHILOX_W1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)


def stream_keys(seed: int, game: str) -> np.ndarray[Any, Any]:
    """Return the 64-bit key of every stream, (STREAMS,) uint64: a BLAKE2b hash of (seed, game, stream name)."""
    names = [f"simlab/{game}/{seed}/{stream.name.lower()}" for stream in Stream]
    digests = [hashlib.blake2b(name.encode(), digest_size=8).digest() for name in names]
    return np.array([int.from_bytes(digest, "little") for digest in digests], np.uint64)


@generic
def start(rng: Any, keys: Any, index: Any) -> None:
    """Put every stream at the beginning of playthrough `index`; keys are (STREAMS,) uint64."""


@generic
def next64(rng: Any, stream: Any) -> np.uint64:
    """Draw 64 random bits from a stream."""


@inlined
def mix64(s: Any) -> Any:
    """SplitMix64's finaliser: a bijection of 64-bit words."""
    z = (s ^ (s >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@inlined
def umulh(a: Any, b: Any) -> Any:
    """Return the upper 64 bits of a 64 × 64 bit product (LLVM folds this to one multiplication)."""
    a_low, a_high, b_low, b_high = a & _LOW, a >> _S32, b & _LOW, b >> _S32
    low, cross_1, cross_2 = a_low * b_low, a_low * b_high, a_high * b_low
    carry = (low >> _S32) + (cross_1 & _LOW) + (cross_2 & _LOW)
    return a_high * b_high + (cross_1 >> _S32) + (cross_2 >> _S32) + (carry >> _S32)


@inlined
def _splitmix_start(rng: Any, keys: Any, index: Any) -> None:
    offset = np.uint64(index) * G
    for stream in range(STREAMS):
        rng.s[stream] = mix64(keys[stream] + offset)


@inlined
def _splitmix_next64(rng: Any, stream: Any) -> Any:
    s = rng.s[stream] + G
    rng.s[stream] = s
    return mix64(s)


@kernel
def _philox_start(rng: Any, keys: Any, index: Any) -> None:
    for stream in range(STREAMS):
        rng.key[stream, 0] = keys[stream]
        rng.key[stream, 1] = np.uint64(index)
        rng.counter[stream] = ZERO
        rng.used[stream] = 4


@kernel
def _philox_next64(rng: Any, stream: Any) -> Any:
    if rng.used[stream] == 4:  # noqa: PLR2004 - a block has four words
        rng.counter[stream] += ONE  # NumPy counts before it draws
        _philox_block(rng, stream)
        rng.used[stream] = 0
    word = rng.block[stream, rng.used[stream]]
    rng.used[stream] += 1
    return word


@kernel
def _philox_block(rng: Any, stream: Any) -> None:
    c0, c1, c2, c3 = rng.counter[stream], ZERO, ZERO, ZERO
    k0, k1 = rng.key[stream, 0], rng.key[stream, 1]
    for _ in range(10):
        high_0, low_0 = umulh(_PHILOX_M0, c0), _PHILOX_M0 * c0
        high_1, low_1 = umulh(_PHILOX_M1, c2), _PHILOX_M1 * c2
        c0, c1, c2, c3 = high_1 ^ c1 ^ k0, low_1, high_0 ^ c3 ^ k1, low_0
        k0 += _PHILOX_W0
        k1 += _PHILOX_W1
    rng.block[stream, 0] = c0
    rng.block[stream, 1] = c1
    rng.block[stream, 2] = c2
    rng.block[stream, 3] = c3


@inlined
def below(rng: Any, stream: Any, n: Any) -> Any:
    """Draw an integer in [0, n), n ≥ 1, exactly uniform: Lemire 2019 (doi:10.1145/3230636) with rejection."""
    bound = np.uint64(n)
    x = next64(rng, stream)
    low = x * bound
    if low < bound:
        threshold = (ZERO - bound) % bound
        while low < threshold:
            x = next64(rng, stream)
            low = x * bound
    return np.int64(umulh(x, bound))


bind(SPLITMIX, {start: _splitmix_start, next64: _splitmix_next64})
bind(PHILOX, {start: _philox_start, next64: _philox_next64})
