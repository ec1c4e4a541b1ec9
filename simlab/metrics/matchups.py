"""Every option that the seats may choose against every other, solved: the table of matchups and what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simlab.experiment.matchup import field
from simlab.metrics.solved import Solved, certain
from simlab.stats.matchups import Equilibrium, Matchups
from simlab.stats.table import Table
from simlab.store import RunError

if TYPE_CHECKING:
    from simlab.experiment import Experiment, Variant
    from simlab.metrics.samples import Sample

LOPSIDED = 0.4  # above one half: more than 90 of 100

AGAINST = "against"
COUNTS = frozenset({"distinct_options", "dominated", "supported"})
"""Metrics that no playthrough which was cut off could change by a share."""

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class MatchupResult:
    """The table of matchups of one variant, and what it says.

    Attributes
    ----------
    option : the game's word for what a seat plays; the key of the tables
    labels : what the K options that do not play alike are called
    members : how many legal options play like each
    examples : one of each, by its own name or its parts
    matchups : (K, K) win shares, a drawn playthrough counting half to each
    cut_off : (K, K) share of the playthroughs of a pairing that the cap cuts off
    """

    option: str
    labels: tuple[str, ...]
    members: tuple[int, ...]
    examples: tuple[str, ...]
    matchups: Matchups
    cut_off: Array

    @cached_property
    def equilibrium(self) -> Equilibrium:
        """A mix of options that none beats."""
        return self.matchups.equilibrium()

    @cached_property
    def dominated(self) -> dict[str, str]:
        """Every option that another beats by more against all options, with the best of those others."""
        return self.matchups.dominated(strictly=True)

    @cached_property
    def table(self) -> Table:
        """The win share of every option (row) against every other and itself."""
        rows = [
            {self.option: label, AGAINST: other, **certain(float(self.matchups.shares[row, column])).cells("win_share")}
            for row, label in enumerate(self.labels)
            for column, other in enumerate(self.labels)
        ]
        return Table((self.option, AGAINST), rows)

    @cached_property
    def ranking(self) -> Table:
        """The options by their win share against the field, best first.

        Columns beyond the usual: rank, dominated_by (strictly; empty where nothing does), weight in the unbeatable mix,
        in_support of any such mix, members that play alike, and an example of them.
        """
        rows = []
        for rank, (label, share) in enumerate(self.matchups.ranking(), 1):
            place = self.labels.index(label)
            rows.append(
                {
                    self.option: label,
                    **certain(share).cells("field_share"),
                    "rank": rank,
                    "dominated_by": self.dominated.get(label, ""),
                    "weight": self.equilibrium.weights[label],
                    "in_support": label in self.equilibrium.support,
                    "members": self.members[place],
                    "example": self.examples[place],
                }
            )
        return Table((self.option,), rows)

    @cached_property
    def pairs(self) -> Array:
        """Win shares of the first of every two options, (K (K − 1) / 2,)."""
        return np.asarray(self.matchups.shares[np.triu_indices(len(self.labels), 1)])

    def number(self, metric: str) -> float:
        """Return a metric that the table as a whole has."""
        gaps = np.abs(self.pairs - 0.5)
        if metric == "largest_gap":
            return float(gaps.max(initial=0))
        if metric == "lopsided":
            return float((gaps > LOPSIDED).mean()) if gaps.size else 0.0
        if metric == "truncated":
            return float(self.cut_off.max())
        counted = {"distinct_options": self.labels, "dominated": self.dominated, "supported": self.equilibrium.support}
        return float(len(counted[metric]))


class Level(NamedTuple):
    """One number of a table of matchups: the keys that tell it apart, whom it is about, and itself."""

    keys: dict[str, str]
    whose: str
    sample: Solved


@dataclass(frozen=True)
class Tabled:
    """Where a number of a table of matchups comes from; what `samples.Played` is to played ones."""

    cut_off: float
    max_rounds: int = 0

    def truncated_share(self, of: Sample | Solved | None = None) -> float:  # noqa: ARG002 - as `Played` has it
        """Return the share of playthroughs that the cap cut off and that could change the number."""
        return self.cut_off


class MatchupReader:
    """What a `RunReader` is to playthroughs, for tables of matchups: each is solved when it is first asked for."""

    def __init__(self, experiment: Experiment) -> None:
        self._game = experiment.game
        self._variants = experiment.variants
        self._known: dict[int, MatchupResult] = {}

    def result(self, variant: int) -> MatchupResult:
        """Return the table of a variant.

        Raises
        ------
        RunError
            A pairing is too large to be solved; the message says so.
        """
        if variant not in self._known:
            self._known[variant] = self._solve(self._variants[variant])
        return self._known[variant]

    def _solve(self, variant: Variant) -> MatchupResult:
        found = field(self._game, variant.rules, variant.chairs[0].option)
        try:
            shares, cut_off = self._game.module("options").pairings(variant.rules, found.fielded)
        except ValueError as error:
            message = f"variant {variant.index} cannot be solved: {error}"
            raise RunError(message) from error
        return MatchupResult(
            option=self._game.option,
            labels=found.labels,
            members=found.members,
            examples=tuple(self._game.option_label(each.option) for each in found.fielded),
            matchups=Matchups(found.labels, shares),
            cut_off=cut_off,
        )

    def levels(self, variant: Variant, metric: str) -> Iterator[Level]:
        """Yield every number that a metric has in a variant."""
        result = self.result(variant.index)
        option = result.option
        if metric == "win_share":
            for row, label in enumerate(result.labels):
                for place, other in enumerate(result.labels):
                    share = float(result.matchups.shares[row, place])
                    yield Level({option: label, AGAINST: other}, f"{label} against {other}", _share(share))
        elif metric in {"field_share", "weight"}:
            for label, share in result.matchups.ranking():
                number = share if metric == "field_share" else result.equilibrium.weights[label]
                yield Level({option: label}, label, _share(number))
        else:
            number = result.number(metric)
            is_count = metric in COUNTS
            yield Level({}, "", Solved(np.array([int(number)]), np.ones(1)) if is_count else _share(number))

    def source(self, variant: Variant, metric: str) -> Tabled:
        """Return how much of a metric the cap leaves open."""
        return Tabled(0.0 if metric in COUNTS else float(self.result(variant.index).cut_off.max()))

    def histogram(self, variant: int, flat: str) -> tuple[Array, Array]:
        """Refuse: a table of matchups tells who wins, and nothing else."""
        message = f"variant {variant} is a table of matchups and has no distribution of {flat}; ask it of two seats"
        raise RunError(message)

    def played(self, variants: int) -> dict[int, int]:
        """Return that nothing was played."""
        return dict.fromkeys(range(variants), 0)


def _share(share: float) -> Solved:
    return Solved(np.array([0, 1]), np.array([1 - share, share]))
