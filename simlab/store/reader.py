"""The numbers of a run, column by column."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.store.files import HISTOGRAMS, ROW_GROUPS, metadata, parts, played, read, read_manifest

if TYPE_CHECKING:
    from collections.abc import Sequence

Array = np.ndarray[Any, Any]


class RunReader:
    """The numbers of a run, column by column; what was read once is kept.

    Raises
    ------
    RunError
        There is no run in the folder, or it is damaged.
    """

    def __init__(self, folder: str | Path) -> None:
        self.manifest = read_manifest(Path(folder))
        self.folder = Path(folder).absolute()  # a notebook may go to another folder later
        self._columns: dict[str, Array] = {}
        self._histograms: dict[int, dict[str, Counter[int]]] | None = None

    def column(self, name: str) -> Array:
        """Return one column of all batches, in the order of the parts."""
        if name not in self._columns:
            pieces = [read(path, [name])[name] for path in parts(self.folder)]
            self._columns[name] = np.concatenate(pieces) if pieces else np.zeros(0, np.int64)
        return self._columns[name]

    def batches(self, variant: int, names: Sequence[str]) -> tuple[Array, dict[str, Array]]:
        """Return playthroughs by batch, (B,), and the sums of each named column by batch, (B,)."""
        chosen = self.column("variant") == variant
        batch = self.column("batch")[chosen]
        size = int(batch.max()) + 1 if batch.size else 0

        def by_batch(name: str) -> Array:
            total = np.zeros(size, np.int64)
            np.add.at(total, batch, self.column(name)[chosen])
            return total

        return by_batch("n"), {name: by_batch(name) for name in names}

    def played(self, variants: int) -> dict[int, int]:
        """Return how many playthroughs of each variant there are."""
        return played(self.folder, variants)

    def histogram(self, variant: int, name: str) -> tuple[Array, Array]:
        """Return the values of a flat column and how often each came up, (k,) int64 each, values ascending.

        Both are empty for a variant of which nothing has been played yet.

        Raises
        ------
        KeyError
            The column has no histogram.
        """
        if self._histograms is None:
            self._histograms = defaultdict(lambda: defaultdict(Counter))
            for path in parts(self.folder):
                for key, by_column in json.loads(metadata(path)[HISTOGRAMS]).items():
                    for column, (values, counts) in by_column.items():
                        self._histograms[int(key)][column].update(dict(zip(values, counts, strict=True)))
        played_so_far = self._histograms.get(variant)
        if played_so_far is not None and name not in played_so_far:
            raise KeyError(name)
        counts = Counter() if played_so_far is None else played_so_far[name]
        values = sorted(counts)
        return np.array(values, np.int64), np.array([counts[value] for value in values], np.int64)

    def rows(self, variant: int, names: Sequence[str]) -> dict[str, Array]:
        """Return the kept rows of a variant in the order of their indices: the named flat columns, (n,) integers."""
        pieces: list[tuple[int, dict[str, Array]]] = []
        for path in parts(self.folder):
            groups = json.loads(metadata(path)[ROW_GROUPS])
            chosen = [number for number, group in enumerate(groups) if group[0] == variant]
            if chosen:
                part = read(self.folder / "rows" / path.name, [*names, "index"], chosen)
                pieces.append((groups[chosen[0]][1], part))
        pieces.sort(key=lambda piece: piece[0])
        found = {}
        for name in (*names, "index"):
            values = [part[name] for _, part in pieces]
            found[name] = np.concatenate(values) if values else np.zeros(0, np.int64)
        return found
