"""What all charts share: colours, the frame, the target band, the names at the ends of lines.

Colours are those of Okabe and Ito (2008), Color Universal Design, darkened where a line of theirs would be too faint on
white; every one of them goes with a marker and a dash of its own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import offset_copy

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Row = Mapping[str, Any]
Band = tuple[float | None, float | None]

INK, MUTED, GRID, TARGET = "#1c2530", "#586473", "#dfe4ea", "#0b7a5b"
SERIES = (
    ("#0072b2", "o", "-"),
    ("#d55e00", "s", "--"),
    ("#8f4a86", "^", "-."),
    ("#8a6d00", "D", ":"),
    ("#2f8fc4", "v", "-"),
    ("#5b6470", "P", "--"),
)
MOST_SERIES = len(SERIES)
TEXT_PT, SMALL_PT = 9.0, 8.0
TIMES_100 = {"of 100", "points"}  # units in which a share or a difference of shares is written
LINE_HEIGHT = 0.068  # of a panel's height: a line of small text


@dataclass(frozen=True)
class Guides:
    """What numbers are held against.

    Attributes
    ----------
    band : lower and upper edge of the target, None where it is open
    band_label : what is written beside it
    reference : a line such as the fair share, or no difference
    reference_label : what is written beside it
    """

    band: Band | None = None
    band_label: str = "target"
    reference: float | None = None
    reference_label: str = "fair"

    @property
    def values(self) -> list[float]:
        """Every value that has to be in view."""
        edges = [] if self.band is None else [edge for edge in self.band if edge is not None]
        return [*edges, *([] if self.reference is None else [self.reference])]


NO_GUIDES = Guides()


class Name(NamedTuple):
    """What is written beside a panel, at the height of what it names."""

    height: float
    text: str
    colour: str


def limits(values: Sequence[float], guides: Guides, unit: str) -> tuple[float, float]:
    """Return the range in view: everything, with some air, but no share below 0 or above 1."""
    seen = [value for value in [*values, *guides.values] if math.isfinite(value)] or [0.0, 1.0]
    air = 0.1 * (max(seen) - min(seen)) or 0.1 * abs(seen[0]) or 0.01
    low, high = min(seen) - air, max(seen) + air
    if min(seen) >= 0:
        low = max(low, -0.03 * (high - low))
    if unit == "of 100":
        high = min(high, 1 + 0.03 * (high - low))
    return low, high


def frame(ax: Axes, guides: Guides, *, upright: bool, unit: str) -> None:
    """Set the one style, and draw the guides under everything else; call it when the limits stand.

    Parameters
    ----------
    upright : whether the measured axis is the vertical one
    """
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(MUTED)
    ax.set_axisbelow(True)
    ax.tick_params(colors=MUTED, labelsize=SMALL_PT, labelcolor=INK, length=3)
    ax.grid(visible=True, axis="y" if upright else "x", color=GRID, linewidth=0.8)
    measured = ax.yaxis if upright else ax.xaxis
    measured.set_major_locator(MaxNLocator(nbins=6))
    if unit in TIMES_100:
        measured.set_major_formatter(FuncFormatter(_hundredfold))
    low, high = ax.get_ylim() if upright else ax.get_xlim()
    span, line = (ax.axhspan, ax.axhline) if upright else (ax.axvspan, ax.axvline)
    if guides.band is not None:
        span(*_closed(guides.band, low, high), color=TARGET, alpha=0.13, linewidth=0, zorder=0)
        for edge in guides.band:
            if edge is not None:
                line(edge, color=TARGET, linewidth=1, zorder=0.5)
    if guides.reference is not None:
        line(guides.reference, color=MUTED, linewidth=1, linestyle=(0, (2, 2)), zorder=0.6)


def _hundredfold(value: float, _: int | None) -> str:
    return f"{100 * value:.4g}".replace("-", "\N{MINUS SIGN}")


def _closed(band: Band, low: float, high: float) -> tuple[float, float]:
    """Return the band as far as it is in view."""
    return low if band[0] is None else band[0], high if band[1] is None else band[1]


def guide_names(ax: Axes, guides: Guides) -> list[Name]:
    """Name the band and the line of an upright axis at their heights."""
    found = []
    if guides.band is not None:
        found.append(Name(sum(_closed(guides.band, *ax.get_ylim())) / 2, guides.band_label, TARGET))
    if guides.reference is not None:
        found.append(Name(guides.reference, guides.reference_label, MUTED))
    return found


def write_beside(ax: Axes, names: Sequence[Name]) -> None:
    """Write names to the right of a panel, moved apart where two would overlap."""
    low, high = ax.get_ylim()
    least = LINE_HEIGHT * (high - low)
    ordered = sorted(names, key=lambda name: name.height)
    heights: list[float] = []
    for name in ordered:
        heights.append(max(name.height, heights[-1] + least if heights else low))
    for place in reversed(range(len(heights))):  # and back down, where the top one stands out of the panel
        ceiling = high if place == len(heights) - 1 else heights[place + 1] - least
        heights[place] = min(heights[place], ceiling)
    for height, name in zip(heights, ordered, strict=True):
        beside = offset_copy(ax.get_yaxis_transform(), ax.get_figure(root=True), x=5, units="points")
        ax.text(1, height, name.text, transform=beside, va="center", fontsize=SMALL_PT, color=name.colour)


def write_over(ax: Axes, guides: Guides) -> None:
    """Name the band of a lying axis over the panel, and the line within it, at its foot."""
    place = ax.get_xaxis_transform()
    if guides.band is not None:
        middle = sum(_closed(guides.band, *ax.get_xlim())) / 2
        ax.text(middle, 1.03, guides.band_label, transform=place, ha="center", fontsize=SMALL_PT, color=TARGET)
    if guides.reference is not None:
        text, at = guides.reference_label, guides.reference
        ax.text(at, 0.01, f" {text}", transform=place, fontsize=SMALL_PT, color=MUTED, va="bottom")


def titled(label: str, unit: str) -> str:
    """Return what is written at an axis."""
    return f"{label} ({unit})" if unit and not label.endswith(unit) else label


def shortened(text: str, most: int) -> str:
    """Cut a text that is longer than there is room for."""
    return text if len(text) <= most else text[: most - 1] + "…"


def literal(ax: Axes) -> Axes:
    """Keep names from being read as formulas: a dollar sign is a dollar sign."""
    for text in ax.findobj(Text):
        if isinstance(text, Text):
            text.set_parse_math(False)
    return ax
