"""The command line: parse, call, print. The only package that prints.

Answers go to the standard output, progress and problems to the error output. Exit codes: 0 done, 1 the run failed,
2 a wrong command or config, 3 targets not met under ``--strict``, 130 interrupted.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from simlab import __version__
from simlab.cli import answering, asking, planning, playtesting, running
from simlab.cli.streams import warn
from simlab.document import ConfigError


class Commands(TyperGroup):
    """All commands; what a user can mend ends in a sentence and an exit code, anything else in a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            code = _exit_code(error)
            if code is None:
                raise
            warn(str(error))
            raise typer.Exit(code) from None


def _exit_code(error: Exception) -> int | None:
    if isinstance(error, ConfigError):
        return 2
    if "simlab.store" not in sys.modules:  # without it there are no such errors, and importing them takes numba
        return None
    from simlab.metrics import UnknownMetricError
    from simlab.store import RunError

    return {RunError: 1, UnknownMetricError: 2}.get(type(error))


app = typer.Typer(
    cls=Commands,
    help="Answer balance questions about tabletop games by playing them.",
    epilog="A first question: simlab new GAME --out question.yaml; simlab run question.yaml",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"simlab {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    *,
    version: Annotated[  # noqa: ARG001 - its callback has printed it by now
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal without ✓ must not end a command


app.command(epilog="Example: simlab games GAME")(asking.games)
app.command(epilog="Example: simlab new GAME --out question.yaml")(asking.new)
app.command(epilog="Example: simlab check CONFIG")(asking.check)
app.command(epilog="Example: simlab plan CONFIG --effect 1 --power 0.8")(planning.plan)
app.command(epilog="Example: simlab run CONFIG --set rules.PARAMETER=2 --limit 20000")(running.run)
app.command(epilog="Example: simlab table RUN win_share --by seat --format csv")(answering.table)
app.command(epilog="Example: simlab report RUN --out my_report")(answering.report)
app.command(epilog="Example: simlab replay CONFIG --index 7")(answering.replay)
app.command(epilog="Example: simlab playtest LOG --preset every")(playtesting.playtest)
app.command(epilog="Example: simlab schema > experiment.schema.json")(asking.schema)

__all__ = ["app"]
