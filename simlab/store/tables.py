"""What blocks become on disk: sums by batch, and rows in the smallest integers that hold their declared range."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab import games
from simlab.columns import EXPERIENCE, columns
from simlab.store.files import COMPRESSION, HISTOGRAMS, ROW_GROUPS, write_parquet

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pyarrow as pa

    from simlab.columns import Layout
    from simlab.engine.blocks import Block, Job

Array = np.ndarray[Any, Any]


def batch_table(blocks: Sequence[Block], rows: Sequence[Block], jobs: Sequence[Job]) -> pa.Table:
    """Tabulate the sums of blocks by (variant, batch); histograms and the order of row groups are its metadata."""
    import pyarrow as pa

    from simlab.engine.blocks import GROUP_COLUMNS

    names = jobs[0].layout.names
    groups = max(job.groups for job in jobs)
    cells: dict[str, Array] = {
        "variant": np.concatenate([np.full(len(block.batches), block.variant) for block in blocks]),
        "batch": np.concatenate([np.array(block.batches) for block in blocks]),
        "n": np.concatenate([block.counts() for block in blocks]),
    }
    sums = np.concatenate([block.sums for block in blocks])
    squares = np.concatenate([block.squares for block in blocks])
    for position, name in enumerate(names):
        cells[f"sum_{name}"] = sums[:, position]
        cells[f"squares_{name}"] = squares[:, position]
    padded = [np.pad(block.groups, ((0, 0), (0, groups - block.groups.shape[1]), (0, 0))) for block in blocks]
    by_group = np.concatenate(padded)
    for group in range(groups):
        for position, name in enumerate(GROUP_COLUMNS):
            cells[f"group_{group}_{name}"] = by_group[:, group, position]
    order = [[block.variant, block.first, block.count] for block in rows]
    metadata = {HISTOGRAMS: json.dumps(_histograms(blocks, jobs)), ROW_GROUPS: json.dumps(order)}
    return pa.table({name: _arrow(values) for name, values in cells.items()}).replace_schema_metadata(metadata)


def _arrow(values: Array) -> pa.Array:
    """Hand whole numbers to Arrow as the buffer they are: `pa.array` would import pandas to look at them."""
    import pyarrow as pa

    values = np.ascontiguousarray(values)
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, pa.py_buffer(values)])


def _histograms(blocks: Sequence[Block], jobs: Sequence[Job]) -> dict[int, dict[str, list[list[int]]]]:
    merged: dict[int, Array] = {}
    fates: dict[int, Array] = {}
    for block in blocks:
        merged[block.variant] = merged.get(block.variant, 0) + block.histogram
        fates[block.variant] = fates.get(block.variant, 0) + block.fates.ravel()
    found: dict[int, dict[str, list[list[int]]]] = {}
    for variant, bins in merged.items():
        layout = jobs[variant].layout
        counted = [name for name, offset in zip(layout.names, layout.offset, strict=True) if offset >= 0]
        found[variant] = {name: [part.tolist() for part in layout.histogram(bins, name)] for name in counted}
        seen = np.flatnonzero(fates[variant])
        found[variant][EXPERIENCE] = [seen.tolist(), fates[variant][seen].tolist()]
    return found


def write_rows(path: Path, blocks: Sequence[Block], jobs: Sequence[Job]) -> None:
    """Write the rows of blocks, one row group each, so that a variant's rows can be read alone."""
    write_parquet(path, (_row_table(block, jobs[block.variant]) for block in blocks))


def _row_table(block: Block, job: Job) -> pa.Table:
    import pyarrow as pa

    assert block.rows is not None  # noqa: S101 - for the type checker
    layout = job.layout
    cells: dict[str, Any] = {
        "variant": _arrow(np.full(block.count, block.variant, np.int32)),
        "index": _arrow(np.arange(block.first, block.first + block.count)),
    }
    for position, (name, dtype) in enumerate(zip(layout.names, _narrow(layout), strict=True)):
        values = block.rows[:, position].astype(dtype)
        absent = _is_absent(name, job)
        cells[name] = pa.nulls(block.count, pa.from_numpy_dtype(dtype)) if absent else _arrow(values)
    return pa.table(cells)


def size_on_disk(block: Block, jobs: Sequence[Job]) -> tuple[float, float]:
    """Return how many bytes a row and a batch of a variant take, found by writing a block to memory."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sizes = []
    for table in (_row_table(block, jobs[block.variant]), batch_table([block], [], jobs)):
        memory = pa.BufferOutputStream()
        pq.write_table(table, memory, **COMPRESSION)
        sizes.append(memory.tell() / len(table))
    return sizes[0], sizes[1]


def _narrow(layout: Layout) -> list[np.dtype[Any]]:
    """Return the smallest type that holds each column's declared range; the same for every variant of a game."""
    types = []
    for lo, hi, column in zip(layout.lo, layout.hi, layout.declared, strict=True):
        least = np.promote_types(np.min_scalar_type(min(lo, -1)), np.min_scalar_type(-hi - 1))
        types.append(np.dtype(np.int32) if column.hi is None else least)
    return types


def _is_absent(name: str, job: Job) -> bool:
    """Whether a flat column belongs to a seat that nobody sits on, or tells a turn order that there is none of."""
    game = games.load(job.game)
    stem, _, seat = name.rpartition("_")
    declared = columns(game).get(stem) if seat.isdigit() else None
    if declared is None or not declared.per_seat:
        return False
    return int(seat) >= job.n_seats or (stem == "turn_position" and not game.has_turn_order)
