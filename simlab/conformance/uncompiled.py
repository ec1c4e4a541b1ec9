"""The process that plays kernels as plain Python: ``python -m simlab.conformance.uncompiled GAME CASE CAP COUNT``."""

from __future__ import annotations

import sys
from itertools import islice

from simlab import games
from simlab.conformance.cases import Case, cases, digest, rows_of
from simlab.forward import Game

WORK = 4_000
"""Actions that are played: a kernel runs some thousand times slower as plain Python."""
MOST = 200


def shared(game: Game) -> list[int]:
    """Number the cases that are played both ways: the first, and every one in which somebody follows a style."""
    return [number for number, case in enumerate(cases(game)) if number == 0 or case.is_skilled]


def affordable(case: Case) -> tuple[Case, int]:
    """Return the case, cut off early where it is long, and how many playthroughs plain Python can afford."""
    brief = case.brief
    return brief, min(MOST, max(1, WORK // brief.length))


def digest_of(case: Case, count: int) -> str:
    """Digest the rows of the first playthroughs."""
    return digest(rows_of(case.job, count))


def main(name: str, number: str, cap: str, count: str) -> None:
    """Write the digest of the first playthroughs of one case, cut off after `cap` rounds, to standard output."""
    case = next(islice(cases(games.load(name)), int(number), None))
    sys.stdout.write(digest_of(case.cut(int(cap)), int(count)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
