"""The process that plays a game's kernels as plain Python: ``python -m simlab.conformance.uncompiled GAME COUNT``."""

from __future__ import annotations

import sys

from simlab import games
from simlab.conformance.cases import default, digest, rows_of


def main(name: str, count: str) -> None:
    """Write the digest of the first playthroughs of the default preset to standard output."""
    sys.stdout.write(digest(rows_of(default(games.load(name)), int(count))) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
