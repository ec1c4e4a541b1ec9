"""Playthroughs per second of the first game, against the best pure-Python loop for the same rules, in one run.

Nothing is asserted about time: machines differ and are busy. `make bench` prints a table; quote the ratios.
"""

import os
import random
import sys
import time
from collections.abc import Callable

import pytest

from simlab import games
from simlab.conformance.cases import fixed, rules_of, seats_of
from simlab.engine import blocks

GAME, PRESET = "tug_of_wargods", "round_3"
COUNT = 64 * 4096
ROUNDS = 7
ONE_IN_PYTHON = 40_000


def pure_python(playthroughs: int) -> tuple[int, int]:  # noqa: C901, PLR0912 - one loop, because calls are slow
    """Play d10 d6 d4 against d8 d8 d6, written for speed: no functions, no lists, one draw a die.

    The rules are those of `PRESET`: four inches, 25 mm bases, a move of half the difference rounded down but at least
    one inch, two members across or the same one twice. Only the winner and the length are kept.
    """
    draw = random.Random(1).random  # noqa: S311 - dice, no secrets
    wins = turns = 0
    for _ in range(playthroughs):
        s = 0
        crossed_0 = crossed_1 = 0
        across_0 = across_1 = False
        while True:
            turns += 1
            difference = int(draw() * 10) + int(draw() * 6) + int(draw() * 4)
            difference -= int(draw() * 8) + int(draw() * 8) + int(draw() * 6)
            if difference == 0:
                continue
            if difference > 0:
                s += difference >> 1 or 1
            else:
                s -= -difference >> 1 or 1
            if s >= 5:
                if s >= 6:
                    wins += 1
                    break
                if not across_1:
                    across_1 = True
                    crossed_1 += 1
                    if crossed_1 == 2:
                        wins += 1
                        break
            elif s <= -5:
                if s <= -6:
                    break
                if not across_0:
                    across_0 = True
                    crossed_0 += 1
                    if crossed_0 == 2:
                        break
            else:
                across_0 = across_1 = False
    return wins, turns


def best(play: Callable[[], int]) -> float:
    """Return the best rate of a few rounds, by the clock of the process."""
    rate = 0.0
    for _ in range(ROUNDS):
        begun = time.process_time()
        played = play()
        rate = max(rate, played / (time.process_time() - begun))
    return rate


@pytest.fixture(scope="module")
def job() -> blocks.Job:
    game = games.load(GAME)
    return fixed(game, rules_of(game, PRESET), seats_of(game, PRESET))


def test_the_reference_plays_the_same_rules(job: blocks.Job) -> None:
    """Both agree on the win share and the mean length at z = 5, so their speeds may be compared."""
    block = blocks.play(job, 0, 200_000)
    assert block is not None
    assert block.rows is None or len(block.rows) == 200_000
    position = job.layout.position
    wins, turns = pure_python(200_000)
    ours_wins, ours_turns = block.sums[:, position("won_0")].sum(), block.sums[:, position("rounds")].sum()
    assert abs(wins - ours_wins) < 5 * (2 * 200_000 * 0.25 * 0.75) ** 0.5
    assert abs(turns - ours_turns) < 5 * (2 * 200_000 * 5.6**2) ** 0.5


def test_playthroughs_per_second(job: blocks.Job) -> None:
    blocks.play(job, 0, 1)

    def reference() -> int:
        pure_python(ONE_IN_PYTHON)
        return ONE_IN_PYTHON

    def engine() -> int:
        block = blocks.play(job, 0, blocks.ROWS_KEPT)
        return block.count if block else 0

    plain, compiled = best(reference), best(engine)
    walls = {workers: _wall(job, workers) for workers in (1, 2)}
    _say(f"{'best pure Python, one core':<44}{plain / 1e6:>8.3f} M/s")
    _say(f"{'engine, one core, rows, histograms, shared':<44}{compiled / 1e6:>8.3f} M/s{compiled / plain:>8.1f} ×")
    _say(f"{'two threads against one, by the wall clock':<44}{'':>12}{walls[1] / walls[2]:>8.2f} ×")
    _say(f"{'cores of this machine':<44}{os.cpu_count():>8}")


def _wall(job: blocks.Job, workers: int) -> float:
    times = []
    for _ in range(3):
        begun = time.perf_counter()
        for _ in blocks.run([job], [(0, 0, 16 * COUNT)], workers=workers):
            pass
        times.append(time.perf_counter() - begun)
    return min(times)


def _say(line: str) -> None:
    sys.stdout.write(f"\n{line}")
