"""What verdicts come to over unknown data and skill levels: in how many worlds they hold, and whether they survive."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simlab.experiment.plan import SKILL, WORLD
from simlab.stats.table import Table

if TYPE_CHECKING:
    from simlab.experiment import Experiment

Row = Mapping[str, Any]
OUTSIDE = ("below", "above")
SLACK = 1e-9  # a share of worlds is a fraction of small numbers


def conclusions(experiment: Experiment, verdicts: Table) -> Table:
    """Gather the verdicts of every world and skill level into one row for each of the other keys.

    Parameters
    ----------
    verdicts : one row for each target, variant and level of ``by``

    Returns
    -------
    The same table where only one world and one level are asked about. Else rows of the verdict's level, without the
    keys ``world`` and ``skill``: the estimate of the world that speaks most against the band, the verdict that all
    worlds come to together, ``holds_in`` of how many ``worlds`` and the ``worst`` of them, and at each other level what
    it is there, ``checks``: ``beginner inside; expert above``.
    """
    dropped = [key for key in (WORLD, SKILL) if key in experiment.axes]
    if not dropped:
        return verdicts
    keys = tuple(key for key in verdicts.keys if key not in dropped)
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in verdicts:
        groups.setdefault(tuple(row[key] for key in keys), []).append(row)
    return Table(keys, [_concluded(experiment, group) for group in groups.values()])


def _concluded(experiment: Experiment, rows: Sequence[Row]) -> dict[str, Any]:
    levels: dict[Any, list[Row]] = {}
    for row in rows:
        levels.setdefault(row.get(SKILL), []).append(row)
    level = experiment.skill.verdict if experiment.skill.verdict in levels else next(iter(levels))
    hold = experiment.worlds.hold if experiment.worlds else 1.0
    at_level = levels[level]
    worst = min(at_level, key=margin)
    concluded = {key: value for key, value in worst.items() if key not in {WORLD, SKILL, "role"}}
    concluded["verdict"] = together([row["verdict"] for row in at_level], hold)
    if WORLD in worst and len(at_level) > 1:
        concluded["holds_in"] = sum(row["verdict"] == "inside" for row in at_level)
        concluded["worlds"] = len(at_level)
        concluded["worst"] = worst[WORLD]
        concluded["least"] = min(row["estimate"] for row in at_level)
        concluded["most"] = max(row["estimate"] for row in at_level)
    if len(levels) > 1:
        others = {name: found for name, found in levels.items() if name != level}
        said = {name: together([row["verdict"] for row in found], hold) for name, found in others.items()}
        concluded["checks"] = "; ".join(f"{name} {verdict}" for name, verdict in said.items())
    return concluded


def margin(row: Row) -> float:
    """Return how far inside its band a row's interval lies; below 0 by how far it reaches outside."""
    low, high = row["band_lo"], row["band_hi"]
    sides = [math.inf]
    if low is not None:
        sides.append(row["lo"] - low)
    if high is not None:
        sides.append(high - row["hi"])
    return min(sides)


def together(verdicts: Sequence[str], hold: float) -> str:
    """Return what the verdicts of several worlds come to.

    Parameters
    ----------
    hold : share of worlds that must be inside the band

    Returns
    -------
    ``inside`` where so many are; ``below`` or ``above``, whichever is more frequent, where so many are outside that the
    undecided ones could not help; else ``undecided``
    """
    worlds = len(verdicts)
    inside = sum(verdict == "inside" for verdict in verdicts)
    outside = [verdict for verdict in verdicts if verdict in OUTSIDE]
    if inside >= hold * worlds - SLACK:
        return "inside"
    if worlds - len(outside) < hold * worlds - SLACK:
        return max(OUTSIDE, key=outside.count)
    return "undecided"
