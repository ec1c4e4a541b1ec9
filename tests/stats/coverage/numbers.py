"""Procedures for one number: shares, credit, means, quantiles, ratios, and differences of pairs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from scipy.stats import binom, geom

from simlab.stats.contrasts import paired_batches, paired_rows
from simlab.stats.intervals import batch_mean, mean, proportion, quantile, share
from simlab.stats.ratios import combined_ratios
from simlab.stats.verdicts import verdict
from tests.stats.coverage.registry import Case, Trial, kind

REACH = 8  # standard deviations of a binomial beyond which nothing is left to enumerate


def _samples(n: int, p: float) -> tuple[np.ndarray, np.ndarray]:
    half = REACH * np.sqrt(n * p * (1 - p)) + REACH
    wins = np.arange(max(0, int(n * p - half)), min(n, int(n * p + half)) + 1)
    return wins, binom.pmf(wins, n, p)


def _covered(n: int, p: float) -> float:
    wins, chance = _samples(n, p)
    found = [proportion(int(won), n) for won in wins]
    return float(chance[[one.lo <= p <= one.hi for one in found]].sum())


def _not_called_inside(n: int, edge: float) -> float:
    wins, chance = _samples(n, edge)
    return 1 - float(chance[[verdict(proportion(int(won), n), (None, edge)) == "inside" for won in wins]].sum())


@kind
def shares() -> Iterator[Case]:
    for n in (20, 100, 1_000, 10_000, 1_000_000):
        for p in (0.5, 0.25, 0.03, 0.001):
            is_normal = n * p * (1 - p) >= 10
            most = 0.975 if is_normal else None
            yield Case("share (Wilson, Clopper-Pearson)", f"{n:,}", f"{p:g}", most=most, exact=partial(_covered, n, p))


@kind
def equivalence() -> Iterator[Case]:
    for n in (100, 1_000, 10_000):
        for edge in (0.5, 0.1):
            yield Case(
                "meets the target, truth on the edge",
                f"{n:,}",
                f"{edge:g}",
                most=None,
                exact=partial(_not_called_inside, n, edge),
            )


CREDIT = np.array([0, 20, 30, 60])
CHANCES = np.array([0.55, 0.05, 0.1, 0.3])


def _credit(n: int) -> Trial:
    truth = float(CREDIT @ CHANCES) / 60

    def trial(rng: np.random.Generator) -> bool:
        counts = rng.multinomial(n, CHANCES)
        found = share(n, int(counts @ CREDIT), int(counts @ CREDIT**2), whole=60)
        return found.lo <= truth <= found.hi

    return trial


def _mean(n: int) -> Trial:
    def trial(rng: np.random.Generator) -> bool:
        values = rng.geometric(0.2, n)
        found = mean(n, int(values.sum()), int((values * values).sum()))
        return found.lo <= 5 <= found.hi

    return trial


def _batched(batches: int) -> Trial:
    def trial(rng: np.random.Generator) -> bool:
        totals = rng.negative_binomial(64, 0.2, batches) + 64
        found = batch_mean(totals.tolist(), [64] * batches)
        return found.lo <= 5 <= found.hi

    return trial


def _quantile(n: int, q: float) -> Trial:
    truth = int(geom.ppf(q, 0.2))

    def trial(rng: np.random.Generator) -> bool:
        values, counts = np.unique(rng.geometric(0.2, n), return_counts=True)
        found = quantile(values.tolist(), counts.tolist(), q)
        return found.lo <= truth <= found.hi

    return trial


def _ratio(n: int) -> Trial:
    def trial(rng: np.random.Generator) -> bool:
        counts = rng.integers(1, 5, n)
        totals = rng.binomial(counts, 0.3)
        found = combined_ratios([totals], [counts], [1.0], scales=[1]).estimate
        return found.lo <= 0.3 <= found.hi

    return trial


def _pairs(n: int, changed: float) -> Trial:
    """Two variants that mostly come out alike, as on common random numbers: one wins 1 of 100 more of what differs."""

    def trial(rng: np.random.Generator) -> bool:
        differs = rng.random(n) < changed
        first = rng.integers(0, 2, n)
        second = np.where(differs & (rng.random(n) < 0.5), 1 - first, first)
        found = paired_rows(second, first, bounds=(-1.0, 1.0)).estimate
        return found.lo <= 0 <= found.hi

    return trial


def _batched_pairs(batches: int) -> Trial:
    def trial(rng: np.random.Generator) -> bool:
        shared = rng.binomial(60, 0.5, batches)
        first, second = (shared + rng.binomial(4, 0.5, batches) for _ in range(2))
        found = paired_batches(
            second.tolist(), first.tolist(), [64] * batches, var_a=0.25, var_b=0.25, bounds=(-1.0, 1.0)
        ).estimate
        return found.lo <= 0 <= found.hi

    return trial


@kind
def others() -> Iterator[Case]:
    for n in (200, 5_000):
        yield Case("credit with split draws", f"{n:,}", "0.367", trial=_credit(n))
    for n in (100, 2_000, 20_000):
        yield Case("mean of lengths", f"{n:,}", "5 rounds", trial=_mean(n))
    for batches in (32, 256):
        yield Case("mean over batches", f"{batches} batches", "5 rounds", trial=_batched(batches))
    for n in (20, 500, 20_000):
        for q in (0.5, 0.95):
            yield Case(f"quantile {q:g}", f"{n:,}", "geometric", most=None, trial=_quantile(n, q))
    for n in (100, 2_000):
        yield Case("ratio of totals", f"{n:,}", "0.3", trial=_ratio(n))
    yield Case("paired difference", "500", "0, half of the pairs differ", trial=_pairs(500, 0.5))
    yield Case("paired difference", "20,000", "0, 1 of 100 pairs differs", trial=_pairs(20_000, 0.01))
    yield Case("paired difference", "2,000", "0, 1 of 1,000 pairs differs", most=None, trial=_pairs(2_000, 0.001))
    yield Case("paired difference over batches", "64 batches", "0", trial=_batched_pairs(64))
