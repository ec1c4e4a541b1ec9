"""Procedures for several numbers at once: simultaneous intervals, extremes, families, looks, worlds, fits, tables."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simlab.stats.estimates import Estimate, simultaneous
from simlab.stats.extremes import Extreme, projected
from simlab.stats.intervals import proportion
from simlab.stats.looks import level_of_each
from simlab.stats.matchups import Matchups
from simlab.stats.pairings import STRETCHES, Pairings, strengths
from simlab.stats.regression import combinations, least_squares
from simlab.stats.verdicts import verdict, verdicts
from simlab.stats.worlds import average, share_at_least
from tests.stats.coverage.registry import Case, Trial, kind

SEATS = 4
LOOKS = (1024, 2048, 4096, 8192, 16384)


def _seats(rng: np.random.Generator, n: int, shares: list[float]) -> list[Estimate]:
    each = simultaneous(0.95, len(shares))
    return [proportion(int(won), n, each) for won in rng.multinomial(n, shares)]


def _all_at_once(n: int, shares: list[float]) -> Trial:
    def trial(rng: np.random.Generator) -> bool:
        return all(one.lo <= at <= one.hi for one, at in zip(_seats(rng, n, shares), shares, strict=True))

    return trial


def _extreme(n: int, shares: list[float], asked: Extreme) -> Trial:
    truth = {"gap": max(shares) - min(shares), "highest": max(shares), "lowest": min(shares)}[asked]

    def trial(rng: np.random.Generator) -> bool:
        found = projected(_seats(rng, n, shares), asked)
        return found.lo - 1e-12 <= truth <= found.hi + 1e-12

    return trial


def _no_false_gap(n: int) -> Trial:
    """Four fair seats: a largest gap above nothing is claimed."""

    def trial(rng: np.random.Generator) -> bool:
        return projected(_seats(rng, n, [0.25] * SEATS), "gap").lo == 0

    return trial


def _family(n: int, size: int) -> Trial:
    """Every one on the edge of its band: none may be called outside."""

    def trial(rng: np.random.Generator) -> bool:
        found = [proportion(int(won), n) for won in rng.binomial(n, 0.3, size)]
        return "above" not in verdicts(found, [(None, 0.3)] * size)

    return trial


def _looked(p: float) -> Trial:
    each = level_of_each(0.95, LOOKS)
    steps = np.diff((0, *LOOKS))

    def trial(rng: np.random.Generator) -> bool:
        wins = np.cumsum(rng.binomial(steps, p))
        found = [proportion(int(won), n, each) for won, n in zip(wins, LOOKS, strict=True)]
        return all(one.lo <= p <= one.hi for one in found)

    return trial


def _worlds(number: int) -> Trial:
    def trial(rng: np.random.Generator) -> bool:
        shares = np.clip(0.4 + 0.02 * rng.standard_normal(number), 0, 1)
        found = average((rng.binomial(2_000, shares) / 2_000).tolist(), playthroughs=2_000 * number)
        return found.lo <= 0.4 <= found.hi

    return trial


def _share_of_worlds(number: int, share: float) -> Trial:
    def trial(rng: np.random.Generator) -> bool:
        n, edge = 2_000, 0.45
        wins = rng.binomial(n, np.where(rng.random(number) < share, 0.4, edge))
        found = sum(verdict(proportion(int(won), n), (None, edge)) == "inside" for won in wins)
        return share_at_least(found, number) <= share

    return trial


DESIGN = np.array([[1.0, a, b] for a in (-1.0, 0.0, 1.0) for b in (-0.5, 0.5)])
WEIGHTS = least_squares(DESIGN)


def _effect(units: int) -> Trial:
    truth = DESIGN @ np.array([5.0, 1.0, -2.0])
    ones = [np.ones(units, np.int64)] * len(truth)

    def trial(rng: np.random.Generator) -> bool:
        common = rng.normal(0, 2, units)
        values = [np.rint(100 * (at + common + rng.normal(0, 1, units))).astype(np.int64) for at in truth]
        found = combinations(values, ones, WEIGHTS[1:2], scales=[100] * len(truth))[0].estimate
        return found.lo <= 1.0 <= found.hi

    return trial


SHARES = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.55], [0.3, 0.45, 0.5]])


def _strengths(n: int) -> Trial:
    truth = strengths(SHARES)

    def trial(rng: np.random.Generator) -> bool:
        parts = np.full((STRETCHES, 3, 3), 0.5)
        for row, column in ((0, 1), (0, 2), (1, 2)):
            parts[:, row, column] = rng.binomial(n // STRETCHES, SHARES[row, column], STRETCHES) / (n // STRETCHES)
            parts[:, column, row] = 1 - parts[:, row, column]
        shares = parts.mean(axis=0)
        found = Pairings(Matchups(("a", "b", "c"), shares), shares, shares, parts, 0.95, n).strengths()
        return all(one.lo <= at <= one.hi for one, at in zip(found, truth, strict=True))

    return trial


@kind
def several() -> Iterator[Case]:
    fair, unlike = [0.25] * SEATS, [0.4, 0.3, 0.2, 0.1]
    for n in (200, 20_000):
        yield Case(
            "shares of four seats, all at once", f"{n:,}", "0.4 0.3 0.2 0.1", most=None, trial=_all_at_once(n, unlike)
        )
    for asked in ("gap", "highest", "lowest"):
        yield Case(
            f"{asked} of four seats", "2,000", "0.4 0.3 0.2 0.1", most=None, trial=_extreme(2_000, unlike, asked)
        )
    yield Case("gap of four seats", "2,000", "four fair seats", most=None, trial=_extreme(2_000, fair, "gap"))
    yield Case("no false gap", "2,000", "four fair seats", most=None, trial=_no_false_gap(2_000))
    for size in (5, 40):
        yield Case(
            "none of a family called outside (Holm)", "500", f"{size} on the edge", most=None, trial=_family(500, size)
        )
    for p in (0.5, 0.03):
        yield Case("share, looked at five times", "1,024 to 16,384", f"{p:g}", most=0.975, trial=_looked(p))
    for number in (4, 12):
        yield Case("mean over drawn worlds", f"{number} worlds", "0.4 ± 0.02", trial=_worlds(number))
    for share in (0.5, 0.9):
        yield Case(
            "share of all worlds, at least", "12 worlds", f"{share:g}", most=None, trial=_share_of_worlds(12, share)
        )
    for units in (32, 500):
        yield Case("effect by least squares", f"{units} units", "luck is shared", trial=_effect(units))
    yield Case("strengths of a table, all at once", "3,200", "three options", most=None, trial=_strengths(3_200))
