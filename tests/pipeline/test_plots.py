"""Charts: what they draw, that they compute nothing and touch nothing shared, and that names stay names."""

import math
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from simlab import plots

HOSTILE = "<script>&\"' $x^2$ $"


def rows(**more: object) -> list[dict[str, object]]:
    """Return five estimates along an axis, with what else a row should carry."""
    found: list[dict[str, object]] = []
    for step in (2, 3, 4, 6, 12):
        share = 1 / (1 + math.exp(4 - step))
        found.append({"step": step, "estimate": share, "lo": share - 0.02, "hi": share + 0.02, **more})
    return found


def texts(ax: Axes) -> list[str]:
    """Return everything that is written on a chart."""
    return [text.get_text() for text in ax.findobj(Text) if isinstance(text, Text) and text.get_text()]


def test_a_line_stands_at_its_estimates_and_its_name_at_its_end() -> None:
    both = [*rows(team="red"), *rows(team="blue")]
    ax = plots.intervals(both, x="step", series="team", label="wins", unit="of 100")
    drawn = [line for line in ax.get_lines() if np.size(line.get_xdata()) == 5]
    assert len(drawn) == 2
    for line in drawn:
        assert np.asarray(line.get_ydata()).tolist() == [row["estimate"] for row in rows()]
    assert {"red", "blue"} <= set(texts(ax))
    assert len({line.get_marker() for line in drawn}) == 2, "colour is the only cue"


def test_intervals_reach_from_lo_to_hi() -> None:
    ax = plots.intervals(rows(), x="step", label="wins")
    segments = [
        segment for lines in ax.collections if hasattr(lines, "get_segments") for segment in lines.get_segments()
    ]
    assert [(segment[0][1], segment[1][1]) for segment in segments] == [(row["lo"], row["hi"]) for row in rows()]


@pytest.mark.parametrize("band", [(0.45, 0.55), (None, 0.2), (0.8, None)])
def test_band_and_reference_are_in_view_and_named(band: plots.Band) -> None:
    guides = plots.Guides(band, "target here", 0.5, "fair 50")
    ax = plots.intervals(rows()[2:3], x="step", label="wins", unit="of 100", guides=guides)
    low, high = ax.get_ylim()
    assert all(low <= value <= high for value in guides.values)
    assert {"target here", "fair 50"} <= set(texts(ax))


def test_more_lines_than_markers_are_refused() -> None:
    many = [row for team in range(plots.MOST_SERIES + 1) for row in rows(team=team)]
    with pytest.raises(ValueError, match="at most"):
        plots.intervals(many, x="step", series="team", label="wins")


def test_a_ranking_writes_names_and_values_and_draws_each_interval() -> None:
    names = [f"row {place}" for place in range(5)]
    ax = plots.ranking(rows(), names, label="wins", values=["a", "b", "c", "d", "e"])
    assert {*names, "a", "e"} <= set(texts(ax))
    assert len(ax.collections) == len(rows())


def test_a_distribution_draws_the_counts_it_is_given_and_marks_the_median() -> None:
    ax = plots.distribution([1, 2, 3], [10, 30, 5], label="rounds", unit="rounds", marks={"median 2": 2})
    assert [bar.get_height() for bar in ax.patches if isinstance(bar, Rectangle)] == [10, 30, 5]
    assert "median 2" in texts(ax)
    assert "rounds" in texts(ax), "the unit is not said twice"


def test_a_metric_with_numbers_for_a_key_is_a_line_and_one_without_a_ranking() -> None:
    line = plots.metric(rows(team="red"), ("step", "team"), label="wins", unit="")
    assert line.get_xlabel() == "step"
    named = [dict(row, step=f"step {row['step']}") for row in rows()]
    assert plots.metric(named, ("step",), label="wins", unit="").get_xlabel() == "wins"


def test_a_metric_of_two_keys_draws_every_estimate_and_names_its_lines() -> None:
    both = [*rows(team="red"), *rows(team="blue")]
    ax = plots.metric(both, ("step", "team"), label="wins", unit="of 100")
    drawn = [line for line in ax.get_lines() if np.size(line.get_xdata()) == 5]
    assert len(drawn) == 2
    assert {"red", "blue"} <= set(texts(ax))


def test_too_many_lines_become_a_ranking() -> None:
    many = [row for team in range(plots.MOST_SERIES + 1) for row in rows(team=f"team {team}")]
    assert len(plots.metric(many, ("step", "team"), label="wins", unit="").collections) == len(many)


def test_charts_draw_on_the_axes_they_are_given() -> None:
    ax = plots.picture()
    assert plots.metric(rows(), ("step",), label="wins", unit="", ax=ax) is ax


def test_steps_that_differ_much_are_drawn_evenly() -> None:
    wide = [dict(row, step=10**place) for place, row in enumerate(rows())]
    ax = plots.intervals(wide, x="step", label="wins")
    assert ax.get_xticks().tolist() == [0, 1, 2, 3, 4]


def test_an_svg_is_well_formed_the_same_twice_and_leads_nowhere() -> None:
    def drawn() -> str:
        ax = plots.intervals(rows(team=HOSTILE), x="step", series="team", label=HOSTILE, unit="of 100", x_label=HOSTILE)
        return plots.svg(ax.get_figure(root=True))  # type: ignore[arg-type]

    text = drawn()
    assert text == drawn()
    written = ["".join(element.itertext()) for element in ET.fromstring(text).iter() if element.tag.endswith("text")]  # noqa: S314 - our own drawing
    assert any(HOSTILE in words for words in written), "a name was read as a formula, or as markup"
    assert "<script" not in text
    outward = text.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xlink", "")
    assert "http" not in outward


def test_pictures_on_one_page_do_not_share_the_names_of_their_parts() -> None:
    figure = plots.intervals(rows(), x="step", label="wins").get_figure(root=True)
    assert figure is not None
    one, other = (set(re.findall(r' id="([^"]+)"', plots.svg(figure, salt))) for salt in ("a", "b"))
    assert one
    assert not one & other


def test_an_estimate_without_an_upper_end_can_be_drawn() -> None:
    endless = [dict(rows()[0], hi=math.inf)]
    figure = plots.ranking(endless, ["one"], label="rounds").get_figure(root=True)
    assert figure is not None
    assert "<svg" in plots.svg(figure)


def test_drawing_touches_nothing_that_others_share() -> None:
    program = (
        "import sys\n"
        "from matplotlib import rcParams\n"
        "def shared(): return {key: rcParams[key] for key in rcParams if key != 'backend'}\n"  # to read it loads pyplot
        "before = shared()\n"
        "from simlab import plots\n"
        "ax = plots.distribution([1, 2], [3, 4], label='x'); plots.svg(ax.figure)\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
        "assert shared() == before\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_matrix_writes_every_share_and_every_name_on_both_sides() -> None:
    ax = plots.matrix([[0.5, 0.9], [0.1, 0.5]], ["red", "blue"])
    assert [text.get_text() for text in ax.texts] == ["50", "90", "10", "50"]
    for labels in (ax.get_xticklabels(), ax.get_yticklabels()):
        assert [label.get_text() for label in labels] == ["red", "blue"]


def test_a_matrix_is_centred_on_one_half_however_lopsided_it_is() -> None:
    for shares in ([[0.5, 0.52], [0.48, 0.5]], [[0.5, 0.99], [0.01, 0.5]]):
        mesh = plots.matrix(shares, ["red", "blue"]).collections[0]
        low, high = mesh.get_clim()
        assert (low + high) / 2 == pytest.approx(0.5)
        assert low - 1e-12 <= min(map(min, shares)) <= max(map(max, shares)) <= high + 1e-12


def test_numbers_in_a_matrix_stand_out_from_every_colour() -> None:
    size = 30
    shares = [[0.5 + (column - row) / (2 * size) for column in range(size)] for row in range(size)]
    ax = plots.matrix(shares, [f"option {place}" for place in range(size)])
    mesh = ax.collections[0]
    for text in ax.texts:
        row, column = (int(place) for place in reversed(text.get_position()))
        ground = luminance(mesh.to_rgba(np.array([shares[row][column]]))[0, :3].tolist())
        ink = luminance(to_rgb(text.get_color()))
        assert (max(ground, ink) + 0.05) / (min(ground, ink) + 0.05) >= 4  # 3 is what WCAG 2.2, 1.4.11 asks of shapes


def luminance(colour: Sequence[float]) -> float:
    """Return the relative luminance of a colour, WCAG 2.2."""
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in colour]
    return float(np.dot((0.2126, 0.7152, 0.0722), linear))


def test_a_matrix_is_drawn_as_shapes_that_load_nothing() -> None:
    figure = plots.matrix([[0.5, 0.9], [0.1, 0.5]], [HOSTILE, "blue"]).get_figure(root=True)
    assert figure is not None
    assert "<image" not in plots.svg(figure)


# --- forests ----------------------------------------------------------------------------------------------------------


def seen(levels: Sequence[str] = ("regular", "beginner", "expert"), worlds: int = 6) -> list[dict[str, object]]:
    """Return a share for each of three positions, levels and worlds, each with an interval of its own."""
    return [
        {"whose": f"position {place}", "skill": level, "world": f"world {world}", "estimate": share}
        | {"lo": share - 0.01, "hi": share + 0.02}
        for place in (1, 2, 3)
        for order, level in enumerate(levels)
        for world in range(worlds)
        for share in [0.2 + 0.1 * place + 0.01 * order + 0.005 * ((world * 5) % worlds)]
    ]


def gathered(found: Sequence[Mapping[str, object]]) -> list[tuple[dict[str, Any], list[plots.Mark]]]:
    """Gather rows by whose they are."""
    return plots.gathered(found, ["whose"], over="world", by="skill")


def test_a_row_has_a_mark_for_each_level_which_is_the_world_in_the_middle() -> None:
    found = gathered(seen())
    assert [values["whose"] for values, _ in found] == ["position 1", "position 2", "position 3"]
    for _, marks in found:
        assert [mark.name for mark in marks] == ["regular", "beginner", "expert"]
        for mark in marks:
            estimates = sorted(float(row["estimate"]) for row in mark.everywhere)
            assert (len(estimates), mark.row["estimate"]) == (6, estimates[3])


def test_fifty_four_estimates_are_nine_marks_each_with_a_bar_over_all_worlds() -> None:
    found = gathered(seen())
    ax = plots.forest([marks for _, marks in found], [values["whose"] for values, _ in found], label="wins")
    marks = [line for line in ax.get_lines() if np.size(line.get_xdata()) == 1]
    ticks = [line for line in ax.get_lines() if np.size(line.get_xdata()) == 5]
    assert (len(marks), len(ticks)) == (9, 9)
    bars = [part.get_segments()[0][:, 0].tolist() for part in ax.collections if part.get_alpha() is not None]  # type: ignore[attr-defined]
    expected = [
        [pick(float(row[end]) for row in mark.everywhere) for pick, end in ((min, "lo"), (max, "hi"))]
        for _, each in found
        for mark in each
    ]
    assert bars == pytest.approx(np.array(expected))


def test_levels_differ_by_shape_and_filling_and_are_named() -> None:
    found = gathered(seen())
    ax = plots.forest([marks for _, marks in found], ["a", "b", "c"], label="wins")
    marks = [line for line in ax.get_lines() if np.size(line.get_xdata()) == 1][:3]
    assert len({line.get_marker() for line in marks}) == 3, "colour is the only cue"
    assert [line.get_markerfacecolor() == "none" for line in marks] == [False, True, True]
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["regular", "beginner", "expert"]


def test_a_forest_of_more_levels_than_markers_is_refused() -> None:
    found = gathered(seen([f"level {place}" for place in range(plots.MOST_SERIES + 1)]))
    with pytest.raises(ValueError, match="at most"):
        plots.forest([marks for _, marks in found], ["a", "b", "c"], label="wins")


def test_a_lone_mark_shows_its_worlds_as_rows_of_their_own() -> None:
    lone = [row for row in seen(["regular"]) if row["whose"] == "position 1"]
    ax = plots.metric(lone, ("whose", "world", "skill"), label="wins", unit="", over="world", by="skill")
    assert [text for text in texts(ax) if text.startswith("world ")] == [f"world world {place}" for place in range(6)]
    several = plots.metric(seen(), ("whose", "world", "skill"), label="wins", unit="", over="world", by="skill")
    assert [text.get_text() for text in several.texts if text.get_text()] == [f"whose position {n}" for n in (1, 2, 3)]
