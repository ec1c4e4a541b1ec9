"""Effects by least squares on means that share their luck."""

import math

import numpy as np
import pytest

from simlab.stats.regression import aliased, combinations, explained, least_squares

Z = 5  # a correct procedure fails one test in two million
EXPERIMENTS = [2_000, pytest.param(20_000, marks=pytest.mark.nightly)]
DESIGN = np.array([[1.0, a, b, a * b] for a in (-1.0, 0.0, 1.0) for b in (-0.5, 0.5)])


def test_weights_are_those_of_numpys_least_squares() -> None:
    means = np.random.default_rng(1).normal(size=len(DESIGN))
    plain = np.linalg.lstsq(DESIGN, means, rcond=None)[0]
    assert np.allclose(least_squares(DESIGN) @ means, plain)
    rest = means - DESIGN @ plain
    assert explained(DESIGN, means) == pytest.approx(1 - rest @ rest / ((means - means.mean()) ** 2).sum())


def test_a_column_that_others_make_up_is_found_and_refused() -> None:
    twice = np.column_stack([DESIGN[:, :2], 2 * DESIGN[:, 1]])
    assert aliased(twice) == 2
    assert aliased(DESIGN) is None
    with pytest.raises(ValueError, match="apart"):
        least_squares(twice)


def test_a_pair_of_means_is_the_paired_difference() -> None:
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, 10, 500), rng.integers(0, 10, 500)
    ones = np.ones(500, np.int64)
    (found,) = combinations([a, b], [ones, ones], np.array([[1.0, -1.0]]), scales=(1, 1))
    plain = a - b
    assert found.estimate.estimate == pytest.approx(plain.mean())
    assert found.estimate.se == pytest.approx(plain.std(ddof=1) / math.sqrt(500))
    apart = (a.var(ddof=1) + b.var(ddof=1)) / plain.var(ddof=1)
    assert found.variance_reduction == pytest.approx(apart)


@pytest.mark.parametrize("experiments", EXPERIMENTS)
@pytest.mark.parametrize("shared", [0.0, 2.0])
def test_intervals_cover_the_best_fit_whether_or_not_luck_is_shared(experiments: int, shared: float) -> None:
    """Also where the truth is not of the fitted form: then they cover the least-squares fit to it."""
    rng, units = np.random.default_rng(3), 60
    truth = np.array([5.0, 6.0, 7.5, 7.0, 9.0, 12.0])
    weights = least_squares(DESIGN)
    wanted = weights @ truth
    counts = [np.ones(units, np.int64)] * len(truth)
    held = np.zeros(len(wanted))
    for _ in range(experiments):
        common = rng.normal(0, shared, units)
        values = [np.rint(100 * (mean + common + rng.normal(0, 1, units))).astype(np.int64) for mean in truth]
        found = combinations(values, counts, weights, scales=[100] * len(truth))
        held += [one.estimate.lo <= at <= one.estimate.hi for one, at in zip(found, wanted, strict=True)]
    assert np.all(np.abs(held / experiments - 0.95) < Z * math.sqrt(0.95 * 0.05 / experiments) + 0.002)


def test_sharing_luck_makes_effects_sharper_and_averages_no_sharper() -> None:
    rng, units = np.random.default_rng(4), 4_000
    common = rng.integers(0, 1_000, units)
    values = [common + rng.integers(0, 100, units) for _ in DESIGN]
    counts = [np.ones(units, np.int64)] * len(DESIGN)
    average, *rest = combinations(values, counts, least_squares(DESIGN), scales=[1] * len(DESIGN))
    assert average.variance_reduction < 1
    assert all(one.variance_reduction > 10 for one in rest)


def test_columns_of_very_different_size_leave_nothing_over_where_nothing_changes() -> None:
    rng = np.random.default_rng(6)
    thousands, thousandths = 1000.0 * rng.integers(0, 5, 24), 0.001 * rng.integers(0, 3, 24)
    columns = [part - part.mean() for part in (thousands, thousandths)]
    weights = least_squares(np.column_stack([np.ones(24), *columns, columns[0] * columns[1]]))
    same = rng.integers(0, 2, 3_000)
    found = combinations([same] * 24, [np.ones(3_000, np.int64)] * 24, weights, scales=[1] * 24, bounds=(0.0, 1.0))
    assert {one.estimate.method for one in found[1:]} == {"few units differ, exact bound"}
    assert all(one.estimate.lo < 0 < one.estimate.hi for one in found[1:])


def test_what_never_changes_anything_is_bounded_by_how_rarely_it_could() -> None:
    same = np.random.default_rng(5).integers(0, 2, 3_000)
    counts = [np.ones(3_000, np.int64)] * 2
    (found,) = combinations([same, same], counts, np.array([[-1.0, 1.0]]), scales=(1, 1), bounds=(0.0, 1.0))
    assert found.estimate.estimate == 0
    assert 0 < found.estimate.hi < 0.003
    assert found.estimate.method == "few units differ, exact bound"
