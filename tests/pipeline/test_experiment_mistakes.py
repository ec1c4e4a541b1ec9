"""Every mistake in a question is named: all of them at once, each at its line and column, with what is allowed.

Proved on a small game of another package (``orchard/``).
"""

from pathlib import Path
from typing import Any

import pytest

from simlab.document import ConfigError
from simlab.experiment import load, metric_names
from simlab.forward import Game

pytestmark = pytest.mark.usefixtures("orchard")


def written(text: str) -> Path:
    """Write a question about the orchard to a file; the text begins at line 3."""
    path = Path("q.yaml")
    path.write_text(f"game: orchard\nquestion: Enough?\n{text}")
    return path


def wrong(text: str, **options: Any) -> list[str]:
    """Return everything that is wrong with a question about the orchard."""
    with pytest.raises(ConfigError) as caught:
        load(written(text), **options)
    return [str(problem).removeprefix("q.yaml:") for problem in caught.value.problems]


# --- everything that is wrong, at once, where it is -------------------------------------------------------------------

PARAMETERS = "apples, weather, gust, start, prices"


def test_all_mistakes_are_named_at_once_in_the_order_of_the_file(orchard: Game) -> None:
    found = wrong(
        "presett: few\n"
        "rules: {apples: 99, weather: windi, wind: 3}\n"
        "skill: regular\n"
        "worlds: {a: 1}\n"
        "seats: [{name: one, basket: small, policy: x}, {name: two, baskt: deep}]\n"
        "playthroughs: {defalt: 5}\n"
        "draws: spilt\n"
        "targets:\n"
        "  - {metric: win_shar, by: seat, at_most: 1}\n"
        "  - {metric: storm, at_mst: 1}\n"
        "report: {notes: 3}\n"
    )
    known = ", ".join(metric_names(orchard))
    assert found == [
        (
            "3:1: presett: unknown key; allowed: game, question, preset, rules, seats, assign, vary, "
            "skill, policy, policies, worlds, playthroughs, seed, keep_rows, method, analysis, draws, targets, "
            "compare, effects, metrics, report; "
            "did you mean 'preset'?"
        ),
        "4:9: rules.apples: must be a whole number from 1 to 50; got 99",
        "4:21: rules.weather: must be one of calm, windy; got 'windi'; did you mean 'windy'?",
        f"4:37: rules.wind: unknown key; allowed: {PARAMETERS}",
        "5:1: skill: must be one of random; got 'regular'",
        "6:1: worlds: everything about Orchard is known; leave it out",
        "7:36: seats.1.policy: must be one of random; got 'x'",
        "7:60: seats.2.baskt: unknown key; allowed: name, basket, skill, policy; did you mean 'basket'?",
        "8:16: playthroughs.defalt: unknown key; allowed: default, random; did you mean 'default'?",
        "9:1: draws: must be one of split, loss; got 'spilt'; did you mean 'split'?",
        f"11:6: targets.1.metric: unknown metric 'win_shar'; allowed: {known}; did you mean 'win_share'?",
        (
            "12:21: targets.2.at_mst: unknown key; allowed: metric, by, of, where, quantile, within, "
            "within_fair, at_most, at_least, extreme; did you mean 'at_most'?"
        ),
        "13:10: report.notes: must be text, or a mapping (key: value) with keys file; got 3",
    ]


VARY = "vary: {rules.apples: [9, 12], seats.2.basket: [wide, deep]}\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("preset: fw\n", "3:1: preset: must be one of printed, few, late, bare; got 'fw'; did you mean 'few'?"),
        ("rules: {start: [1]}\n", "3:9: rules.start.2: is missing; it must be a whole number"),
        ("rules: {prices: {red: x}}\n", "3:18: rules.prices.red: must be a whole number; got 'x'"),
        ("seats: 5\n", "3:1: seats: Orchard has 2 to 4 seats; got 5"),
        ("seats: 4\n", "3:1: seats: the preset fills 3 seats; list the seats to have 4"),
        ("seats: [{name: a}, {name: a}]\n", "3:21: seats.2.name: two seats are called 'a'"),
        ("seats: [{}, {basket: 3}]\n", "3:14: seats.2.basket: must be a name, or a list of names; got 3"),
        ("seats: [{}, {}, {}, {}]\n", "3:21: seats.4: has no basket, and the preset fills 3 seats only"),
        ("seats: [{}, {basket: dep}]\n", "3:14: seats.2.basket: unknown basket 'dep'"),
        ("seats: [{}, {basket: [deep, dep]}]\n", "3:29: seats.2.basket.2: unknown basket 'dep'"),
        ("assign: {baskets: fixed}\n", "3:10: assign.baskets: unknown key; allowed: basket; did you mean 'basket'?"),
        (
            "assign: {basket: fix}\n",
            "3:10: assign.basket: must be one of fixed, random, cyclic, all_orders; got 'fix'; did you mean 'fixed'?",
        ),
        ("vary: {rules.apples: 3}\n", "3:8: vary.rules.apples: must be a list, or a mapping (key: value); got 3"),
        ("vary: {rules.apples: []}\n", "3:8: vary.rules.apples: has no values; an axis needs at least one"),
        ("vary: {rules.apples: [9, 9.0]}\n", "3:26: vary.rules.apples.2: 9.0 stands twice; it is item 1 too"),
        ("vary: {rules.apples: [9, 51]}\n", "3:26: vary.rules.apples.2: must be a whole number from 1 to 50; got 51"),
        (
            "vary: {rules.apple: [9]}\n",
            f"3:8: vary.rules.apple: rules has no key 'apple'; allowed: {PARAMETERS}; did you mean 'apples'?",
        ),
        ("vary: {rules.apples.x: [9]}\n", "3:8: vary.rules.apples.x: rules.apples has no key 'x'"),
        (
            "vary: {apples: [9]}\n",
            (
                "3:8: vary.apples: is no path of an axis; allowed: preset, rules.<parameter>, rules.<parameter>.<key>, "
                "seats.<name or number>.basket, .skill or .policy, policy, policies.<basket>; "
                "did you mean 'rules.apples'?"
            ),
        ),
        (
            "seats: [{name: one}, {}]\nvary: {seats.on.basket: [deep]}\n",
            "4:8: vary.seats.on.basket: no seat 'on'; allowed: one, 1, 2; did you mean 'one'?",
        ),
        (
            "vary: {seats.1.name: [deep]}\n",
            (
                "3:8: vary.seats.1.name: of a seat only its basket or skill or policy can vary, as in seats.1.basket; "
                "got 'name'"
            ),
        ),
        (
            "seats: [{}, {}]\nvary: {seats: [2]}\n",
            "4:8: vary.seats: the seats are listed; to vary their number give a number, as in `seats: 3`",
        ),
        ("vary: {seats: [2, 4]}\n", "3:19: vary.seats.2: 4 are asked for, and the preset printed fills 3"),
        (
            "vary: {rules.prices: [flat], rules.prices.red: [1]}\n",
            "3:30: vary.rules.prices.red: sets what the axis rules.prices sets too; keep one of them",
        ),
        (
            "rules: {prices: flat}\nvary: {rules.prices.red: [1, 2]}\n",
            (
                "4:27: vary.rules.prices.red.1: would replace rules.prices, which this file sets to 'flat'; vary "
                "rules.prices instead"
            ),
        ),
        (
            "vary: {Size: {a: {rules.apples: 9}}}\n",
            (
                "3:8: vary.Size: named cases need a word of their own for the axis: small letters, digits and _; "
                "or give a list of values"
            ),
        ),
        (
            "vary: {size: {a: {rules.aples: 9}}}\n",
            f"3:19: vary.size.a.rules.aples: rules has no key 'aples'; allowed: {PARAMETERS}; did you mean 'apples'?",
        ),
        ("vary: {size: {}}\n", "3:8: vary.size: has no values; an axis needs at least one"),
        ("vary: {rules.apples: [9, 3]}\n", "3:26: vary.rules.apples.2: 3 apples are too few for 3"),
        (
            "vary: {rules.gust: [0.1, 0.2]}\n",
            (
                "3:8: vary.rules.gust: changes nothing: whatever else is set, the game packs all of its values "
                "into the same rules"
            ),
        ),
        ("seed: -1\n", "3:1: seed: must be a whole number from 0 to 9,223,372,036,854,775,807; got -1"),
        ("seed: 1.5\n", "3:1: seed: must be a whole number from 0 to 9,223,372,036,854,775,807; got 1.5"),
        (
            "playthroughs: 6e11\nvary: {rules.apples: [9, 10]}\n",
            "3:1: playthroughs: 2 variants make 1,200,000,000,000 playthroughs, at most 1,000,000,000,000",
        ),
        (
            f"vary: {{rules.start: {list(range(101))}, rules.gust: {[n / 100 for n in range(100)]}}}\n",
            "3:1: vary: makes 10,100 variants (101 × 100), at most 10,000",
        ),
        ("metrics: [roundz]\n", None),
        ("keep_rows: yes\n", "3:1: keep_rows: must be true or false; got 'yes'"),
    ],
)
def test_a_mistake_is_named_at_its_key_with_what_is_allowed(text: str, found: str | None) -> None:
    problems = wrong(text)
    assert problems == [found] if found else problems[0].endswith("did you mean 'rounds'?")


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (
            "{metric: win_share, by: seat}",
            "4:5: targets.1: needs exactly one of within, within_fair, at_most, at_least; got none",
        ),
        (
            "{metric: win_share, by: seat, at_most: 1, at_least: 0}",
            (
                "4:47: targets.1.at_least: needs exactly one of within, within_fair, at_most, at_least; got "
                "at_most and at_least"
            ),
        ),
        (
            "{metric: win_share, by: seat, within: [0.6, 0.4]}",
            "4:35: targets.1.within: is upside down: write [lower, upper]; got [0.6, 0.4]",
        ),
        (
            "{metric: weight, within: [2, 2]}",
            "4:22: targets.1.within: has no room: write [lower, upper]; got [2.0, 2.0]",
        ),
        (
            "{metric: win_share, by: seat, within: [45, 55]}",
            "4:35: targets.1.within: win_share is a share from 0 to 1; got 45.0, 55.0",
        ),
        (
            "{metric: win_share, at_most: 1}",
            (
                "4:5: targets.1: every seat has its own: say whose with of: {seat: …}, or by: seat or basket or "
                "turn_position"
            ),
        ),
        (
            "{metric: win_share, by: baskt, at_most: 1}",
            (
                "4:25: targets.1.by: must be one of seat, basket, turn_position, rules.apples, seats.2.basket; "
                "got 'baskt'; did you mean 'basket'?"
            ),
        ),
        (
            "{metric: weight, by: seat, at_most: 1}",
            (
                "4:22: targets.1.by: weight is one number for the whole table; name an axis (rules.apples, "
                "seats.2.basket) or leave it out"
            ),
        ),
        (
            "{metric: win_share, of: {seat: smal}, at_most: 1}",
            "4:30: targets.1.of.seat: must be one of small, seat 2, deep; got 'smal'; did you mean 'small'?",
        ),
        (
            "{metric: win_share, of: {basket: large}, at_most: 1}",
            "4:30: targets.1.of.basket: must be one of small, wide, deep; got 'large'",
        ),
        (
            "{metric: win_share, of: {turn_position: 5}, at_most: 1}",
            "4:30: targets.1.of.turn_position: must be a whole number from 1 to 4; got 5",
        ),
        (
            "{metric: win_share, of: {seat: small, basket: deep}, at_most: 1}",
            "4:25: targets.1.of: names more than one; choose among seat, basket, turn_position",
        ),
        (
            "{metric: win_share, of: {seat: small}, by: seat, at_most: 1}",
            "4:30: targets.1.of.seat: by: seat asks it of each already; leave one of them out",
        ),
        (
            "{metric: win_share, of: winner, at_most: 1}",
            "4:25: targets.1.of: the winner's is asked of a column with one value per seat",
        ),
        ("{metric: weight, of: {seat: small}, at_most: 1}", "4:27: targets.1.of.seat: unknown key; allowed: none"),
        (
            "{metric: victory_kind, at_most: 1}",
            "4:5: targets.1: needs of: {value: …}, the one whose share is asked: most, all_gone",
        ),
        (
            "{metric: victory_kind, of: {value: al_gone}, at_most: 1}",
            "4:33: targets.1.of.value: must be one of most, all_gone; got 'al_gone'; did you mean 'all_gone'?",
        ),
        (
            "{metric: storm, quantile: 0.5, at_most: 1}",
            "4:21: targets.1.quantile: storm is a share; only a count or a measure has quantiles",
        ),
        (
            "{metric: weight, quantile: 1, at_most: 1}",
            "4:22: targets.1.quantile: must be a number above 0 and below 1; got 1",
        ),
        (
            "{metric: weight, within_fair: {points: 2}}",
            "4:22: targets.1.within_fair: only win_share has a fair value; give within: [lower, upper]",
        ),
        (
            "{metric: weight, at_most: 1, where: {rules.aples: 9}}",
            (
                "4:42: targets.1.where.rules.aples: must be an axis of vary: rules.apples, seats.2.basket; got "
                "'rules.aples'; did you mean 'rules.apples'?"
            ),
        ),
        (
            "{metric: weight, at_most: 1, where: {rules.apples: 10}}",
            "4:42: targets.1.where.rules.apples: must be a value of the axis rules.apples: 9, 12; got 10",
        ),
    ],
)
def test_a_target_that_cannot_be_asked_is_named(entry: str, found: str) -> None:
    assert wrong(f"targets:\n  - {entry}\n{VARY}") == [found]


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (
            "{metric: weight, key: rules.aples, against: 9}",
            (
                "4:22: compare.1.key: must be an axis of vary: rules.apples, seats.2.basket; got 'rules.aples'; "
                "did you mean 'rules.apples'?"
            ),
        ),
        (
            "{metric: weight, key: rules.apples, against: 10}",
            "4:41: compare.1.against: must be a value of the axis rules.apples: 9, 12; got 10",
        ),
        ("{metric: weight, key: rules.apples}", "4:5: compare.1.against: is missing; it must be a value"),
        (
            "{metric: weight, key: rules.apples, against: 9, within: [1, 0]}",
            "4:53: compare.1.within: is upside down: write [lower, upper]; got [1.0, 0.0]",
        ),
        (
            "{metric: weight, key: rules.apples, against: 9, where: {rules.apples: 9}}",
            "4:61: compare.1.where.rules.apples: is the axis that is compared; it cannot be held still",
        ),
        (
            "{metric: win_share, key: rules.apples, against: 9}",
            (
                "4:5: compare.1: every seat has its own: say whose with of: {seat: …}, or by: seat or basket or "
                "turn_position"
            ),
        ),
    ],
)
def test_a_comparison_that_cannot_be_made_is_named(entry: str, found: str) -> None:
    assert wrong(f"compare:\n  - {entry}\n{VARY}") == [found]


def test_an_axis_of_one_value_is_allowed_but_cannot_be_compared() -> None:
    assert load(written("vary: {rules.apples: [9]}\n")).axes == {"rules.apples": (9,)}
    found = wrong("vary: {rules.apples: [9]}\ncompare:\n  - {metric: weight, key: rules.apples, against: 9}\n")
    assert found == ["5:22: compare.1.key: the axis rules.apples has one value only: there is nothing to compare"]


def test_a_mistake_in_an_axis_is_not_complained_of_again_by_those_who_use_it() -> None:
    found = wrong(
        "vary: {rules.apples: [9, 9]}\n"
        "targets: [{metric: weight, at_most: 1, where: {rules.apples: 9}, by: rules.apples}]\n"
        "compare: [{metric: weight, key: rules.apples, against: 9}]\n"
    )
    assert found == ["3:26: vary.rules.apples.2: 9 stands twice; it is item 1 too"]


def test_an_axis_that_matters_for_some_setting_of_the_others_is_alive() -> None:
    found = load(written("vary: {rules.weather: [calm, windy], rules.gust: [0.1, 0.2]}\n"))
    assert len(found.variants) == 4


def test_the_game_is_asked_about_every_variant_and_each_complaint_is_made_once() -> None:
    found = wrong(
        "rules: {prices: {pear: 1}}\n"
        "vary:\n"
        "  seats: [2, 3]\n"
        "  rules.prices.red: [1, 2, 3]\n"
        "  seats.1.basket: [small, [deep, dep]]\n"
    )
    assert found == [
        "3:18: rules.prices.pear: pears are no apples",
        "7:34: vary.seats.1.basket.2.2: unknown basket 'dep'",
    ]


def test_a_complaint_that_holds_in_some_variants_says_in_which() -> None:
    found = wrong("rules: {apples: 5}\nvary: {seats: [2, 3], rules.start: [0, 1]}\n")
    assert found == ["3:9: rules.apples: 5 apples are too few for 3 (in 2 of 4 variants, where seats is 3)"]
    found = wrong("vary: {seats: [2, 3], rules.apples: [3, 5, 6]}\n")
    assert found == [
        "3:38: vary.rules.apples.1: 3 apples are too few for 2 (in 1 of 2 variants, where seats is 2)",
        "3:38: vary.rules.apples.1: 3 apples are too few for 3 (in 1 of 2 variants, where seats is 3)",
        "3:41: vary.rules.apples.2: 5 apples are too few for 3 (in 1 of 2 variants, where seats is 3)",
    ]


def test_what_an_axis_sets_replaces_what_the_question_sets() -> None:
    assert wrong("rules: {prices: {pear: 1}}\nvary: {rules.prices: [{pear: 1}, flat]}\n") == [
        "4:24: vary.rules.prices.1.pear: pears are no apples"
    ]


def test_a_complaint_about_what_the_file_does_not_say_points_at_what_it_says_instead() -> None:
    assert wrong("preset: few\nseats: [{}, {basket: small}]\nvary: {rules.prices: [{pear: 4}]}\n") == [
        "5:24: vary.rules.prices.1.pear: pears are no apples"
    ]
    assert wrong("preset: few\nvary: {rules.prices.pear: [4]}\n") == [
        "4:28: vary.rules.prices.pear.1: pears are no apples"
    ]
    assert wrong("preset: bare\n") == ["3:1: rules.apples: 3 apples are too few for 2"]
    assert wrong("preset: bare\nrules: {start: 1}\n") == ["4:1: rules.apples: 3 apples are too few for 2"]
    assert wrong("preset: bare\n", overrides=["rules.apples=2"]) == [
        "--set rules.apples=2: rules.apples: 2 apples are too few for 2"
    ]


def test_an_unknown_game_is_named_beside_what_else_can_be_seen() -> None:
    Path("q.yaml").write_text("game: orchrd\nquestion: ''\nseed: x\n")
    with pytest.raises(ConfigError) as caught:
        load("q.yaml")
    first, second, third = (str(problem) for problem in caught.value.problems)
    assert first.startswith("q.yaml:1:1: game: must be one of ")
    assert first.endswith("got 'orchrd'; did you mean 'orchard'?")
    assert second == "q.yaml:2:1: question: must be text; got ''"
    assert third.startswith("q.yaml:3:1: seed: must be a whole number")


@pytest.mark.parametrize("name", ["../document", "os", "", "a/b", "rulebook"])
def test_the_name_of_a_game_reaches_neither_the_file_system_nor_the_import_system(name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load({"game": name, "question": "?"})
    assert caught.value.problems[0].key == "game"


def test_options_of_the_command_line_are_checked_too() -> None:
    found = wrong("", overrides=["rules.apples=0", "x", "vary.rules.start=[0, x]"], seed=-1, limit=0)
    assert found == [
        "--limit: must be at least 1; got 0",
        "--set rules.apples=0: rules.apples: must be a whole number from 1 to 50; got 0",
        "--set seed=-1: seed: must be a whole number from 0 to 9,223,372,036,854,775,807; got -1",
        (
            "--set vary.rules.start=[0, x]: vary.rules.start.2: must be a whole number of at least 0, or a list "
            "of 2: each a whole number; got 'x'"
        ),
        "--set x: must read KEY=VALUE, with KEY as in rules.start_in",
    ]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"seats": [{"basket": "small"}] * 3}, "3 seats have 6 orders, at most 5; use cyclic"),
        ({"seats": 2, "preset": "few", "vary": {"seats": [2]}}, None),
        ({"vary": {"seats": [2, 3]}}, "3 seats have 6 orders, at most 5; use cyclic"),
        ({"vary": {"table": {"a": {"seats": 3}}}}, "3 seats have 6 orders, at most 5; use cyclic"),
        ({"vary": {"preset": ["few", "printed"]}}, "3 seats have 6 orders, at most 5; use cyclic"),
    ],
)
def test_orders_are_counted_before_they_are_written_out(
    keys: dict[str, Any], said: str | None, orchard: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simlab.experiment.loading.MOST_ARRANGEMENTS", 5)
    question = {"game": orchard.name, "question": "x", "assign": {"basket": "random"}, "playthroughs": 10, **keys}
    if said is None:
        load(question)
        return
    with pytest.raises(ConfigError) as caught:
        load(question)
    assert [(one.key, one.message) for one in caught.value.problems if one.key == "assign.basket"] == [
        ("assign.basket", said)
    ]
