"""The choice among legal actions, on two levels.

`decide` looks ahead where the policy says so, and plays on with `choose_simple`, which does not. Neither calls back: a
kernel that can call itself compiles, then crashes the next process that loads it from the cache.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab import forward
from simlab.kernel.dispatch import bind, generic
from simlab.kernel.jit import inlined
from simlab.kernel.rng import MIND, STREAMS, below
from simlab.policies.policy import FORCED, MOST_CANDIDATES, POLICY, Kind
from simlab.policies.rollout import look_ahead
from simlab.policies.style import choose_simple, uniform

RANDOM, ROLLOUT = int(Kind.random), int(Kind.rollout)
NO_TURN = -1


def mind_dtype(max_actions: int, features: int, seats: int) -> np.dtype[Any]:
    """Return the dtype of what choosing needs to write down: one record for each worker."""
    return np.dtype(
        [
            ("mind", "i8"),
            ("arrangement", "i8"),
            ("index", "i8"),  # of the playthrough
            ("ahead", "u8", (STREAMS,)),  # keys of the trials' streams
            ("decision", "i8"),  # look-aheads in this playthrough
            ("turn", "i8", (seats,)),  # the turn for which a seat's blunder was drawn
            ("is_blunder", "i8", (seats,)),
            # one type of buffer for both, or everything that fills or reads one would be compiled twice
            ("legal", "i8", (max_actions,)),
            ("trial_legal", "i8", (max_actions,)),
            ("scores", "f8", (max_actions,)),
            ("features", "f8", (max_actions, max(features, 1))),
            ("candidates", "i8", (MOST_CANDIDATES,)),
            ("values", "f8", (MOST_CANDIDATES,)),
        ],
        align=True,
    )


@inlined
def clear(mind: Any, ahead: Any, arrangement: Any, index: Any) -> None:
    """Forget the last playthrough; `ahead` are the keys of the trials' streams, (STREAMS,) uint64."""
    mind.arrangement = arrangement
    mind.index = index
    for stream in range(STREAMS):
        mind.ahead[stream] = ahead[stream]
    mind.decision = 0
    for seat in range(mind.turn.shape[0]):
        mind.turn[seat] = NO_TURN


@generic
def decide(
    policy: Any,
    state: Any,
    rules: Any,
    n: Any,
    weights: Any,
    mind: Any,
    trials: Any,
    looks: Any,
    rows: Any,
    rng: Any,
) -> int:
    """Choose one of the n ≥ 2 legal actions in ``mind.legal``, for the seat to move; parameters as of `look_ahead`."""


@inlined
def _forced(
    policy: Any,
    state: Any,
    rules: Any,
    n: Any,
    weights: Any,
    mind: Any,
    trials: Any,
    looks: Any,
    rows: Any,
    rng: Any,
) -> int:
    """Take the one action there is."""
    return mind.legal[0]


@inlined
def _decide(
    policy: Any,
    state: Any,
    rules: Any,
    n: Any,
    weights: Any,
    mind: Any,
    trials: Any,
    looks: Any,
    rows: Any,
    rng: Any,
) -> int:
    seat = forward.to_move(state)
    if policy.kind == RANDOM or is_blunder(state, policy, mind, seat, rng):
        return mind.legal[below(rng, MIND, n)]
    if policy.kind == ROLLOUT:
        return look_ahead(state, rules, n, policy, weights, seat, mind, trials, looks, rows, rng)
    return choose_simple(state, rules, mind.legal, n, policy, weights, seat, mind, rng)


@inlined
def is_blunder(state: Any, policy: Any, mind: Any, seat: Any, rng: Any) -> bool:
    """Say whether a seat plays this turn at random; drawn when it first decides in the turn."""
    if policy.blunder <= 0.0:
        return False
    if mind.turn[seat] != state.turns:
        mind.turn[seat] = state.turns
        mind.is_blunder[seat] = uniform(rng, MIND) < policy.blunder
    return mind.is_blunder[seat] == 1


bind(POLICY, {decide: _decide})
bind(FORCED, {decide: _forced})
