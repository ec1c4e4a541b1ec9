"""Whatever is wrong with skill levels, styles and policies of a question is named at its key, with what is allowed."""

from pathlib import Path

import pytest

from simlab.document import ConfigError
from simlab.experiment import load

pytestmark = pytest.mark.usefixtures("summit")

FEATURES = "at_stake, secured, win_now, go_on"
LEVELS = "random, beginner, regular, expert"
STYLES = "random, all_rounder, daring"
ALIKE = "changes nothing: whatever else is set, every seat decides alike under all of its values"


def wrong(text: str) -> list[str]:
    """Load a question whose text begins at line 3 of a file, which must fail; return the problems."""
    path = Path("q.yaml")
    path.write_text(f"game: summit\nquestion: '?'\n{text}")
    with pytest.raises(ConfigError) as caught:
        load(path)
    return [line.removeprefix("q.yaml:") for line in str(caught.value).splitlines()]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("skill: reglar", f"3:1: skill: must be one of {LEVELS}; got 'reglar'; did you mean 'regular'?"),
        (
            "skill: {verdict: regular, check: [expert, exprt, regular]}",
            [
                f"3:43: skill.check.2: must be one of {LEVELS}; got 'exprt'; did you mean 'expert'?",
                "3:50: skill.check.3: regular is asked about already",
            ],
        ),
        ("skill: {check: [expert]}", "3:1: skill.verdict: is missing; it must be text"),
        ("policy: darin", f"3:1: policy: must be one of {STYLES}; got 'darin'; did you mean 'daring'?"),
        ("policy: 3", "3:1: policy: must be random, a style (all_rounder, daring), or a mapping; got 3"),
        (
            "policy: {style: {from: darin, at_steak: 1, go_on: high, secured: yes, win_now: true}}",
            [
                "3:18: policy.style.from: must be one of all_rounder, daring; got 'darin'; did you mean 'daring'?",
                f"3:31: policy.style.at_steak: unknown key; allowed: {FEATURES}; did you mean 'at_stake'?",
                (
                    "3:44: policy.style.go_on: a weight must be a number from -1,000,000,000 to 1,000,000,000; "
                    "got 'high'"
                ),
                (
                    "3:57: policy.style.secured: a weight must be a number from -1,000,000,000 to 1,000,000,000; "
                    "got 'yes'"
                ),
                (
                    "3:71: policy.style.win_now: a weight must be a number from -1,000,000,000 to 1,000,000,000; "
                    "got true"
                ),
            ],
        ),
        ("policy: {style: {}}", f"3:10: policy.style: names no feature; allowed: from, {FEATURES}"),
        ("policy: {style: {go_on: .inf}}", "3:25: policy.style.go_on: must be a finite number; got .inf"),
        (
            "policy: {temperature: -1, blunder: 1.5, candidates: 17, rollouts: 2.5, depth: 0}",
            [
                "3:10: policy.temperature: must be a number from 0 to 100; got -1",
                "3:27: policy.blunder: must be a number from 0 to 1; got 1.5",
                "3:41: policy.candidates: must be a whole number from 1 to 16; got 17",
                "3:57: policy.rollouts: must be a whole number from 1 to 1,024; got 2.5",
                "3:72: policy.depth: must be a whole number from 1 to 10,000; got 0",
            ],
        ),
        (
            "policy: {candidates: 3, depth: 2}",
            "3:10: policy.candidates: look-ahead needs all of candidates, rollouts, depth",
        ),
        (
            "policy: {temprature: 1}",
            (
                "3:10: policy.temprature: unknown key; allowed: style, temperature, blunder, candidates, rollouts, "
                "depth; did you mean 'temperature'?"
            ),
        ),
        (
            "policies: {boot: daring, rope: darin}",
            [
                "3:12: policies.boot: unknown key; allowed: rope, boots; did you mean 'boots'?",
                f"3:26: policies.rope: must be one of {STYLES}; got 'darin'; did you mean 'daring'?",
            ],
        ),
        (
            "seats: [{gear: rope}, {gear: rope}]\npolicies: {boots: daring}",
            "4:12: policies.boots: unknown key; allowed: rope",
        ),
        (
            "seats: [{skill: exprt, policy: darin}, {gear: boots, plicy: x}]",
            [
                f"3:10: seats.1.skill: must be one of {LEVELS}; got 'exprt'; did you mean 'expert'?",
                f"3:24: seats.1.policy: must be one of {STYLES}; got 'darin'; did you mean 'daring'?",
                "3:54: seats.2.plicy: unknown key; allowed: name, gear, skill, policy; did you mean 'policy'?",
            ],
        ),
        (
            "vary: {policy: [darin], policies.bots: [daring], seats.1.skill: [exprt], policy.style: [daring]}",
            [
                f"3:17: vary.policy.1: must be one of {STYLES}; got 'darin'; did you mean 'daring'?",
                (
                    "3:25: vary.policies.bots: is no path of an axis; allowed: policy, policies.rope, policies.boots; "
                    "did you mean 'boots'?"
                ),
                f"3:66: vary.seats.1.skill.1: must be one of {LEVELS}; got 'exprt'; did you mean 'expert'?",
                "3:74: vary.policy.style: is no path of an axis; allowed: policy, policies.rope, policies.boots",
            ],
        ),
        ("vary: {policy: [all_rounder, {style: all_rounder}]}", f"3:8: vary.policy: {ALIKE}"),
        (
            "seats: [{skill: expert}, {skill: random}]\nskill: {verdict: regular, check: [expert]}",
            "4:27: skill.check: changes nothing: every seat decides alike at all of these levels",
        ),
        (
            "playthroughs: {default: 10, exprt: 3}",
            f"3:29: playthroughs.exprt: unknown key; allowed: default, {LEVELS}; did you mean 'expert'?",
        ),
        (
            "playthroughs: {default: 0}",
            "3:16: playthroughs.default: must be a whole number from 1 to 1,000,000,000,000; got 0",
        ),
        (
            "skill: {verdict: regular, check: [random]}\ntargets: [{metric: rounds, at_most: 9, where: {skill: no}}]",
            "4:48: targets.1.where.skill: must be a value of the axis skill: regular, random; got 'no'",
        ),
        ("vary: {skill: {a: {rules.die: 6}}}", None),
        ("assign: {tribe: cyclic}", "3:10: assign.tribe: unknown key; allowed: gear"),
        (
            "seats: 3\nassign: {gear: all_orders}\nvary: {preset: [three, two]}",
            "3:1: seats: 3 are asked for, and the preset two fills 2 (in 1 of 2 variants, where preset is two)",
        ),
    ],
)
def test_mistakes_are_named_at_their_keys_with_what_is_allowed(text: str, found: str | list[str] | None) -> None:
    problems = wrong(text)
    if found is None:
        assert "named cases need a word of their own for the axis" in problems[0]
    else:
        assert problems == ([found] if isinstance(found, str) else found)


def test_where_nothing_is_decided_levels_and_policies_are_refused_with_the_reason() -> None:
    question = {"game": "tug_of_wargods", "question": "?", "skill": "regular", "policy": "x", "policies": {"a": "x"}}
    with pytest.raises(ConfigError) as caught:
        load(question)
    assert [(problem.key, problem.message) for problem in caught.value.problems] == [
        (key, "there is nothing to decide in Tug of WarGods; leave it out") for key in ("skill", "policy", "policies")
    ]
