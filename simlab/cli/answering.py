"""Commands that look into a run, or into one playthrough."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli.streams import say, warn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from simlab.experiment import Experiment, Variant
    from simlab.result import Result

MATCHUP_TABLES = ("matchups", "field_share")
EXPERIENCES = ("snowball", "comeback", "decided")
Run = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]


class Format(StrEnum):
    """How a table is written."""

    md = "md"
    csv = "csv"
    json = "json"


class Extreme(StrEnum):
    """Of several numbers."""

    gap = "gap"
    highest = "highest"
    lowest = "lowest"


def table(
    run: Run,
    metric: Annotated[str, typer.Argument(metavar="METRIC", help="win_share, or a column of the game.")],
    *,
    by: Annotated[list[str] | None, typer.Option(metavar="KEY", help="Of each; may be repeated.")] = None,
    of: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="Whose: seat=NAME, value=NAME …")] = None,
    where: Annotated[list[str] | None, typer.Option(metavar="AXIS=VALUE", help="Which variants.")] = None,
    quantile: Annotated[float | None, typer.Option(help="This quantile instead of the mean.")] = None,
    extreme: Annotated[
        Extreme | None, typer.Option(help="The largest gap between those asked --by, or the highest or lowest of them.")
    ] = None,
    level: Annotated[float, typer.Option(help="Of the intervals.")] = 0.95,
    form: Annotated[Format, typer.Option("--format", help="How to write it.")] = Format.md,
) -> None:
    """Print a metric of a run as a tidy table.

    Its columns are the keys, then metric, estimate, se, lo, hi, level, n and method. Without --by a metric that every
    seat has is asked of each seat; axes alone average over all others, but never over worlds or skill levels: choose
    some with --where world=NAME and --where skill=LEVEL. Of a run with analysis: matchup, METRIC may be matchups (every
    pairing) or field_share (the ranking, who is dominated by whom, and the weights of a mix). Of a run that was played
    it may be snowball, comeback or decided: what became of whoever led after fixed rounds.
    """
    from simlab.result import open_run

    for name, value in (("--quantile", quantile), ("--level", level)):
        if value is not None and not 0 < value < 1:
            raise typer.BadParameter(f"must be between 0 and 1; got {value:g}", param_hint=name)
    result = open_run(run)
    variants = _pairs(where, "--where")
    is_asked_plainly = not (by or of or quantile or extreme)
    if metric in MATCHUP_TABLES and is_asked_plainly and (result.experiment.analysis or metric == MATCHUP_TABLES[0]):
        from simlab.cli.matchups import tables

        found = tables(result, metric, variants)
    elif metric in EXPERIENCES and is_asked_plainly and not where:
        found = result.experience(metric, level)
    else:
        whose = _pairs(of, "--of")
        kind: Any = None if extreme is None else extreme.value
        found = result.metric(
            metric, by=by, of=whose, where=variants, quantile=quantile, level=level, extreme=kind
        ).table
    written = {Format.md: found.to_markdown, Format.csv: found.to_csv, Format.json: found.to_json}[form]()
    say(written.removesuffix("\n"))


def _pairs(given: Sequence[str] | None, option: str) -> Mapping[str, Any] | None:
    """Read KEY=VALUE; a value that is JSON is taken for what it is, anything else is a word."""
    found = {}
    for pair in given or ():
        key, equals, text = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"must read KEY=VALUE; got {pair}", param_hint=option)
        try:
            found[key] = json.loads(text)
        except ValueError:
            found[key] = text
    return found or None


def report(
    run: Run,
    *,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Where to; RUN/report otherwise.")] = None,
) -> None:
    """Write the report of a run, and print its path."""
    from simlab.result import open_run

    say(str(page(open_run(run), out)))


def page(result: Result, out: Path | None = None) -> Path:
    """Write the report of a run and return the path of its page."""
    from simlab import report as reports

    try:
        return reports.build(result, out)
    except OSError as error:
        warn(f"{error.filename or out}: cannot be written: {error.strerror or error}")
        raise typer.Exit(1) from None


def replay(
    source: Annotated[Path, typer.Argument(metavar="(CONFIG|RUN)", help="A question, or the folder of a run.")],
    *,
    index: Annotated[int, typer.Option(min=0, help="Which playthrough; any can be told, played before or not.")],
    variant: Annotated[int, typer.Option(min=0, help="Which variant of the grid, from 0.")] = 0,
) -> None:
    """Tell one playthrough, turn by turn."""
    from simlab.engine.blocks import job
    from simlab.engine.steps import Playthrough, tell
    from simlab.experiment import load
    from simlab.result import open_run

    experiment = open_run(source).experiment if source.is_dir() else load(source)
    if variant >= len(experiment.variants):
        last = len(experiment.variants) - 1
        raise typer.BadParameter(f"must be from 0 to {last}; got {variant}", param_hint="--variant")
    chosen = experiment.variants[variant]
    packed = job(experiment, chosen)
    playthrough = Playthrough.open(packed, index)
    deal = chosen.arrangements[playthrough.arrangement]
    labels = [chosen.dealt[number].label for number in deal]
    names = [
        label if chair.name == f"seat {seat}" and labels.count(label) == 1 else chair.name
        for seat, (chair, label) in enumerate(zip(chosen.chairs, labels, strict=True), 1)
    ]
    _head(experiment, chosen, index)
    for chair, label, policy in zip(chosen.chairs, labels, chosen.policies[playthrough.arrangement], strict=True):
        decides = f", {policy.name}" if experiment.game.max_actions > 1 else ""
        say(f"  {chair.name}: {label}{decides}")
    for text in filter(None, tell(packed, index, experiment.game.module("words"), names)):
        say(text)
    row = playthrough.finish()
    winners = [name for seat, name in enumerate(names) if row[f"credit_{seat}"]]
    say(f"\nwon: {' and '.join(winners) or 'nobody'}")


def _head(experiment: Experiment, variant: Variant, index: int) -> None:
    say(f"{experiment.game.title}, seed {experiment.seed}, variant {variant.index}, playthrough {index}")
    for key, value in variant.keys.items():
        say(f"  {key}: {value}")
    say()
