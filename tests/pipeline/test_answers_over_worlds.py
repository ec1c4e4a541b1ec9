"""A question in several worlds and at several skill levels: its verdicts, contrasts, tables, pictures and report.

Summit (``tests/conformance/outside/summit``) has no unknown data, so the height of the hill stands in for it: the axis
of a question is renamed to be its worlds.
"""

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from matplotlib.axes import Axes
from typer.testing import CliRunner

from simlab import report
from simlab.cli import app, verdicts
from simlab.experiment import Experiment, Worlds, load
from simlab.experiment.record import digest_of, identity_of, resolved_of
from simlab.report import caveats, players
from simlab.report.labels import Labels
from simlab.report.page import page
from simlab.result import Result, run
from simlab.stats.intervals import simultaneous

pytestmark = pytest.mark.usefixtures("summit")

QUESTION: dict[str, Any] = {
    "game": "summit",
    "question": "Does going last pay on any hill?",
    "preset": "three",
    "rules": {"late_start": 1},
    "vary": {"seats": [2, 3], "rules.top": [12, 20, 28]},
    "assign": {"gear": "all_orders"},
    "skill": {"verdict": "regular", "check": ["beginner", "random"]},
    "playthroughs": 1_200,
    "seed": 5,
    "targets": [
        {"metric": "win_share", "by": "turn_position", "within_fair": {"points": 8}},
        {"metric": "rounds", "at_most": 6.5},
        {"metric": "truncated", "at_most": 0.01, "where": {"seats": 2}},
    ],
    "compare": [
        {"metric": "rounds", "key": "seats", "against": 2, "within": [-2, 2]},
        {"metric": "win_share", "of": {"turn_position": 1}, "key": "seats", "against": 2},
    ],
    "metrics": ["slips", "rounds"],
}
NAMED = [{"name": "left", "gear": "rope"}, {"name": "middle", "gear": "boots"}, {"name": "right", "gear": "rope"}]
HILLS = ("low", "middling", "high")
LEVELS = ("regular", "beginner", "random")


def in_worlds(question: Mapping[str, Any], hold: float = 1.0, axis: str = "rules.top") -> Experiment:
    """Load a question and make one of its axes its worlds."""
    plain = load(question)
    label = dict(zip(plain.axes[axis], HILLS, strict=True))

    def renamed(keys: Mapping[str, Any]) -> dict[str, Any]:
        return {
            ("world" if path == axis else path): label[value] if path == axis else value for path, value in keys.items()
        }

    variants = tuple(replace(variant, keys=renamed(variant.keys)) for variant in plain.variants)
    axes = {
        ("world" if path == axis else path): HILLS if path == axis else values for path, values in plain.axes.items()
    }
    made = replace(plain, axes=axes, variants=variants, worlds=Worlds(HILLS, hold))
    identity = identity_of(made)
    return replace(made, resolved=resolved_of(made), identity=identity, digest=digest_of(identity))


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Play 2 tables × 3 hills × 3 levels."""
    return run(in_worlds(QUESTION), root=tmp_path_factory.mktemp("hills"))


def rows(table: Any, **wanted: Any) -> list[dict[str, Any]]:
    """Return the rows of a table that have these cells."""
    return [row for row in table if all(row[key] == value for key, value in wanted.items())]


# --- verdicts ---------------------------------------------------------------------------------------------------------


def test_world_and_skill_are_keys_after_the_design(result: Result) -> None:
    assert list(result.experiment.axes) == ["seats", "world", "skill"]
    assert result.verdicts().keys == ("target", "seats", "world", "skill", "whose")
    assert result.contrasts().keys == ("comparison", "seats", "world", "skill", "against", "whose")
    assert result.metric("rounds").table.keys == ("seats", "world", "skill")


def test_only_the_level_of_the_verdict_is_judged_and_every_level_is_a_family_of_its_own(result: Result) -> None:
    found = rows(result.verdicts(), target=1)
    assert len(found) == (2 + 3) * 3 * 3
    assert {(row["skill"], row["role"]) for row in found} == {
        ("regular", "verdict"),
        ("beginner", "check"),
        ("random", "check"),
    }
    assert {row["family"] for row in found} == {(2 + 3) * 3}
    assert {row["family"] for row in rows(result.contrasts(), comparison=1)} == {3}


def test_a_target_of_a_stated_level_is_judged_there(tmp_path: Path) -> None:
    target = {"metric": "rounds", "at_most": 60, "where": {"skill": "beginner"}}
    by_level = {"metric": "rounds", "at_most": 60, "by": "skill"}
    question = {**QUESTION, "playthroughs": 60, "targets": [target, by_level], "compare": [], "metrics": []}
    found = run(in_worlds(question), root=tmp_path)
    assert {row["role"] for row in found.verdicts()} == {"verdict"}
    concluded = found.conclusions()
    assert [(row["target"], row["skill"]) for row in concluded] == [(1, "beginner")] * 2 + [
        (2, level) for level in LEVELS
    ]
    assert all("checks" not in row for row in concluded)


def test_tables_never_average_over_worlds_or_levels(result: Result) -> None:
    for by in ("seats", ["seats", "turn_position"], "skill"):
        table = result.metric("win_share" if "turn_position" in by else "rounds", by=by).table
        assert {row["world"] for row in table} == set(HILLS)
        assert {row["skill"] for row in table} == set(LEVELS)
    means = result.metric("rounds", by="skill", where={"world": "low"}).table
    assert len(means) == 3
    assert all("mean over 2 variants" in str(row["method"]) for row in means), "the design is averaged over"


def test_contrasts_are_between_tables_in_the_same_world_at_the_same_level(result: Result) -> None:
    found = rows(result.contrasts(), comparison=1)
    assert [(row["world"], row["skill"]) for row in found] == [(hill, level) for level in LEVELS for hill in HILLS]
    means = {
        (row["seats"], row["world"], row["skill"]): float(str(row["estimate"])) for row in result.metric("rounds").table
    }
    for row in found:
        here = (row["world"], row["skill"])
        assert row["estimate"] == pytest.approx(means[3, *here] - means[2, *here])


# --- worlds and levels ------------------------------------------------------------------------------------------------


def test_worlds_say_in_how_many_a_verdict_holds_and_which_is_the_worst(result: Result) -> None:
    table = result.worlds()
    assert table.keys == ("target", "seats", "skill", "whose")
    for row in table:
        behind = rows(result.verdicts(), **{key: row[key] for key in table.keys})
        assert [one["world"] for one in behind] == list(HILLS)
        assert row["holds_in"] == [one["verdict"] for one in behind].count("inside")
        assert (row["worlds"], row["must_hold_in"]) == (3, 3)
        estimates = [one["estimate"] for one in behind]
        assert (row["least"], row["most"]) == (min(estimates), max(estimates))
        (worst,) = [one for one in behind if one["world"] == row["worst"]]
        assert (row["estimate"], row["lo"], row["hi"]) == (worst["estimate"], worst["lo"], worst["hi"])
        assert row["verdict"] == ("inside" if row["holds_in"] == 3 else worst["verdict"])
    assert {0, 3} <= {row["holds_in"] for row in table}, "some hold and some do not"


def test_skills_say_whether_a_verdict_survives(result: Result) -> None:
    table = result.skills()
    told = {(row["target"], row["seats"], row["whose"], row["skill"]): row for row in table}
    assert len(told) == len(table) == len(result.worlds())
    survived = set()
    for (target, seats, whose, level), row in told.items():
        asked = told[target, seats, whose, "regular"]["verdict"]
        if level == "regular":
            assert (row["role"], row["survives"]) == ("verdict", "")
        elif "undecided" in {asked, row["verdict"]}:
            assert row["survives"] == "undecided"
        else:
            assert row["survives"] == ("yes" if row["verdict"] == asked else "no")
        survived.add(row["survives"])
    assert {"yes", "no"} <= survived, "some survive and some do not"


def test_conclusions_are_the_level_of_the_verdict_with_the_others_beside_it(result: Result) -> None:
    asked = rows(result.worlds(), skill="regular")
    for row, world in zip(result.conclusions(), asked, strict=True):
        assert {key: row[key] for key in ("whose", "verdict", "worst", "estimate")} == {
            key: world[key] for key in ("whose", "verdict", "worst", "estimate")
        }
        others = rows(result.worlds(), target=row["target"], seats=row["seats"], whose=row["whose"])
        said = "; ".join(f"{one['skill']} {one['verdict']}" for one in others if one["skill"] != "regular")
        assert row["checks"] == said
    assert not {"world", "skill", "role", "survives"} & set(result.conclusions().columns)
    assert result.is_met == all(row["verdict"] == "inside" for row in result.conclusions())


def test_comparisons_conclude_too_and_one_without_a_band_shows_the_middle_world(result: Result) -> None:
    banded, plain = result.conclusions("comparisons")
    assert banded["holds_in"] == sum(
        row["verdict"] == "inside" for row in rows(result.contrasts(), comparison=1, skill="regular")
    )
    behind = rows(result.contrasts(), comparison=2, skill="regular")
    assert plain["estimate"] == sorted(row["estimate"] for row in behind)[1]
    assert (plain["verdict"], plain["worst"], plain["holds_in"]) == ("", None, None)
    assert "checks" not in plain


def test_a_verdict_that_may_miss_in_one_world_is_read_at_the_level_of_two_statements(tmp_path: Path) -> None:
    few = {**QUESTION, "playthroughs": 120, "compare": [QUESTION["compare"][0]], "metrics": []}
    every = run(in_worlds(few), root=tmp_path)
    most = run(in_worlds(few, hold=0.6), root=tmp_path / "most")
    assert {row["level"] for row in rows(every.verdicts(), target=3)} == {0.95}
    assert {row["level"] for row in rows(most.verdicts(), target=3)} == {simultaneous(0.95, 2)}
    assert {row["level"] for row in most.contrasts()} == {simultaneous(0.95, 2)}
    assert {row["must_hold_in"] for row in most.worlds()} == {2}


def test_without_worlds_and_levels_to_check_nothing_is_added(tmp_path: Path) -> None:
    question = {**QUESTION, "vary": {"seats": [2, 3]}, "skill": "regular", "playthroughs": 60}
    plain = run(question, root=tmp_path)
    assert plain.verdicts().keys == ("target", "seats", "whose")
    assert not {"role", "worst", "survives", "world", "skill"} & {*plain.verdicts().columns, *plain.contrasts().columns}
    assert (len(plain.worlds()), len(plain.skills())) == (0, 0)
    assert plain.conclusions() is plain.verdicts()
    assert plain.conclusions("comparisons") is plain.contrasts()


def test_levels_without_worlds_are_compared_row_by_row(tmp_path: Path) -> None:
    question = {**QUESTION, "vary": {"seats": [2, 3]}, "playthroughs": 120}
    found = run(question, root=tmp_path)
    assert len(found.worlds()) == 0
    assert found.skills().keys == ("target", "seats", "skill", "whose")
    for row in found.conclusions():
        (judged,) = rows(found.verdicts(), role="verdict", **{key: row[key] for key in ("target", "seats", "whose")})
        assert (row["estimate"], row["verdict"]) == (judged["estimate"], judged["verdict"])
        assert [part.split()[0] for part in str(row["checks"]).split("; ")] == ["beginner", "random"]


# --- in words ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(result: Result, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the report."""
    return report.build(result, tmp_path_factory.mktemp("report")).parent


def test_a_sentence_says_in_how_many_worlds_it_holds_the_worst_and_what_levels_do(result: Result) -> None:
    shown = page(result)
    judgements = [one for block in shown.verdicts for answer in block.answers for one in answer.judgements]
    assert len(judgements) == len(result.conclusions()), "a sentence for each conclusion, not for each world and level"
    for one in judgements:
        row = one.row
        number = "all 3" if row["holds_in"] == 3 else f"{row['holds_in']} of 3"
        assert f"olds in {number} worlds; worst: {row['worst']}" in one.sentence
        for level, there in (part.rsplit(" ", 1) for part in row["checks"].split("; ")):
            if "undecided" in {there, row["verdict"]}:
                assert f"For {level}: " in one.sentence
            elif there == row["verdict"]:
                said = "Also holds" if there == "inside" else "The same"
                assert f"{said} for {level}." in one.sentence
            else:
                assert f"Flips for {level} (" in one.sentence


def test_the_answer_begins_with_worlds_and_levels(result: Result, built: Path) -> None:
    held = sum(
        all(row["verdict"] == "inside" for row in rows(result.verdicts(), target=1, skill="regular", world=hill))
        for hill in HILLS
    )
    lead = page(result).lead
    assert re.search(rf"Together they hold in {held} of 3 worlds; worst: (low|middling|high)\.", lead)
    assert re.search(r"For random \d of the 5 flips?", lead)
    assert lead in (built / "report.md").read_text(encoding="utf-8").replace("\\", "")


def test_flips_are_among_the_caveats(result: Result) -> None:
    flips = [row for row in result.skills() if row["survives"] == "no"]
    (told,) = [line for line in page(result).caveats if line.startswith("Verdicts that hang on skill")]
    assert told.count(", for ") + int((re.findall(r"and (\d+) more", told) or [0])[0]) == len(flips)


def test_the_report_says_who_played_and_how_they_decide(result: Result) -> None:
    shown = page(result)
    assert (shown.facts["skill"], shown.facts["checked at"], shown.facts["worlds"]) == (
        "regular",
        "beginner and random",
        "3",
    )
    assert "With skill beginner: every seat decides as beginner." in shown.seats
    (told,) = [line for line in shown.caveats if line.startswith("How they decide")]
    assert "regular: the style all_rounder, temperature 0.1, no blunders, no look-ahead" in told
    assert "beginner: the style all_rounder, temperature 1, 30 of 100 turns at random" in told
    assert "random: every legal action equally likely" in told


def test_look_ahead_is_told_with_its_candidates_tries_and_depth() -> None:
    labels = Labels(load({**QUESTION, "vary": {}, "targets": [], "compare": [], "skill": "expert"}))
    (policy,) = players.policies(labels)
    assert players.described(policy) == (
        "expert: the style all_rounder, temperature 0.1, no blunders, "
        "each of the best 2 actions is tried out 16 times, 8 turns deep"
    )


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"policies": {"rope": "daring"}}, "whoever plays rope as regular, daring; whoever plays boots as regular"),
        ({"policy": "daring"}, "every seat decides as regular, daring"),
        ({"assign": {}, "policies": {"rope": "daring"}}, "left and right as regular, daring; middle as regular"),
    ],
)
def test_who_has_which_policy_is_told_by_option_by_seat_or_for_all(changes: dict[str, Any], told: str) -> None:
    question = {**QUESTION, "seats": NAMED, "vary": {}, "targets": [], "compare": [], "skill": "regular", **changes}
    (line,) = players.seated(Labels(load(question)))
    assert line.lower() == f"{told}.".lower()


def test_who_has_which_policy_is_told_by_the_axis_that_decides_it() -> None:
    vary = {"rules.top": [12, 20], "seats.left.skill": ["regular", "expert"]}
    question = {**QUESTION, "seats": NAMED, "vary": vary, "targets": [], "compare": [], "skill": "beginner"}
    assert players.seated(Labels(load(question))) == [
        f"With skill of left {level}: left as {level}; middle and right as beginner." for level in ("regular", "expert")
    ]


def test_tables_of_a_report_have_the_worst_world_and_every_level(built: Path) -> None:
    html = BeautifulSoup((built / "index.html").read_text(encoding="utf-8"), "html.parser")
    headings = [[cell.text for cell in table.select("th")] for table in html.select("#answer table")]
    told = ["seats", "whose", "worst world", "holds in", "for beginner", "for random"]
    assert [name for name in headings[0] if name in told] == told
    assert any({"world", "skill"} <= set(names) for names in headings), "every world and level, folded"
    written = {name: rows_of(built / f"{name}.csv") for name in ("conclusions", "worlds")}
    judged = [row["worst"] for row in written["worlds"] if row["skill"] == "regular"]
    assert [row["worst"] for row in written["conclusions"]] == judged


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table that was written."""
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def test_a_line_of_the_variants_stands_for_all_worlds(result: Result) -> None:
    grid = page(result).variants
    assert grid.headings == ("variant", "seats", "skill", "worlds", "playthroughs")
    assert [row[1:4] for row in grid.rows] == [(str(n), level, "3") for n in (2, 3) for level in LEVELS]
    assert {row[4] for row in grid.rows} == {"3,600"}


def test_figures_have_a_row_for_each_judgement_and_a_mark_for_each_level(result: Result) -> None:
    shown, scale = page(result), Labels(result.experiment).scale("win_share")
    first = shown.verdicts[0].figure
    assert first is not None
    assert [panel.title for panel in first.panels] == ["seats 2", "seats 3"], "bands differ between tables"
    for panel, seats in zip(first.panels, (2, 3), strict=True):
        assert panel.alt.count("over all 3") == 3 * seats
        for row in rows(result.worlds(), target=1, seats=seats):
            digits = scale.digits(row["lo"], row["hi"])
            assert f"for {row['skill']} {scale.bare(row['estimate'], digits)} of 100" in panel.alt, "not the worst"
    for figure in (first, shown.metrics[0].figure):
        assert figure is not None
        assert "Of 3 worlds" in figure.caption
        assert "Filled marks are for regular" in figure.caption


def test_a_metric_draws_its_worlds_together(result: Result) -> None:
    ax = result.metric("win_share", by=["seats", "turn_position"]).plot()
    assert isinstance(ax, Axes)
    names = [text.get_text() for text in ax.texts if text.get_text()]
    assert names == [f"seats {n}, turn_position {p}" for n in (2, 3) for p in range(1, n + 1)]
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == list(LEVELS)


# --- on the command line ----------------------------------------------------------------------------------------------


def test_the_terminal_says_the_same(result: Result, capsys: pytest.CaptureFixture[str]) -> None:
    verdicts.show(result)
    out = " ".join(capsys.readouterr().out.split())
    for row in result.conclusions():
        assert f"worst: {row['worst']}" in out
    assert "wins of each turn position; asked: within 8 points of an even share" in out


def test_strict_follows_the_conclusion_at_the_level_of_the_verdict(tmp_path: Path) -> None:
    two = {**QUESTION, "vary": {"seats": [2]}, "compare": []}
    lengths = run({**two, "targets": []}, root=tmp_path / "lengths").metric("rounds").table
    means = {row["skill"]: float(str(row["estimate"])) for row in lengths}
    assert means["random"] < means["regular"] - 0.5, "random climbers dare less"
    config = tmp_path / "strict.yaml"
    for edge, code in (((means["random"] + means["regular"]) / 2, 0), (means["regular"] + 0.5, 3)):
        config.write_text(json.dumps({**two, "targets": [{"metric": "rounds", "at_least": edge}]}))
        done = CliRunner().invoke(app, ["run", str(config), "--root", str(tmp_path), "--strict", "--json", "-q"])
        assert done.exit_code == code, done.output
        told = json.loads(done.stdout)
        assert "below" in [row["verdict"] for row in told["verdicts"]], "a check may fail"
        assert len(told["conclusions"]) == 1


def test_known_worlds_are_named_with_the_digest_of_their_file() -> None:
    question = {
        "game": "zoar",
        "question": "Which tiles?",
        "worlds": {"tile_set": ["assumed_base", "permuted_1"]},
    }
    (told,) = caveats._worlds(Labels(load(question)))
    assert re.search(
        r"true tile set\. Looked at: assumed_base and permuted_1 \(data/tile_sets\.yaml, SHA-256 [0-9a-f]{8}…\)", told
    )
    (alone,) = caveats._worlds(Labels(load({"game": "zoar", "question": "Which tiles?"})))
    assert "Only assumed_base was looked at (data/tile_sets.yaml" in alone
