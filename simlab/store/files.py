"""Files of a run: whole or not there at all."""

from __future__ import annotations

import json
import os
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import pyarrow as pa

    from simlab.experiment import Experiment

Array = np.ndarray[Any, Any]

SCHEMA_VERSION = 1
HISTOGRAMS = b"simlab.histograms"
ROW_GROUPS = b"simlab.row_groups"
COMPRESSION: dict[str, Any] = {"compression": "zstd", "compression_level": 1}


class RunError(Exception):
    """A run that cannot be opened, written or read; the message is a plain sentence for the user."""


def folder_of(experiment: Experiment, root: str | Path = "runs") -> Path:
    """Return where an experiment's run lives."""
    return Path(root) / f"{experiment.name}-{experiment.digest[:8]}"


def write_manifest(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Write a run's manifest.

    Raises
    ------
    RunError
        The folder cannot be written.
    """
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace(folder / "manifest.json", lambda path: path.write_text(text, encoding="utf-8"))
    except OSError as error:
        message = f"{folder}: cannot be written: {error.strerror or error}"
        raise RunError(message) from error


def played(folder: Path, variants: int) -> dict[int, int]:
    """Count the playthroughs of each variant on disk."""
    numbers = dict.fromkeys(range(variants), 0)
    for path in parts(folder):
        found = read(path, ["variant", "n"])
        for variant, number in zip(found["variant"].tolist(), found["n"].tolist(), strict=True):
            numbers[variant] += number
    return numbers


def parts(folder: Path) -> list[Path]:
    """Return the finished parts of a run, in the order they were written."""
    return sorted((folder / "batches").glob("*.parquet"))


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read a run's manifest; raise RunError where there is none."""
    path = folder / "manifest.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        message = f"{folder}: no run there (no manifest.json)"
        raise RunError(message) from None
    except (OSError, ValueError) as error:
        message = f"{path}: cannot be read: {error}"
        raise RunError(message) from error
    if not isinstance(found, dict) or found.get("schema_version") != SCHEMA_VERSION:
        message = f"{path}: not a run of this version of simlab"
        raise RunError(message)
    return found


def read(path: Path, columns: Sequence[str], groups: Sequence[int] | None = None) -> dict[str, Array]:
    """Read some columns of a part, of all its row groups or of some."""
    import pyarrow.parquet as pq

    names = list(columns)
    with _whole(path), pq.ParquetFile(path) as file:
        table = file.read(columns=names) if groups is None else file.read_row_groups(list(groups), columns=names)
        # the buffers as they are: Arrow's own `to_numpy` would import pandas
        return {name: np.concatenate([np.from_dlpack(chunk) for chunk in table[name].chunks]) for name in names}


def metadata(path: Path) -> dict[bytes, bytes]:
    """Read what is written beside the columns of a part."""
    import pyarrow.parquet as pq

    with _whole(path):
        return dict(pq.read_schema(path).metadata or {})


@contextmanager
def _whole(path: Path) -> Iterator[None]:
    """Turn what pyarrow says of a damaged file into a sentence."""
    try:
        yield
    except (OSError, ValueError, KeyError) as error:
        message = f"{path}: damaged: {error}"
        raise RunError(message) from error


def write_parquet(path: Path, tables: Iterable[pa.Table]) -> None:
    """Write tables of one schema as the row groups of a file; the same tables give the same bytes."""
    import pyarrow.parquet as pq

    def write(partial: Path) -> None:
        writer = None
        try:
            for table in tables:
                writer = writer or pq.ParquetWriter(partial, table.schema, **COMPRESSION)
                writer.write_table(table)
        finally:
            if writer is not None:
                writer.close()

    replace(path, write)


def replace(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file under another name, sync it and rename it, so that it is there whole or not at all."""
    partial = path.with_name(f"{path.name}.partial")
    try:
        write(partial)
        with partial.open("rb") as file:
            os.fsync(file.fileno())
        partial.replace(path)
    except BaseException:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # some systems cannot sync a folder
        descriptor = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def now() -> str:
    """Return the time in UTC, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
