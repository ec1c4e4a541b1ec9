"""What a user holds: a finished run, asked by name."""

from __future__ import annotations

import platform
import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab import __version__
from simlab.columns import columns
from simlab.engine import BATCH
from simlab.engine.digest import source_digest
from simlab.experiment import Experiment, load
from simlab.experiment.restore import restore
from simlab.games import rulebook
from simlab.metrics.matchups import MatchupReader
from simlab.metrics.solved import SolvedReader
from simlab.store import SCHEMA_VERSION, RunError, RunReader, RunWriter, folder_of, write_manifest
from simlab.store.files import now, read_manifest

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pandas as pd
    from matplotlib.axes import Axes

    from simlab.forward import Column
    from simlab.metrics.matchups import MatchupResult
    from simlab.metrics.quantities import Reader
    from simlab.stats.table import Table

Progress = Callable[[int, int, float], None]
PACKAGES = ("numpy", "numba", "llvmlite", "scipy", "pandas", "pyarrow")


def run(  # noqa: PLR0913 - the options of `simlab run`, all by name
    source: str | Path | Mapping[str, Any] | Experiment,
    *,
    overrides: Sequence[str] = (),
    seed: int | None = None,
    limit: int | None = None,
    workers: int | None = None,
    root: str | Path = "runs",
    overwrite: bool = False,
    on_block: Progress | None = None,
    executor: Executor | None = None,
) -> Result:
    """Answer a question: open its run, play what is missing, and return the result.

    Parameters
    ----------
    source : path of a config, the same as a mapping, or an `Experiment`
    overrides : assignments such as ``rules.start_in=3``
    seed, limit : in place of the config's seed; most playthroughs of a variant
    workers : threads; by default as many as the process may use. Results do not depend on it
    root : the folder of run folders
    overwrite : start again where an earlier run was made with other sources
    on_block : called as ``on_block(done, total, seconds)`` while it plays
    executor : any `concurrent.futures.Executor` instead of threads

    Raises
    ------
    ConfigError
        With everything that is wrong with the config.
    RunError
        The run folder cannot be used.
    """
    experiment = _resolved(source, overrides, seed, limit)
    manifest = _manifest(experiment)
    if experiment.method == "exact":
        return _solve(experiment, root, manifest)
    from simlab.engine import blocks

    wanted = [variant.playthroughs for variant in experiment.variants]
    begun = time.perf_counter()
    with RunWriter(experiment, root, manifest, overwrite=overwrite) as writer:
        missing = writer.missing(wanted)
        total = sum(stop - first for _, first, stop in missing)
        done = 0
        finished = blocks.run(writer.jobs, missing, executor=executor, workers=workers or cores())
        try:
            for block in finished:
                writer.append(block)
                done += block.count
                if on_block is not None:
                    on_block(done, total, time.perf_counter() - begun)
        finally:
            finished.close()
        writer.look(time.perf_counter() - begun if total else 0.0)
    return open_run(writer.folder)


def _solve(experiment: Experiment, root: str | Path, manifest: Mapping[str, Any]) -> Result:
    """Answer without playing: the manifest is all of the run, as an exact answer is worked out when it is asked for."""
    at = now()
    looks = {"started": at, "finished": at, "seconds": 0.0, "looks": [], "playthroughs": {}}
    folder = folder_of(experiment, root)
    write_manifest(folder, {**manifest, **looks})
    return open_run(folder)


def _resolved(
    source: str | Path | Mapping[str, Any] | Experiment, overrides: Sequence[str], seed: int | None, limit: int | None
) -> Experiment:
    if isinstance(source, Experiment):
        return source
    return load(source, overrides=overrides, seed=seed, limit=limit)


def cores() -> int:
    """Count the cores this process may use."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _manifest(experiment: Experiment) -> dict[str, Any]:
    return {
        "schema_version": SCHEMA_VERSION,
        "simlab": __version__,
        "game": experiment.game.name,
        "game_version": experiment.game.version,
        "source_digest": source_digest(experiment.game),
        "digest": experiment.digest,
        "seed": experiment.seed,
        "rng": "SplitMix64, keyed by BLAKE2b of (seed, game, stream)",
        "batch": BATCH,
        "method": experiment.method,
        "name": experiment.name,
        "config": experiment.text,
        "overrides": list(experiment.overrides),
        "resolved": dict(experiment.resolved),
        "command": shlex.join(["simlab", *sys.argv[1:]]) if Path(sys.argv[0]).stem == "simlab" else "",
        "versions": {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}},
        "machine": {"system": platform.system(), "architecture": platform.machine()},
        "warnings": [],
    }


def open_run(folder: str | Path) -> Result:
    """Open a run on disk.

    Raises
    ------
    RunError
        There is no run, it is damaged, or its game is not what it was.
    """
    manifest = read_manifest(Path(folder))
    try:
        experiment = restore(
            manifest["resolved"], name=manifest["name"], text=manifest["config"], overrides=manifest["overrides"]
        )
    except (KeyError, TypeError, ValueError) as error:
        message = f"{folder}: made by another version of simlab or of its game: {error}"
        raise RunError(message) from error
    if experiment.digest != manifest["digest"]:
        message = f"{folder}: made by another version of its game; run the config again"
        raise RunError(message)
    return Result(experiment, Path(folder), manifest, _reader(experiment, folder))


def _reader(experiment: Experiment, folder: str | Path) -> Reader:
    if experiment.analysis is not None:
        return MatchupReader(experiment)
    return SolvedReader(experiment) if experiment.method == "exact" else RunReader(folder)


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
        return plots.metric(self.table.rows, self.table.keys, label=self.column.label, unit=unit, ax=ax)

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
    ) -> Metric:
        """Estimate a metric.

        Parameters
        ----------
        name : ``win_share`` or a column
        by : ``seat``, the game's word for what a seat plays, ``turn_position``, ``value``, or axes of the experiment;
            with axes only, the others are averaged over
        of : whose, as in ``{"seat": "hero"}``
        where : variants, as in ``{"rules.start_in": 3}``
        quantile : a quantile instead of the mean, in (0, 1)
        level : of the intervals; those that are read together hold together

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
        return Metric(name, metrics.table(self.experiment, self._reader, question, level), column)

    def verdicts(self) -> Table:
        """Judge the targets."""
        return self._verdicts

    @cached_property
    def _verdicts(self) -> Table:
        from simlab import metrics

        return metrics.verdicts(self.experiment, self._reader)

    def contrasts(self) -> Table:
        """Hold variants against each other, as ``compare`` asks."""
        return self._contrasts

    @cached_property
    def _contrasts(self) -> Table:
        from simlab import metrics

        return metrics.contrasts(self.experiment, self._reader)

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
        frame = pd.DataFrame({"index": found["index"]})
        for name in chosen:
            column = flat[name]
            if column.kind == "category":
                frame[name] = pd.Categorical.from_codes(found[name] - column.lo, names_of(column))
            else:
                frame[name] = found[name] if column.scale == 1 else found[name] / column.scale
        return frame

    def assumptions(self) -> list[Assumption]:
        """List what the numbers rest on that is not printed: gaps, assumed data, and whatever is off its default."""
        experiment = self.experiment
        book = rulebook.load(experiment.game)
        preset = book.resolve(experiment.preset, {})
        found = []
        for key, declared in experiment.game.rules.model_fields.items():
            values = _distinct([variant.rules.model_dump(mode="json")[key] for variant in experiment.variants])
            default = len(values) == 1 and _same(values[0], preset[key])
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


def _same(value: Any, default: Any) -> bool:
    return bool(value == default)


__all__ = ["Assumption", "Metric", "Result", "cores", "open_run", "run"]
