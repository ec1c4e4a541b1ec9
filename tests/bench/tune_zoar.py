"""Tune the weights of Zoar's all-rounder by play against itself; run ``python tests/bench/tune_zoar.py``.

A search along one weight at a time. A challenger, the present weights with one of them changed, sits at one seat and
the present weights at the other three, in turn at every seat and with every order of the tribes, always on the same
indices of the same seed. A challenger that wins clearly more than a quarter plays once more, from a seed that it was
not chosen by, and takes over if it is clearly better there too. The weights are printed after every pass, in the form
that ``data/styles.yaml`` has them, and at last with what they win against those of the file. Whoever changes the file
rounds them: nothing depends on the third digit.

The same seed gives the same weights. A pass takes two to three minutes on one core.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations

import numpy as np

from simlab import games
from simlab.conformance.cases import rows_of, rules_of
from simlab.engine import blocks
from simlab.policies import styles
from simlab.policies.policy import Policy

GAME = games.load("zoar")
LEVEL = "regular"  # whose temperature the weights are tuned for
TRIBES = ("trader", "farmer", "warrior", "religious")
SEATINGS = [(order, seat) for order in permutations(range(len(TRIBES))) for seat in range(len(TRIBES))]
SEED = 20_261_201
PLAYTHROUGHS = 48 * len(SEATINGS)
PASSES = 2
LARGER = 2.0  # a weight is tried this many times larger and smaller, either sign kept
SOME = 0.5  # of either sign, and 0, are what a weight below it is tried with as well
CLEAR = 2.0  # standard errors above a quarter
FIXED = {"win_now"}  # dominates whatever it weighs
CREDIT = 60.0  # of a win that is not shared


def share(challenger: Policy, others: Policy, seed: int = SEED) -> tuple[float, float]:
    """Return what a policy wins against three others, and the standard error of that."""
    job = blocks.packed(
        GAME,
        rules_of(GAME),
        TRIBES,
        arrangements=[order for order, _ in SEATINGS],
        policies=[[challenger if at == seat else others for at in range(len(TRIBES))] for _, seat in SEATINGS],
        seed=seed,
    )
    rows = rows_of(job, PLAYTHROUGHS)
    credit = rows[:, [job.layout.position(f"credit_{seat}") for seat in range(len(TRIBES))]] / CREDIT
    seats = np.array([seat for _, seat in SEATINGS])[rows[:, job.layout.position("arrangement")]]
    won = credit[np.arange(PLAYTHROUGHS), seats]
    return float(won.mean()), float(won.std() / np.sqrt(PLAYTHROUGHS))


def is_better(challenger: Policy, others: Policy, seed: int) -> tuple[bool, float]:
    """Return whether a policy wins clearly more than a quarter, and what it wins."""
    won, error = share(challenger, others, seed)
    return won - CLEAR * error > 1.0 / len(TRIBES), won


def around(weight: float) -> list[float]:
    """Return what a weight is tried with."""
    tried = {weight * LARGER, weight / LARGER}
    if abs(weight) < SOME:
        tried |= {SOME, -SOME, 0.0}
    return sorted(tried - {weight})


def improved(policy: Policy, feature: str, unused: int) -> Policy:
    """Return the policy with the best of the values around one weight, or the policy itself."""
    trials = [
        replace(policy, weights={**policy.weights, feature: value})
        for value in around(policy.weights.get(feature, 0.0))
    ]
    scored = [(is_better(trial, policy, SEED), trial) for trial in trials]
    (is_clear, _), best = max(scored, key=lambda one: one[0][1])
    return best if is_clear and is_better(best, policy, unused)[0] else policy


def shown(weights: Mapping[str, float]) -> str:
    """Write weights as ``styles.yaml`` has them."""
    return "{" + ", ".join(f"{name}: {value:.3g}" for name, value in weights.items()) + "}"


def main() -> None:
    """Tune, and print what comes out."""
    start = policy = styles.load(GAME).level(LEVEL)
    begun = time.perf_counter()
    trial = 0
    for number in range(1, PASSES + 1):
        before = policy
        for feature in GAME.features:
            if feature in FIXED:
                continue
            trial += 1
            changed = improved(policy, feature, SEED + trial)
            if changed is not policy:
                sys.stdout.write(f"{feature}: {changed.weights[feature]:.3g}\n")
                sys.stdout.flush()
            policy = changed
        sys.stdout.write(f"pass {number}, {time.perf_counter() - begun:.0f} s: {shown(policy.weights)}\n")
        sys.stdout.flush()
        if policy is before:
            break
    won, error = share(policy, start, SEED + trial + 1)
    sys.stdout.write(f"against three of the file's: {won:.3f} ± {error:.3f}\n")


if __name__ == "__main__":
    main()
