"""What the engine counts of who led is what a recount of the same playthroughs finds, step by step, for every game."""

import numpy as np
import pytest

from simlab import games
from simlab.columns import CHECKPOINTS, CUT_OFF, FATES, GAPS, KEPT, NOBODY_LED, NOT_WON, REGAINED, SHARED, followed
from simlab.conformance.cases import cases, default
from simlab.engine import blocks
from simlab.engine.steps import Playthrough

pytestmark = pytest.mark.usefixtures("outside")


def recounted(job: blocks.Job, indices: range) -> np.ndarray:
    """Count in plain Python from the standings at the end of each round."""
    counts = np.zeros((CHECKPOINTS.size, GAPS, FATES), np.int64)
    for index in indices:
        playthrough = Playthrough.open(job, index)
        leads: dict[int, tuple[int | None, int]] = {}
        seen = 0
        for _, _, state in playthrough.play():
            if state.rounds != seen:
                seen = int(state.rounds)
                standings = sorted(((playthrough.standing(seat), seat) for seat in range(job.n_seats)), reverse=True)
                gap = standings[0][0] - standings[1][0]
                leads[seen] = (standings[0][1] if gap else None, gap)
        row = playthrough.finish()
        winner = next((seat for seat in range(job.n_seats) if row[f"won_{seat}"]), None)
        for place, after in enumerate(CHECKPOINTS.tolist()):
            if after >= row["rounds"]:
                break
            leader, gap = leads[after]
            later = [leads[at][0] for at in range(after + 1, row["rounds"] + 1)]
            if leader is None:
                fate = NOBODY_LED
            elif row["truncated"]:
                fate = CUT_OFF
            elif leader == winner:
                fate = KEPT if all(other in {None, winner} for other in later) else REGAINED
            else:
                fate = SHARED if row[f"credit_{leader}"] else NOT_WON
            counts[place, min(gap.bit_length(), GAPS - 1), fate] += 1
    return counts


@pytest.mark.parametrize("name", [*games.names(), "summit"])
def test_the_engine_counts_what_a_recount_finds(name: str) -> None:
    game = games.load(name)
    every = followed(game)
    for case in list(cases(game))[:4]:
        number = min(case.steppable(400), 200) if every == 1 else 400
        block = blocks.play(case.brief.job, 0, number)
        assert block is not None
        assert np.array_equal(block.fates, recounted(case.brief.job, range(0, number, every)))


@pytest.mark.parametrize("name", [*games.names(), "summit"])
def test_blocks_add_up_to_the_same_counts(name: str) -> None:
    job = default(games.load(name))
    whole, first, rest = blocks.play(job, 0, 600), blocks.play(job, 0, 217), blocks.play(job, 217, 383)
    assert whole is not None
    assert first is not None
    assert rest is not None
    assert np.array_equal(whole.fates, first.fates + rest.fates)
