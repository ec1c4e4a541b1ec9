"""YAML as data: a text read safely, with the line and column of every key, so that a mistake can be pointed at.

A config comes from anyone. Nothing in it is code, and nothing in it may cost more than its size: files, nodes, depth
and numbers are bounded, and an alias is paid for each time it is used. The grammar and the reading of plain words are
ruamel.yaml's, version 1.2 (``1e6`` is a number; ``off`` and ``no`` stay words).
"""

from __future__ import annotations

import numbers
import re
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simlab.document.events import DEEPEST, MOST_NODES, Place, Reading, UnreadableError, finite, in_64_bits
from simlab.document.files import LARGEST_FILE, text_of
from simlab.document.problems import ConfigError, KeyPath, Problem, did_you_mean, dotted, shown

__all__ = [
    "DEEPEST",
    "LARGEST_FILE",
    "MOST_NODES",
    "ConfigError",
    "Document",
    "KeyPath",
    "Problem",
    "did_you_mean",
    "dotted",
    "from_data",
    "override",
    "parse",
    "read",
    "shown",
    "text_of",
]

_DIRECTIVE = re.compile("(?:^|[\n\r\x85\u2028\u2029])\ufeff*%")
"""A line that begins with %, by any of the breaks that YAML knows."""


@dataclass(frozen=True)
class Document:
    """A mapping read from a text, and where each of its keys stands.

    Attributes
    ----------
    name : what messages call it: the path as it was given
    data : dict, list, str, int, float, bool and None only
    places : key path -> line and column of the key, or of the list item
    overrides : key path -> the assignment that set it
    """

    name: str
    data: dict[str, Any]
    places: Mapping[KeyPath, Place] = field(repr=False)
    overrides: Mapping[KeyPath, str] = field(default_factory=dict)

    def where(self, key_path: KeyPath) -> Place:
        """Line and column of a key or, where the text has no such key, of its nearest ancestor that it has."""
        return next(self.places[path] for path in _ancestors(key_path) if path in self.places)

    def problem(self, key_path: KeyPath, message: str, near: KeyPath | None = None) -> Problem:
        """State a problem at a key; one that came from an override points at the assignment.

        Parameters
        ----------
        key_path : the key that is wrong
        near : where to point instead, when the key itself is not in the text
        """
        near = key_path if near is None else near
        for path in _ancestors(near):
            if path in self.overrides:
                return Problem(_assignment(self.overrides[path]), 0, 0, dotted(key_path), message)
            if path in self.places:
                break
        return Problem(self.name, *self.where(near), dotted(key_path), message)


def _ancestors(key_path: KeyPath) -> Iterator[KeyPath]:
    return (key_path[:length] for length in range(len(key_path), -1, -1))


def read(path: str | Path) -> Document:
    """Read a YAML file.

    Raises
    ------
    ConfigError
        Not a regular file, too large, not UTF-8, or anything `parse` refuses.
    """
    return parse(text_of(path), str(path))


def parse(text: str, name: str) -> Document:
    """Read YAML from a text.

    Raises
    ------
    ConfigError
        Not YAML, not a mapping, more than one document, a tag that asks for an object, a key twice, a key that is no
        word, a merge key, a number out of range, or more values or levels than a config needs.
    """
    data, places = _value(text, name)
    if not isinstance(data, dict):
        message = "is empty" if data is None else f"must be a mapping (key: value); got {shown(data)}"
        raise ConfigError([Problem(name, 1, 1, "", message)])
    return Document(name, data, places)


def _value(text: str, name: str) -> tuple[Any, dict[KeyPath, Place]]:
    """Read any YAML value, and its places; see `parse`."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    directive = _DIRECTIVE.search(text)  # another version would read `off` as false, and tags could be renamed
    if directive:
        message = "%YAML and %TAG are not read; leave the line out"
        raise ConfigError([Problem(name, *_place_after(text[: directive.end() - 1]), "", message)])
    yaml = YAML(typ="safe", pure=True)
    yaml.version = "1.2"
    reading = Reading(name, iter(yaml.parse(text)), yaml.resolver)
    data = None
    try:
        data = reading.document()
    except UnreadableError as error:
        reading.note(error.place, error.key_path, error.message)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        reading.note(place, (), f"is not YAML: {error.problem or error.context}")
    except YAMLError as error:
        place = _place_after(text[: getattr(error, "position", 0)])  # a reader's error counts characters
        reading.note(place, (), f"is not YAML: {str(error).splitlines()[0]}")
    if reading.problems:
        raise ConfigError(reading.problems)
    return data, reading.places


def _place_after(before: str) -> Place:
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def from_data(mapping: Mapping[str, Any], name: str) -> Document:
    """Take a Python mapping as a document: copied, under the same bounds as a text. Messages have no line to name.

    Raises
    ------
    ConfigError
        It holds what YAML has no plain word for, or more than `MOST_NODES` values or `DEEPEST` levels.
    """
    copying = _Copying(name)
    data = copying.value(mapping, ())
    if copying.problems:
        raise ConfigError(copying.problems)
    return Document(name, data, {(): (0, 0)})


@dataclass
class _Copying:
    """A bounded copy of Python values: mappings, lists and tuples, text, numbers (NumPy's too), truth values, None."""

    name: str
    problems: list[Problem] = field(default_factory=list)
    nodes: int = 0

    def value(self, value: Any, key_path: KeyPath) -> Any:
        self.nodes += 1
        if self.nodes > MOST_NODES or len(key_path) > DEEPEST:
            bounds = f"at most {MOST_NODES:,} values and {DEEPEST} levels are read"
            raise ConfigError([Problem(self.name, 0, 0, dotted(key_path[:1]), bounds)])
        if isinstance(value, Mapping):
            return {
                key: self.value(item, (*key_path, key)) for key, item in value.items() if self.is_word(key, key_path)
            }
        if isinstance(value, (list, tuple)):
            return [self.value(item, (*key_path, index)) for index, item in enumerate(value)]
        try:
            return _scalar(value)
        except ValueError as error:
            self.problems.append(Problem(self.name, 0, 0, dotted(key_path), str(error)))
            return None

    def is_word(self, key: Any, key_path: KeyPath) -> bool:
        if not isinstance(key, str):
            message = f"a key must be a word; got {shown(key)}"
            self.problems.append(Problem(self.name, 0, 0, dotted(key_path), message))
        return isinstance(key, str)


def _scalar(value: Any) -> Any:
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, numbers.Integral):
        return in_64_bits(int(value))
    if isinstance(value, numbers.Real):
        return finite(float(value), value)
    if type(value).__module__ == "numpy" and hasattr(value, "item"):  # np.bool is no number to Python
        return _scalar(value.item())
    raise ValueError(f"must be text, a number, true, false, null, a list or a mapping; got {type(value).__name__}")


# --- overrides --------------------------------------------------------------------------------------------------------

_STEP = re.compile(r"""(?:"(?P<quoted>[^"]+)"|(?P<plain>[^."=\s]+))(?:\.(?=.)|$)""")


def override(document: Document, assignment: str, *, pointed: Collection[str] = ()) -> Document:
    """Return the document with one value set, as ``--set`` does.

    Parameters
    ----------
    assignment : ``a.b=value``. Keys are joined by points; a key that holds points itself is found when it exists, or is
        put in double quotes. Items of a list count from 1. The value is read as YAML.
    pointed : keys of the document whose own keys hold points, so that a new one is all that follows

    Raises
    ------
    ConfigError
        The assignment is malformed, or leads through something that has no such key.
    """
    way, equals, text = assignment.partition("=")
    name = _assignment(assignment)
    steps = _steps(way.strip())
    if not equals or not steps:
        raise ConfigError([Problem(name, 0, 0, "", "must read KEY=VALUE, with KEY as in rules.start_in")])
    try:
        value, _ = _value(text, name)
    except ConfigError as error:
        raise ConfigError([Problem(name, 0, 0, "", problem.message) for problem in error.problems]) from None
    data = deepcopy(document.data)
    try:
        key_path = _put(data, steps, value, pointed=pointed)
    except LookupError as error:
        raise ConfigError([Problem(name, 0, 0, way.strip(), str(error.args[0]))]) from None
    depth = len(key_path)
    places = {path: place for path, place in document.places.items() if path[:depth] != key_path}
    kept = {path: text for path, text in document.overrides.items() if path[:depth] != key_path}
    return Document(document.name, data, places, {**kept, key_path: assignment})


def _assignment(text: str) -> str:
    return f"--set {text}"


def _steps(way: str) -> list[str]:
    steps, start = [], 0
    while start < len(way):
        step = _STEP.match(way, start)
        if step is None:
            return []
        steps.append(step["quoted"] or step["plain"])
        start = step.end()
    return steps


def _put(
    container: Any, steps: list[str], value: Any, *, is_pointed: bool = False, pointed: Collection[str] = ()
) -> KeyPath:
    """Set a value inside nested data, making mappings on the way, and return its key path.

    Raises
    ------
    LookupError
        With the reason, when the way leads into a scalar or past the end of a list.
    """
    if isinstance(container, list):
        step, used = steps[0], 1
        if not step.isdecimal() or not 1 <= int(step[:9]) <= len(container):
            raise LookupError(f"{shown(step)} is no item of this list; it has items 1 to {len(container)}")
        key: str | int = int(step[:9]) - 1
    elif isinstance(container, dict):
        lengths = range(len(steps), 0, -1)  # the longest key that exists: keys of `vary` hold points
        used = next(
            (length for length in lengths if ".".join(steps[:length]) in container), len(steps) if is_pointed else 1
        )
        key = ".".join(steps[:used])
    else:
        message = f"{shown(container)} has no key {shown(steps[0])}"
        raise LookupError(message)  # noqa: TRY004 - the type is the config's, not the caller's
    rest = steps[used:]
    if not rest:
        container[key] = value
        return (key,)
    if isinstance(container, dict) and container.get(key) is None:
        container[key] = {}
    return (key, *_put(container[key], rest, value, is_pointed=key in pointed))
