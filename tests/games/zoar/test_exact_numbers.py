"""Chances and means that follow from the rules without a board, from what the model does on each face of the die."""

import itertools
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import Any

import pytest

from simlab.games.zoar.state import METAL, STOCK, TILES, TRADER, WARRIOR, Action, Phase

Make = Callable[..., Any]

FACES = range(1, 13)


@pytest.fixture(scope="module")
def chances(table: Make) -> dict[int, Fraction]:
    """Return how likely each tile is to be touched by one roll: on how many of the twelve faces that happens."""
    touched = Counter(int(table().fall(face).turn(TRADER, "build").do("END_BUILDING").state.touched) for face in FACES)
    return {tile: Fraction(number, 12) for tile, number in touched.items()}


@pytest.mark.parametrize(
    ("rolls", "expected"),
    [(1, 0.083333), (2, 0.159722), (3, 0.229745), (4, 0.293933), (8, 0.501470), (12, 0.648004)],
)
def test_r16_1_how_likely_a_tile_is_to_be_hit_in_so_many_rolls(
    chances: dict[int, Fraction], rolls: int, expected: float
) -> None:
    assert sorted(chances) == [*range(1, TILES + 1)]
    assert {round(float(1 - (1 - chance) ** rolls), 6) for chance in chances.values()} == {expected}


def test_r16_1_how_many_rolls_it_takes_until_all_tiles_were_hit(chances: dict[int, Fraction]) -> None:
    # by inclusion and exclusion over the sets of tiles that are still to come; all tiles are equally likely
    (chance,) = {*chances.values()}
    mean = sum((-1) ** (size + 1) * comb(TILES, size) / (size * chance) for size in range(1, TILES + 1))
    assert mean == sum(Fraction(TILES, left) for left in range(1, TILES + 1))
    assert round(float(mean), 6) == 37.238528


def test_r16_2_how_many_tokens_a_roll_places_on_average(table: Make) -> None:
    placed = 0
    for face in FACES:
        game = table().clear_tokens().fall(face).turn(TRADER, "build").do("END_BUILDING")
        placed += int(game.state.tokens.sum())
    assert Fraction(placed, 12) == Fraction(7, 6)


@pytest.fixture(scope="module")
def under_fire(table: Make) -> Callable[[int, int], tuple[bool, int]]:
    """Return what becomes of a carrier with so much metal when the die falls so: does it live, what is left."""

    @cache
    def roll(metal: int, face: int) -> tuple[bool, int]:
        game = table()
        carrier = game.put_carrier(WARRIOR, game.at(3, 6))
        game.ready(WARRIOR, metal=metal)
        game.fall(face).turn(TRADER, "build").do("END_BUILDING")
        if game.phase == "protect":
            game.do("PROTECT")
        return bool(game.state.army_at[WARRIOR, carrier] != STOCK), int(game.state.ready[WARRIOR, METAL])

    return roll


@pytest.mark.parametrize(
    ("rolls", "metal", "expected"),
    [(12, 0, 0.351996), (12, 1, 0.735991), (12, 2, 0.927988), (18, 0, 0.208836), (18, 1, 0.550568)],
)
def test_r17_4_how_likely_a_carrier_is_to_survive_enemy_rolls_with_metal_for_rods(
    under_fire: Callable[[int, int], tuple[bool, int]], rolls: int, metal: int, expected: float
) -> None:
    alive = {metal: Fraction(1)}  # chance to live, by the metal that is left
    for _ in range(rolls):
        after: dict[int, Fraction] = {}
        for (left, chance), face in itertools.product(alive.items(), FACES):
            lives, rest = under_fire(left, face)
            if lives:
                after[rest] = after.get(rest, Fraction(0)) + chance / 12
        alive = after
    survival = sum(alive.values())
    binomial = sum(
        comb(rolls, hits) * Fraction(1, 12) ** hits * Fraction(11, 12) ** (rolls - hits) for hits in range(metal + 1)
    )
    assert survival == binomial
    assert round(float(survival), 6) == expected


@pytest.mark.parametrize(
    ("seats", "expected"), [(2, Fraction(11, 12)), (3, Fraction(253, 288)), (4, Fraction(121, 144))]
)
def test_r3_11_how_likely_the_highest_of_several_dice_is_alone(table: Make, seats: int, expected: Fraction) -> None:
    alone = Counter(
        faces.index(max(faces)) for faces in itertools.product(FACES, repeat=seats) if faces.count(max(faces)) == 1
    )
    assert Fraction(alone.total(), 12**seats) == expected
    assert len({*alone.values()}) == 1  # so that rolling ties again is one uniform draw
    tribes = ["trader", "farmer", "warrior", "religious"][:seats]
    assert [table(tribes=tribes, first=seat).to_move() for seat in range(seats)] == [*range(seats)]


def test_r16_1_the_tiles_that_are_touched_are_drawn_uniformly(drawn: Make) -> None:
    game, rolls = drawn(round_cap=2000), 1200
    touched: Counter[int] = Counter()
    for _ in range(rolls):
        game.state.ready[:] = 0
        game.state.phase = Phase.build
        game.apply(int(Action.END_BUILDING))
        touched[int(game.state.touched)] += 1
    error = sqrt(rolls * 1 / 12 * 11 / 12)
    assert sorted(touched) == [*FACES]
    assert max(abs(number - rolls / 12) for number in touched.values()) < 5 * error
