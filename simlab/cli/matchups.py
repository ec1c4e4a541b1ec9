"""What came out of a table of matchups, in a terminal: who ranks where, which options are dominated, what to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table as Grid

from simlab.cli.answering import MATCHUP_TABLES
from simlab.cli.streams import console, plain, say
from simlab.metrics.quantities import declared
from simlab.stats.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simlab.experiment import Target, Variant
    from simlab.metrics.matchups import MatchupResult
    from simlab.result import Result

ENDS = 5  # options shown at either end of a ranking
SIGNS = {"inside": "✓ meets the target", "below": "▼ too low", "above": "▲ too high", "undecided": "? cannot tell yet"}
IN_FULL = 2  # variants told one by one; more are told in a line each


def show(result: Result) -> None:
    """Print what every variant's table of matchups says, and the verdicts."""
    experiment = result.experiment
    say(experiment.question)
    if len(experiment.variants) > IN_FULL:
        _summaries(result)
    for variant in experiment.variants if len(experiment.variants) <= IN_FULL else ():
        found = result.matchups(variant.index)
        place = _place(variant)
        say(f"\n{place + ': ' if place else ''}{_amount(found)}")
        _ranking(found)
        say(_dominance(found))
        say(_equilibrium(found))
    for number, target in enumerate(experiment.targets, 1):
        _target(result, number, target)
    _contrasts(result)


def tables(result: Result, name: str, where: Mapping[str, Any] | None) -> Table:
    """Return a table of all variants: every pairing (``matchups``), or the ranking with its words (``field_share``)."""
    axes = tuple(result.experiment.axes)
    parts = [
        (variant.keys, result.matchups(variant.index))
        for variant in result.experiment.variants
        if all(variant.keys.get(key) == value for key, value in (where or {}).items())
    ]
    rows = [
        {**keys, **row}
        for keys, found in parts
        for row in (found.table if name == MATCHUP_TABLES[0] else found.ranking).rows
    ]
    option = result.experiment.game.option
    return Table((*axes, option, "against") if name == MATCHUP_TABLES[0] else (*axes, option), rows)


def _place(variant: Variant) -> str:
    return plain(", ".join(f"{key} {'none' if value is None else value}" for key, value in variant.keys.items()))


def _amount(found: MatchupResult) -> str:
    legal = sum(found.members)
    alike = f", of which {len(found.labels)} do not play alike" if legal > len(found.labels) else ""
    return f"{legal:,} {found.option}s{alike}; win share against all others:"


def _ranking(found: MatchupResult) -> None:
    rows = found.ranking.rows
    shown = rows if len(rows) <= 2 * ENDS + 1 else [*rows[:ENDS], None, *rows[-ENDS:]]
    grid = Grid(box=None, show_header=False, padding=(0, 2))
    for row in shown:
        if row is None:
            grid.add_row("…", "", "", "")
            continue
        beaten = f"dominated by {row['dominated_by']}" if row["dominated_by"] else ""
        grid.add_row(str(row["rank"]), plain(str(row[found.option])), _of_100(row["estimate"]), plain(beaten))
    console().print(grid)


def _of_100(share: object) -> str:
    return f"{100 * float(str(share)):.1f} of 100"


def _dominance(found: MatchupResult) -> str:
    number, total = len(found.dominated), len(found.labels)
    if not number:
        return f"None of the {total} is dominated: against some opponent each is the better choice than any other one."
    return f"{number} of the {total} are dominated: another one wins more against every opponent."


def _equilibrium(found: MatchupResult) -> str:
    """Say in words how to choose so that nobody can do better than even."""
    solved = found.equilibrium
    if solved.is_pure and solved.is_only:
        return f"Always {plain(solved.support[0])}: no other choice gets more than even against it."
    chosen = {label: weight for label, weight in solved.weights.items() if weight > 0}
    if solved.is_pure:
        others = len(solved.support) - 1
        return (
            f"Always {plain(next(iter(chosen)))} cannot be beaten, and {others} more could stand for it or beside it."
        )
    mix = ", ".join(f"{100 * weight:.0f} of 100 times {plain(label)}" for label, weight in chosen.items())
    return f"No single choice is safe; {mix} is: no choice gets more than even against that mix."


def _summaries(result: Result) -> None:
    """Print a line for every variant."""
    say()
    option = result.experiment.game.option
    grid = Grid("", f"{option}s that differ", "dominated", "most uneven pairing", box=None, padding=(0, 2))
    for variant in result.experiment.variants:
        found = result.matchups(variant.index)
        uneven = _of_100(0.5 + found.number("largest_gap"))
        grid.add_row(_place(variant), str(len(found.labels)), str(len(found.dominated)), uneven)
    console().print(grid)


# --- verdicts ---------------------------------------------------------------------------------------------------------


def _target(result: Result, number: int, target: Target) -> None:
    rows = [row for row in result.verdicts() if row["target"] == number]
    _, column = declared(result.experiment, target.metric)
    is_share = column.kind == "flag"
    whose = f" of each {target.by}" if target.by else "".join(f" of {value}" for value in (target.of or {}).values())
    say(f"\n{column.label}{plain(whose)}; asked: {_band(rows[0], is_share=is_share)}")
    missed = [row for row in rows if row["verdict"] != "inside"]
    if len(rows) > 1:
        say(f"  {len(rows) - len(missed)} of {len(rows)} meet the target{'; those that do not:' if missed else ''}")
    grid = Grid(box=None, show_header=False, padding=(0, 2))
    shown = (missed if len(rows) > 1 else rows)[: 2 * ENDS]
    for row in shown:
        place = ", ".join(f"{axis} {row[axis]}" for axis in result.experiment.axes if row[axis] is not None)
        sign = SIGNS[str(row["verdict"])]
        grid.add_row(plain(str(row["whose"])), plain(place), _value(row["estimate"], is_share=is_share), sign)
    if shown:
        console().print(grid)
    if len(missed) > len(shown):
        say(f"  … and {len(missed) - len(shown)} more")


def _band(row: Mapping[str, object], *, is_share: bool) -> str:
    low, high = (None if edge is None else _value(edge, is_share=is_share) for edge in (row["band_lo"], row["band_hi"]))
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    return f"{low} to {high}"


def _value(value: object, *, is_share: bool) -> str:
    return _of_100(value) if is_share else f"{float(str(value)):g}"


def _contrasts(result: Result) -> None:
    """Print what a value of an axis changes, held against another."""
    for number, comparison in enumerate(result.experiment.compare, 1):
        _, column = declared(result.experiment, comparison.metric)
        against = plain(f"{comparison.key} {comparison.against}")
        say(f"\n{column.label}, less that with {against}")
        grid = Grid(box=None, show_header=False, padding=(0, 2))
        for row in result.contrasts():
            if row["comparison"] == number:
                place = ", ".join(f"{axis} {row[axis]}" for axis in result.experiment.axes)
                value = float(str(row["estimate"]))
                told = f"{100 * value:+z.1f} points" if column.kind == "flag" else f"{value:+g}"
                grid.add_row(plain(str(row["whose"])), plain(place), told, SIGNS.get(str(row["verdict"]), ""))
        console().print(grid)
