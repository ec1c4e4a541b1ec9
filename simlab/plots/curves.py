"""Along which key rows make a curve: keys that move together, and rows that are scattered over a space of keys."""

from __future__ import annotations

import math
from collections.abc import Sequence

from simlab.plots.marks import Row

FEWEST_ON_A_LINE = 3  # two values make a comparison, three make a line


def line_key(rows: Sequence[Row], keys: Sequence[str]) -> str | None:
    """Return the key whose values make a line: numbers, three or more, the one with the most of them."""
    lengths = {key: len({row[key] for row in rows}) for key in line_keys(rows, keys)}
    return max(lengths, key=lambda key: lengths[key], default=None)


def line_keys(rows: Sequence[Row], keys: Sequence[str]) -> list[str]:
    """Return every key whose values can make a line."""
    values = {key: {row[key] for row in rows} for key in keys}
    return [key for key, found in values.items() if len(found) >= FEWEST_ON_A_LINE and all(map(is_number, found))]


def is_number(value: object) -> bool:
    """Say whether a value has a place on an axis."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def moving_together(rows: Sequence[Row], keys: Sequence[str]) -> list[list[str]]:
    """Put together keys of which each tells the others: of axes that are set together. A key alone is a group.

    Numbers move together when one only rises, or only falls, with the other: in a small sample of a space every value
    of an axis may come up once, and tell all others, without moving with them.
    """
    groups: list[list[str]] = []
    for key in keys:
        group = next((group for group in groups if _moves_with(rows, group[0], key)), None)
        if group is None:
            groups.append([key])
        else:
            group.append(key)
    return groups


def _moves_with(rows: Sequence[Row], first: str, second: str) -> bool:
    pairs = list({(row[first], row[second]) for row in rows})
    columns = [{pair[place] for pair in pairs} for place in (0, 1)]
    if not len(pairs) == len(columns[0]) == len(columns[1]):
        return False
    if not all(is_number(value) for column in columns for value in column):
        return True
    seconds = [second for _, second in sorted(pairs)]
    return seconds in (sorted(seconds), sorted(seconds, reverse=True))


def is_crossed(rows: Sequence[Row], keys: Sequence[str]) -> bool:
    """Say whether every value of each key comes with every value of the others; sampled points do not."""
    wanted = math.prod(len({row[key] for row in rows}) for key in keys)
    return len({tuple(row[key] for key in keys) for row in rows}) == wanted
