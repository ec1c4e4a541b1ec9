"""A table of options against options as a heat map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.colors import LinearSegmentedColormap, Normalize

from simlab.plots.marks import INK, MUTED, SMALL_PT, TEXT_PT, literal, shortened
from simlab.plots.pictures import picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh
    from matplotlib.figure import Figure

MOST_OPTIONS = 80
MOST_NUMBERED = 32  # options whose cells have room for a number
CELL_IN, SMALL_CELL_IN, CHARACTER_IN = 0.27, 0.14, 0.075
LONGEST_OPTION = 24
EVEN = 0.5
LEAST_SPAN = 0.05  # what is nearly even everywhere should not look like a landslide

# Orange to blue over white, as told apart with any colour vision; few steps, so that it is drawn as shapes.
LOW, MIDDLE, HIGH = "#a84300", "#f7f7f7", "#0b5c96"
STEPS = 31
DARK, BRIGHT = "#101418", "#fefefe"  # over a cell, whatever the face of the page
STRONG = 0.8  # of the span: beyond it bright text stands out better


def matrix(
    shares: Sequence[Sequence[float]], names: Sequence[str], *, label: str = "wins", ax: Axes | None = None
) -> Axes:
    """Draw what each option gets against each: rows against columns, colours centred on one half.

    Parameters
    ----------
    shares : (K, K) win share of the option of the row against that of the column
    names : of the K options
    label : what the numbers are

    Returns
    -------
    The axes drawn on.
    """
    size, has_numbers = len(names), len(names) <= MOST_NUMBERED
    ax = picture(*_inches(names)) if ax is None else ax
    span = max(LEAST_SPAN, *(abs(share - EVEN) for row in shares for share in row))
    colours = LinearSegmentedColormap.from_list("even", [LOW, MIDDLE, HIGH], N=STEPS)
    edges = range(size + 1)
    norm = Normalize(EVEN - span, EVEN + span)
    mesh = ax.pcolormesh(edges, edges, shares, cmap=colours, norm=norm, edgecolors=MIDDLE, linewidth=0.4)
    ax.set_aspect("equal")
    ax.set_ylim(size, 0)
    middles = [place + 0.5 for place in range(size)]
    fitting = [shortened(name, LONGEST_OPTION) for name in names]
    ax.set_yticks(middles, labels=fitting)
    ax.set_xticks(middles, labels=fitting, rotation=90)
    ax.tick_params(colors=MUTED, labelsize=SMALL_PT, labelcolor=INK, length=0, top=True, labeltop=True)
    ax.tick_params(bottom=False, labelbottom=False)
    for spine in ax.spines.values():
        spine.set_visible(False)
    if has_numbers:
        for row, line in zip(middles, shares, strict=True):
            for column, share in zip(middles, line, strict=True):
                colour = BRIGHT if abs(share - EVEN) > STRONG * span else DARK
                cell = f"{100 * share:.0f}"
                ax.text(column, row, cell, ha="center", va="center", fontsize=SMALL_PT, color=colour)
    figure = ax.get_figure(root=True)
    if figure is not None:
        _legend(ax, mesh, figure, span, label)
    return literal(ax)


def _inches(names: Sequence[str]) -> tuple[float, float]:
    """Return width and height that give every cell the same room, however many there are."""
    cells = len(names) * (CELL_IN if len(names) <= MOST_NUMBERED else SMALL_CELL_IN)
    beside = CHARACTER_IN * min(LONGEST_OPTION, max(map(len, names))) + 0.2
    return max(cells + beside, 3.4), cells + beside + 0.75


def _legend(ax: Axes, mesh: QuadMesh, figure: Figure, span: float, label: str) -> None:
    """Say under the matrix which colour is how much."""
    bar = figure.colorbar(mesh, ax=ax, orientation="horizontal", fraction=0.04, pad=0.02, aspect=30)
    ticks = [EVEN - span, EVEN, EVEN + span]
    bar.set_ticks(ticks, labels=[f"{100 * tick:.0f}" for tick in ticks])
    bar.ax.tick_params(colors=MUTED, labelsize=SMALL_PT, labelcolor=INK, length=2)
    bar.set_label(f"{label} of the row against the column (of 100)", fontsize=TEXT_PT, color=INK)
    bar.outline.set_visible(False)
