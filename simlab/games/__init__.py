"""Games by name: a folder here is its own registration; other packages have entry points `simlab.games`."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simlab.forward import Game

ENTRY_POINTS = "simlab.games"


def names() -> list[str]:
    """List every game that can be loaded, sorted: the folders of this package and the entry points of others."""
    here = [path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")]
    return sorted({*here, *(point.name for point in entry_points(group=ENTRY_POINTS))})


@cache
def load(name: str) -> Game:
    """Load a game's declaration.

    Raises
    ------
    KeyError
        No game of that name.
    """
    if name not in names():  # also keeps a name out of a config from reaching the file system or the import system
        raise KeyError(name)
    if (Path(__file__).parent / name / "__init__.py").is_file():
        return importlib.import_module(f"{__name__}.{name}").GAME  # type: ignore[no-any-return]
    for point in entry_points(group=ENTRY_POINTS, name=name):
        return point.load()  # type: ignore[no-any-return]
    raise KeyError(name)
