"""What a search believes a seat's chances are, while nobody has won."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.model.pieces import cities_of
from simlab.games.zoar.state import FAR, FOOD, METAL, NOBODY, STOCK
from simlab.kernel.jit import inlined, kernel

SLOW = 40.0  # turns that a relic is away from home when all is still to do


@kernel
def appraise(state: Any, rules: Any, seat: Any) -> float:
    """Return the seat's part of all seats' strength, in [0, 1]; strengths grow steeply towards either victory."""
    total = 0.0
    own = 0.0
    for other in range(state.n_seats):
        strength = _strength(state, rules, other)
        total += strength
        if other == seat:
            own = strength
    return own / total


@inlined
def _strength(state: Any, rules: Any, seat: Any) -> float:
    turns = _turns_to_win(state, rules, seat)
    tokens = state.city_tokens[seat] / rules.tokens_to_win
    near = 1.0 / (2.0 + turns)
    means = 1.0 + 0.05 * (state.ready[seat, FOOD] + state.fresh[seat, FOOD] + state.ready[seat, METAL])
    armies = rules.armies - state.army_stock[seat]
    means += 0.1 * armies + 0.25 * cities_of(state, rules, seat)
    return float(means * (near * near * 100.0 + tokens * tokens * 2.0 + 0.05))


@inlined
def _turns_to_win(state: Any, rules: Any, seat: Any) -> float:
    """Return about how many turns the relic is from home: the way of an army to it, then the way back."""
    two = cities_of(state, rules, seat) >= rules.carrier_bonus_cities
    home = int(state.walk[state.relic_at[seat], state.capital[seat]])
    if home >= FAR:
        return SLOW
    back = home / float(max(rules.carrier_moves if two else rules.army_moves, 1))
    if state.carrier[seat] != NOBODY:
        return back
    best = FAR
    for army in range(rules.armies):
        at = state.army_at[seat, army]
        if at != STOCK:
            best = min(best, int(state.walk[at, state.relic_at[seat]]))
    if best >= FAR:
        return min(back + 8.0 + int(state.walk[state.leader_at[seat], state.relic_at[seat]]) / 2.0, SLOW)
    return min(back + 1.0 + best / float(max(rules.army_moves, 1)), SLOW)
