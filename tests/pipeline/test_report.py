"""A designer's report: true sentences, every number in it, nothing injected, and the same bytes each time."""

import csv
import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from simlab import report
from simlab.report import notes, wording
from simlab.report.page import Page, page
from simlab.result import Result, run

HOSTILE = "<img src=x onerror=alert(1)> | $q$"
QUESTION: dict[str, Any] = {
    "game": "tug_of_wargods",
    "question": "Who wins from how far?",
    "seats": [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "clearsky"}],
    "vary": {"rules.start_in": [2, 3, 4], "seats.rival.team": ["clearsky", "greentoe"]},
    "playthroughs": 6000,
    "seed": 20261130,
    "targets": [
        {"metric": "win_share", "of": {"seat": "hero"}, "within": [0.45, 0.55]},
        {"metric": "rounds", "quantile": 0.5, "within": [1, 8], "where": {"rules.start_in": 4}},
        {"metric": "truncated", "at_most": 0.001},
    ],
    "compare": [
        {"metric": "win_share", "of": {"seat": "hero"}, "key": "rules.start_in", "against": 4, "within": [-0.5, 0.5]},
        {"metric": "rounds", "key": "seats.rival.team", "against": "greentoe"},
    ],
    "metrics": ["rounds", "victory_kind"],
    "report": {"title": "How far?", "notes": "The band is **mine**."},
}
ONE = {
    **{key: QUESTION[key] for key in ("game", "question", "seats", "seed")},
    "playthroughs": 20_000,
    "targets": [{"metric": "win_share", "of": {"seat": "hero"}, "within": [0.45, 0.55]}],
}


def answered(tmp_path_factory: pytest.TempPathFactory, question: Mapping[str, Any]) -> Result:
    """Play a question in a folder of its own."""
    return run(question, root=tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Return a run of six variants."""
    return answered(tmp_path_factory, QUESTION)


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Return a run of one variant with one target."""
    return answered(tmp_path_factory, ONE)


@pytest.fixture(scope="module")
def built(result: Result, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the report on the six variants."""
    return report.build(result, tmp_path_factory.mktemp("report")).parent


@pytest.fixture(scope="module")
def html(built: Path) -> BeautifulSoup:
    """Return its page."""
    return BeautifulSoup((built / "index.html").read_text(encoding="utf-8"), "html.parser")


def words(page: Page) -> list[str]:
    """Return every sentence about a target or a comparison."""
    blocks = [*page.verdicts, *page.contrasts]
    return [one.sentence for block in blocks for answer in block.answers for one in answer.judgements]


# --- what it says -----------------------------------------------------------------------------------------------------


def test_one_variant_is_answered_in_a_sentence_that_names_its_matchup_and_target(single: Result) -> None:
    row = single.verdicts().rows[0]
    lead = page(single).lead
    assert re.match(r"hero \(greentoe\) wins [\d.]+ of 100 \([\d.]+ to [\d.]+\) against rival \(clearsky\); ", lead)
    assert lead.endswith(f"the target is 45 to 55 of 100: {wording.VERDICTS[str(row['verdict'])].words}.")


def test_the_frequency_in_a_sentence_is_the_estimate(single: Result) -> None:
    row = single.verdicts().rows[0]
    said = re.search(r"wins ([\d.]+) of 100 \(([\d.]+) to ([\d.]+)\)", page(single).lead)
    assert said is not None
    value, lo, hi = map(float, said.groups())
    assert float(row["lo"]) <= value / 100 <= float(row["hi"])  # type: ignore[arg-type]
    half = (float(row["hi"]) - float(row["lo"])) / 2  # type: ignore[arg-type]
    assert (lo / 100, hi / 100) == pytest.approx((row["lo"], row["hi"]), abs=half)


def test_every_row_of_verdicts_and_contrasts_has_its_sentence(result: Result) -> None:
    shown = page(result)
    assert len(words(shown)) == len(result.verdicts()) + len(result.contrasts())
    assert all("start distance" in sentence.lower() for sentence in words(shown))
    assert all("hero (greentoe)" in sentence and "rival (" in sentence for sentence in words(shown))


def test_the_summary_counts_the_verdicts_of_its_target(result: Result) -> None:
    said = [row["verdict"] for row in result.verdicts() if row["target"] == 1]
    summary = page(result).verdicts[0].answers[0].summary
    assert summary.startswith("Of the 6 results ")
    for verdict, phrase in {"below": "too low", "above": "too high", "inside": "meet"}.items():
        if 1 < said.count(verdict) < len(said):
            assert re.search(rf"\b{said.count(verdict)} (?:are )?{phrase}", summary)


def test_an_axis_that_decides_the_verdict_is_named_with_its_values(result: Result) -> None:
    by_rival: dict[object, set[object]] = {}
    for row in result.verdicts():
        if row["target"] == 1:
            by_rival.setdefault(row["seats.rival.team"], set()).add(row["verdict"])
    assert by_rival == {"clearsky": {"above"}, "greentoe": {"inside"}}
    assert "Team of rival: too high with clearsky; meets the target with greentoe." in page(result).lead


def test_no_difference_is_never_called_balance(built: Path) -> None:
    for name in ("index.html", "report.md"):
        assert "balanced" not in (built / name).read_text(encoding="utf-8").lower()


def test_undecided_is_cannot_tell_yet_with_what_would_tell(tmp_path_factory: pytest.TempPathFactory) -> None:
    few = answered(
        tmp_path_factory, {**ONE, "playthroughs": 40, "targets": [{**ONE["targets"][0], "within": [0.9, 0.99]}]}
    )
    assert few.verdicts().rows[0]["verdict"] == "undecided"
    lead = page(few).lead
    assert "cannot tell yet" in lead
    assert re.search(r"About [\d,]+ playthroughs would tell|hardly tell", lead)


def test_without_a_target_there_is_no_verdict(tmp_path_factory: pytest.TempPathFactory) -> None:
    plain = answered(tmp_path_factory, {**ONE, "playthroughs": 100, "targets": []})
    text = report.build(plain).read_text(encoding="utf-8")
    assert "No target was set" in text
    assert 'class="badge' not in text


def test_what_is_not_shown_and_what_is_assumed_are_said(result: Result, html: BeautifulSoup) -> None:
    limits = html.select_one("#limits")
    assert limits is not None
    assert "for no other team" in limits.text
    assert "36,000 playthroughs" in limits.text
    assumed = html.select_one("#assumptions")
    assert assumed is not None
    assert all(one.label in assumed.text for one in result.assumptions())


def test_the_page_tells_how_to_play_it_again(result: Result, html: BeautifulSoup) -> None:
    origin = html.select_one("#origin")
    assert origin is not None
    for told in (result.experiment.digest, str(result.manifest["source_digest"]), "--seed 20261130", "--limit 6000"):
        assert told in origin.text
    assert QUESTION["question"] in origin.text


def test_names_come_from_the_rules_and_the_config(html: BeautifulSoup) -> None:
    headings = {cell.text for cell in html.select("th")}
    assert {"start distance (inch)", "team of rival"} <= headings
    assert not any("rules." in heading for heading in headings)


# --- its form ---------------------------------------------------------------------------------------------------------


def test_it_has_one_heading_a_language_and_a_description_of_every_figure(html: BeautifulSoup) -> None:
    assert len(html.select("h1")) == 1
    assert html.html is not None
    assert html.html["lang"] == "en"
    assert len(html.select("main")) == 1
    assert html.title is not None
    assert html.title.text.startswith("How far?")
    figures = html.select("figure")
    assert figures
    assert all(re.search(r"\d", str(panel["aria-label"])) for panel in html.select('[role="img"]'))
    assert all(figure.select('[role="img"]') and figure.select_one("figcaption") for figure in figures)
    assert all("n = " in figure.text for figure in html.select("#answer figure"))


def test_it_holds_no_script_and_no_address_of_anything_to_load(html: BeautifulSoup) -> None:
    assert html.select("script, img, link, iframe, object, embed, image, style[src], base") == []
    assert html.select("[src], [srcset], [data], [poster]") == []
    assert all(str(tag["href"]).startswith("#") for tag in html.select("main [href], nav [href]"))
    assert all(str(use["xlink:href"]).startswith("#") for use in html.select("use"))
    assert "@import" not in str(html.style)
    assert all(target.startswith("#") for target in re.findall(r"url\((.*?)\)", str(html)))


def test_ids_that_are_pointed_at_exist_and_no_id_stands_twice(html: BeautifulSoup) -> None:
    ids = [str(tag["id"]) for tag in html.find_all(id=True)]
    assert len(ids) == len(set(ids))
    assert all(str(link["href"])[1:] in ids for link in html.select("nav a"))


def test_the_tables_are_the_result_s_own_in_full_precision(result: Result, built: Path) -> None:
    assert (built / "verdicts.csv").read_text(encoding="utf-8") == result.verdicts().to_csv()
    assert (built / "contrasts.csv").read_text(encoding="utf-8") == result.contrasts().to_csv()
    shown = list(csv.DictReader(io.StringIO((built / "rounds.csv").read_text(encoding="utf-8"))))
    assert [float(row["estimate"]) for row in shown] == [row["estimate"] for row in result.metric("rounds").table]
    assert (built / "victory_kind.csv").exists()
    assert (built / "win_share.csv").exists()


def test_markdown_says_the_same_sentences(result: Result, built: Path) -> None:
    text = (built / "report.md").read_text(encoding="utf-8").replace("\\", "")
    assert all(sentence in text for sentence in words(page(result)))
    assert text.startswith("# How far?\n")


def test_the_same_run_gives_the_same_bytes(result: Result, built: Path, tmp_path: Path) -> None:
    again = report.build(result, tmp_path / "again").parent
    first, second = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in (built, again))
    assert first == second


def test_a_run_s_report_stands_in_its_folder(single: Result) -> None:
    assert report.build(single) == single.folder / "report" / "index.html"


def test_two_runs_of_a_question_have_one_report(single: Result, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = answered(tmp_path_factory, ONE)
    assert report.build(other).read_bytes() == report.build(single).read_bytes()


# --- what it does not let in ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the report of a question whose every name is an attack."""
    question = {
        **ONE,
        "playthroughs": 200,
        "question": f"{HOSTILE} </title><script>alert(2)</script>",
        "seats": [{"name": HOSTILE, "team": "greentoe"}, {"name": "a|b `c` **d**", "team": "clearsky"}],
        "vary": {"rules.start_in": [2, 3, 4]},
        "targets": [{"metric": "win_share", "by": "seat", "within": [0.45, 0.55]}],
        "report": {
            "title": "</style><script>alert(3)</script>",
            "notes": "<script>alert(4)</script> ![x](http://h/x.png)",
        },
    }
    return report.build(answered(tmp_path_factory, question)).parent


def test_hostile_names_are_shown_as_written(hostile: Path) -> None:
    html = BeautifulSoup((hostile / "index.html").read_text(encoding="utf-8"), "html.parser")
    assert html.select("script, img, [onerror], main [style*=javascript]") == []
    assert html.h1 is not None
    assert html.h1.text == "</style><script>alert(3)</script>"
    assert HOSTILE in html.main.text  # type: ignore[union-attr]
    assert HOSTILE[:20] in " ".join(text.text for text in html.select("svg text")), "cut, but not read as a formula"


def test_hostile_names_break_no_markdown(hostile: Path) -> None:
    text = (hostile / "report.md").read_text(encoding="utf-8")
    outside = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    assert not re.search(r"(?<!\\)<(?:img|script)", outside)
    assert "![" not in outside
    tables = re.findall(r"(?:^\|.*\n)+", outside, flags=re.MULTILINE)
    assert tables
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1, table


@pytest.mark.parametrize(
    ("given", "forbidden"),
    [
        ("<script>alert(1)</script>", "<script"),
        ("a <img src=http://h/x> b", "<img"),
        ("![x](http://h/x.png)", "<img"),
        ("![x][y]\n\n[y]: http://h/x.png", "<img"),
        ("[x](javascript:alert(1))", "href"),
        ("[x](data:text/html,hi)", "href"),
        ("[x](file:///etc/passwd)", "href"),
        ("[x](other.html)", "href"),
        ("<javascript:alert(1)>", "href"),
        ("# A title", "<h1"),
    ],
)
def test_notes_can_inject_nothing_and_load_nothing(given: str, forbidden: str) -> None:
    assert forbidden not in notes.html(given)


def test_notes_keep_their_form_and_their_links() -> None:
    shown = notes.html("# Why\n\n**bold** [web](https://example.org/a) [mail](mailto:a@example.org)\n\n|a|\n|-|\n|b|\n")
    assert "<h3>Why</h3>" in shown
    assert "<strong>bold</strong>" in shown
    assert "<table>" in shown
    assert 'href="https://example.org/a" rel="noopener noreferrer"' in shown
    assert 'href="mailto:a@example.org"' in shown


# --- numbers in words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "interval", "band", "said"),
    [
        (0.8312, (0.82, 0.84), (0.45, 0.55), "83 of 100"),
        (0.5534, (0.5526, 0.5542), (0.45, 0.55), "55.3 of 100"),  # 55 would read as met
        (0.0128, (0.0113, 0.0145), (0.45, 0.55), "1.3 of 100"),  # 1 is outside its own interval
        (0.0003, (0.0001, 0.0006), (None, 0.001), "3 of 10,000"),
        (1.0, (0.99, 1.0), (0.45, 0.55), "100 of 100"),
        (0.5, (0.49, 0.51), (None, None), "50 of 100"),
    ],
)
def test_a_share_is_a_plain_frequency_that_is_true(
    share: float, interval: tuple[float, float], band: wording.Band, said: str
) -> None:
    assert wording.Scale("share").value(share, interval, band) == said


@pytest.mark.parametrize(
    ("scale", "band", "said"),
    [
        (wording.Scale("share"), (0.45, 0.55), "45 to 55 of 100"),
        (wording.Scale("share"), (None, 0.001), "at most 1 of 1,000"),
        (wording.Scale("share"), (0.3, None), "at least 30 of 100"),
        (wording.Scale("mean", "rounds"), (4, 8), "4 to 8 rounds"),
        (wording.Scale("share", is_difference=True), (-0.05, 0.05), "−5 to +5 points"),
    ],
)
def test_a_band_is_said_in_the_words_of_its_metric(scale: wording.Scale, band: wording.Band, said: str) -> None:
    assert scale.band(band) == said


def test_numbers_have_the_digits_their_interval_supports() -> None:
    assert wording.Scale("share").digits(0.52, 0.56) == 0
    assert wording.Scale("share").digits(0.548, 0.552) == 1
    assert wording.Scale("mean").digits(4.11, 4.17) == 2
    assert wording.Scale("quantile").digits(3, 5) == 0
