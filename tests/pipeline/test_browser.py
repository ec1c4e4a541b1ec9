"""The report in a real browser: it asks the network for nothing, fits a phone, and nothing in a name comes alive."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from simlab import report
from simlab.result import run

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

pytestmark = pytest.mark.browser

HOSTILE = "<img src=x onerror=alert(1)>"
QUESTION: dict[str, Any] = {
    "game": "tug_of_wargods",
    "question": "Is the big die too strong, whatever stands under it?",
    "seats": [{"name": "hero", "team": ["beloved_of_sobek", "asar", "asar"]}, {"name": "rival", "team": "greentoe"}],
    "vary": {
        "rules.die_override.beloved_of_sobek": [6, 8, 10, 12, 20],
        "rules.base_set.d12": [25, 40],
        "seats.rival.team": ["clearsky", "greentoe", "snarl_sobek", "pull"],
    },
    "playthroughs": 500,
    "targets": [
        {"metric": "win_share", "of": {"seat": "hero"}, "within": [0.45, 0.55]},
        {"metric": "truncated", "at_most": 0.001},
    ],
    "compare": [
        {
            "metric": "win_share",
            "of": {"seat": "hero"},
            "key": "rules.base_set.d12",
            "against": 25,
            "within": [-0.02, 0.02],
        }
    ],
    "metrics": ["rounds", "victory_kind"],
}
ATTACK = {
    **QUESTION,
    "question": f"{HOSTILE}</title><script>document.body.id = 'owned'</script>",
    "seats": [{"name": HOSTILE, "team": "greentoe"}, {"name": "<svg onload=alert(1)>", "team": "clearsky"}],
    "vary": {"rules.start_in": [2, 3, 4]},
    "targets": [{"metric": "win_share", "by": "seat", "within": [0.45, 0.55]}],
    "compare": [],
    "report": {
        "title": "</style><script>document.body.id = 'owned'</script>",
        "notes": f"{HOSTILE} ![x](http://h.invalid/x)",
    },
}


EVERY = {
    "game": "tug_of_wargods",
    "question": "Which team should one field?",
    "method": "exact",
    "analysis": "matchup",
    "seats": [{"team": "all_legal"}, {"team": "all_legal"}],
    "targets": [{"metric": "field_share", "by": "team", "within": [0.35, 0.65]}],
}
ASKED = {"forty variants": QUESTION, "hostile names": ATTACK, "matchups": EVERY}


@pytest.fixture(scope="module", params=list(ASKED))
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of a large report, of one whose names are attacks, and of a table of every option."""
    return report.build(run(ASKED[request.param], root=tmp_path_factory.mktemp("runs")))


def opened(browser: "Browser", path: Path, width: int) -> tuple["Page", list[str]]:
    """Open a page with every part unfolded; return it and what went wrong: requests, errors, dialogs."""
    page = browser.new_page(viewport={"width": width, "height": 800})
    trouble: list[str] = []

    def dismissed(dialog: "Dialog") -> None:
        trouble.append(dialog.message)
        dialog.dismiss()

    address = path.as_uri()
    page.on("request", lambda request: trouble.append(request.url) if request.url != address else None)
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("dialog", dismissed)
    page.goto(address)
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    return page, trouble


def test_a_page_loads_nothing_and_complains_of_nothing(browser: "Browser", written: Path) -> None:
    page, trouble = opened(browser, written, 1280)
    page.wait_for_load_state("networkidle")
    assert trouble == []


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_a_page_fits_its_window(browser: "Browser", written: Path, width: int) -> None:
    page, _ = opened(browser, written, width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_page_fits_paper(browser: "Browser", written: Path) -> None:
    page, _ = opened(browser, written, 720)
    page.emulate_media(media="print")
    assert page.pdf(format="A4").startswith(b"%PDF")
    assert page.evaluate("getComputedStyle(document.querySelector('nav')).display") == "none"


def test_every_picture_is_told_in_words(browser: "Browser", written: Path) -> None:
    page, _ = opened(browser, written, 360)
    pictures = page.locator("[role=img]")
    assert pictures.count() > 0
    for place in range(pictures.count()):
        assert len(pictures.nth(place).get_attribute("aria-label") or "") > 20
    assert page.locator("svg:visible").count() == pictures.count(), "one drawing of each is shown"
    outside = "[...document.querySelectorAll('svg')].filter(one => !one.closest('[role=img]')).length"
    assert page.evaluate(outside) == 0


def test_text_in_figures_is_large_enough_on_a_phone(browser: "Browser", written: Path) -> None:
    page, _ = opened(browser, written, 360)
    heights = "[...document.querySelectorAll('svg text')].map(t => t.getBoundingClientRect()).filter(b => b.width)"
    assert page.evaluate(f"Math.min(...{heights}.map(box => box.height))") >= 9


def test_nothing_in_a_name_becomes_an_element(browser: "Browser", written: Path) -> None:
    page, _ = opened(browser, written, 1280)
    assert page.locator("img, script, iframe, object, embed, [onerror], [onload]").count() == 0
    assert page.evaluate("document.body.id") == ""


CONTRAST = """
() => {
  const linear = value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const channel = value => linear(value / 255);
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
  const behind = element => {
    for (let one = element; one; one = one.parentElement) {
      const colour = numbers(getComputedStyle(one).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const written = [...document.querySelectorAll('body *')].filter(element =>
    !element.closest('svg') && [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()));
  return Math.min(...written.map(element => {
    const [one, other] = [numbers(getComputedStyle(element).color), behind(element)].map(luminance);
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }));
}
"""


@pytest.mark.parametrize("face", ["light", "dark"])
def test_text_stands_out_from_its_ground(browser: "Browser", written: Path, face: Any) -> None:
    page = browser.new_page(color_scheme=face)
    page.goto(written.as_uri())
    assert page.evaluate(CONTRAST) >= 4.5  # WCAG 2.2, 1.4.3
