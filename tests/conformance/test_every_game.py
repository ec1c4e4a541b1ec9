"""Every game passes the whole suite: those that come with simlab, and one from outside that has all they have not."""

from pathlib import Path

import pytest

from simlab import conformance, games

pytestmark = pytest.mark.usefixtures("outside")


@pytest.mark.parametrize("clause", conformance.CLAUSES, ids=lambda clause: clause.__name__)
@pytest.mark.parametrize("name", [*games.names(), "summit"])
def test_a_game_keeps_its_contract(name: str, clause: conformance.Clause) -> None:
    assert list(clause(games.load(name))) == []


def test_a_game_of_another_package_is_found_by_its_entry_point(outside: Path) -> None:
    assert "summit" in games.names()
    assert games.load("summit").folder == outside / "summit"


def test_checks_are_the_clauses_ready_to_be_called() -> None:
    checks = conformance.checks(games.load("summit"))
    assert [name for name, _ in checks] == [clause.__name__ for clause in conformance.CLAUSES]
