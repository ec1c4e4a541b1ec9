"""Features of the movement phase."""

from __future__ import annotations

from typing import Any

from simlab.games.zoar.areas import NONE, bit
from simlab.games.zoar.features.distances import gain, nearer_than, prey, sites, wanted_goods
from simlab.games.zoar.features.places import is_threatened, yield_of
from simlab.games.zoar.model.collecting import room
from simlab.games.zoar.model.relic import army_allowance
from simlab.games.zoar.state import FAR, FOOD, METAL, NEXT, NOBODY, STOCK, Action
from simlab.games.zoar.styles import Feature
from simlab.kernel.jit import inlined, kernel

STEP, BUY, PICK_UP, DROP, END_MOVES = (
    int(code) for code in (Action.STEP, Action.BUY, Action.PICK_UP, Action.DROP, Action.END_MOVES)
)
WIN_NOW, SPRINT, RELIC_HOME, RELIC_SEEK, RELIC_HOLD, RAID_SEEK, SITE_SEEK, SITE_AHEAD, SITE_YIELD = (
    int(feature)
    for feature in (
        Feature.win_now,
        Feature.sprint,
        Feature.relic_home,
        Feature.relic_seek,
        Feature.relic_hold,
        Feature.raid_seek,
        Feature.site_seek,
        Feature.site_ahead,
        Feature.site_yield,
    )
)
GATHER_SEEK, COLLECT, SPEND_FOOD, BUY_MOVES, GUARD, BLOCK, STOP = (
    int(feature)
    for feature in (
        Feature.gather_seek,
        Feature.collect,
        Feature.spend_food,
        Feature.buy_moves,
        Feature.guard,
        Feature.block,
        Feature.stop,
    )
)
ORTHOGONAL = 4
HOARD = 3.0  # goods that count as 1


@kernel
def weigh_moves(state: Any, rules: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh steps, purchases, the relic and the end of the phase."""
    seat = state.active
    goods = wanted_goods(state, rules, seat)
    targets = prey(state, rules, seat)
    is_sprint = _can_get_home(state, rules, seat)
    i = 0
    while i < n and actions[i] < BUY:  # steps come unit by unit
        unit = (actions[i] - STEP) // ORTHOGONAL
        last = i
        while last < n and actions[last] < BUY and (actions[last] - STEP) // ORTHOGONAL == unit:
            last += 1
        if unit == 0:
            _weigh_leader(state, rules, actions, i, last, goods, out)
        else:
            _weigh_army(state, rules, actions, i, last, unit - 1, goods, targets, is_sprint, out)
        i = last
    while i < n:
        action = actions[i]
        if action == BUY:
            out[i, SPEND_FOOD] = 1.0 / HOARD
            out[i, SPRINT] = 1.0 if is_sprint and not _is_home_with_moves(state, rules, seat) else 0.0
            out[i, BUY_MOVES] = 1.0 if state.carrier[seat] != NOBODY else _seekers(state, rules, seat)
        elif action == END_MOVES:
            out[i, STOP] = 1.0
        else:
            out[i, RELIC_HOLD] = -1.0 if action == DROP else 1.0
        i += 1


@kernel
def _weigh_leader(state: Any, rules: Any, actions: Any, first: Any, last: Any, goods: Any, out: Any) -> None:
    seat = state.active
    at = state.leader_at[seat]
    nearer_goods, within_goods = nearer_than(state, goods, at) if goods != NONE else (NONE, NONE)
    has_stock = state.city_stock[seat] > 0 or state.temple_stock[seat] > 0
    ground = sites(state, rules, seat) if has_stock else NONE
    nearer_site, within_site = nearer_than(state, ground, at) if ground != NONE else (NONE, NONE)
    relic = state.relic_at[seat]
    for i in range(first, last):
        area = NEXT[at, (actions[i] - STEP) % ORTHOGONAL]
        out[i, GATHER_SEEK] = gain(nearer_goods, within_goods, area)
        out[i, COLLECT] = _collected(state, rules, seat, area)
        if has_stock:
            out[i, SITE_SEEK] = gain(nearer_site, within_site, area)
            out[i, SITE_AHEAD] = _fall(state, at, area, relic)
            if ground & bit(area):
                out[i, SITE_YIELD] = yield_of(state, area)


@kernel
def _weigh_army(
    state: Any,
    rules: Any,
    actions: Any,
    first: Any,
    last: Any,
    army: Any,
    goods: Any,
    targets: Any,
    is_sprint: Any,
    out: Any,
) -> None:
    seat = state.active
    at = state.army_at[seat, army]
    is_carrier = state.carrier[seat] == army
    seeks = state.carrier[seat] == NOBODY
    others = _nearest_other(state, rules, seat, army) if seeks else FAR
    before = min(others, int(state.walk[at, state.relic_at[seat]]))
    nearer_goods, within_goods = nearer_than(state, goods, at) if goods != NONE else (NONE, NONE)
    nearer_prey, within_prey = nearer_than(state, targets, at) if targets != NONE else (NONE, NONE)
    bares = state.city_on[at] != NOBODY and state.armies_on[at] == 1 and is_threatened(state, rules, seat, at)
    block_here = _blocking(state, seat, at)
    for i in range(first, last):
        area = NEXT[at, (actions[i] - STEP) % ORTHOGONAL]
        if is_carrier:
            home = _fall(state, at, area, state.capital[seat])
            out[i, RELIC_HOME] = home
            out[i, SPRINT] = home if is_sprint else 0.0
            out[i, WIN_NOW] = 1.0 if area == state.capital[seat] else 0.0  # R18.1
        elif seeks:
            after = min(others, int(state.walk[area, state.relic_at[seat]]))
            out[i, RELIC_SEEK] = float(max(min(before - after, 1), -1))
        out[i, RAID_SEEK] = gain(nearer_prey, within_prey, area)
        out[i, GATHER_SEEK] = gain(nearer_goods, within_goods, area)
        out[i, COLLECT] = _collected(state, rules, seat, area)
        out[i, BLOCK] = _block(block_here, _blocking(state, seat, area))
        if state.city_on[area] != NOBODY and state.armies_on[area] == 0:
            out[i, GUARD] = 1.0
        elif bares:
            out[i, GUARD] = -1.0


@inlined
def _fall(state: Any, at: Any, to: Any, target: Any) -> float:
    # how much nearer a target a step comes: -1, 0 or 1
    return float(max(min(int(state.walk[at, target]) - int(state.walk[to, target]), 1), -1))


@inlined
def _nearest_other(state: Any, rules: Any, seat: Any, army: Any) -> int:
    # the way of the nearest other army to the own relic
    best = FAR
    for other in range(rules.armies):
        if other != army and state.army_at[seat, other] != STOCK:
            best = min(best, int(state.walk[state.army_at[seat, other], state.relic_at[seat]]))
    return best


@inlined
def _collected(state: Any, rules: Any, seat: Any, area: Any) -> float:
    gained = 0
    for kind in (FOOD, METAL):
        lying = state.tokens[area, kind]
        if lying > 0:
            extra = min(rules.extra[seat, kind] * lying, state.market[kind])  # R8.7: three goods count alike per visit
            gained += min(lying + extra, room(state, rules, seat, kind))
    return min(gained / HOARD, 1.0)


@inlined
def _block(here: Any, there: Any) -> float:
    # into a foreign Capital 1, out of it -1; to beside one or away from there half as much
    if there == 1.0:
        return 1.0
    return -1.0 if here == 1.0 else there - here


@kernel
def _blocking(state: Any, seat: Any, area: Any) -> float:
    # 1 in a foreign Capital, 1/2 beside one
    found = 0.0
    for other in range(state.n_seats):
        if other != seat:
            if state.capital[other] == area:
                return 1.0
            if int(state.walk[area, state.capital[other]]) == 1:
                found = 0.5
    return found


@inlined
def _seekers(state: Any, rules: Any, seat: Any) -> float:
    # whether an army could use more moves to get at its relic
    if state.army_stock[seat] == rules.armies:
        return 0.0
    return 0.5


@kernel
def _can_get_home(state: Any, rules: Any, seat: Any) -> bool:
    """Say whether the carrier's way fits its own moves, the pool and all that Ready food buys, and ends in the open."""
    carrier = state.carrier[seat]
    barrer = state.holder[state.capital[seat]]
    if carrier == NOBODY or barrer not in (NOBODY, seat):  # R7.6, R7.11
        return False
    own = max(army_allowance(state, rules, seat, carrier) - state.steps[1 + carrier], 0)
    bought = state.pool + state.ready[seat, FOOD] * rules.extra_moves_per_food
    return bool(int(state.walk[state.relic_at[seat], state.capital[seat]]) <= own + bought)


@inlined
def _is_home_with_moves(state: Any, rules: Any, seat: Any) -> bool:
    # the moves at hand are enough: no need to buy
    carrier = state.carrier[seat]
    own = max(army_allowance(state, rules, seat, carrier) - state.steps[1 + carrier], 0)
    return bool(int(state.walk[state.relic_at[seat], state.capital[seat]]) <= own + state.pool)
