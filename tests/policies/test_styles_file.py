"""A game's file of styles and skill levels is read, and every mistake in it is named at its line and column."""

import pytest

from simlab import games
from simlab.document import ConfigError, parse
from simlab.forward import Game
from simlab.policies import styles
from simlab.policies.policy import Kind
from simlab.policies.styles import Styles


def read(game: Game, text: str) -> Styles:
    """Read a file of styles whose text begins at line 2."""
    return styles.parse(parse(f"schema_version: 1\n{text}", "styles.yaml"), game)


def wrong(game: Game, text: str) -> list[str]:
    """Read a file of styles that must fail; return the problems without the file."""
    with pytest.raises(ConfigError) as caught:
        read(game, text)
    return [line.removeprefix("styles.yaml:") for line in str(caught.value).splitlines()]


def test_a_style_that_comes_from_another_replaces_the_weights_it_names(summit: Game) -> None:
    found = read(
        summit,
        "styles:\n"
        "  third: {about: c, from: second, weights: {go_on: 3}}\n"
        "  second: {about: b, from: first, weights: {go_on: 2, secured: 0}}\n"
        "  first: {about: a, weights: {go_on: 1, secured: 1, at_stake: -1}}\n"
        "skills: {}\n",
    )
    assert found.styles["third"].weights == {"go_on": 3.0, "secured": 0.0, "at_stake": -1.0}
    assert (found.levels, found.default) == (["random"], "random")


def test_a_level_looks_ahead_where_it_says_so_and_tries_out_more_than_one_action(summit: Game) -> None:
    found = read(
        summit,
        "styles: {plain: {about: a, weights: {go_on: 1}}}\n"
        "skills:\n"
        "  regular: {about: r, style: plain, temperature: 0.5}\n"
        "  expert: {about: e, style: plain, candidates: 2, rollouts: 4, depth: 8}\n"
        "  idle: {about: i, style: plain, candidates: 1, rollouts: 4, depth: 8}\n",
    )
    kinds = {name: skill.policy.kind for name, skill in found.skills.items()}
    assert kinds == {"regular": Kind.style, "expert": Kind.rollout, "idle": Kind.style}
    assert found.default == "regular"
    assert found.level("regular").temperature == 0.5


@pytest.mark.parametrize("name", games.names())
def test_every_game_with_decisions_has_the_levels_that_questions_name(name: str) -> None:
    game = games.load(name)
    known = styles.load(game)
    assert game.max_actions == 1 or set(known.levels) >= {"random", "beginner", "regular", "expert"}
    assert game.max_actions == 1 or "all_rounder" in known.styles


FEATURES = "at_stake, secured, win_now, go_on"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "styles: {a: {about: x, weights: {at_steak: 1, go_on: yes, secured: .nan}}}\nskills: {}",
            ["2:68: styles.a.weights.secured: must be a finite number; got .nan"],
        ),
        (
            "styles: {a: {about: x, weights: {at_steak: 1, go_on: true, secured: low}}}\nskills: {}",
            [
                f"2:34: styles.a.weights.at_steak: unknown key; allowed: {FEATURES}; did you mean 'at_stake'?",
                (
                    "2:47: styles.a.weights.go_on: a weight must be a number from -1,000,000,000 to 1,000,000,000; "
                    "got true"
                ),
                (
                    "2:60: styles.a.weights.secured: a weight must be a number from -1,000,000,000 to 1,000,000,000; "
                    "got 'low'"
                ),
            ],
        ),
        (
            (
                "styles:\n  a: {about: x, from: b, weights: {}}\n  b: {about: x, from: a, weights: {}}\n"
                "  c: {about: x, from: a, weights: {}}\n  d: {about: x, from: aa, weights: {}}\nskills: {}"
            ),
            [
                "3:17: styles.a.from: comes from itself",
                "4:17: styles.b.from: comes from itself",
                "5:17: styles.c.from: comes from itself",
                "6:17: styles.d.from: must be one of a, b, c, d; got 'aa'; did you mean 'a'?",
            ],
        ),
        (
            (
                "styles: {a: {about: x, weights: {}}, random: {about: x, weights: {}}}\n"
                "skills: {s: {about: x, style: b}, random: {about: x, style: a}}"
            ),
            [
                "2:38: styles.random: random is a style of every game; call this one otherwise",
                "3:24: skills.s.style: must be one of a, random; got 'b'",
                "3:35: skills.random: random is a level of every game; call this one otherwise",
            ],
        ),
        (
            (
                "styles: {a: {about: x, weights: {}}}\nskills: {s: "
                "{about: x, style: a, temperature: 101, blunder: -0.1, candidates: 0, rollouts: 1025, depth: x}}"
            ),
            [
                "3:34: skills.s.temperature: must be a number from 0 to 100; got 101",
                "3:52: skills.s.blunder: must be a number from 0 to 1; got -0.1",
                "3:67: skills.s.candidates: must be a whole number from 1 to 16; got 0",
                "3:82: skills.s.rollouts: must be a whole number from 1 to 1,024; got 1025",
                "3:98: skills.s.depth: must be a whole number from 1 to 10,000; got 'x'",
            ],
        ),
        (
            "styles: {a: {about: x, weights: {}}}\nskills: {s: {about: x, style: a, depth: 3}}",
            ["3:34: skills.s.depth: look-ahead needs all of candidates, rollouts, depth"],
        ),
        (
            "styles: {a: {weights: {}}}\nskills: {s: {about: x, style: a, blundr: 0}}",
            [
                "2:10: styles.a.about: is missing; it must be text",
                (
                    "3:34: skills.s.blundr: unknown key; allowed: about, style, temperature, blunder, candidates, "
                    "rollouts, depth; did you mean 'blunder'?"
                ),
            ],
        ),
    ],
)
def test_every_mistake_is_named_at_its_line_and_column(summit: Game, text: str, found: list[str]) -> None:
    assert wrong(summit, text) == found
