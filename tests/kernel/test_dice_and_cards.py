"""Dice and shuffles."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from typing import Any

import numba
import numpy as np
from scipy import stats

from simlab.conformance import scripted
from simlab.kernel.cards import shuffle
from simlab.kernel.dice import LARGEST_POOL, roll, roll_each_less, roll_sum

SURPRISE = 2 * stats.norm.sf(5)  # z = 5


@numba.njit
def rolls(record: Any, sides: Any, n: Any) -> Any:
    pips = np.empty(n, np.int64)
    for k in range(n):
        pips[k] = roll(record, sides)
    return pips


@numba.njit
def deals(record: Any, cards: Any, n: Any, times: Any) -> Any:
    dealt = np.empty((times, len(cards)), np.int64)
    for k in range(times):
        dealt[k] = cards
        shuffle(record, 0, dealt[k], n)
    return dealt


def test_a_die_shows_every_side_equally_often(streams: Callable[..., Any]) -> None:
    pips = rolls(streams(), 12, 120_000)
    assert set(pips.tolist()) == set(range(1, 13))
    assert stats.chisquare(np.bincount(pips)[1:]).pvalue > SURPRISE


@numba.njit
def sums(record: Any, sides: Any, n: Any, times: Any) -> Any:
    totals = np.empty(times, np.int64)
    for k in range(times):
        totals[k] = roll_sum(record, sides, 1, n)
    return totals


@numba.njit
def lessened(record: Any, sides: Any, n: Any, less: Any, least: Any) -> Any:
    return roll_each_less(record, sides, 0, n, less, least)


def test_a_pool_is_distributed_as_its_dice_are(streams: Callable[..., Any]) -> None:
    sides = np.array([[2, 2, 2], [4, 6, 10]])
    ways = np.bincount([sum(faces) for faces in product(range(1, 5), range(1, 7), range(1, 11))])[3:]
    found = np.bincount(sums(streams(), sides, 3, 240_000), minlength=21)[3:]
    assert stats.chisquare(found, ways / ways.sum() * 240_000).pvalue > SURPRISE


def test_the_dice_of_a_pool_fall_as_scripted_and_independently() -> None:
    """Every combination of faces of a pool has a word of its own."""
    for faces in product(range(1, 4), range(1, 6), range(1, 3)):
        record = np.zeros(1, scripted.SCRIPTED).view(np.recarray)[0]
        scripted.write(record, scripted.sums([zip(faces, (3, 5, 2), strict=True)]))
        assert lessened(record, np.array([[3, 5, 2]]), 3, 2, 0) == sum(max(face - 2, 0) for face in faces)


def test_a_word_that_would_favour_a_face_is_rejected() -> None:
    """The word 0 leaves 0, below 2⁶⁴ mod 15 = 1: the pool is rolled again. The word 2⁶⁴ - 1 is kept."""
    record = np.zeros(1, scripted.SCRIPTED).view(np.recarray)[0]
    scripted.write(record, np.array([0, 2**64 - 1], np.uint64))
    assert sums(record, np.array([[0, 0], [3, 5]]), 2, 1).tolist() == [8]
    assert record.at == 2


def test_the_largest_pool_is_within_what_a_word_holds() -> None:
    assert 100**5 <= LARGEST_POOL < 2**63


def test_a_shuffle_gives_every_order_equally_often(streams: Callable[..., Any]) -> None:
    found = Counter(map(tuple, deals(streams(), np.arange(4), 4, 120_000).tolist()))
    assert set(found) == set(permutations(range(4)))
    assert stats.chisquare(list(found.values())).pvalue > SURPRISE


def test_a_shuffle_of_the_first_few_leaves_the_rest_in_place(streams: Callable[..., Any]) -> None:
    dealt = deals(streams(), np.arange(8), 5, 200)
    assert (dealt[:, 5:] == [5, 6, 7]).all()
    assert (np.sort(dealt[:, :5], axis=1) == np.arange(5)).all()
    assert len({tuple(hand) for hand in dealt.tolist()}) > 1


def test_shuffling_nothing_or_one_card_draws_nothing(streams: Callable[..., Any]) -> None:
    record = streams()
    before = record.copy()
    deals(record, np.arange(3), 0, 1)
    deals(record, np.arange(3), 1, 1)
    assert record == before
