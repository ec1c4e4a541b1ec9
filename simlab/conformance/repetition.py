"""Clauses on playing again: the same bytes however the work was cut, and the same numbers on other dice."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from simlab.conformance import uncompiled
from simlab.conformance.cases import Case, cases, digest, rows_of
from simlab.engine import BATCH, blocks
from simlab.forward import Game
from simlab.kernel.rng import PHILOX

PLAYTHROUGHS = 5 * BATCH + 321
ORDERED = 1_000
CUTS = ((1, 1), (2, 2), (3, 7), (2, 1))  # workers and the most batches in a block
Z = 5.0

Whole = dict[str, np.ndarray[Any, Any]]


def shortened(game: Game) -> Iterator[Case]:
    """Yield the cases cut off so early that several batches of them are affordable."""
    return (case.shortened(PLAYTHROUGHS) for case in cases(game))


def merged(parts: Iterable[blocks.Block]) -> Whole:
    """Put blocks of one variant together: rows in order, sums by batch, one histogram."""
    ordered = sorted(parts, key=lambda block: block.first)
    batches = ordered[-1].batches.stop
    whole: Whole = {
        name: np.zeros((batches, *getattr(ordered[0], name).shape[1:]), np.int64)
        for name in ("sums", "squares", "groups")
    }
    for block in ordered:
        for name, total in whole.items():
            total[block.batches.start : block.batches.stop] += getattr(block, name)
    whole["histogram"] = np.sum([block.histogram for block in ordered], axis=0)
    whole["rows"] = np.concatenate([block.rows for block in ordered if block.rows is not None])
    return whole


def _differing(one: Whole, other: Whole) -> str:
    return ", ".join(name for name in one if one[name].tobytes() != other[name].tobytes())


def the_cut_into_blocks_and_workers_changes_nothing(game: Game) -> Iterator[str]:
    """Rows, sums, squares, groups and histograms are the same bytes for any number of workers and any cut."""
    for case in shortened(game):
        whole = merged(_blocks(case.job, [(0, PLAYTHROUGHS)]))
        for workers, most in CUTS:
            ranges = [(case.job.variant, 0, PLAYTHROUGHS)]
            again = merged(blocks.run([case.job], ranges, workers=workers, most_batches=most))
            if differing := _differing(whole, again):
                yield f"{case.name}: {workers} workers, {most} batches at most: other {differing}"
        edges = [0, 1, 100, BATCH - 1, 2 * BATCH + 77, PLAYTHROUGHS]
        cut = merged(_blocks(case.job, list(pairwise(edges))))
        if differing := _differing(whole, cut):
            yield f"{case.name}: cut at {edges[1:-1]}: other {differing}"


def _blocks(job: blocks.Job, ranges: list[tuple[int, int]]) -> Iterator[blocks.Block]:
    for first, stop in ranges:
        block = blocks.play(job, first, stop - first)
        if block is not None:
            yield block


def a_short_run_is_the_beginning_of_a_long_one(game: Game) -> Iterator[str]:
    """Playthrough i is the same whatever else is played."""
    for case in shortened(game):
        rows = rows_of(case.job, PLAYTHROUGHS)
        for first, count in ((0, 1), (0, 1_000), (BATCH - 1, 2), (PLAYTHROUGHS - 1, 1)):
            if (rows_of(case.job, count, first) != rows[first : first + count]).any():
                yield f"{case.name}: playthroughs {first} to {first + count - 1} are others when played alone"


def the_order_of_variants_changes_nothing(game: Game) -> Iterator[str]:
    """A variant gives the same rows first and last."""
    jobs = [replace(case.job, variant=variant) for variant, case in enumerate(shortened(game))]
    ranges = [(job.variant, 0, ORDERED) for job in jobs]
    found: list[dict[int, str]] = []
    for wanted in (ranges, ranges[::-1]):
        played = blocks.run(jobs, wanted, workers=2)
        found.append({block.variant: digest(block.rows) for block in played if block.rows is not None})
    if found[0] != found[1]:
        yield "variants played in another order gave other rows"


def compiled_and_uncompiled_agree(game: Game) -> Iterator[str]:
    """The kernels as plain Python, in a process of their own, give the same rows."""
    listed = list(cases(game))
    for number in uncompiled.shared(game):
        case, count = uncompiled.affordable(listed[number])
        compiled = uncompiled.digest_of(case, count)
        arguments = [game.name, str(number), str(case.job.max_rounds), str(count)]
        command = [sys.executable, "-m", "simlab.conformance.uncompiled", *arguments]
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own module
        if done.returncode != 0:
            yield f"{case.name}: uncompiled it fails: {done.stderr.strip()[-2_000:]}"
        elif done.stdout.strip() != compiled:
            yield f"{case.name}: playthroughs differ uncompiled"


def an_unrelated_generator_gives_the_same_means(game: Game) -> Iterator[str]:
    """On Philox instead of SplitMix64 every column's mean agrees within z = 5 standard errors of the difference."""
    for case in cases(game):
        count = case.affordable(PLAYTHROUGHS)
        ours = rows_of(case.job, count).astype(np.float64)
        other = rows_of(replace(case.job, rng=PHILOX), count).astype(np.float64)
        error = np.sqrt((ours.var(axis=0) + other.var(axis=0)) / count)
        gap = np.abs(ours.mean(axis=0) - other.mean(axis=0))
        for column in np.flatnonzero(gap > Z * error):
            means = f"{ours[:, column].mean():g} and {other[:, column].mean():g}"
            yield f"{case.name}: {case.job.layout.names[column]} has means {means} on two generators"
