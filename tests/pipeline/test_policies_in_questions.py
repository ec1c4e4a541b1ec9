"""How seats decide, as a question says it: skill levels, styles, policies by seat and by option, and what is dealt.

Proved on a game of another package with decisions and two styles (``tests/conformance/outside/summit``).
"""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from simlab import games
from simlab.cli import app
from simlab.experiment import Experiment, Skills, Variant, load
from simlab.experiment.restore import restore
from simlab.policies import styles
from simlab.policies.policy import RANDOM, Kind, Policy

ALL_ROUND = {"at_stake": -4.0, "secured": 2.0, "win_now": 100.0, "go_on": 1.0}


pytestmark = pytest.mark.usefixtures("summit")


def asked(**keys: Any) -> Experiment:
    """Load a question about Summit, whose preset seats rope, boots and rope."""
    return load({"game": "summit", "question": "Who is first at the top?", **keys})


def only(**keys: Any) -> Variant:
    """Load a question of one variant."""
    (variant,) = asked(**keys).variants
    return variant


def seated(**keys: Any) -> tuple[Policy, ...]:
    """Return the policies of the seats in the one arrangement of a question's one variant."""
    (seats,) = only(**keys).policies
    return seats


def names(variant: Variant) -> list[list[str]]:
    """Return the names of the policies, arrangement by arrangement."""
    return [[policy.name for policy in seats] for seats in variant.policies]


# --- levels -----------------------------------------------------------------------------------------------------------


def test_seats_are_regular_unless_the_question_says_otherwise() -> None:
    found = asked()
    assert (found.skill, found.axes) == (Skills("regular"), {})
    assert found.variants[0].policies == ((Policy("regular", "all_rounder", ALL_ROUND, temperature=0.1),) * 3,)


def test_a_level_is_what_the_game_says_of_it() -> None:
    expert = seated(skill="expert")[0]
    assert (expert.kind, expert.candidates, expert.rollouts, expert.depth) == (Kind.rollout, 2, 16, 8)
    assert seated(skill={"verdict": "beginner"})[2].blunder == 0.3
    assert seated(skill="random") == (RANDOM,) * 3


def test_levels_to_check_are_the_last_axis_and_the_verdicts_comes_first() -> None:
    found = asked(skill={"verdict": "regular", "check": ["expert", "random"]}, vary={"rules.die": [6, 8]})
    assert found.skill.levels == ("regular", "expert", "random")
    assert found.axes == {"rules.die": (6, 8), "skill": ("regular", "expert", "random")}
    assert found.design_axes == {"rules.die": (6, 8)}
    assert [tuple(variant.keys.values()) for variant in found.variants][:4] == [
        (6, "regular"),
        (6, "expert"),
        (6, "random"),
        (8, "regular"),
    ]
    assert [variant.policies[0][0].name for variant in found.variants][:3] == ["regular", "expert", "random"]


def test_a_level_may_have_its_own_number_of_playthroughs() -> None:
    found = asked(
        skill={"verdict": "regular", "check": ["expert", "beginner"]},
        assign={"gear": "cyclic"},
        playthroughs={"default": 100, "expert": 10},
    )
    assert [variant.playthroughs for variant in found.variants] == [102, 12, 102]


def test_targets_and_comparisons_may_name_a_level() -> None:
    found = asked(
        skill={"verdict": "regular", "check": ["random"]},
        targets=[{"metric": "truncated", "at_most": 0.1, "where": {"skill": "random"}}],
        compare=[{"metric": "rounds", "key": "skill", "against": "random"}],
    )
    assert found.targets[0].where == {"skill": "random"}
    assert found.compare[0].against == "random"


# --- what differs from the level --------------------------------------------------------------------------------------


def test_a_policy_replaces_what_it_names_and_keeps_the_rest_of_the_level() -> None:
    (daring, *_) = seated(skill="expert", policy="daring")
    assert (daring.name, daring.style, daring.weights["at_stake"]) == ("expert, daring", "daring", -2)
    assert (daring.temperature, daring.candidates) == (0.1, 2)
    (warm, *_) = seated(policy={"temperature": 1, "blunder": 0.5})
    assert (warm.name, warm.style) == ("regular, temperature 1, blunder 0.5", "all_rounder")
    assert (warm.temperature, warm.blunder) == (1.0, 0.5)
    assert type(warm.temperature) is float


def test_a_style_may_be_written_out_or_come_from_another() -> None:
    (own, *_) = seated(policy={"style": {"go_on": 3}})
    assert (own.weights, own.name) == ({"go_on": 3.0}, "regular, weights go_on 3")
    (changed, *_) = seated(policy={"style": {"from": "daring", "secured": 0}})
    assert changed.weights == {**ALL_ROUND, "at_stake": -2.0, "secured": 0.0}
    assert changed.name == "regular, daring with secured 0"


def test_a_seats_policy_beats_its_options_which_beats_the_questions_which_beats_the_level() -> None:
    seats = seated(
        seats=[
            {"gear": "rope"},
            {"gear": "boots"},
            {"gear": "boots", "skill": "beginner", "policy": {"temperature": 4}},
        ],
        policies={"boots": {"temperature": 3, "style": "all_rounder"}},
        policy={"temperature": 2, "style": "daring", "blunder": 0.1},
    )
    assert [seat.temperature for seat in seats] == [2, 3, 4]
    assert [seat.style for seat in seats] == ["daring", "all_rounder", "all_rounder"]
    assert [seat.blunder for seat in seats] == [0.1, 0.1, 0.1]
    assert [seat.name.partition(",")[0] for seat in seats] == ["regular", "regular", "beginner"]


def test_a_seats_own_level_holds_whatever_level_the_variant_has() -> None:
    found = asked(
        seats=[{"skill": "expert"}, {}, {}], skill={"verdict": "regular", "check": ["random"]}, policies={"rope": {}}
    )
    assert [names(variant) for variant in found.variants] == [
        [["expert", "regular", "regular"]],
        [["expert", "random", "random"]],
    ]


def test_random_play_can_be_asked_of_a_seat_and_has_nothing_else() -> None:
    seats = seated(policy={"temperature": 2}, seats=[{"policy": "random"}, {"skill": "random"}, {}])
    assert seats[:2] == (RANDOM, RANDOM)
    assert seats[2].temperature == 2
    (raider, *_) = seated(skill="random", policy="daring")
    assert (raider.name, raider.kind) == ("daring", Kind.style)


def test_look_ahead_at_one_action_is_none() -> None:
    (still, *_) = seated(skill="expert", policy={"candidates": 1, "rollouts": 5, "depth": 5})
    assert (still.kind, still.candidates, still.rollouts, still.depth) == (Kind.style, 0, 0, 0)
    assert still.name == "expert, no look-ahead"


# --- what is dealt ----------------------------------------------------------------------------------------------------


def test_a_seats_policy_stays_on_its_seat_and_an_options_goes_with_the_option() -> None:
    variant = only(
        preset="two",
        seats=[{"name": "hero", "skill": "expert"}, {"name": "rival"}],
        policies={"boots": "daring"},
        assign={"gear": "all_orders"},
    )
    assert [dealt.label for dealt in variant.dealt] == ["rope", "boots"]
    assert variant.arrangements == ((0, 1), (1, 0))
    assert names(variant) == [["expert", "regular, daring"], ["expert, daring", "regular"]]


@pytest.mark.parametrize(
    ("how", "arrangements"),
    [
        ("cyclic", ((0, 1), (1, 2), (2, 0))),
        ("all_orders", ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))),
        ("random", ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))),
    ],
)
def test_with_fewer_seats_than_options_every_option_sits_everywhere_equally_often(
    how: str, arrangements: tuple[tuple[int, ...], ...]
) -> None:
    variant = only(seats=2, assign={"gear": how})
    assert variant.arrangements == arrangements
    assert [dealt.option for dealt in variant.dealt] == ["rope", "boots", "rope"]
    assert [(chair.name, chair.label) for chair in variant.chairs] == [("seat 1", "rope"), ("seat 2", "boots")]
    assert (variant.labels, variant.is_dealt) == (["rope", "boots"], True)


def test_listed_options_are_dealt_as_they_are_listed() -> None:
    variant = only(seats=[{"gear": "boots"}, {"name": "b", "gear": "rope"}], assign={"gear": "cyclic"})
    assert [dealt.option for dealt in variant.dealt] == ["boots", "rope"]
    assert [chair.name for chair in variant.chairs] == ["seat 1", "b"]


def test_each_edition_brings_its_own_seats() -> None:
    found = asked(vary={"preset": ["three", "two", "four"]})
    assert [[chair.label for chair in variant.chairs] for variant in found.variants] == [
        ["rope", "boots", "rope"],
        ["rope", "boots"],
        ["boots", "boots", "rope", "rope"],
    ]


# --- axes -------------------------------------------------------------------------------------------------------------


def test_policies_and_levels_of_seats_and_options_can_be_varied() -> None:
    inline = {"style": {"from": "daring", "go_on": 2}}
    found = asked(
        seats=[{"name": "hero"}, {}, {}],
        vary={
            "policy": ["daring", inline],
            "policies.boots": ["random", "all_rounder"],
            "seats.hero.skill": ["regular", "expert"],
            "seats.3.policy": ["all_rounder", {"blunder": 0.5}],
        },
    )
    assert found.axes == {
        "policy": ("daring", json.dumps(inline)),
        "policies.boots": ("random", "all_rounder"),
        "seats.hero.skill": ("regular", "expert"),
        "seats.3.policy": ("all_rounder", '{"blunder": 0.5}'),
    }
    assert names(found.variants[0]) == [["regular, daring", "random", "regular, all_rounder"]]
    last = ["expert, daring with go_on 2", "regular, all_rounder", "regular, daring with go_on 2, blunder 0.5"]
    assert names(found.variants[-1]) == [last]


def test_named_cases_may_set_levels_and_policies() -> None:
    cases = {
        "duel": {"seats.1.skill": "expert", "seats.2.skill": "random"},
        "peace": {"policy": "daring", "policies.boots": "all_rounder"},
    }
    found = asked(preset="two", vary={"pairing": cases})
    assert [names(variant)[0] for variant in found.variants] == [
        ["expert", "random"],
        ["regular, daring", "regular, all_rounder"],
    ]


def test_an_option_that_only_an_axis_brings_may_have_a_policy() -> None:
    found = asked(
        preset="two",
        seats=[{"gear": "rope"}, {"gear": "rope"}],
        policies={"boots": "daring"},
        vary={"seats.2.gear": ["rope", "boots"]},
    )
    assert [names(variant)[0][1] for variant in found.variants] == ["regular", "regular, daring"]


# --- identity and restoring -------------------------------------------------------------------------------------------


FULL: dict[str, Any] = {
    "skill": {"verdict": "regular", "check": ["expert"]},
    "policies": {"boots": "daring"},
    "assign": {"gear": "cyclic"},
}


@pytest.mark.parametrize(
    "change",
    [
        {"skill": {"verdict": "regular", "check": ["beginner"]}},
        {"policies": {"boots": {"style": {"from": "daring", "go_on": 2}}}},
        {"policies": {"rope": "daring"}},
        {"policy": {"blunder": 0.01}},
    ],
)
def test_how_seats_decide_changes_the_digest(change: dict[str, Any]) -> None:
    assert asked(**FULL).digest != asked(**{**FULL, **change}).digest


def test_what_policies_are_called_and_how_numbers_are_written_does_not() -> None:
    weights = {"at_stake": -2, "secured": 2, "win_now": 100, "go_on": 1}
    written_out = {**FULL, "policies": {"boots": {"style": weights}}}
    assert asked(**FULL).digest == asked(**written_out).digest
    assert asked(policy={"temperature": 2}).digest == asked(policy={"temperature": 2.0}).digest


def test_each_policy_is_written_once() -> None:
    found = asked(**FULL)
    assert [entry["kind"] for entry in found.identity["policies"]] == ["style", "style", "rollout", "rollout"]
    first, second = (variant["policy_of"] for variant in found.identity["variants"])
    assert first == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
    assert second == [[2, 3, 2], [3, 2, 2], [2, 2, 3]]


def test_an_experiment_comes_back_from_what_a_run_wrote_down() -> None:
    found = asked(**FULL, seats=2, vary={"policy": ["all_rounder", {"temperature": 0.5}]})
    written = json.loads(json.dumps(found.resolved))
    back = restore(written, name=found.name, text=found.text, overrides=())
    assert (back.variants, back.skill, back.axes, back.digest) == (
        found.variants,
        found.skill,
        found.axes,
        found.digest,
    )


# --- the command line -------------------------------------------------------------------------------------------------


def told(*arguments: str) -> str:
    """Run a command that must succeed, and return what it prints."""
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("name", ["summit", "zoar"])
def test_a_game_with_decisions_tells_its_levels_styles_and_features(name: str) -> None:
    game = games.load(name)
    known = styles.load(game)
    shown = told("games", name)
    meanings = game.module("styles").MEANING
    assert set(meanings) == set(game.features)
    words = [*known.levels, *known.styles, *meanings, *meanings.values(), *(s.about for s in known.styles.values())]
    assert [word for word in words if word not in shown] == []
    assert "Skill levels" not in told("games", "tug_of_wargods")


@pytest.mark.parametrize("name", ["summit", "zoar", "tug_of_wargods"])
def test_a_new_question_mentions_levels_policies_worlds_and_dealing_and_each_line_can_be_taken_up(name: str) -> None:
    lines = told("new", name).splitlines()
    commented = ("# assign:", "# policy:", "# policies:", "# worlds:", "# vary:", "#   seats.")
    Path("q.yaml").write_text("\n".join(line[2:] if line.startswith(commented) else line for line in lines))
    full = load("q.yaml")
    assert (full.assign, bool(full.design_axes)) == ("cyclic", True)
    assert (full.worlds is not None) == bool(full.game.worlds)
    level = [line[2:] for line in lines if line.startswith("# skill:")]
    assert bool(level) == (full.game.max_actions > 1)
    Path("q.yaml").write_text("\n".join([*(line for line in lines if not line.startswith("skill:")), *level]))
    assert sorted(load("q.yaml").skill.levels) == sorted(styles.load(full.game).levels)


def test_checking_counts_designs_worlds_and_levels() -> None:
    Path("q.yaml").write_text(
        "game: zoar\nquestion: x\nskill: {verdict: regular, check: [random]}\nvary: {rules.army_moves: [1, 2]}\n"
        "worlds: {tile_set: [assumed_base, permuted_1, permuted_2]}\nplaythroughs: 100\n"
    )
    counted = "12 variants (2 designs × 3 worlds × 2 levels of skill) × 100 playthroughs"
    assert told("check", "q.yaml") == f"q.yaml: ok, {counted}\n"
