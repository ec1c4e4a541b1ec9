"""How many games show an edge: exact sums of binomial terms, and what they must do at the ends."""

from math import comb

import pytest

from simlab.stats.best_of import best_of, critical, games_needed, power

ROUNDING = 1e-12


def at_least(wins: int, games: int, share: float) -> float:
    return sum(comb(games, k) * share**k * (1 - share) ** (games - k) for k in range(wins, games + 1))


@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 0.55, 1.0])
@pytest.mark.parametrize("games", [1, 3, 25, 101])
def test_a_match_is_won_by_more_than_half_of_the_games(share: float, games: int) -> None:
    assert best_of(share, games) == pytest.approx(at_least(games // 2 + 1, games, share), abs=ROUNDING)
    assert best_of(share, games) + best_of(1 - share, games) == pytest.approx(1, abs=ROUNDING)


def test_a_best_of_three_is_the_formula_on_paper_and_longer_matches_favour_the_better_side() -> None:
    p = 0.55
    assert best_of(p, 3) == pytest.approx(p * p * (3 - 2 * p), abs=ROUNDING)
    chances = [best_of(p, games) for games in range(1, 102, 2)]
    assert chances == sorted(chances)


@pytest.mark.parametrize("games", [1, 4, 5, 20, 101])
@pytest.mark.parametrize("level", [0.01, 0.05, 0.4])
def test_the_test_rejects_equal_sides_at_most_as_often_as_its_level(games: int, level: float) -> None:
    wins = critical(games, level)
    assert wins == games + 1 or at_least(wins, games, 0.5) <= level + ROUNDING
    assert at_least(wins - 1, games, 0.5) > level
    assert power(0.5, games, level) <= level + ROUNDING
    assert power(0.7, games, level) == pytest.approx(at_least(wins, games, 0.7), abs=ROUNDING)


def test_four_games_prove_nothing_at_five_percent() -> None:
    assert power(1.0, 4) == 0
    assert power(1.0, 5) == 1


@pytest.mark.parametrize(("share", "wanted"), [(0.55, 0.8), (0.6, 0.9), (0.75, 0.5), (1.0, 0.99)])
def test_from_the_games_needed_on_the_power_never_falls_short(share: float, wanted: float) -> None:
    needed = games_needed(share, wanted=wanted)
    assert all(power(share, games) >= wanted for games in range(needed, 3 * needed))
    assert power(share, needed - 1) < wanted


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="a match of 4 games can end in a draw"):
        best_of(0.5, 4)
    with pytest.raises(ValueError, match=r"a probability lies between 0 and 1; got 1\.2"):
        best_of(1.2, 3)
    with pytest.raises(ValueError, match="needs one game or more; got 0"):
        power(0.5, 0)
    with pytest.raises(ValueError, match="level of a test"):
        power(0.5, 3, 1)
    with pytest.raises(ValueError, match="needs a share above one half"):
        games_needed(0.5)
    with pytest.raises(ValueError, match=r"an edge of 0\.001 needs more than"):
        games_needed(0.501)
