"""Random streams against published vectors, NumPy's own generator and exact frequencies."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from scipy import stats

from simlab.kernel import rng
from simlab.kernel.rng import PHILOX, SPLITMIX, Stream

SURPRISE = 2 * stats.norm.sf(5)  # z = 5


@numba.njit
def words(record: Any, stream: Any, n: Any) -> Any:
    drawn = np.empty(n, np.uint64)
    for k in range(n):
        drawn[k] = rng.next64(record, stream)
    return drawn


@numba.njit
def integers(record: Any, stream: Any, bound: Any, n: Any) -> Any:
    drawn = np.empty(n, np.int64)
    for k in range(n):
        drawn[k] = rng.below(record, stream, bound)
    return drawn


def test_splitmix_gives_its_published_words() -> None:
    """The first words for the state 1234567, of the reference implementation (Vigna, splitmix64.c)."""
    record = np.zeros(1, SPLITMIX).view(np.recarray)[0]
    record.s[0] = 1234567
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert words(record, 0, 5).tolist() == expected


@pytest.mark.parametrize("stream", list(Stream))
def test_philox_is_numpys_bit_for_bit(streams: Callable[..., Any], stream: Stream) -> None:
    key = rng.stream_keys(7, "game")[stream]
    theirs = np.random.Philox(key=np.array([key, 41], np.uint64)).random_raw(1000)
    assert (words(streams(41, seed=7, dtype=PHILOX), int(stream), 1000) == theirs).all()


def test_a_stream_depends_on_seed_game_purpose_and_index(streams: Callable[..., Any]) -> None:
    firsts = {
        int(words(streams(index, seed, game), int(stream), 1)[0])
        for index in (0, 1, 2**40)
        for seed in (0, 1, 2**60)
        for game in ("one", "other")
        for stream in Stream
    }
    assert len(firsts) == 3 * 3 * 2 * len(Stream)


def test_the_same_address_gives_the_same_words(streams: Callable[..., Any]) -> None:
    assert (words(streams(5), 1, 100) == words(streams(5), 1, 100)).all()


def test_drawing_from_one_stream_leaves_the_others_alone(streams: Callable[..., Any]) -> None:
    touched, fresh = streams(3), streams(3)
    words(touched, int(Stream.MIND), 50)
    assert (words(touched, int(Stream.DICE), 50) == words(fresh, int(Stream.DICE), 50)).all()


@pytest.mark.parametrize("bound", [1, 2, 6, 20, 97, 100])
@pytest.mark.parametrize("dtype", [SPLITMIX, PHILOX], ids=["splitmix", "philox"])
def test_bounded_integers_are_uniform(streams: Callable[..., Any], bound: int, dtype: np.dtype[Any]) -> None:
    drawn = integers(streams(dtype=dtype), 1, bound, 200_000)
    counts = np.bincount(drawn, minlength=bound)
    assert len(counts) == bound
    assert bound == 1 or stats.chisquare(counts).pvalue > SURPRISE


def test_first_draws_of_consecutive_playthroughs_are_uniform(streams: Callable[..., Any]) -> None:
    firsts = [int(integers(streams(index), 1, 6, 1)[0]) for index in range(30_000)]
    assert stats.chisquare(np.bincount(firsts, minlength=6)).pvalue > SURPRISE


def test_a_bound_near_the_largest_rejects_and_stays_uniform(streams: Callable[..., Any]) -> None:
    """Three quarters of the words: without rejection the lowest third would come up twice as often as the others."""
    bound = 3 << 61
    drawn = integers(streams(), 1, bound, 60_000)
    thirds = np.bincount((drawn // (1 << 61)).astype(np.int64), minlength=3)
    assert drawn.min() >= 0
    assert drawn.max() < bound
    assert stats.chisquare(thirds).pvalue > SURPRISE
    plain = words(streams(), 1, 60_000)
    used = np.array([int(word) * bound >> 64 for word in plain])
    assert (used != drawn).any()  # some words were rejected


@pytest.mark.parametrize(
    ("a", "b"), [(0, 5), (2**64 - 1, 2**64 - 1), (2**63, 2), (0x123456789ABCDEF0, 0xFEDCBA9876543210)]
)
def test_the_upper_half_of_a_product_is_exact(a: int, b: int) -> None:
    assert int(_umulh(np.uint64(a), np.uint64(b))) == a * b >> 64


@numba.njit
def _umulh(a: Any, b: Any) -> Any:
    return rng.umulh(a, b)
