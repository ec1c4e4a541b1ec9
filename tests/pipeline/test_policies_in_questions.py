"""How seats decide, as a question says it: skill levels, styles, and who keeps what when options are dealt."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from simlab import games
from simlab.cli import app
from simlab.document import ConfigError
from simlab.experiment import Experiment, load
from simlab.experiment.restore import restore
from simlab.policies.policy import Kind, Policy
from simlab.policies.styles import load as styles_of

ZOAR = games.load("zoar")
TRIBES = ("trader", "farmer", "warrior", "religious")
TWO = [{"name": "one", "tribe": "trader"}, {"name": "two", "tribe": "farmer"}]


def asked(**keys: Any) -> dict[str, Any]:
    """Return a question about Zoar."""
    return {"game": "zoar", "question": "Who wins?", "playthroughs": 100, **keys}


def problems(text: str) -> list[str]:
    """Load a question about Zoar from a file, whose text begins at line 3, and return what is wrong with it."""
    path = Path("q.yaml")
    path.write_text(f"game: zoar\nquestion: Who wins?\n{text}")
    with pytest.raises(ConfigError) as caught:
        load(path)
    return [f"{one.line}:{one.column}: {one.key}: {one.message}" for one in caught.value.problems]


def decided(found: Experiment, variant: int = 0) -> list[dict[str, str]]:
    """Return for each arrangement what each seat's tribe is, and how it decides: tribe -> name of the policy."""
    of = found.variants[variant]
    return [
        {of.dealt[number].label: policy.name for number, policy in zip(deal, seats, strict=True)}
        for deal, seats in zip(of.arrangements, of.policies, strict=True)
    ]


def restored(found: Experiment) -> Experiment:
    """Write an experiment down as a run does, and build it again."""
    written = json.loads(json.dumps(found.resolved))
    return restore(written, name=found.name, text=found.text, overrides=found.overrides)


# --- precedence and dealing -------------------------------------------------------------------------------------------


def test_a_seats_own_goes_before_its_options_and_that_before_everyones() -> None:
    seats = [
        {"tribe": "trader", "policy": {"temperature": 4}},
        {"tribe": "farmer", "skill": "beginner"},
        {"tribe": "warrior"},
    ]
    by_tribe = {"trader": {"temperature": 3, "blunder": 0.3}, "farmer": {"temperature": 2}}
    (variant,) = load(asked(seats=seats, policy={"temperature": 1, "blunder": 0.9}, policies=by_tribe)).variants
    (policies,) = variant.policies
    assert [(policy.temperature, policy.blunder) for policy in policies] == [(4, 0.3), (2, 0.9), (1, 0.9)]
    known = styles_of(ZOAR)
    assert [policy.weights for policy in policies] == [
        known.level(level).weights for level in ("regular", "beginner", "regular")
    ]


def test_a_seats_level_stays_with_the_seat_when_tribes_are_dealt() -> None:
    found = load(asked(seats=[{"name": "hero", "skill": "expert"}, {"name": "rival"}], assign={"tribe": "all_orders"}))
    (variant,) = found.variants
    assert {tuple(policy.name for policy in seats) for seats in variant.policies} == {("expert", "regular")}
    assert Counter(variant.dealt[deal[0]].label for deal in variant.arrangements) == dict.fromkeys(TRIBES, 3)


def test_a_tribes_policy_follows_the_tribe_when_tribes_are_dealt() -> None:
    found = load(asked(seats=2, assign={"tribe": "all_orders"}, policies={"trader": "random"}))
    arrangements = decided(found)
    assert sum("trader" in who for who in arrangements) == 6
    assert all((name == "random") == (tribe == "trader") for who in arrangements for tribe, name in who.items())


@pytest.mark.parametrize("how", ["all_orders", "random", "cyclic"])
@pytest.mark.parametrize("number", [2, 3, 4])
def test_every_tribe_sits_on_every_seat_equally_often(number: int, how: str) -> None:
    (variant,) = load(asked(seats=number, assign={"tribe": how})).variants
    assert [dealt.label for dealt in variant.dealt] == list(TRIBES)
    assert [chair.name for chair in variant.chairs] == [f"seat {seat + 1}" for seat in range(number)]
    for seat in range(number):
        times = Counter(deal[seat] for deal in variant.arrangements)
        assert set(times.values()) == {len(variant.arrangements) // len(TRIBES)}
        assert len(times) == len(TRIBES)
    if how != "cyclic":
        sets = Counter(frozenset(deal) for deal in variant.arrangements)
        assert len(set(sets.values())) == 1
        assert len(sets) == {2: 6, 3: 4, 4: 1}[number]


def test_a_tribe_that_is_an_axis_has_its_own_policy() -> None:
    found = load(asked(seats=TWO, policies={"warrior": "random"}, vary={"seats.two.tribe": ["farmer", "warrior"]}))
    assert [decided(found, variant)[0] for variant in (0, 1)] == [
        {"trader": "regular", "farmer": "regular"},
        {"trader": "regular", "warrior": "random"},
    ]


def test_the_game_is_asked_about_every_set_of_tribes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = []
    judge = ZOAR.module("rules").complaints

    def listening(rules: Any, options: Sequence[Any], world: Any) -> Iterator[Any]:
        heard.append(tuple(options))
        yield from judge(rules, options, world)

    monkeypatch.setattr(ZOAR.module("rules"), "complaints", listening)
    load(asked(seats=2, assign={"tribe": "all_orders"}))
    assert heard == list(combinations(TRIBES, 2))


def test_what_is_dealt_from_the_preset_cannot_be_an_axis() -> None:
    said = problems("assign: {tribe: all_orders}\nvary: {seats.1.tribe: [trader, warrior]}\n")
    assert said == [
        "4:8: vary.seats.1.tribe: what is dealt comes from the preset; list what is dealt as seats, each with its tribe"
    ]


def test_two_seats_of_one_tribe_are_told_at_the_second() -> None:
    said = problems("seats:\n  - {tribe: trader}\n  - {tribe: trader}\nassign: {tribe: all_orders}\n")
    assert [one[: one.index(";")] for one in said] == ["5:6: seats.2.tribe: seat 1 plays trader too"]


# --- levels -----------------------------------------------------------------------------------------------------------


def test_levels_are_the_innermost_axis_and_each_has_its_number_of_playthroughs() -> None:
    found = load(
        asked(
            skill={"verdict": "regular", "check": ["beginner", "random"]},
            vary={"rules.trade_ratio": [2, 3]},
            playthroughs={"default": 50, "beginner": 7},
        )
    )
    assert found.axes == {"rules.trade_ratio": (2, 3), "skill": ("regular", "beginner", "random")}
    assert found.design_axes == {"rules.trade_ratio": (2, 3)}
    assert [(v.keys["skill"], v.playthroughs, v.policies[0][0].name) for v in found.variants] == [
        ("regular", 50, "regular"),
        ("beginner", 7, "beginner"),
        ("random", 50, "random"),
    ] * 2
    assert (found.skill.verdict, found.skill.check) == ("regular", ("beginner", "random"))


def test_a_game_without_decisions_has_no_levels() -> None:
    question = {"game": "tug_of_wargods", "question": "Who wins?"}
    seats = [{"team": "greentoe", "skill": "expert"}, {"team": "clearsky", "policy": "raider"}]
    with pytest.raises(ConfigError) as caught:
        load({**question, "skill": "expert", "policy": "random", "policies": {"greentoe": "random"}, "seats": seats})
    nothing = "there is nothing to decide in Tug of WarGods; leave it out"
    assert {one.key: one.message for one in caught.value.problems} == dict.fromkeys(
        ["skill", "policy", "policies", "seats.1.skill", "seats.2.policy"], nothing
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "skill: exprt\n",
            "3:1: skill: must be one of random, beginner, regular, expert; got 'exprt'; did you mean 'expert'?",
        ),
        (
            "skill: {verdict: regular, check: [regular]}\n",
            "3:35: skill.check.1: regular is asked about already",
        ),
        (
            "skill: {verdict: regular, check: [expert]}\npolicy: random\n",
            "3:27: skill.check: changes nothing: every seat decides alike at all of these levels",
        ),
        (
            "playthroughs: {exprt: 5}\n",
            (
                "3:16: playthroughs.exprt: unknown key; allowed: default, random, beginner, regular, expert; "
                "did you mean 'expert'?"
            ),
        ),
        ("policy: {temperature: hot}\n", "3:10: policy.temperature: must be a number from 0 to 100; got 'hot'"),
        ("policy: {temperature: -1}\n", "3:10: policy.temperature: must be a number from 0 to 100; got -1"),
        ("policy: {blunder: 2}\n", "3:10: policy.blunder: must be a number from 0 to 1; got 2"),
        (
            "policy: {temprature: 1}\n",
            (
                "3:10: policy.temprature: unknown key; "
                "allowed: style, temperature, blunder, candidates, rollouts, depth; did you mean 'temperature'?"
            ),
        ),
        ("policy: {rollouts: 8}\n", "3:10: policy.rollouts: look-ahead needs all of candidates, rollouts, depth"),
        (
            "policies: {trader: {style: {gods: true}}}\n",
            (
                "3:29: policies.trader.style.gods: "
                "a weight must be a number from -1,000,000,000 to 1,000,000,000; got true"
            ),
        ),
        (
            "policies: {tradr: random}\n",
            "3:12: policies.tradr: unknown key; allowed: trader, farmer, warrior, religious; did you mean 'trader'?",
        ),
        (
            "seats: [{tribe: trader}, {tribe: farmer}]\npolicies: {warrior: random}\n",
            "4:12: policies.warrior: unknown key; allowed: trader, farmer",
        ),
        (
            "seats: [{tribe: trader, skill: exprt}, {tribe: farmer}]\n",
            (
                "3:25: seats.1.skill: must be one of random, beginner, regular, expert; got 'exprt'; "
                "did you mean 'expert'?"
            ),
        ),
        (
            "vary: {policies.trader: [{blunder: 0.1}, {blunder: no}]}\n",
            "3:43: vary.policies.trader.2.blunder: must be a number from 0 to 1; got 'no'",
        ),
        (
            "vary: {policy: [{style: all_rounder}, all_rounder]}\n",
            "3:8: vary.policy: changes nothing: whatever else is set, every seat decides alike under all of its values",
        ),
    ],
)
def test_what_is_wrong_with_levels_and_policies_is_said_at_its_place(text: str, said: str) -> None:
    assert problems(text) == [said]


def test_everything_that_is_wrong_with_a_style_is_told_at_once_with_the_nearest_word() -> None:
    from_, feature, weight = problems("policy:\n  style:\n    from: all_roundr\n    godss: 1\n    sprint: fast\n")
    assert from_.startswith("5:5: policy.style.from: must be one of all_rounder, ")
    assert from_.endswith("; got 'all_roundr'; did you mean 'all_rounder'?")
    assert feature.startswith("6:5: policy.style.godss: unknown key; allowed: win_now, ")
    assert feature.endswith("; did you mean 'gods'?")
    assert weight.startswith("7:5: policy.style.sprint: a weight must be a number from ")


# --- axes -------------------------------------------------------------------------------------------------------------


def test_policies_as_an_axis_carry_short_texts() -> None:
    values = [
        "all_rounder",
        "random",
        {"temperature": 0.3, "blunder": 0.5},
        {"style": {"from": "all_rounder", "gods": 0, "sprint": 2}},
    ]
    found = load(asked(vary={"policy": values}))
    assert found.axes["policy"] == (
        "all_rounder",
        "random",
        "temperature 0.3, blunder 0.5",
        "all_rounder with gods 0, sprint 2",
    )
    assert [variant.policies[0][0].kind for variant in found.variants] == [
        Kind.style,
        Kind.random,
        Kind.style,
        Kind.style,
    ]


def test_a_target_finds_an_axis_of_policies_as_it_is_written_and_as_it_reads() -> None:
    values = ["random", {"temperature": 0.3}]
    for where in ({"temperature": 0.3}, "temperature 0.3"):
        target = {"metric": "rounds", "at_most": 50, "where": {"policy": where}}
        (found,) = load(asked(vary={"policy": values}, targets=[target])).targets
        assert found.where == {"policy": "temperature 0.3"}


def test_texts_that_would_read_alike_are_written_out() -> None:
    values = ["all_rounder", {"style": "all_rounder"}, "random"]
    found = load(asked(vary={"seats.1.policy": values}))
    assert found.axes["seats.1.policy"] == ("all_rounder", '{"style": "all_rounder"}', "random")


def test_a_mapping_of_rules_as_an_axis_reads_as_what_it_sets() -> None:
    tokens = [{"2": 2, "3": 3, "4": 4}, {"2": 3, "3": 3, "4": 3}]
    goods = [1, {"by": "turn_position", "values": [1, 2]}]
    found = load(asked(vary={"rules.city_tokens_to_win": tokens, "rules.start_food": goods}))
    assert found.axes == {
        "rules.city_tokens_to_win": ("2: 2, 3: 3, 4: 4", "2: 3, 3: 3, 4: 3"),
        "rules.start_food": (1, "1, 2 by turn position"),
    }


def test_by_turn_position_needs_a_value() -> None:
    (said,) = problems("rules:\n  start_food: {by: turn_position, values: []}\n")
    assert said.startswith("4:35: rules.start_food.values: must be a list")


# --- what determines the playthroughs ---------------------------------------------------------------------------------


def test_the_identity_follows_weights_and_not_what_they_are_called() -> None:
    weights = dict(styles_of(ZOAR).styles["all_rounder"].weights)
    plain = load(asked())
    same = load(asked(policy={"style": weights}))
    other = load(asked(policy={"style": {**weights, "gods": weights.get("gods", 0.0) + 1}}))
    assert same.variants[0].policies[0][0].name != plain.variants[0].policies[0][0].name
    assert same.digest == plain.digest
    assert other.digest != plain.digest


def test_the_identity_says_nothing_of_policies_where_all_play_at_random() -> None:
    by_level, by_style = load(asked(skill="random")), load(asked(policy="random"))
    assert "policies" not in by_level.identity
    assert all("policy_of" not in variant for variant in by_level.identity["variants"])
    assert by_level.digest == by_style.digest != load(asked()).digest


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"skill": "random"},
        {"skill": {"verdict": "regular", "check": ["expert"]}, "playthroughs": {"default": 10, "expert": 2}},
        {"seats": [{"skill": "expert"}, {"policy": {"style": {"gods": 1}}}], "assign": {"tribe": "all_orders"}},
        {"vary": {"policies.trader": ["random", {"temperature": 3}]}, "assign": {"tribe": "cyclic"}, "seats": 3},
        {"seats": 2, "assign": {"tribe": "random"}, "policies": {"farmer": {"blunder": 0.5}}},
    ],
)
def test_an_experiment_is_restored_with_its_policies(keys: dict[str, Any]) -> None:
    found = load(asked(**keys))
    again = restored(found)
    assert again.variants == found.variants
    assert (again.skill, again.axes, again.digest) == (found.skill, found.axes, found.digest)
    assert all(isinstance(policy, Policy) for seats in again.variants[0].policies for policy in seats)


# --- what a designer is shown -----------------------------------------------------------------------------------------


def test_a_game_tells_how_its_seats_can_decide_and_what_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    shown = CliRunner().invoke(app, ["games", "zoar"]).stdout
    known = styles_of(ZOAR)
    words = [*known.levels, *known.styles, *known.features, *ZOAR.worlds, *ZOAR.worlds["tile_set"]]
    words += [style.about for style in known.styles.values()] + [skill.about for skill in known.skills.values()]
    words += ZOAR.module("styles").MEANING.values()
    assert [word for word in words if word not in shown] == []
    assert "or a list of names" not in shown  # a seat of Zoar plays one tribe
    assert "or a list of names" in CliRunner().invoke(app, ["games", "tug_of_wargods"]).stdout


OFFERED = ("# rules:", "# vary:", "#   ", "# assign:", "# policy:", "# policies:", "# worlds:", "# skill:")


def test_every_line_of_a_new_question_about_zoar_can_be_taken_up() -> None:
    lines = CliRunner().invoke(app, ["new", "zoar"]).stdout.splitlines()
    assert [start for start in OFFERED if not any(line.startswith(start) for line in lines)] == []
    replaced = [line for line in lines if not line.startswith("skill:")]
    path = Path("q.yaml")
    path.write_text("\n".join(line[2:] if line.startswith(OFFERED) else line for line in replaced))
    found = load(path)
    assert set(found.axes) == {"seats.d.skill", "world", "skill"}
    assert found.variants[0].rules == load(asked()).variants[0].rules
