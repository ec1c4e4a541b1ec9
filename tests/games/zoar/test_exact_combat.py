"""Combat against an oracle of its own, all cases; and what follows from it for those who bid metal."""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy.optimize import linprog

from simlab.games.zoar.state import NOBODY, RELIGIOUS, WARRIOR, Action

Make = Callable[..., Any]
Fight = Callable[["Case"], tuple[int, int, bool]]

EAST = int(Action.ATTACK) + 1  # of the first army


class Case(NamedTuple):
    """A battle: armies and metal of both sides, and what else stands in the defender's area."""

    armies: int
    metal: int
    defenders: int
    answer: int
    building: str


def oracle(case: Case) -> tuple[int, int, bool]:
    """Return attackers and defenders that die and whether the building falls, piece by piece."""
    own = ["metal"] * case.metal + ["army"] * case.armies
    theirs = ["metal"] * case.answer + ["army"] * case.defenders + [case.building] * (case.building != "none")
    blow, back = len(own), len(theirs) - theirs.count("temple")
    own_dead, their_dead = own[:back], theirs[:blow]
    return own_dead.count("army"), their_dead.count("army"), case.building in their_dead


def all_cases() -> Iterator[Case]:
    """Yield every battle that the default rules allow."""
    numbers = itertools.product(range(1, 5), range(4), range(5), range(4), ("none", "city", "temple"))
    for armies, metal, defenders, answer, building in numbers:
        if defenders > 0 or building != "none":
            yield Case(armies, metal, defenders, answer, building)


@pytest.fixture(scope="module")
def fight(table: Make) -> Fight:
    """Return what fights a battle of the Warrior against the Religious by the rules of the model."""
    game = table()
    clean = game.state.copy()

    def run(case: Case) -> tuple[int, int, bool]:
        for name in clean.dtype.names:
            game.state[name] = clean[name]
        area = game.at(4, 5)
        game.put_armies(WARRIOR, *[game.at(4, 4)] * case.armies)
        game.put_armies(RELIGIOUS, *[area] * case.defenders)
        if case.building != "none":
            {"city": game.put_city, "temple": game.put_temple}[case.building](RELIGIOUS, area)
        game.ready(WARRIOR, metal=case.metal)
        game.ready(RELIGIOUS, metal=case.answer)
        game.turn(WARRIOR, "attack").do(EAST, Action.COMMIT + case.metal, Action.COMMIT + case.answer)
        state = game.state
        stands = state.city_on[area] != NOBODY or state.temple_on[area] != NOBODY
        is_razed = case.building != "none" and not stands
        assert state.city_tokens[WARRIOR] == (is_razed and case.building == "city")
        lost = state.armies_lost_combat
        return int(lost[WARRIOR]), int(lost[RELIGIOUS]), is_razed

    return run


def test_r13_3_all_896_battles_end_as_piece_by_piece(fight: Fight) -> None:
    cases = [*all_cases()]
    found = {case: fight(case) for case in cases}
    assert len(cases) == 896
    assert {case: result for case, result in found.items() if result != oracle(case)} == {}
    assert [sum(column) for column in zip(*found.values(), strict=True)] == [1486, 1296, 320]
    cities = [result for case, result in found.items() if case.building == "city"]
    assert (len(cities), sum(is_razed for _, _, is_razed in cities)) == (320, 160)


@pytest.mark.parametrize(
    ("armies", "metal", "defenders", "answer", "expected"),
    [
        (1, 1, 0, 1, Fraction(3, 4)),
        (1, 3, 0, 3, Fraction(5, 8)),
        (2, 2, 1, 2, Fraction(2, 3)),
        (1, 2, 1, 3, Fraction(1, 4)),
        (2, 1, 1, 2, Fraction(1, 2)),
    ],
)
def test_r12_1_chances_to_raze_a_city_when_both_bid_at_random(
    fight: Fight, armies: int, metal: int, defenders: int, answer: int, expected: Fraction
) -> None:
    bids = [*itertools.product(range(metal + 1), range(answer + 1))]
    razed = [fight(Case(armies, bid, defenders, reply, "city"))[2] for bid, reply in bids]
    assert Fraction(sum(razed), len(bids)) == expected


def solve(payoff: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any]]:
    """Return the value of a zero-sum game and an optimal mixture of the rows: maximise v with pᵀA ≥ v."""
    rows, columns = payoff.shape
    solution = linprog(
        [*[0.0] * rows, -1.0],
        A_ub=np.hstack([-payoff.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*[1.0] * rows, 0.0]],
        b_eq=[1.0],
        bounds=[*[(0, None)] * rows, (None, None)],
    )
    return -float(solution.fun), solution.x[:rows]


def bid_game(fight: Fight, metal: int, answer: int, price: float) -> np.ndarray[Any, Any]:
    """One army against a bare city: razing is worth 1, each metal `price` to its owner."""
    return np.array(
        [
            [fight(Case(1, bid, 0, reply, "city"))[2] - price * (bid - reply) for reply in range(answer + 1)]
            for bid in range(metal + 1)
        ]
    )


@pytest.mark.parametrize("price", [0.125, 0.25, 0.5, 0.75])
def test_r12_1_with_a_metal_each_both_mix(fight: Fight, price: float) -> None:
    payoff = bid_game(fight, 1, 1, price)
    value, attacker = solve(payoff)
    _, defender = solve(-payoff.T)
    assert value == pytest.approx(1 - price * (1 - price))
    assert attacker == pytest.approx([price, 1 - price])
    assert defender == pytest.approx([1 - price, price])


def test_r12_1_with_three_metal_each_both_bid_uniformly(fight: Fight) -> None:
    payoff = bid_game(fight, 3, 3, 0.25)
    value, attacker = solve(payoff)
    _, defender = solve(-payoff.T)
    assert value == pytest.approx(5 / 8)
    assert attacker == pytest.approx([0.25] * 4)
    assert defender == pytest.approx([0.25] * 4)


@pytest.mark.parametrize(
    ("metal", "answer", "price", "expected"),
    [(1, 1, 0.25, 13 / 16), (2, 2, 0.25, 11 / 16), (1, 3, 0.25, 7 / 16), (3, 3, 0.5, 3 / 4)],
)
def test_r12_1_what_the_right_to_bid_is_worth(
    fight: Fight, metal: int, answer: int, price: float, expected: float
) -> None:
    value, _ = solve(bid_game(fight, metal, answer, price))
    assert value == pytest.approx(expected)


def test_r12_1_where_metal_is_dear_the_attacker_bids_none_or_one(fight: Fight) -> None:
    _, attacker = solve(bid_game(fight, 3, 3, 0.5))
    assert attacker == pytest.approx([0.5, 0.5, 0, 0])
