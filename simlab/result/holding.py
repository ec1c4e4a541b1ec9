"""What a user holds: the tables of a run, asked by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from simlab.columns import columns
from simlab.experiment import Experiment, Shown
from simlab.experiment.plan import SKILL, WORLD
from simlab.games import rulebook
from simlab.metrics.matchups import MatchupReader
from simlab.metrics.quantities import WIN_SHARE
from simlab.store import RunError, RunReader

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from simlab.forward import Column
    from simlab.metrics.matchups import MatchupResult
    from simlab.metrics.pairings import PairingResult
    from simlab.metrics.quantities import Reader
    from simlab.stats.extremes import Extreme
    from simlab.stats.table import Table


Asked = Literal["targets", "comparisons"]


@dataclass(frozen=True)
class Assumption:
    """A value that the numbers rest on, and where it comes from: text, gap (our decision) or assumed (our data)."""

    key: str
    value: Any
    source: str
    default: bool
    label: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Metric:
    """A metric's table, with ways to look at it.

    Attributes
    ----------
    name : the metric
    table : the tidy table
    column : the declaration of what was measured
    """

    name: str
    table: Table
    column: Column

    def to_frame(self) -> pd.DataFrame:
        """Return the table as a data frame."""
        return self.table.to_frame()

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the estimates with their intervals."""
        from simlab import plots

        is_share = self.column.kind in {"flag", "category"} or self.column.unit == "wins"
        unit = "of 100" if is_share else self.column.unit
        label = "win share" if self.name == WIN_SHARE else self.column.label
        return plots.metric(self.table.rows, self.table.keys, label=label, unit=unit, over=WORLD, by=SKILL, ax=ax)

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(index=False, float_format=lambda value: f"{value:.4g}", border=0))


class Result:
    """The tables that answer a question, on disk as a run.

    Attributes
    ----------
    experiment : the question, resolved
    folder : where the run is
    manifest : everything that determines the numbers, and where they were made
    playthroughs : variant -> how many were played; always a prefix of the indices
    """

    def __init__(self, experiment: Experiment, folder: Path, manifest: dict[str, Any], reader: Reader) -> None:
        self.experiment = experiment
        self.folder = folder
        self.manifest = manifest
        self.playthroughs = reader.played(len(experiment.variants))
        self._reader = reader
        self._concluded: dict[Asked, Table] = {}

    def __repr__(self) -> str:
        """Say what was asked and how much was played."""
        number = (
            f"{sum(self.playthroughs.values()):,} playthroughs" if self.experiment.method == "simulate" else "exact"
        )
        return f"<Result {self.experiment.question!r}: {len(self.experiment.variants)} variants, {number}>"

    def metric(
        self,
        name: str,
        *,
        by: str | Sequence[str] | None = None,
        of: Mapping[str, Any] | None = None,
        where: Mapping[str, Any] | None = None,
        quantile: float | None = None,
        level: float = 0.95,
        together: bool = False,
        extreme: Extreme | None = None,
        per: str | None = None,
    ) -> Metric:
        """Estimate a metric.

        Parameters
        ----------
        name : ``win_share`` or a column
        by : ``seat``, the game's word for what a seat plays, ``turn_position``, ``value``, or axes of the experiment;
            beside axes that are named the others are averaged over, but never worlds or skill levels. Several of the
            first three make a cross table; a column of the whole table (``victory_kind``) shows what goes with it,
            which is an association and no reason
        of : whose, as in ``{"seat": "hero"}``
        where : variants, as in ``{"rules.start_in": 3}``
        quantile : a quantile instead of the mean, in (0, 1)
        level : of the intervals; those that are read together (of one variant) hold together
        extreme : ``gap``, ``highest`` or ``lowest`` of those asked by, projected from intervals that hold at once
        per : a column; the total of the metric per total of that one, as in battles per round
        together : whether all intervals of the table hold at once, as the band of a response curve does

        Raises
        ------
        UnknownMetricError
            The metric, a key or a value is not there; a `ValueError`.
        """
        from simlab import metrics
        from simlab.metrics.quantities import declared

        keys = (by,) if isinstance(by, str) else tuple(by or ())
        question = metrics.Question(name, keys, of, where, quantile)
        _, column = declared(self.experiment, name)
        if per is not None:
            from simlab.metrics.indices import ratio

            return Metric(name, ratio(self.experiment, self._reader, question, per, level), column)
        if extreme is not None:
            return Metric(name, metrics.extreme(self.experiment, self._reader, question, extreme, level), column)
        return Metric(name, metrics.table(self.experiment, self._reader, question, level, together=together), column)

    def composite(
        self,
        name: str,
        weights: Mapping[str, float],
        *,
        by: str | Sequence[str] | None = None,
        of: Mapping[str, Any] | None = None,
        where: Mapping[str, Any] | None = None,
        level: float = 0.95,
    ) -> Table:
        """Estimate an index: the means of several metrics, each times its weight, added up.

        Parameters
        ----------
        name : of the index
        weights : metric -> weight, in units of the index per unit of the metric
        by, of, where, level : as for `metric`; metrics of the whole table are the same for everybody

        Raises
        ------
        UnknownMetricError
            A metric, a key or a value is not there, or the answer is exact.
        """
        from simlab import metrics
        from simlab.metrics.indices import composite

        keys = (by,) if isinstance(by, str) else tuple(by or ())
        question = metrics.Question(name, keys, of, where)
        return composite(self.experiment, self._reader, weights, question, level)

    def shown(self, asked: Shown) -> Metric:
        """Answer a table that the question asks for without a target."""
        return self.metric(
            asked.metric,
            by=asked.by,
            of=asked.of,
            where=asked.where,
            quantile=asked.quantile,
            extreme=asked.extreme,
        )

    def verdicts(self) -> Table:
        """Judge the targets."""
        return self._verdicts

    @cached_property
    def _verdicts(self) -> Table:
        from simlab import metrics

        return metrics.verdicts(self.experiment, self._reader)

    def conclusions(self, asked: Asked = "targets") -> Table:
        """Say what the verdicts come to over all worlds and skill levels: one row for each of the other keys.

        Where only one world and one level are asked about, these are the verdicts (or the contrasts).
        """
        from simlab import metrics

        if asked not in self._concluded:
            self._concluded[asked] = metrics.conclusions(self.experiment, self._judged(asked))
        return self._concluded[asked]

    def worlds(self, asked: Asked = "targets") -> Table:
        """Say in how many worlds each verdict holds, and which is the worst; empty where no worlds are asked about.

        Its rows are those of every skill level that is asked about.
        """
        from simlab import metrics

        return metrics.worlds(self.experiment, self._judged(asked))

    def skills(self, asked: Asked = "targets") -> Table:
        """Say what each verdict is at every skill level, and whether it survives; empty where no others are checked."""
        from simlab import metrics

        return metrics.skills(self.experiment, self._judged(asked))

    @property
    def is_met(self) -> bool:
        """Whether every target is met at the skill level of the verdict, in as many worlds as it must hold in."""
        return all(row["verdict"] == "inside" for row in self.conclusions())

    def _judged(self, asked: Asked) -> Table:
        return self._verdicts if asked == "targets" else self._contrasts

    def contrasts(self) -> Table:
        """Hold variants against each other, as ``compare`` asks."""
        return self._contrasts

    @cached_property
    def _contrasts(self) -> Table:
        from simlab import metrics

        return metrics.contrasts(self.experiment, self._reader)

    def effects(
        self,
        name: str | None = None,
        *,
        on: Sequence[str] = (),
        interactions: Sequence[Sequence[str]] = (),
        by: str | None = None,
        of: Mapping[str, Any] | None = None,
        where: Mapping[str, Any] | None = None,
    ) -> Table:
        """Fit what each thing that is varied changes, by least squares over all variants of a world and a skill level.

        Parameters
        ----------
        name : ``win_share`` or a column; None for the fits that the question asks for
        on : axes; by default all that are varied
        interactions : axes whose effects may depend on each other, as in ``[("seats", "rules.start_food")]``
        by, of, where : as for `metric`

        Returns
        -------
        A row for each effect: ``value`` held against ``instead_of``, or one unit of a number where both are missing.

        Raises
        ------
        UnknownMetricError
            The metric, a key or a value is not there, or an axis is not varied.
        """
        from simlab import metrics
        from simlab.metrics.effects import of_design

        if name is None:
            return metrics.effects(self.experiment, self._reader, self.experiment.effects)
        asked = of_design(self.experiment, name, on, interactions, by=by, of=of, where=where)
        return metrics.effects(self.experiment, self._reader, (asked,))

    def matchups(self, variant: int = 0) -> MatchupResult:
        """Return every option that the seats may choose against every other, where ``analysis: matchup`` asked for it.

        Raises
        ------
        RunError
            The question has no such analysis, or a pairing is too large to be solved.
        """
        if not isinstance(self._reader, MatchupReader):
            message = "this run has no table of matchups; ask with analysis: matchup"
            raise RunError(message)
        return self._reader.result(variant)

    def experience(self, asked: str = "snowball", level: float = 0.95) -> Table:
        """Say how it feels on the way, at fixed rounds among the playthroughs that go on after them.

        Parameters
        ----------
        asked : ``snowball``: how often whoever leads alone wins; ``comeback``: how often somebody else does, by the
            size of the lead; ``decided``: how many are over or settled
        level : at which all intervals of a variant hold at once

        Raises
        ------
        RunError
            An exact answer has no playthroughs to follow.
        """
        from simlab.metrics.experience import experience

        if not isinstance(self._reader, RunReader):
            message = "an exact answer has no playthroughs to follow; ask with method: simulate"
            raise RunError(message)
        return experience(self.experiment, self._reader, asked, level)  # type: ignore[arg-type]

    @cached_property
    def pairings(self) -> list[PairingResult]:
        """Tables of matchups that were played, where two axes with the same values set what the two sides play.

        One for each value of the other axes, world and skill level; empty where the question varies no such axes.
        """
        from simlab.metrics.pairings import played

        return played(self.experiment, self._reader) if isinstance(self._reader, RunReader) else []

    def distribution(self, name: str, variant: int = 0) -> tuple[list[float], list[float]]:
        """Return the values of a column, in its units, and how many playthroughs had each; per-seat: ``place_0``.

        An exact answer has probabilities in place of numbers of playthroughs.
        """
        stem = name.rpartition("_")[0]
        declared = columns(self.experiment.game)
        column = declared.get(name) or declared[stem]
        if column.kind == "flag" and isinstance(self._reader, RunReader):  # two bins that follow from a sum
            n, sums = self._reader.batches(variant, [f"sum_{name}"])
            yes = int(sums[f"sum_{name}"].sum())
            return [0.0, 1.0], [int(n.sum()) - yes, yes]
        values, counts = self._reader.histogram(variant, name)
        return [value / column.scale for value in values.tolist()], counts.tolist()

    def rows(self, variant: int = 0, names: Sequence[str] | None = None) -> pd.DataFrame:
        """Return the kept playthroughs of a variant, one a line: index, then the columns in their units.

        Names of categories stand for their numbers; a seat's columns end in its number, as in ``won_0``.
        """
        import pandas as pd

        if not isinstance(self._reader, RunReader):
            message = "an exact answer has no playthroughs to show; ask with method: simulate"
            raise RunError(message)
        game = self.experiment.game
        seats = len(self.experiment.variants[variant].chairs)
        flat = {
            (f"{name}_{seat}" if column.per_seat else name): column
            for name, column in columns(game).items()
            if name != "turn_position" or game.has_turn_order
            for seat in range(seats if column.per_seat else 1)
        }
        chosen = (
            list(flat) if names is None else [one for one in flat if one in names or one.rpartition("_")[0] in names]
        )
        found = self._reader.rows(variant, chosen)
        cells: dict[str, Any] = {"index": found["index"]}
        for name in chosen:
            column = flat[name]
            if column.kind == "category":
                cells[name] = pd.Categorical.from_codes(found[name] - column.lo, names_of(column))
            else:
                cells[name] = found[name] if column.scale == 1 else found[name] / column.scale
        return pd.DataFrame(cells)

    def assumptions(self) -> list[Assumption]:
        """List what the numbers rest on that is not printed: gaps, assumed data, and whatever is off its default."""
        experiment = self.experiment
        book = rulebook.load(experiment.game)
        printed = [book.resolve(preset, {}) for preset in experiment.presets]
        found = []
        for key, declared in experiment.game.rules.model_fields.items():
            values = _distinct([variant.rules.model_dump(mode="json")[key] for variant in experiment.variants])
            default = all(any(value == preset[key] for preset in printed) for value in values)
            if book.sources[key] == "text" and default:
                continue
            extra = declared.json_schema_extra
            rules = tuple(map(str, extra["rules"])) if isinstance(extra, dict) else ()  # type: ignore[arg-type]
            value = values[0] if len(values) == 1 else values
            found.append(Assumption(f"rules.{key}", value, book.sources[key], default, declared.title or key, rules))
        return found


def names_of(column: Column) -> list[str]:
    """Name the values of a category, in the order of their numbers."""
    return [member.name for member in column.values or ()]  # noqa: PD011 - an enumeration, not a frame


def _distinct(values: list[Any]) -> list[Any]:
    return [value for place, value in enumerate(values) if value not in values[:place]]
