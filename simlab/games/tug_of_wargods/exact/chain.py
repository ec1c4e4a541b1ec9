"""The playthrough as an absorbing Markov chain: every state that can come up, and every way out of it in one turn.

A state is where the rope stands (R10.1), the penalty of a tie where it can matter (R7.3), and for each seat how many
members count as across until released (R6.3) and how many have been across before. Members cross front first (R3.2), so
both are the first few of the column, and two small numbers a seat hold what the kernel keeps member by member.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlab.games.tug_of_wargods.exact.roll import Pulls, pulls
from simlab.games.tug_of_wargods.state import VictoryKind

MAX_STATES = 2048
"""Most states of a chain: 32 MB a matrix, seconds a column. The printed editions have less than a hundred."""

MEMBERS, TWICE, OFF_TABLE = (int(VictoryKind[name]) for name in ("members", "same_member_twice", "off_table"))

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Digits = tuple[Any, ...]


class TooLargeError(ValueError):
    """These rules make a chain of more than `MAX_STATES` states."""


class Terms(NamedTuple):
    """The packed rules as a turn needs them; pairs, and the rows of tables, are by seat.

    Attributes
    ----------
    start : half inches from the line
    members_to_win, twice_members, max_front : as packed
    remembered : how many members, from the front, a state remembers
    across, held : (2, W) members across, and members not released, by half inches the front edge is over the line
    pulls : what a roll can do
    """

    start: Ints
    members_to_win: int
    twice_members: int
    max_front: int
    remembered: int
    across: Ints
    held: Ints
    pulls: Pulls

    @property
    def reach(self) -> tuple[int, int]:
        """How far each seat can have pulled before it has won by members."""
        most = [int(np.count_nonzero(row < self.members_to_win)) - 1 for row in self.across]
        return int(self.start[1]) + most[1], int(self.start[0]) + most[0]


class Steps(NamedTuple):
    """Every way out of every state in one turn, E of them; all arrays are (E,).

    Attributes
    ----------
    source, target : the states it leads from and to; a target of -1 is the end
    probability : of this step, given its source
    s : half inches seat 0 has pulled after it
    kind : the VictoryKind of an end, else 0
    puller : the seat that rolled higher, -1 on a tie
    moved : half inches
    one : whether the difference was one
    fell : the seat whose front member was pulled across, else -1
    returned : whether the puller's own front member had been across before
    opened : whether the puller made the first pull too; only where that is remembered
    turned : whether the lead changed (R10.4); only where the leader is remembered
    """

    source: Ints
    target: Ints
    probability: Floats
    s: Ints
    kind: Ints
    puller: Ints
    moved: Ints
    one: Ints
    fell: Ints
    returned: Bools
    opened: Bools
    turned: Bools

    @property
    def winner(self) -> Ints:
        """The seat that wins by each step, -1 for none (R6.1, R6.2)."""
        return np.where((self.kind == MEMBERS) | (self.kind == TWICE), self.puller, -1)


@dataclass(frozen=True)
class Chain:
    """The N states in which a playthrough goes on, state 0 the first, and the steps out of them.

    Attributes
    ----------
    terms : the rules
    max_turns : where a playthrough is cut off (R4.11)
    s : (N,) half inches seat 0 has pulled
    steps : every way out
    """

    terms: Terms
    max_turns: int
    s: Ints
    steps: Steps

    def matrix(self, wanted: Any = True) -> Floats:  # noqa: FBT002 - a mask (E,), of which True is the fullest
        """Return (N, N) probabilities of going on, by the wanted steps only."""
        steps, n = self.steps, len(self.s)
        chosen = (steps.target >= 0) & wanted
        cells = steps.source[chosen] * n + steps.target[chosen]
        return np.asarray(np.bincount(cells, steps.probability[chosen], n * n).reshape(n, n), np.float64)

    def ending(self, wanted: Any = True) -> Floats:  # noqa: FBT002 - the same
        """Return (N,) probabilities of ending, by the wanted steps only."""
        steps = self.steps
        chosen = (steps.target < 0) & wanted
        return np.asarray(np.bincount(steps.source[chosen], steps.probability[chosen], len(self.s)), np.float64)


def terms(record: Any) -> Terms:
    """Read packed rules, a record of ``state.RULES``."""
    across_at, released_at, sizes = record["across_at"], record["released_at"], record["team_size"].tolist()
    width = max(int(across_at[seat, size - 1]) for seat, size in enumerate(sizes)) + 1
    over = np.arange(width)[:, None]
    members_to_win, twice_members = int(record["members_to_win"]), int(record["twice_members"])
    return Terms(
        start=record["start"].astype(np.int64),
        members_to_win=members_to_win,
        twice_members=twice_members,
        max_front=int(record["max_front"]),
        # the last member across ends the playthrough; the front one is remembered where the twice rule is off, too
        remembered=min(max(twice_members, 1), members_to_win - 1),
        across=np.stack([(over >= across_at[seat, :size]).sum(axis=1) for seat, size in enumerate(sizes)]),
        held=np.stack([(over > released_at[seat, :size]).sum(axis=1) for seat, size in enumerate(sizes)]),
        pulls=pulls(record),
    )


def chain(record: Any, *, leader: bool = False, opener: bool = False) -> Chain:
    """Find every state and every step, breadth first.

    Parameters
    ----------
    record : packed rules, a record of ``state.RULES``
    leader : also remember who led last (R10.4)
    opener : also remember who made the first pull

    Raises
    ------
    TooLargeError
        More than `MAX_STATES` states can come up.
    """
    rules = terms(record)
    forth, back = rules.reach
    few = rules.remembered + 1
    penalties = len(rules.pulls.moved)
    shape = (forth + back + 1, few, few, few, few, penalties, 3 if leader else 1, 3 if opener else 1)
    codes = np.array([np.ravel_multi_index((back, 0, 0, 0, 0, 0, 0, 0), shape)], np.int64)
    order: dict[int, int] = {int(codes[0]): 0}
    parts: list[Digits] = []
    ropes = []
    while len(codes):
        s, *others = np.unravel_index(codes, shape)
        before = (s - back, *others)
        ropes.append(before[0])
        after, step = turn(rules, before, leader=leader, opener=opener)
        target = np.ravel_multi_index((after[0] + back, *after[1:]), shape, mode="clip")
        target = np.where(step[2] > 0, -1, target)
        source = np.arange(len(order) - len(codes), len(order))[:, None]
        possible = step[0] > 0
        parts.append(tuple(each[possible] for each in np.broadcast_arrays(source, target, *step)))
        new = [code for code in np.unique(parts[-1][1]).tolist() if code >= 0 and code not in order]
        order.update(zip(new, range(len(order), len(order) + len(new)), strict=True))
        if len(order) > MAX_STATES:
            raise TooLargeError(f"more than {MAX_STATES} states can come up under these rules; simulate them instead")
        codes = np.array(new, np.int64)
    source, target, *rest = map(np.concatenate, zip(*parts, strict=True))
    return Chain(rules, int(record["max_rounds"]), np.concatenate(ropes), Steps(source, _places(target, order), *rest))


def _places(target: Ints, order: dict[int, int]) -> Ints:
    """Turn codes of states into their places, and leave -1."""
    codes = np.fromiter(order, np.int64)
    by_code = np.argsort(codes)
    found = by_code[np.searchsorted(codes, np.maximum(target, 0), sorter=by_code) % len(codes)]
    return np.where(target < 0, -1, found)


def turn(rules: Terms, before: Digits, *, leader: bool, opener: bool) -> tuple[Digits, Digits]:
    """Play one turn from F states in all of K ways, as ``model.apply`` plays it in one.

    Parameters
    ----------
    before : the digits of the states, each (F,): rope, members latched and members crossed before by seat, penalty,
        last leader and first puller; the last two count seats from 1

    Returns
    -------
    the digits after it, and the fields of `Steps` from `probability` on, each (F, K) or to be broadcast to it
    """
    s, *latched_and_crossed, penalty, led, first = (each[:, None] for each in before)
    probability, puller, moved, one = (each[penalty[:, 0]] for each in rules.pulls)
    is_tie = puller < 0
    second = puller == 1
    seat = second.astype(np.int64)
    s = s + np.where(second, -moved, moved)  # R4.3-R4.5
    reach = np.where(second, -s, s)
    (own, other), (own_before, other_before) = _own_and_other(second, *latched_and_crossed)
    top = rules.across.shape[1] - 1
    held = rules.held[seat, np.clip(-reach - rules.start[seat], 0, top)]
    across = rules.across[1 - seat, np.clip(reach - rules.start[1 - seat], 0, top)]
    is_twice = other < np.minimum(np.minimum(across, other_before), rules.twice_members)  # R6.2, R6.3
    is_off = rules.start[seat] + reach > rules.max_front  # R4.12
    kind = np.where(is_off, OFF_TABLE, np.where(across >= rules.members_to_win, MEMBERS, np.where(is_twice, TWICE, 0)))
    fell = np.where((other == 0) & (across > 0) & ~is_off & ~is_tie, 1 - seat, -1)
    remembered = np.minimum(across, rules.remembered)
    after = (np.minimum(own, held), np.maximum(other, remembered), own_before, np.maximum(other_before, remembered))
    columns = [
        np.where(is_tie, was, np.where(second, swapped, straight))
        for was, straight, swapped in zip(
            latched_and_crossed, after, (after[1], after[0], after[3], after[2]), strict=True
        )
    ]
    stood = np.where(is_tie, np.minimum(penalty + 1, len(rules.pulls.moved) - 1), 0)  # R7.2, R7.4
    leads = np.where(s > 0, 1, np.where(s < 0, 2, led)) if leader else np.zeros_like(s)
    opens = np.where((first == 0) & ~is_tie, seat + 1, first) if opener else np.zeros_like(s)
    digits = (s, *columns, stood, leads, opens)
    step = (probability, s, np.where(is_tie, 0, kind), puller, moved, one, fell)
    return digits, (*step, own_before > 0, opens == seat + 1, (led > 0) & (leads != led))


def _own_and_other(second: Bools, *pairs: Ints) -> list[tuple[Ints, Ints]]:
    """Turn pairs by seat, two of them, into pairs of the puller's and the pulled one's."""
    return [
        (np.where(second, other, one), np.where(second, one, other))
        for one, other in zip(pairs[::2], pairs[1::2], strict=True)
    ]
