"""The terms of a regression: how what was varied becomes the columns of a design.

A number has one column, its change for each unit; anything else one for each value but the first, which it is held
against. All are centred over the variants, so that the constant is their average, and an effect holds at the average of
all others also where there are interactions, whose columns are products.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from simlab.experiment.plan import Key

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Term:
    """A column.

    Attributes
    ----------
    axes : one, or those of an interaction
    values : for each of them the value that is held against the first; None for a number, which counts by the unit
    """

    axes: tuple[str, ...]
    values: tuple[Key, ...]
    is_counted: tuple[bool, ...]


def is_number(values: Sequence[Key]) -> bool:
    """Say whether an axis counts: all its values are numbers."""
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def terms(axes: Mapping[str, Sequence[Key]], on: Sequence[str], interactions: Sequence[Sequence[str]]) -> list[Term]:
    """Return the terms of some axes and of their interactions, in this order."""

    def of(path: str) -> list[tuple[Key, bool]]:
        return [(None, True)] if is_number(axes[path]) else [(value, False) for value in axes[path][1:]]

    return [
        Term(tuple(paths), tuple(value for value, _ in parts), tuple(counted for _, counted in parts))
        for paths in (*((path,) for path in on), *interactions)
        for parts in product(*map(of, paths))
    ]


def matrix(wanted: Sequence[Term], keys: Sequence[Mapping[str, Key]]) -> NDArray[np.float64]:
    """Return the design of some variants, a line each: the constant, then a column for each term."""
    import numpy as np

    single: dict[tuple[str, Key], NDArray[np.float64]] = {}
    columns = [np.ones(len(keys))]
    for term in wanted:
        column = np.ones(len(keys))
        for path, value, counted in zip(term.axes, term.values, term.is_counted, strict=True):
            if (path, value) not in single:
                found = [float(line[path] if counted else line[path] == value) for line in keys]  # type: ignore[arg-type]
                single[path, value] = np.array(found) - np.mean(found)
            column = column * single[path, value]
        columns.append(column)
    return np.array(columns).T
