"""What is wrong with a document, where, and the words to say it in."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

LONGEST_SHOWN = 60
"""Characters of a value, or of a key, quoted in a message."""

KeyPath = tuple[str | int, ...]
"""The way to a value: keys of mappings and, from 0, items of lists. In messages items count from 1."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a document.

    `line` and `column` count from 1; both are 0 where there is no text to point at (an override, a Python mapping).
    """

    path: str
    line: int
    column: int
    key: str
    message: str

    def __str__(self) -> str:
        """``path:line:column: key: message``, safe to print: control characters of a hostile file are escaped."""
        place = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        text = ": ".join(part for part in (place, self.key, self.message) if part)
        return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


class ConfigError(Exception):
    """Everything that is wrong with a document, in the order of the text.

    Parameters
    ----------
    problems : at least one problem; equal ones are kept once
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        unique = dict.fromkeys(problems)
        self.problems = sorted(unique, key=lambda problem: (problem.path, problem.line, problem.column))
        super().__init__("\n".join(map(str, self.problems)))


def dotted(key_path: KeyPath) -> str:
    """Write a key path as messages and overrides do: joined by points, list items counted from 1."""
    return ".".join(_cut(part) if isinstance(part, str) else str(part + 1) for part in key_path)


def shown(value: Any) -> str:
    """Quote a value in a message, shortened."""
    if isinstance(value, str):
        return repr(_cut(value))
    return _cut(json.dumps(value, ensure_ascii=False, default=repr))


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """Return ``; did you mean 'x'?`` for the closest allowed word, or nothing when none is close."""
    by_lower = {name.lower(): name for name in allowed}
    close = difflib.get_close_matches(word[:LONGEST_SHOWN].lower(), by_lower, n=1)
    return f"; did you mean {by_lower[close[0]]!r}?" if close else ""


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
