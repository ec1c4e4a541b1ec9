"""A game with decisions and a known best play: the outside game of the conformance suite."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from simlab import games
from simlab.conformance.cases import rules_of
from simlab.engine import blocks
from simlab.forward import Game
from simlab.policies.policy import Policy

OUTSIDE = Path(__file__).parents[1] / "conformance/outside"


@pytest.fixture
def summit(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Put the outside game on the path and load it."""
    monkeypatch.syspath_prepend(OUTSIDE)
    return games.load("summit")


@pytest.fixture
def match(summit: Game) -> Callable[..., blocks.Job]:
    """Return how to make a job in which every seat climbs with a rope, by policies of its own."""

    def make(policies: Sequence[Policy], **rules: Any) -> blocks.Job:
        return blocks.packed(
            summit,
            rules_of(summit, None, rules),
            ["rope"] * len(policies),
            arrangements=[range(len(policies))],
            policies=[policies],
        )

    return make
