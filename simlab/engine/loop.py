"""The loop over playthroughs, the same for every game: seat, set up, decide, apply, record.

These functions are compiled once per game by `simlab.engine.entries`. They see one state record at a time; threads,
blocks and files are not their business.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simlab import forward
from simlab.columns import (
    CHECKPOINTS,
    CUT_OFF,
    NOBODY,
    NOBODY_LED,
    NOT_WON,
    REGAINED,
    SHARED,
    SIZES,
    WHOLE_WIN,
)
from simlab.engine import BATCH_BITS
from simlab.kernel.jit import inlined
from simlab.kernel.rng import SEATING, below, start
from simlab.policies.choose import clear, decide

SHEET = 64  # rows added up at a time; divides a batch

# How the arrangement of a playthrough is chosen
IN_TURN, DRAWN = 0, 1


class Plan(NamedTuple):
    """What a variant is, for the kernel; A arrangements of S seats.

    rules is (A,) records, policies (A, S) records, weights (A, S, F) float64 by feature, option_of (A, S) int64 numbers
    of seat options; keys and ahead are (STREAMS,) uint64, of playthroughs and of look-ahead.
    """

    keys: Any
    ahead: Any
    rules: Any
    policies: Any
    weights: Any
    option_of: Any
    n_seats: int
    seating: int
    guard: int
    followed: int


class Desk(NamedTuple):
    """What one worker owns while it plays: one state, one rng, a sheet of rows and buffers.

    `flat` (SHEET, C) is the memory of `rows` (SHEET,); leaders (max_rounds + 1,) int8 and gaps, as long, int64 hold
    who led alone at the end of each round and by how much. `minds` (with the buffer of
    legal actions), `trials`, `looks` and `spare` are (1,) records for choosing and looking ahead.
    """

    state: Any
    rng: Any
    rows: Any
    flat: Any
    leaders: Any
    gaps: Any
    minds: Any
    trials: Any
    looks: Any
    spare: Any


class Tallies(NamedTuple):
    """What a block adds up, integers only, so that sums do not depend on order.

    kept (n or 0, C) int32 rows; sums and squares (B, C); groups (B, G, 4) of n, Σ credit, Σ credit², Σ won by seat
    option and then by turn position; histogram (H,); outside (C,) counts values out of their declared range;
    counted (K, 4) is each histogram's column, the bin of its value 0, its least and its most value; fates (CHECKPOINTS,
    GAPS, FATES) counts what became of who led, see `columns.CHECKPOINTS`.
    """

    kept: Any
    sums: Any
    squares: Any
    groups: Any
    histogram: Any
    outside: Any
    counted: Any
    fates: Any


def play_block(plan: Any, desk: Any, tallies: Any, first: Any, count: Any) -> None:
    """Play `count` playthroughs from index `first` on and add them up by batch."""
    # Records and arrays are taken out of their tuples once: passing tuples of arrays on costs more than the rules do.
    # Rows are added up a sheet at a time: a row read back right after it was written would wait for every store.
    state, rng, rows, flat = desk.state[0], desk.rng[0], desk.rows, desk.flat
    rules, n_seats = plan.rules, plan.n_seats
    kept, groups, fates = tallies.kept, tallies.groups, tallies.fates
    leaders, gaps, followed = desk.leaders, desk.gaps, plan.followed
    done = 0
    while done < count:
        index = first + done
        batch = (index >> BATCH_BITS) - (first >> BATCH_BITS)
        sheet = min(count - done, SHEET - (index & (SHEET - 1)))  # sheets never cross a batch
        for j in range(sheet):
            start(rng, plan.keys, index + j)
            arrangement = seat_options(rng, rules.shape[0], plan.seating, index + j)
            play(state, rules[arrangement], rng, rows[j], plan, desk, arrangement, index + j)
            finish(state, rules[arrangement], rows[j], leaders, n_seats, arrangement)
            if (index + j) % followed == 0:
                count_fates(rows[j], leaders, gaps, fates, n_seats)
        tally(flat, sheet, tallies.sums[batch], tallies.squares[batch])
        count_bins(flat, sheet, tallies.histogram, tallies.counted, tallies.outside)
        if groups.shape[1] > 0:
            for j in range(sheet):
                tally_groups(plan.option_of, rows[j], groups[batch], n_seats)
        if kept.shape[0] > 0:
            for j in range(sheet):
                for c in range(flat.shape[1]):
                    kept[done + j, c] = flat[j, c]
        done += sheet


@inlined
def seat_options(rng: Any, arrangements: Any, seating: Any, index: Any) -> Any:
    """Return which arrangement of seat options this playthrough has."""
    if arrangements == 1:
        return 0
    return below(rng, SEATING, arrangements) if seating == DRAWN else index % arrangements


@inlined
def play(state: Any, rules: Any, rng: Any, row: Any, plan: Any, desk: Any, arrangement: Any, index: Any) -> None:
    """Set up and play to the end, noting who leads at the end of each round."""
    n_seats, guard, leaders, gaps = plan.n_seats, plan.guard, desk.leaders, desk.gaps
    policies, weights = plan.policies, plan.weights
    mind, trials, looks, spare = desk.minds[0], desk.trials, desk.looks, desk.spare
    begin(state, rules, rng, n_seats)
    clear(mind, plan.ahead, arrangement, index)
    # Plain integers, not a tuple handed on from step to step: that cost 6 % of the playthroughs per second.
    actions_taken = 0
    decisions = 0
    seen = 0
    last_leader = NOBODY
    lead_changes = 0
    while not forward.is_over(state):
        n = forward.legal_actions(state, rules, mind.legal)
        action = mind.legal[0]
        if n > 1:
            policy = policies[arrangement, forward.to_move(state)]
            action = decide(policy, state, rules, n, weights, mind, trials, looks, spare, rng)
            decisions += 1
        forward.apply(state, rules, action, rng)
        actions_taken += 1
        if actions_taken > guard:
            raise RuntimeError("a playthrough passed the most actions its game declares")
        if state.rounds != seen:
            seen = state.rounds
            last_leader, lead_changes = note_leader(state, rules, leaders, gaps, last_leader, lead_changes, n_seats)
    row.decisions = decisions
    row.lead_changes = lead_changes


@inlined
def begin(state: Any, rules: Any, rng: Any, n_seats: Any) -> None:
    """Set up a playthrough."""
    state.n_seats = n_seats
    forward.setup(state, rules, rng)


@inlined
def note_leader(
    state: Any, rules: Any, leaders: Any, gaps: Any, last_leader: Any, lead_changes: Any, n_seats: Any
) -> Any:
    """Note who leads at the end of a round, and by how much; return the last sole leader and how often it changed."""
    leader, gap = sole_leader(state, rules, n_seats)
    place = at_most_last(leaders, state.rounds)
    leaders[place] = leader
    gaps[place] = gap
    # without branches: who leads is a coin flip to a branch predictor
    lead_changes += (leader != NOBODY) & (last_leader != NOBODY) & (leader != last_leader)
    return last_leader if leader == NOBODY else leader, lead_changes


@inlined
def at_most_last(leaders: Any, round_number: Any) -> Any:
    """Return where a round's leader is kept: a game that passes its own cap must not write past the end."""
    return min(round_number, leaders.shape[0] - 1)


@inlined
def sole_leader(state: Any, rules: Any, n_seats: Any) -> Any:
    """Return the seat with the best standing and its lead, or NOBODY and 0 when two share it."""
    leader = 0
    best = forward.standing(state, rules, 0)
    gap = 0
    for seat in range(1, n_seats):
        other = forward.standing(state, rules, seat)
        leader = seat if other > best else (NOBODY if other == best else leader)
        gap = abs(best - other) if seat == 1 else (other - best if other > best else min(gap, best - other))
        best = max(best, other)
    return leader, gap


@inlined
def count_fates(row: Any, leaders: Any, gaps: Any, fates: Any, n_seats: Any) -> None:
    """Count at each checkpoint round after which the playthrough went on what became of whoever led alone then."""
    rounds = row.rounds
    winner = NOBODY - 1  # nobody's number
    winners = 0
    for seat in range(n_seats):
        winner = seat if row.won[seat] == 1 else winner
        winners += row.credit[seat] > 0
    settled = rounds  # the last round at whose end somebody else led alone
    while settled > 0 and (leaders[settled] == winner or leaders[settled] == NOBODY):
        settled -= 1
    for k in range(CHECKPOINTS.size):
        at = CHECKPOINTS[k]
        if at >= rounds:
            break
        leader = leaders[at]
        if winners == 1:
            # without branches, as in `note_leader`
            fate = (leader != NOBODY) * (NOT_WON + (leader == winner) * (REGAINED - NOT_WON + (at >= settled)))
        else:
            fate = undecided_fate(row, leader)
        fates[k, SIZES[min(gaps[at], SIZES.size - 1)], fate] += 1


@inlined
def undecided_fate(row: Any, leader: Any) -> Any:
    """Return what became of a leader where nobody won alone."""
    if leader == NOBODY:
        return NOBODY_LED
    if row.truncated == 1:
        return CUT_OFF
    return SHARED if row.credit[leader] > 0 else NOT_WON


@inlined
def finish(state: Any, rules: Any, row: Any, leaders: Any, n_seats: Any, arrangement: Any) -> None:
    """Write the row: the game's columns, then the shared ones that follow from them."""
    forward.outcome(state, rules, row)
    row.arrangement = arrangement
    row.rounds = state.rounds
    row.leader_at_half = leaders[at_most_last(leaders, (state.rounds + 1) >> 1)]
    winners = 0
    for seat in range(n_seats):
        if row.place[seat] == 1 and row.truncated == 0:
            winners += 1
    for seat in range(n_seats):
        is_winner = row.place[seat] == 1 and row.truncated == 0
        row.credit[seat] = WHOLE_WIN // winners if is_winner else 0
        row.won[seat] = 1 if is_winner and winners == 1 else 0
    row.final_margin = winning_margin(state, rules, row, n_seats) if winners == 1 else 0


@inlined
def winning_margin(state: Any, rules: Any, row: Any, n_seats: Any) -> Any:
    """Return how far the winner's standing is ahead of the best other's, at least 0."""
    best, best_other = 0, 0
    is_first_other = True
    for seat in range(n_seats):
        value = forward.standing(state, rules, seat)
        if row.won[seat] == 1:
            best = value
        elif is_first_other or value > best_other:
            best_other = value
            is_first_other = False
    return max(best - best_other, 0)


@inlined
def tally(flat: Any, sheet: Any, sums: Any, squares: Any) -> None:
    """Add a sheet of rows to the sums of its batch."""
    for j in range(sheet):
        for c in range(flat.shape[1]):
            value = np.int64(flat[j, c])
            sums[c] += value
            squares[c] += value * value


@inlined
def count_bins(flat: Any, sheet: Any, histogram: Any, counted: Any, outside: Any) -> None:
    """Count the values of a sheet of rows in their histograms, and those out of their declared range."""
    for k in range(counted.shape[0]):
        c, zero, least, most = counted[k, 0], counted[k, 1], counted[k, 2], counted[k, 3]
        for j in range(sheet):
            value = flat[j, c]
            if least <= value <= most:
                histogram[zero + value] += 1
            else:
                outside[c] += 1


@inlined
def tally_groups(option_of: Any, row: Any, groups: Any, n_seats: Any) -> None:
    """Add every seat's credit to the group of its option, and of its turn position where the game has one."""
    options = groups.shape[0] - row.turn_position.shape[0]
    for seat in range(n_seats):
        add_to_group(groups, option_of[row.arrangement, seat], row.credit[seat], row.won[seat])
        if row.turn_position[seat] > 0:
            add_to_group(groups, options + row.turn_position[seat] - 1, row.credit[seat], row.won[seat])


@inlined
def add_to_group(groups: Any, group: Any, credit: Any, won: Any) -> None:
    """Add one seat to n, Σ credit, Σ credit², Σ won."""
    groups[group, 0] += 1
    groups[group, 1] += credit
    groups[group, 2] += credit * credit
    groups[group, 3] += won


# --- steps: the same functions, one at a time, for replays, notebooks and tests --------------------------------------

# What a playthrough remembers on its way to its row
TRAIL = np.dtype(
    [("actions_taken", "i8"), ("decisions", "i8"), ("seen", "i8"), ("last_leader", "i8"), ("lead_changes", "i8")],
    align=True,
)


def step_begin(plan: Any, desk: Any, index: Any) -> Any:
    """Begin playthrough `index`; return its arrangement."""
    rng = desk.rng[0]
    start(rng, plan.keys, index)
    arrangement = seat_options(rng, plan.rules.shape[0], plan.seating, index)
    begin(desk.state[0], plan.rules[arrangement], rng, plan.n_seats)
    clear(desk.minds[0], plan.ahead, arrangement, index)
    return arrangement


def step_look(plan: Any, desk: Any, arrangement: Any) -> Any:
    """Fill the buffer of legal actions and return (how many, whose turn); (0, NOBODY) at the end."""
    state = desk.state[0]
    if forward.is_over(state):
        return 0, NOBODY
    return forward.legal_actions(state, plan.rules[arrangement], desk.minds[0].legal), forward.to_move(state)


def step_choose(plan: Any, desk: Any, arrangement: Any, n: Any) -> Any:
    """Return what the policy of the seat to move chooses among the n actions in the buffer."""
    if n == 1:
        return desk.minds[0].legal[0]
    state = desk.state[0]
    return decide(
        plan.policies[arrangement, forward.to_move(state)],
        state,
        plan.rules[arrangement],
        n,
        plan.weights,
        desk.minds[0],
        desk.trials,
        desk.looks,
        desk.spare,
        desk.rng[0],
    )


def step_features(plan: Any, desk: Any, arrangement: Any, n: Any) -> None:
    """Fill the features of the n actions in the buffer, in the mind of the desk."""
    forward.features(desk.state[0], plan.rules[arrangement], desk.minds[0].legal, n, desk.minds[0].features)


def step_redeal(plan: Any, desk: Any, arrangement: Any, seat: Any) -> None:
    """Deal anew what a seat cannot see, from the rng of the desk."""
    forward.redeal(desk.state[0], plan.rules[arrangement], seat, desk.rng[0])


def step_appraise(plan: Any, desk: Any, arrangement: Any, seat: Any) -> Any:
    """Return what a search believes a seat's chances are."""
    return forward.appraise(desk.state[0], plan.rules[arrangement], seat)


def step_apply(plan: Any, desk: Any, arrangement: Any, n: Any, action: Any, trails: Any) -> None:
    """Apply one of n legal actions and note it in the trail, as `play` does; trails is (1,) of TRAIL."""
    state, rules, trail = desk.state[0], plan.rules[arrangement], trails[0]
    forward.apply(state, rules, action, desk.rng[0])
    trail.actions_taken += 1
    if trail.actions_taken > plan.guard:
        raise RuntimeError("a playthrough passed the most actions its game declares")
    trail.decisions += n > 1
    if state.rounds != trail.seen:
        trail.seen = state.rounds
        trail.last_leader, trail.lead_changes = note_leader(
            state, rules, desk.leaders, desk.gaps, trail.last_leader, trail.lead_changes, plan.n_seats
        )


def step_standing(plan: Any, desk: Any, arrangement: Any, seat: Any) -> Any:
    """Return a seat's standing."""
    return forward.standing(desk.state[0], plan.rules[arrangement], seat)


def step_finish(plan: Any, desk: Any, arrangement: Any, trails: Any) -> None:
    """Write the row of a finished playthrough, as `play` and `finish` do, to the first line of the sheet."""
    row = desk.rows[0]
    row.decisions = trails[0].decisions
    row.lead_changes = trails[0].lead_changes
    finish(desk.state[0], plan.rules[arrangement], row, desk.leaders, plan.n_seats, arrangement)
