"""Every procedure keeps its word, and docs/coverage.md says by how much."""

import math
import re
from pathlib import Path

import pytest

from tests.stats.coverage.registry import Case, Z, every

CASES = every()
TABLE = Path(__file__).parents[2] / "docs" / "coverage.md"
THINNED, FULL = 200, 4_000


def committed() -> dict[str, float]:
    """Return what the committed table says: name of a case -> how often it was kept."""
    found = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 6 and "%" in cells[4]:
            told = re.match(r"[\d.]+", cells[4])
            assert told is not None
            found[", ".join(cells[:3])] = float(told[0]) / 100
    return found


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_procedure_keeps_its_word_and_the_table_says_so(case: Case) -> None:
    kept = case.kept(THINNED)
    assert case.complaint(kept, THINNED) == ""
    told = committed()[case.name]
    error = 0.0 if case.exact is not None else math.sqrt(0.95 * 0.05 * (1 / THINNED + 1 / FULL))
    assert abs(told - kept) <= Z * error + 0.0006  # the table is rounded


def test_the_table_has_every_case_and_no_other() -> None:
    assert list(committed()) == [case.name for case in CASES]


@pytest.mark.nightly
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_procedure_keeps_its_word_in_thousands_of_experiments(case: Case) -> None:
    assert case.complaint(case.kept(FULL), FULL) == ""
