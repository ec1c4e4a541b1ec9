"""What became of who led: snowball, comeback and decision, at fixed rounds among the playthroughs that go on.

Asked at a share of the length of a playthrough ("at half time") such numbers look ahead: how long it will be is known
only at its end, and whoever leads when little is left wins more often for that reason alone. Here the round is fixed,
and only playthroughs that go on after it count: the condition is known to everybody at the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.stats.estimates import simultaneous
from simlab.stats.intervals import proportion
from simlab.stats.verdicts import widen

__all__ = ["comeback", "decided", "snowball"]

Counts = NDArray[np.int64]
Row = dict[str, Any]

NOBODY_LED, NOT_WON, SHARED, REGAINED, KEPT, CUT_OFF = range(6)


def snowball(counts: Counts, rounds: NDArray[np.int64], n: int, level: float = 0.95) -> Iterator[Row]:
    """Yield how often whoever leads alone after a round wins alone in the end, for each round.

    Parameters
    ----------
    counts : ndarray of int, shape (K, G, 6)
        For each round, size of the lead and fate of the leader (nobody led, did not win, shared the win, won after
        another led, won and kept the lead, cut off) how many playthroughs went on after that round.
    rounds : ndarray of int, shape (K,)
    n : int
        Playthroughs that were followed.
    level : float
        At which all intervals hold at once.

    Notes
    -----
    Playthroughs that were cut off could still have been won by the leader, and widen the interval upwards.
    """
    for place, by_fate, each in _asked(counts, level):
        led = int(by_fate.sum() - by_fate[NOBODY_LED])
        if led == 0:
            continue
        found = proportion(int(by_fate[REGAINED] + by_fate[KEPT]), led, each)
        found = widen(found, 0.0, int(by_fate[CUT_OFF]) / led, (0.0, 1.0))
        running = int(by_fate.sum())
        yield {
            "after_round": int(rounds[place]),
            **found.cells("leader_wins"),
            "still_running": running / n,
            "somebody_leads": led / running,
            "shared": int(by_fate[SHARED]) / led,
        }


def comeback(counts: Counts, rounds: NDArray[np.int64], scale: float, level: float = 0.95) -> Iterator[Row]:
    """Yield how often somebody else than the leader wins, for each round and size of the lead.

    Parameters
    ----------
    counts, rounds, level
        As for `snowball`; sizes of a lead go by powers of two.
    scale : float
        A lead in its units is the number / scale.
    """
    asked = [(place, size) for place in range(len(counts)) for size in range(counts.shape[1])]
    asked = [(place, size) for place, size in asked if counts[place, size, 1:].sum()]
    each = simultaneous(level, len(asked))
    for place, size in asked:
        by_fate = counts[place, size]
        led = int(by_fate[1:].sum())
        found = proportion(int(by_fate[NOT_WON]), led, each)
        found = widen(found, 0.0, int(by_fate[CUT_OFF]) / led, (0.0, 1.0))
        is_last = size == counts.shape[1] - 1
        yield {
            "after_round": int(rounds[place]),
            "lead_from": (1 << (size - 1)) / scale,
            "lead_to": None if is_last else ((1 << size) - 1) / scale,
            **found.cells("another_wins"),
        }


def decided(counts: Counts, rounds: NDArray[np.int64], n: int, level: float = 0.95) -> Iterator[Row]:
    """Yield the share of all playthroughs that are over or settled after a round, for each round.

    Settled: whoever leads alone then wins alone, and nobody else ever leads alone again. Nobody at the table knows it
    yet: this is told in hindsight, and says when the rest was no contest any more.
    """
    for place, by_fate, each in _asked(counts, level):
        settled = n - int(by_fate.sum()) + int(by_fate[KEPT])
        found = widen(proportion(settled, n, each), 0.0, int(by_fate[CUT_OFF]) / n, (0.0, 1.0))
        yield {"after_round": int(rounds[place]), **found.cells("decided")}


def _asked(counts: Counts, level: float) -> Iterator[tuple[int, Counts, float]]:
    """Yield the rounds after which anything went on, their counts by fate, and the level of each interval."""
    places = [place for place in range(len(counts)) if counts[place].sum()]
    each = simultaneous(level, len(places))
    for place in places:
        yield place, counts[place].sum(axis=0), each
