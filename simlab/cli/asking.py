"""Commands that need no playing: what can be asked, and whether a question is well put. They import no numba."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simlab.cli.streams import console, say, warn

if TYPE_CHECKING:
    from simlab.experiment import Experiment

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; `simlab games` lists them.")]


def games(game: Annotated[str, typer.Argument(metavar="[GAME]", help="One game, in full.")] = "") -> None:
    """List the games, or all that can be asked of one.

    Of one game: its rules with values, ranges and sources, its presets, what seats may play and how they may decide,
    what is unknown about it, and its metrics.
    """
    from simlab import games as shelf

    if game:
        _describe(game)
        return
    for name in shelf.names():
        one = shelf.load(name)
        fewest, most = one.seats
        seats = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        say(f"{name}  ({one.title}, {seats} seats)  {one.summary}")


def _describe(name: str) -> None:
    from rich.table import Table

    from simlab.cli.declarations import Declared

    declared = Declared(_known(name))
    game, out = declared.game, console()
    say(f"{game.title} ({game.name}), version {game.version}\n{game.summary}\n")
    for heading, columns, rows in declared.sections():
        table = Table(*columns, title=heading, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for row in rows:
            table.add_row(*row)
        out.print(table)
        out.print()


def _known(name: str) -> str:
    """Return the name of a game that there is."""
    from simlab import games as shelf
    from simlab.document.wording import must_be_one_of

    if name not in shelf.names():
        raise typer.BadParameter(must_be_one_of(name, shelf.names()), param_hint="GAME")
    return name


def new(
    game: GameName,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it there; never over a file.")] = None,
) -> None:
    """Write a question to start from, every line explained."""
    from simlab.cli.declarations import Declared
    from simlab.cli.draft import draft

    text = draft(Declared(_known(game)))
    if out is None:
        say(text.removesuffix("\n"))
        return
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise typer.BadParameter(f"{out} is there already and is left as it is", param_hint="--out") from None
    except OSError as error:
        raise typer.BadParameter(f"{out}: {error.strerror}", param_hint="--out") from None
    warn(f"{out} is written. Next: simlab check {out}; simlab run {out}")


def check(configs: Annotated[list[Path], typer.Argument(metavar="CONFIG...", help="Questions in YAML.")]) -> None:
    """Check questions without playing.

    One line for each that is right, every problem of each that is not.
    """
    from simlab.document import ConfigError
    from simlab.experiment import load

    wrong = False
    for config in configs:
        try:
            experiment = load(config)
        except ConfigError as error:
            warn(str(error))
            wrong = True
        else:
            say(f"{config}: ok, {amount(experiment)}")
    if wrong:
        raise typer.Exit(2)


def amount(experiment: Experiment) -> str:
    """Say how much is to be done: 30 variants × 200,000 playthroughs."""
    variants = experiment.variants
    number = f"{len(variants):,} variant{'s' if len(variants) > 1 else ''}"
    counted = {"world": "worlds", "skill": "levels of skill"}
    parts = [f"{len(keys)} {counted[path]}" for path, keys in experiment.axes.items() if path in counted]
    if parts:
        designs = len({tuple(variant.keys[path] for path in experiment.design_axes) for variant in variants})
        number += f" ({' × '.join([f'{designs} designs', *parts] if designs > 1 else parts)})"
    if experiment.method == "exact":
        return f"{number}, solved exactly"
    each = sorted({variant.playthroughs for variant in variants})
    numbers = f"{each[0]:,}" if len(each) == 1 else f"{each[0]:,} to {each[-1]:,}"
    return f"{number} × {'up to ' if experiment.stop else ''}{numbers} playthroughs"


def schema() -> None:
    """Print the JSON Schema that completes a question in an editor."""
    import json

    from simlab.experiment import schema as whole

    say(json.dumps(whole(), indent=2, sort_keys=True, ensure_ascii=False))
