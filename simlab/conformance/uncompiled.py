"""The process that plays a game's kernels as plain Python: ``python -m simlab.conformance.uncompiled GAME CASE``."""

from __future__ import annotations

import sys
from itertools import islice

from simlab import games
from simlab.conformance.cases import Case, cases, digest, rows_of
from simlab.forward import Game

WORK = 20_000
"""Decisions that are played: a kernel runs some thousand times slower as plain Python."""
MOST = 200


def shared(game: Game) -> list[int]:
    """Number the cases that are played both ways: the first, and every one in which somebody follows a style."""
    return [number for number, case in enumerate(cases(game)) if number == 0 or case.is_skilled]


def digest_of(case: Case) -> str:
    """Digest the rows of as many playthroughs as plain Python can afford, cut off early where they are long."""
    count = min(MOST, max(1, WORK // case.length))
    return digest(rows_of(case.job, count))


def main(name: str, number: str) -> None:
    """Write the digest of the first playthroughs of one case to standard output."""
    case = next(islice(cases(games.load(name)), int(number), None))
    sys.stdout.write(digest_of(case) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
