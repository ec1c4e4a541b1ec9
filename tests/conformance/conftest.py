"""A game from outside of simlab, installed as another package would be."""

from pathlib import Path

import pytest

OUTSIDE = Path(__file__).parent / "outside"


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the folder on the path in which a game and its entry point lie, and return it."""
    monkeypatch.syspath_prepend(OUTSIDE)
    return OUTSIDE
