"""What a policy is, as data: a style, how closely it is followed, and how far it looks ahead. Imports no numba."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np

MOST_CANDIDATES = 16
MOST_ROLLOUTS = 1_024
DEEPEST = 10_000


class Kind(IntEnum):
    """Kinds of policies."""

    random = 0  # every legal action equally likely
    style = 1  # the best score, or nearly
    rollout = 2  # the best few scores, tried out


POLICY = np.dtype(
    [
        ("policy", "i8"),
        ("kind", "i8"),
        ("temperature", "f8"),
        ("blunder", "f8"),
        ("candidates", "i8"),
        ("rollouts", "i8"),
        ("depth", "i8"),
    ],
    align=True,
)
FORCED = np.dtype([("forced", "i8")], align=True)
"""In place of `POLICY` where a game has nothing to decide: its loop is compiled without any choice."""


@dataclass(frozen=True)
class Policy:
    """How a seat decides.

    Attributes
    ----------
    name : in tables and prose
    style : name of the style; empty for random play
    weights : feature -> weight of the style's score; features that are not named weigh nothing
    temperature : 0 for the best score, ties evenly; else actions are drawn with chances ∝ exp(score / temperature)
    blunder : share of turns that are played at random
    candidates, rollouts, depth : how many of the best actions are tried out, how often, and for how many turns; 0 for
        no look-ahead
    """

    name: str
    style: str = ""
    weights: Mapping[str, float] = field(default_factory=dict)
    temperature: float = 0.0
    blunder: float = 0.0
    candidates: int = 0
    rollouts: int = 0
    depth: int = 0

    @property
    def kind(self) -> Kind:
        """Which kind of policy this is."""
        if not self.style:
            return Kind.random
        return Kind.rollout if self.candidates > 1 else Kind.style


RANDOM = Policy("random")


def pack(
    policies: Sequence[Sequence[Policy]], features: Sequence[str], *, is_forced: bool
) -> tuple[np.recarray[Any, Any], np.ndarray[Any, Any]]:
    """Pack the policies of all arrangements for the kernel.

    Parameters
    ----------
    policies : (A, S), for each arrangement the policy of each seat
    features : the game's names of features, F of them
    is_forced : whether the game never offers a choice

    Returns
    -------
    records : (A, S) of `POLICY`, or of `FORCED`
    weights : (A, S, F) float64
    """
    shape = len(policies), len(policies[0])
    weights = np.zeros((*shape, len(features)))
    if is_forced:
        return np.zeros(shape, FORCED).view(np.recarray), weights
    records = np.zeros(shape, POLICY).view(np.recarray)
    for arrangement, seats in enumerate(policies):
        for seat, policy in enumerate(seats):
            record = records[arrangement, seat]
            for name in ("kind", "temperature", "blunder", "candidates", "rollouts", "depth"):
                record[name] = getattr(policy, name)
            weights[arrangement, seat] = [policy.weights.get(feature, 0.0) for feature in features]
    return records, weights
