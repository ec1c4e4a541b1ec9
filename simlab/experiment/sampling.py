"""Designs that fill a space of rules with few points: each point sets every axis anew.

Sobol points are scrambled after Owen (1998), "Scrambling Sobol' and Niederreiter-Xing points", Journal of Complexity
14, 466-489; Latin hypercubes are those of McKay, Beckman and Conover (1979), Technometrics 21, 239-245. Both come from
``scipy.stats.qmc``.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from simlab.document import KeyPath
from simlab.document.wording import findings
from simlab.experiment import ranges
from simlab.experiment.draft import Draft
from simlab.experiment.question import Range, Sample

DIGITS = 4
"""A sampled number is rounded to this many digits of the length of its range, so that it can be printed."""

Levels = Sequence[Any] | Range


def read(draft: Draft, here: KeyPath, given: Any) -> tuple[Sample, dict[str, Levels]] | None:
    """Check a sample: its shape, and each axis' list or range of values."""
    before = len(draft.problems)
    if not isinstance(given, Mapping):
        draft.missing(here, "needs a mapping (key: value) with keys method, points, axes")
        return None
    try:
        asked = Sample.model_validate(given)
    except ValidationError as error:
        for path, message in findings(error, given, Sample.model_json_schema()):
            draft.missing((*here, *path), message)
        return None
    if not asked.axes:
        draft.missing((*here, "axes"), "names no axis; a sample needs at least one")
    if asked.method == "sobol" and asked.points & (asked.points - 1):
        lower = 1 << (asked.points.bit_length() - 1)
        draft.missing((*here, "points"), f"Sobol points are even only in powers of 2: give {lower} or {2 * lower}")
    levels = {path: _levels(draft, (*here, "axes", path), values) for path, values in asked.axes.items()}
    sound = {path: found for path, found in levels.items() if found is not None}
    sizes = [_size(found) for found in sound.values()]
    if len(draft.problems) == before and math.prod(sizes) <= asked.points:
        every = f"{math.prod(sizes):,} combinations"
        draft.missing((*here, "points"), f"there are only {every}: list the axes in vary: to play each of them once")
    return (asked, sound) if len(draft.problems) == before else None


def _levels(draft: Draft, here: KeyPath, values: Any) -> Levels | None:
    """Return the values that an axis can take: a list, or a range of which any value, or any whole one, will do."""
    if isinstance(values, list):
        return values
    given = ranges.read(draft, here, values)
    if given is None or (given.step is None and given.points is None):
        return given
    return ranges.listed(draft, here, given)


def _size(levels: Levels) -> float:
    if not isinstance(levels, Range):
        return len(levels)
    return levels.last - levels.first + 1 if _is_whole(levels) else math.inf


def _is_whole(given: Range) -> bool:
    return isinstance(given.first, int) and isinstance(given.last, int)


def drawn(asked: Sample, levels: Mapping[str, Levels], seed: int) -> list[tuple[Any, ...]]:
    """Return the points of a sample in their order, each with a value for every axis; no point comes twice.

    The experiment's seed draws them, apart from all playthroughs: another seed is another design.
    """
    from scipy.stats import qmc

    text = f"{seed} {asked.method} {asked.points} {len(levels)}"
    own = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    if asked.method == "sobol":
        places = qmc.Sobol(len(levels), rng=own).random_base2(asked.points.bit_length() - 1)
    else:
        places = qmc.LatinHypercube(len(levels), rng=own).random(asked.points)
    points = [
        tuple(_at(one, float(place)) for one, place in zip(levels.values(), line, strict=True)) for line in places
    ]
    return [point for number, point in enumerate(points) if point not in points[:number]]


def _at(levels: Levels, place: float) -> Any:
    """Return the value at a place in [0, 1); values that are told apart have equal parts of it."""
    if not isinstance(levels, Range):
        return levels[int(place * len(levels))]
    length = levels.last - levels.first
    if _is_whole(levels):
        return int(levels.first) + int(place * (length + 1))
    return round(levels.first + place * length, DIGITS - 1 - math.floor(math.log10(length)))
