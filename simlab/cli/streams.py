"""The two streams: answers on the standard output, everything else on the error output."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

WIDE = 160  # columns where there is no terminal to ask


def console(*, error: bool = False) -> Console:
    """Return a console that takes no word of a config for markup; it honours ``NO_COLOR``."""
    from rich.console import Console

    stream = sys.stderr if error else sys.stdout
    width = None if stream.isatty() else WIDE
    return Console(stderr=error, markup=False, emoji=False, highlight=False, width=width)


def say(text: str = "") -> None:
    """Print a line of the answer."""
    print(plain(text))


def warn(text: str) -> None:
    """Print a line that is no part of the answer."""
    print(plain(text), file=sys.stderr, flush=True)


def plain(text: str) -> str:
    """Escape what a terminal would take for a command; the words may come from anyone's config."""
    return "".join(sign if sign.isprintable() or sign == "\n" else ascii(sign)[1:-1] for sign in text)
