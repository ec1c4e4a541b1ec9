"""The shipped questions: each loads, is made for an editor, and asks what its ledger asks."""

from dataclasses import asdict
from pathlib import Path

import pytest

from simlab.experiment import Experiment, load
from simlab.experiment.axes import canonical

FOLDER = Path(__file__).resolve().parents[2] / "configs"
CONFIGS = sorted(FOLDER.glob("*/*.yaml"))
MOST_PLAYTHROUGHS = 20_000_000  # some ten seconds on one core


@pytest.fixture(params=CONFIGS, ids=[path.stem for path in CONFIGS])
def config(request: pytest.FixtureRequest) -> Path:
    """Return one shipped config after the other."""
    path: Path = request.param
    return path


def shipped(name: str) -> Experiment:
    """Load a shipped question about Tug of WarGods."""
    return load(FOLDER / "tug_of_wargods" / f"{name}.yaml")


def test_every_config_names_the_schema_for_editors_in_its_first_line(config: Path) -> None:
    first = config.read_text(encoding="utf-8").partition("\n")[0]
    assert first == "# yaml-language-server: $schema=../experiment.schema.json"
    assert (config.parent / "../experiment.schema.json").is_file()


def test_every_config_asks_in_a_sentence_has_a_target_and_is_played_in_seconds(config: Path) -> None:
    found = load(config)
    assert found.question.endswith("?")
    assert found.game.name == config.parent.name
    assert found.targets
    assert any(target.metric == "truncated" for target in found.targets)  # a cap must not bend the answer unseen
    if found.method == "simulate":
        assert sum(variant.playthroughs for variant in found.variants) <= MOST_PLAYTHROUGHS


def test_every_config_explains_itself_to_who_edits_it(config: Path) -> None:
    comments = [line for line in config.read_text(encoding="utf-8").splitlines() if "#" in line]
    assert len(comments) >= 8


def test_no_two_variants_of_a_config_ask_the_same(config: Path) -> None:
    found = load(config)
    asked = [
        canonical(
            [
                variant.rules.model_dump(mode="json"),
                [chair.option for chair in variant.chairs],
                [[asdict(policy) for policy in seats] for seats in variant.policies[:1]],
                dict(variant.world),
            ]
        )
        for variant in found.variants
    ]
    assert len(set(asked)) == len(asked)


# --- the balance questions of the ledger ------------------------------------------------------------------------------


def test_question_1_holds_every_die_on_both_bases_against_a_d10_before_three_rivals() -> None:
    found = shipped("beloved_die")
    die, base, rival = found.axes
    assert (die, base, rival) == ("rules.die_override.beloved_of_sobek", "rules.base_set.d12", "seats.rival.team")
    assert found.axes[die] == (6, 8, 10, 12, 20)
    assert found.axes[base] == (25, 40)
    contrasts = {
        contrast.where[rival]: contrast for contrast in found.compare if contrast.key == die and contrast.where
    }
    assert set(contrasts) == set(found.axes[rival])
    assert all(contrast.against == 10 and contrast.within is not None for contrast in contrasts.values())


def test_question_1_meets_a_weaker_an_equal_and_a_stronger_rival_and_the_authors_own() -> None:
    from simlab.games.tug_of_wargods import roster

    found = shipped("beloved_die")
    level = next(v for v in found.variants if v.keys["rules.die_override.beloved_of_sobek"] == 10)
    faces = {}
    for variant in found.variants:
        team = variant.chairs[1]
        faces[team.label] = [member.sides for member in roster.members(level.rules, team.option)]  # type: ignore[arg-type]
    own = [member.sides for member in roster.members(level.rules, level.chairs[0].option)]  # type: ignore[arg-type]
    assert own == [10, 6, 6]
    assert faces["snarl_sobek"] == [10, 10, 6]
    assert sorted((sum(dice) > sum(own)) - (sum(dice) < sum(own)) for dice in faces.values()) == [-1, 0, 1]
    authors = next(target for target in found.targets if (target.where or {}).get("seats.rival.team") == "snarl_sobek")
    assert authors.within == (0.45, 0.55)


def test_question_4_compares_the_five_roundings() -> None:
    found = shipped("rounding")
    assert set(found.axes["rules.rounding"]) == {"floor", "floor_min1", "exact_half", "half_then_floor", "ceil"}
    shift = next(contrast for contrast in found.compare if contrast.metric == "win_share")
    assert (shift.key, shift.within) == ("rules.rounding", (-0.01, 0.01))
    assert {"rounds", "half_moves"} <= set(found.metrics)


def test_question_5_crosses_team_size_start_and_members_to_win() -> None:
    found = shipped("team_size_and_start")
    asked = {
        (variant.rules.model_dump()["team_size"], variant.keys["rules.start_in"], variant.keys["rules.members_to_win"])
        for variant in found.variants
    }
    assert asked == {(size, start, members) for size in (3, 5) for start in (2, 3, 4, 5, 6) for members in (1, 2, 3)}
    bands = {(target.metric, target.quantile): target.band(0.5) for target in found.targets}
    assert bands["rounds", 0.5] == (4, 8)
    assert bands["one_turn", None] == (None, 0.03)


def test_question_6_differs_in_nothing_but_the_base_in_front() -> None:
    from simlab.games.tug_of_wargods import roster

    found = shipped("base_sizes")
    assert set(found.axes["rules.crossing"]) == {"complete", "centre", "edge"}
    for variant in found.variants:
        wide, usual = (roster.members(variant.rules, chair.option) for chair in variant.chairs)  # type: ignore[arg-type]
        assert [member.sides for member in wide] == [member.sides for member in usual]
        assert wide[0].base_mm == variant.keys["rules.base_set.d12"]
        assert [member.base_mm for member in (*wide[1:], *usual)] == [25] * 5


def test_question_8_is_asked_of_teams_of_equal_mean() -> None:
    from simlab.games.tug_of_wargods import roster

    found = shipped("tie_rule")
    assert {variant.rules.model_dump()["tie_rule"] for variant in found.variants} == {"total", "per_die", "off"}
    sizes = set()
    for variant in found.variants:
        teams = [roster.members(variant.rules, chair.option) for chair in variant.chairs]  # type: ignore[arg-type]
        means = [sum(member.sides + 1 for member in team) / 2 for team in teams]
        assert means[0] == means[1]
        sizes.add(tuple(map(len, teams)))
    assert sizes == {(3, 3), (5, 3)}


def test_question_2_lets_every_legal_team_meet_every_other() -> None:
    found = shipped("every_team")
    assert (found.analysis, found.method) == ("matchup", "exact")
    assert [chair.option for chair in found.variants[0].chairs] == ["all_legal", "all_legal"]
    bands = {target.metric: target.band(0.5) for target in found.targets}
    assert bands["field_share"] == (0.35, 0.65)


def test_question_3_tries_exact_budgets_on_every_way_to_stand() -> None:
    found = shipped("budget")
    assert found.analysis == "matchup"
    assert {variant.rules.model_dump()["budget"]["exact"] for variant in found.variants} == {True}
    assert found.axes["rules.budget.max"] == (16, 18, 20, 22, 24, 26, 28)
    bands = {target.metric: target.band(0.5) for target in found.targets}
    assert bands["largest_gap"] == (None, 0.03)


def test_question_7_puts_the_wide_base_in_front_in_the_middle_and_last() -> None:
    from simlab.games.tug_of_wargods import roster

    found = shipped("column_order")
    places = {"largest_first": 0, "as_listed": 1, "smallest_first": 2}
    for variant in found.variants:
        wide, usual = (roster.members(variant.rules, chair.option) for chair in variant.chairs)  # type: ignore[arg-type]
        place = places[str(variant.keys["rules.column_order"])]
        assert [member.base_mm for member in wide] == [40 if place == seat else 25 for seat in range(3)]
        assert {member.base_mm for member in usual} == {25}
    (shift,) = (contrast for contrast in found.compare if contrast.metric == "win_share")
    assert shift.within == (-0.02, 0.02)


def test_question_9_asks_every_edition_for_the_table_that_holds_99_of_100_games() -> None:
    from simlab.games import rulebook

    found = shipped("table_length")
    assert found.axes["preset"] == tuple(rulebook.load(found.game).presets)
    assert ("max_front", 0.99) in {(target.metric, target.quantile) for target in found.targets}


def test_question_10_has_a_pair_within_five_points_of_even() -> None:
    found = shipped("how_many_games")
    (target,) = (target for target in found.targets if target.metric == "win_share")
    assert target.within_fair == 5
    assert set(found.axes["pair"]) >= {"base_of_40_mm", "round_3"}
