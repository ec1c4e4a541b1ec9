"""The distribution of every column of a playthrough's row, from the chain.

What a row holds follows from the way a playthrough ended, from how often something happened, or from the furthest that
something went. The first is read off the ends, the second counted along the chain (`occupancy.counts`), the third found
by taking away the steps that go further.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from simlab.columns import NOBODY, WHOLE_WIN
from simlab.games.tug_of_wargods.exact.chain import OFF_TABLE, Chain, TooLargeError, chain
from simlab.games.tug_of_wargods.exact.occupancy import counts, follow, halfway
from simlab.games.tug_of_wargods.exact.solution import (
    Distribution,
    Ints,
    Solution,
    counted,
    ends,
    flag,
    gathered,
    rises,
)
from simlab.games.tug_of_wargods.state import VictoryKind

# --- what the last step decides ---------------------------------------------------------------------------------------


def _rounds(solved: Solution) -> Distribution:
    share = solved.occupancy.ending.copy()
    share[-1] += solved.occupancy.left.sum()  # R4.11
    values, share = counted(share)
    return values + 1, share


def _credit(solved: Solution, seat: int) -> Distribution:
    steps = solved.chain.steps
    shared = WHOLE_WIN // 2 * (steps.kind == OFF_TABLE)
    return solved.at_end(np.where(steps.winner == seat, WHOLE_WIN, shared))


def _won(solved: Solution, seat: int) -> Distribution:
    return solved.at_end(solved.chain.steps.winner == seat)


def _place(solved: Solution, seat: int) -> Distribution:
    return solved.at_end(np.where(solved.chain.steps.winner == 1 - seat, 2, 1), cut_off=1)


def _truncated(solved: Solution) -> Distribution:
    return solved.at_end(np.zeros_like(solved.chain.steps.s), cut_off=1)


def _victory_kind(solved: Solution) -> Distribution:
    return solved.at_end(solved.chain.steps.kind, cut_off=int(VictoryKind.truncated))


def _displacement(solved: Solution) -> Distribution:
    return solved.at_end(solved.chain.steps.s, cut_off=solved.chain.s)


def _final_margin(solved: Solution) -> Distribution:
    steps = solved.chain.steps
    return solved.at_end(np.where(steps.winner >= 0, 2 * np.abs(steps.s), 0))  # one rope: what one is ahead, each is


def _over(solved: Solution) -> Distribution:
    return solved.at_end(_over_line(solved.chain))


def _over_line(of: Chain) -> Ints:
    steps = of.steps
    loser = 1 - np.maximum(steps.winner, 0)
    return np.where(steps.winner >= 0, np.abs(steps.s) - of.terms.start[loser], 0)


def _members_over(solved: Solution) -> Distribution:
    steps, across = solved.chain.steps, solved.chain.terms.across
    over = np.clip(_over_line(solved.chain), 0, across.shape[1] - 1)
    return solved.at_end(np.where(steps.winner >= 0, across[1 - np.maximum(steps.winner, 0), over], 0))


def _comeback(solved: Solution) -> Distribution:
    steps = solved.chain.steps
    return solved.at_end((steps.winner >= 0) & steps.returned)


def _first_pull_won(solved: Solution) -> Distribution:
    steps = solved.opened.steps
    is_end, share = ends(solved.opened, follow(solved.opened))
    return flag(share[(steps.opened & (steps.winner >= 0))[is_end]].sum())


def _one_turn(solved: Solution) -> Distribution:
    return flag(solved.occupancy.ending[0])


def _leader_at_half(solved: Solution) -> Distribution:
    of = solved.chain
    at_once = (of.steps.source == 0) & (of.steps.target < 0)
    shares = [halfway(of, solved.occupancy), of.steps.probability[at_once]]
    ropes = (of.s, of.steps.s[at_once])  # a playthrough of one round is half over when it ends
    return gathered([np.where(s > 0, 0, np.where(s < 0, 1, NOBODY)) for s in ropes], shares)


# --- how often something happens --------------------------------------------------------------------------------------


def _lead_changes(solved: Solution) -> Distribution:
    return counted(counts(solved.led, solved.occupancy, solved.led.steps.turned))


def _ties(solved: Solution) -> Distribution:
    return counted(counts(solved.chain, solved.occupancy, solved.chain.steps.puller < 0))


def _ones(solved: Solution) -> Distribution:
    return counted(counts(solved.chain, solved.occupancy, solved.chain.steps.one == 1))


def _half_moves(solved: Solution) -> Distribution:
    return counted(counts(solved.chain, solved.occupancy, solved.chain.steps.moved % 2 == 1))


def _crossings(solved: Solution, seat: int) -> Distribution:
    return counted(counts(solved.chain, solved.occupancy, solved.chain.steps.fell == seat))


# --- how far something goes -------------------------------------------------------------------------------------------


def _max_pull(solved: Solution) -> Distribution:
    moved = solved.chain.steps.moved
    levels = np.unique(np.append(moved, 0))
    return gathered([levels], [rises(solved.furthest(levels, moved))])


def _max_front(solved: Solution) -> Distribution:
    start = solved.chain.terms.start
    front = np.maximum(start[0] + solved.chain.steps.s, start[1] - solved.chain.steps.s)
    levels = np.unique(np.maximum(front, start.max()))
    return gathered([levels], [rises(solved.furthest(levels, front))])


def _close_call(solved: Solution) -> Distribution:
    values, shares = [], []
    for seat, sign in enumerate((-1, 1)):
        lost_ground = sign * solved.chain.steps.s
        levels = np.unique(np.maximum(lost_ground[solved.chain.steps.target >= 0], 0))
        levels = np.union1d(levels, [0])
        shares.append(rises(solved.furthest(levels, lost_ground, winner=seat)))
        values.append(solved.chain.terms.start[seat] - levels)
    nobody = rises(np.array([sum(share.sum() for share in shares), 1]))[1:]
    return gathered([*values, [0]], [*shares, nobody])


def _nothing(solved: Solution) -> Distribution:  # noqa: ARG001 - no rule makes a difference here
    return counted(np.ones(1))


COLUMNS: dict[str, Callable[[Solution], Distribution]] = {
    "credit_0": lambda solved: _credit(solved, 0),
    "credit_1": lambda solved: _credit(solved, 1),
    "won_0": lambda solved: _won(solved, 0),
    "won_1": lambda solved: _won(solved, 1),
    "place_0": lambda solved: _place(solved, 0),
    "place_1": lambda solved: _place(solved, 1),
    "turn_position_0": _nothing,  # R1.1
    "turn_position_1": _nothing,
    "rounds": _rounds,
    "truncated": _truncated,
    "decisions": _nothing,  # R10.3
    "lead_changes": _lead_changes,
    "leader_at_half": _leader_at_half,
    "final_margin": _final_margin,
    "victory_kind": _victory_kind,
    "displacement": _displacement,
    "members_over": _members_over,
    "over": _over,
    "crossings_0": lambda solved: _crossings(solved, 0),
    "crossings_1": lambda solved: _crossings(solved, 1),
    "comeback": _comeback,
    "close_call": _close_call,
    "first_pull_won": _first_pull_won,
    "ties": _ties,
    "ones": _ones,
    "half_moves": _half_moves,
    "max_pull": _max_pull,
    "max_front": _max_front,
    "one_turn": _one_turn,
}


def covered() -> tuple[str, ...]:
    """Return the flat names of the columns that can be had exactly, in the order of the row.

    It is all of them but `arrangement`, which says how an experiment seats the teams and not what happens.
    """
    return tuple(COLUMNS)


def distributions(record: Any, names: Collection[str] | None = None) -> dict[str, Distribution]:
    """Solve one variant for one arrangement of teams.

    Parameters
    ----------
    record : np.record of ``state.RULES``
        What ``pack`` returns, its only element.
    names : flat column names, as `simlab.columns` has them
        None for all that are covered. The ends of playthroughs cost about a millisecond together; counts and extremes
        some ten each.

    Returns
    -------
    dict of (values, probabilities)
        For each column the integers a row can hold, ascending, and how likely each is, both (k,). The cap's share
        (R4.11) is where simulated playthroughs put it: `truncated` 1, `rounds` at the cap, credit 0.

    Raises
    ------
    KeyError
        A name that is not `covered`.
    TooLargeError
        More than `chain.MAX_STATES` states can come up under these rules.

    Notes
    -----
    Absorbing chains and their mean visits: Kemeny and Snell (1960), Finite Markov Chains, chapter 3; here summed turn
    by turn, because the cap and the distribution of lengths need every turn. All terms of those sums are positive, so
    nothing cancels; what is let go is worth less than `occupancy.LOST` rounds of mean length.
    """
    wanted = covered() if names is None else tuple(names)
    unknown = [name for name in wanted if name not in COLUMNS]
    if unknown:
        raise KeyError(f"no exact answer for {', '.join(unknown)}; there is one for {', '.join(COLUMNS)}")
    solved = Solution(record)
    return {name: COLUMNS[name](solved) for name in wanted}


def solvable(record: Any) -> bool:
    """Say whether every column of a variant can be had: whether none of its chains has too many states.

    Parameters
    ----------
    record : np.record of ``state.RULES``
    """
    try:
        chain(record, leader=True)  # each remembers one thing more than the chain of most columns
        chain(record, opener=True)
    except TooLargeError:
        return False
    return True
