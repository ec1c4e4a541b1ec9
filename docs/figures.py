"""Draw the figures of docs/statistics.md: ``python docs/figures.py``. The same seeds give the same figures."""

from __future__ import annotations

import math
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import simlab as sl
from simlab import plots
from simlab.plots import Guides
from simlab.stats.estimates import simultaneous
from simlab.stats.intervals import proportion
from simlab.stats.looks import level_of_each
from simlab.stats.worlds import average

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEWEST = 200  # playthroughs behind a point
FOLDER = Path(__file__).parent / "images" / "statistics"
SEATS = [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "clearsky"}]


def row(found: Any, **keys: Any) -> dict[str, Any]:
    """Return a row that plots can draw."""
    return {"estimate": found.estimate, "lo": found.lo, "hi": found.hi, **keys}


def wargods(**keys: Any) -> dict[str, Any]:
    """Return a question about two teams."""
    return {"game": "tug_of_wargods", "question": "Who wins?", "seats": SEATS, "playthroughs": 20_000, **keys}


def interval() -> Axes:
    """Twenty experiments of 400 playthroughs each; the truth is 30 of 100."""
    wins = np.random.default_rng(4).binomial(400, 0.3, 20)
    rows = [row(proportion(int(won), 400)) for won in wins]
    names = [f"experiment {number}" for number in range(1, 21)]
    guides = Guides(reference=0.3, reference_label="the truth")
    return plots.ranking(rows, names, label="wins", unit="of 100", guides=guides)


def verdict() -> Axes:
    """The four verdicts about a band of 45 to 55."""
    cases = [("meets the target", 5_020, 10_000), ("too low", 4_100, 10_000), ("too high", 5_900, 10_000)]
    cases += [("cannot tell yet: on the edge", 540, 1_000), ("cannot tell yet: too little was played", 26, 50)]
    rows = [row(proportion(won, n)) for _, won, n in cases]
    guides = Guides((0.45, 0.55), "target 45 to 55")
    return plots.ranking(rows, [name for name, _, _ in cases], label="wins", unit="of 100", guides=guides)


def at_once() -> Axes:
    """Four fair seats: single intervals, and intervals that hold all at once."""
    wins = np.random.default_rng(12).multinomial(2_000, [0.25] * 4)
    rows, names = [], []
    for level, told in ((0.95, "alone"), (simultaneous(0.95, 4), "all four at once")):
        rows += [row(proportion(int(won), 2_000, level)) for won in wins]
        names += [f"seat {seat}, {told}" for seat in range(1, 5)]
    guides = Guides(reference=0.25, reference_label="fair 25")
    return plots.ranking(rows, names, label="wins", unit="of 100", guides=guides)


def pairs() -> Axes:
    """A small change of the rules: on the same luck, and in two runs of their own."""
    compare = [{"metric": "rounds", "key": "rules.start_in", "against": 3}]
    result = sl.run(wargods(vary={"rules.start_in": [3, 3.5]}, compare=compare, playthroughs=2_000))
    found: Any = result.contrasts().rows[0]
    half = (found["hi"] - found["lo"]) / 2 * math.sqrt(found["variance_reduction"])
    apart = {"estimate": found["estimate"], "lo": found["estimate"] - half, "hi": found["estimate"] + half}
    guides = Guides(reference=0.0, reference_label="no difference")
    names = ["on the same dice", "in two runs of their own"]
    return plots.ranking([found, apart], names, label="change in length", unit="rounds", guides=guides)


def looks() -> Axes:
    """One run, looked at eight times: what each look says alone, and what holds at all of them."""
    sizes = [1024 * 2**k for k in range(8)]
    wins = np.cumsum(np.random.default_rng(21).binomial(np.diff([0, *sizes]), 0.5))
    each = level_of_each(0.95, sizes)
    rows = []
    for number, (won, n) in enumerate(zip(wins.tolist(), sizes, strict=True), 1):
        rows.append(row(proportion(won, n), n=number, which="each look alone"))
        rows.append(row(proportion(won, n, each), n=number, which="all looks together"))
    guides = Guides(reference=0.5, reference_label="the truth")
    return plots.intervals(
        rows,
        x="n",
        series="which",
        label="wins",
        unit="of 100",
        x_label="look, after 1,024 playthroughs doubled each time",
        guides=guides,
    )


def worlds() -> Axes:
    """Ten drawn worlds, the mean over them, and the mean over all there could be."""
    rng = np.random.default_rng(3)
    shares = 0.36 + 0.012 * rng.standard_normal(10)
    found = [proportion(int(rng.binomial(12_000, share)), 12_000) for share in shares]
    mean = average([one.estimate for one in found], playthroughs=120_000)
    rows = [*(row(one) for one in found), row(mean)]
    names = [*(f"drawn world {number}" for number in range(1, 11)), "mean over all worlds there could be"]
    return plots.ranking(rows, names, label="wins of whoever goes first", unit="of 100")


def matchups() -> Axes:
    """Six ways of playing Zoar against each other."""
    ways = ["all_rounder", "relic_runner", "settler", "turtle", "zealot", "raider"]
    question = {
        "game": "zoar",
        "question": "Who beats whom?",
        "seats": [{"name": "one"}, {"name": "other"}],
        "assign": {"tribe": "all_orders"},
        "skill": "regular",
        "vary": {"seats.one.policy": ways, "seats.other.policy": ways},
        "playthroughs": 1_200,
    }
    (found,) = sl.run(question).pairings
    return plots.matrix(found.pairings.matchups.shares.tolist(), found.labels)


def snowball() -> Axes:
    """How often whoever leads wins, at Zoar with two and with four seats."""
    question = {
        "game": "zoar",
        "question": "Does the leader win?",
        "assign": {"tribe": "all_orders"},
        "skill": "regular",
        "vary": {"seats": [2, 4]},
        "playthroughs": 4_800,
    }
    rows: list[Any] = [
        {**one, "which": f"{one['seats']} seats"}
        for one in sl.run(question).experience("snowball").rows
        if int(str(one["n"])) >= FEWEST
    ]
    label = "wins of whoever leads alone"
    return plots.intervals(rows, x="after_round", series="which", label=label, unit="of 100", x_label="after round")


def curve() -> Axes:
    """A response curve with a band that holds everywhere."""
    vary = {"rules.start_in": {"from": 1, "to": 8, "step": 1}, "rules.rounding": ["floor_min1", "ceil"]}
    rows = sl.run(wargods(vary=vary, playthroughs=3_000)).metric("rounds", together=True).table.rows
    return plots.intervals(
        rows,
        x="rules.start_in",
        series="rules.rounding",
        label="mean length",
        unit="rounds",
        x_label="start distance (inch)",
    )


def effects() -> Axes:
    """What each of three rules changes, the others at their average."""
    vary = {
        "rules.start_in": [2, 4, 6],
        "rules.rounding": ["floor_min1", "ceil"],
        "rules.tie_rule": ["total", "per_die"],
    }
    result = sl.run(wargods(vary=vary, effects=[{"metric": "rounds"}]))
    rows = [one for one in result.effects() if "rules." in str(one["term"])]
    names = ["start distance, one inch more", "rounding up instead of down", "ties by each die instead of by the total"]
    guides = Guides(reference=0.0, reference_label="no effect")
    return plots.ranking(rows, names, label="effect on length", unit="rounds", guides=guides)


EVERY = (interval, verdict, at_once, pairs, looks, worlds, matchups, snowball, curve, effects)


def main() -> None:
    """Draw them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for draw in EVERY:
            figure = draw().get_figure(root=True)
            if figure is None:
                raise TypeError(draw.__name__)
            (FOLDER / f"{draw.__name__}.svg").write_text(plots.svg(figure, draw.__name__), encoding="utf-8")


if __name__ == "__main__":
    main()
