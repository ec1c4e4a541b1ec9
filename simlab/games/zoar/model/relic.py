"""Sacred Relics: who may pick one up, how far it gets in a turn, and the step that brings it home (R10, R18.1)."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.model.pieces import cities_of
from simlab.games.zoar.model.turn import win
from simlab.games.zoar.state import NOBODY, VictoryKind
from simlab.kernel.jit import inlined

BY_RELIC = int(VictoryKind.relic)


@inlined
def army_allowance(state: Any, rules: Any, seat: Any, army: Any) -> int:
    """Return an army's own steps per turn: more for one that carries while its owner's cities stand (R7.4, R10.5).

    Asked anew at every step, so that the bonus comes with the pick-up and goes with the drop (R10.7) or with a city
    (R10.8); capitals are no cities (R15.7).
    """
    if state.carrier[seat] == army and cities_of(state, rules, seat) >= rules.carrier_bonus_cities:
        return rules.carrier_moves
    return rules.army_moves


@inlined
def foreign_relics(state: Any, seat: Any) -> int:
    """Return the areas with another seat's relic, where no army may stay (R7.8, R10.10), as the bits of an int64."""
    areas = 0
    for other in range(state.n_seats):
        if other != seat:
            areas |= 1 << state.relic_at[other]
    return areas


@inlined
def is_home(state: Any, seat: Any, army: Any, area: Any) -> bool:
    """Whether an army that steps there brings its own relic into its own Capital (R18.1)."""
    return area == state.capital[seat] and state.carrier[seat] == army


@inlined
def may_pick_up(state: Any, rules: Any, seat: Any, army: Any) -> bool:
    """Whether an army in the area of its own relic, which nobody carries, may pick it up (R7.13, R10.1-R10.3)."""
    if state.army_at[seat, army] != state.relic_at[seat] or state.picked[army]:  # R10.11: once a turn
        return False
    return not rules.pickup_on_enter or state.entered == 1 + army  # R10.3


@inlined
def pick_up(state: Any, seat: Any, army: Any) -> None:
    """Give the relic to an army; it costs no move (R10.2)."""
    state.carrier[seat] = army
    state.picked[army] = 1
    state.relays[seat] += state.has_dropped
    if state.pickup_round[seat] == 0:
        state.pickup_round[seat] = state.rounds + 1


@inlined
def drop(state: Any, seat: Any) -> None:
    """Put the relic down where its carrier stands; it costs no move (R10.2)."""
    state.carrier[seat] = NOBODY
    state.has_dropped = 1
    state.relic_drops[seat] += 1


@inlined
def carry(state: Any, seat: Any, army: Any, area: Any) -> None:
    """Move the relic with the army that carries it (R10.4); in the own Capital this wins at once (R18.1, R18.5)."""
    if state.carrier[seat] != army:
        return
    state.relic_at[seat] = area
    state.carry_steps[seat] += 1
    state.turn_steps += 1
    state.best_turn_steps[seat] = max(state.best_turn_steps[seat], state.turn_steps)
    if area == state.capital[seat]:
        win(state, seat, BY_RELIC)
