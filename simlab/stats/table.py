"""The one shape in which numbers are handed on: a tidy table of estimates."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["VALUES", "Table"]

VALUES = ("metric", "estimate", "se", "lo", "hi", "level", "n", "method")
"""Columns that every table has after its keys."""

_MARKDOWN = str.maketrans({mark: f"\\{mark}" for mark in "\\`*[]<>|&"} | {"\n": " ", "\r": " "})


@dataclass(frozen=True)
class Table:
    """Rows that say which, then what: the keys, `VALUES`, and possibly more columns.

    Parameters
    ----------
    keys : tuple of str
        Names of the columns that tell rows apart.
    rows : list of dict
        One per estimate: every key, every one of `VALUES`, further columns in the order in which they first come up.

    Raises
    ------
    ValueError
        When a key is named twice or like a value, or a row lacks one of its columns.
    """

    keys: tuple[str, ...]
    rows: list[dict[str, object]]

    def __post_init__(self) -> None:
        required = (*self.keys, *VALUES)
        if len(set(required)) < len(required):
            raise ValueError(f"keys {self.keys} are not distinct from each other and from {VALUES}")
        for number, row in enumerate(self.rows):
            missing = [name for name in required if name not in row]
            if missing:
                raise ValueError(f"row {number} has no {', '.join(missing)}")

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, object]]:
        return iter(self.rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of all columns, in order."""
        return tuple(dict.fromkeys((*self.keys, *VALUES, *(name for row in self.rows for name in row))))

    def to_frame(self) -> "pd.DataFrame":
        """Return a data frame with a row per estimate; a column that a row lacks is missing there."""
        import pandas as pd

        return pd.DataFrame(self._cells(), columns=list(self.columns))

    def to_csv(self) -> str:
        r"""Text after RFC 4180 with \n line ends: full precision, nothing where there is no value."""
        lines = [self.columns, *self._cells()]
        return "".join(f"{','.join(map(_quoted, line))}\n" for line in lines)

    def to_json(self) -> str:
        """Text of a list with an object per row; null where there is no value, no number, or no end to the interval."""
        rows = [dict(zip(self.columns, map(_finite, cells), strict=True)) for cells in self._cells()]
        return json.dumps(rows, ensure_ascii=False, allow_nan=False, indent=2) + "\n"

    def to_markdown(self, digits: int = 4) -> str:
        """Text of a pipe table, names escaped.

        Parameters
        ----------
        digits : int
            Digits after the point of every number that is not an integer.
        """
        cells = [[_shown(cell, digits) for cell in row] for row in self._cells()]
        numeric = [_is_numeric(column) for column in zip(*self._cells(), strict=True)] or [False] * len(self.columns)
        lines = [
            [name.translate(_MARKDOWN) for name in self.columns],
            ["---:" if right else "---" for right in numeric],
            *cells,
        ]
        return "".join(f"| {' | '.join(line)} |\n" for line in lines)

    def _cells(self) -> list[list[object]]:
        """Rows as lists in column order, NumPy's scalars as Python's."""
        return [[_plain(row.get(name)) for name in self.columns] for row in self.rows]


def _plain(value: object) -> object:
    """Turn a NumPy scalar into Python's, whose repr is the number alone."""
    return value.item() if isinstance(value, np.generic) else value


def _quoted(value: object) -> str:
    """Text of a cell in CSV; Python's own writer leaves a carriage return bare, which readers take for a new row."""
    text = "" if value is None else str(value)
    if any(mark in text for mark in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text


def _finite(value: object) -> object:
    """Value as JSON can say it."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _is_numeric(column: tuple[object, ...]) -> bool:
    """Whether a column is set to the right: numbers, and perhaps gaps."""
    filled = [value for value in column if value is not None]
    return bool(filled) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in filled)


def _shown(value: object, digits: int) -> str:
    """Text of a cell in a pipe table."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:z.{digits}f}"
    return str(value).translate(_MARKDOWN)
