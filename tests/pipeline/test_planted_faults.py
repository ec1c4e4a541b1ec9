"""Faults that were planted in the playthroughs of shipped questions are found, at the size planned for them."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simlab as sl
from simlab.columns import WHOLE_WIN
from simlab.document import read
from simlab.engine import blocks
from simlab.result import run

FOLDER = Path(__file__).resolve().parents[2] / "configs"
ADVANTAGE = 0.02
Z = 5


def first_player(**keys: Any) -> dict[str, Any]:
    """Return the shipped question about going first, of two seats on one set of tiles."""
    asked = dict(read(FOLDER / "zoar" / "first_player.yaml").data)
    del asked["worlds"]
    target = {"metric": "win_share", "of": {"turn_position": 1}, "at_most": 0.5}
    return {**asked, "vary": {}, "seats": 2, "skill": "regular", "targets": [target], **keys}


def planted(advantage: float) -> Callable[..., blocks.Block | None]:
    """Return how to play with turn positions that are drawn anew, so that they are fair, and then favour the first.

    Going first at Zoar is worth something of its own, which is not what is asked here: so who went first is decided by
    a coin after the end, and of the playthroughs that the other one won alone some are handed over. All sums are made
    again of the rows, as the engine makes them.
    """
    play = blocks.play

    def unfair(job: blocks.Job, first: int, count: int, stop: Any = None) -> blocks.Block | None:
        block = play(job, first, count, stop)
        if block is None or block.rows is None:
            return block
        at = job.layout.position
        rows = block.rows
        for line, index in zip(rows, range(first, first + count), strict=True):
            rng = np.random.default_rng([7, index])
            starter = int(rng.integers(2))
            line[at(f"turn_position_{starter}")], line[at(f"turn_position_{1 - starter}")] = 1, 2
            if line[at(f"won_{1 - starter}")] and rng.random() < 2 * advantage:  # half of all are won by the other one
                for name, mine, theirs in (("won", 1, 0), ("credit", WHOLE_WIN, 0), ("place", 1, 2)):
                    line[at(f"{name}_{starter}")], line[at(f"{name}_{1 - starter}")] = mine, theirs
        summed(job, block)
        return block

    return unfair


def summed(job: blocks.Job, block: blocks.Block) -> None:
    """Make the sums of a block again of its rows."""
    assert block.rows is not None
    at, wide = job.layout.position, block.rows.astype(np.int64)
    batch = (np.arange(block.first, block.first + block.count) >> 12) - block.batches.start
    for place in range(len(block.batches)):
        mine = wide[batch == place]
        block.sums[place], block.squares[place] = mine.sum(axis=0), (mine * mine).sum(axis=0)
        block.groups[place] = 0
        for seat in range(job.n_seats):
            credit, won = mine[:, at(f"credit_{seat}")], mine[:, at(f"won_{seat}")]
            option = job.option_of[mine[:, at("arrangement")], seat]
            position = job.options + mine[:, at(f"turn_position_{seat}")] - 1
            for group in (option, position):
                cells = np.stack([np.ones_like(credit), credit, credit * credit, won], axis=1)
                np.add.at(block.groups[place], group, cells)


@pytest.fixture(scope="module")
def size() -> int:
    """Return the playthroughs that the plan asks for, to miss two points once in a thousand times."""
    (need,) = sl.plan(first_player(playthroughs=1_000), points=100 * ADVANTAGE, power=0.999).needs
    assert need.outside is not None
    return need.outside


def test_a_starters_advantage_of_two_points_is_found_at_the_planned_size(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also: dealing every tribe to every seat does not wash out what a turn position is worth."""
    monkeypatch.setattr(blocks, "play", planted(ADVANTAGE))
    (row,) = run(first_player(playthroughs=size)).verdicts().rows
    found: Any = row
    assert found["verdict"] == "above"
    assert abs(found["estimate"] - 0.5 - ADVANTAGE) < Z * found["se"]


def test_without_an_advantage_none_is_found(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "play", planted(0.0))
    (row,) = run(first_player(playthroughs=size)).verdicts().rows
    found: Any = row
    assert abs(found["estimate"] - 0.5) < Z * found["se"]
    assert found["lo"] < 0.5 + 2 * found["se"]


def test_a_parameter_that_does_nothing_has_no_effect_and_an_interval_that_says_how_little_it_could() -> None:
    """Playthroughs end long before either cap: every pair is alike."""
    n = 20_000
    question = {
        "game": "tug_of_wargods",
        "question": "Does the cap matter?",
        "seats": [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "clearsky"}],
        "vary": {"rules.max_turns": [1_000, 2_000]},
        "playthroughs": n,
        "compare": [{"metric": "win_share", "of": {"seat": "hero"}, "key": "rules.max_turns", "against": 1_000}],
        "effects": [{"metric": "win_share", "of": {"seat": "hero"}}],
    }
    result = run(question)
    (row,) = result.contrasts().rows
    found: Any = row
    assert found["estimate"] == 0
    assert found["lo"] < 0 < found["hi"]
    assert found["hi"] == pytest.approx(-math.log(0.025) / n, rel=0.01)  # no pair of n differed
    assert math.isinf(found["variance_reduction"])
    assert found["p_adjusted"] == 1
    effect: Any = next(row for row in result.effects() if row["term"] == "rules.max_turns")
    assert effect["estimate"] == pytest.approx(0, abs=1e-12)
    assert effect["lo"] < 0 < effect["hi"]
