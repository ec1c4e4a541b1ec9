"""A result as a designer's report: one HTML file that asks the network for nothing, Markdown, and CSV tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simlab.result import Result

__all__ = ["build"]


def build(result: Result, folder: Path | None = None) -> Path:
    """Write the report of a run; the same run gives the same bytes.

    Parameters
    ----------
    result : a run, finished or not
    folder : where to write ``index.html``, ``report.md`` and the CSV tables; by default ``report`` in the run's folder

    Returns
    -------
    The path of ``index.html``.

    Raises
    ------
    OSError
        The folder cannot be written.
    """
    from simlab.report import html, markdown
    from simlab.report.page import page

    folder = result.folder / "report" if folder is None else folder
    folder.mkdir(parents=True, exist_ok=True)
    shown = page(result)
    files = {"index.html": html.text(shown), "report.md": markdown.text(shown), **_tables(result)}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return folder / "index.html"


def _tables(result: Result) -> dict[str, str]:
    """Return every table in full precision: file name -> CSV."""
    from simlab.metrics.pairings import joined
    from simlab.report import matchups

    experiment = result.experiment
    always = () if matchups.asked(experiment) else ("win_share", "rounds")
    metrics = dict.fromkeys([*always, *(target.metric for target in experiment.targets), *experiment.metrics])
    tables = {"verdicts": result.verdicts(), "contrasts": result.contrasts()}
    concluded = {"conclusions": result.conclusions(), "worlds": result.worlds(), "skills": result.skills()}
    if result.conclusions() is not result.verdicts():
        tables |= {name: table for name, table in concluded.items() if len(table)}
    for number, asked in enumerate(experiment.shown, 1):
        tables[f"table_{number}_{asked.metric}"] = result.shown(asked).table
    tables |= {"effects": result.effects()} if experiment.effects else {}
    tables |= {name: result.metric(name).table for name in metrics}
    if result.pairings:
        tables |= {"pairings": joined([one.table for one in result.pairings])}
        tables |= {"strengths": joined([one.ranking for one in result.pairings])}
    tables |= matchups.tables(result) if matchups.asked(experiment) else {}
    return {f"{name}.csv": table.to_csv() for name, table in tables.items()}
