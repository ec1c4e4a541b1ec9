"""How far a run is, on the error output: a bar in a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from simlab.cli.streams import console, warn

if TYPE_CHECKING:
    from pathlib import Path

    from simlab.experiment import Experiment

EVERY = 10.0  # seconds between lines, and between looks at what has been found so far


class Progress:
    """What ``run`` calls after every block; use it as a context manager."""

    def __init__(self, experiment: Experiment, root: Path, *, quiet: bool) -> None:
        self._experiment = replace(experiment, targets=experiment.targets[:1])
        self._root = root
        self._quiet = quiet
        self._console = console(error=True)
        self._bar: Any = None
        self._told = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def __call__(self, done: int, total: int, seconds: float) -> None:
        """Show how far it is."""
        if self._quiet:
            return
        pace = done / max(seconds, 1e-9)
        is_time = time.monotonic() - self._told > EVERY
        if is_time:
            self._told = time.monotonic()
        found = self._provisional() if is_time else ""
        if self._console.is_terminal:
            self._draw(done, total, pace, found)
        elif is_time:
            left = (total - done) / pace
            most, about = ("up to ", "at most") if self._experiment.stop else ("", "about")
            warn(f"{done:,} of {most}{total:,} playthroughs, {pace:,.0f}/s, {about} {left:.0f} s left{found}")

    def _draw(self, done: int, total: int, pace: float, found: str) -> None:
        from rich import progress

        if self._bar is None:
            self._bar = progress.Progress(
                progress.BarColumn(),
                progress.TaskProgressColumn(),
                progress.TextColumn("{task.fields[pace]:,.0f} playthroughs/s", markup=False),
                progress.TimeRemainingColumn(),
                progress.TextColumn("{task.fields[found]}", markup=False),
                console=self._console,
                transient=True,
            )
            self._bar.add_task("", total=total, pace=pace, found="")
            self._bar.start()
        fields = {"pace": pace, **({"found": found} if found else {})}
        self._bar.update(self._bar.task_ids[0], completed=done, **fields)

    def _provisional(self) -> str:
        """Say where the first target stands; what is on disk is a prefix of the indices, so a fair sample."""
        from simlab import metrics
        from simlab.store import RunError, RunReader, folder_of

        with suppress(RunError):
            rows = metrics.verdicts(self._experiment, RunReader(folder_of(self._experiment, self._root))).rows
            if rows:
                first = rows[0]
                whose = f" of {first['whose']}" if first["whose"] else ""
                return f"; {first['metric']}{whose} {first['lo']:.4g} to {first['hi']:.4g} (provisional)"
        return ""
