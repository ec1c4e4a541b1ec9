"""What a run would cost, found by playing a little of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab.engine import BATCH
from simlab.store.files import folder_of, played
from simlab.store.tables import size_on_disk

if TYPE_CHECKING:
    from pathlib import Path

    from simlab.engine.blocks import Block, Job
    from simlab.experiment import Experiment

CALIBRATED = 4  # batches, so that a batch's share of the time is in it
FIRST = 16  # playthroughs of a variant that are tried first: players that look ahead take long
ENOUGH = 0.2  # seconds of a variant that tell how fast it is
LONGEST = 2.0  # seconds of calibration, whatever the number of variants


@dataclass(frozen=True)
class Forecast:
    """What is to be done, and what it would cost.

    Attributes
    ----------
    wanted, present : playthroughs that are asked for, and those of them that are on disk
    seconds : of playing, on `workers` threads; compiling is not in it
    size : bytes that would be added
    """

    folder: Path
    wanted: int
    present: int
    seconds: float
    size: float


def forecast(experiment: Experiment, root: str | Path, workers: int) -> Forecast:
    """Play a little of some variants, throw it away, and say what the rest would take. Nothing is written.

    The variants that were tried stand for the others, so the time is a guess where lengths differ much.
    """
    from simlab.engine import blocks

    folder = folder_of(experiment, root)
    present = played(folder, len(experiment.variants))
    wanted = [variant.playthroughs for variant in experiment.variants]
    seconds = size = 0.0
    tried = 0
    jobs = [blocks.job(experiment, variant) for variant in experiment.variants]
    blocks.play(jobs[0], 0, 1)  # compiles, or loads what is compiled
    begun = time.perf_counter()
    for variant, job in zip(experiment.variants, jobs, strict=True):
        block = _tried(job, min(CALIBRATED * BATCH, variant.playthroughs))
        missing = max(0, wanted[variant.index] - present[variant.index])
        kept = missing if experiment.keep_rows else max(0, min(missing, blocks.ROWS_KEPT - present[variant.index]))
        by_row, by_batch = size_on_disk(block, jobs)
        seconds += missing * block.seconds / block.count
        size += kept * by_row + missing / BATCH * by_batch
        tried += 1
        if time.perf_counter() - begun > LONGEST:
            break
    scale = len(wanted) / tried / workers
    have = sum(min(number, present[index]) for index, number in enumerate(wanted))
    return Forecast(folder, sum(wanted), have, seconds * scale, size * len(wanted) / tried)


def _tried(job: Job, most: int) -> Block:
    """Play twice as many as before until it has taken long enough to tell how fast it goes."""
    from simlab.engine import blocks

    number = min(FIRST, most)
    while True:
        block = blocks.play(job, 0, number)
        assert block is not None  # noqa: S101 - for the type checker: nobody stops it
        if block.seconds >= ENOUGH or number == most:
            return block
        number = min(most, 2 * number)
