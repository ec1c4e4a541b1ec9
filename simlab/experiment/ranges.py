"""Ranges: values of an axis that are not written out one by one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pydantic import ValidationError

from simlab.document import KeyPath, shown
from simlab.document.wording import findings
from simlab.experiment.draft import Draft
from simlab.experiment.question import MOST_POINTS, Range

WORDS = frozenset({"from", "to", "step", "points"})
"""The keys of a range."""


def is_range(values: Any) -> bool:
    """Say whether a mapping means a range: it has a key of one, and no case behind any key."""
    return bool(WORDS & set(values)) and not any(isinstance(value, Mapping) for value in values.values())


def read(draft: Draft, here: KeyPath, values: Mapping[str, Any]) -> Range | None:
    """Check the shape of a range, and that it leads upwards."""
    try:
        found = Range.model_validate(values)
    except ValidationError as error:
        for path, message in findings(error, values, Range.model_json_schema()):
            draft.missing((*here, *path), message)
        return None
    if found.first >= found.last:
        what = "is one value: write a list" if found.first == found.last else "is upside down: give the smaller as from"
        draft.missing(here, f"{what}; got from: {shown(found.first)}, to: {shown(found.last)}")
        return None
    if found.step is not None and found.points is not None:
        draft.missing((*here, "points"), "step: says how many there are; leave one of them out")
        return None
    return found


def listed(draft: Draft, here: KeyPath, given: Range) -> list[int | float] | None:
    """Return the values of a range with a step or a number of points, both ends among them; whole numbers stay whole.

    Decimal fractions are added up as they are written: 0.1, 0.2, 0.3 and not 0.30000000000000004.
    """
    first, last = _exact(given.first), _exact(given.last)
    if given.points is not None:
        step = (last - first) / (given.points - 1)
    elif given.step is not None:
        step = _exact(given.step)
    else:
        draft.missing(here, "needs a step, or points: how many values there are, both ends among them")
        return None
    number = (last - first) / step
    if number > MOST_POINTS - 1:
        draft.missing((*here, "step"), f"makes {int(number) + 1:,} values, at most {MOST_POINTS:,}")
        return None
    if number.denominator != 1:
        below = first + int(number) * step
        near = f"{_plain(below, given)} or {_plain(below + step, given)}"
        message = f"does not lead from {shown(given.first)} to {shown(given.last)}; it meets {near}"
        draft.missing((*here, "step"), message)
        return None
    return [_plain(first + place * step, given) for place in range(int(number) + 1)]


def _exact(value: float) -> Fraction:
    """Take a number for the decimal fraction as which it is written."""
    return Fraction(repr(value))


def _plain(value: Fraction, given: Range) -> int | float:
    """Return a value as a whole number where the range is of whole numbers and it is one."""
    ends = (given.first, given.last, given.first if given.step is None else given.step)
    is_whole = all(isinstance(end, int) for end in ends)
    return int(value) if is_whole and value.denominator == 1 else float(value)
