"""The tables of a report: as they are read, with labels and units, and as CSV for scripts, in full precision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simlab.experiment.plan import WORLD
from simlab.report.answer import Answer
from simlab.report.labels import Labels, Row
from simlab.report.survival import checks
from simlab.report.wording import VERDICTS, Scale, Verdict, listed, number

if TYPE_CHECKING:
    from simlab.result import Assumption

SOURCES = {"text": "printed", "gap": "our decision: the rulebook is silent or unclear", "assumed": "assumed data"}


@dataclass(frozen=True)
class Grid:
    """A table to be read.

    Attributes
    ----------
    headings : of the columns
    rows : the cells as text
    numeric : which columns are set to the right
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]


def grid(columns: Sequence[tuple[str, bool]], rows: Iterable[Iterable[str]]) -> Grid:
    """Make a table of (heading, is numeric) pairs and rows of text; columns without any text are left out."""
    cells = [tuple(row) for row in rows]
    kept = [place for place in range(len(columns)) if any(row[place] for row in cells)]
    return Grid(
        tuple(columns[place][0] for place in kept),
        tuple(tuple(row[place] for place in kept) for row in cells),
        tuple(columns[place][1] for place in kept),
    )


def estimates(labels: Labels, rows: Sequence[Row], keys: Sequence[str], scale: Scale) -> Grid:
    """Set out a table of estimates."""
    telling = [key for key in keys if len({row[key] for row in rows}) > 1] or list(keys)
    columns = [(labels.heading(key), _is_numeric(rows, key)) for key in telling]
    unit = f" ({scale.axis})" if scale.axis else ""
    estimate = "exact" if scale.is_exact else "estimate"
    columns += [(f"{estimate}{unit}", True), ("interval", True), ("playthroughs", True)]
    cells = [[labels.value(row[key]) for key in telling] + _numbers(scale, row) for row in rows]
    return grid(columns, cells)


def judgements(labels: Labels, answer: Answer) -> Grid:
    """Set out the verdicts on a target, or the contrasts of a comparison."""
    judged = answer.judgements
    rows = [judgement.row for judgement in judged]
    levels = list(dict.fromkeys(level for row in rows for level, _ in checks(row)))
    columns, cells = _measured(labels, answer.scale, rows)
    columns += [("pairing saves", True), ("verdict", False), (f"worst {labels.world}", False), ("holds in", False)]
    columns += [(f"for {level}", False) for level in levels]
    said = [
        [one.reduction, _signed(one.verdict), str(one.row.get("worst") or ""), _holds(one.row)]
        + [_signed(VERDICTS.get(dict(checks(one.row)).get(level, ""))) for level in levels]
        for one in judged
    ]
    return grid(columns, [[*cell, *more] for cell, more in zip(cells, said, strict=True)])


def every(labels: Labels, answer: Answer) -> Grid:
    """Set out the rows of every world and skill level behind the judgements."""
    columns, cells = _measured(labels, answer.scale, answer.every)
    said = [_signed(VERDICTS.get(str(row["verdict"]))) for row in answer.every]
    return grid([*columns, ("verdict", False)], [[*cell, one] for cell, one in zip(cells, said, strict=True)])


def _measured(labels: Labels, scale: Scale, rows: Sequence[Row]) -> tuple[list[tuple[str, bool]], list[list[str]]]:
    """Return the columns and cells that tell rows apart, and what was measured."""
    axes = [path for path in labels.experiment.axes if path in rows[0] and len({row[path] for row in rows}) > 1]
    keys = [*axes, *(["whose"] if len({row["whose"] for row in rows}) > 1 else [])]
    unit = f" ({scale.axis})" if scale.axis else ""
    what = "difference" if "against" in rows[0] else "exact" if scale.is_exact else "estimate"
    columns = [(labels.heading(key), _is_numeric(rows, key)) for key in keys]
    columns += [("instead of", _is_numeric(rows, "against"))]
    columns += [(f"{what}{unit}", True), ("interval", True), ("playthroughs", True)]
    cells = [
        [labels.value(row[key]) for key in keys]
        + [labels.value(row["against"]) if "against" in row else ""]
        + _numbers(scale, row)
        for row in rows
    ]
    return columns, cells


def _signed(verdict: Verdict | None) -> str:
    return f"{verdict.sign} {verdict.words}" if verdict else ""


def _holds(row: Row) -> str:
    return f"{row['holds_in']} of {row['worlds']}" if row.get("holds_in") is not None else ""


def _numbers(scale: Scale, row: Row) -> list[str]:
    """Write estimate, interval and n, with the digits that the interval supports; an exact answer has no n."""
    digits = scale.digits(row["lo"], row["hi"], (row.get("band_lo"), row.get("band_hi")))
    return [
        scale.bare(row["estimate"], digits),
        scale.interval(row["lo"], row["hi"], digits=digits),
        "" if scale.is_exact else number(row["n"], 0),
    ]


def _is_numeric(rows: Sequence[Row], key: str) -> bool:
    return all(isinstance(row.get(key), int | float) and not isinstance(row.get(key), bool) for row in rows)


def variants(labels: Labels, played: dict[int, int]) -> Grid:
    """Set out the variants: what is varied, who plays what where that changes, and how often they were played.

    A line stands for all worlds in which its variant was played.
    """
    experiment = labels.experiment
    axes = [path for path in experiment.axes if path not in {*labels.told_axes, WORLD}]
    places = labels.varying_seats
    longest = max((variant.chairs for variant in experiment.variants), key=len)
    names = [longest[place].name for place in places]
    groups = list(labels.apart_from_worlds().values())
    columns = [("variant", True)]
    columns += [(labels.heading(path), _is_numeric([v.keys for v in experiment.variants], path)) for path in axes]
    columns += [(f"{labels.game.option} of {name}", False) for name in names]
    columns += [(f"{labels.world}s", True), ("playthroughs", True)]
    cells = [
        [str(place), *(labels.value(first.keys[path]) for path in axes)]
        + [first.chairs[seat].label if seat < len(first.chairs) else "" for seat in places]
        + [str(len(group)) if WORLD in experiment.axes else ""]
        + ["" if labels.is_exact else number(sum(played.get(v.index, 0) for v in group), 0)]
        for place, group in enumerate(groups, 1)
        for first in group[:1]
    ]
    return grid(columns, cells)


def seats(labels: Labels) -> list[str]:
    """Say who plays the same in every variant, and what is dealt."""
    experiment, option = labels.experiment, labels.game.option
    where = "In every variant" if len(experiment.variants) > 1 else "At the table"
    if not any(variant.is_dealt for variant in experiment.variants):
        chairs = [c for place, c in enumerate(experiment.variants[0].chairs) if place not in labels.varying_seats]
        return [f"{where}: {listed([f'{chair.name} plays {chair.label}' for chair in chairs])}."] if chairs else []
    how = {
        "random": f"Each {option} is dealt to a seat at random each time.",
        "cyclic": f"Each {option} sits on every seat equally often, in turn.",
        "all_orders": f"Every order of the {option}s at the table counts the same.",
    }[experiment.assign]
    dealt = {tuple(one.label for one in variant.dealt): variant for variant in experiment.variants}
    told = f"{where} {listed(next(iter(dealt)))} are dealt to the seats." if len(dealt) == 1 else ""
    sits_out = any(len(variant.dealt) > len(variant.chairs) for variant in experiment.variants)
    subsets = f" With fewer seats than {option}s every choice of {option}s counts the same." if sits_out else ""
    return [f"{told} {how}{subsets}".strip()]


def assumptions(labels: Labels, found: Iterable[Assumption]) -> Grid:
    """Set out what the numbers rest on that the rulebook does not print."""
    columns = [
        ("rule", False),
        ("value here", False),
        ("where it comes from", False),
        ("set by", False),
        ("rules", False),
    ]
    cells = [
        [
            one.label,
            plain(one.value),
            SOURCES.get(one.source, one.source),
            f"preset {', '.join(labels.experiment.presets)}" if one.default else "this question",
            ", ".join(one.rules),
        ]
        for one in found
    ]
    return grid(columns, cells)


def plain(value: Any) -> str:
    """Write a value of the rules as prose would."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain(inner)}" for key, inner in value.items()) or "none"
    if isinstance(value, list | tuple):
        mark = "; " if any(isinstance(inner, dict | list | tuple) for inner in value) else ", "
        return mark.join(map(plain, value)) or "none"
    return Labels.value(value)
