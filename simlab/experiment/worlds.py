"""Unknown data: which draws of it a question looks at."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from simlab.document import KeyPath, did_you_mean, read, shown
from simlab.document.wording import unknown_key
from simlab.experiment.axes import Axis
from simlab.experiment.draft import Draft, own_file
from simlab.experiment.plan import WORLD, Worlds
from simlab.experiment.seats import LONGEST_NAME
from simlab.forward import Game

HOLD, IN_EVERY, IN_AT_LEAST, FILE = "hold", "in_every", "in_at_least", "file"
MOST_WORLDS = 1_000


def worlds(draft: Draft, game: Game, folder: Path | None) -> tuple[Worlds | None, list[Axis]]:
    """Check the worlds of a question, and return them as an axis whose values set parts of the world.

    Parameters
    ----------
    folder : the config's own, in which files of worlds must lie
    """
    asked = draft.question.worlds
    if asked is None:
        return None, []
    if not game.worlds:
        draft.wrong(("worlds",), f"everything about {game.title} is known; leave it out")
        return None, []
    before = len(draft.problems)
    parts = _parts(draft, game, asked, folder)
    hold = _hold(draft, asked.get(HOLD))
    number = prod(map(len, parts.values()))
    if number > MOST_WORLDS:
        draft.missing(("worlds",), f"makes {number:,} worlds, at most {MOST_WORLDS:,}")
    if len(draft.problems) > before:
        return None, []
    combined = list(product(*parts.values()))
    labels = tuple(", ".join(label for label, _, _ in chosen) for chosen in combined)
    settings: list[Mapping[KeyPath, Any]] = []
    sources: list[Mapping[KeyPath, KeyPath]] = []
    for chosen in combined:
        settings.append({(WORLD, part): value for part, (_, value, _) in zip(parts, chosen, strict=True)})
        sources.append({(WORLD, part): source for part, (_, _, source) in zip(parts, chosen, strict=True)})
    return Worlds(labels, hold), [Axis(WORLD, labels, labels, tuple(settings), tuple(sources))]


def _parts(
    draft: Draft, game: Game, asked: Mapping[str, Any], folder: Path | None
) -> dict[str, list[tuple[str, Any, KeyPath]]]:
    """Return the values of each part, as `_value` does."""
    parts: dict[str, list[tuple[str, Any, KeyPath]]] = {}
    if set(asked) <= {HOLD}:
        draft.missing(("worlds",), f"names no unknown data; allowed: {', '.join(game.worlds)}")
    for part, values in asked.items():
        here = ("worlds", part)
        if part == HOLD:
            continue
        if part not in game.worlds:
            draft.missing(here, unknown_key(part, [*game.worlds, HOLD]))
        elif not isinstance(values, list) or not values:
            draft.missing(here, f"must be a list of worlds: {', '.join(game.worlds[part])}; got {shown(values)}")
        else:
            listed = [_value(draft, game, part, (*here, place), value, folder) for place, value in enumerate(values)]
            parts[part] = [value for value in listed if value is not None]
            _names_differ(draft, parts[part])
    return parts


def _value(
    draft: Draft, game: Game, part: str, here: KeyPath, value: Any, folder: Path | None
) -> tuple[str, Any, KeyPath] | None:
    """Return the name of a world, what it is, and where the document says so; a file is called by its own name."""
    known = list(game.worlds[part])
    if isinstance(value, str):
        if value in known:
            return value, value, here
        draft.missing(
            here,
            f"must be one of {', '.join(known)}, {{file: …}}, or data; got {shown(value)}{did_you_mean(value, known)}",
        )
        return None
    if not isinstance(value, dict):
        draft.missing(here, f"must be one of {', '.join(known)}, {{file: …}}, or data with a name; got {shown(value)}")
        return None
    if FILE in value:
        value = _from_file(draft, here, value, folder)
        if value is None:
            return None
    name = value.get("name")
    if not _is_name(name) or name in known:
        rule = f"needs a name of its own, of at most {LONGEST_NAME} characters and without commas"
        draft.missing((*here, "name"), rule if name is None else f"{rule}; got {shown(name)}")
        return None
    return name, value, here


def _is_name(name: Any) -> bool:
    is_short_text = isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()
    return is_short_text and name == name.strip() and "," not in name


def _from_file(draft: Draft, here: KeyPath, value: Mapping[str, Any], folder: Path | None) -> Any:
    path = (*here, FILE)
    if list(value) != [FILE] or not isinstance(value[FILE], str):
        draft.missing(path, "must be the name of a file, and nothing else beside it")
        return None
    return own_file(draft.missing, path, folder, value[FILE], _named_world, "the data themselves")


def _named_world(path: Path) -> dict[str, Any]:
    """Read a world; it is called as the file is unless it has a name of its own."""
    return {"name": path.stem, **read(path).data}


def _names_differ(draft: Draft, found: list[tuple[str, Any, KeyPath]]) -> None:
    names: set[str] = set()
    for name, _, source in found:
        if name in names:
            draft.missing(source, f"two worlds are called {shown(name)}")
        names.add(name)


def _hold(draft: Draft, asked: Any) -> float:
    if asked is None or asked == IN_EVERY:
        return 1.0
    share = asked.get(IN_AT_LEAST) if isinstance(asked, dict) and list(asked) == [IN_AT_LEAST] else None
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 < share <= 1:
        draft.wrong(
            ("worlds", HOLD),
            f"must be {IN_EVERY}, or {{{IN_AT_LEAST}: share}} with a share above 0; got {shown(asked)}",
        )
        return 1.0
    return float(share)
