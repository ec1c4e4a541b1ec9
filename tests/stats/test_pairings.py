"""Sampled tables of matchups: only what their intervals allow."""

import math

import numpy as np
import pytest

from simlab.stats.matchups import Matchups
from simlab.stats.pairings import STRETCHES, Pairings, intransitivity, strengths

Z = 5  # a correct procedure fails one test in two million
EXPERIMENTS = [500, pytest.param(4_000, marks=pytest.mark.nightly)]
LABELS = ("a", "b", "c", "d")


def mirrored(upper: list[float]) -> np.ndarray:
    """Return a table from the shares above its diagonal."""
    size = round((1 + math.sqrt(1 + 8 * len(upper))) / 2)
    table = np.full((size, size), 0.5)
    table[np.triu_indices(size, 1)] = upper
    return np.where(np.tri(size, k=-1, dtype=bool), 1 - table.T, table)


ROCK = mirrored([0.6, 0.4, 0.6])  # a beats b, b beats c, c beats a
ORDER = mirrored([0.6, 0.7, 0.8, 0.6, 0.7, 0.6])


def sampled(truth: np.ndarray, rng: np.random.Generator, n: int, half: float = 0.02) -> Pairings:
    """Return a table that was sampled, with n playthroughs of a pairing in stretches."""
    size = len(truth)
    parts = np.full((STRETCHES, size, size), 0.5)
    for row in range(size):
        for column in range(row + 1, size):
            parts[:, row, column] = rng.binomial(n // STRETCHES, truth[row, column], STRETCHES) / (n // STRETCHES)
            parts[:, column, row] = 1 - parts[:, row, column]
    shares = parts.mean(axis=0)
    return Pairings(Matchups(LABELS[:size], shares), shares - half, shares + half, parts, 0.95, n)


def test_a_table_made_of_strengths_has_them_and_no_circles() -> None:
    logits = np.array([0.8, 0.3, -0.4, -0.7])
    shares = 1 / (1 + np.exp(logits[None, :] - logits[:, None]))
    assert strengths(shares) == pytest.approx(1 / (1 + np.exp(-(logits - logits.mean()))), abs=1e-3)
    assert intransitivity(shares) < 0.005


def test_a_circle_is_explained_by_no_order_at_all() -> None:
    assert intransitivity(ROCK) == pytest.approx(1.0)
    assert strengths(ROCK) == pytest.approx(np.full(3, 0.5), abs=1e-6)
    assert intransitivity(np.full((3, 3), 0.5)) == 0


def test_an_option_that_always_wins_has_a_finite_strength() -> None:
    found = strengths(mirrored([1.0, 1.0, 0.5]))
    assert np.isfinite(found).all()
    assert found[0] > 0.9


def test_dominance_and_circles_are_sure_only_where_intervals_allow() -> None:
    rng = np.random.default_rng(1)
    sharp, vague = sampled(ORDER, rng, 32_000, 0.02), sampled(ORDER, rng, 32_000, 0.2)
    assert sharp.surely_dominated() == {"b": "a", "c": "a", "d": "a"}
    assert vague.surely_dominated() == {}
    assert sampled(ROCK, rng, 32_000, 0.02).sure_cycles()
    assert not sampled(ROCK, rng, 32_000, 0.2).sure_cycles()


def test_exploitability_is_held_between_its_limits() -> None:
    found = sampled(ORDER, np.random.default_rng(2), 32_000)
    least, most = found.exploitability([0, 1, 0, 0])  # always b: a wins 60 of 100 against it
    assert least < 0.1 < most
    assert most - least < 0.05
    assert found.exploitability([1, 0, 0, 0])[0] == 0


@pytest.mark.parametrize("experiments", EXPERIMENTS)
def test_fields_and_strengths_cover_the_truth_all_at_once(experiments: int) -> None:
    rng = np.random.default_rng(3)
    field = (ORDER.sum(axis=1) - 0.5) / 3
    strong = strengths(ORDER)
    held = np.zeros(2)
    for _ in range(experiments):
        found = sampled(ORDER, rng, 3_200)
        held[0] += all(one.lo <= at <= one.hi for one, at in zip(found.field(), field, strict=True))
        held[1] += all(one.lo <= at <= one.hi for one, at in zip(found.strengths(), strong, strict=True))
    assert np.all(held / experiments > 0.95 - Z * math.sqrt(0.95 * 0.05 / experiments))


@pytest.mark.parametrize("experiments", EXPERIMENTS)
def test_the_part_that_no_order_explains_is_covered(experiments: int) -> None:
    truth = mirrored([0.7, 0.45, 0.7])
    rng, wanted = np.random.default_rng(4), intransitivity(truth)
    held = sum(
        one.lo <= wanted <= one.hi for one in (sampled(truth, rng, 32_000).intransitivity() for _ in range(experiments))
    )
    assert abs(held / experiments - 0.95) < Z * math.sqrt(0.95 * 0.05 / experiments) + 0.01
