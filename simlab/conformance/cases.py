"""What the suite plays: every preset of a game as it is printed, and its default one with options moving about."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from simlab.engine import blocks, loop
from simlab.forward import Game, Rules
from simlab.games import rulebook

SEED = 20_261_130


@dataclass(frozen=True)
class Case:
    """Something to play, and what messages call it."""

    name: str
    job: blocks.Job


def rules_of(game: Game, preset: str | None = None, overrides: Mapping[str, Any] | None = None) -> Rules:
    """Return the rules of a preset (by default the game's own choice) with some values changed."""
    book = rulebook.load(game)
    values = book.resolve(preset or book.default_preset, overrides or {})
    return game.rules.model_validate_json(json.dumps(values))


def seats_of(game: Game, preset: str | None = None) -> list[Any]:
    """Return what the seats of a preset play."""
    book = rulebook.load(game)
    return list(book.presets[preset or book.default_preset].seats)


def fixed(game: Game, rules: Rules, options: Sequence[Any]) -> blocks.Job:
    """Return a job where every seat keeps its option."""
    return blocks.packed(game, rules, options, arrangements=[range(len(options))], seed=SEED)


def default(game: Game) -> blocks.Job:
    """Return the job of the default preset."""
    return fixed(game, rules_of(game), seats_of(game))


def cases(game: Game) -> Iterator[Case]:
    """Yield what the suite plays."""
    for preset in rulebook.load(game).presets:
        yield Case(f"preset {preset}", fixed(game, rules_of(game, preset), seats_of(game, preset)))
    rules, options = rules_of(game), seats_of(game)
    seats = range(len(options))
    cyclic = [[(seat + turn) % len(options) for seat in seats] for turn in seats]
    yield Case("options in turn", blocks.packed(game, rules, options, arrangements=cyclic, seed=SEED))
    orders = list(permutations(seats))
    drawn = blocks.packed(game, rules, options, arrangements=orders, seating=loop.DRAWN, seed=SEED)
    yield Case("options drawn", drawn)


def rows_of(job: blocks.Job, count: int, first: int = 0) -> np.ndarray[Any, Any]:
    """Play and return the rows, (count, C) int32."""
    block = blocks.play(job, first, count)
    assert block is not None  # noqa: S101 - for the type checker: nothing stops it
    assert block.rows is not None  # noqa: S101 - the same: the first rows are always kept
    return block.rows


def digest(rows: np.ndarray[Any, Any]) -> str:
    """Digest rows, whatever the machine's byte order."""
    return hashlib.sha256(np.ascontiguousarray(rows, "<i4").tobytes()).hexdigest()
