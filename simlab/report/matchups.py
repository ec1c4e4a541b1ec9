"""Every option against every other: the heat map, the ranking, the mix that nobody beats, and the circles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab import plots
from simlab.report.figures import Easel, Figure, Panel
from simlab.report.grids import Grid, grid
from simlab.report.labels import Labels
from simlab.report.wording import ROUNDING, Scale, capital, counted, frequency, listed, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simlab.experiment import Experiment
    from simlab.metrics.matchups import MatchupResult
    from simlab.result import Result
    from simlab.stats.table import Table

MOST_NAMED = 8
NEGLIGIBLE = 1e-6  # a part of a mix, or an advantage, that only rounding makes
SHARE = Scale("share", is_exact=True)


@dataclass(frozen=True)
class Section:
    """What a table of matchups says.

    Attributes
    ----------
    lead : the answer: how the first target came out, and the optimal mix
    about : what the numbers are
    sentences : what follows from them
    shown, folded : (caption, table), at once or on demand
    """

    heading: str
    lead: str
    about: str
    sentences: tuple[str, ...]
    figure: Figure | None
    shown: tuple[tuple[str, Grid], ...]
    folded: tuple[tuple[str, Grid], ...]
    caveats: tuple[str, ...]


def asked(experiment: Experiment) -> bool:
    """Say whether an experiment asks for every option against every other."""
    return experiment.analysis == "matchup"


def tables(result: Result) -> dict[str, Table]:
    """Return the tables in full precision: name -> table, those of later variants with their number."""
    found: dict[str, Table] = {}
    for variant in result.experiment.variants:
        one = result.matchups(variant.index)
        end = f"_{variant.index + 1}" if len(result.experiment.variants) > 1 else ""
        found |= {f"matchups{end}": one.table, f"field_share{end}": one.ranking}
    return found


def section(result: Result, easel: Easel, asked_first: str) -> Section:
    """Turn the matchups of a result into sentences, a heat map and tables.

    Several variants have a table; the first of those with the most entries is also drawn and told.

    Parameters
    ----------
    asked_first : how the first target came out, empty without one
    """
    labels, option = easel.labels, easel.labels.game.option
    found = {variant.index: result.matchups(variant.index) for variant in result.experiment.variants}
    index = max(found, key=lambda index: len(found[index].labels))
    one, where = found[index], _point(labels, index) if len(found) > 1 else ""
    mix = equilibrium(one, option)
    is_lead = not (where and asked_first)
    told = [dominated(one, option), circles(one, option)]
    caption = f"The {option}s, best against the field first"
    return Section(
        heading=f"Every {option} against every other",
        lead=f"{asked_first} {capital(f'{where}: {mix}' if where else mix)}".strip() if is_lead else asked_first,
        about=_about(one, option, where),
        sentences=tuple(told if is_lead else [mix, *told]),
        figure=figure(easel, one, option),
        shown=(
            *([("All variants", summary(labels, found))] if where else []),
            (f"{caption}: {where}" if where else caption, ranking(one, option)),
        ),
        folded=(("Every pairing", pairings(one, option)),),
        caveats=_caveats(option, max(float(table.cut_off.max()) for table in found.values())),
    )


def _about(found: MatchupResult, option: str, where: str) -> str:
    """Say what the numbers are, and of which variant."""
    entries = counted(len(found.labels), "entry that plays", "entries that play")
    about = (
        f"{number(sum(found.members), 0)} legal {option}s come down to {entries} differently. A number is how many of "
        f"100 the {option} of the row wins against that of the column."
    )
    return f"{about} What is drawn and said here is of {where}." if where else about


def _point(labels: Labels, index: int) -> str:
    """Name a variant by its axes."""
    keys = labels.experiment.variants[index].keys
    return ", ".join(labels.point(key, value) for key, value in keys.items())


# --- sentences


def equilibrium(found: MatchupResult, option: str) -> str:
    """Say which mix nobody beats, whether it is the only one, and what its best answer gets."""
    best = found.equilibrium
    parts = {label: weight for label, weight in best.weights.items() if weight > NEGLIGIBLE}
    said = [f"{label} is chosen {_of_100(weight)} times" for label, weight in parts.items()]
    mix = f"{next(iter(parts))} is chosen always" if best.is_pure else listed(said)
    start = "In the only optimal mix" if best.is_only else "In one of several optimal mixes"
    if best.exploitability <= NEGLIGIBLE:
        held = f"no {option} wins more than half against it (exploitability 0, up to rounding)"
    else:
        held = f"the best answer to it wins {_of_100(0.5 + best.exploitability)}"
    also = [label for label in best.support if label not in parts]
    others = f" Other optimal mixes use {_named(also)} as well." if also else ""
    return f"{start}, {mix}: {held}.{others}"


def dominated(found: MatchupResult, option: str) -> str:
    """Name the options that another one makes pointless."""
    beaten = {str(row[option]): str(row["dominated_by"]) for row in found.ranking if row["dominated_by"]}
    if not beaten:
        return f"No {option} is dominated: none does worse than another one against every {option}."
    if len(beaten) == len(found.labels) - 1 and len(set(beaten.values())) == 1:
        best = beaten.popitem()[1]
        return f"{best} dominates every other {option}: it does better than each of them, whoever stands against them."
    pairs = _named([f"{label} (by {by})" for label, by in beaten.items()])
    count = f"{len(beaten)} of {len(found.labels)}"
    verb = "is" if len(beaten) == 1 else "are"
    return f"{count} {verb} dominated: another {option} does better, whoever stands against them: {pairs}."


def circles(found: MatchupResult, option: str) -> str:
    """Say whether options beat each other in a circle."""
    cycles = found.matchups.cycles()
    if not cycles:
        return f"No three {option}s beat each other in a circle."
    one, two, three = cycles[0]
    count = counted(len(cycles), f"circle of three {option}s", f"circles of three {option}s")
    circle = f"{one} beats {two}, {two} beats {three}, {three} beats {one}"
    return f"There {'is' if len(cycles) == 1 else 'are'} {count}: {circle if len(cycles) == 1 else f'as in {circle}'}."


def _named(names: Sequence[str]) -> str:
    """List names, and only count what would be too many to read."""
    rest = len(names) - MOST_NAMED
    return "; ".join([*names[:MOST_NAMED], *([f"and {rest} more"] if rest > 0 else [])])


def _of_100(share: float) -> str:
    return SHARE.value(share, (share, share), (0.5, 0.5))


def _bare(share: float) -> str:
    return SHARE.bare(share, SHARE.digits(share, share))


def _caveats(option: str, cut_off: float) -> tuple[str, ...]:
    field = (
        f"The field counts every other entry as equally common. At a real table some {option}s are more common than "
        "others, and then the order may differ."
    )
    mix = (
        f"An optimal mix is for two who choose their {option}s without knowing the other's. It says nothing of which "
        f"{option} is fun to play."
    )
    alike = f"{option.capitalize()}s that play alike are one entry, however many there are of them."
    cap = (
        f"In a pairing up to {frequency(cut_off, 1)} are cut off at the cap on their length. They count half to each "
        "side, as a draw does."
    )
    return (field, mix, alike, *([cap] if cut_off > ROUNDING else []))


# --- figure and tables


def figure(easel: Easel, found: MatchupResult, option: str) -> Figure:
    """Draw the heat map, best options first."""
    order = [label for label, _ in found.matchups.ranking()]
    shown = found.matchups.among(order[: plots.MOST_OPTIONS])
    cells = shown.shares.tolist()

    def draw() -> Axes:
        return plots.matrix(cells, shown.labels)

    best, worst = order[0], order[-1]
    ranked = dict(found.matchups.ranking())
    alt = (
        f"Heat map of {len(shown)} {option}s against each other, best first: {best} wins {_of_100(ranked[best])} "
        f"against the field, {worst} {_of_100(ranked[worst])}. The table below has every number."
    )
    caption = (
        f"Best against the field first. White is even, blue is more and orange is less for the {option} of the row."
    )
    if len(order) > len(shown):
        caption += f" The best {len(shown)} of {len(order)} are drawn; the table has all."
    return Figure((Panel("", alt, {"matrix": easel.sheet(draw)}),), caption)


def ranking(found: MatchupResult, option: str) -> Grid:
    """Set out the options in their order against the field."""
    columns = [
        ("rank", True),
        (option, False),
        ("for example", False),
        (f"{option}s like it", True),
        ("wins against the field (of 100)", True),
        ("in the optimal mix (of 100)", True),
        ("dominated by", False),
    ]
    known = {label: place for place, label in enumerate(found.labels)}
    cells = []
    for row in found.ranking:
        label = str(row[option])
        place = known[label]
        share, weight = float(str(row["estimate"])), float(str(row["weight"]))
        cells.append(
            [
                str(row["rank"]),
                label,
                found.examples[place],
                number(found.members[place], 0),
                _bare(share),
                _bare(weight) if weight > NEGLIGIBLE else "",
                str(row["dominated_by"] or ""),
            ]
        )
    return grid(columns, cells)


def pairings(found: MatchupResult, option: str) -> Grid:
    """Set out every number of the heat map."""
    order = [label for label, _ in found.matchups.ranking()]
    sorted_out = found.matchups.among(order)
    columns = [(option, False), *((label, True) for label in order)]
    rows = zip(order, sorted_out.shares.tolist(), strict=True)
    return grid(columns, [[label, *(_bare(share) for share in shares)] for label, shares in rows])


def summary(labels: Labels, found: dict[int, MatchupResult]) -> Grid:
    """Set out what came out of every variant."""
    option = labels.game.option
    axes = list(labels.experiment.axes)
    keys = {variant.index: variant.keys for variant in labels.experiment.variants}
    columns = [(labels.heading(axis), False) for axis in axes]
    columns += [(f"legal {option}s", True), ("entries", True), ("best against the field", False), ("dominated", True)]
    columns += [("circles", True), ("optimal mix", False)]
    cells = []
    for index, one in found.items():
        best, share = one.matchups.ranking()[0]
        parts = {label: weight for label, weight in one.equilibrium.weights.items() if weight > NEGLIGIBLE}
        mix = [
            label if one.equilibrium.is_pure else f"{label} {frequency(weight, 1)}" for label, weight in parts.items()
        ]
        cells.append(
            [labels.value(keys[index][axis]) for axis in axes]
            + [number(sum(one.members), 0), number(len(one.labels), 0), f"{best}: {_of_100(share)}"]
            + [number(sum(bool(row["dominated_by"]) for row in one.ranking), 0), number(len(one.matchups.cycles()), 0)]
            + [_named(mix) + ("" if one.equilibrium.is_only else " (among others)")]
        )
    return grid(columns, cells)
