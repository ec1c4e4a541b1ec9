"""The design: what ``vary`` makes of axes that are crossed, that move together, or that are sampled."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from simlab.document import KeyPath, shown
from simlab.experiment import cases, ranges, sampling
from simlab.experiment.axes import Axis, canonical, keys_of
from simlab.experiment.draft import SAMPLE, ZIP, Draft
from simlab.experiment.paths import Ground, way_of

MOST_VARIANTS = 10_000

Setting = tuple[int, ...]
"""For each axis, which of its values."""


@dataclass(frozen=True)
class Block:
    """Axes that are set together: one, those of a ``zip``, or those of a ``sample``. Blocks are crossed.

    Attributes
    ----------
    axes : in the order of the document
    settings : the points, each saying for every one of these axes which of its values
    """

    axes: tuple[Axis, ...]
    settings: tuple[Setting, ...]

    @classmethod
    def of(cls, axis: Axis) -> Block:
        """Return the block of an axis that stands alone."""
        return cls((axis,), tuple((place,) for place in range(len(axis.values))))


def crossed(blocks: Sequence[Block]) -> list[Setting]:
    """Return every point, the last block moving fastest; none where these are too many."""
    if math.prod(len(block.settings) for block in blocks) > MOST_VARIANTS:
        return []
    return [sum(parts, ()) for parts in product(*(block.settings for block in blocks))]


def design(ground: Ground) -> list[Block]:
    """Check ``vary``, and return the blocks without a problem in the order of the document."""
    draft = ground.draft
    found: list[Block] = []
    for path, values in draft.question.vary.items():
        here = ("vary", path)
        if path in SPECIAL:
            block = SPECIAL[path](ground, here, values)
        else:
            axis = _axis(ground, here, path, values)
            block = None if axis is None else Block.of(axis)
        found += [block] if block is not None else []
    for inner, outer in _nested([axis for block in found for axis in block.axes]):
        draft.missing(inner.here, f"sets what the axis {outer.path} sets too; keep one of them")
    size = math.prod(len(block.settings) for block in found)
    if size > MOST_VARIANTS:
        sizes = " × ".join(str(len(block.settings)) for block in found)
        draft.missing(("vary",), f"makes {size:,} variants ({sizes}), at most {MOST_VARIANTS:,}")
    return found


def _axis(ground: Ground, here: KeyPath, path: str, values: list[Any] | dict[str, Any]) -> Axis | None:
    """Check an axis by itself: a list, a range, or named cases."""
    if isinstance(values, dict) and not ranges.is_range(values):
        return cases.named(ground, here, path, values)
    way = way_of(ground, here, path)
    found = None if way is None else _values(ground.draft, here, values)
    if way is None or found is None or not _are_sound(ground.draft, here, found):
        return None
    return _listed(ground, way, (here, path), found, _source(here, values))


def _values(draft: Draft, here: KeyPath, values: list[Any] | dict[str, Any]) -> list[Any] | None:
    """Return the values of a list or a range."""
    if isinstance(values, list):
        return values
    given = ranges.read(draft, here, values)
    return None if given is None else ranges.listed(draft, here, given)


def _source(here: KeyPath, values: list[Any] | dict[str, Any]) -> Callable[[int], KeyPath]:
    """Return where the document has a value, by its place; those of a range have none of their own."""
    return (lambda place: (*here, place)) if isinstance(values, list) else (lambda _: here)


def _listed(
    ground: Ground,
    way: KeyPath,
    named: tuple[KeyPath, str],
    values: Sequence[Any],
    source: Callable[[int], KeyPath],
) -> Axis | None:
    """Check the values of an axis that is a path, each of which may come more than once.

    Parameters
    ----------
    named : where the document has the axis, and its path
    """
    here, path = named
    known = [cases.is_known(ground, way, source(place), value) for place, value in enumerate(values)]
    if not all(known):
        return None
    first: dict[str, int] = {}
    for place, value in enumerate(values):
        first.setdefault(canonical(value), place)
    chosen = [values[place] for place in first.values()]
    keys = keys_of(ground.game, ground.known, way, chosen)
    sources = tuple({way: source(place)} for place in first.values())
    return Axis(path, tuple(chosen), keys, tuple({way: value} for value in chosen), sources, here)


def _places(axis: Axis, values: Sequence[Any]) -> list[int]:
    """Return which of an axis' values each of these is."""
    at = {canonical(value): place for place, value in enumerate(axis.values)}
    return [at[canonical(value)] for value in values]


# --- axes that are set together ---------------------------------------------------------------------------------------


def _zipped(ground: Ground, here: KeyPath, given: Any) -> Block | None:
    """Check axes that move together: the first values of all of them, then the second ones."""
    draft, before = ground.draft, len(ground.draft.problems)
    if not isinstance(given, dict):
        draft.missing(here, "needs a mapping of axes that move together, each with a list of values or a range")
        return None
    if len(given) < 2:  # noqa: PLR2004 - alone it moves with nothing
        draft.missing(here, "needs two axes or more; an axis that moves alone stands in vary: itself")
    ways = _ways(ground, here, given)
    columns: dict[str, list[Any]] = {}
    for path in ways:
        found = _values(draft, (*here, path), given[path])
        columns |= {} if found is None else {path: found}
    lengths = {path: len(values) for path, values in columns.items()}
    if len(set(lengths.values())) > 1:
        each = ", ".join(f"{path} has {length}" for path, length in lengths.items())
        draft.missing(here, f"axes that move together need equally many values; {each}")
    elif 0 in lengths.values():
        draft.missing(here, "has no values; an axis needs at least one")
    if len(draft.problems) > before:
        return None
    points = list(zip(*columns.values(), strict=True))
    for place, point in enumerate(points):
        earlier = [canonical(list(other)) for other in points[:place]]
        if canonical(list(point)) in earlier:
            message = f"sets the same at places {earlier.index(canonical(list(point))) + 1} and {place + 1}"
            draft.missing(here, message)
    if len(draft.problems) > before:
        return None
    return _block(ground, ways, here, points, given)


def _ways(ground: Ground, here: KeyPath, given: Mapping[str, Any]) -> dict[str, KeyPath]:
    """Find what the paths of axes set that are set together; those with a problem are left out."""
    found = {}
    for path, values in given.items():
        if not isinstance(values, list | dict):
            ground.draft.missing((*here, path), f"must be a list, or a range with from and to; got {shown(values)}")
        elif (way := way_of(ground, (*here, path), path)) is not None:
            found[path] = way
    return found


def _sampled(ground: Ground, here: KeyPath, given: Any) -> Block | None:
    """Check axes of which a few points are drawn, evenly over everything that they can be set to."""
    draft, before = ground.draft, len(ground.draft.problems)
    found = sampling.read(draft, here, given)
    if found is None:
        return None
    asked, levels = found
    inside = (*here, "axes")
    ways = _ways(ground, inside, asked.axes)
    for path, values in asked.axes.items():
        if isinstance(values, list):
            _are_sound(draft, (*inside, path), values)
    if len(draft.problems) > before:
        return None
    return _block(ground, ways, inside, sampling.drawn(asked, levels, draft.question.seed), asked.axes)


def _block(
    ground: Ground,
    ways: Mapping[str, KeyPath],
    here: KeyPath,
    points: Sequence[tuple[Any, ...]],
    given: Mapping[str, list[Any] | dict[str, Any]],
) -> Block | None:
    """Make a block of points that set several axes; a range's values are in order of size, a list's as written."""
    axes, places = [], []
    for (path, values), column in zip(given.items(), zip(*points, strict=True), strict=True):
        used = {canonical(value) for value in column}
        if isinstance(values, list):
            kept = [place for place, value in enumerate(values) if canonical(value) in used]
            ordered, source = [values[place] for place in kept], _kept(_source((*here, path), values), kept)
        else:
            ordered, source = sorted(column), _source((*here, path), values)
        axis = _listed(ground, ways[path], ((*here, path), path), ordered, source)
        if axis is None:
            return None
        axes.append(axis)
        places.append(_places(axis, column))
    return Block(tuple(axes), tuple(zip(*places, strict=True)))


def _kept(source: Callable[[int], KeyPath], kept: Sequence[int]) -> Callable[[int], KeyPath]:
    return lambda place: source(kept[place])


SPECIAL: Mapping[str, Callable[[Ground, KeyPath, Any], Block | None]] = {ZIP: _zipped, SAMPLE: _sampled}
"""The words of ``vary`` that are no axis but hold several."""


# --- all axes together ------------------------------------------------------------------------------------------------


def _nested(found: list[Axis]) -> Iterator[tuple[Axis, Axis]]:
    for inner, outer in permutations(found, 2):
        pairs = ((one, other) for one in inner.ways for other in outer.ways if ("seats",) not in {one, other})
        if any(one[: len(other)] == other for one, other in pairs):
            yield inner, outer


def _are_sound(draft: Draft, here: KeyPath, values: list[Any]) -> bool:
    """Check that there are values, and that none comes twice."""
    if not values:
        draft.missing(here, "has no values; an axis needs at least one")
    first: dict[str, int] = {}
    twice = False
    for place, value in enumerate(values):
        earlier = first.setdefault(canonical(value), place)
        if earlier != place:
            twice = True
            draft.missing((*here, place), f"{shown(value)} stands twice; it is item {earlier + 1} too")
    return bool(values) and not twice
