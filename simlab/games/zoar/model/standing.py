"""How well a seat is doing as the table sees it (R19.3)."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.state import FAR, STANDING
from simlab.kernel.jit import kernel


@kernel
def standing(state: Any, rules: Any, seat: Any) -> int:
    """Return a seat's progress in 1/10,000: of the cities it needs, or of its relic's way home, whichever is more."""
    by_cities = min(STANDING * state.city_tokens[seat] // rules.tokens_to_win, STANDING)
    way = state.way_home[seat]
    if way >= FAR:
        return by_cities
    left = int(state.walk[state.relic_at[seat], state.capital[seat]])  # more than `way` counts as nothing
    return max(by_cities, STANDING * (way - left) // way)
