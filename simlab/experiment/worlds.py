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
ON_AVERAGE, DRAW = "on_average", "draw"
MOST_WORLDS = 1_000
FEWEST_DRAWN, MOST_DRAWN = 2, 200


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
    is_drawn = bool(parts) and all(isinstance(asked[part], dict) for part in parts)
    hold, is_average = _hold(draft, asked.get(HOLD), is_drawn=is_drawn or not parts)
    together = _together(draft, asked, parts)
    number = prod(map(len, together))
    if number > MOST_WORLDS:
        draft.missing(("worlds",), f"makes {number:,} worlds, at most {MOST_WORLDS:,}")
    if len(draft.problems) > before:
        return None, []
    combined = [[value for group in chosen for value in group] for chosen in product(*together)]
    names = [part for group in _groups(asked, parts) for part in group]
    labels = tuple(", ".join(dict.fromkeys(label for label, _, _ in chosen)) for chosen in combined)
    settings: list[Mapping[KeyPath, Any]] = []
    sources: list[Mapping[KeyPath, KeyPath]] = []
    for chosen in combined:
        settings.append({(WORLD, part): value for part, (_, value, _) in zip(names, chosen, strict=True)})
        sources.append({(WORLD, part): source for part, (_, _, source) in zip(names, chosen, strict=True)})
    return Worlds(labels, hold, is_drawn, is_average), [Axis(WORLD, labels, labels, tuple(settings), tuple(sources))]


def _groups(asked: Mapping[str, Any], parts: Mapping[str, Any]) -> list[list[str]]:
    """Part what is listed, each part by itself, from what is drawn, which is drawn together."""
    drawn = [part for part in parts if isinstance(asked[part], dict)]
    return [*([part] for part in parts if part not in drawn), *([drawn] if drawn else [])]


def _together(
    draft: Draft, asked: Mapping[str, Any], parts: Mapping[str, list[tuple[str, Any, KeyPath]]]
) -> list[list[tuple[tuple[str, Any, KeyPath], ...]]]:
    """Combine the parts of a drawn world draw by draw: each is one draw of all that is unknown."""
    groups = _groups(asked, parts)
    for group in groups:
        if len({len(parts[part]) for part in group}) > 1:
            numbers = ", ".join(f"{part} {len(parts[part])}" for part in group)
            draft.missing(
                ("worlds", group[-1], DRAW), f"parts that are drawn are drawn together, as often; got {numbers}"
            )
            return []
    return [list(zip(*(parts[part] for part in group), strict=True)) for group in groups]


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
        elif isinstance(values, dict):
            parts[part] = _drawn(draft, game, part, here, values)
        elif not isinstance(values, list) or not values:
            drawn = f", or {{{DRAW}: number}}" if part in game.drawn_worlds else ""
            known = ", ".join(game.worlds[part])
            draft.missing(here, f"must be a list of worlds: {known}{drawn}; got {shown(values)}")
        else:
            listed = [_value(draft, game, part, (*here, place), value, folder) for place, value in enumerate(values)]
            parts[part] = [value for value in listed if value is not None]
            _names_differ(draft, parts[part])
    return parts


def _drawn(
    draft: Draft, game: Game, part: str, here: KeyPath, asked: Mapping[str, Any]
) -> list[tuple[str, Any, KeyPath]]:
    """Draw worlds, as many as are asked for: the seed of the question names them."""
    for key in asked:
        if key != DRAW:
            draft.missing((*here, key), unknown_key(key, [DRAW]))
    if part not in game.drawn_worlds:
        draft.missing(here, f"{game.title} cannot draw one; list some: {', '.join(game.worlds[part])}")
        return []
    number = asked.get(DRAW)
    is_whole = isinstance(number, int) and not isinstance(number, bool)
    if not is_whole or not FEWEST_DRAWN <= number <= MOST_DRAWN:  # type: ignore[operator]
        message = f"must be a whole number from {FEWEST_DRAWN} to {MOST_DRAWN}; got {shown(number)}"
        draft.missing((*here, DRAW), message)
        return []
    found = []
    for place in range(1, int(number) + 1):  # type: ignore[arg-type]
        name = f"drawn_{place}"
        data = {**game.draw_world(part, f"seed {draft.question.seed}/{name}"), "name": name}
        found.append((name, data, here))
    return found


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


def _hold(draft: Draft, asked: Any, *, is_drawn: bool) -> tuple[float, bool]:
    """Return the share of worlds in which a verdict must hold, and whether it is about the mean over all of them."""
    if asked is None or asked == IN_EVERY:
        return 1.0, False
    if asked == ON_AVERAGE:
        if not is_drawn:
            message = (
                f"a mean over worlds is about those that are drawn ({{{DRAW}: number}}); listed ones are no sample"
            )
            draft.wrong(("worlds", HOLD), message)
        return 1.0, True
    share = asked.get(IN_AT_LEAST) if isinstance(asked, dict) and list(asked) == [IN_AT_LEAST] else None
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 < share <= 1:
        draft.wrong(
            ("worlds", HOLD),
            f"must be {IN_EVERY}, {ON_AVERAGE}, or {{{IN_AT_LEAST}: share}} with a share above 0; got {shown(asked)}",
        )
        return 1.0, False
    return float(share), False
