"""The roster file: what is wrong with it is said at its line and column."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from simlab import document, games
from simlab.games.tug_of_wargods import roster

GAME = games.load("tug_of_wargods")
TEXT = (GAME.folder / "data" / "roster.yaml").read_text(encoding="utf-8")


def place(text: str, of: str) -> tuple[int, int]:
    """Return line and column, from 1, of the first place where some text stands."""
    before = text[: text.index(of)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def test_the_roster_that_comes_with_the_game_is_right() -> None:
    found = roster.parse(document.parse(TEXT, "roster.yaml"))
    assert found == roster.load()
    assert (len(found.miniatures), len(found.teams)) == (18, 13)


@pytest.mark.parametrize(
    ("was", "is_now", "at", "key", "message"),
    [
        (
            "line: d8, culture: olympian",
            "line: d7, culture: olympian",
            "line: d7",
            "miniatures.mycenean.line",
            "must be one of d12, d10, d8, d6, d4; got 'd7'",
        ),
        ("die: 10", "die: 1", "die: 1,", "quota_lines.d10.die", "must be a whole number of at least 2; got 1"),
        ("die: 10", "die: 7.5", "die: 7.5", "quota_lines.d10.die", "must be a whole number of at least 2; got 7.5"),
        (
            "base_mm: 40",
            "base_mm: 9",
            "base_mm: 9",
            "quota_lines.d12.base_mm",
            "must be a number from 10 to 120; got 9",
        ),
        ("{max: 2", "{max: -1", "max: -1", "quota_lines.d10.max", "must be a whole number of at least 0; got -1"),
        (
            "- [heru, typhon]",
            "- [heru, tyfon]",
            "tyfon",
            "banned_pairs.1.2",
            "unknown miniature 'tyfon'; did you mean 'typhon'?",
        ),
        ("- [heru, typhon]", "- [heru]", "[heru] ", "banned_pairs.1", "must be a list of 2"),
        (", d4: 30}\n  d10_30", "}\n  d10_30", "all_30:", "base_sets.all_30", "no base width for line d4"),
        (
            "  d4:  {max: 3, die: 4,  base_mm: 25, base_source: assumed}\n",
            "",
            "quota_lines:",
            "quota_lines",
            "no quota for line d4",
        ),
        (
            "clearsky:  [heru, asar, basti]",
            "clearsky:  [heru, asar, basty]",
            "basty]",
            "teams.clearsky.3",
            "unknown miniature 'basty'; did you mean 'basti'?",
        ),
        (
            "culture: northern}\n  heru",
            "culture: northern, sides: 8}\n  heru",
            "sides: 8",
            "miniatures.wendigo.sides",
            "unknown key; allowed: name, line, culture",
        ),
        ("schema_version: 1", "schema_version: 2", "schema_version: 2", "schema_version", "must be 1; got 2"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_column(was: str, is_now: str, at: str, key: str, message: str) -> None:
    assert TEXT.count(was) == 1
    text = TEXT.replace(was, is_now)
    with pytest.raises(document.ConfigError) as refused:
        roster.parse(document.parse(text, "roster.yaml"))
    line, column = place(text, at)
    assert re.escape(f"roster.yaml:{line}:{column}: {key}: {message}") in re.escape(str(refused.value))


def test_all_mistakes_are_named_at_once() -> None:
    text = TEXT.replace("die: 10", "die: 1").replace("{max: 2", "{max: -2").replace("base_mm: 40", "base_mm: 400")
    with pytest.raises(document.ConfigError) as refused:
        roster.parse(document.parse(text, "roster.yaml"))
    assert [problem.key for problem in refused.value.problems] == [
        "quota_lines.d12.base_mm",
        "quota_lines.d10.max",
        "quota_lines.d10.die",
    ]


@pytest.mark.parametrize(
    ("team", "path", "message"),
    [
        ("greentoes", ("seats", 0, "team"), "did you mean 'greentoe'?"),
        (["asar", "asr", "basti"], ("seats", 0, "team", 1), "unknown miniature 'asr'; did you mean 'asar'?"),
        ([], ("seats", 0, "team"), "a team of 0 where rules.team_size says 3"),
        (3, ("seats", 0, "team"), "a team is a name or a list of miniatures; got 3"),
        (["asar", 6, "basti"], ("seats", 0, "team"), "a team is a name or a list of miniatures"),
    ],
)
def test_a_team_that_is_none_is_refused(
    complaints: Callable[..., Any], team: Any, path: tuple[str | int, ...], message: str
) -> None:
    wrong = complaints([team, "greentoe"])
    assert [one.path for one in wrong] == [path]
    assert message in wrong[0].message


def test_a_team_goes_by_its_name_or_by_its_miniatures() -> None:
    assert GAME.option_label("greentoe") == "greentoe"
    assert GAME.option_label(["sebeki", "asar", "asar"]) == "sebeki+asar+asar"
    assert GAME.module("rules").option_choices() == list(roster.load().teams)
