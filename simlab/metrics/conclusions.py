"""What verdicts come to over unknown data and skill levels: in how many worlds they hold, and whether they survive.

Three tables are made of the verdicts (or contrasts) of all variants. `worlds` has a row for each skill level, `skills`
a row for each level with whether the verdict survives there, and `conclusions` a row of the verdict's level alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simlab.experiment.plan import SKILL, WORLD, Comparison, Worlds
from simlab.metrics import drawn
from simlab.stats.table import Table

if TYPE_CHECKING:
    from simlab.experiment import Experiment, Target
    from simlab.metrics.quantities import Quantity

Row = Mapping[str, Any]
VERDICT, CHECK, ROLE = "verdict", "check", "role"
INSIDE, OUTSIDE, UNDECIDED = "inside", ("below", "above"), "undecided"
LEVEL = 0.95
MEAN = "mean over worlds"  # the estimate, until its family is judged
SLACK = 1e-9  # a share of worlds is a fraction of small numbers


def worlds(experiment: Experiment, judged: Table) -> Table:
    """Gather the rows of all worlds into one for each of the other keys.

    Parameters
    ----------
    judged : the table of verdicts, or of contrasts

    Returns
    -------
    Rows without the key ``world``: the estimate of the ``worst`` world, the verdict that all come to together,
    ``holds_in`` of how many ``worlds``, of which it ``must_hold_in``, and the ``least`` and ``most`` estimate in them.
    Where no band was asked nothing is worst, and the estimate is that of the world in the middle. No rows where no
    worlds are asked about.

    Of worlds that were drawn, ``least_share`` and ``most_share`` limit the share of all there could be in which the
    verdict is inside, each at the level of the table; the share that is asked of them is judged by these. Where the
    mean over all there could be is asked, the estimate is that mean, ``between`` the standard deviation from world to
    world and ``within`` the luck that is left in each.
    """
    if WORLD not in experiment.axes:
        return Table(judged.keys, [])
    worlds = experiment.worlds or Worlds(())
    if not worlds.is_average:
        return _gathered(experiment, judged, WORLD, lambda rows: [_over_worlds(rows, worlds)])
    return _judged_together(_gathered(experiment, judged, WORLD, lambda rows: [_on_average(rows)]))


def skills(experiment: Experiment, judged: Table) -> Table:
    """Put the verdict of every skill level beside that of the verdict's level; over all worlds, where there are some.

    Returns
    -------
    A row for each level, with its ``role`` and whether the verdict ``survives`` there: yes, no or undecided; empty at
    the verdict's own level and where nothing was judged. No rows where no other levels are asked about.
    """
    told = worlds(experiment, judged) if WORLD in experiment.axes else judged
    if SKILL not in experiment.axes:
        return Table(told.keys, [])
    return Table(told.keys, [row for group in _groups(experiment, told, SKILL) for row in _surviving(group)])


def conclusions(experiment: Experiment, judged: Table) -> Table:
    """Gather the rows of every world and skill level into one for each of the other keys.

    Returns
    -------
    The same table where only one world and one level are asked about. Else rows of the verdict's level, without the
    keys ``world`` and ``skill``, as `worlds` has them; and at each other level what the verdict is there, ``checks``:
    ``beginner inside; expert above``.
    """
    if SKILL not in experiment.axes:
        return worlds(experiment, judged) if WORLD in experiment.axes else judged
    return _gathered(experiment, skills(experiment, judged), SKILL, _of_verdict)


def survives(asked: str, there: str) -> str:
    """Say whether a verdict is the same at another level: yes, no, or undecided where either is; empty without one."""
    if not asked or not there:
        return ""
    if UNDECIDED in {asked, there}:
        return UNDECIDED
    return "yes" if asked == there else "no"


def by_level(
    experiment: Experiment, ask: Target | Comparison, asked: Iterable[Quantity]
) -> list[tuple[str, list[Quantity]]]:
    """Part quantities by skill level, each a family of its own, and say which are judged and which are a check.

    Where the question itself says of which level it is asked, nothing is a check.
    """
    levels: dict[Any, list[Quantity]] = {}
    is_told = SKILL in {*(ask.where or {}), _own_key(ask)}
    for quantity in asked:
        levels.setdefault(None if is_told else quantity.keys.get(SKILL), []).append(quantity)
    return [
        (VERDICT if level in {None, experiment.skill.verdict} else CHECK, quantities)
        for level, quantities in sorted(levels.items(), key=lambda item: item[0] != experiment.skill.verdict)
    ]


def spare(experiment: Experiment, quantities: Sequence[Quantity]) -> int:
    """Return in how many worlds a verdict need not hold."""
    if experiment.worlds is None or experiment.worlds.is_drawn:
        return 0  # of drawn worlds each is found at its own level, and how often that errs is counted
    number = len({quantity.keys.get(WORLD) for quantity in quantities})
    return number - must_hold_in(experiment.worlds.hold, number)


def must_hold_in(hold: float, number: int) -> int:
    """Return how many of a number of worlds a share of them is, at least."""
    return max(1, math.ceil(hold * number - SLACK))


def _own_key(ask: Target | Comparison) -> str | None:
    """Return the axis that a question asks about itself."""
    return ask.key if isinstance(ask, Comparison) else ask.by


def _asks(experiment: Experiment, table: Table) -> Sequence[Target | Comparison]:
    return experiment.targets if table.keys[0] == "target" else experiment.compare


def _groups(experiment: Experiment, table: Table, key: str) -> list[list[Row]]:
    """Part the rows of a table by all keys but one; not where a question asks about that very axis."""
    own = [_own_key(ask) == key for ask in _asks(experiment, table)]
    found: dict[tuple[Any, ...], list[Row]] = {}
    for row in table:
        is_own = own[int(str(row[table.keys[0]])) - 1]
        found.setdefault(tuple(row[name] for name in table.keys if is_own or name != key), []).append(row)
    return list(found.values())


def _gathered(
    experiment: Experiment, table: Table, key: str, make: Callable[[list[Row]], list[dict[str, Any]]]
) -> Table:
    """Make new rows of each group; the key stays where a question asks about that very axis."""
    is_own = any(_own_key(ask) == key for ask in _asks(experiment, table))
    keys = tuple(name for name in table.keys if is_own or name != key)
    rows = []
    for group in _groups(experiment, table, key):
        is_several = len({row[key] for row in group}) > 1
        for row in make(group):
            told = {**row, key: None} if is_several and is_own else row
            rows.append(told if is_own else {name: value for name, value in told.items() if name != key})
    return Table(keys, rows)


def _over_worlds(rows: Sequence[Row], worlds: Worlds) -> dict[str, Any]:
    hold = worlds.hold
    has_verdict = bool(rows[0]["verdict"])
    told = worst(rows) if has_verdict else sorted(rows, key=lambda row: float(row["estimate"]))[len(rows) // 2]
    said = [row["verdict"] for row in rows]
    is_sample = has_verdict and worlds.is_drawn
    limits = drawn.shares(rows, LEVEL) if is_sample else (None, None)
    verdict = together(said, hold, told["verdict"]) if has_verdict else ""
    if is_sample and hold < 1:
        verdict = drawn.in_at_least(rows, hold, LEVEL, told["verdict"])
    return {
        **told,
        "verdict": verdict,
        "holds_in": said.count(INSIDE) if has_verdict else None,
        "must_hold_in": must_hold_in(hold, len(rows)) if has_verdict else None,
        "worlds": len(rows),
        "worst": told[WORLD] if has_verdict else None,
        "least": min(row["estimate"] for row in rows),
        "most": max(row["estimate"] for row in rows),
        **({"least_share": limits[0], "most_share": limits[1]} if is_sample else {}),
    }


def _on_average(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the row of the mean over all worlds there could be, not judged yet."""
    has_verdict = bool(rows[0]["verdict"])
    if len(rows) < 2:  # noqa: PLR2004 - one world says nothing of how much they differ
        return {**_over_worlds(rows, Worlds(()))}
    found, parted = drawn.averaged(rows, LEVEL)
    return {
        **rows[0],
        **found.cells(str(rows[0]["metric"])),
        "needed": None,
        "holds_in": [row["verdict"] for row in rows].count(INSIDE) if has_verdict else None,
        "must_hold_in": None,
        "worlds": len(rows),
        "worst": worst(rows)[WORLD] if has_verdict else None,
        "least": min(row["estimate"] for row in rows),
        "most": max(row["estimate"] for row in rows),
        **parted,
        MEAN: found,
    }


def _judged_together(table: Table) -> Table:
    """Judge means over worlds, those of one question at one level as a family."""
    families: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in table.rows:
        if MEAN in row:
            families.setdefault((row[table.keys[0]], row.get(SKILL)), []).append(row)
    for rows in families.values():
        bands = [(row["band_lo"], row["band_hi"]) for row in rows]
        for row, said in zip(rows, drawn.judged([row.pop(MEAN) for row in rows], bands, LEVEL), strict=True):
            row |= {"verdict": said, "family": len(rows)}
    return table


def _surviving(rows: Sequence[Row]) -> Iterator[dict[str, Any]]:
    asked = next((row["verdict"] for row in rows if row[ROLE] == VERDICT), "")
    for row in rows:
        yield {**row, "survives": survives(asked, row["verdict"]) if row[ROLE] == CHECK else ""}


def _of_verdict(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Keep the rows of the verdict's level, and say what the verdict is at the others."""
    others = "; ".join(f"{row[SKILL]} {row['verdict']}" for row in rows if row[ROLE] == CHECK and row["verdict"])
    checks = {"checks": others} if others else {}
    plain = ({key: value for key, value in row.items() if key not in {ROLE, "survives"}} for row in rows)
    return [told | checks for row, told in zip(rows, plain, strict=True) if row[ROLE] == VERDICT]


def worst(rows: Sequence[Row]) -> Row:
    """Return the row that speaks most against its band: what is outside first, then by the margin."""
    order = (*OUTSIDE, UNDECIDED, INSIDE)
    return min(rows, key=lambda row: (max(1, order.index(row["verdict"])), margin(row)))


def margin(row: Row) -> float:
    """Return how far inside its band a row's interval lies; below 0 by how far it reaches outside."""
    low, high = row["band_lo"], row["band_hi"]
    sides = [math.inf]
    if low is not None:
        sides.append(row["lo"] - low)
    if high is not None:
        sides.append(high - row["hi"])
    return min(sides)


def together(verdicts: Sequence[str], hold: float, at_worst: str = "") -> str:
    """Return what the verdicts of several worlds come to.

    Parameters
    ----------
    hold : share of worlds that must be inside the band
    at_worst : the verdict of the worst world, which breaks a tie

    Returns
    -------
    ``inside`` where so many are; ``below`` or ``above``, whichever is more frequent, where so many are outside that the
    undecided ones could not help; else ``undecided``

    Notes
    -----
    That at least u of m are inside is a partial conjunction. Where u < m each must be inside at the level of m - u + 1
    statements, see `spare`: Benjamini and Heller (2008), Biometrics 64, 1215-1222. With u = m that is the plain level.
    """
    number, needed = len(verdicts), must_hold_in(hold, len(verdicts))
    outside = [verdict for verdict in verdicts if verdict in OUTSIDE]
    if verdicts.count(INSIDE) >= needed:
        return INSIDE
    if number - len(outside) < needed:
        return max(OUTSIDE, key=lambda side: (outside.count(side), side == at_worst))
    return UNDECIDED
