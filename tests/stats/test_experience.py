"""What became of who led: by hand, and a random walk whose answer is known."""

import math

import numpy as np
import pytest

from simlab.stats.experience import CUT_OFF, KEPT, NOBODY_LED, NOT_WON, REGAINED, SHARED, comeback, decided, snowball

ROUNDS = np.array([1, 2, 4])


def counts(**cells: dict[tuple[int, int], int]) -> np.ndarray:
    """Return counts by (round, size of the lead) of each fate."""
    found = np.zeros((3, 5, 6), np.int64)
    for fate, at in cells.items():
        for (place, size), number in at.items():
            found[place, size, int(fate[1:])] = number
    return found


HAND = counts(
    **{
        f"f{KEPT}": {(0, 1): 30, (0, 3): 20, (1, 2): 10},
        f"f{REGAINED}": {(0, 1): 10},
        f"f{NOT_WON}": {(0, 1): 35, (0, 3): 5, (1, 2): 10},
        f"f{NOBODY_LED}": {(0, 0): 20},
        f"f{SHARED}": {(0, 1): 5},
        f"f{CUT_OFF}": {(1, 2): 5},
    }
)


def test_a_snowball_counts_who_leads_alone_and_wins_alone() -> None:
    first, second = snowball(HAND, ROUNDS, 150)
    assert first["after_round"] == 1
    assert first["n"] == 105  # somebody led in 105 of the 125 that went on
    assert first["estimate"] == pytest.approx(60 / 105)
    assert first["still_running"] == pytest.approx(125 / 150)
    assert first["somebody_leads"] == pytest.approx(105 / 125)
    assert first["shared"] == pytest.approx(5 / 105)
    assert second["estimate"] == pytest.approx(10 / 25)
    assert second["hi"] - second["estimate"] > 0.2  # the five that were cut off could all have been won


def test_a_comeback_is_asked_by_the_size_of_the_lead() -> None:
    rows = list(comeback(HAND, ROUNDS, 2.0))
    assert [(row["after_round"], row["lead_from"], row["lead_to"]) for row in rows] == [
        (1, 0.5, 0.5),
        (1, 2.0, 3.5),
        (2, 1.0, 1.5),
    ]
    assert rows[0]["estimate"] == pytest.approx(35 / 80)
    assert rows[1]["estimate"] == pytest.approx(5 / 25)
    assert all(row["level"] == pytest.approx(1 - 0.05 / 3) for row in rows)


def test_what_is_over_or_settled_only_grows() -> None:
    rows = list(decided(HAND, ROUNDS, 150))
    assert [row["estimate"] for row in rows] == pytest.approx([(25 + 50) / 150, (125 + 10) / 150])


def test_a_race_to_a_lead_of_four_is_the_gamblers_ruin() -> None:
    """Two seats, a fair coin each round, and whoever is 4 ahead wins: with a lead of d the leader wins (4 + d)/8."""
    rng, n = np.random.default_rng(1), 40_000
    found = np.zeros((3, 5, 6), np.int64)
    for _ in range(n):
        lead, path = 0, [0]
        while abs(lead) < 4:
            lead += 1 if rng.random() < 0.5 else -1
            path.append(lead)
        for place, after in enumerate(ROUNDS.tolist()):
            if after < len(path) - 1:
                at = path[after]
                won = at != 0 and (at > 0) == (lead > 0)
                kept = won and all(later * at >= 0 for later in path[after:])
                fate = NOBODY_LED if at == 0 else (KEPT if kept else REGAINED) if won else NOT_WON
                found[place, abs(at).bit_length(), fate] += 1
    by_lead = {(row["after_round"], row["lead_from"]): row for row in comeback(found, ROUNDS, 1.0)}
    for (after, lead), row in by_lead.items():
        exact = {1: 1 - 5 / 8, 2: 1 - 6 / 8}[int(lead)] if after < 4 or lead < 2 else 1 - 6 / 8
        assert abs(row["estimate"] - exact) < 5 * math.sqrt(exact * (1 - exact) / row["n"])
