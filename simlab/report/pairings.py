"""Played tables of matchups: who beats whom for sure, how strong each choice is, which mix is safe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab import plots
from simlab.experiment.plan import SKILL, WORLD
from simlab.metrics.pairings import AGAINST, ROW, sides
from simlab.report.figures import Easel, Figure, Panel
from simlab.report.grids import Grid, grid
from simlab.report.matchups import Section
from simlab.report.wording import Scale, capital, frequency, listed, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simlab.metrics.pairings import PairingResult
    from simlab.report.labels import Labels, Row
    from simlab.result import Result

SHARE = Scale("share")
NEGLIGIBLE = 1e-6


def sections(result: Result, easel: Easel) -> list[Section]:
    """Set out every played table of a result, those of other levels and worlds folded into tables only."""
    tables = result.pairings
    if not tables:
        return []
    labels = easel.labels
    kind = kind_of(result)
    first = next((one for one in tables if _is_first(labels, one)), tables[0])
    folded = [(f"Every pairing{_at(labels, one)}", pairings(one)) for one in tables]
    folded += [(f"Ranking{_at(labels, one)}", ranking(one)) for one in tables if one is not first]
    return [
        Section(
            heading=f"Every {kind} against every other{_at(labels, first)}",
            lead="",
            about=(
                f"A number is how many of 100 the {kind} of the row wins against that of the column, the sides "
                "exchanged on the same luck; a tie counts half. All intervals of the table hold at once."
            ),
            sentences=tuple(sentences(first, kind)),
            figure=figure(easel, first, kind),
            shown=((f"Best against all others first{_at(labels, first)}", ranking(first)),),
            folded=tuple(folded),
            caveats=(_caveat(kind),),
        )
    ]


def kind_of(result: Result) -> str:
    """Name what the sides choose, after the last word of the axis: policy, or the game's word for an option."""
    found = sides(result.experiment)
    word = found.rows.rpartition(".")[2] if found else "choice"
    return "way of playing" if word == "policy" else word


def _is_first(labels: Labels, one: PairingResult) -> bool:
    experiment = labels.experiment
    wanted = {SKILL: experiment.skill.verdict, WORLD: experiment.axes.get(WORLD, ("",))[0]}
    return all(one.keys.get(key, value) == value for key, value in wanted.items())


def _at(labels: Labels, one: PairingResult) -> str:
    told = ", ".join(labels.point(key, value) for key, value in one.keys.items() if value is not None)
    return f", {told}" if told else ""


def sentences(one: PairingResult, kind: str) -> list[str]:
    """Say what follows from a table, and only what its intervals allow."""
    return [mix(one, kind), dominance(one, kind), circles(one, kind), order(one)]


def mix(one: PairingResult, kind: str) -> str:
    """Say which mix is safe, and how safe."""
    best, (least, most) = one.equilibrium, one.exploitability
    chosen = {label: weight for label, weight in best.weights.items() if weight > NEGLIGIBLE}
    told = (
        f"{next(iter(chosen))} always"
        if best.is_pure
        else listed([f"{label} {frequency(weight, 0)} times" for label, weight in chosen.items()])
    )
    if most <= 0:
        held = f"no other {kind} wins more than half against it"
    else:
        low = f"{number(50 + 100 * least, 1)} to " if least > 0 else "at most "
        held = f"the best answer to it wins {low}{number(50 + 100 * most, 1)} of 100"
    return f"Were the estimates the truth, nothing would beat {told}; for all that the intervals leave open {held}."


def dominance(one: PairingResult, kind: str) -> str:
    """Say which choices are surely dominated."""
    found = one.pairings.surely_dominated()
    if not found:
        return f"No {kind} is surely worse than another one against every opponent."
    by: dict[str, list[str]] = {}
    for label, better in found.items():
        by.setdefault(better, []).append(label)
    told = [f"{listed(worse)} {'is' if len(worse) == 1 else 'are'} by {better}" for better, worse in by.items()]
    return f"Surely dominated, so worse against every opponent: {'; '.join(told)}."


def circles(one: PairingResult, kind: str) -> str:
    """Say whether choices surely beat each other in a circle."""
    found = one.pairings.sure_cycles()
    if not found:
        return f"No three {_plural(kind)} surely beat each other in a circle."
    a, b, c = found[0]
    return f"Surely in a circle: {a} beats {b}, {b} beats {c}, {c} beats {a}{' (and more)' if len(found) > 1 else ''}."


def _plural(kind: str) -> str:
    return "ways of playing" if kind == "way of playing" else f"{kind}s"


def order(one: PairingResult) -> str:
    """Say how much of the advantages no order of strength explains."""
    found = one.pairings.intransitivity()
    return (
        f"Of all advantages {number(100 * found.estimate, 0)} % ({number(100 * found.lo, 0)} to "
        f"{number(100 * found.hi, 0)} %) is explained by no order of strength: it hangs on who meets whom. Luck alone "
        "would add a little to that."
    )


def _caveat(kind: str) -> str:
    return (
        f"A table of matchups says which {kind} beats which of those listed, as simlab plays them; one that nobody "
        "thought of may beat them all."
    )


def figure(easel: Easel, one: PairingResult, kind: str) -> Figure:
    """Draw the heat map, best first."""
    rank = [str(row[ROW]) for row in one.ranking]
    shown = one.pairings.matchups.among(rank[: plots.MOST_OPTIONS])
    cells = shown.shares.tolist()

    def draw() -> Axes:
        return plots.matrix(cells, shown.labels)

    told = "; ".join(f"{row[ROW]} {_value(row)}" for row in one.ranking)
    alt = f"Heat map of {len(shown)} {_plural(kind)} against each other, best first. Wins against all others: {told}."
    caption = (
        f"Best against all others first. White is even, blue is more and orange is less for the {kind} of the row; "
        f"n = {one.pairings.n:,} playthroughs for each pairing and side."
    )
    return Figure((Panel("", alt, {"matrix": easel.sheet(draw)}),), caption)


def _value(row: Row) -> str:
    return SHARE.value(row["estimate"], (row["lo"], row["hi"]), (None, None))


def ranking(one: PairingResult) -> Grid:
    """Set out the choices in their order against all others."""
    columns = [("rank", True), ("who", False), ("wins (of 100)", True), ("interval", True)]
    columns += [
        ("strength (of 100)", True),
        ("its interval", True),
        ("in the safe mix", True),
        ("surely dominated by", False),
    ]
    cells = []
    for row in one.ranking:
        digits = SHARE.digits(_of(row, "lo"), _of(row, "hi"))
        weight = _of(row, "weight")
        strong = [_of(row, name) for name in ("strength", "strength_lo", "strength_hi")]
        cells.append(
            [
                str(row["rank"]),
                str(row[ROW]),
                SHARE.bare(_of(row, "estimate"), digits),
                SHARE.interval(_of(row, "lo"), _of(row, "hi"), digits=digits),
                SHARE.bare(strong[0], digits),
                SHARE.interval(strong[1], strong[2], digits=digits),
                frequency(weight, 0) if weight > NEGLIGIBLE else "",
                str(row["dominated_by"]),
            ]
        )
    return grid(columns, cells)


def _of(row: Row, name: str) -> float:
    return float(str(row[name]))


def pairings(one: PairingResult) -> Grid:
    """Set out every pairing with its interval."""
    columns = [("who", False), ("against", False), ("wins (of 100)", True), ("interval", True), ("playthroughs", True)]
    cells = []
    for row in one.table:
        digits = SHARE.digits(_of(row, "lo"), _of(row, "hi"))
        bounds = SHARE.interval(_of(row, "lo"), _of(row, "hi"), digits=digits)
        told = SHARE.bare(_of(row, "estimate"), digits)
        cells.append([str(row[ROW]), str(row[AGAINST]), told, bounds, number(_of(row, "n"), 0)])
    return grid(columns, cells)


def matrix(one: PairingResult) -> tuple[list[str], list[list[str]]]:
    """Return the order of the choices and the cells of the table, for a terminal."""
    order_ = [str(row[ROW]) for row in one.ranking]
    places = [one.labels.index(label) for label in order_]
    shares = one.pairings.matchups.shares
    return order_, [
        ["" if row == column else number(100 * float(shares[row, column]), 0) for column in places] for row in places
    ]


def heading(labels: Labels, one: PairingResult, kind: str) -> str:
    """Head a table in a terminal."""
    return capital(f"every {kind} against every other{_at(labels, one)}: wins of the row, of 100")
