"""What a seat cannot know, dealt anew: the metal that an attacker hides until the defender has answered (R12.5)."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.state import METAL, Phase
from simlab.kernel.jit import inlined
from simlab.kernel.rng import SETUP, below

ANSWER = int(Phase.answer)


@inlined
def redeal(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    """Draw the hidden commitment uniformly over what the attacker could commit, for all but the attacker.

    Its Ready metal is not deducted before the reveal, so nothing else depends on the number.
    """
    if state.phase == ANSWER and seat != state.active:
        state.attack_bid = below(rng, SETUP, state.ready[state.active, METAL] + 1)
