"""Choosing: styles, blunders and look-ahead, on a game small enough to know what is right."""

from collections.abc import Callable

import numpy as np
import pytest

from simlab.columns import WHOLE_WIN
from simlab.conformance.cases import rows_of
from simlab.engine.blocks import Job
from simlab.engine.steps import Playthrough
from simlab.policies.policy import RANDOM, Kind, Policy

Z = 5.0
CLIMB, CAMP = 0, 1
CLIMBS = Policy("climbs", "climbs", {"go_on": 1.0})
CAMPS = Policy("camps", "camps", {"go_on": -1.0})
CAREFUL = Policy("careful", "careful", {"go_on": 1.0, "at_stake": -4.0, "secured": 4.0})
LOOKS = Policy("looks", "careful", CAREFUL.weights, candidates=2, rollouts=16, depth=8)

Match = Callable[..., Job]


def share(job: Job, seat: int, count: int) -> tuple[float, float]:
    """Return a seat's win share and its standard error."""
    credit = rows_of(job, count)[:, job.layout.position(f"credit_{seat}")] / WHOLE_WIN
    return float(credit.mean()), float(credit.std() / np.sqrt(count))


def choices(job: Job, index: int) -> list[tuple[int, int, int]]:
    """Return turn, seat and action of every real choice of a playthrough."""
    playthrough = Playthrough.open(job, index)
    found = []
    while not playthrough.is_over:
        action = playthrough.choose()
        if len(playthrough.legal()) > 1:
            found.append((int(playthrough.state.turns), playthrough.to_move(), action))
        playthrough.apply(action)
    return found


def test_a_style_without_temperature_takes_the_best_action(match: Match) -> None:
    assert {action for _, _, action in choices(match([CLIMBS, CLIMBS]), 0)} == {CLIMB}
    assert {action for _, _, action in choices(match([CAMPS, CAMPS]), 0)} == {CAMP}


def test_each_seat_follows_its_own_policy(match: Match) -> None:
    job = match([CLIMBS, CAMPS])
    made = [choice for index in range(10) for choice in choices(job, index)]
    assert {(seat, action) for _, seat, action in made} == {(0, CLIMB), (1, CAMP)}


def test_random_play_takes_every_action(match: Match) -> None:
    assert {action for _, _, action in choices(match([RANDOM, RANDOM]), 0)} == {CLIMB, CAMP}


def test_a_hot_style_plays_as_random_does(match: Match) -> None:
    made = [action for index in range(200) for _, _, action in choices(match([_hot(CLIMBS), _hot(CLIMBS)]), index)]
    error = 0.5 / np.sqrt(len(made))
    assert abs(np.mean(made) - 0.5) < Z * error


def _hot(policy: Policy) -> Policy:
    return Policy(policy.name, policy.style, policy.weights, temperature=1e9)


def test_a_blunder_holds_for_a_turn(match: Match) -> None:
    """Of turns that climbed first, a third are blunders: camping next has chance 1/6, not the 1/4 of fresh draws."""
    clumsy = Policy("clumsy", "climbs", {"go_on": 1.0}, blunder=0.5)
    first, second = [], []
    job = match([clumsy, clumsy])
    for index in range(300):
        turns: dict[int, list[int]] = {}
        for turn, _, action in choices(job, index):
            turns.setdefault(turn, []).append(action)
        first += [actions[0] for actions in turns.values()]
        second += [actions[1] for actions in turns.values() if len(actions) > 1]
    for made, chance in ((first, 1 / 4), (second, 1 / 6)):
        assert abs(np.mean(made) - chance) < Z * np.sqrt(chance * (1 - chance) / len(made))
    assert np.mean(second) + Z * np.sqrt(1 / 6 * 5 / 6 / len(second)) < 1 / 4


def test_looking_ahead_beats_the_style_it_starts_from(match: Match) -> None:
    won, error = share(match([LOOKS, CAREFUL]), 0, 4_000)
    assert won - Z * error > 0.5


def test_looking_ahead_is_repeated_exactly(match: Match) -> None:
    job = match([LOOKS, CAREFUL])
    assert choices(job, 5) == choices(job, 5)


def test_a_policy_knows_its_kind() -> None:
    assert [policy.kind for policy in (RANDOM, CLIMBS, LOOKS)] == [Kind.random, Kind.style, Kind.rollout]


@pytest.mark.parametrize("index", range(5))
def test_chances_by_standing_add_up_to_one(match: Match, index: int) -> None:
    playthrough = Playthrough.open(match([RANDOM, RANDOM, RANDOM]), index)
    for _ in range(12):
        if not playthrough.is_over:
            assert sum(playthrough.appraise(seat) for seat in range(3)) == pytest.approx(1)
            playthrough.apply(playthrough.choose())
