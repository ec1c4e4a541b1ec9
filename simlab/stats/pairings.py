"""What a table of matchups says when its win shares were sampled: only what their intervals allow.

All numbers of a table are read off the same indices, so a jackknife over stretches of indices carries the luck they
share into whatever is computed from all of them (Shao and Wu 1989, Annals of Statistics 17, 1176-1197).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from simlab.stats import limits
from simlab.stats.estimates import Bounds, Estimate
from simlab.stats.matchups import Matchups

__all__ = ["STRETCHES", "Pairings", "intransitivity", "strengths"]

Floats = NDArray[np.float64]

STRETCHES = 32
"""Stretches of indices of the jackknife."""


def strengths(shares: Floats) -> Floats:
    """Return the strength of each option, as the win share against an opponent of average strength, (K,).

    Parameters
    ----------
    shares : (K, K) win shares; the diagonal does not matter

    Notes
    -----
    The model of Bradley and Terry (1952), Biometrika 39, 324-345 (two at a time of Plackett and Luce), fitted to the
    shares by `choix` with a trace of regularisation, so that an option that always wins stays finite.
    """
    import choix

    wins = shares.copy()
    np.fill_diagonal(wins, 0.0)
    logits = choix.ilsr_pairwise_dense(wins, alpha=1e-6)
    return np.asarray(1 / (1 + np.exp(-(logits - logits.mean()))), np.float64)


def intransitivity(shares: Floats) -> float:
    """Share of the squared advantages that no order of strength explains, from 0 (one order) to 1 (only circles).

    Parameters
    ----------
    shares : (K, K) win shares that add up to 1 with their mirror images

    Notes
    -----
    The advantages above one half are a flow on the complete graph; least squares parts it into the differences of one
    number for each option and a cyclic rest: Jiang, Lim, Yao and Ye (2011), Mathematical Programming 127, 203-244. On a
    complete graph that number is the mean advantage.
    """
    flow = (shares - shares.T) / 2
    whole = float((flow**2).sum())
    if whole == 0:
        return 0.0
    level = flow.mean(axis=1)
    rest = flow - (level[:, None] - level[None, :])
    return float((rest**2).sum()) / whole


@dataclass(frozen=True)
class Pairings:
    """Sampled win shares between options, and what can be said of them for sure.

    Parameters
    ----------
    matchups : the estimates
    lo, hi : (K, K) ends of intervals that all hold at once
    stretches : (G, K, K) the same estimates of each of G stretches of indices
    level : of all intervals together
    n : playthroughs of a pairing
    """

    matchups: Matchups
    lo: Floats
    hi: Floats
    stretches: Floats
    level: float
    n: int

    def surely_dominated(self) -> dict[str, str]:
        """Name every option with one that wins more against every option, whatever the intervals leave open."""
        found = {}
        for place, label in enumerate(self.matchups.labels):
            better = [
                other
                for row, other in enumerate(self.matchups.labels)
                if row != place and bool((self.lo[row] > self.hi[place]).all())
            ]
            if better:
                field = dict(zip(self.matchups.labels, self.matchups.field().tolist(), strict=True))
                found[label] = max(better, key=lambda other: field[other])
        return found

    def sure_cycles(self) -> tuple[tuple[str, str, str], ...]:
        """Every three options of which each surely beats the next."""
        beats = self.lo > 0.5  # noqa: PLR2004 - an even pairing
        labels = self.matchups.labels
        found = []
        for a, b, c in combinations(range(len(labels)), 3):
            for one, two, three in ((a, b, c), (a, c, b)):
                if beats[one, two] and beats[two, three] and beats[three, one]:
                    found.append((labels[one], labels[two], labels[three]))
        return tuple(found)

    def exploitability(self, weights: Sequence[float]) -> tuple[float, float]:
        """Limits of the win share above one half that the best answer to a mix gets.

        Notes
        -----
        Against a fixed mix the answer j gets Σ w·W[j, i]; with intervals that all hold at once, that is at most the
        same sum of upper ends, and at least that of lower ends.
        """
        mix = np.asarray(weights, np.float64) / math.fsum(weights)
        return max(0.0, float((self.lo @ mix).max()) - 0.5), max(0.0, float((self.hi @ mix).max()) - 0.5)

    def field(self) -> list[Estimate]:
        """Win share of each option against all others, with intervals that hold at once."""
        return self._jackknifed(_field, (0.0, 1.0), len(self.matchups))

    def strengths(self) -> list[Estimate]:
        """Strength of each option, see `strengths`, with intervals that hold at once."""
        return self._jackknifed(strengths, (0.0, 1.0), len(self.matchups))

    def intransitivity(self) -> Estimate:
        """Share of the advantages that no order explains, see `intransitivity`; 0 is its least, which luck adds to."""
        return self._jackknifed(lambda shares: np.array([intransitivity(shares)]), (0.0, 1.0), 1)[0]

    def _jackknifed(self, of: Callable[[Floats], Floats], bounds: Bounds, family: int) -> list[Estimate]:
        groups = len(self.stretches)
        whole = of(self.matchups.shares)
        if groups < 2:  # noqa: PLR2004 - a variance takes two
            return [Estimate(float(at), math.nan, *bounds, self.level, self.n, "too few playthroughs") for at in whole]
        total = self.stretches.sum(axis=0)
        without = np.array([of((total - stretch) / (groups - 1)) for stretch in self.stretches])
        error = np.sqrt((groups - 1) / groups * ((without - without.mean(axis=0)) ** 2).sum(axis=0))
        level = 1 - (1 - self.level) / max(1, family)
        reach = limits.critical(level, groups - 1) * error
        return [
            Estimate(
                float(at),
                float(se),
                max(bounds[0], float(at - half)),
                min(bounds[1], float(at + half)),
                level,
                self.n,
                f"jackknife, t({groups - 1})",
            )
            for at, se, half in zip(whole, error, reach, strict=True)
        ]


def _field(shares: Floats) -> Floats:
    size = len(shares)
    return np.asarray((shares.sum(axis=1) - shares.diagonal()) / max(1, size - 1), np.float64)
