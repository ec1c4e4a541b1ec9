"""Tokens from an area to a seat: what units collect on their way (R8) and what temples take (R6.6, R15.12)."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.state import FOOD, METAL
from simlab.kernel.jit import inlined, kernel


@inlined
def room(state: Any, rules: Any, seat: Any, kind: Any) -> int:
    """Return how many more goods of a kind a seat may hold, New and Ready added (R4.4)."""
    return rules.cap[kind] - state.ready[seat, kind] - state.fresh[seat, kind]


@inlined
def collect(state: Any, rules: Any, seat: Any, area: Any) -> None:
    """Have any unit (R8.4) that enters an area take what lies there into New, like it or not (R8.1, R8.2)."""
    for kind in (FOOD, METAL):
        if state.tokens[area, kind] > 0:
            _gather(state, rules, seat, area, kind)


@kernel
def _gather(state: Any, rules: Any, seat: Any, area: Any, kind: Any) -> None:
    # R8.3: what exceeds the limit stays; R8.5, R8.6: the extra comes from the Market while it has one
    free = room(state, rules, seat, kind)
    extra = rules.extra[seat, kind]
    while state.tokens[area, kind] > 0 and free > 0:
        state.tokens[area, kind] -= 1
        state.collected[seat, kind] += 1
        state.fresh[seat, kind] += 1
        free -= 1
        gift = min(extra, free, state.market[kind])  # R8.7: an extra follows its token, then the next token
        state.market[kind] -= gift
        state.extra_tokens[seat] += gift
        state.fresh[seat, kind] += gift
        free -= gift
        if rules.extra_per_visit:  # R8.7: only the first token of a visit has one
            extra = 0


@inlined
def collect_standing(state: Any, rules: Any, seat: Any, area: Any) -> None:
    """Have a unit take what lies where it stands into New (R6.9), without an extra: it did not move (R8.8)."""
    for kind in (FOOD, METAL):
        taken = min(state.tokens[area, kind], room(state, rules, seat, kind))
        state.tokens[area, kind] -= taken
        state.collected[seat, kind] += taken
        state.fresh[seat, kind] += taken


@kernel
def take_into_ready(state: Any, rules: Any, seat: Any, area: Any) -> None:
    """Have a temple take what lies on an area into Ready; what exceeds the limit stays (R6.6, R15.12)."""
    for kind in (FOOD, METAL):
        taken = min(state.tokens[area, kind], room(state, rules, seat, kind))
        state.tokens[area, kind] -= taken
        state.temple_tokens[seat] += taken
        state.ready[seat, kind] += taken
