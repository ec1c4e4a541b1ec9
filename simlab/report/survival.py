"""Whether verdicts hold in other worlds and at other skill levels, in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simlab.experiment.plan import WORLD
from simlab.metrics.conclusions import CHECK, INSIDE, ROLE, UNDECIDED, survives, worst
from simlab.report.wording import VERDICTS, Scale, capital

if TYPE_CHECKING:
    from simlab.report.answer import Judgement
    from simlab.report.labels import Labels

Row = Mapping[str, Any]


def checks(row: Row) -> list[tuple[str, str]]:
    """Return the other skill levels of a concluded row, and the verdict at each."""
    told = str(row.get("checks") or "")
    parts = [part.rpartition(" ") for part in told.split("; ") if part]
    return [(level, verdict) for level, _, verdict in parts]


def holds_in(labels: Labels, row: Row) -> str:
    """Say in how many worlds a verdict holds; nothing where it was asked in one."""
    if not row.get("worlds") or row["holds_in"] is None:
        return ""
    if row.get("between") is not None:
        return f"the mean over {labels.drawn(row['worlds'])}; alone it holds in {_of(row['holds_in'], row['worlds'])}"
    if row.get("least_share") is not None:
        return f"holds in {_of(row['holds_in'], row['worlds'])} drawn {labels.worlds(row['worlds'])}{_sample(row)}"
    least = f" ({row['must_hold_in']} would do)" if row["must_hold_in"] < row["worlds"] else ""
    return f"holds in {_of(row['holds_in'], row['worlds'])} {labels.worlds(row['worlds'])}{least}"


def _sample(row: Row) -> str:
    """Say what drawn worlds tell of all there could be: in how many of 100 a verdict holds, at least or at most."""
    least, most = math.floor(100 * row["least_share"]), math.ceil(100 * row["most_share"])
    if least > 0:
        return f", so in at least {least} of 100 such"
    return f", so in at most {most} of 100 such" if most < 100 else ", which says little of all such"  # noqa: PLR2004 - of 100


def _of(some: int, every: int) -> str:
    return f"{'all ' if some == every > 1 else f'{some} of '}{every}"


def shortly(labels: Labels, row: Row) -> str:
    """Say in few words in how many worlds a verdict holds, and whether it survives other levels."""
    parts = [f"{holds_in(labels, row)}; worst: {row['worst']}"] if holds_in(labels, row) else []
    return "; ".join([*parts, *(_level(row, *check) for check in checks(row))])


def _level(row: Row, level: str, verdict: str) -> str:
    """Say what a verdict is at another level beside what it is here."""
    words = VERDICTS[verdict].words
    found = survives(row["verdict"], verdict)
    if found == "no":
        return f"flips for {level} ({words})"
    if found == "yes":
        return f"also holds for {level}" if verdict == INSIDE else f"the same for {level}"
    return f"for {level}: {words}"


def sentences(labels: Labels, scale: Scale, row: Row) -> str:
    """Say in sentences, a space before each, in how many worlds a verdict holds and which levels it survives."""
    said = ""
    levels = [_level(row, *check) for check in checks(row)]
    if row.get("worlds"):
        least, most = (scale.bare(row[name], scale.digits(row["lo"], row["hi"])) for name in ("least", "most"))
        reach = f"{least} to {most}" if least != most else least
        told = holds_in(labels, row)
        them = (
            "all of them"
            if told
            else f"the {row['worlds']} {labels.worlds(row['worlds'])}; the middle one is told here"
        )
        every = f"{reach} over {them}"
        if row.get("between") is not None:
            told = labels.drawn(row["worlds"])
            every = f"The mean is over {told}, which give {reach}; {_apart(scale, row)}"
            return f" {capital(every)}." + "".join(f" {capital(part)}." for part in levels)
        said = f" {capital(told)}; worst: {row['worst']}, told here; {every}." if told else f" {capital(every)}."
    return said + "".join(f" {capital(part)}." for part in levels)


def _apart(scale: Scale, row: Row) -> str:
    """Say how much worlds differ beside the luck that is left in each."""
    between, within = (scale.factor * float(row[name]) for name in ("between", "within"))
    unit = "points" if scale.kind == "share" else scale.unit
    return f"they differ by a standard deviation of {between:.2g} {unit}, beside luck of {within:.2g} in each".replace(
        "  ", " "
    )


def summary(labels: Labels, judgements: Sequence[Judgement], every: Sequence[Row]) -> str:
    """Say of all judgements on a target together in how many worlds they hold, and how many of them other levels turn.

    Parameters
    ----------
    every : the rows of every world and every level behind the judgements
    """
    return " ".join([*_in_worlds(labels, every), *_at_levels(judgements)])


def _in_worlds(labels: Labels, every: Sequence[Row]) -> Iterator[str]:
    by_world: dict[str, list[Row]] = {}
    for row in every:
        if row.get(ROLE) != CHECK and row.get(WORLD) is not None and row["verdict"]:
            by_world.setdefault(str(row[WORLD]), []).append(row)
    if len(by_world) > 1:
        inside = sum(all(row["verdict"] == INSIDE for row in rows) for rows in by_world.values())
        at_worst = worst([row for rows in by_world.values() for row in rows])[WORLD]
        yield f"Together they hold in {_of(inside, len(by_world))} {labels.worlds(len(by_world))}; worst: {at_worst}."


def _at_levels(judgements: Sequence[Judgement]) -> Iterator[str]:
    """Say of every other level how many verdicts it turns."""
    levels = dict.fromkeys(level for one in judgements for level, _ in checks(one.row))
    for level in levels:
        said = [survives(one.row["verdict"], dict(checks(one.row)).get(level, "")) for one in judgements]
        turned, open_ = said.count("no"), said.count(UNDECIDED)
        unclear = f"; of {open_} it cannot be told" if open_ else ""
        if open_ == len(said):
            yield f"For {level} it cannot be told whether they hold too."
        elif turned:
            yield f"For {level} {turned} of the {len(said)} {'flips' if turned == 1 else 'flip'}{unclear}."
        else:
            yield f"For {level} {'none flips' if open_ else 'all are the same'}{unclear}."


def flips(judgements: Sequence[Judgement]) -> list[tuple[str, Judgement, str]]:
    """Return the verdicts that another level turns: the level, the judgement, and the verdict there."""
    return [
        (level, one, there)
        for one in judgements
        for level, there in checks(one.row)
        if survives(one.row["verdict"], there) == "no"
    ]
