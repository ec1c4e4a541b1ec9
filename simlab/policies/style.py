"""Following a style: score every legal action, take the best or nearly.

Scores use + - × ÷ and comparisons in a fixed order and an exponential of our own: the mathematical library of a machine
decides no move.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab import forward
from simlab.kernel.jit import inlined, kernel
from simlab.kernel.rng import MIND, below, next64
from simlab.policies.policy import Kind

RANDOM = int(Kind.random)
LEAST = -40.0  # exponents below this count as no chance at all: e⁻⁴⁰ is 4·10⁻¹⁸
TAKEN = -1e300  # the score of an action that is not to be drawn again
_SQUARINGS = 10
_S11 = np.uint64(11)


@inlined
def uniform(rng: Any, stream: Any) -> float:
    """Draw one of the 2⁵³ multiples of 2⁻⁵³ in [0, 1)."""
    return np.float64(next64(rng, stream) >> _S11) * (1.0 / 9007199254740992.0)


@inlined
def exponential(x: float) -> float:
    """Return eˣ for x ≤ 0, the same bits on every machine; 0 below `LEAST`, else within 10⁻¹⁰ of the truth.

    A sixth-order Taylor polynomial of x / 2¹⁰, squared ten times.
    """
    if x < LEAST:
        return 0.0
    z = x * (1.0 / (1 << _SQUARINGS))
    y = 1.0 + z * (1.0 + z * (0.5 + z * (1.0 / 6.0 + z * (1.0 / 24.0 + z * (1.0 / 120.0 + z * (1.0 / 720.0))))))
    for _ in range(_SQUARINGS):
        y *= y
    return y


@kernel
def score(state: Any, rules: Any, actions: Any, n: Any, weights: Any, seat: Any, mind: Any) -> None:
    """Score the n legal actions: the weighted sum of what they mean to the seat to move.

    Parameters
    ----------
    weights : (A, S, F) float64, of which ``weights[mind.arrangement, seat]`` are used
    mind : `Mind` record, whose `scores` are filled
    """
    forward.features(state, rules, actions, n, mind.features)
    for action in range(n):
        total = 0.0
        for feature in range(weights.shape[2]):
            total += weights[mind.arrangement, seat, feature] * mind.features[action, feature]
        mind.scores[action] = total


@inlined
def best(scores: Any, n: Any, rng: Any) -> int:
    """Return the number of the best of n scores, ties evenly."""
    chosen = 0
    ties = 1
    for action in range(1, n):
        if scores[action] > scores[chosen]:
            chosen = action
            ties = 1
        elif scores[action] == scores[chosen]:
            ties += 1
    if ties == 1:
        return chosen
    skip = below(rng, MIND, ties)
    top = scores[chosen]
    for action in range(chosen, n):
        if scores[action] == top:
            if skip == 0:
                return action
            skip -= 1
    return chosen


@inlined
def drawn(scores: Any, n: Any, temperature: Any, rng: Any) -> int:
    """Draw the number of one of n scores with chances ∝ exp(score / temperature); the scores are overwritten."""
    top = scores[0]
    for action in range(1, n):
        top = max(top, scores[action])
    total = 0.0
    for action in range(n):
        scores[action] = exponential((scores[action] - top) / temperature)
        total += scores[action]
    left = uniform(rng, MIND) * total
    last = 0
    for action in range(n):
        if scores[action] > 0.0:
            last = action
            if left < scores[action]:
                return action
        left -= scores[action]
    return last  # rounding left a crumb


@kernel
def choose_simple(
    state: Any,
    rules: Any,
    actions: Any,
    n: Any,
    policy: Any,
    weights: Any,
    seat: Any,
    mind: Any,
    rng: Any,
) -> int:
    """Choose one of the n legal actions without looking ahead; by the weights of `seat`, whoever is to move."""
    if policy.kind == RANDOM:
        return actions[below(rng, MIND, n)]
    score(state, rules, actions, n, weights, seat, mind)
    if policy.temperature > 0.0:
        return actions[drawn(mind.scores, n, policy.temperature, rng)]
    return actions[best(mind.scores, n, rng)]
