"""Dice."""

from __future__ import annotations

from typing import Any

from simlab.kernel.jit import inlined
from simlab.kernel.rng import DICE, below


@inlined
def roll(rng: Any, sides: Any) -> Any:
    """Roll one die: 1 … sides, from the stream DICE."""
    return 1 + below(rng, DICE, sides)
