"""The distribution of every column of a playthrough's row, from the chain.

What a row holds follows from the way a playthrough ended, from how often something happened, or from the furthest that
something went. The first is read off the ends, the second counted along the chain (`occupancy.counts`), the third found
by taking away the steps that go further.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.columns import NOBODY, WHOLE_WIN
from simlab.games.tug_of_wargods.exact.chain import OFF_TABLE, Chain, chain
from simlab.games.tug_of_wargods.exact.occupancy import Occupancy, counts, follow, halfway
from simlab.games.tug_of_wargods.state import VictoryKind

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Distribution = tuple[Ints, Floats]

ROUNDING = 1e-15  # differences of probabilities up to this are nothing


class Solution:
    """One variant, solved as far as it has been asked for.

    Parameters
    ----------
    record : packed rules, a record of ``state.RULES``
    """

    def __init__(self, record: Any) -> None:
        self._record = record

    @cached_property
    def chain(self) -> Chain:
        """The chain that most columns need."""
        return chain(self._record)

    @cached_property
    def led(self) -> Chain:
        """The chain that remembers who led last."""
        return chain(self._record, leader=True)

    @cached_property
    def opened(self) -> Chain:
        """The chain that remembers who made the first pull."""
        return chain(self._record, opener=True)

    @cached_property
    def occupancy(self) -> Occupancy:
        """How often `chain` is where."""
        return follow(self.chain)

    @cached_property
    def ends(self) -> tuple[NDArray[np.bool_], Floats]:
        """Which steps of `chain` are ends, (E,), and how likely a playthrough ends by each of those."""
        return _ends(self.chain, self.occupancy)

    def at_end(self, values: Ints, cut_off: Ints | int = 0) -> Distribution:
        """Distribution of what the last step decides.

        Parameters
        ----------
        values : (E,) value of each step of `chain`, if it is the last
        cut_off : value where the playthrough is cut off, for all or for each state (N,)
        """
        is_end, share = self.ends
        left = self.occupancy.left
        return gathered([values[is_end], np.broadcast_to(cut_off, left.shape)], [share, left])

    def furthest(self, levels: Ints, of_step: Ints, winner: int | None = None) -> Floats:
        """Probability that no step went further than each level, and that `winner` won, if one is named.

        Parameters
        ----------
        levels : (L,) ascending
        of_step : (E,) how far each step goes
        """
        steps = self.chain.steps
        wanted = np.ones(len(of_step), bool) if winner is None else (steps.target >= 0) | (steps.winner == winner)
        inner = of_step[steps.target >= 0].max(initial=levels[0])
        found = np.zeros(len(levels))
        occupancy = None
        for place, level in enumerate(levels.tolist()):
            if occupancy is None or levels[place - 1] < inner:  # from there on only the ends differ
                occupancy = follow(self.chain, wanted & (of_step <= level))
            found[place] = occupancy.visits @ self.chain.ending(wanted & (of_step <= level))
            found[place] += occupancy.left.sum() if winner is None else 0
        return found


def _ends(of: Chain, occupancy: Occupancy) -> tuple[NDArray[np.bool_], Floats]:
    steps = of.steps
    is_end = steps.target < 0
    return is_end, occupancy.visits[steps.source[is_end]] * steps.probability[is_end]


def gathered(values: list[Any], shares: list[Any]) -> Distribution:
    """Add up the shares of equal values: the values that can occur, ascending, and their probabilities."""
    distinct, which = np.unique(np.concatenate(values), return_inverse=True)
    share = np.bincount(which, np.concatenate(shares))
    return distinct[share > 0].astype(np.int64), share[share > 0]


def counted(share: Floats) -> Distribution:
    """Return probabilities of 0, 1, 2, … as a distribution."""
    values = np.flatnonzero(share > 0)
    return values, share[values]


def flag(share: float) -> Distribution:
    """Return the distribution of a yes or no."""
    return counted(rises(np.array([1 - share, 1])))


def rises(cumulative: Floats) -> Floats:
    """Return what each level adds to a cumulative distribution; rounding is not taken for a probability."""
    added = np.diff(cumulative, prepend=0)
    return np.where(added < ROUNDING, 0, added)


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
    is_end, share = _ends(solved.opened, follow(solved.opened))
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
