"""Tug of WarGods as a forward model, in rulebook order."""

from __future__ import annotations

from typing import Any

from simlab import forward
from simlab.games.tug_of_wargods.state import MAX_TEAM, STATE, Action, Rounding, TieRule, VictoryKind
from simlab.kernel.dice import roll_each_less, roll_sum
from simlab.kernel.dispatch import bind
from simlab.kernel.jit import inlined

PULL = int(Action.PULL)
FLOOR_MIN1, FLOOR, EXACT_HALF, HALF_THEN_FLOOR = (
    int(Rounding[name]) for name in ("floor_min1", "floor", "exact_half", "half_then_floor")
)
PER_DIE = int(TieRule.per_die)
TIES_FREE = int(TieRule.off)
MEMBERS, TWICE, OFF_TABLE, TRUNCATED = (int(kind) for kind in VictoryKind)


@inlined
def setup(state: Any, rules: Any, rng: Any) -> None:
    """Put both columns at their distance from the centre line (R3.1-R3.3): nothing pulled yet, nobody first (R1.1)."""
    state.rounds = 0
    state.s = 0
    state.penalty = 0
    state.winner = -1
    state.kind = 0
    state.first_puller = -1
    state.ties = 0
    state.ones = 0
    state.half_moves = 0
    state.max_pull = 0
    for seat in range(2):
        state.totals[seat] = 0
        state.latched[seat] = 0
        state.furthest[seat] = 0
        for member in range(MAX_TEAM):
            state.crossings[seat, member] = 0


@inlined
def to_move(state: Any) -> int:
    """Seat 0 carries out the turn of both (R1.1, R10.3)."""
    return 0


@inlined
def legal_actions(state: Any, rules: Any, actions: Any) -> int:
    """A turn is one forced action (R10.3)."""
    actions[0] = PULL
    return 1


@inlined
def apply(state: Any, rules: Any, action: Any, rng: Any) -> None:
    """Play one turn: roll, compare, move, judge (R4.10)."""
    first = total(state, rules, rng, 0)  # R10.2: seat 0's dice come first from the stream
    second = total(state, rules, rng, 1)
    state.totals[0] = first
    state.totals[1] = second
    state.rounds += 1
    if first == second:
        stand_still(state, rules)
    else:
        state.penalty = 0  # R7.4: a penalty lasts for one roll
        pull(state, rules, 0 if first > second else 1, abs(first - second))
    if state.kind == 0 and state.rounds >= rules.max_rounds:
        state.kind = TRUNCATED  # R4.11


@inlined
def total(state: Any, rules: Any, rng: Any, seat: Any) -> int:
    """Roll every die of a team, members across the line too (R4.1, R4.2), less the penalty of a tie (R7.2, R7.3)."""
    members = rules.team_size[seat]
    if state.penalty > 0 and rules.tie_rule == PER_DIE:
        return roll_each_less(rng, rules.dice, seat, members, state.penalty, rules.tie_die_min)
    return roll_sum(rng, rules.dice, seat, members) - state.penalty


@inlined
def stand_still(state: Any, rules: Any) -> None:
    """Equal totals: nobody moves (R7.1) and both pay on the next roll (R7.2); a further tie may add to it (R7.4)."""
    state.ties += 1
    if rules.tie_rule != TIES_FREE:
        state.penalty = min(state.penalty + 1, rules.tie_stack_cap)


@inlined
def move(rounding: Any, difference: Any) -> int:
    """Half the difference in inches (R4.3), in half inches, rounded as the edition says."""
    if rounding == FLOOR_MIN1:  # R4.7, R4.8
        return 2 * max(difference // 2, 1)
    if rounding == FLOOR:  # R4.6
        return 2 * (difference // 2)
    if rounding == EXACT_HALF:  # R4.7
        return difference
    if rounding == HALF_THEN_FLOOR:  # R4.9
        return 1 if difference == 1 else 2 * (difference // 2)
    return 2 * ((difference + 1) // 2)  # ceil


@inlined
def pull(state: Any, rules: Any, puller: Any, difference: Any) -> None:
    """Both columns move by the same distance on one rope (R4.3-R4.5); only then is the line judged (R5.5).

    One number holds both fronts (R4.4), so both teams cannot be over the line at once (R6.5).
    """
    pulled = 1 - puller
    moved = move(rules.rounding, difference)
    state.s += moved if puller == 0 else -moved
    reach = state.s if puller == 0 else -state.s
    state.ones += 1 if difference == 1 else 0
    state.half_moves += moved & 1
    state.max_pull = max(state.max_pull, moved)
    state.furthest[puller] = max(state.furthest[puller], reach)
    if state.first_puller < 0:
        state.first_puller = puller
    if rules.start[puller] + reach > rules.max_front:  # R4.12: the table ends there, before anybody has won
        state.kind = OFF_TABLE
        return
    release(state, rules, puller, -reach - rules.start[puller])
    over = reach - rules.start[pulled]
    if over >= rules.across_at[pulled, 0]:
        cross(state, rules, puller, pulled, over)


@inlined
def release(state: Any, rules: Any, seat: Any, over: Any) -> None:
    """Members who came back over the line (R5.4) can cross again (R6.3)."""
    while state.latched[seat] > 0 and over <= rules.released_at[seat, state.latched[seat] - 1]:
        state.latched[seat] -= 1


@inlined
def members_over(rules: Any, seat: Any, over: Any) -> int:
    """Count the members across (R5.2); a column is across from the front (R3.2), so they are always the first few."""
    across = 0
    while across < rules.team_size[seat] and over >= rules.across_at[seat, across]:
        across += 1
    return across


@inlined
def cross(state: Any, rules: Any, puller: Any, pulled: Any, over: Any) -> None:
    """Count crossings and see whether the puller has won (R6.1-R6.4)."""
    across = members_over(rules, pulled, over)
    is_twice = False
    for member in range(state.latched[pulled], across):
        state.crossings[pulled, member] += 1
        if state.crossings[pulled, member] > 1 and member < rules.twice_members:  # R1.6-R1.8, R6.2
            is_twice = True
    state.latched[pulled] = max(state.latched[pulled], across)
    if across >= rules.members_to_win:  # R1.4, R1.5, R6.1; R6.4: this kind when both hold
        state.winner = puller
        state.kind = MEMBERS
    elif is_twice:
        state.winner = puller
        state.kind = TWICE


@inlined
def is_over(state: Any) -> bool:
    """A team has won (R4.10), the table ended (R4.12) or the cap was reached (R4.11)."""
    return state.kind != 0


@inlined
def standing(state: Any, rules: Any, seat: Any) -> int:
    """How far this seat has pulled, in half inches; the leader is the one who has pulled further (R10.4)."""
    return state.s if seat == 0 else -state.s


@inlined
def outcome(state: Any, rules: Any, row: Any) -> None:
    """Write the row of a finished playthrough."""
    row.victory_kind = state.kind
    row.truncated = 1 if state.kind == TRUNCATED else 0
    row.displacement = state.s
    row.ties = state.ties
    row.ones = state.ones
    row.half_moves = state.half_moves
    row.max_pull = state.max_pull
    row.one_turn = 1 if state.rounds == 1 and state.kind != TRUNCATED else 0
    row.max_front = max(rules.start[0] + state.furthest[0], rules.start[1] + state.furthest[1])
    for seat in range(2):
        row.place[seat] = 1 if state.winner in (seat, -1) else 2  # no winner: nobody is ahead (R4.11, R4.12)
        row.crossings[seat] = state.crossings[seat, 0]
    winner = state.winner
    row.members_over = 0
    row.over = 0
    row.comeback = 0
    row.close_call = 0
    row.first_pull_won = 0
    if winner >= 0:
        loser = 1 - winner
        over = (state.s if winner == 0 else -state.s) - rules.start[loser]
        row.members_over = members_over(rules, loser, over)
        row.over = over
        row.comeback = 1 if state.crossings[winner, 0] > 0 else 0
        row.close_call = rules.start[winner] - state.furthest[loser]
        row.first_pull_won = 1 if state.first_puller == winner else 0


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
    },
)
