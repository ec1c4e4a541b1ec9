"""How many games it takes to see an edge: matches of several games, and the power of a test of the better side.

Games are independent, and one of the two sides wins each of them with the same probability; a draw counts as no game.
"""

from __future__ import annotations

from simlab.stats.limits import at_most

__all__ = ["best_of", "critical", "games_needed", "power"]

MOST_GAMES = 1 << 15  # an edge of one point needs half of that


def best_of(share: float, games: int) -> float:
    """Probability that a side wins more than half of an odd number of games.

    Parameters
    ----------
    share : probability that it wins one game, in [0, 1]
    games : length of the match; whether it stops once it is decided makes no difference

    Raises
    ------
    ValueError
        The number of games is even or below 1, or `share` is no probability.
    """
    _check(share, games)
    if games % 2 == 0:
        raise ValueError(f"a match of {games} games can end in a draw; an odd number cannot")
    return _at_least(games // 2 + 1, games, share)


def power(share: float, games: int, level: float = 0.05) -> float:
    """Probability that a playtest shows who is better: that the exact one-sided binomial test of even odds rejects.

    Parameters
    ----------
    share : probability that the better side wins one game, in [0, 1]
    games : how many are logged
    level : of the test: how often two equal sides would pass it, at most

    Notes
    -----
    The test rejects from the smallest number of wins that equal sides reach with a probability of at most `level`;
    where not even winning all is that rare, it never does and the power is 0.
    """
    _check(share, games)
    if not 0 < level < 1:
        raise ValueError(f"the level of a test lies between 0 and 1; got {level:g}")
    wins = critical(games, level)
    return _at_least(wins, games, share) if wins <= games else 0.0


def critical(games: int, level: float = 0.05) -> int:
    """Smallest number of wins that equal sides reach with a probability of at most `level`; games + 1 if none is."""
    low, high = games // 2, games + 1  # equal sides reach half of the games with more than any level of use
    while low < high:
        middle = (low + high) // 2
        if _at_least(middle, games, 0.5) <= level:
            high = middle
        else:
            low = middle + 1
    return low


def games_needed(share: float, *, wanted: float = 0.8, level: float = 0.05) -> int:
    """Smallest number of games from which on the test always has the power that is wanted.

    The power of an exact test goes up and down from one number of games to the next, as its level cannot be met
    exactly; from this number on it stays at `wanted` or above.

    Raises
    ------
    ValueError
        `share` is not above one half, or so near to it that more than `MOST_GAMES` would be needed.
    """
    if not 0.5 < share <= 1 or not 0 < wanted < 1:  # noqa: PLR2004 - even
        raise ValueError(f"needs a share above one half and a power between 0 and 1; got {share:g} and {wanted:g}")
    games = 1
    while power(share, games, level) < wanted:
        games *= 2
        if games > MOST_GAMES:
            raise ValueError(f"an edge of {share - 0.5:g} needs more than {MOST_GAMES:,} games")
    games *= 2  # far enough for no dip to come after it
    while games and power(share, games, level) >= wanted:
        games -= 1
    return games + 1


def _at_least(wins: int, games: int, share: float) -> float:
    """Probability of that many wins or more."""
    return at_most(games - wins, games, 1 - share)


def _check(share: float, games: int) -> None:
    if games < 1:
        raise ValueError(f"needs one game or more; got {games}")
    if not 0 <= share <= 1:
        raise ValueError(f"a probability lies between 0 and 1; got {share:g}")
