"""Zoar R3.1-R3.4, R3.8, R3.11: how often boards, corners and first seats are drawn, against exact shares."""

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from simlab import forward, games
from simlab.engine.blocks import Job
from simlab.engine.entries import entry
from simlab.games.zoar import tiles
from simlab.games.zoar.state import AREAS, DESERT, FAR, LAKE, QUARTERS, SEATS, SIDE, SLOTS, STATE, TILES
from simlab.kernel.rng import SPLITMIX, start

Z = 5  # standard errors
DRAWS = 1 << 19
PATTERNS = 495 * 4**8  # R2.2: eight of twelve slots have a lake, each on one of four areas

# The exact shares of boards before any is drawn again (R3.4); `test_..._by_counting_all_of_them` proves them.
CUT_IN_TWO = Fraction(9_316, PATTERNS)
STEPS_TO_THE_RELIC = {12: 124_625_648, 14: 5_116_464, 16: 464, FAR: 18_704}  # of the four corners of all patterns
ALL_AT_TWELVE = Fraction(27_536_669, PATTERNS)
DESERT_TWO_STEPS_AWAY = Fraction(835, 1056)

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="half a million boards, uncompiled")


class Counts(NamedTuple):
    """What is counted, as int64 arrays.

    slots (12, 13) tiles on slots; turns (4,) of the first slot; corners (4, 4) of seats; first (4,) who is; apart (4,)
    how far the first two corners are, less 1; steps (65,) to the relic; boards (3,) cut in two, with all four relics at
    twelve steps, with desert two steps from the first seat.
    """

    slots: Any
    turns: Any
    corners: Any
    first: Any
    apart: Any
    steps: Any
    boards: Any


def count(states: Any, rules: Any, rngs: Any, keys: Any, n: Any, counts: Any) -> None:
    """Set up n playthroughs and count what was drawn."""
    state, rng = states[0], rngs[0]
    for index in range(n):
        start(rng, keys, index)
        forward.setup(state, rules[0], rng)
        for slot in range(TILES):
            counts.slots[slot, state.slots[slot]] += 1
        counts.turns[state.rotations[0]] += 1
        counts.first[state.order[0]] += 1
        counts.apart[(state.corner[1] - state.corner[0]) % SEATS - 1] += 1
        short = 0
        for seat in range(state.n_seats):
            counts.corners[seat, state.corner[seat]] += 1
            counts.steps[state.way_home[seat]] += 1
            short += state.way_home[seat] == 12
        is_cut = False
        is_near = False
        for area in range(AREAS):
            if state.terrain[area] != LAKE and int(state.walk[0, area]) == FAR:
                is_cut = True
            if (
                state.terrain[area] == DESERT
                and state.tile_number[area] > 0
                and int(state.walk[state.capital[0], area]) == 2
            ):
                is_near = True
        counts.boards[0] += is_cut
        counts.boards[1] += short == SEATS
        counts.boards[2] += is_near


@pytest.fixture(scope="module")
def counted(job_of: Callable[..., Job]) -> Callable[..., Counts]:
    """Return what sets up many playthroughs: ``counted(["trader", "farmer"], reject_disconnected=False)``."""
    known: dict[str, Counts] = {}

    def play(*tribes: str, **overrides: Any) -> Counts:
        key = json.dumps([tribes, overrides])
        if key not in known:
            job = job_of(tribes, **overrides)
            states = np.zeros(1, STATE).view(np.recarray)
            states.n_seats[:] = len(tribes)
            shapes = [(TILES, TILES + 1), (QUARTERS,), (SEATS, SEATS), (SEATS,), (SEATS,), (AREAS + 1,), (3,)]
            known[key] = Counts(*(np.zeros(shape, np.int64) for shape in shapes))
            rngs = np.zeros(1, SPLITMIX).view(np.recarray)
            entry(games.load("zoar"), count)(states, job.rules, rngs, job.keys, DRAWS, known[key])
        return known[key]

    return play


def is_near(found: Any, share: Fraction | float, n: int = DRAWS) -> bool:
    """Whether counts are within five standard errors of a share of n."""
    expected = float(share)
    error = (expected * (1 - expected) / n) ** 0.5
    return bool(np.all(np.abs(np.asarray(found) / n - expected) < Z * error))


EVERYBODY = ("trader", "farmer", "warrior", "religious")


def test_r3_1_every_tile_is_on_every_slot_equally_often(counted: Callable[..., Counts]) -> None:
    slots = counted(*EVERYBODY, reject_disconnected=False).slots
    assert is_near(slots[:, 1:], Fraction(1, 12))
    assert slots[:, 0].sum() == 0


def test_r3_2_every_quarter_turn_is_equally_likely(counted: Callable[..., Counts]) -> None:
    assert is_near(counted(*EVERYBODY, reject_disconnected=False).turns, Fraction(1, 4))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r3_3_every_corner_is_equally_likely_for_every_seat(counted: Callable[..., Counts], seats: int) -> None:
    assert is_near(counted(*EVERYBODY[:seats], reject_disconnected=False).corners[:seats], Fraction(1, 4))


def test_r3_3_two_seats_sit_opposite_in_a_third_of_all_playthroughs(counted: Callable[..., Counts]) -> None:
    assert is_near(counted(*EVERYBODY[:2], reject_disconnected=False).apart[:3], Fraction(1, 3))


def test_r3_3_seats_side_by_side_are_so_either_way_round(counted: Callable[..., Counts]) -> None:
    apart = counted(*EVERYBODY[:2], capital_layout="adjacent").apart
    assert apart[1] == 0
    assert is_near(apart[[0, 2]], Fraction(1, 2))


def test_r3_4_boards_are_cut_in_two_as_often_as_counting_says(counted: Callable[..., Counts]) -> None:
    assert is_near(counted(*EVERYBODY, reject_disconnected=False).boards[0], CUT_IN_TWO)
    assert counted(*EVERYBODY).boards[0] == 0


def test_r3_8_relics_lie_twelve_steps_from_home_as_often_as_counting_says(counted: Callable[..., Counts]) -> None:
    counts = counted(*EVERYBODY, reject_disconnected=False)
    assert counts.steps.sum() == counts.steps[list(STEPS_TO_THE_RELIC)].sum() == SEATS * DRAWS
    for steps in (14, FAR):  # of one board the four ways depend on each other: no more than four of them count as one
        assert is_near(counts.steps[steps] / SEATS, Fraction(STEPS_TO_THE_RELIC[steps], SEATS * PATTERNS))
    assert is_near(counts.boards[1], ALL_AT_TWELVE)


def test_r2_2_desert_lies_two_steps_from_a_capital_as_often_as_counting_says(counted: Callable[..., Counts]) -> None:
    assert is_near(counted(*EVERYBODY, reject_disconnected=False).boards[2], DESERT_TWO_STEPS_AWAY)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r3_11_every_seat_is_first_equally_often(counted: Callable[..., Counts], seats: int) -> None:
    assert is_near(counted(*EVERYBODY[:seats], reject_disconnected=False).first[:seats], Fraction(1, seats))


# --- the exact shares -------------------------------------------------------------------------------------------------

ONE, EIGHT = np.uint64(1), np.uint64(SIDE)
NOT_WEST, NOT_EAST = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)


@numba.njit
def wave(land: Any, source: Any, goal: Any) -> Any:
    """Return the steps from one area to another on land, FAR if there is no way, and all that was reached."""
    reached, before, steps = ONE << np.uint64(source), np.uint64(0), 0
    target = ONE << np.uint64(goal)
    while reached != before and reached & target == 0:
        before = reached
        across = ((reached & NOT_EAST) << ONE) | ((reached & NOT_WEST) >> ONE)
        reached |= (across | (reached << EIGHT) | (reached >> EIGHT)) & land
        steps += 1
    return (steps if reached & target else FAR), reached


@numba.njit
def count_patterns(lakes: Any, areas: Any, ways: Any) -> Any:
    """Count, over all placings of eight lakes, the boards cut in two, the steps of each way, and boards of short ways.

    lakes is (495, 8) slots, areas (12, 4), ways (4, 2) areas.
    """
    cut, short = 0, 0
    steps = np.zeros(FAR + 1, np.int64)
    for subset in range(lakes.shape[0]):
        for pattern in range(4 ** lakes.shape[1]):
            land, rest = ~np.uint64(0), pattern
            for k in range(lakes.shape[1]):
                land ^= ONE << np.uint64(areas[lakes[subset, k], rest & 3])
                rest >>= 2
            lake = areas[lakes[subset, 0], pattern & 3]  # never reached: the wave spreads as far as it can
            cut += wave(land, 0, lake)[1] != land
            twelve = 0
            for way in range(ways.shape[0]):
                length = wave(land, ways[way, 0], ways[way, 1])[0]
                steps[length] += 1
                twelve += length == 12
            short += twelve == ways.shape[0]
    return cut, steps, short


@pytest.mark.nightly
def test_r3_4_the_exact_shares_of_boards_by_counting_all_of_them() -> None:
    corners = [2 * row * SIDE + 2 * column for row, column in SLOTS]
    areas = np.array([[area, area + 1, area + SIDE, area + SIDE + 1] for area in corners])
    ways = np.array([[0, 54], [7, 49], [63, 9], [56, 14]])  # R3.8: Capital and far altar, on the inner area
    cut, steps, short = count_patterns(np.array(list(combinations(range(TILES), 8))), areas, ways)
    assert Fraction(cut, PATTERNS) == CUT_IN_TWO
    assert {length: number for length, number in enumerate(steps.tolist()) if number} == STEPS_TO_THE_RELIC
    assert Fraction(short, PATTERNS) == ALL_AT_TWELVE


def test_r2_2_the_exact_share_of_desert_two_steps_away() -> None:
    other = [QUARTERS - areas.count("D") for areas in tiles.tile_set(None).values()]
    both = sum(one * two for i, one in enumerate(other) for j, two in enumerate(other) if i != j)
    assert 1 - Fraction(both, TILES * (TILES - 1) * QUARTERS**2) == DESERT_TWO_STEPS_AWAY
