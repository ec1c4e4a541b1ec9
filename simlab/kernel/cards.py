"""Shuffles of integer arrays, in place."""

from __future__ import annotations

from typing import Any

from simlab.kernel.jit import kernel
from simlab.kernel.rng import below


@kernel
def shuffle(rng: Any, stream: Any, cards: Any, n: Any) -> None:
    """Shuffle the first n entries of `cards` in place, every order equally likely.

    Durstenfeld 1964, doi:10.1145/364520.364540.
    """
    for last in range(n - 1, 0, -1):
        other = below(rng, stream, last + 1)
        held = cards[last]
        cards[last] = cards[other]
        cards[other] = held
