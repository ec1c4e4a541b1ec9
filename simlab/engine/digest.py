"""What a game's playthroughs are compiled from, in one number. Imports no numba."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from simlab import forward

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simlab.forward import Game

_PACKAGE = Path(forward.__file__).parent
BESIDE_PLAY = frozenset({"words", "exact", "options", "playtests", "witnesses", "invariants", "drawing"})
_SOURCES = ("kernel", "forward.py", "columns.py", "policies", "engine/__init__.py", "engine/loop.py")


def source_digest(game: Game) -> str:
    """Digest every source that a game's playthroughs depend on, its data included, as 64 hexadecimal digits.

    What tells, solves or judges playthroughs without playing them (`BESIDE_PLAY`) is left out: a better sentence in a
    replay makes no run obsolete.
    """
    digest = hashlib.sha256()
    for root in (*(_PACKAGE / name for name in _SOURCES), game.folder):
        for path in [root] if root.is_file() else sorted(_below(root)):
            digest.update(f"{path.relative_to(root.parent).as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _below(root: Path) -> Iterator[Path]:
    for path in root.rglob("*"):
        module = path.relative_to(root).parts[0].removesuffix(".py")
        if path.suffix in {".py", ".yaml"} and module not in BESIDE_PLAY and path.stem not in BESIDE_PLAY:
            yield path
