"""Following a style: the exponential, the best, and the draw."""

import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from scipy import stats

from simlab.kernel.rng import SPLITMIX
from simlab.policies.style import LEAST, best, drawn, exponential, uniform

SURPRISE = 2 * stats.norm.sf(5)  # z = 5
DRAWS = 200_000


@numba.njit
def exponentials(xs: Any) -> Any:
    ys = np.empty(len(xs))
    for k in range(len(xs)):
        ys[k] = exponential(xs[k])
    return ys


@numba.njit
def bests(record: Any, scores: Any, times: Any) -> Any:
    chosen = np.empty(times, np.int64)
    for k in range(times):
        chosen[k] = best(scores, len(scores), record)
    return chosen


@numba.njit
def draws(record: Any, scores: Any, temperature: Any, times: Any) -> Any:
    chosen = np.empty(times, np.int64)
    written = np.empty(len(scores))
    for k in range(times):
        for i in range(len(scores)):
            written[i] = scores[i]
        chosen[k] = drawn(written, len(scores), temperature, record)
    return chosen


@numba.njit
def uniforms(record: Any, times: Any) -> Any:
    found = np.empty(times)
    for k in range(times):
        found[k] = uniform(record, 2)
    return found


@pytest.fixture
def rng() -> Any:
    record = np.zeros(1, SPLITMIX).view(np.recarray)
    record[0].s[:] = np.arange(1, 5)
    return record[0]


def test_the_exponential_is_close_to_the_truth_and_never_rises() -> None:
    xs = np.linspace(LEAST, 0, 100_001)
    ys = exponentials(xs)
    truth = np.array([math.exp(x) for x in xs])
    assert np.abs(ys / truth - 1).max() < 1e-10
    assert (np.diff(ys) >= 0).all()
    assert exponentials(np.array([0.0, LEAST - 1e-9, -1e308])).tolist() == [1.0, 0.0, 0.0]


def test_the_exponential_is_the_same_bits_compiled_and_not() -> None:
    xs = np.linspace(LEAST - 1, 0, 3_001)
    plain: Callable[[float], float] = exponential.py_func
    assert exponentials(xs).tolist() == [plain(x) for x in xs.tolist()]


def test_the_best_score_is_chosen(rng: Any) -> None:
    assert set(bests(rng, np.array([0.0, -1.0, 2.5, 2.4]), 50).tolist()) == {2}


def test_ties_are_broken_evenly(rng: Any) -> None:
    chosen = bests(rng, np.array([1.0, 0.5, 1.0, 1.0, -3.0]), DRAWS)
    counts = np.bincount(chosen, minlength=5)
    assert counts[[1, 4]].tolist() == [0, 0]
    assert stats.chisquare(counts[[0, 2, 3]]).pvalue > SURPRISE


@pytest.mark.parametrize("temperature", [0.1, 1.0, 30.0])
def test_actions_are_drawn_by_the_exponential_of_their_scores(rng: Any, temperature: float) -> None:
    scores = np.array([0.3, 0.0, 0.35, -0.2])
    weights = np.exp(scores / temperature)
    counts = np.bincount(draws(rng, scores, temperature, DRAWS), minlength=4)
    assert stats.chisquare(counts, weights / weights.sum() * DRAWS).pvalue > SURPRISE


def test_a_hopeless_action_is_never_drawn(rng: Any) -> None:
    assert set(draws(rng, np.array([-1000.0, 0.0, -1000.0]), 1.0, 1_000).tolist()) == {1}


def test_a_uniform_number_is_uniform(rng: Any) -> None:
    found = uniforms(rng, DRAWS)
    assert 0 <= found.min() <= found.max() < 1
    assert stats.kstest(found, "uniform").pvalue > SURPRISE
