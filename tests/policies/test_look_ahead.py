"""Look-ahead on a game made for it, whose actions differ only where a test wants them to."""

from typing import Any

import numba
import numpy as np
import pytest

from simlab import forward
from simlab.kernel.dispatch import bind
from simlab.kernel.jit import kernel
from simlab.kernel.rng import DICE, SETUP, SPLITMIX, below, stream_keys
from simlab.policies.choose import mind_dtype
from simlab.policies.policy import Policy, pack
from simlab.policies.rollout import look_ahead

SIDES = 1_000_000
STATE = np.dtype(
    [
        ("game_of_equals", "i8"),
        ("n_seats", "i8"),
        ("turns", "i8"),
        ("total", "i8"),
        ("hidden", "i8"),
        ("gain", "i8", (4,)),
    ]
)
ROW = np.dtype([("place", "i4", (2,)), ("truncated", "i4")])
RULES = np.dtype([("rules_of_equals", "i8")])
LAST_TURN = 6


@kernel
def to_move(state: Any) -> Any:
    return state.turns & 1


@kernel
def legal_actions(state: Any, rules: Any, actions: Any) -> int:
    for action in range(4):
        actions[action] = action
    return 4


@kernel
def apply(state: Any, rules: Any, action: Any, rng: Any) -> None:
    state.total += below(rng, DICE, SIDES) + state.gain[action] * (state.turns == 0)
    state.turns += 1


@kernel
def is_over(state: Any) -> Any:
    return state.turns >= LAST_TURN


@kernel
def features(state: Any, rules: Any, actions: Any, n: Any, out: Any) -> None:
    for action in range(n):
        out[action, 0] = actions[action]


@kernel
def redeal(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    state.hidden = below(rng, SETUP, SIDES)


@kernel
def appraise(state: Any, rules: Any, seat: Any) -> float:
    return float((state.total + state.hidden) / (10.0 * SIDES))


@kernel
def outcome(state: Any, rules: Any, row: Any) -> None:
    row.truncated = 0
    row.place[0] = 1
    row.place[1] = 1


bind(
    STATE,
    {
        forward.to_move: to_move,
        forward.legal_actions: legal_actions,
        forward.apply: apply,
        forward.is_over: is_over,
        forward.features: features,
        forward.redeal: redeal,
        forward.appraise: appraise,
        forward.outcome: outcome,
    },
)


@numba.njit
def looked(
    states: Any,
    rules: Any,
    policy: Any,
    weights: Any,
    minds: Any,
    trials: Any,
    looks: Any,
    rows: Any,
    rng: Any,
) -> Any:
    return look_ahead(states[0], rules[0], 4, policy, weights, 0, minds[0], trials, looks, rows, rng[0])


class Table:
    """One decision of the game, and what choosing wrote down."""

    def __init__(self, *, weight: float = 0.0, gain: tuple[int, ...] = (0, 0, 0, 0), **look: int) -> None:
        asked = Policy("asked", "asked", {"number": weight}, **{"candidates": 3, "rollouts": 5, "depth": 2, **look})
        policies, self.weights = pack([[asked, asked]], ["number"], is_forced=False)
        self.policy = policies[0, 0]
        self.state = np.zeros(1, STATE).view(np.recarray)
        self.state[0].n_seats = 2
        self.state[0].gain = gain
        self.minds = np.zeros(1, mind_dtype(4, 1, 2)).view(np.recarray)
        self.minds[0].legal = range(4)
        self.minds[0].ahead = stream_keys(1, "equals/look-ahead")

    def choose(self, seed: int = 0) -> int:
        spare = (np.zeros(1, dtype).view(np.recarray) for dtype in (STATE, SPLITMIX, ROW))
        trials, looks, rows = spare
        rng, rules = np.zeros(1, SPLITMIX).view(np.recarray), np.zeros(1, RULES).view(np.recarray)
        rng[0].s[:] = seed
        return int(looked(self.state, rules, self.policy, self.weights, self.minds, trials, looks, rows, rng))

    @property
    def candidates(self) -> list[int]:
        return self.minds[0].candidates[: int(self.policy.candidates)].tolist()  # type: ignore[no-any-return]

    @property
    def values(self) -> list[float]:
        return self.minds[0].values[: int(self.policy.candidates)].tolist()  # type: ignore[no-any-return]


def test_all_candidates_get_the_same_redeals_and_the_same_dice() -> None:
    table = Table()
    table.choose()
    assert len(set(table.candidates)) == 3
    assert len(set(table.values)) == 1


def test_rollouts_differ_from_each_other_and_decisions_too() -> None:
    one, more = Table(rollouts=1), Table(rollouts=2)
    one.choose()
    more.choose()
    assert more.values[0] != 2 * one.values[0]
    again = Table(rollouts=1)
    again.minds[0].decision = 1
    again.choose()
    assert again.values != one.values


def test_the_candidates_are_the_best_by_style() -> None:
    table = Table(weight=1.0)
    table.choose()
    assert table.candidates == [3, 2, 1]


def test_ties_for_a_candidate_are_drawn() -> None:
    assert len({tuple(_candidates(seed)) for seed in range(30)}) > 5


def _candidates(seed: int) -> list[int]:
    table = Table()
    table.choose(seed)
    return table.candidates


def test_the_best_candidate_is_taken_whatever_its_score() -> None:
    table = Table(weight=1.0, gain=(9 * SIDES, 0, SIDES, 0))
    assert table.choose() == 2  # 0 would gain more, but is no candidate


def test_every_candidate_is_followed_for_the_same_number_of_turns() -> None:
    """Each turn adds a die of a millionth steps: the value after one turn holds one die, after three turns three."""
    one, three = Table(depth=1, rollouts=1), Table(depth=3, rollouts=1)
    one.choose()
    three.choose()
    assert three.values[0] > one.values[0]


def test_the_share_of_the_win_counts_where_a_trial_has_ended() -> None:
    table = Table(depth=LAST_TURN, rollouts=4)
    table.choose()
    assert table.values == [4 * 0.5] * 3


def test_the_position_is_left_alone() -> None:
    table = Table()
    before = table.state.tobytes()
    table.choose()
    assert table.state.tobytes() == before


@pytest.mark.parametrize("candidates", [1, 4, 16])
def test_there_may_be_more_candidates_than_actions(candidates: int) -> None:
    assert Table(candidates=candidates, gain=(0, 0, 0, SIDES), weight=1.0).choose() == 3
