"""Figures without ``pyplot``, and their SVG: the same bytes each time, text as text, no address of anything."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from matplotlib import rc_context
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PANEL_IN = (3.75, 2.9)  # 360 pixels of a phone, so that nothing shrinks there


class Picture(Figure):
    """A figure that shows itself in a notebook."""

    def _repr_svg_(self) -> str:
        return svg(self)


def picture(width: float = PANEL_IN[0], height: float = PANEL_IN[1]) -> Axes:
    """Return the axes of a fresh figure; width and height in inches."""
    return Picture(figsize=(width, height), layout="constrained").add_subplot()


def svg(figure: Figure, salt: str = "simlab") -> str:
    """Write a figure as an SVG element for a page.

    Parameters
    ----------
    salt : goes into the names that the picture gives to its own parts; another for each picture of a page
    """
    buffer = io.StringIO()
    with rc_context({"svg.hashsalt": salt, "svg.fonttype": "none"}):
        figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :]  # no prolog: it is part of a page
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    used = set(re.findall(r"(?:url\(#|href=\"#)([^\")]+)", text))
    text = re.sub(r' id="([^"]+)"', lambda found: found[0] if found[1] in used else "", text)
    return re.sub(r"\s*\n\s*", "\n", text).strip() + "\n"
