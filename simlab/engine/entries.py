"""Compiled entries: one per game and loop, cached on disk in a folder that knows every source they depend on.

Numba's own cache looks only at the file of the function itself: edit a rule in another file and the cached loop
silently keeps the old one. So each game gets a cache folder named by the digest of all that its loop is compiled from.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from platformdirs import user_cache_path

from simlab import columns
from simlab.engine import loop
from simlab.engine.digest import source_digest
from simlab.kernel.jit import Entry
from simlab.policies.choose import mind_dtype

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from simlab.forward import Game

_FLAGS = ("BOUNDSCHECK", "DEBUGINFO", "OPT", "DISABLE_JIT", "CPU_NAME")


def cache_folder(game: Game) -> Path:
    """Return where a game's compiled entries are kept; ``SIMLAB_CACHE_DIR`` overrides the user's cache folder."""
    root = os.environ.get("SIMLAB_CACHE_DIR")
    flags = "|".join(f"{name}={getattr(numba.config, name, None)}" for name in _FLAGS)
    key = hashlib.sha256(f"{source_digest(game)}|{numba.__version__}|{np.__version__}|{flags}".encode()).hexdigest()
    return (Path(root) if root else user_cache_path("simlab")) / "kernels" / f"{game.name}-{key[:16]}"


@contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    """Point Numba's cache at a folder while functions are decorated, and only then: other libraries keep theirs."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


@cache
def entry(game: Game, body: Callable[..., Any]) -> Callable[..., Any]:
    """Compile one loop body for a game (the first call with arguments compiles, or loads what is cached)."""
    game.module("model")  # binds the game's kernels to its state
    if numba.config.DISABLE_JIT:
        return _uncompiled(body)
    with _caching_in(cache_folder(game)):
        return numba.njit(nogil=True, cache=True, pipeline_class=Entry)(body)  # type: ignore[no-any-return]


def _uncompiled(body: Callable[..., Any]) -> Callable[..., Any]:
    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):  # 64-bit words wrap on purpose; NumPy scalars would warn
            return body(*args)

    return quiet


def is_cached(game: Game) -> bool:
    """Say whether a game's loop has been compiled before on this machine."""
    return any(cache_folder(game).rglob("*.nbi"))


def desk(game: Game, max_rounds: int, rng: np.dtype[Any], spare: int = 0) -> loop.Desk:
    """Allocate what a worker needs to play a game, with `spare` places past the most legal actions."""
    row = columns.row_dtype(game)
    rows = np.zeros(loop.SHEET, row).view(np.recarray)
    state = game.module("state").STATE
    mind = mind_dtype(game.max_actions + spare, len(game.features), game.seats[1])
    return loop.Desk(
        state=np.zeros(1, state).view(np.recarray),
        rng=np.zeros(1, rng).view(np.recarray),
        rows=rows,
        flat=rows.view(np.ndarray).view(np.int32).reshape(loop.SHEET, -1),
        leaders=np.full(max_rounds + 1, columns.NOBODY, np.int8),
        gaps=np.zeros(max_rounds + 1, np.int64),
        minds=np.zeros(1, mind).view(np.recarray),
        trials=np.zeros(1, state).view(np.recarray),
        looks=np.zeros(1, rng).view(np.recarray),
        spare=np.zeros(1, row).view(np.recarray),
    )


__all__ = ["cache_folder", "desk", "entry", "is_cached", "source_digest"]
