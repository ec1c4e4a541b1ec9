"""From the events of a YAML text to plain data and the place of every key, within bounds."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from simlab.document.problems import KeyPath, Problem, dotted, shown

MOST_NODES = 50_000
"""Keys, values and lists in one document, each alias counted as what it stands for."""
DEEPEST = 64
"""Levels of lists and mappings inside each other."""
LONGEST_NUMBER = 64
"""Characters of the longest number that is converted: Python's own conversion takes quadratic time."""
LARGEST_INTEGER = 2**63 - 1
"""Whole numbers end up in 64-bit records and columns."""

CORE = "tag:yaml.org,2002:"
TAGS = {
    "ScalarEvent": {CORE + kind for kind in ("str", "int", "float", "bool", "null")},
    "SequenceStartEvent": {CORE + "seq"},
    "MappingStartEvent": {CORE + "map"},
}
"""Kind of event -> the tags that say no more than what it is."""

Place = tuple[int, int]

N = TypeVar("N", int, float)


@dataclass
class UnreadableError(Exception):
    """The reading cannot go on: it carries the last problem to where all are gathered."""

    place: Place
    key_path: KeyPath
    message: str


@dataclass
class Node:
    """A value as it stands in the text: a scalar, a list of nodes, or a mapping of key to (place of the key, node)."""

    place: Place
    value: Any = None
    size: int = 1


@dataclass
class Reading:
    """One reading of one text. What can be passed over is gathered in `problems`, what cannot is raised."""

    name: str
    events: Iterator[Any]
    resolver: Any
    problems: list[Problem] = field(default_factory=list)
    places: dict[KeyPath, Place] = field(default_factory=dict)
    anchors: dict[str, Node | None] = field(default_factory=dict)
    nodes: int = 0

    def document(self) -> Any:
        """Read the whole text, which must hold one document or none."""
        next(self.events)  # the start of the stream
        start = next(self.events)
        if type(start).__name__ == "StreamEndEvent":
            return None
        root = self.node(next(self.events), (), 0)
        next(self.events)  # the end of the document
        after = next(self.events)
        if type(after).__name__ != "StreamEndEvent":
            raise UnreadableError(_place(after), (), "a second document starts here; one file holds one document")
        self.places[()] = (1, 1)
        return self.data(root, (), 0)

    # --- first the text, as it stands

    def node(self, event: Any, key_path: KeyPath, depth: int) -> Node:
        """Read one value, of whatever kind."""
        place = _place(event)
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise UnreadableError(place, key_path[:1], f"the document holds more than {MOST_NODES:,} values")
        if depth > DEEPEST:
            raise UnreadableError(place, key_path[:1], f"lists and mappings stand more than {DEEPEST} levels deep")
        kind = type(event).__name__
        if kind == "AliasEvent":
            return self.alias(event, key_path)
        self.refuse_tag(event, key_path)
        if event.anchor is not None:
            self.anchors[event.anchor] = None  # open: an alias inside would refer to itself
        if kind == "ScalarEvent":
            node = Node(place, self.scalar(event, key_path))
        elif kind == "SequenceStartEvent":
            node = self.sequence(place, key_path, depth)
        else:
            node = self.mapping(place, key_path, depth)
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        return node

    def alias(self, event: Any, key_path: KeyPath) -> Node:
        """Look up what an alias stands for."""
        if event.anchor not in self.anchors:
            raise UnreadableError(_place(event), key_path, f"nothing is called &{event.anchor} before this")
        meant = self.anchors[event.anchor]
        if meant is None:
            raise UnreadableError(
                _place(event), key_path, f"*{event.anchor} stands inside &{event.anchor}: it has no end"
            )
        return Node(_place(event), meant.value, meant.size)

    def sequence(self, place: Place, key_path: KeyPath, depth: int) -> Node:
        """Read a list up to its end."""
        items: list[Node] = []
        while type(event := next(self.events)).__name__ != "SequenceEndEvent":
            items.append(self.node(event, (*key_path, len(items)), depth + 1))
        return Node(place, items, 1 + sum(item.size for item in items))

    def mapping(self, place: Place, key_path: KeyPath, depth: int) -> Node:
        """Read a mapping up to its end; keys are words, and each stands once."""
        items: dict[str, tuple[Place, Node]] = {}
        while type(event := next(self.events)).__name__ != "MappingEndEvent":
            key = self.node(event, key_path, depth + 1)
            word = key.value
            here = (*key_path, word) if isinstance(word, str) else key_path
            value = self.node(next(self.events), here, depth + 1)
            if getattr(event, "value", "") == "<<" and event.implicit[0]:
                self.note(key.place, here, "merge keys are not read; write the values out")
            elif not isinstance(word, str):
                got = "a list or a mapping" if isinstance(word, (list, dict)) else shown(word)
                self.note(key.place, key_path, f"a key must be a word; got {got}: put it in quotes")
            elif word in items:
                first = items[word][0]
                self.note(key.place, here, f"this key stands twice; the first is at line {first[0]}, column {first[1]}")
            else:
                items[word] = (key.place, value)
        return Node(place, items, 1 + sum(1 + value.size for _, value in items.values()))

    def refuse_tag(self, event: Any, key_path: KeyPath) -> None:
        """Note a tag that asks for anything but the plain data that stands there."""
        tag = "!" if event.tag is None else str(event.tag)
        if tag != "!" and tag not in TAGS[type(event).__name__]:
            word = shown(tag.replace(CORE, "!!"))
            self.note(_place(event), key_path, f"the tag {word} is not read; write plain data without a tag")

    def scalar(self, event: Any, key_path: KeyPath) -> Any:
        """Convert a scalar; dates, and whatever else is no plain number, truth value or nothing, stay words."""
        from ruamel.yaml.nodes import ScalarNode

        if event.tag is not None and str(event.tag) != "!":
            tag = str(event.tag)
        else:
            implicit = event.implicit if event.tag is None else (False, True)  # a lone ! asks for a word
            tag = str(self.resolver.resolve(ScalarNode, event.value, implicit))
        try:
            return plain(tag.removeprefix(CORE), event.value)
        except ValueError as error:
            self.note(_place(event), key_path, str(error))
            return None

    def note(self, place: Place, key_path: KeyPath, message: str) -> None:
        """Note a problem and go on."""
        self.problems.append(Problem(self.name, *place, dotted(key_path), message))

    # --- then the data, aliases written out

    def data(self, node: Node, key_path: KeyPath, depth: int) -> Any:
        """Write a node out as plain data and remember the place of every key and item."""
        if depth == 0 and node.size > MOST_NODES:
            raise UnreadableError((1, 1), (), f"its aliases stand for {node.size:,} values, at most {MOST_NODES:,}")
        if depth > DEEPEST:
            raise UnreadableError(
                node.place, key_path[:1], f"through its aliases it is more than {DEEPEST} levels deep"
            )
        if isinstance(node.value, list):
            for index, item in enumerate(node.value):
                self.places[*key_path, index] = item.place
            return [self.data(item, (*key_path, index), depth + 1) for index, item in enumerate(node.value)]
        if isinstance(node.value, dict):
            for key, (place, _) in node.value.items():
                self.places[*key_path, key] = place
            return {key: self.data(item, (*key_path, key), depth + 1) for key, (_, item) in node.value.items()}
        return node.value


def _place(event: Any) -> Place:
    return event.start_mark.line + 1, event.start_mark.column + 1


def plain(kind: str, text: str) -> Any:
    """Convert the text of a scalar.

    Parameters
    ----------
    kind : a core tag without its prefix; anything that is no number, truth value or nothing stays text

    Raises
    ------
    ValueError
        The text is no such value, or a number that is not finite or needs more than 64 bits.
    """
    if kind == "int":
        return in_64_bits(_number(_whole, text))
    if kind == "float":
        return finite(_number(_real, text), text)
    if kind == "bool":
        if text.lower() not in {"true", "false"}:
            message = f"must be true or false; got {shown(text)}"
            raise ValueError(message)
        return text.lower() == "true"
    return None if kind == "null" else text


def _number(convert: Callable[[str], N], text: str) -> N:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(text):,} characters is too long")
    try:
        return convert(text.replace("_", ""))
    except ValueError:
        message = f"must be a number; got {shown(text)}"
        raise ValueError(message) from None


def _whole(digits: str) -> int:
    prefix = re.match(r"[-+]?0([box])", digits)
    return int(digits, {"b": 2, "o": 8, "x": 16}[prefix[1]] if prefix else 10)


def _real(digits: str) -> float:
    return float(digits.lower().replace(".inf", "inf").replace(".nan", "nan"))


def finite(value: float, text: Any) -> float:
    """Return a float that is a number.

    Raises
    ------
    ValueError
        It is infinite or no number.
    """
    if not math.isfinite(value):
        raise ValueError(f"must be a finite number; got {text}")
    return value


def in_64_bits(value: int) -> int:
    """Return a whole number that fits a record.

    Raises
    ------
    ValueError
        It does not.
    """
    if abs(value) > LARGEST_INTEGER:
        raise ValueError(f"a whole number must lie between −{LARGEST_INTEGER:,} and {LARGEST_INTEGER:,}")
    return value
