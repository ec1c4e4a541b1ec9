"""The one process that adds to a run folder."""

from __future__ import annotations

import shutil
import time
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import filelock

from simlab.store.files import RunError, folder_of, now, parts, played, read_manifest, write_manifest, write_parquet
from simlab.store.tables import batch_table, write_rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from simlab.engine.blocks import Block, Job
    from simlab.experiment import Experiment

PART_SECONDS = 2.0  # a killed run loses about this much work
PART_BATCHES = 1024
PART_ROWS = 1 << 19


class RunWriter:
    """The one process that adds to a run folder; use it as a context manager.

    Parameters
    ----------
    experiment : the question
    root : the folder of run folders
    manifest : what to write beside the results; `source_digest` must match an existing run's

    Raises
    ------
    RunError
        The folder cannot be written, another process writes to it, or it was made with other sources.
    """

    def __init__(
        self, experiment: Experiment, root: str | Path, manifest: Mapping[str, Any], *, overwrite: bool = False
    ) -> None:
        from simlab.engine.blocks import job as pack_job

        self.folder = folder_of(experiment, root)
        self.jobs: list[Job] = [pack_job(experiment, variant) for variant in experiment.variants]
        self._pending: list[Block] = []
        self._ahead: dict[tuple[int, int], Block] = {}
        self._written = time.monotonic()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = filelock.FileLock(self.folder / ".lock", timeout=0)
            self._lock.acquire()
        except filelock.Timeout:
            message = f"{self.folder}: another process is writing to this run; wait, or use another folder (--root)"
            raise RunError(message) from None
        except OSError as error:
            message = f"{self.folder}: cannot be written: {error.strerror or error}"
            raise RunError(message) from error
        try:
            self._prepare(manifest, overwrite=overwrite)
        except BaseException:
            self._lock.release()
            raise

    def _prepare(self, manifest: Mapping[str, Any], *, overwrite: bool) -> None:
        if overwrite:
            for name in ("batches", "rows"):
                shutil.rmtree(self.folder / name, ignore_errors=True)
            (self.folder / "manifest.json").unlink(missing_ok=True)
        before: dict[str, Any] = read_manifest(self.folder) if (self.folder / "manifest.json").exists() else {}
        if before and before.get("source_digest") != manifest["source_digest"]:
            message = (
                f"{self.folder}: this run was made with other rules or another engine than are installed now; "
                "start it again (--overwrite), or keep it and write elsewhere (--root)"
            )
            raise RunError(message)
        for name in ("batches", "rows"):
            (self.folder / name).mkdir(exist_ok=True)
        self._remove_debris()
        self.played = played(self.folder, len(self.jobs))
        self._next = 1 + max((int(path.stem) for path in parts(self.folder)), default=0)
        kept: dict[str, Any] = {key: before[key] for key in ("started", "seconds", "looks") if key in before}
        self.manifest: dict[str, Any] = {**manifest, "started": now(), "seconds": 0.0, "looks": [], **kept}
        self._write_manifest()

    def _remove_debris(self) -> None:
        """Remove what a killed process left: half-written files, and rows whose batches were never written."""
        for path in [*self.folder.glob("*/*.partial"), *self.folder.glob("*.partial")]:
            path.unlink()
        whole = {path.name for path in parts(self.folder)}
        for path in (self.folder / "rows").glob("*.parquet"):
            if path.name not in whole:
                path.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with suppress(RunError) if kind else nullcontext():  # what went wrong first is what the user should read
            self.close()

    def missing(self, wanted: Sequence[int]) -> list[tuple[int, int, int]]:
        """Return the (variant, first, stop) ranges that are not on disk yet."""
        return [(v, self.played[v], number) for v, number in enumerate(wanted) if self.played[v] < number]

    def append(self, block: Block) -> int:
        """Take a finished block; write a part when it is time. Return how many playthroughs became part of a prefix."""
        self._ahead[block.variant, block.first] = block
        ready = 0
        while (next_block := self._ahead.pop((block.variant, self.played[block.variant]), None)) is not None:
            self.played[block.variant] += next_block.count
            self._pending.append(next_block)
            ready += next_block.count
        batches = sum(len(pending.batches) for pending in self._pending)
        rows = sum(pending.count for pending in self._pending if pending.rows is not None)
        if time.monotonic() - self._written > PART_SECONDS or batches >= PART_BATCHES or rows >= PART_ROWS:
            self.flush()
        return ready

    def flush(self) -> None:
        """Write what is pending as a part.

        Raises
        ------
        RunError
            The disk is full or the folder is no longer writable; earlier parts stay.
        """
        self._written = time.monotonic()
        if not self._pending:
            return
        blocks, self._pending = self._pending, []
        name = f"{self._next:06d}.parquet"
        self._next += 1
        try:
            rows = [block for block in blocks if block.rows is not None]
            if rows:
                write_rows(self.folder / "rows" / name, rows, self.jobs)
            write_parquet(self.folder / "batches" / name, [batch_table(blocks, rows, self.jobs)])
        except OSError as error:
            for lost in blocks:
                self.played[lost.variant] = min(self.played[lost.variant], lost.first)
            kept = sum(self.played.values())
            message = f"{self.folder}: {error.strerror or error}; {kept} finished playthroughs are kept there"
            raise RunError(message) from error

    def look(self, seconds: float) -> None:
        """Note that the results are looked at as they are now, after so many more seconds of playing."""
        self.manifest["seconds"] = round(self.manifest["seconds"] + seconds, 3)
        look = self._seen()
        if not self.manifest["looks"] or self.manifest["looks"][-1]["playthroughs"] != look["playthroughs"]:
            self.manifest["looks"].append(look)

    def note(self, found: Mapping[str, Any]) -> None:
        """Write down at once that there was a look at what has been played, and what it found."""
        self.manifest["looks"].append({**self._seen(), **found})
        self._write_manifest()

    def _seen(self) -> dict[str, Any]:
        """Say when a look was, and after how many playthroughs of each variant."""
        return {
            "playthroughs": sum(self.played.values()),
            "of": [n for _, n in sorted(self.played.items())],
            "at": now(),
        }

    def close(self) -> None:
        """Write what is pending and the manifest, and let others in."""
        try:
            self.flush()
            self._write_manifest()
        finally:
            self._lock.release()

    def _write_manifest(self) -> None:
        self.manifest["playthroughs"] = {str(variant): number for variant, number in sorted(self.played.items())}
        self.manifest["finished"] = now()
        write_manifest(self.folder, self.manifest)
