"""One variant solved: its chains, how often they are where, and distributions made from that."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.games.tug_of_wargods.exact.chain import Chain, chain
from simlab.games.tug_of_wargods.exact.occupancy import Occupancy, follow

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
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
    def ends(self) -> tuple[Bools, Floats]:
        """Which steps of `chain` are ends, (E,), and how likely a playthrough ends by each of those."""
        return ends(self.chain, self.occupancy)

    def at_end(self, values: Ints | Bools, cut_off: Ints | int = 0) -> Distribution:
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


def ends(of: Chain, occupancy: Occupancy) -> tuple[Bools, Floats]:
    """Which steps of a chain are ends, (E,), and how likely a playthrough ends by each of those."""
    steps = of.steps
    is_end = steps.target < 0
    return is_end, occupancy.visits[steps.source[is_end]] * steps.probability[is_end]


def gathered(values: list[Any], shares: list[Any]) -> Distribution:
    """Add up the shares of equal values: the values that can occur, ascending, and their probabilities."""
    distinct, which = np.unique(np.concatenate(values), return_inverse=True)
    share = np.bincount(which, np.concatenate(shares))
    return distinct[share > 0].astype(np.int64), np.asarray(share[share > 0], np.float64)


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
