"""Verdicts over unknown data and skill levels: in how many worlds they hold, and whether they survive."""

from types import SimpleNamespace
from typing import Any

import pytest

from simlab.experiment import Skills, Target, Worlds
from simlab.metrics.conclusions import conclusions, margin, must_hold_in, survives, together, worst
from simlab.stats.table import Table

IN, B, A, U = "inside", "below", "above", "undecided"


@pytest.mark.parametrize(
    ("verdicts", "hold", "said"),
    [
        ([IN, IN, IN], 1.0, IN),
        ([IN, IN, U], 1.0, U),  # the third may still be inside
        ([IN, IN, A], 1.0, A),  # one outside is enough where every world must hold
        ([B, B, A], 1.0, B),
        ([IN, IN, IN, IN, A], 0.8, IN),
        ([IN, IN, IN, U, A], 0.8, U),
        ([IN, IN, U, A, A], 0.8, A),  # three of five at best
        ([U], 1.0, U),
    ],
)
def test_the_verdicts_of_several_worlds_come_to_one(verdicts: list[str], hold: float, said: str) -> None:
    assert together(verdicts, hold) == said


def row(world: str, skill: str, lo: float, hi: float, verdict: str, **more: Any) -> dict[str, Any]:
    """Return a row of verdicts against the band from 0.4 to 0.6."""
    middle = (lo + hi) / 2
    numbers = {"estimate": middle, "lo": lo, "hi": hi, "band_lo": 0.4, "band_hi": 0.6, "verdict": verdict}
    numbers |= {"metric": "win_share", "se": 0.01, "level": 0.95, "n": 100, "method": "Wilson"}
    return {
        "target": 1,
        "seats": 2,
        "world": world,
        "skill": skill,
        "whose": "first",
        "role": "verdict" if skill == "regular" else "check",
        **numbers,
        **more,
    }


EXPERIMENT: Any = SimpleNamespace(
    axes={"seats": (2,), "world": ("a", "b", "c"), "skill": ("regular", "beginner")},
    skill=Skills("regular", ("beginner",)),
    worlds=Worlds(("a", "b", "c")),
    targets=(Target("win_share", by="turn_position", within=(0.4, 0.6)),),
)
KEYS = ("target", "seats", "world", "skill", "whose")


def test_a_conclusion_names_the_worst_world_and_the_other_levels() -> None:
    rows = [
        row("a", "regular", 0.45, 0.5, IN),
        row("b", "regular", 0.61, 0.66, A),
        row("c", "regular", 0.55, 0.62, U),
        row("a", "beginner", 0.45, 0.55, IN),
        row("b", "beginner", 0.45, 0.55, IN),
        row("c", "beginner", 0.45, 0.55, IN),
    ]
    (found,) = conclusions(EXPERIMENT, Table(KEYS, rows))
    assert (found["verdict"], found["holds_in"], found["worlds"], found["worst"]) == (A, 1, 3, "b")
    assert (found["estimate"], found["least"], found["most"]) == (pytest.approx(0.635), 0.475, pytest.approx(0.635))
    assert found["checks"] == "beginner inside"
    assert not {"world", "skill", "role"} & set(found)


def test_a_world_that_is_surely_outside_is_worse_than_one_of_which_little_is_known() -> None:
    outside, unknown = row("a", "regular", 0.605, 0.61, A), row("b", "regular", 0.2, 0.8, U)
    assert margin(unknown) < margin(outside)
    assert worst([unknown, outside]) is outside
    assert worst([row("c", "regular", 0.41, 0.59, IN), unknown]) is unknown


def test_the_worst_world_breaks_a_tie_between_too_low_and_too_high() -> None:
    assert [together([B, A], 1.0, at_worst=side) for side in (B, A)] == [B, A]


@pytest.mark.parametrize(
    ("hold", "worlds", "needed"), [(1.0, 7, 7), (0.8, 5, 4), (0.8, 7, 6), (0.9, 10, 9), (0.01, 3, 1)]
)
def test_a_share_of_worlds_is_rounded_up(hold: float, worlds: int, needed: int) -> None:
    assert must_hold_in(hold, worlds) == needed


@pytest.mark.parametrize(
    ("asked", "there", "said"),
    [(IN, IN, "yes"), (A, A, "yes"), (IN, B, "no"), (B, A, "no"), (U, IN, U), (IN, U, U), ("", "", "")],
)
def test_a_verdict_survives_where_it_is_the_same(asked: str, there: str, said: str) -> None:
    assert survives(asked, there) == said


def test_other_keys_keep_rows_of_their_own() -> None:
    rows = [row("a", "regular", 0.45, 0.5, IN), row("a", "regular", 0.7, 0.8, A, whose="second")]
    assert [one["whose"] for one in conclusions(EXPERIMENT, Table(KEYS, rows))] == ["first", "second"]


def test_without_worlds_and_other_levels_the_verdicts_are_the_conclusions() -> None:
    plain: Any = SimpleNamespace(axes={"seats": (2,)}, skill=Skills("regular"), worlds=None)
    table = Table(("target", "seats", "whose"), [row("a", "regular", 0.4, 0.5, IN)])
    assert conclusions(plain, table) is table


def test_a_margin_is_how_far_an_interval_is_inside() -> None:
    assert margin(row("a", "regular", 0.45, 0.5, IN)) == pytest.approx(0.05)
    assert margin(row("a", "regular", 0.5, 0.65, U)) == pytest.approx(-0.05)
    assert margin({"band_lo": None, "band_hi": 0.01, "lo": 0.0, "hi": 0.002}) == pytest.approx(0.008)
