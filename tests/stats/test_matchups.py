"""Tables of matchups: dominance, equilibrium, ranking, cycles, on games whose answers are known."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from simlab.stats.matchups import Matchups

SOLVER = 1e-8  # what the linear programme may be off


def game(*edges: list[float]) -> Matchups:
    """Return the matchups of options a, b, c, … from the rows of the upper triangle, as shares above one half."""
    size = len(edges) + 1
    shares = np.full((size, size), 0.5)
    for row, edge in enumerate(edges):
        shares[row, row + 1 :] += edge
        shares[row + 1 :, row] -= edge
    return Matchups([chr(ord("a") + place) for place in range(size)], shares)


ROCK_PAPER_SCISSORS = game([-0.5, 0.5], [-0.5])
LADDER = game([0.1, 0.3, 0.4], [0.1, 0.3], [0.2])


@st.composite
def tables(draw: st.DrawFn) -> Matchups:
    """Draw a table of 1 to 6 options, tied pairings among them."""
    size = draw(st.integers(1, 6))
    steps = st.sampled_from([-0.5, -0.25, -0.1, 0, 0, 0.1, 0.25, 0.5])
    return game(*([draw(steps) for _ in range(size - row - 1)] for row in range(size - 1)))


def test_an_option_that_is_better_against_every_option_dominates_strictly() -> None:
    assert LADDER.dominates(strictly=True).tolist() == np.triu(np.ones((4, 4), bool), 1).tolist()
    assert LADDER.dominated(strictly=True) == {"b": "a", "c": "a", "d": "a"}
    assert LADDER.undominated(strictly=True) == (("a", "b", "c", "d"), ("a",))


def test_nowhere_worse_and_somewhere_better_is_weak_dominance_only() -> None:
    matchups = game([0, 0.2], [0.1])  # a is as good as b against both, and better against c
    assert not matchups.dominates(strictly=True)[0, 1]
    assert matchups.dominates(strictly=False)[0, 1]
    assert matchups.dominated(strictly=False) == {"b": "a", "c": "a"}


def test_options_that_are_the_same_do_not_dominate_each_other() -> None:
    twins = game([0, 0.2], [0.2])
    assert not twins.dominates(strictly=False)[:2, :2].any()
    assert twins.undominated(strictly=False) == (("a", "b", "c"), ("a", "b"))


def test_what_is_left_after_one_round_may_be_dominated_in_the_next() -> None:
    # a is better than b but against c, which is better than nobody and goes first
    assert game([0.1, 0.1], [0.4]).undominated(strictly=True) == (("a", "b", "c"), ("a", "b"), ("a",))


def test_rock_paper_scissors_is_played_in_equal_parts() -> None:
    solved = ROCK_PAPER_SCISSORS.equilibrium()
    assert list(solved.weights.values()) == pytest.approx([1 / 3] * 3, abs=SOLVER)
    assert solved.support == ("a", "b", "c")
    assert (solved.is_pure, solved.is_only) == (False, True)
    assert solved.exploitability < SOLVER
    assert solved.value == pytest.approx(0.5, abs=SOLVER)


def test_unequal_stakes_shift_the_mix_to_the_known_one() -> None:
    # a beats b by x, b beats c by y, c beats a by z: weights in proportion to y, z, x
    x, y, z = 0.1, 0.2, 0.4
    solved = game([x, -z], [y]).equilibrium()
    assert list(solved.weights.values()) == pytest.approx(np.array([y, z, x]) / (x + y + z), abs=SOLVER)


def test_a_single_option_that_nothing_beats_is_preferred_and_the_others_are_named() -> None:
    tied = game([0, 0.1, 0.1], [0.1, 0.3], [0.1])  # a and b tie; b does better against the rest
    solved = tied.equilibrium()
    assert solved.weights == {"a": 0, "b": 1, "c": 0, "d": 0}
    assert solved.support == ("a", "b")
    assert (solved.is_pure, solved.is_only) == (True, False)


def test_the_support_holds_every_option_of_some_mix_though_none_is_pure() -> None:
    # two kinds of rock, alike: any part of them will do
    twins = game([0, -0.5, 0.5], [-0.5, 0.5], [-0.5])
    solved = twins.equilibrium()
    assert solved.support == ("a", "b", "c", "d")
    assert not solved.is_only
    assert solved.weights["a"] + solved.weights["b"] == pytest.approx(1 / 3, abs=SOLVER)


@given(tables())
def test_no_option_beats_the_mix(matchups: Matchups) -> None:
    solved = matchups.equilibrium()
    mix = np.array(list(solved.weights.values()))
    assert mix.sum() == pytest.approx(1)
    assert (mix >= 0).all()
    assert (mix @ matchups.edge).min() > -SOLVER
    assert {label for label, weight in solved.weights.items() if weight > 1e-6} <= set(solved.support)


def corners(edge: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Return the unbeatable mixes that are corners of the set of all, by solving every choice of tight constraints."""
    size = len(edge)
    bounds = np.vstack([edge.T, np.eye(size)])  # a mix is unbeatable where all of these are ≥ 0
    found = []
    for tight in combinations(range(2 * size), size - 1):
        system = np.vstack([bounds[list(tight)], np.ones(size)])
        if abs(np.linalg.det(system)) > 1e-9:
            mix = np.linalg.solve(system, np.eye(size)[-1])
            if (bounds @ mix > -1e-9).all():
                found.append(mix)
    return found


@given(tables())
def test_the_support_is_that_of_all_corners(matchups: Matchups) -> None:
    every = np.array(corners(matchups.edge))
    assert matchups.equilibrium().support == tuple(
        label for place, label in enumerate(matchups.labels) if every[:, place].max() > 1e-6
    )


def test_a_mix_is_exploited_by_the_best_answer_to_it() -> None:
    assert ROCK_PAPER_SCISSORS.exploitability([1, 0, 0]) == 0.5
    assert ROCK_PAPER_SCISSORS.exploitability([2, 1, 1]) == pytest.approx(0.125)
    assert LADDER.exploitability([1, 0, 0, 0]) == 0


def test_the_ranking_is_by_share_against_all_others_the_mirror_left_out() -> None:
    ranking = LADDER.ranking()
    assert [label for label, _ in ranking] == ["a", "b", "c", "d"]
    assert [share for _, share in ranking] == pytest.approx([0.5 + 0.8 / 3, 0.6, 0.5 - 0.2 / 3, 0.2])
    assert LADDER.field([0, 0, 1, 1]).tolist() == pytest.approx([0.85, 0.7, 0.6, 0.4])
    assert game().ranking() == (("a", 0.5),)
    assert [label for label, _ in ROCK_PAPER_SCISSORS.ranking()] == ["a", "b", "c"]


@given(tables())
def test_cycles_are_all_threes_that_beat_each_other_in_turn(matchups: Matchups) -> None:
    beats = {
        (one, other)
        for (row, one), (column, other) in product(enumerate(matchups.labels), repeat=2)
        if matchups.shares[row, column] > 0.5
    }
    told = {frozenset(cycle) for cycle in matchups.cycles()}
    assert all({(a, b), (b, c), (c, a)} <= beats for a, b, c in matchups.cycles())
    assert told == {
        frozenset((a, b, c)) for a, b, c in product(matchups.labels, repeat=3) if {(a, b), (b, c), (c, a)} <= beats
    }


@pytest.mark.parametrize(
    ("labels", "shares", "message"),
    [
        ([], np.zeros((0, 0)), "names of their own"),
        (["a", "a"], [[0.5, 0.5], [0.5, 0.5]], "names of their own"),
        (["a", "b"], [[0.5]], r"matrix of 2 × 2, not of \(1, 1\)"),
        (["a", "b"], [[0.5, 1.2], [-0.2, 0.5]], "between 0 and 1"),
        (["a", "b"], [[0.5, float("nan")], [0.5, 0.5]], "between 0 and 1"),
        (["a", "b"], [[0.5, 0.6], [0.5, 0.5]], r"a against b add up to 1\.1, not to 1"),
    ],
)
def test_a_table_that_is_none_is_refused(labels: list[str], shares: list[list[float]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Matchups(labels, shares)
