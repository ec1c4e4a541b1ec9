"""Summit as a forward model."""

from __future__ import annotations

from typing import Any

from simlab import forward
from simlab.kernel.cards import shuffle
from simlab.kernel.dice import roll
from simlab.kernel.dispatch import bind
from simlab.kernel.jit import inlined, kernel
from simlab.kernel.rng import SETUP

from .state import STATE, Action, VictoryKind
from .styles import Feature

CLIMB, CAMP = int(Action.CLIMB), int(Action.CAMP)
AT_STAKE, SECURED, WIN_NOW, GO_ON = (int(feature) for feature in Feature)
SUMMIT, TRUNCATED = int(VictoryKind.summit), int(VictoryKind.truncated)


@kernel
def setup(state: Any, rules: Any, rng: Any) -> None:
    """Draw the turn order; later turn positions start a little higher."""
    state.rounds = 0
    state.turns = 0
    state.turn = 0
    state.climbed = 0
    state.longest = 0
    state.kind = 0
    for seat in range(state.n_seats):
        state.order[seat] = seat
        state.slips[seat] = 0
    shuffle(rng, SETUP, state.order, state.n_seats)
    for turn in range(state.n_seats):
        state.height[state.order[turn]] = turn * rules.late_start


@inlined
def to_move(state: Any) -> Any:
    """Seats move in the order drawn."""
    return state.order[state.turn]


@inlined
def legal_actions(state: Any, rules: Any, actions: Any) -> int:
    """The first climb of a turn is forced, and so is camping where the summit is reached."""
    if state.climbed == 0:
        actions[0] = CLIMB
        return 1
    if state.height[to_move(state)] + state.climbed >= rules.top:
        actions[0] = CAMP
        return 1
    actions[0] = CLIMB
    actions[1] = CAMP
    return 2


@kernel
def apply(state: Any, rules: Any, action: Any, rng: Any) -> None:
    """Climb or camp."""
    seat = to_move(state)
    if action == CLIMB:
        pips = roll(rng, rules.die)
        if pips > rules.slip_on:
            state.climbed += pips + rules.bonus[seat]
            state.longest = max(state.longest, state.climbed)
            return
        state.slips[seat] += 1
        state.climbed = state.climbed // rules.kept[seat] if rules.kept[seat] > 0 else 0
    state.height[seat] += state.climbed
    if rules.is_top_shared == 1:
        state.height[seat] = min(state.height[seat], rules.top)
    end_turn(state, rules)


@inlined
def end_turn(state: Any, rules: Any) -> None:
    """Pass the turn; after the last seat's the round ends, and with it perhaps the climb."""
    state.climbed = 0
    state.turns += 1
    state.turn += 1
    if state.turn < state.n_seats:
        return
    state.turn = 0
    state.rounds += 1
    for seat in range(state.n_seats):
        if state.height[seat] >= rules.top:
            state.kind = SUMMIT
    if state.kind == 0 and state.rounds >= rules.max_rounds:
        state.kind = TRUNCATED


@inlined
def is_over(state: Any) -> Any:
    """Somebody is on the summit, or the cap was reached."""
    return state.kind != 0


@inlined
def standing(state: Any, rules: Any, seat: Any) -> Any:  # noqa: ARG001 - the contract's signature
    """Secured height."""
    return state.height[seat]


@inlined
def features(state: Any, rules: Any, actions: Any, n: Any, out: Any) -> None:
    """What is climbed this turn and at stake, for going on; what camping secures; whether camping wins."""
    seat = to_move(state)
    for i in range(n):
        is_climb = actions[i] == CLIMB
        out[i, AT_STAKE] = state.climbed / rules.top if is_climb else 0.0
        out[i, SECURED] = 0.0 if is_climb else state.climbed / rules.top
        out[i, WIN_NOW] = 1.0 if not is_climb and state.height[seat] + state.climbed >= rules.top else 0.0
        out[i, GO_ON] = 1.0 if is_climb else 0.0


@kernel
def outcome(state: Any, rules: Any, row: Any) -> None:  # noqa: ARG001 - the contract's signature
    """Write the row."""
    row.victory_kind = state.kind
    row.truncated = 1 if state.kind == TRUNCATED else 0
    row.longest = state.longest
    at_top = 0
    for seat in range(state.n_seats):
        place = 1
        for other in range(state.n_seats):
            if state.height[other] > state.height[seat]:
                place += 1
        row.place[seat] = place
        row.slips[seat] = state.slips[seat]
        at_top += 1 if place == 1 else 0
    row.alone = 1 if at_top == 1 else 0
    for turn in range(state.n_seats):
        row.turn_position[state.order[turn]] = turn + 1


bind(
    STATE,
    {
        forward.setup: setup,
        forward.to_move: to_move,
        forward.legal_actions: legal_actions,
        forward.apply: apply,
        forward.is_over: is_over,
        forward.standing: standing,
        forward.outcome: outcome,
        forward.features: features,
    },
)
