"""What came out, in a terminal: every target and comparison with its interval and its verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from simlab.cli.streams import console, plain, say
from simlab.experiment import Comparison
from simlab.report import effects, looks, pairings
from simlab.report.answer import answers
from simlab.report.labels import Labels

if TYPE_CHECKING:
    from simlab.metrics.pairings import PairingResult
    from simlab.report.answer import Answer, Judgement
    from simlab.result import Result

NO_BREAK = "\N{NO-BREAK SPACE}"
MOST_COLUMNS = 8
MOST_ROWS = 12  # a longer list that says one thing is told in a sentence


def show(result: Result) -> None:
    """Print the verdicts and the contrasts of a run, or its win shares where nothing was asked."""
    experiment, labels = result.experiment, Labels(result.experiment)
    say(experiment.question)
    found = answers(labels, experiment.targets, result.conclusions(), result.verdicts())
    found += answers(labels, experiment.compare, result.conclusions("comparisons"), result.contrasts())
    for answer in found:
        _print(answer, labels)
    for fit in effects.fits(result, labels):
        _print_fit(fit, labels)
    for one in result.pairings:
        _print_pairings(one, labels, pairings.kind_of(result))
    if not found and not experiment.effects:
        name = next(iter(experiment.metrics), "win_share")
        say(f"\nno targets; {name}:\n\n{result.metric(name).table.to_markdown()}")
    if looked := looks.told(result):
        say(f"\n{looked.replace(NO_BREAK, ' ')}")


def _print(answer: Answer, labels: Labels) -> None:
    band = f"; asked: {answer.band_text}" if answer.band_text else ""
    say(f"\n{', '.join(part for part in (answer.subject, answer.condition, _against(answer, labels)) if part)}{band}")
    if answer.summary:
        say(f"  {answer.summary}")
    said = {judgement.verdict for judgement in answer.judgements}
    if len(answer.judgements) > MOST_ROWS and len(said) == 1:
        ranked = sorted(answer.judgements, key=lambda judgement: float(str(judgement.row["estimate"])))
        verdict = f": {ranked[0].verdict.words}" if ranked[0].verdict else ""
        say(f"  all {len(ranked)} alike{verdict}; from {ranked[0].value} to {ranked[-1].value}")
        return
    has_verdict = any(said)
    table = Table(box=None, show_header=False, padding=(0, 2))
    for judgement in answer.judgements:
        table.add_row(*_cells(judgement, has_verdict=has_verdict))
    console().print(table)


def _print_fit(fit: effects.Fit, labels: Labels) -> None:
    say(f"\n{fit.heading}\n  {effects.about(fit)}.")
    table = Table(box=None, show_header=False, padding=(0, 2))
    for row in fit.effects:
        value, interval = effects.value(fit.scale, row)
        table.add_row(plain(effects.name(labels, row)), value, f"({interval})", f"p {effects.p_value(row)}")
    console().print(table)
    if told := effects.misfit(labels, fit):
        say(f"  {told}")


def _print_pairings(one: PairingResult, labels: Labels, kind: str) -> None:
    order, cells = pairings.matrix(one)
    say(f"\n{pairings.heading(labels, one, kind)}")
    if len(order) <= MOST_COLUMNS:
        table = Table("", *order, box=None, padding=(0, 2))
        for label, row in zip(order, cells, strict=True):
            table.add_row(plain(label), *row)
        console().print(table)
    ranked = pairings.ranking(one)
    table = Table(*ranked.headings, box=None, padding=(0, 2))
    for cells_of in ranked.rows:
        table.add_row(*map(plain, cells_of))
    console().print(table)
    for sentence in pairings.sentences(one, kind):
        say(f"  {sentence}")


def _against(answer: Answer, labels: Labels) -> str:
    """Say what a comparison holds the others against."""
    ask = answer.ask
    if not isinstance(ask, Comparison):
        return ""
    others = {judgement.row["against"] for judgement in answer.judgements}
    against = labels.point(ask.key, others.pop()) if len(others) == 1 else "what comes before it"
    return f"less that with {against}"


def _cells(judgement: Judgement, *, has_verdict: bool) -> list[str]:
    whose = str(judgement.row.get("whose") or "")
    interval = f"({judgement.interval})" if judgement.interval else ""
    saves = f"pairing saves {judgement.reduction}" if judgement.reduction else ""
    cells = [plain(whose), plain(judgement.place), judgement.value, interval, saves]
    verdict = judgement.verdict
    if not has_verdict or verdict is None:
        return cells
    needed = judgement.row.get("needed")
    more = ""
    if verdict.name == "undecided" and judgement.row["n"]:
        about = f"about {float(f'{needed:.1e}'):,.0f} playthroughs" if isinstance(needed, int) else "no number"
        about = "more worlds" if judgement.row.get("between") is not None else about
        more = f" ({about} would decide)"
    return [*cells, f"{verdict.sign} {verdict.words}{more}", plain(judgement.survives)]
