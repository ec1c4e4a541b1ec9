"""What a search believes a seat's chances are: parts of a whole that grow with whatever brings a victory nearer."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from simlab.engine.steps import Playthrough
from tests.games.zoar.conftest import TRIBES, Table

TRADER, FARMER, WARRIOR, RELIGIOUS = range(4)
EVERY = 50  # decisions between two looks
WAY_HOME = [(6, 6), (5, 4), (3, 4), (1, 2), (0, 1)]  # areas on the Trader's

At = Callable[[int, int], int]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_are_parts_of_a_whole(drawn: Callable[..., Playthrough], seats: int) -> None:
    game = drawn(0, TRIBES[:seats], round_cap=20)
    looks = 0
    for number, _ in enumerate(game.play()):
        if number % EVERY == 0 and not game.is_over:
            chances = [game.appraise(seat) for seat in range(seats)]
            assert min(chances) >= 0
            assert sum(chances) == pytest.approx(1)
            looks += 1
    assert looks > 1


def test_all_chances_are_alike_where_all_is_alike(table: Callable[..., Table]) -> None:
    game = table()
    game.state.walk[:] = 1
    assert [game.appraise(seat) for seat in range(4)] == [0.25] * 4


def test_chances_rise_as_the_relic_comes_home(table: Callable[..., Table], at: At) -> None:
    game = table()
    army = game.put_army(TRADER, at(3, 6))
    chances = [game.appraise(TRADER)]
    for area in WAY_HOME:
        game.put_relic(TRADER, at(*area), army)
        chances.append(game.appraise(TRADER))
    assert all(before < after for before, after in pairwise(chances))
    assert chances[-1] > 0.5


def test_chances_of_the_others_fall_as_the_relic_comes_home(table: Callable[..., Table], at: At) -> None:
    game = table()
    before = [game.appraise(seat) for seat in range(4)]
    game.put_carrier(TRADER, at(1, 2))
    after = [game.appraise(seat) for seat in range(4)]
    assert [now < then for then, now in zip(before, after, strict=True)] == [False, True, True, True]


def test_chances_rise_as_an_army_comes_to_the_relic(table: Callable[..., Table], at: At) -> None:
    chances = []
    for area in ((3, 4), (5, 4), (6, 6)):
        game = table()
        game.put_army(TRADER, at(*area))
        chances.append(game.appraise(TRADER))
    assert chances == sorted(set(chances))


def test_chances_rise_with_city_tokens(table: Callable[..., Table]) -> None:
    game = table()
    chances = []
    for tokens in range(4):
        game.state.city_tokens[TRADER] = tokens
        chances.append(game.appraise(TRADER))
    assert chances == sorted(set(chances))


def test_a_second_city_makes_the_carrier_faster(table: Callable[..., Table], at: At) -> None:
    chances = {}
    for moves in (1, 2):
        game = table(carrier_moves=moves)
        game.put_carrier(TRADER, at(3, 4))
        game.put_city(TRADER, at(4, 3))
        game.put_city(TRADER, at(3, 5))
        chances[moves] = game.appraise(TRADER)
    assert chances[1] < chances[2]


def test_a_relic_without_a_way_home_is_as_good_as_lost(table: Callable[..., Table], at: At) -> None:
    game = table()
    game.put_carrier(TRADER, at(1, 2))
    near = game.appraise(TRADER)
    game.state.walk[at(1, 2), game.state.capital[TRADER]] = 64
    assert game.appraise(TRADER) < near / 2
