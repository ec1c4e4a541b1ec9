"""Worlds that were drawn: the mean over all there could be, and the share of them in which a verdict is true."""

import math

import numpy as np
import pytest

from simlab.stats.intervals import proportion
from simlab.stats.verdicts import verdict
from simlab.stats.worlds import average, share_at_least, share_at_most, spread

Z = 5  # a correct procedure fails one test in two million
EXPERIMENTS = [2_000, pytest.param(40_000, marks=pytest.mark.nightly)]


def _error(share: float, experiments: int) -> float:
    return Z * math.sqrt(share * (1 - share) / experiments)


@pytest.mark.parametrize("experiments", EXPERIMENTS)
@pytest.mark.parametrize(("worlds", "between"), [(3, 0.02), (12, 0.02), (12, 0.0), (40, 0.1)])
def test_the_mean_over_drawn_worlds_covers_the_mean_over_all(worlds: int, between: float, experiments: int) -> None:
    """Worlds differ and every estimate has luck of its own: the interval holds the truth in 95 of 100 experiments."""
    rng, truth, n = np.random.default_rng(5), 0.4, 2_000
    shares = np.clip(truth + between * rng.standard_normal((experiments, worlds)), 0, 1)
    seen = rng.binomial(n, shares) / n
    held = 0
    for row in seen.tolist():
        found = average(row, playthroughs=n * worlds)
        held += found.lo <= truth <= found.hi
    assert abs(held / experiments - 0.95) < _error(0.95, experiments) + 0.003


def test_pooling_the_playthroughs_of_few_worlds_would_cover_far_less() -> None:
    """Why the world is the unit."""
    rng, experiments, worlds, n, truth = np.random.default_rng(6), 2_000, 6, 5_000, 0.4
    shares = truth + 0.03 * rng.standard_normal((experiments, worlds))
    pooled = rng.binomial(n, shares).sum(axis=1)
    held = sum(one.lo <= truth <= one.hi for one in (proportion(int(won), n * worlds) for won in pooled))
    assert held / experiments < 0.6


@pytest.mark.parametrize("experiments", EXPERIMENTS)
@pytest.mark.parametrize("share", [0.5, 0.8, 0.97])
def test_the_share_of_worlds_is_not_overstated(share: float, experiments: int) -> None:
    """A verdict is true in some worlds and, on the very edge of its band, not in the others: the worst case."""
    rng, worlds, n, edge = np.random.default_rng(8), 12, 4_000, 0.45
    is_true = rng.random((experiments, worlds)) < share
    wins = rng.binomial(n, np.where(is_true, 0.40, edge))
    told = {int(won): verdict(proportion(int(won), n), (None, edge)) == "inside" for won in np.unique(wins)}
    wrong = 0
    for row in wins.tolist():
        found = sum(told[won] for won in row)
        wrong += share_at_least(found, worlds) > share
    assert wrong / experiments <= 0.05 + _error(0.05, experiments)


def test_limits_of_the_share_against_their_formulae() -> None:
    assert share_at_least(12, 12, each=1 - 1e-12) == pytest.approx(0.05 ** (1 / 12), rel=1e-6)
    assert share_at_least(0, 12) == 0
    assert share_at_most(0, 12) == 1
    assert share_at_most(3, 12) == 1 - share_at_least(3, 12)
    assert share_at_least(12, 12) < share_at_least(12, 12, each=0.99)


def test_spread_parts_worlds_from_luck() -> None:
    rng, worlds, between, luck = np.random.default_rng(9), 4_000, 0.03, 0.04
    seen = rng.normal(0, between, worlds) + rng.normal(0, luck, worlds)
    found = spread(seen.tolist(), [luck] * worlds)
    total = between**2 + luck**2
    assert abs(found.between**2 - between**2) < Z * total * math.sqrt(2 / worlds)
    assert found.within == pytest.approx(luck)
    assert spread([0.1, 0.1], [0.2, 0.2]).between == 0


def test_one_world_is_no_sample() -> None:
    with pytest.raises(ValueError, match="no sample"):
        average([0.3], playthroughs=10)
    with pytest.raises(ValueError, match="of 0 worlds"):
        share_at_least(0, 0)
