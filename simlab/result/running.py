"""From a question to a result: open its run, play or solve what is missing."""

from __future__ import annotations

import platform
import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab import __version__
from simlab.engine import BATCH
from simlab.engine.digest import source_digest
from simlab.experiment import Experiment, load
from simlab.experiment.restore import restore
from simlab.metrics.matchups import MatchupReader
from simlab.metrics.solved import SolvedReader
from simlab.result.holding import Result
from simlab.result.looking import planned, stages
from simlab.store import SCHEMA_VERSION, RunError, RunReader, RunWriter, folder_of, write_manifest
from simlab.store.files import now, read_manifest

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from simlab.metrics.quantities import Reader

Progress = Callable[[int, int, float], None]
PACKAGES = ("numpy", "numba", "llvmlite", "scipy", "pandas", "pyarrow")


def run(
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

    begun = time.perf_counter()
    with RunWriter(experiment, root, manifest, overwrite=overwrite) as writer:
        experiment = planned(experiment, writer.played, writer.manifest["looks"])
        writer.manifest["resolved"] = dict(experiment.resolved)
        done, most = 0, sum(stop - first for _, first, stop in writer.missing(_most(experiment)))
        for wanted in stages(experiment, writer):
            finished = blocks.run(writer.jobs, writer.missing(wanted), executor=executor, workers=workers or cores())
            try:
                for block in finished:
                    writer.append(block)
                    done += block.count
                    if on_block is not None:
                        on_block(done, most, time.perf_counter() - begun)
            finally:
                finished.close()
        writer.look(time.perf_counter() - begun if done else 0.0)
    return open_run(writer.folder)


def _most(experiment: Experiment) -> list[int]:
    return [variant.playthroughs for variant in experiment.variants]


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
    except (LookupError, TypeError, ValueError) as error:
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
