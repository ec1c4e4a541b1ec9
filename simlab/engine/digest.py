"""What a game's playthroughs are compiled from, in one number. Imports no numba."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from simlab import forward

if TYPE_CHECKING:
    from simlab.forward import Game

_PACKAGE = Path(forward.__file__).parent
_SOURCES = ("kernel", "forward.py", "columns.py", "policies", "engine/__init__.py", "engine/loop.py")


def source_digest(game: Game) -> str:
    """Digest every source that a game's playthroughs depend on, its data included, as 64 hexadecimal digits."""
    digest = hashlib.sha256()
    for root in (*(_PACKAGE / name for name in _SOURCES), game.folder):
        files = (
            [root] if root.is_file() else sorted(path for path in root.rglob("*") if path.suffix in {".py", ".yaml"})
        )
        for path in files:
            name = path.relative_to(root.parent).as_posix()
            digest.update(f"{name}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
