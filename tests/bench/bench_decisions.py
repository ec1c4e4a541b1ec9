"""Decisions per second of every game that has decisions: at random, by a style, and with one seat that looks ahead.

Nothing is asserted about time: machines differ and are busy. `make bench` prints a table.
"""

import sys
import time

import pytest

from simlab import games
from simlab.conformance.cases import fixed, rules_of, seats_of
from simlab.engine import blocks
from simlab.forward import Game
from simlab.policies import styles
from simlab.policies.policy import RANDOM, Policy

SECONDS = 3.0
DECIDING = [name for name in games.names() if games.load(name).max_actions > 1]


def rates(game: Game, policies: list[Policy]) -> tuple[float, float, float]:
    """Return decisions and playthroughs per second of a core, and mean decisions per playthrough."""
    job = fixed(game, rules_of(game), seats_of(game), policies)
    blocks.play(job, 0, 1)
    count = 1
    while True:
        begun = time.process_time()
        block = blocks.play(job, 0, count)
        spent = time.process_time() - begun
        if spent > SECONDS and block is not None:
            decisions = int(block.sums[:, job.layout.position("decisions")].sum())
            return decisions / spent, count / spent, decisions / count
        count = max(2 * count, int(count * 1.3 * SECONDS / max(spent, 1e-3)))


@pytest.mark.parametrize("name", DECIDING)
def test_decisions_per_second(name: str) -> None:
    game = games.load(name)
    known = styles.load(game).skills
    n = len(seats_of(game))
    regular, expert = known["regular"].policy, known["expert"].policy
    cases = {
        "all at random": [RANDOM] * n,
        f"all {regular.name} ({regular.style})": [regular] * n,
        f"one {expert.name} among {regular.name}": [expert] + [regular] * (n - 1),
    }
    for label, policies in cases.items():
        decisions, playthroughs, mean = rates(game, policies)
        _say(
            f"{f'{game.title}, {n} seats, {label}':<52}{decisions / 1e6:>8.3f} M decisions/s"
            f"{playthroughs:>11.1f} playthroughs/s{mean:>9.1f} decisions each"
        )


def _say(line: str) -> None:
    sys.stdout.write(f"\n{line}")
