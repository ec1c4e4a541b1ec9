"""Tables as pictures: matplotlib Axes with intervals drawn, target bands shaded and lines named where they end.

It draws and never computes, and knows nothing of simlab. Figures are made without ``pyplot``, so that drawing touches
no state that a notebook or another thread shares.
"""

from simlab.plots.charts import distribution, intervals, metric, ranking, ranking_height
from simlab.plots.curves import is_crossed, line_key, line_keys, moving_together
from simlab.plots.forests import Mark, forest, forest_height, gathered, is_forest
from simlab.plots.marks import MOST_SERIES, NO_GUIDES, Band, Guides, Row
from simlab.plots.matrices import MOST_OPTIONS, matrix
from simlab.plots.pictures import PANEL_IN, Picture, picture, svg

__all__ = [
    "MOST_OPTIONS",
    "MOST_SERIES",
    "NO_GUIDES",
    "PANEL_IN",
    "Band",
    "Guides",
    "Mark",
    "Picture",
    "Row",
    "distribution",
    "forest",
    "forest_height",
    "gathered",
    "intervals",
    "is_crossed",
    "is_forest",
    "line_key",
    "line_keys",
    "matrix",
    "metric",
    "moving_together",
    "picture",
    "ranking",
    "ranking_height",
    "svg",
]
