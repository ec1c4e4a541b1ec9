"""The command that holds a log of real play against the rules, and asks whether it agrees with the model."""

from __future__ import annotations

import json
import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli.streams import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from simlab.agreement import Evidence, Fit, Logbook, Power
    from simlab.playtest import Finding, GameAudit, Reading

WIDTH = 78
EVERY = "every"
SMALLEST_P = 0.0001
SURPRISING = 0.05

TESTS = {
    "winner": "games that the favourites won",
    "length": "rounds played, all games together",
    "total": "sum of the rolls",
    "spread": "spread of the rolls about their means",
}


def _print_schema(*, wanted: bool) -> None:
    if wanted:
        from simlab.agreement import schema

        say(json.dumps(schema(), indent=2, sort_keys=True, ensure_ascii=False))
        raise typer.Exit


def playtest(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="Logged games in YAML; see docs/playtests.md.")],
    *,
    preset: Annotated[str, typer.Option(metavar="NAME|every", help="Instead of each game's own.")] = "",
    game_id: Annotated[str, typer.Option(metavar="ID", help="Only this game.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one object and nothing else.")] = False,
    schema: Annotated[  # noqa: ARG001 - its callback has printed it by now
        bool, typer.Option("--schema", callback=_print_schema, is_eager=True, help="Print the JSON Schema of logs.")
    ] = False,
) -> None:
    """Hold a log of real play against the rules, turn by turn, and ask whether it agrees with the model.

    Names the places where log and rules part and the likely slip; with --preset every, also which reading fits best.
    """
    from simlab.agreement import Logbook, power

    try:
        book = Logbook(log, game_id or None)
    except KeyError as error:
        raise typer.BadParameter(str(error.args[0]), param_hint="--game-id") from None
    reading = _reading(book, preset)
    audits, expected = book.audits(reading), book.expectations(reading)
    fits = book.fits(book.readings() if preset == EVERY else [reading])
    can_show = power(sum(one.kind == "winner" for one in expected))
    if as_json:
        say(json.dumps(_plain(book, audits, fits, expected, can_show), ensure_ascii=False, allow_nan=False))
        return
    turns = sum(len(audit.turns) for audit in audits)
    say(f"{book.game.title}: {_counted(len(audits), 'logged game')}, {_counted(turns, 'turn')}")
    for audit in audits:
        _show_game(audit)
    _show_fits(fits)
    _show_agreement(fits, expected)
    _show_power(can_show)


def _reading(book: Logbook, preset: str) -> Reading:
    """Return the reading that the games are shown under."""
    from simlab.document.wording import must_be_one_of
    from simlab.games import rulebook
    from simlab.playtest import Reading

    presets = list(rulebook.load(book.game).presets)
    if preset in {"", EVERY}:
        return Reading()
    if preset not in presets:
        raise typer.BadParameter(must_be_one_of(preset, [EVERY, *presets]), param_hint="--preset")
    return Reading(preset)


def _plain(
    book: Logbook, audits: Sequence[GameAudit], fits: Sequence[Fit], expected: Sequence[Any], can_show: Power
) -> dict[str, Any]:
    """Return everything as plain data."""
    from simlab import agreement

    return {
        "log": book.document.name,
        "game": book.game.name,
        "games": [
            {**asdict(audit), "turns": [{"turn": turn.turn, **turn.values} for turn in audit.turns]} for audit in audits
        ],
        "fits": [{**asdict(fit), "reading": {**asdict(fit.reading), "label": fit.reading.label}} for fit in fits],
        "outcomes": [asdict(test) for test in agreement.outcomes(expected)],
        "dice": [asdict(test) for test in agreement.dice(expected)],
        "power": asdict(can_show),
    }


# --- the audit --------------------------------------------------------------------------------------------------------


def _show_game(audit: GameAudit) -> None:
    say()
    _paragraph(f"{audit.name}: {audit.title}", "")
    headings = list(audit.turns[0].cells)
    _columns(headings, [list(turn.cells.values()) for turn in audit.turns])
    same = {True: "the same", False: "not the same", None: "no end to compare"}[audit.is_end_reproduced]
    _paragraph(f"end logged: {audit.logged_end}; by the rules: {audit.rules_end} ({same})", "  ")
    for finding in audit.findings:
        _paragraph(_told(finding), "  * ", "    ")


def _told(finding: Finding) -> str:
    where = [f"turn {finding.turn}"] if finding.turn else []
    where += [f"line {finding.line}"] if finding.line else []
    return f"{', '.join(where)}: {finding.message}"


def _columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print an aligned table: numbers to the right, words to the left; a column without a word is left out."""
    used = [place for place in range(len(headings)) if any(row[place] for row in rows)]
    grid = [[row[place] for place in used] for row in [headings, *rows]]
    widths = [max(len(row[place]) for row in grid) for place in range(len(used))]
    is_right = [all(not row[place].strip("0123456789.,½<") for row in grid[1:]) for place in range(len(used))]
    for row in grid:
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, is_right, strict=True)
        ]
        say(f"  {'  '.join(cells)}".rstrip())


# --- the fit and the tests --------------------------------------------------------------------------------------------


def _show_fits(fits: Sequence[Fit]) -> None:
    say()
    if len(fits) == 1:
        fit = fits[0]
        explained = f"{fit.moves_explained} of {_counted(fit.moves_logged, 'logged move')}"
        ends = f"{fit.ends_reproduced} of {_counted(fit.ends_logged, 'end')}"
        _paragraph(f"The rules explain {explained} and reproduce {ends}.", "")
        return
    say("Which reading of the rules fits (p, and p corrected over all of these by Holm)")
    rows = [
        [
            f"{'*' if fit.is_best else ' '} {fit.reading.label}",
            f"{fit.moves_explained} of {fit.moves_logged}",
            f"{fit.ends_reproduced} of {fit.ends_logged}",
            _both(fit.winner),
            _both(fit.length),
        ]
        for fit in fits
    ]
    _columns(["  reading", "moves", "ends", "p: winners", "p: length"], rows)
    best = [fit.reading.label for fit in fits if fit.is_best]
    text = (
        f"* fits best: {'; '.join(best)}. It was chosen because it fits, so its own p-values are selected: they look "
        "better than those of a reading fixed beforehand. Teams, dice and start are the log's under every reading."
    )
    _paragraph(text, "")


def _show_agreement(fits: Sequence[Fit], expected: Sequence[Any]) -> None:
    from simlab import agreement

    rolls = agreement.dice(expected)
    pooled = agreement.pooled_outcomes(expected)
    each = [min(some, key=lambda test: test.p) for some in _by_kind(agreement.outcomes(expected))]
    say(f"\nDoes the log agree with the model? ({fits[0].reading.label if len(fits) == 1 else 'own presets'})")
    rows = [_row(test) for test in [*pooled, *rolls[:-1]]]
    singles = [test for test in [*each, *rolls[-1:]] if test.family]
    rows += [_row(test, "least likely " + ("roll" if test.of == "total" else test.of)) for test in singles]
    _columns(["", "logged", "expected", "p", "corrected"], rows)
    surprising = [row[0] for row, test in zip(rows, [*pooled, *rolls[:-1], *singles], strict=True) if _is_odd(test)]
    verdict = (
        f"Surprising at 5 in 100 even after correction: {'; '.join(surprising)}."
        if surprising
        else "Nothing here is surprising at 5 in 100 after correction."
    )
    _paragraph(
        f"{verdict} p is exact and two-sided: twice the smaller tail. It is corrected (Holm) where "
        "several of a kind were looked at.",
        "",
    )


def _is_odd(test: Evidence) -> bool:
    return test.corrected <= SURPRISING


def _by_kind(tests: Iterable[Evidence]) -> Iterable[list[Evidence]]:
    found: dict[str, list[Evidence]] = {}
    for test in tests:
        found.setdefault(test.of, []).append(test)
    return found.values()


def _row(test: Evidence, heading: str = "") -> list[str]:
    scope = "" if test.scope == "all" else f" ({test.scope})" if heading else f", {test.scope}"
    # distances are squared in quarters: a spread is told as the mean square of a roll's distance
    divisor = 4 * test.n if test.of == "spread" else 1
    observed, expected = test.observed / divisor, test.expected / divisor
    corrected = _p(test.corrected) if test.family else ""
    logged = f"{observed:,.1f}" if test.of == "spread" else f"{observed:,.0f}"
    return [f"{heading or TESTS[test.of]}{scope}", logged, f"{expected:,.1f}", _p(test.p), corrected]


def _both(test: Evidence | None) -> str:
    """Write a p-value and, corrected, the same again."""
    return "" if test is None else f"{_p(test.p)}, {_p(test.corrected)}"


def _p(value: float) -> str:
    return "<0.0001" if value < SMALLEST_P else f"{value:.4f}" if value < 0.001 else f"{value:.3f}"  # noqa: PLR2004 - digits


def _show_power(can_show: Power) -> None:
    say()
    n = can_show.games
    if n == 0:
        _paragraph("No game was finished, so nothing can be said about who wins.", "")
        return
    if can_show.detectable is None:
        shows = f"{_counted(n, 'game')} can show no edge at all: even winning every one is no surprise between equals"
    else:
        share = 100 * can_show.detectable
        shows = (
            f"{_counted(n, 'game')} can show only a very large edge: a side must truly win {share:.0f} games in 100 "
            "for them to tell it from an even one four times in five"
        )
    small = 100 * can_show.small_edge
    _paragraph(
        f"How little this shows: {shows}. To show that a side wins {small:.0f} in 100 takes about "
        f"{can_show.needed:,} games. That a log agrees with the model does not prove the model right.",
        "",
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _paragraph(text: str, first: str, rest: str | None = None) -> None:
    """Print wrapped words."""
    indent = (first or "  ") if rest is None else rest
    say(
        textwrap.fill(
            text, WIDTH, initial_indent=first, subsequent_indent=indent if first else "", break_long_words=False
        )
    )
