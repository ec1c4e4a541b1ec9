"""Every numbered rule of a game's RULES.md is written in its code and proved by a test that names it."""

import re
from pathlib import Path

import pytest

NUMBERED = re.compile(r"\*\*(R\d+\.\d+[a-z]?)\*\*")
IN_CODE = re.compile(r"\bR\d+\.\d+[a-z]?\b")
IN_A_TEST_NAME = re.compile(r"_r(\d+)_(\d+[a-z]?)(?=_|\b)")


def named_by_tests(text: str) -> set[str]:
    """Return the rules a test file names: ``R4.7`` in its prose, ``_r4_7_`` in a test's name."""
    return {*IN_CODE.findall(text), *(f"R{chapter}.{rule}" for chapter, rule in IN_A_TEST_NAME.findall(text))}


def read_all(folder: Path) -> str:
    """Return the text of every Python file in a folder."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))


def unproved(root: Path, game: str) -> dict[str, list[str]]:
    """Return the numbered rules of a game that its code does not cite, and those that no test names."""
    folder = root / "simlab" / "games" / game
    numbered = NUMBERED.findall((folder / "RULES.md").read_text(encoding="utf-8"))
    assert numbered
    coded = set(IN_CODE.findall(read_all(folder)))
    tested = named_by_tests(read_all(root / "tests" / "games" / game))
    return {
        "twice": sorted({rule for rule in numbered if numbered.count(rule) > 1}),
        "in no code": [rule for rule in numbered if rule not in coded],
        "in no test": [rule for rule in numbered if rule not in tested],
    }


@pytest.mark.parametrize(
    "text", ["def test_r4_7_one_inch() -> None:", '"""R4.7: a difference of one moves one inch."""']
)
def test_a_test_names_a_rule_in_its_name_or_in_prose(text: str) -> None:
    assert named_by_tests(text) == {"R4.7"}


def test_a_rule_without_code_and_test_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "simlab" / "games" / "ludo"
    folder.mkdir(parents=True)
    (folder / "RULES.md").write_text("**R1.1** One pawn.\n**R1.2** One die.\n", encoding="utf-8")
    (folder / "model.py").write_text("# R1.1\n", encoding="utf-8")
    assert unproved(tmp_path, "ludo") == {"twice": [], "in no code": ["R1.2"], "in no test": ["R1.1", "R1.2"]}


def test_every_numbered_rule_is_cited_in_code_and_named_by_a_test(root: Path, games: list[str]) -> None:
    assert games
    expected: dict[str, list[str]] = {"twice": [], "in no code": [], "in no test": []}
    assert {game: unproved(root, game) for game in games} == dict.fromkeys(games, expected)
