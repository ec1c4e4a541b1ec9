"""Look-ahead: the few best actions by style, each tried out on the same redeals and the same dice.

What a seat may not know is dealt anew before each trial, and the trials' randomness is their own, derived from
(seed, index, decision, rollout): the playthrough's own dice never advance and are never seen. All seats of a trial play
by the searching seat's own weights, for it knows no other mind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab import forward
from simlab.kernel.jit import inlined, kernel
from simlab.kernel.rng import G, mix64, start
from simlab.policies.style import TAKEN, best, choose_simple, score

MOST_ACTIONS = 1 << 20  # in one trial; a game whose turns do not end must not hang


@kernel
def look_ahead(
    state: Any,
    rules: Any,
    n: Any,
    policy: Any,
    weights: Any,
    seat: Any,
    mind: Any,
    trials: Any,
    looks: Any,
    rows: Any,
    rng: Any,
) -> int:
    """Choose one of the n legal actions in ``mind.legal`` by trying out the best few.

    Parameters
    ----------
    trials : (1,) of the game's ``STATE``, to play on in
    looks : (1,) of the rng's dtype, for the trials' own randomness
    rows : (1,) rows, to see who has won a trial
    """
    score(state, rules, mind.legal, n, weights, seat, mind)
    candidates = min(n, policy.candidates)
    for candidate in range(candidates):
        chosen = best(mind.scores, n, rng)
        mind.scores[chosen] = TAKEN
        mind.candidates[candidate] = mind.legal[chosen]
        mind.values[candidate] = 0.0
    mind.decision += 1
    name = mix64(np.uint64(mind.index) * G + np.uint64(mind.decision))
    last = state.turns + policy.depth  # the same horizon for every candidate, whether or not it ends the turn
    for rollout in range(policy.rollouts):
        trial_name = mix64(name + np.uint64(rollout))
        for candidate in range(candidates):
            trials[0] = state
            trial, look = trials[0], looks[0]
            start(look, mind.ahead, trial_name)
            forward.redeal(trial, rules, seat, look)
            forward.apply(trial, rules, mind.candidates[candidate], look)
            play_on(trial, rules, policy, weights, seat, mind, look, last)
            mind.values[candidate] += prospect(trial, rules, seat, rows[0])
    chosen = 0
    for candidate in range(1, candidates):
        if mind.values[candidate] > mind.values[chosen]:
            chosen = candidate
    return mind.candidates[chosen]


@kernel
def play_on(
    trial: Any,
    rules: Any,
    policy: Any,
    weights: Any,
    seat: Any,
    mind: Any,
    look: Any,
    last: Any,
) -> None:
    """Play a trial until `last` turns are finished, or to its end."""
    taken = 0
    while trial.turns < last and not forward.is_over(trial):
        n = forward.legal_actions(trial, rules, mind.trial_legal)
        if n == 1:
            action = mind.trial_legal[0]
        else:
            action = choose_simple(trial, rules, mind.trial_legal, n, policy, weights, seat, mind, look)
        forward.apply(trial, rules, action, look)
        taken += 1
        if taken > MOST_ACTIONS:
            raise RuntimeError("a turn does not end")


@inlined
def prospect(trial: Any, rules: Any, seat: Any, row: Any) -> float:
    """Return the seat's share of the win where a trial has ended, else what the game makes of its chances."""
    if not forward.is_over(trial):
        return forward.appraise(trial, rules, seat)
    forward.outcome(trial, rules, row)
    if row.truncated == 1 or row.place[seat] != 1:
        return 0.0
    winners = 0
    for other in range(trial.n_seats):
        winners += row.place[other] == 1
    return 1.0 / winners
