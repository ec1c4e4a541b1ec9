"""The JSON Schema with which editors complete a question: committed, kept by the shipped configs, refusing mistakes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from simlab import games
from simlab.document import ConfigError, parse, read
from simlab.experiment import load, schema
from simlab.forward import Game
from simlab.games import rulebook
from simlab.policies import styles

Validator = Callable[[dict[str, Any]], bool]


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """Return the schema of questions about every game that comes with the project."""
    return schema()


@pytest.fixture(scope="module")
def is_valid(whole: dict[str, Any]) -> Validator:
    """Return a function that says whether a question keeps to the schema."""
    return jsonschema.Draft202012Validator(whole).is_valid  # type: ignore[no-any-return]


def test_the_committed_schema_is_the_exported_one(whole: dict[str, Any], root: Path) -> None:
    exported = json.dumps(whole, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    assert (root / "configs" / "experiment.schema.json").read_text(encoding="utf-8") == exported


def test_it_is_a_schema_of_the_dialect_it_names(whole: dict[str, Any]) -> None:
    assert whole["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(whole)


def test_every_shipped_config_keeps_to_it(is_valid: Validator, root: Path) -> None:
    configs = sorted((root / "configs").glob("*/*.yaml"))
    assert configs
    assert [path.name for path in configs if not is_valid(read(path).data)] == []


def test_every_parameter_is_completed_with_its_words_its_default_and_its_range(whole: dict[str, Any]) -> None:
    for name in games.names():
        game = games.load(name)
        book = rulebook.load(game)
        completed = whole["$defs"][f"{name}.rules"]["properties"]
        assert list(completed) == list(game.rules.model_fields)
        defaults = book.resolve(book.default_preset, {})
        assert {key: entry["default"] for key, entry in completed.items()} == defaults
        assert all(
            entry["title"] and f"[{book.sources[key]}]" in entry["description"] for key, entry in completed.items()
        )
        presets = next(branch for branch in whole["allOf"] if branch["if"]["properties"]["game"]["const"] == name)
        forms = presets["then"]["properties"]["preset"]["anyOf"]
        assert [form["const"] for form in forms if "const" in form] == list(book.presets)


GOOD = """
game: tug_of_wargods
question: Who wins?
"""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "preset: sobek",
        "rules:",
        "rules: {start_in: [4, 2.5], budget: {max: 24}, tie_die_min: null}",
        "seats: 2",
        "seats: [{name: a, team: chomper}, {team: [sebeki, asar, asar]}]",
        "assign: {team: cyclic}",
        "playthroughs: 1e6",
        "playthroughs: 200_000",
        "vary: {preset: [round_3, v0_75]}",
        "analysis: matchup\nmethod: exact\nseats: [{team: all_legal}, {team: all_legal}]",
        "analysis: matchup\nseats: [{name: a, team: {any_of: [pull, [heru, asar, asar]]}}, {team: all_legal}]",
        "targets: [{metric: field_share, by: team, within: [0.3, 0.7]}]",
        "vary: {rules.base_set.d12: [25.5, 40], rules.die_override.sebeki: [8, 12], seats.a.team: [pull]}",
        "vary: {rules.budget.max: [20, null], rules.budget.exact: [true, false]}",
        "vary: {rules.start_in: {from: 2, to: 6, step: 0.5}, rules.base_set.d12: {from: 25, to: 40, points: 4}}",
        "vary: {zip: {rules.start_in: [2, 2, 3], rules.die_override.sebeki: {from: 6, to: 10, step: 2}}}",
        "vary: {sample: {method: sobol, points: 8, axes: {rules.start_in: [2, 4], rules.team_size: {from: 1, to: 5}}}}",
        "vary: {size: {three: {rules.team_size: 3}, five: {rules.team_size: 5, seats.1.team: snarl_5}}}",
        "targets: [{metric: ties, quantile: 0.9, at_most: 4}, {metric: win_share, by: seat, within_fair: {points: 1}}]",
    ],
)
def test_what_can_be_asked_keeps_to_it(text: str, is_valid: Validator) -> None:
    assert is_valid(parse(GOOD + text, "q.yaml").data)
    # what an editor reads as text, because its numbers have no grouping
    assert is_valid({**parse(GOOD, "q.yaml").data, "playthroughs": "200_000", "seed": "1_000"})


@pytest.mark.parametrize(
    "text",
    [
        "presets: sobek",
        "vary: {rules.start_in: {from: 2, step: 1}}",
        "vary: {rules.rounding: {from: 2, to: 3, step: 1}}",
        "vary: {zip: {rules.start_in: [2, 3]}}",
        "vary: {sample: {method: sobol, points: 8}}",
        "skill: regular",
        "worlds: {}",
        "preset: sobec",
        "rules: {start_in: 0}",
        "rules: {start_in: 4.2}",
        "rules: {start_on: 4}",
        "rules: {rounding: flor}",
        "rules: {budget: {maximum: 3}}",
        "seats: 3",
        "seats: [{name: a}]",
        "seats: [{name: a, skill: x}, {}]",
        "seats: [{team: chompr}, {}]",
        "assign: {tribe: cyclic}",
        "assign: {team: cycle}",
        "playthroughs: 0",
        "playthroughs: lots",
        "seed: -1",
        "keep_rows: 1",
        "draws: half",
        "vary: {rules.start_in: []}",
        "vary: {rules.start_in: [2, 2]}",
        "vary: {rules.start_in: [2, far]}",
        "vary: {rules.start: [2]}",
        "vary: {rules.base_set.d13: [25]}",
        "vary: {rules.die_override.sebeki: [1]}",
        "vary: {seats.a.tribe: [pull]}",
        "vary: {size: {five: {rules.teamsize: 5}}}",
        "vary: {size: {five: {rules.team_size: 9}}}",
        "vary: {size: {}}",
        "analysis: matchups",
        "seats: [{team: {any_of: [pull]}}, {}]",
        "seats: [{team: {all_of: [pull, greentoe]}}, {}]",
        "vary: {preset: [round_4]}",
        "targets: [{metric: win_shar, at_most: 1}]",
        "targets: [{metric: ties}]",
        "targets: [{metric: ties, at_most: 1, at_least: 0}]",
        "targets: [{metric: ties, quantile: 1, at_most: 1}]",
        "compare: [{metric: ties, key: rules.start_in}]",
        "compare: [{metric: tie, key: rules.start_in, against: 4}]",
        "metrics: [tie]",
        "report: {titel: x}",
        "report: {notes: {path: x}}",
    ],
)
def test_what_is_wrong_is_refused_by_it_and_by_the_loader(text: str, is_valid: Validator) -> None:
    data = parse(GOOD + text, "q.yaml").data
    assert not is_valid(data)
    with pytest.raises(ConfigError):
        load(data)


@pytest.mark.parametrize(
    "text",
    [
        "seats: [{team: [sebeki, sebeki, sebeki]}, {}]",
        "seats: [{team: [heru, typhon, asar]}, {}]",
        "rules: {members_to_win: 4}",
        "seats: [{team: all_legal}, {team: all_legal}]",
        "targets: [{metric: largest_gap, at_most: 0.1}]",
        "preset: sobek\nvary: {preset: [round_3]}",
        "rules: {column_gap_mm: 0.05}",
        "vary: {rules.tie_stack_cap: [1, 2]}",
        "vary: {seats.nobody.team: [pull]}",
        "targets: [{metric: win_share, of: {seat: nobody}, at_most: 1}]",
        "targets: [{metric: win_share, by: turn_position, at_most: 1}]",
        "targets: [{metric: ties, within: [3, 1]}]",
        "targets: [{metric: ties, at_most: 1, where: {rules.start_in: 4}}]",
        "compare: [{metric: ties, key: rules.start_in, against: 4}]",
    ],
)
def test_what_only_the_game_can_know_is_left_to_the_loader(text: str, is_valid: Validator) -> None:
    data = parse(GOOD + text, "q.yaml").data
    assert is_valid(data)
    with pytest.raises(ConfigError):
        load(data)


ZOAR = {"game": "zoar", "question": "?"}


@pytest.mark.parametrize(
    "text",
    [
        "skill: expert",
        "skill: {verdict: regular, check: [beginner, random]}",
        "skill:",
        "policy: all_rounder",
        "policy: {style: random}",
        "policy: {style: {from: all_rounder, gods: 0}, temperature: 0.5, blunder: null}",
        "policies: {trader: {candidates: 4, rollouts: 4, depth: 8}}",
        "seats: [{name: hero, skill: expert, policy: {blunder: 0.1}}, {tribe: trader}]",
        "assign: {tribe: all_orders}\nvary: {seats: [2, 3, 4]}",
        "worlds: {tile_set: [assumed_base, permuted_1, {file: mine.yaml}, {name: a, tiles: {}}], hold: in_every}",
        "worlds: {tile_set: [permuted_1], hold: {in_at_least: 0.9}}",
        "worlds:",
        "playthroughs: {default: 200_000, expert: 1e3}",
        "vary: {policy: [all_rounder, {temperature: 1}], policies.trader: [random], seats.hero.skill: [expert]}",
        "vary: {pairing: {a: {seats.hero.policy: all_rounder, seats.2.skill: random}, b: {policy: random}}}",
        "rules: {start_food: {by: turn_position, values: [1, 1, 2, 2]}}",
        "vary: {rules.start_food: [1, {by: turn_position, values: [1, 1, 2, 2]}]}",
    ],
)
def test_levels_policies_and_worlds_keep_to_it(text: str, is_valid: Validator) -> None:
    assert is_valid({**ZOAR, **parse(text, "q.yaml").data})


@pytest.mark.parametrize(
    "text",
    [
        "skill: exprt",
        "skill: {check: [expert]}",
        "skill: {verdict: regular, check: [exprt]}",
        "policy: all_round",
        "policy: {stile: all_rounder}",
        "policy: {style: {from: all_round}}",
        "policy: {style: {god: 0}}",
        "policy: {style: {gods: high}}",
        "policy: {temperature: -1}",
        "policies: {trader: all_round}",
        "seats: [{skill: exprt}, {}]",
        "seats: [{policy: {blunder: 2}}, {}]",
        "worlds: {tile_sets: [permuted_1]}",
        "worlds: {tile_set: []}",
        "worlds: {tile_set: [permuted_99]}",
        "worlds: {tile_set: [permuted_1], hold: most}",
        "worlds: {tile_set: [permuted_1], hold: {in_at_least: 0}}",
        "playthroughs: {exprt: 10}",
        "playthroughs: {expert: 0}",
        "vary: {policy: [all_round]}",
        "vary: {seats.1.skill: [exprt]}",
        "vary: {skill: {a: {rules.army_moves: 1}}}",
        "vary: {world: {a: {rules.army_moves: 1}}}",
        "rules: {start_food: {by: turn, values: [1]}}",
    ],
)
def test_wrong_levels_policies_and_worlds_are_refused_by_it_and_by_the_loader(text: str, is_valid: Validator) -> None:
    data = {**ZOAR, **parse(text, "q.yaml").data}
    assert not is_valid(data)
    with pytest.raises(ConfigError):
        load(data)


def test_levels_styles_and_features_are_completed_with_their_words(whole: dict[str, Any]) -> None:
    known = styles.load(games.load("zoar"))
    levels = {form["const"]: form["description"] for form in whole["$defs"]["zoar.skill"]["anyOf"]}
    assert list(levels) == known.levels
    assert levels["regular"] == known.skills["regular"].about
    forms = whole["$defs"]["zoar.policy"]["anyOf"]
    assert [form["const"] for form in forms if "const" in form] == ["random", *known.styles]


def test_a_game_of_another_package_is_completed_too(orchard: Game) -> None:
    is_valid = jsonschema.Draft202012Validator(schema([orchard])).is_valid
    question = {"game": "orchard", "question": "?"}
    assert is_valid({**question, "seats": 3, "vary": {"seats": [2, 3], "rules.prices.plum": [1]}})
    assert not is_valid({**question, "vary": {"seats": [2, 5]}})
    assert not is_valid({**question, "rules": {"start": [1, "x"]}})
    assert not is_valid({"game": "elsewhere", "question": "?"})
