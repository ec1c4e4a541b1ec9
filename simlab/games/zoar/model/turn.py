"""The end of a turn, of a round, and of a playthrough, won or cut off (R5.3, R18, R19.2)."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.model.production import begin_turn
from simlab.games.zoar.state import FOOD, METAL, NOBODY, Phase, VictoryKind
from simlab.kernel.jit import inlined, kernel

OVER = int(Phase.over)
TRUNCATED = int(VictoryKind.truncated)


@kernel
def end_turn(state: Any, rules: Any) -> None:
    """Pass the turn to the next seat clockwise; a round ends when every seat has had one (R5.3)."""
    seat = state.active
    if state.ready[seat, FOOD] == rules.cap[FOOD] or state.ready[seat, METAL] == rules.cap[METAL]:
        state.turns_at_cap[seat] += 1
    if state.market[FOOD] == 0 or state.market[METAL] == 0:
        state.market_dry_turns += 1
    state.turns += 1
    position = state.position[seat] + 1
    if position == state.n_seats:
        position = 0
        state.rounds += 1
    state.active = state.order[position]
    if state.rounds >= rules.max_rounds:  # R19.2
        state.winner = NOBODY
        state.kind = TRUNCATED
        state.phase = OVER
    else:
        begin_turn(state, rules)


@inlined
def win(state: Any, seat: Any, kind: Any) -> None:
    """End the playthrough at once (R18.1, R18.2); the round in which somebody wins counts as played."""
    state.winner = seat
    state.kind = kind
    state.rounds += 1
    state.phase = OVER
