"""Tables of matchups through the public path: a question in YAML, its run, its tables, the command line, mistakes."""

import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import simlab as sl
from simlab.cli import app
from simlab.document import ConfigError
from simlab.experiment import load
from simlab.result import Result
from simlab.store import RunError

CONFIGS = Path(__file__).resolve().parents[2] / "configs" / "tug_of_wargods"
SLACK = 3  # how much longer than promised an answer may take on a busy machine
QUESTION = """\
game: tug_of_wargods
question: Which team?
analysis: matchup
method: exact
seats: [{team: all_legal}, {team: all_legal}]
"""
ONE_FACED = "rules: {budget: {max: 24, exact: true}}\n"


def asked(text: str) -> Result:
    """Answer a question."""
    Path("q.yaml").write_text(text, encoding="utf-8")
    return sl.run("q.yaml")


def wrong(text: str) -> list[str]:
    """Return everything that is wrong with a question."""
    Path("q.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load("q.yaml")
    return [str(problem).removeprefix("q.yaml:") for problem in caught.value.problems]


# --- the ledger's values ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bases", "best", "worst"), [("all_25", 0.927330, 0.003123), ("default", 0.941392, 0.003083)])
def test_every_team_against_every_team_has_the_values_of_the_ledger(bases: str, best: float, worst: float) -> None:
    result = sl.run(CONFIGS / "every_team.yaml", overrides=[f"rules.base_set={bases}"])
    found = result.matchups()
    assert (sum(found.members), len(found.labels)) == (1066, 29)
    assert found.equilibrium.weights["12,10,10"] == 1
    assert found.equilibrium.support == ("12,10,10",)
    assert found.dominated == dict.fromkeys(set(found.labels) - {"12,10,10"}, "12,10,10")
    rows = found.ranking.rows
    told = [(row["team"], round(float(str(row["estimate"])), 6), row["rank"]) for row in (rows[0], rows[-1])]
    assert told == [("12,10,10", best, 1), ("4,4,4", worst, 29)]
    assert [row["dominated_by"] for row in rows] == ["", *["12,10,10"] * 28]
    assert [row["in_support"] for row in rows] == [True, *[False] * 28]


def test_a_table_holds_every_pairing_and_both_its_shares_add_up_to_one() -> None:
    found = asked(QUESTION + ONE_FACED).matchups()
    shares = {(row["team"], row["against"]): float(str(row["estimate"])) for row in found.table}
    assert len(shares) == 25
    assert all(abs(share + shares[other, one] - 1) < 1e-12 for (one, other), share in shares.items())
    assert {row["method"] for row in found.table} == {"exact"}
    assert max(abs(share - 0.5) for share in shares.values()) == pytest.approx(0.0339, abs=5e-5)


def test_budgets_balance_the_game_where_bases_are_alike_or_the_big_one_stands_last() -> None:
    result = sl.run(CONFIGS / "budget.yaml")
    rows = result.metric("largest_gap").table.rows
    gaps = {(row["rules.budget.max"], row["bases"]): round(float(str(row["estimate"])), 4) for row in rows}
    printed = {16: 0, 18: 0, 20: 0.0350, 22: 0.0344, 24: 0.0339, 26: 0.0332, 28: 0.0326}
    assert {limit: gap for (limit, bases), gap in gaps.items() if bases == "printed"} == printed
    assert {gap for (_, bases), gap in gaps.items() if bases != "printed"} == {0}
    numbers = {row["rules.budget.max"]: row["estimate"] for row in result.metric("distinct_options").table}
    assert numbers == {16: 2, 18: 3, 20: 4, 22: 4, 24: 5, 26: 4, 28: 3}


def test_orders_of_a_column_are_worth_what_the_ledger_says() -> None:
    result = sl.run(CONFIGS / "column_order.yaml")
    where = {
        "seats.rival.team": "snarl_sobek",
        "seats.big.team": "asar+beloved_of_sobek+asar",
    }
    table = result.metric("win_share", of={"seat": "big"}, where=where).table
    shares = {row["rules.column_order"]: round(float(str(row["estimate"])), 6) for row in table}
    assert shares == {"largest_first": 0.330198, "as_listed": 0.323825, "smallest_first": 0.311737}


def test_a_table_is_as_long_as_the_edition_asks() -> None:
    result = sl.run(CONFIGS / "table_length.yaml")
    values, shares = result.distribution("max_front", variant=4)
    assert result.experiment.variants[4].keys == {"preset": "round_3"}
    beyond = [sum(share for value, share in zip(values, shares, strict=True) if value > inch) for inch in (10, 12, 14)]
    assert [round(share, 6) for share in beyond] == [0.475746, 0.101289, 0.011449]
    table = result.metric("max_front", quantile=0.99).table
    assert {row["preset"]: row["estimate"] for row in table}["round_3"] == 15


# --- what a table is made of ------------------------------------------------------------------------------------------


def test_a_list_of_options_makes_a_table_of_those_that_do_not_play_alike() -> None:
    listed = "{any_of: [greentoe, clearsky, [sebeki, asar, anubi], [satyr, satyr, satyr]]}"
    text = QUESTION.replace("all_legal", listed)
    found = asked(text).matchups()
    assert found.labels == ("10,6,6", "8,6,4", "4,4,4")  # the third listed plays like Greentoe
    assert found.members == (2, 1, 1)
    assert found.examples[0] == "greentoe" or found.examples[0].count("+") == 2
    assert round(float(found.matchups.shares[0, 1]), 6) == 0.917987


def test_targets_are_judged_and_metrics_asked_like_any_other() -> None:
    result = asked(
        QUESTION
        + ONE_FACED
        + "vary: {rules.base_set: [default, all_25]}\n"
        + "targets:\n"
        + "  - {metric: field_share, by: team, within_fair: {points: 2}}\n"
        + "  - {metric: field_share, of: {team: '12,8,4'}, at_least: 0.51}\n"
        + "  - {metric: largest_gap, at_most: 0.03}\n"
        + "  - {metric: truncated, at_most: 0.001}\n"
        + "compare:\n  - {metric: largest_gap, key: rules.base_set, against: all_25, within: [-0.01, 0.01]}\n"
    )
    said: dict[Any, list[Any]] = {}
    for row in result.verdicts():
        said.setdefault(row["target"], []).append(row["verdict"])
    assert len(said[1]) == 10
    assert set(said[1][5:]) == {"inside"}
    assert (said[2], said[3], said[4]) == (["inside", "below"], ["above", "inside"], ["inside", "inside"])
    (contrast,) = result.contrasts().rows
    assert (contrast["verdict"], round(float(str(contrast["estimate"])), 4)) == ("above", 0.0339)
    pairing = result.metric("win_share", of={"team": "12,8,4", "against": "8,8,8"}, where={"rules.base_set": "all_25"})
    assert [row["estimate"] for row in pairing.table] == [pytest.approx(0.5, abs=1e-12)]
    weights = result.metric("weight", where={"rules.base_set": "default"}).table
    assert sum(float(str(row["estimate"])) for row in weights) == pytest.approx(1, abs=1e-9)


def test_a_run_on_disk_is_opened_again_and_a_table_is_no_distribution() -> None:
    result = asked(QUESTION + ONE_FACED)
    again = sl.open_run(result.folder)
    assert again.experiment.analysis == "matchup"
    assert np.array_equal(again.matchups().matchups.shares, result.matchups().matchups.shares)
    with pytest.raises(RunError, match="has no distribution of rounds"):
        again.distribution("rounds")
    with pytest.raises(RunError, match="has no playthroughs"):
        again.rows()


def test_a_run_of_two_seats_has_no_table_of_matchups() -> None:
    result = asked("game: tug_of_wargods\nquestion: Who?\nmethod: exact\n")
    with pytest.raises(RunError, match="ask with analysis: matchup"):
        result.matchups()


def test_a_playthrough_that_is_cut_off_counts_half_to_each_and_widens_what_is_said() -> None:
    result = asked(
        QUESTION
        + "rules: {budget: {max: 24, exact: true}, max_turns: 3}\ntargets: [{metric: truncated, at_most: 0.1}]\n"
    )
    found = result.matchups()
    assert found.cut_off.max() > 0.5
    assert np.abs(found.matchups.shares + found.matchups.shares.T - 1).max() < 1e-12
    assert [row["verdict"] for row in result.verdicts()] == ["above"]


# --- the command line -------------------------------------------------------------------------------------------------


def test_the_whole_table_is_answered_in_three_seconds_by_a_process_that_never_loads_numba() -> None:
    code = f"""
import sys
from simlab.cli import app
try:
    app(["run", {str(CONFIGS / "every_team.yaml")!r}])
except SystemExit as stop:
    assert not stop.code
print("numba" in sys.modules, "scipy" in sys.modules)
"""
    begun = perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert perf_counter() - begun < 3 * SLACK
    assert done.stdout.splitlines()[-1] == "False False"
    assert "1,066 teams, of which 29 do not play alike" in done.stdout
    assert "28 of the 29 are dominated" in done.stdout
    assert "Always 12,10,10: no other choice gets more than even against it." in done.stdout


def printed(*arguments: str) -> str:
    """Return what a command prints."""
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_tables_of_matchups_and_rankings_are_written_in_every_format() -> None:
    folder = str(asked(QUESTION + ONE_FACED + "vary: {rules.base_set: [default, all_25]}\n").folder)
    pairings = json.loads(printed("table", folder, "matchups", "--format", "json"))
    assert len(pairings) == 2 * 25
    ranking = printed("table", folder, "field_share", "--where", "rules.base_set=default", "--format", "csv")
    head, first, *rest = ranking.splitlines()
    assert head.startswith("rules.base_set,team,metric,estimate")
    assert head.endswith("rank,dominated_by,weight,in_support,members,example")
    assert first.startswith("default,")
    assert len(rest) == 4
    assert "lopsided" in printed("table", folder, "lopsided")


def test_many_tables_are_told_in_a_line_each() -> None:
    shown = printed("run", str(CONFIGS / "budget.yaml"))
    assert "teams that differ" in shown
    assert "16 of 21 meet the target; those that do not:" in shown
    assert "+3.4 points" in shown


def test_what_a_table_of_matchups_tells_is_listed_with_the_game() -> None:
    shown = printed("games", "tug_of_wargods")
    assert "With analysis: matchup (each seat: all_legal, or {any_of: […]})" in shown
    assert "field_share" in shown


def test_a_question_that_is_solved_says_so_where_it_is_checked_and_forecast() -> None:
    assert "1 variant, solved exactly" in printed("check", str(CONFIGS / "every_team.yaml"))
    assert "nothing is played" in printed("run", str(CONFIGS / "every_team.yaml"), "--dry-run")


# --- mistakes ---------------------------------------------------------------------------------------------------------

HEAD = "game: tug_of_wargods\nquestion: Which?\n"
SETS = "seats: [{team: all_legal}, {team: all_legal}]\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "method: exact\nanalysis: matchup\n",
            "4:1: analysis: needs two seats that choose; give each of them team: all_legal, or team: {any_of: […]}",
        ),
        (SETS, "3:10: seats.1.team: is a set of options, which only analysis: matchup answers; name one team"),
        (
            SETS + "analysis: matchup\nmethod: simulate\n",
            "5:1: method: analysis: matchup solves every pairing; write method: exact, or list two seats to play",
        ),
        (
            "seats: [{team: all_legal}, {team: {any_of: [pull, greentoe]}}]\nanalysis: matchup\nmethod: exact\n",
            "3:29: seats.2.team: must be the same set as of the first seat: both choose from one list",
        ),
        (
            SETS + "analysis: matchup\nmethod: exact\nassign: {team: cyclic}\n",
            "6:1: assign: changes nothing: every option meets every other; leave it out",
        ),
        (
            SETS + "analysis: matchup\nmethod: exact\nvary: {seats.1.team: [pull, greentoe]}\n",
            "6:8: vary.seats.1.team: sets what a seat plays, and here the seats choose; vary the rules",
        ),
        (
            SETS + "analysis: matchup\nmethod: exact\nrules: {start_in: [7, 1]}\n",
            "6:9: rules.start_in: start_in is 7 and 1; a table of matchups needs seats that are alike",
        ),
        (
            SETS + "analysis: matchup\nmethod: exact\nrules: {budget: {max: 99, exact: true}}\n",
            "6:9: rules.budget: no team of 3 is legal: rules.budget asks for exactly 99 faces, and teams cost 12 to 32",
        ),
        (
            SETS + "analysis: matchup\nmethod: exact\ntargets: [{metric: rounds, at_most: 3}]\n",
            (
                "6:12: targets.1.metric: unknown metric 'rounds'; allowed: field_share, weight, largest_gap, lopsided, "
                "distinct_options, dominated, supported, truncated"
            ),
        ),
        (
            SETS + "analysis: matchup\nmethod: exact\ntargets: [{metric: field_share, at_most: 1}]\n",
            "6:11: targets.1: every team has its own: say whose with of: {team: …}, or by: team",
        ),
        (
            SETS + "analysis: matchup\nmethod: exact\ntargets: [{metric: dominated, quantile: 0.5, at_most: 1}]\n",
            "6:31: targets.1.quantile: a table of matchups has numbers, not playthroughs with quantiles",
        ),
        ("analysis: matchups\n" + SETS, "3:1: analysis: must be matchup; got 'matchups'; did you mean 'matchup'?"),
        (
            "method: exact\ntargets: [{metric: arrangement, at_most: 1}]\n",
            "4:12: targets.1.metric: arrangement is not solved; ask with method: simulate, or auto",
        ),
        (
            "preset: sobek\nvary: {preset: [round_3]}\n",
            "4:8: vary.preset: is given as preset: too; leave one of them out",
        ),
    ],
)
def test_a_mistake_is_named_at_its_key(text: str, found: str) -> None:
    assert found in wrong(HEAD + text)


def test_a_listed_option_is_complained_about_where_it_stands() -> None:
    text = "{team: {any_of: [greentoe, 3, greentoe]}}"
    assert wrong(HEAD + f"analysis: matchup\nmethod: exact\nseats: [{text}, {{team: all_legal}}]\n") == [
        "5:36: seats.1.team.any_of.2: must be a name, or a list of names; got 3",
        "5:39: seats.1.team.any_of.3: 'greentoe' stands twice; it is item 1 too",
        "5:53: seats.2.team: must be the same set as of the first seat: both choose from one list",
    ]
    (short,) = wrong(
        HEAD + "analysis: matchup\nmethod: exact\nseats: [{team: {any_of: [pull]}}, {team: {any_of: [pull]}}]\n"
    )[:1]
    assert "must be all_legal, or {any_of: […]} with two or more" in short
    text = "{team: {any_of: [[sebeki, sebeki, sebeki], greentoo]}}"
    found = wrong(HEAD + f"analysis: matchup\nmethod: exact\nseats: [{text}, {text}]\n")
    assert found[0].startswith("5:26: seats.1.team.any_of.1: 3 of d10 exceed its quota of 2")
    assert found[1].startswith("5:52: seats.1.team.any_of.2: unknown team 'greentoo'")
    assert found[1].endswith("did you mean 'greentoe'?")


# --- editions as an axis, and answers that cannot be solved -----------------------------------------------------------


def test_an_axis_of_editions_brings_each_editions_own_rules_and_teams() -> None:
    experiment = load({"game": "tug_of_wargods", "question": "?", "vary": {"preset": ["early_1", "round_3"]}})
    assert [variant.keys["preset"] for variant in experiment.variants] == ["early_1", "round_3"]
    assert [variant.rules.model_dump()["team_size"] for variant in experiment.variants] == [5, 3]
    assert [[chair.option for chair in variant.chairs] for variant in experiment.variants] == [
        ["snarl_5", "sons_5"],
        ["snarl_round_3", "pull"],
    ]
    assert [chair.name for chair in experiment.variants[0].chairs] == ["seat 1", "seat 2"]


def test_rules_and_seats_that_are_written_hold_in_every_edition() -> None:
    experiment = load(
        {
            "game": "tug_of_wargods",
            "question": "?",
            "rules": {"start_in": 5},
            "seats": [{"team": "greentoe"}, {"name": "other"}],
            "vary": {"preset": ["v0_65", "round_3"]},
        }
    )
    assert {variant.rules.model_dump()["start_in"] for variant in experiment.variants} == {5}
    assert [[chair.option for chair in variant.chairs] for variant in experiment.variants] == [
        ["greentoe", "clearsky"],
        ["greentoe", "pull"],
    ]


def test_an_edition_that_does_not_fit_and_one_that_is_not_there_are_named_at_the_axis() -> None:
    found = wrong(HEAD + "seats: [{team: greentoe}, {team: clearsky}]\nvary: {preset: [early_1, round_3]}\n")
    assert all("where preset is early_1" in one for one in found)
    (unknown,) = wrong(HEAD + "vary: {preset: [round_3, round_4]}\n")
    assert unknown.startswith("3:26: vary.preset.2: must be one of early_1")
    assert unknown.endswith("did you mean 'round_3'?")


HUGE = {"team_size": 5, "members_to_win": 5, "start_in": 24, "rounding": "exact_half", "twice_rearm": "fully_back"}


def test_auto_plays_what_is_too_large_to_be_solved_and_exact_says_so() -> None:
    seats = [{"team": "snarl_5"}, {"team": "sons_5"}]
    question = {"game": "tug_of_wargods", "question": "?", "seats": seats, "rules": HUGE}
    assert load({**question, "rules": {"team_size": 5}, "method": "auto"}).method == "exact"
    assert load({**question, "method": "auto"}).method == "simulate"
    result = sl.run({**question, "method": "exact"})
    with pytest.raises(RunError, match="variant 0 cannot be solved: more than"):
        result.metric("rounds")
