"""Planned sizes keep their promise: experiments of that size find what was planned for as often as was said."""

import math

import numpy as np
import pytest

from simlab.stats.intervals import mean, proportion
from simlab.stats.power import detectable, for_inside, for_none, for_outside, share_sd
from simlab.stats.verdicts import verdict, verdicts

Z = 5  # a correct plan fails one test in two million
EXPERIMENTS = [2_000, pytest.param(20_000, marks=pytest.mark.nightly)]


def _is_as_promised(found: int, experiments: int, power: float) -> bool:
    return abs(found - experiments * power) <= Z * math.sqrt(experiments * power * (1 - power)) + experiments * 0.005


@pytest.mark.parametrize("experiments", EXPERIMENTS)
@pytest.mark.parametrize("power", [0.8, 0.9])
@pytest.mark.parametrize(("edge", "effect"), [(0.55, 0.02), (0.27, 0.02), (0.05, 0.01)])
def test_a_share_outside_its_band_is_found_as_often_as_planned(
    edge: float, effect: float, power: float, experiments: int
) -> None:
    truth = edge + effect
    n = for_outside(effect, share_sd(truth), at_edge=share_sd(edge), power=power)
    wins = np.random.default_rng(1).binomial(n, truth, experiments)
    found = sum(verdict(proportion(int(won), n), (None, edge)) == "above" for won in wins)
    assert _is_as_promised(found, experiments, power)


@pytest.mark.parametrize("experiments", EXPERIMENTS)
@pytest.mark.parametrize("truth", [0.5, 0.53])
def test_a_share_inside_its_band_is_found_as_often_as_planned(truth: float, experiments: int) -> None:
    band, power = (0.46, 0.54), 0.9
    near, far = sorted((truth - band[0], band[1] - truth))
    n = for_inside(near, share_sd(truth), other=far, at_edge=share_sd(band[1]), power=power)
    wins = np.random.default_rng(2).binomial(n, truth, experiments)
    found = sum(verdict(proportion(int(won), n), band) == "inside" for won in wins)
    assert _is_as_promised(found, experiments, power)


@pytest.mark.parametrize("experiments", EXPERIMENTS)
def test_the_first_of_a_family_is_found_as_often_as_planned(experiments: int) -> None:
    """One of eight is outside by two points: Holm's first step is what it must pass."""
    family, edge, effect, power = 8, 0.55, 0.02, 0.9
    n = for_outside(effect, share_sd(edge + effect), at_edge=share_sd(edge), family=family, power=power)
    rng = np.random.default_rng(3)
    found = 0
    for _ in range(experiments):
        wins = [int(rng.binomial(n, edge + effect)), *rng.binomial(n, 0.5, family - 1).tolist()]
        said = verdicts([proportion(won, n) for won in wins], [(None, edge)] * family)
        found += said[0] == "above"
    assert _is_as_promised(found, experiments, power)


@pytest.mark.parametrize("experiments", EXPERIMENTS)
def test_a_mean_difference_is_found_as_often_as_planned(experiments: int) -> None:
    sd, effect, power = 3.0, 0.25, 0.8
    n = for_outside(effect, sd, power=power)
    rng = np.random.default_rng(4)
    found = 0
    for _ in range(experiments):
        values = np.rint(rng.normal(effect * 100, sd * 100, n)).astype(np.int64)
        one = mean(n, int(values.sum()), int((values * values).sum()), scale=100)
        found += one.lo > 0
    assert _is_as_promised(found, experiments, power)


def test_what_is_detectable_takes_as_much_as_was_said() -> None:
    n = for_outside(0.02, 0.5, family=3, power=0.9)
    assert detectable(n, 0.5, family=3, power=0.9) == pytest.approx(0.02, rel=1e-3)


def test_something_that_never_happens_is_known_to_be_rare_at_the_planned_size_and_not_before() -> None:
    n = for_none(0.01)
    assert verdict(proportion(0, n), (None, 0.01)) == "inside"
    assert verdict(proportion(0, n - 1), (None, 0.01)) == "undecided"


def test_more_power_a_smaller_effect_and_a_higher_level_take_more() -> None:
    usual = for_outside(0.02, 0.5)
    assert for_outside(0.02, 0.5, power=0.95) > usual
    assert for_outside(0.01, 0.5) == pytest.approx(4 * usual, rel=1e-3)
    assert for_outside(0.02, 0.5, level=0.99) > usual
    assert for_inside(0.02, 0.5, other=0.02) > for_inside(0.02, 0.5)


def test_credit_that_is_split_varies_less_at_every_share() -> None:
    assert share_sd(0.5) == 0.5
    assert share_sd(0.25) == pytest.approx(math.sqrt(0.1875))
    assert share_sd(0.4, sd=0.4, seen=0.5) == pytest.approx(0.8 * math.sqrt(0.24))
