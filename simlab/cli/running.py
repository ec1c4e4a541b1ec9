"""`simlab run`: play a question and say what came out."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli.answering import page
from simlab.cli.asking import amount
from simlab.cli.streams import say, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simlab.experiment import Experiment
    from simlab.result import Result
    from simlab.stats.table import Table

SCHEMA_VERSION = 1  # of what --json prints
NOT_MET = 3
INTERRUPTED = 130


def run(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="A question in YAML.")],
    *,
    assignments: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change one value of it; may be repeated.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="In place of the config's.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Threads; by default one per core.")] = None,
    limit: Annotated[int | None, typer.Option(help="Most playthroughs of each variant.")] = None,
    root: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the folders of runs are.")] = Path("runs"),
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Throw away an earlier run of it.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what it would cost, and write nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    with_report: Annotated[bool, typer.Option("--report", help="Write the report too, and name it.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 3 unless every target is met.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
) -> None:
    """Play a question and judge its targets.

    The same question again opens its run; more playthroughs extend it; after an interruption it goes on. Results depend
    on the question and its seed alone, not on threads, interruptions or order.
    """
    from simlab.experiment import load

    experiment = load(config, overrides=assignments or (), seed=seed, limit=limit)
    if dry_run:
        _forecast(experiment, root, workers, as_json=as_json)
        return
    result = _played(experiment, root, workers, overwrite=overwrite, quiet=quiet)
    report = page(result) if with_report else None
    if as_json:
        say(json.dumps(_object(result), ensure_ascii=False, allow_nan=False))
    else:
        _show(result)
        say(f"\nrun: {result.folder}")
        say(f"report: {report}" if report else f"next: simlab report {shlex.quote(str(result.folder))}")
    if strict and not result.is_met:
        raise typer.Exit(NOT_MET)


def _show(result: Result) -> None:
    """Print what came out."""
    from simlab.cli import matchups, verdicts

    (verdicts.show if result.experiment.analysis is None else matchups.show)(result)


def _played(experiment: Experiment, root: Path, workers: int | None, *, overwrite: bool, quiet: bool) -> Result:
    from simlab import result as results
    from simlab.cli.progress import Progress
    from simlab.store import folder_of

    is_played = experiment.method == "simulate"
    if not quiet:
        warn(f"{experiment.question}\n{experiment.game.title}: {amount(experiment)}")
        if is_played and not _is_compiled(experiment):
            warn("compiling the rules … (first run only)")
    with Progress(experiment, root, quiet=quiet) as progress:
        try:
            return results.run(experiment, workers=workers, root=root, overwrite=overwrite, on_block=progress)
        except KeyboardInterrupt:
            progress.close()
            again = [argument for argument in sys.argv[1:] if argument != "--overwrite"]
            warn(f"interrupted; what is finished is kept in {folder_of(experiment, root)}")
            warn(f"go on with: {shlex.join(['simlab', *again])}")
            raise typer.Exit(INTERRUPTED) from None


def _is_compiled(experiment: Experiment) -> bool:
    from simlab.engine.entries import is_cached

    return is_cached(experiment.game)


def _object(result: Result) -> dict[str, Any]:
    """Return what --json prints; scripts rely on its keys."""
    told = ("verdict", "estimate", "lo", "hi", "n")
    return {
        "schema_version": SCHEMA_VERSION,
        "run": str(result.folder),
        "game": result.experiment.game.name,
        "variants": len(result.experiment.variants),
        "playthroughs": sum(result.playthroughs.values()),
        "seconds": result.manifest["seconds"],
        "verdicts": _rows(result.verdicts(), told),
        **(
            {"conclusions": _rows(result.conclusions(), (*told, "holds_in", "worlds", "worst", "checks"))}
            if result.conclusions() is not result.verdicts()
            else {}
        ),
    }


def _rows(table: Table, told: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "target": row["target"],
            "where": {key: row[key] for key in table.keys if key != "target"},
            **{key: row[key] for key in told if key in row},
        }
        for row in json.loads(table.to_json())  # numbers as JSON can say them
    ]


def _forecast(experiment: Experiment, root: Path, workers: int | None, *, as_json: bool) -> None:
    from simlab.result import cores
    from simlab.store import forecast

    if experiment.method == "exact" and not as_json:
        say(f"{experiment.game.title}: {amount(experiment)}; nothing is played")
        return
    found = forecast(experiment, root, workers or cores())
    if as_json:
        numbers = {"variants": len(experiment.variants), "wanted": found.wanted, "present": found.present}
        cost = {"seconds": round(found.seconds, 3), "bytes": round(found.size)}
        say(json.dumps({"schema_version": SCHEMA_VERSION, "run": str(found.folder), **numbers, **cost}))
        return
    say(f"{experiment.game.title}: {amount(experiment)} = {found.wanted:,}")
    say(f"on disk already: {found.present:,} in {found.folder}")
    say(f"to play: {found.wanted - found.present:,}, about {duration(found.seconds)} and {found.size / 1e6:,.1f} MB")


def duration(seconds: float) -> str:
    """Write a time in the unit that suits it."""
    for unit, size in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} seconds"
