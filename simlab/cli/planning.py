"""`simlab plan`: what a question would take, before it is played."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli.running import SCHEMA_VERSION, duration
from simlab.cli.streams import console, plain, say, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simlab.experiment import Comparison, Target
    from simlab.metrics.planning import Need
    from simlab.report.labels import Labels
    from simlab.result.planning import Plan


def plan(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="A question in YAML.")],
    *,
    assignments: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change one value of it; may be repeated.")
    ] = None,
    effect: Annotated[float, typer.Option(min=0.01, max=50, help="Points of a share that should be seen.")] = 2.0,
    shift: Annotated[
        float, typer.Option(min=0.001, max=10, help="Of what is counted: standard deviations that should be seen.")
    ] = 0.1,
    power: Annotated[float, typer.Option(min=0.5, max=0.999, help="How surely it should be seen.")] = 0.9,
    workers: Annotated[int | None, typer.Option(min=1, help="Threads; by default one per core.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Say how many playthroughs a question takes, and how long they take on this machine.

    A truth that lies so far inside or outside the band of a target is found there with the given power; variants that
    are compared without a band are told apart when they differ by so much. A short pilot is played and thrown away.
    """
    from simlab.experiment import load
    from simlab.result import plan as planned

    experiment = load(config, overrides=assignments or ())
    if not as_json:
        warn(f"{experiment.question}\na pilot is played and thrown away …")
    found = planned(experiment, points=effect, shift=shift, power=power, workers=workers)
    if as_json:
        say(json.dumps(_object(found), ensure_ascii=False, allow_nan=False))
        return
    _show(found)


def _show(found: Plan) -> None:
    from rich.table import Table

    from simlab.report.labels import Labels

    labels, effect = Labels(found.experiment), found.effect
    say(
        f"To see {effect.points:g} points of a share ({effect.shift:g} standard deviations of what is counted) with "
        f"{100 * effect.power:g} % probability, from a pilot of {found.pilot:,} playthroughs of each variant:"
    )
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("asked", "effect", "playthroughs of a variant", "asked for", "least effect seen with those"):
        table.add_column(name, overflow="fold")
    for needs in _by_ask(found.needs):
        table.add_row(*_cells(labels, needs))
    console().print(table)
    asked = sum(variant.playthroughs for variant in found.experiment.variants)
    word = "at most " if found.experiment.stop else ""
    say(f"in all: {found.total:,} playthroughs, about {duration(found.seconds)} here and {found.size / 1e6:,.1f} MB")
    say(f"the question asks for {word}{asked:,}, about {duration(found.seconds_asked)}: {_judged(found)}")


def _judged(found: Plan) -> str:
    if any(need.playthroughs is None for need in found.needs):
        return "not enough, and more will not do where playthroughs that are cut off could turn the verdict"
    return "enough" if found.is_enough else "not enough for all of it"


def _by_ask(needs: Sequence[Need]) -> list[list[Need]]:
    groups: dict[tuple[str, int], list[Need]] = {}
    for need in needs:
        groups.setdefault((need.ask, need.number), []).append(need)
    return list(groups.values())


def _cells(labels: Labels, needs: list[Need]) -> list[str]:
    """Tell what a target takes by the row of it that takes most."""
    from simlab.experiment import Comparison

    worst = max(needs, key=lambda need: float("inf") if need.playthroughs is None else need.playthroughs)
    experiment = labels.experiment
    asks: list[Target | Comparison] = [*(experiment.targets if worst.ask == "target" else experiment.compare)]
    ask = asks[worst.number - 1]
    name = labels.metric(ask.metric, getattr(ask, "quantile", None))
    scale = labels.scale(ask.metric, getattr(ask, "quantile", None), is_difference=True)
    at = ", ".join(
        part
        for part in (
            worst.whose,
            *(labels.point(axis, value) for axis, value in worst.keys.items() if value is not None),
        )
        if part and len(needs) > 1
    )
    where = f" (most for {at})" if at else ""
    against = f", against {labels.point(ask.key, ask.against)}" if isinstance(ask, Comparison) else ""
    number = "no number will do" if worst.playthroughs is None else f"{worst.playthroughs:,}"
    asked = min(variant.playthroughs for need in needs for variant in need.variants)
    least = max(need.detectable for need in needs)
    if math.isnan(worst.sd):
        return [plain(f"{name}{where}"), "as the pilot has it", number, f"{asked:,}", ""]
    written = [scale.bare(value, scale.digits(-value / 5, value / 5)) for value in (worst.effect, least)]
    effect, seen = (f"{one.removeprefix('+')} {scale.axis}".rstrip() for one in written)
    return [plain(f"{name}{against}{where}"), effect, number, f"{asked:,}", seen]


def _object(found: Plan) -> dict[str, Any]:
    rows = [
        {
            "ask": need.ask,
            "number": need.number,
            "where": {key: value for key, value in need.keys.items() if value is not None},
            "whose": need.whose,
            "metric": need.metric,
            "effect": None if math.isnan(need.effect) else need.effect,
            "playthroughs": need.playthroughs,
            "detectable": None if math.isnan(need.detectable) else need.detectable,
        }
        for need in found.needs
    ]
    return {
        "schema_version": SCHEMA_VERSION,
        "game": found.experiment.game.name,
        "pilot": found.pilot,
        "points": found.effect.points,
        "shift": found.effect.shift,
        "power": found.effect.power,
        "playthroughs": found.total,
        "seconds": round(found.seconds, 3),
        "bytes": round(found.size),
        "asked": sum(variant.playthroughs for variant in found.experiment.variants),
        "is_enough": found.is_enough,
        "needs": rows,
    }
