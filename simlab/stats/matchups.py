"""What a table of matchups says: which options dominate which, which mix nobody can beat, who ranks where.

A table is a square matrix W of win shares: W[i, j] is what option i gets against option j, W[i, j] + W[j, i] = 1, and
an option against itself gets one half. Options can be anything that is chosen once, by both sides, from the same list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Equilibrium", "Matchups"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

SAME = 1e-9
"""Win shares closer than this are equal; exact ones carry rounding of about 1e-14."""

LEAST = 1e-6
"""A part of a mix below this is the solver's rounding."""


@dataclass(frozen=True)
class Equilibrium:
    """A mix of options that no option beats.

    Attributes
    ----------
    weights : how often to choose each option, in their order; they add up to 1
    value : win share of the mix against the best answer to it; one half but for `exploitability`
    exploitability : win share that the best answer gets above one half, 0 but for rounding
    support : the options that some unbeatable mix contains, in their order
    is_pure : whether `weights` choose one option always
    is_only : whether there is no other unbeatable mix
    """

    weights: dict[str, float]
    value: float
    exploitability: float
    support: tuple[str, ...]
    is_pure: bool
    is_only: bool


class Matchups:
    """A matrix of win shares between options.

    Parameters
    ----------
    labels : what the K options are called, all different
    shares : (K, K) win share of the option of the row against that of the column

    Raises
    ------
    ValueError
        No options, labels that repeat, another shape, a share outside 0 … 1, or two shares of one pairing that do not
        add up to 1.
    """

    def __init__(self, labels: Sequence[str], shares: ArrayLike) -> None:
        self.labels = tuple(labels)
        self.shares: Floats = np.array(shares, np.float64)
        size = len(self.labels)
        if size == 0 or len(set(self.labels)) < size:
            raise ValueError(f"options need names of their own; got {list(self.labels)}")
        if self.shares.shape != (size, size):
            raise ValueError(f"{size} options need a matrix of {size} × {size}, not of {self.shares.shape}")
        if not ((self.shares >= -SAME) & (self.shares <= 1 + SAME)).all():
            raise ValueError("win shares lie between 0 and 1")
        gap = np.abs(self.shares + self.shares.T - 1)
        if gap.max() > SAME:
            row, column = np.unravel_index(int(gap.argmax()), gap.shape)
            pairing = f"{self.labels[row]} against {self.labels[column]}"
            total = self.shares[row, column] + self.shares[column, row]
            raise ValueError(f"the two win shares of {pairing} add up to {total:g}, not to 1")

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def edge(self) -> Floats:
        """Win shares above one half, (K, K): the payoff of a zero-sum game that is its own mirror image."""
        return (self.shares - self.shares.T) / 2

    def dominates(self, *, strictly: bool) -> Bools:
        """Say which option (row) is better than which (column) against every option, (K, K) bool.

        Weakly: nowhere worse and somewhere better.
        """
        lead = self.shares[:, None, :] - self.shares[None, :, :]
        if strictly:
            return np.asarray((lead > SAME).all(axis=2))
        return np.asarray((lead > -SAME).all(axis=2) & (lead > SAME).any(axis=2))

    def dominated(self, *, strictly: bool) -> dict[str, str]:
        """Name every dominated option with one that dominates it, the one of the highest field share."""
        better = self.dominates(strictly=strictly)
        field = self.field()
        return {
            label: self.labels[max(np.flatnonzero(better[:, place]).tolist(), key=lambda row: field[row])]
            for place, label in enumerate(self.labels)
            if better[:, place].any()
        }

    def undominated(self, *, strictly: bool) -> tuple[tuple[str, ...], ...]:
        """Take away dominated options again and again, as fewer opponents make more dominated.

        Returns
        -------
        rounds : the options left at first, after the first round, …; the last ones are dominated by none of themselves.
            All that are dominated go at once. What strict dominance leaves does not depend on that; what weak
            dominance leaves may.
        """
        left = self
        rounds = [self.labels]
        while gone := left.dominated(strictly=strictly):
            left = left.among([label for label in left.labels if label not in gone])
            rounds.append(left.labels)
        return tuple(rounds)

    def among(self, labels: Sequence[str]) -> Matchups:
        """Return the matchups of some of the options."""
        places = [self.labels.index(label) for label in labels]
        return Matchups(labels, self.shares[np.ix_(places, places)])

    def field(self, weights: ArrayLike | None = None) -> Floats:
        """Win share of each option against the field, (K,).

        Parameters
        ----------
        weights : (K,) how common each option is
            None for all others equally, the mirror left out; one option alone gets one half.
        """
        if weights is not None:
            common = np.asarray(weights, np.float64)
            return np.asarray(self.shares @ (common / common.sum()))
        if len(self) == 1:
            return np.full(1, 0.5)
        return np.asarray((self.shares.sum(axis=1) - self.shares.diagonal()) / (len(self) - 1))

    def ranking(self) -> tuple[tuple[str, float], ...]:
        """Options and their win share against the field, best first; equal ones in their order."""
        field = self.field().tolist()
        best_first = sorted(range(len(self)), key=lambda place: (-round(field[place] / SAME), place))
        return tuple((self.labels[place], field[place]) for place in best_first)

    def cycles(self) -> tuple[tuple[str, str, str], ...]:
        """Every three options of which the first beats the second, that the third, and that the first.

        Where there are none, and every pairing has a better side, the options stand in one order.
        """
        beats = self.edge > SAME
        found = []
        for a, b, c in combinations(range(len(self)), 3):
            for one, two, three in ((a, b, c), (a, c, b)):
                if beats[one, two] and beats[two, three] and beats[three, one]:
                    found.append((self.labels[one], self.labels[two], self.labels[three]))
        return tuple(found)

    def exploitability(self, weights: ArrayLike) -> float:
        """Win share above one half that the best answer to a mix gets; at least 0, for the mix can be copied.

        Parameters
        ----------
        weights : (K,) how often the mix chooses each option
        """
        mix = np.asarray(weights, np.float64)
        return max(0.0, -float((mix / mix.sum() @ self.edge).min()))

    def equilibrium(self) -> Equilibrium:
        """Find a mix that no option beats.

        A single option that nothing beats is preferred, the one of the highest field share if there are several. The
        support is found by asking of each option how large a part of an unbeatable mix it can be.

        Notes
        -----
        An option that beats every other is the only answer, for every other mix loses to it; nothing is solved then.

        Minimax of a symmetric zero-sum game as a linear programme: von Neumann and Morgenstern (1944), Theory of Games
        and Economic Behavior; Dantzig (1951). It is solved by SciPy's HiGHS.
        """
        unbeaten = np.flatnonzero((self.edge >= -SAME).all(axis=1))
        beats_all = np.flatnonzero((self.edge > SAME).sum(axis=1) == len(self) - 1)
        if len(beats_all):
            largest = [np.eye(len(self))[beats_all[0]]] * len(self)
        else:
            largest = [self._largest_part(place) for place in range(len(self))]
        support = [place for place, mix in enumerate(largest) if mix[place] > LEAST]
        if len(unbeaten):
            weights = np.zeros(len(self))
            weights[max(unbeaten.tolist(), key=lambda place: self.field()[place])] = 1
        else:
            weights = np.mean([largest[place] for place in support], axis=0)  # as even as comes cheap
        exploitability = self.exploitability(weights)
        return Equilibrium(
            weights=dict(zip(self.labels, weights.tolist(), strict=True)),
            value=0.5 - exploitability,
            exploitability=exploitability,
            support=tuple(self.labels[place] for place in support),
            is_pure=bool(len(unbeaten)),
            is_only=all(abs(largest[place][place] - weights[place]) < LEAST for place in support),
        )

    def _largest_part(self, place: int) -> Floats:
        """Return the unbeatable mix with as much of one option as there can be, (K,)."""
        from scipy.optimize import linprog  # only a table of matchups needs the solver

        objective = np.zeros(len(self))
        objective[place] = -1
        solved = linprog(
            objective,
            A_ub=-self.edge.T,
            b_ub=np.zeros(len(self)),
            A_eq=np.ones((1, len(self))),
            b_eq=[1],
            bounds=(0, 1),
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        if not solved.success:
            raise RuntimeError(f"the linear programme of {self.labels[place]} failed: {solved.message}")
        mix = np.clip(solved.x, 0, None)
        return np.asarray(mix / mix.sum())
