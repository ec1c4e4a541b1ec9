"""Reports of what was solved: the same page without luck, and the table of matchups in words and colours."""

import re
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from bs4 import BeautifulSoup

from simlab import report
from simlab.cli.verdicts import show
from simlab.metrics.matchups import MatchupResult
from simlab.report import matchups, wording
from simlab.report.page import Page, page
from simlab.result import Result, run
from simlab.stats.matchups import Matchups

QUESTION: dict[str, Any] = {
    "game": "tug_of_wargods",
    "question": "Who wins from how far?",
    "method": "exact",
    "seats": [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "clearsky"}],
    "vary": {"rules.start_in": [2, 3, 4]},
    "targets": [
        {"metric": "win_share", "of": {"seat": "hero"}, "within": [0.45, 0.55]},
        {"metric": "rounds", "quantile": 0.5, "within": [1, 8]},
        {"metric": "truncated", "at_most": 0.001},
    ],
    "compare": [{"metric": "win_share", "of": {"seat": "hero"}, "key": "rules.start_in", "against": 4}],
    "metrics": ["rounds", "victory_kind"],
}
TEAMS = ["clearsky", "greentoe", "snarl_sobek", ["asar", "asar", "asar"]]
EVERY: dict[str, Any] = {
    "game": "tug_of_wargods",
    "question": "Which team should one field?",
    "method": "exact",
    "analysis": "matchup",
    "seats": [{"team": {"any_of": TEAMS}}, {"team": {"any_of": TEAMS}}],
    "vary": {"rules.start_in": [2, 4]},
}


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Return the answer to a question about two teams."""
    return run(QUESTION, root=tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def tabled(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Return a table of matchups in two variants."""
    return run(EVERY, root=tmp_path_factory.mktemp("runs"))


def told(folder: Path) -> str:
    """Return all that the reader of a report reads, but for the question as it was asked."""
    html = BeautifulSoup((folder / "index.html").read_text(encoding="utf-8"), "html.parser")
    for part in html.select("style, #origin details"):
        part.decompose()
    alternatives = [str(panel["aria-label"]) for panel in html.select("[role=img]")]
    markdown = (folder / "report.md").read_text(encoding="utf-8").partition("```yaml")[0]
    return " ".join([html.get_text(" "), *alternatives, markdown])


def sentences(shown: Page) -> list[str]:
    """Return every sentence about a target or a comparison."""
    blocks = [*shown.verdicts, *shown.contrasts]
    return [one.sentence for block in blocks for answer in block.answers for one in answer.judgements]


# --- exact answers ----------------------------------------------------------------------------------------------------


def test_an_exact_report_speaks_of_no_playthroughs_and_no_luck(solved: Result, tmp_path: Path) -> None:
    text = told(report.build(solved, tmp_path).parent)
    assert "Exact: computed from the game's Markov chain, no playthroughs, no sampling error." in text
    rest = text.replace("no playthroughs, no sampling error", "")
    for name in ("rounds", "victory_kind", "truncated"):  # what the game says of its columns is the game's
        rest = re.sub(re.escape(solved.metric(name).column.meaning), "", rest, flags=re.IGNORECASE)
    found = re.findall(r"playthrough\w*|\bluck\b|\bseed\b|--limit|n = |[Pp]airing|\binterval\b(?<!no interval)", rest)
    assert found == []


def test_an_exact_number_has_no_interval(solved: Result) -> None:
    assert not any(re.search(r"\([^)]* to [^)]*\)", sentence) for sentence in sentences(page(solved)))
    assert all(one.interval == "" for block in page(solved).verdicts for a in block.answers for one in a.judgements)


def test_the_frequency_in_a_sentence_is_the_exact_share_rounded(solved: Result) -> None:
    for row, sentence in zip(solved.verdicts(), sentences(page(solved)), strict=False):
        if row["target"] == 1:
            said = re.search(r"wins ([\d.]+) of 100", sentence)
            assert said is not None
            digits = len(said[1].partition(".")[2])
            assert float(said[1]) == round(100 * float(str(row["estimate"])), digits)


def test_lengths_come_from_probabilities(solved: Result) -> None:
    shown = page(solved).lengths
    assert shown is not None
    ((_, grid),) = shown.tables
    means = [float(row[grid.headings.index("mean")]) for row in grid.rows]
    assert means == [round(float(str(row["estimate"])), 2) for row in solved.metric("rounds").table]
    assert "999 in 1,000 within" in grid.headings


def test_an_exact_answer_is_made_again_without_a_seed(solved: Result) -> None:
    origin = page(solved).origin
    assert "--seed" not in origin.command
    assert "--limit" not in origin.command
    assert "Exact answer" in origin.citation


def test_the_terminal_shows_no_interval_either(solved: Result, capsys: pytest.CaptureFixture[str]) -> None:
    show(solved)
    text = capsys.readouterr().out
    assert "of 100" in text
    assert not re.search(r"\(\S+ to \S+\)", text)


@pytest.mark.parametrize(
    ("share", "band", "said"),
    [
        (0.3117, (None, None), "31 of 100"),
        (0.4462, (0.45, 0.55), "44.6 of 100"),  # 45 would read as met
        (0.0141, (None, None), "1.4 of 100"),
        (0.9971, (None, None), "99.71 of 100"),  # 100 would read as always
        (1 - 1e-7, (None, None), "more than 99.999 of 100"),
        (0.00414, (None, None), "4.1 of 1,000"),
        (3e-10, (None, None), "fewer than 1 of 1,000,000,000"),
        (1.0, (None, None), "100 of 100"),
        (1e-16, (None, 0.1), "0 of 100"),
        (0.5 - 1e-16, (0.5, None), "50 of 100"),
    ],
)
def test_an_exact_share_is_told_from_never_always_and_the_edges(share: float, band: wording.Band, said: str) -> None:
    assert wording.Scale("share", is_exact=True).value(share, (share, share), band) == said


def test_an_exact_difference_is_told_from_the_edge_of_its_band() -> None:
    points = wording.Scale("share", is_difference=True, is_exact=True)
    assert points.value(-0.1004, (-0.1004, -0.1004), (-0.1, 0.1)) == "−10.04 points"
    assert points.value(0.036, (0.036, 0.036), (None, None)) == "+3.6 points"


def test_what_was_cut_off_keeps_an_interval() -> None:
    assert wording.Scale("share", is_exact=True).interval(0.3, 0.4, digits=0) == "30 to 40"


# --- matchups ---------------------------------------------------------------------------------------------------------


def table_of(shares: Mapping[str, list[float]]) -> MatchupResult:
    """Return a table of matchups with these win shares."""
    labels = tuple(shares)
    ones = (1,) * len(labels)
    nothing = np.zeros((len(labels), len(labels)))
    return MatchupResult("team", labels, ones, labels, Matchups(labels, list(shares.values())), nothing)


CIRCLE = table_of({"rock": [0.5, 0.2, 0.8], "paper": [0.8, 0.5, 0.2], "scissors": [0.2, 0.8, 0.5]})
LADDER = table_of({"low": [0.5, 0.3, 0.1], "mid": [0.7, 0.5, 0.3], "high": [0.9, 0.7, 0.5]})


def test_a_single_best_option_is_chosen_always() -> None:
    said = matchups.equilibrium(LADDER, "team")
    assert said.startswith("In the only optimal mix, high is chosen always: no team wins more than half against it")
    assert matchups.dominated(LADDER, "team").startswith("high dominates every other team")
    assert matchups.circles(LADDER, "team") == "No three teams beat each other in a circle."


def test_a_circle_is_told_and_mixed_evenly() -> None:
    assert matchups.equilibrium(CIRCLE, "team").count("is chosen 33 of 100 times") == 3
    assert matchups.dominated(CIRCLE, "team").startswith("No team is dominated")
    assert matchups.circles(CIRCLE, "team") == (
        "There is 1 circle of three teams: rock beats scissors, scissors beats paper, paper beats rock."
    )


def test_dominated_options_are_named_with_what_dominates_them() -> None:
    weak = table_of(
        {
            "rock": [0.5, 0.2, 0.8, 0.9],
            "paper": [0.8, 0.5, 0.2, 0.9],
            "scissors": [0.2, 0.8, 0.5, 0.9],
            "twig": [0.1, 0.1, 0.1, 0.5],
        }
    )
    said = matchups.dominated(weak, "team")
    assert said.startswith("1 of 4 is dominated")
    assert re.search(r"twig \(by (rock|paper|scissors)\)", said)


def test_equal_options_leave_several_optimal_mixes() -> None:
    said = matchups.equilibrium(table_of({"one": [0.5, 0.5], "two": [0.5, 0.5]}), "team")
    assert said.startswith("In one of several optimal mixes, one is chosen always")
    assert said.endswith("Other optimal mixes use two as well.")


def test_the_ranking_and_the_pairings_are_in_one_order() -> None:
    ranked = matchups.ranking(LADDER, "team")
    assert [row[ranked.headings.index("team")] for row in ranked.rows] == ["high", "mid", "low"]
    pairs = matchups.pairings(LADDER, "team")
    assert pairs.headings == ("team", "high", "mid", "low")
    assert pairs.rows[0] == ("high", "50.0", "70.0", "90.0")


def test_a_report_of_matchups_has_map_ranking_sentences_and_a_table_of_all_variants(
    tabled: Result, tmp_path: Path
) -> None:
    folder = report.build(tabled, tmp_path).parent
    html = BeautifulSoup((folder / "index.html").read_text(encoding="utf-8"), "html.parser")
    found = html.select_one("#matchups")
    assert found is not None
    names = tabled.matchups(0).labels
    drawn = " ".join(text.text for text in found.select("svg text"))
    assert all(drawn.count(name) >= 2 for name in names), "an option is missing from a side of the map"
    captions = [caption.text for caption in found.select("caption")]
    assert captions[0] == "All variants"
    assert captions[-1] == "Every pairing"
    assert "optimal mix" in html.select_one("#answer").text  # type: ignore[union-attr]
    assert "optimal mix" in (folder / "report.md").read_text(encoding="utf-8")
    assert html.select("#length") == []


def test_the_tables_of_matchups_are_written_in_full_precision(tabled: Result, tmp_path: Path) -> None:
    folder = report.build(tabled, tmp_path).parent
    for variant in (0, 1):
        one = tabled.matchups(variant)
        assert (folder / f"matchups_{variant + 1}.csv").read_text(encoding="utf-8") == one.table.to_csv()
        assert (folder / f"field_share_{variant + 1}.csv").read_text(encoding="utf-8") == one.ranking.to_csv()


def test_a_report_of_matchups_does_not_warn_of_unlisted_options(tabled: Result) -> None:
    caveats = " ".join(page(tabled).caveats)
    assert "for no other team" not in caveats
    assert "equally common" in caveats


def test_only_a_question_about_matchups_has_a_section_of_them(solved: Result) -> None:
    assert page(solved).matchups is None
    assert not matchups.asked(cast("Any", SimpleNamespace(analysis=None)))


def test_pairings_that_are_cut_off_are_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    short = run({**EVERY, "rules": {"max_turns": 20}}, root=tmp_path_factory.mktemp("runs"))
    assert "are cut off at the cap on their length" in " ".join(page(short).caveats)
