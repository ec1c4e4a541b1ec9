"""A file of styles is read, and what a question changes about a level is merged key by key."""

from typing import Any

import pytest

from simlab import games
from simlab.document import ConfigError, Document
from simlab.document import parse as read_text
from simlab.policies.policy import RANDOM, Kind
from simlab.policies.styles import Styles, parse

ZOAR = games.load("zoar")


# --- files of styles --------------------------------------------------------------------------------------------------

STYLES = """\
schema_version: 1
styles:
  slow: {about: waits, weights: {stop: 1, gods: 0.5}}
  fast: {about: runs, from: slow, weights: {stop: -2, sprint: 3}}
skills:
  pupil: {about: half asleep, style: slow, temperature: 2, blunder: 0.5}
  regular: {about: awake, style: fast, temperature: 0.1}
  thinker: {about: thinks, style: fast, candidates: 4, rollouts: 8, depth: 16}
"""


def file(text: str) -> Document:
    """Read a file of styles."""
    return read_text(text, "styles.yaml")


@pytest.fixture(name="known")
def _known() -> Styles:
    return parse(file(STYLES), ZOAR)


def test_a_style_that_comes_from_another_changes_the_weights_it_names(known: Styles) -> None:
    assert dict(known.styles["slow"].weights) == {"stop": 1.0, "gods": 0.5}
    assert dict(known.styles["fast"].weights) == {"stop": -2.0, "gods": 0.5, "sprint": 3.0}


def test_a_level_is_a_policy_of_its_style(known: Styles) -> None:
    assert known.levels == ["random", "pupil", "regular", "thinker"]
    assert known.default == "regular"
    assert known.level("random") is RANDOM
    pupil, thinker = known.level("pupil"), known.level("thinker")
    assert (pupil.kind, pupil.style, pupil.temperature, pupil.blunder) == (Kind.style, "slow", 2.0, 0.5)
    assert (thinker.kind, thinker.candidates, thinker.rollouts, thinker.depth) == (Kind.rollout, 4, 8, 16)
    assert thinker.weights == known.styles["fast"].weights


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("gods: 0.5", "gds: 0.5", "3:43: styles.slow.weights.gds: unknown key; allowed: win_now"),
        ("gods: 0.5", "gods: true", "3:43: styles.slow.weights.gods: a weight must be a number from"),
        ("gods: 0.5", "gods: '1'", "3:43: styles.slow.weights.gods: a weight must be a number from"),
        ("gods: 0.5", "gods: 1e10", "3:43: styles.slow.weights.gods: a weight must be a number from"),
        ("from: slow", "from: slwo", "4:23: styles.fast.from: must be one of slow, fast; got 'slwo'; did you mean"),
        ("from: slow", "from: fast", "4:23: styles.fast.from: comes from itself"),
        ("regular: {about: awake", "random: {about: awake", "7:3: skills.random: random is a level of every game"),
        ("style: slow", "style: slo", "6:31: skills.pupil.style: must be one of slow, fast; got 'slo'; did you mean"),
        ("temperature: 2", "temperature: 101", "6:44: skills.pupil.temperature: must be a number from 0 to 100; got"),
        ("blunder: 0.5", "blunder: 1.5", "6:60: skills.pupil.blunder: must be a number from 0 to 1; got 1.5"),
        ("candidates: 4", "candidates: 17", "8:41: skills.thinker.candidates: must be a whole number from 1 to 16"),
        (", depth: 16", "", "8:41: skills.thinker.candidates: look-ahead needs all of candidates, rollouts, depth"),
        ("temperature: 0.1", "temprature: 0.1", "7:40: skills.regular.temprature: unknown key; allowed: about"),
    ],
)
def test_what_is_wrong_with_a_file_of_styles_is_said_at_its_place(old: str, new: str, said: str) -> None:
    assert STYLES.count(old) == 1
    with pytest.raises(ConfigError) as caught:
        parse(file(STYLES.replace(old, new)), ZOAR)
    found = [f"{one.line}:{one.column}: {one.key}: {one.message}" for one in caught.value.problems]
    assert [one[: len(said)] for one in found] == [said]


def test_random_is_no_name_for_a_style_of_a_game() -> None:
    with pytest.raises(
        ConfigError, match=r":4:3: styles.random: random is a style of every game; call this one otherwise"
    ):
        parse(file(STYLES.replace("fast", "random")), ZOAR)


# --- merging ----------------------------------------------------------------------------------------------------------


def test_of_each_key_the_last_entry_holds_and_the_rest_is_the_levels(known: Styles) -> None:
    policy = known.decide("pupil", {"temperature": 3, "blunder": 0.1}, "fast", {"blunder": 0})
    assert (policy.style, policy.temperature, policy.blunder) == ("fast", 3.0, 0.0)
    assert policy.weights == known.styles["fast"].weights


def test_a_style_written_out_weighs_what_it_names_and_what_it_comes_from(known: Styles) -> None:
    own = known.decide("pupil", {"style": {"stop": 7}})
    assert dict(own.weights) == {"stop": 7.0}
    changed = known.decide("pupil", {"style": {"from": "fast", "stop": 7}})
    assert dict(changed.weights) == {"stop": 7.0, "gods": 0.5, "sprint": 3.0}
    assert own.temperature == changed.temperature == known.level("pupil").temperature


@pytest.mark.parametrize(
    ("level", "entries"),
    [
        ("random", ()),
        ("random", ({"temperature": 3, "blunder": 0.5},)),  # there is no score to follow
        ("thinker", ("random",)),
        ("thinker", ({"style": "random", "temperature": 3},)),
        ("thinker", ("fast", {"style": "random"}, {"candidates": 2, "rollouts": 2, "depth": 2})),
    ],
)
def test_random_play_is_random_play_whatever_else_is_said(known: Styles, level: str, entries: tuple[Any, ...]) -> None:
    assert known.decide(level, *entries) is RANDOM


def test_a_later_style_takes_random_play_back(known: Styles) -> None:
    assert known.decide("regular", "random", "slow").weights == known.styles["slow"].weights


@pytest.mark.parametrize(
    ("entries", "name"),
    [
        ((), "regular"),
        ((None, {}), "regular"),
        (({"temperature": 0.5},), "regular, temperature 0.5"),
        (("slow",), "regular, slow"),
        (({"style": {"from": "slow", "stop": 0}},), "regular, slow with stop 0"),
        (({"style": {"stop": 2}, "blunder": 0.25},), "regular, weights stop 2, blunder 0.25"),
        (({"candidates": 1, "rollouts": 1, "depth": 1},), "regular, no look-ahead"),
    ],
)
def test_the_name_of_a_policy_tells_its_level_and_what_is_changed(
    known: Styles, entries: tuple[Any, ...], name: str
) -> None:
    assert known.decide("regular", *entries).name == name


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), True, None, "1", [1], 2e9])
def test_a_weight_is_a_number_within_bounds(known: Styles, weight: Any) -> None:
    ((path, message),) = known.problems({"style": {"gods": weight}})
    assert path == ("style", "gods")
    assert message.startswith("a weight must be a number from -1,000,000,000 to 1,000,000,000; got ")
