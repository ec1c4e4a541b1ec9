"""A game's rulebook: every parameter has a value and a source, every preset is in range, or the file says where not."""

import pytest

from simlab import games
from simlab.document import ConfigError, parse
from simlab.forward import Game
from simlab.games import rulebook

GOOD = """\
schema_version: 1
rules:
  apples: {value: 12, source: text}
  weather: {value: calm, source: gap}
  gust: {value: 0.5, source: assumed}
  start: {value: 0, source: text}
  prices: {value: {red: 2}, source: text}
default_preset: printed
presets:
  printed: {about: as printed, rules: {}, seats: [small, large]}
"""


def wrong(text: str, game: Game) -> list[str]:
    """Return what is wrong with a rulebook."""
    with pytest.raises(ConfigError) as caught:
        rulebook.parse(parse(text, "r.yaml"), game)
    return [str(problem).removeprefix("r.yaml:") for problem in caught.value.problems]


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_a_rulebook_whose_presets_can_be_played(name: str) -> None:
    game = games.load(name)
    book = rulebook.load(game)
    assert list(book.values) == list(book.sources)
    assert set(book.values) == set(game.rules.model_fields)
    for preset in book.presets.values():
        assert preset.about
        assert game.seats[0] <= len(preset.seats) <= game.seats[1]
    assert rulebook.load(game) is book


def test_mappings_merge_key_by_key_and_everything_else_is_replaced(orchard: Game) -> None:
    text = GOOD.replace("rules: {}", "rules: {apples: 8, prices: {green: 3}}")
    book = rulebook.parse(parse(text, "r.yaml"), orchard)
    assert book.resolve("printed", {})["prices"] == {"red": 2, "green": 3}
    assert book.resolve("printed", {"prices": {"green": 5}, "start": [1, 2]}) == {
        "apples": 8,
        "weather": "calm",
        "gust": 0.5,
        "start": [1, 2],
        "prices": {"red": 2, "green": 5},
    }
    assert book.resolve("printed", {"prices": "flat"})["prices"] == "flat"
    assert book.values["prices"] == {"red": 2}


def test_a_mapping_over_a_single_value_replaces_it(orchard: Game) -> None:
    book = rulebook.parse(parse(GOOD.replace("{value: {red: 2}", "{value: flat"), "r.yaml"), orchard)
    assert book.resolve("printed", {"prices": {"green": 5}})["prices"] == {"green": 5}


def test_an_unknown_preset_cannot_be_resolved(orchard: Game) -> None:
    with pytest.raises(KeyError):
        rulebook.load(orchard).resolve("unprinted", {})


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (
            "value: 12, source: text",
            "value: 99, source: text",
            "3:12: rules.apples.value: must be a whole number from 1 to 50; got 99",
        ),
        (
            "source: gap",
            "source: gab",
            "4:26: rules.weather.source: must be one of text, gap, assumed; got 'gab'; did you mean 'gap'?",
        ),
        (
            "{value: calm, source: gap}",
            "calm",
            "4:3: rules.weather: must be a mapping (key: value) with keys value, source; got 'calm'",
        ),
        (
            "  gust: {value: 0.5, source: assumed}\n",
            "",
            "2:1: rules.gust.value: is missing; it must be a number from 0 to 1",
        ),
        (
            "  gust:",
            "  guest:",
            "5:11: rules.guest.value: unknown key; allowed: apples, weather, gust, start, prices; did you mean 'gust'?",
        ),
        (
            "default_preset: printed",
            "default_preset: print",
            "8:1: default_preset: must be one of printed; got 'print'; did you mean 'printed'?",
        ),
        (
            "rules: {}",
            "rules: {aples: 3}",
            (
                "10:40: presets.printed.rules.aples: unknown key; allowed: apples, weather, gust, start, prices; "
                "did you mean 'apples'?"
            ),
        ),
        (
            "rules: {}",
            "rules: {apples: 0}",
            "10:40: presets.printed.rules.apples: must be a whole number from 1 to 50; got 0",
        ),
        ("[small, large]", "[small]", "10:43: presets.printed.seats: has 1 seats; Orchard has 2 to 4"),
        ("schema_version: 1", "schema_version: 2", "1:1: schema_version: must be 1; got 2"),
        ("presets:\n", "presets: {}\nx:\n", "9:1: presets: must be a mapping (key: value); got {}"),
    ],
)
def test_a_mistake_in_a_rulebook_is_named_where_it_stands(old: str, new: str, found: str, orchard: Game) -> None:
    assert old in GOOD
    assert found in wrong(GOOD.replace(old, new), orchard)
