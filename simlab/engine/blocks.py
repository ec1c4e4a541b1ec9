"""Blocks of playthroughs on any executor: what to play, cut into tasks, finished in any order.

A block is a contiguous range of indices of one variant. Whatever the blocks, the workers and their order, the sums by
batch are the same integers, so nothing that is computed from them can depend on how the work was cut.
"""

from __future__ import annotations

import math
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab import games
from simlab.columns import CHECKPOINTS, FATES, GAPS, Layout, followed, layout
from simlab.engine import BATCH, BATCH_BITS, loop
from simlab.engine.entries import desk, entry
from simlab.kernel.rng import SPLITMIX, stream_keys
from simlab.policies.policy import RANDOM, Policy, pack

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

    from simlab.experiment import Experiment, Variant
    from simlab.forward import Game, Rules

ROWS_KEPT = 1 << 17  # rows of a variant's first indices are always kept: 32 batches, enough for batch means after
BLOCK_SECONDS = 0.25  # a worker answers to Ctrl-C and reports progress about this often
MOST_BATCHES = 256  # in one block, so that its sums stay small
GROUP_COLUMNS = ("n", "credit", "credit_squared", "won")


@dataclass(frozen=True)
class Job:
    """Everything a worker needs to play one variant; it pickles, so it can go to another process."""

    variant: int
    game: str
    keys: np.ndarray[Any, Any]
    ahead: np.ndarray[Any, Any]
    rules: np.recarray[Any, Any]
    policies: tuple[tuple[Policy, ...], ...]
    option_of: np.ndarray[Any, Any]
    options: int
    n_seats: int
    seating: int
    keep_rows: bool
    rng: np.dtype[Any] = SPLITMIX

    @property
    def layout(self) -> Layout:
        """The columns of the variant's rows."""
        return layout(games.load(self.game), self.max_rounds)

    @property
    def max_rounds(self) -> int:
        """The cap on rounds."""
        return int(self.rules.max_rounds.max())

    @property
    def groups(self) -> int:
        """How many groups credit is added up by: options, then turn positions; 0 where seats say it all."""
        game = games.load(self.game)
        if len(self.rules) == 1 and not game.has_turn_order:
            return 0
        return self.options + game.seats[1]

    def plan(self) -> loop.Plan:
        """Return the variant as the kernel takes it."""
        game = games.load(self.game)
        policies, weights = pack(self.policies, game.features, is_forced=game.max_actions == 1)
        return loop.Plan(
            keys=self.keys,
            ahead=self.ahead,
            rules=self.rules,
            policies=policies,
            weights=weights,
            option_of=self.option_of,
            n_seats=self.n_seats,
            seating=self.seating,
            guard=self.max_rounds * game.actions_per_round,
            followed=followed(game),
        )


@dataclass
class Block:
    """What playing a range of indices gave."""

    variant: int
    first: int
    count: int
    sums: np.ndarray[Any, Any]
    squares: np.ndarray[Any, Any]
    groups: np.ndarray[Any, Any]
    histogram: np.ndarray[Any, Any]
    fates: np.ndarray[Any, Any]
    rows: np.ndarray[Any, Any] | None
    seconds: float = 0.0
    batches: range = field(init=False)

    def __post_init__(self) -> None:
        """Name the batches the block touches."""
        self.batches = range(self.first >> BATCH_BITS, ((self.first + self.count - 1) >> BATCH_BITS) + 1)

    def counts(self) -> np.ndarray[Any, Any]:
        """Return how many playthroughs of each batch the block holds, (B,) int64."""
        edges = np.clip(
            np.arange(self.batches.start, self.batches.stop + 1) * BATCH, self.first, self.first + self.count
        )
        return np.diff(edges)


def job(experiment: Experiment, variant: Variant) -> Job:
    """Pack a variant for the workers."""
    return packed(
        experiment.game,
        variant.rules,
        [dealt.option for dealt in variant.dealt],
        arrangements=variant.arrangements,
        policies=variant.policies,
        world=variant.world,
        seating=loop.DRAWN if experiment.assign == "random" else loop.IN_TURN,
        seed=experiment.seed,
        variant=variant.index,
        keep_rows=experiment.keep_rows,
    )


def packed(
    game: Game,
    rules: Rules,
    options: Sequence[Any],
    *,
    arrangements: Sequence[Sequence[int]],
    policies: Sequence[Sequence[Policy]] | None = None,
    world: Mapping[str, Any] | None = None,
    seating: int = loop.IN_TURN,
    seed: int = 1,
    variant: int = 0,
    keep_rows: bool = False,
) -> Job:
    """Pack rules and what sits on each seat for the workers.

    Parameters
    ----------
    options : what is dealt to the seats
    arrangements : for each arrangement the number of the option that each seat gets
    policies : for each arrangement the policy of each seat; by default all play at random
    world : what is taken for the game's unknown data
    seating : IN_TURN or DRAWN, how the arrangement of a playthrough is chosen
    """
    records = [game.pack(rules, [options[number] for number in seats], world) for seats in arrangements]
    names = [game.option_label(option) for option in options]
    labels = list(dict.fromkeys(names))
    if policies is None:
        policies = [[RANDOM] * len(seats) for seats in arrangements]
    return Job(
        variant=variant,
        game=game.name,
        keys=stream_keys(seed, game.name),
        ahead=stream_keys(seed, f"{game.name}/look-ahead"),
        rules=np.concatenate(records).view(np.recarray),
        policies=tuple(tuple(seats) for seats in policies),
        option_of=np.array([[labels.index(names[number]) for number in seats] for seats in arrangements], np.int64),
        options=len(labels),
        n_seats=len(arrangements[0]),
        seating=seating,
        keep_rows=keep_rows,
    )


def play(job: Job, first: int, count: int, stop: threading.Event | None = None) -> Block | None:
    """Play indices [first, first + count) of a variant; return None if stopped in between.

    Raises
    ------
    ValueError
        A column left the range its game declares.
    """
    game = games.load(job.game)
    columns, plan = job.layout, job.plan()
    seat = desk(game, job.max_rounds, job.rng)
    batches = ((first + count - 1) >> BATCH_BITS) - (first >> BATCH_BITS) + 1
    width = len(columns.names)
    keeps = job.keep_rows or first < ROWS_KEPT
    block = Block(
        variant=job.variant,
        first=first,
        count=count,
        sums=np.zeros((batches, width), np.int64),
        squares=np.zeros((batches, width), np.int64),
        groups=np.zeros((batches, job.groups, len(GROUP_COLUMNS)), np.int64),
        histogram=np.zeros(columns.bins, np.int64),
        fates=np.zeros((CHECKPOINTS.size, GAPS, FATES), np.int64),
        rows=np.empty((count, width), np.int32) if keeps else None,
    )
    outside = np.zeros(width, np.int64)
    counted = columns.counted(job.n_seats)
    play_block = entry(game, loop.play_block)
    no_rows = np.zeros((0, width), np.int32)
    begun = time.perf_counter()
    for begin, step in _slices(first, count, begun):
        if stop is not None and stop.is_set():
            return None
        skip = (begin >> BATCH_BITS) - (first >> BATCH_BITS)
        kept = no_rows if block.rows is None else block.rows[begin - first : begin - first + step]
        tallies = loop.Tallies(
            kept,
            block.sums[skip:],
            block.squares[skip:],
            block.groups[skip:],
            block.histogram,
            outside,
            counted,
            block.fates,
        )
        play_block(plan, seat, tallies, np.int64(begin), np.int64(step))
    block.seconds = time.perf_counter() - begun
    outside += columns.outside_two(job.n_seats, block.counts(), block.sums, block.squares)
    if outside.any():
        names = ", ".join(columns.names[c] for c in np.flatnonzero(outside))
        message = f"{job.game}: outside the declared range: {names}"
        raise ValueError(message)
    return block


def _slices(first: int, count: int, begun: float) -> Iterator[tuple[int, int]]:
    """Cut a block so that a worker comes back often: small at first, then as the clock allows."""
    done = 0
    step = min(count, 64)
    while done < count:
        yield first + done, step
        done += step
        rate = done / max(time.perf_counter() - begun, 1e-9)
        step = min(count - done, max(1, int(rate * BLOCK_SECONDS)))


def run(
    jobs: Sequence[Job],
    wanted: Sequence[tuple[int, int, int]],
    *,
    executor: Executor | None = None,
    workers: int = 1,
    stop: threading.Event | None = None,
    most_batches: int = MOST_BATCHES,
) -> Generator[Block]:
    """Play ranges of indices and yield finished blocks, in whatever order they finish.

    Parameters
    ----------
    jobs : the variants, `jobs[v].variant == v`
    wanted : (variant, first, stop) ranges of indices
    executor : any `concurrent.futures.Executor`; by default threads, as many as `workers` (kernels release the GIL)
    stop : set it to have workers come back early; blocks not finished are dropped
    most_batches : the largest block; results do not depend on it

    Raises
    ------
    Exception
        What a worker raised, after the others have come back.
    """
    stop = stop or threading.Event()
    own = ThreadPoolExecutor(workers, thread_name_prefix="simlab") if executor is None else None
    pool = own or executor
    assert pool is not None  # noqa: S101 - for the type checker
    shared_stop = stop if own else None  # an event does not pickle
    sizes = _Sizes(most_batches)
    tasks = _tasks(wanted, sizes)
    pending: set[Future[Block | None]] = set()
    try:
        while True:
            while len(pending) < 2 * workers and not stop.is_set():
                task = next(tasks, None)
                if task is None:
                    break
                variant, first, count = task
                pending.add(pool.submit(play, jobs[variant], first, count, shared_stop))
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                block = future.result()
                if block is not None:
                    sizes.learn(block)
                    yield block
    finally:
        stop.set()
        for future in pending:
            future.cancel()
        if own:
            own.shutdown(wait=True, cancel_futures=True)


class _Sizes:
    """How many batches the next block gets, from the pace of the last."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.batches = 1

    def learn(self, block: Block) -> None:
        pace = block.count / max(block.seconds, 1e-9)
        self.batches = max(1, min(self.most, 4 * self.batches, math.floor(pace * BLOCK_SECONDS / BATCH)))


def _tasks(wanted: Iterable[tuple[int, int, int]], sizes: _Sizes) -> Iterator[tuple[int, int, int]]:
    """Cut ranges at batch boundaries, and where the rows stop being kept."""
    for variant, first, stop in wanted:
        at = first
        while at < stop:
            end = ((at >> BATCH_BITS) + sizes.batches) << BATCH_BITS
            if at < ROWS_KEPT:
                end = min(end, ROWS_KEPT)
            end = min(end, stop)
            yield variant, at, end - at
            at = end
