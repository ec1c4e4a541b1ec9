"""Verdicts over worlds that were drawn: about the mean over all there could be, or about how many of them hold."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from simlab.stats import limits
from simlab.stats.estimates import ANY, Estimate
from simlab.stats.verdicts import Band
from simlab.stats.verdicts import verdicts as judge
from simlab.stats.worlds import average, share_at_least, share_at_most, spread

Row = Mapping[str, Any]
INSIDE, OUTSIDE = "inside", ("below", "above")


def averaged(rows: Sequence[Row], level: float) -> tuple[Estimate, dict[str, float]]:
    """Return the mean over all worlds there could be, and how much they differ.

    Parameters
    ----------
    rows : one for each drawn world, alike in everything else
    """
    values = [float(row["estimate"]) for row in rows]
    slack = (_mean_of_excess(rows, "lo"), _mean_of_excess(rows, "hi"))
    bounds = (0.0, 1.0) if all(row["lo"] >= 0 and row["hi"] <= 1 for row in rows) else ANY
    found = average(values, playthroughs=sum(int(row["n"]) for row in rows), level=level, slack=slack, bounds=bounds)
    if found.se == 0:  # worlds that all give the same say nothing of their spread; their own luck is left
        ends = min(float(row["lo"]) for row in rows), max(float(row["hi"]) for row in rows)
        found = replace(found, lo=ends[0], hi=ends[1], method=f"{found.method}, none differs", slack=(0.0, 0.0))
    parted = spread(values, [float(row["se"]) for row in rows])
    return found, {"between": parted.between, "within": parted.within}


def _mean_of_excess(rows: Sequence[Row], side: str) -> float:
    """Return how far intervals reach beyond their own luck: what playthroughs that were cut off could still change."""
    found = []
    for row in rows:
        if "widened for truncated" in str(row["method"]):
            reach = limits.critical(float(row["level"])) * float(row["se"])
            found.append(max(0.0, abs(float(row[side]) - float(row["estimate"])) - reach))
    return math.fsum(found) / len(rows)


def judged(found: Sequence[Estimate], bands: Sequence[Band], level: float) -> list[str]:
    """Judge the means of a family, corrected like any other; nothing where there is no band."""
    if all(band == (None, None) for band in bands):
        return ["" for _ in bands]
    return list(judge(found, bands, level))


def shares(rows: Sequence[Row], level: float) -> tuple[float, float]:
    """Return limits of the share of all worlds in which the verdict is inside: at least, and at most."""
    said = [row["verdict"] for row in rows]
    each = min(float(row["level"]) for row in rows)
    against = sum(verdict in OUTSIDE for verdict in said)
    return (
        share_at_least(said.count(INSIDE), len(rows), level=level, each=each),
        share_at_most(against, len(rows), level=level, each=each),
    )


def in_at_least(rows: Sequence[Row], hold: float, level: float, at_worst: str) -> str:
    """Return what the verdicts of drawn worlds come to: whether a share of all there could be is inside."""
    least, most = shares(rows, level)
    if least >= hold:
        return INSIDE
    if most < hold:
        outside = [row["verdict"] for row in rows if row["verdict"] in OUTSIDE]
        return max(OUTSIDE, key=lambda side: (outside.count(side), side == at_worst))
    return "undecided"
