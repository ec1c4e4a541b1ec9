"""The answer: every verdict and every contrast in a sentence that names what it holds for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simlab.experiment import Comparison, Target
from simlab.report import survival
from simlab.report.labels import WIN_SHARE, Ask, Labels, Row
from simlab.report.wording import VERDICTS, Band, Scale, Verdict, capital, counted, listed, number, with_interval

LARGE_REDUCTION = 1000
EXTREMES = {"gap": "largest gap in", "highest": "highest", "lowest": "lowest"}


@dataclass(frozen=True)
class Judgement:
    """A row of verdicts or contrasts in words.

    Attributes
    ----------
    place : the row's variant, as the rest of its table does not tell it
    sentence : complete by itself
    value : the estimate as a sentence writes it
    interval : its interval, empty where it is exact
    verdict : None for a contrast without a band
    survives : in how many worlds it holds, and what it is at other skill levels
    """

    row: Row
    place: str
    sentence: str
    value: str
    interval: str
    verdict: Verdict | None
    reduction: str = ""
    survives: str = ""


@dataclass(frozen=True)
class Answer:
    """A target or a comparison, and all that was found about it.

    Attributes
    ----------
    subject : what was asked, as a heading
    condition : the variants it was asked of
    band_text : the band in words, empty where there is none
    summary : how many of the variants came out how, in how many worlds, and what other skill levels turn
    every : the rows of every world and skill level behind the judgements
    """

    ask: Ask
    subject: str
    condition: str
    scale: Scale
    band: Band
    band_text: str
    judgements: tuple[Judgement, ...]
    summary: str
    every: tuple[Row, ...] = ()

    @property
    def counts(self) -> list[tuple[Verdict, int]]:
        """How many judgements came out how; what did not come up is left out."""
        said = [judgement.verdict for judgement in self.judgements]
        return [(verdict, said.count(verdict)) for verdict in VERDICTS.values() if verdict in said]


def answers(labels: Labels, asks: Iterable[Ask], concluded: Iterable[Row], every: Iterable[Row]) -> list[Answer]:
    """Put every target or comparison together with its rows.

    Parameters
    ----------
    asks : numbered from 1 in the first column of the rows, of which each has at least one
    concluded : a row for each judgement
    every : the rows of every world and skill level behind them
    """
    groups = [_by_ask(rows) for rows in (concluded, every)]
    return [
        _answer(labels, ask, *([labels.told(ask, row) for row in group[number]] for group in groups))
        for number, ask in enumerate(asks, 1)
    ]


def _by_ask(rows: Iterable[Row]) -> dict[object, list[Row]]:
    found: dict[object, list[Row]] = {}
    for row in rows:
        found.setdefault(row.get("target", row.get("comparison")), []).append(row)
    return found


def _answer(labels: Labels, ask: Ask, rows: list[Row], every: list[Row]) -> Answer:
    scale = labels.scale(ask.metric, quantile_of(ask), is_difference=isinstance(ask, Comparison))
    band: Band = (rows[0].get("band_lo"), rows[0].get("band_hi"))
    has_band = band != (None, None)
    telling = [axis for axis in labels.experiment.axes if len({row.get(axis) for row in rows}) > 1]
    telling += ["against"] if len({row.get("against") for row in rows}) > 1 else []
    judgements = tuple(_judgement(labels, ask, scale, row, telling) for row in rows)
    counts = _summary(labels, judgements, telling, "comparison" if isinstance(ask, Comparison) else "result")
    return Answer(
        ask=ask,
        subject=heading(labels, ask, rows[0]),
        condition=_where(labels, ask),
        scale=scale,
        band=band,
        band_text=_band_text(scale, ask, rows) if has_band else "",
        judgements=judgements,
        summary=f"{counts} {survival.summary(labels, judgements, every)}".rstrip() if counts else "",
        every=tuple(every),
    )


def _band_text(scale: Scale, ask: Ask, rows: Sequence[Row]) -> str:
    """Write the band of all rows; about an even share it moves with the number of seats."""
    bands = {(row.get("band_lo"), row.get("band_hi")) for row in rows}
    if len(bands) > 1 and isinstance(ask, Target) and ask.within_fair is not None:
        return f"within {ask.within_fair:g} points of an even share"
    return scale.band(bands.pop())


def quantile_of(ask: Ask) -> float | None:
    """Return the quantile that is asked, None for a mean."""
    return ask.quantile if isinstance(ask, Target) else None


def key_of(ask: Ask) -> str:
    """Return the axis along which variants are compared, empty for a target."""
    return ask.key if isinstance(ask, Comparison) else ""


def heading(labels: Labels, ask: Ask, row: Row) -> str:
    """Name what is asked, given one of its rows: wins of the hero, median rounds."""
    metric = labels.metric(ask.metric, quantile_of(ask))
    by = ask.by if isinstance(ask, Target) else None
    extreme = ask.extreme if isinstance(ask, Target) else None
    if extreme is not None and by is not None:
        return f"{EXTREMES[extreme]} {metric} of all {labels.axis(by)}s"
    if by in {"seat", "turn_position", labels.game.option}:
        return f"{metric} of each {labels.axis(by)}"
    whose = labels.subject(row)
    return f"{metric} of {whose}" if whose else metric


def _where(labels: Labels, ask: Ask) -> str:
    where: Mapping[str, Any] = ask.where or {}
    return ", ".join(labels.point(key, value) for key, value in where.items())


def _summary(labels: Labels, judgements: Sequence[Judgement], telling: Sequence[str], noun: str) -> str:
    """Count the verdicts, and say where each was reached when a single axis decides it."""
    said = [one.verdict for one in judgements if one.verdict]
    if len(said) <= 1:
        return ""
    amounts = {verdict: said.count(verdict) for verdict in VERDICTS.values() if verdict in said}
    phrases = [
        f"{'all' if amount == len(said) else amount} {_COUNTED[verdict.name][amount > 1]}"
        for verdict, amount in amounts.items()
    ]
    axis = next((axis for axis in telling if len(amounts) > 1 and _decides(axis, judgements)), None)
    where = "" if axis is None else f" {capital(labels.heading(axis))}: {_where_each(labels, axis, judgements)}."
    return f"Of the {counted(len(said), noun)} {listed(phrases)}.{where}"


def _where_each(labels: Labels, axis: str, judgements: Sequence[Judgement]) -> str:
    """Say with which values of an axis each verdict was reached."""
    found: dict[str, dict[str, None]] = {}
    for one in judgements:
        found.setdefault(one.verdict.words if one.verdict else "", {})[labels.value(one.row[axis])] = None
    return "; ".join(f"{words} with {listed(list(values), 'or')}" for words, values in found.items())


_COUNTED = {
    "inside": ("meets the target", "meet the target"),
    "below": ("is too low", "are too low"),
    "above": ("is too high", "are too high"),
    "undecided": ("cannot be told yet", "cannot be told yet"),
}


def _decides(axis: str, judgements: Sequence[Judgement]) -> bool:
    """Say whether an axis alone decides how a verdict comes out."""
    found: dict[object, set[str]] = {}
    for one in judgements:
        found.setdefault(one.row[axis], set()).add(one.verdict.name if one.verdict else "")
    return all(len(names) == 1 for names in found.values())


def _judgement(labels: Labels, ask: Ask, scale: Scale, row: Row, telling: list[str]) -> Judgement:
    band: Band = (row.get("band_lo"), row.get("band_hi"))
    digits = scale.digits(row["lo"], row["hi"], band)
    is_none = scale.kind == "share" and not scale.is_difference and row["estimate"] == 0 and not scale.is_exact
    value = f"none of {row['n']:,}" if is_none else scale.value(row["estimate"], (row["lo"], row["hi"]), band)
    interval = scale.interval(row["lo"], row["hi"], digits=digits)
    of_100 = " of 100" if " of " in value and not value.endswith(" of 100") else ""
    verdict = VERDICTS.get(str(row.get("verdict", "")))
    told = _contrast if isinstance(ask, Comparison) else _finding
    return Judgement(
        row=row,
        place=", ".join(labels.point(axis, row[axis]) for axis in telling if axis in row),
        sentence=told(labels, ask, row, with_interval(value, interval, of_100))
        + _ending(scale, band, verdict, row)
        + survival.sentences(labels, scale, row),
        value=value,
        interval=interval,
        verdict=verdict,
        reduction=_reduction(row.get("variance_reduction")),
        survives=survival.shortly(labels, row),
    )


def _finding(labels: Labels, target: Ask, row: Row, value: str) -> str:
    """Say what came out, of whom and under what conditions."""
    subject = labels.subject(row)
    conditions = labels.conditions(row)
    under = f"with {conditions}, " if conditions else ""
    if isinstance(target, Target) and target.extreme is not None:
        return capital(f"{under}{heading(labels, target, row)}: {value}{_in(labels.matchup(row))}")
    if target.metric == WIN_SHARE:
        opponents = labels.opponents(subject, row)
        against = f" against {opponents}" if opponents and not subject.startswith("whoever") else ""
        return f"{capital(under)}{labels.full_subject(subject, row)} wins {value}{against}"
    between = _in(labels.matchup(row))
    what = heading_of_row(labels, target, subject)
    scale = labels.scale(target.metric, quantile_of(target))
    if scale.kind == "share" and not scale.is_exact:
        return capital(f"{under}{what} in {value} playthroughs{between.replace(' in ', ' of ', 1)}")
    average = " on average" if scale.kind == "mean" else ""
    return capital(f"{under}{what}: {value}{average}{between}")


def heading_of_row(labels: Labels, ask: Ask, subject: str) -> str:
    """Name what a row measures."""
    metric = labels.metric(ask.metric, quantile_of(ask))
    return f"{metric} of {subject}" if subject else metric


def _contrast(labels: Labels, comparison: Ask, row: Row, value: str) -> str:
    """Say what a value of an axis changes, held against another."""
    subject = labels.subject(row)
    key = key_of(comparison)
    changed = f"{labels.point(key, row[key])} instead of {labels.value(row['against'])}"
    conditions = labels.conditions(row, omit=[key])
    under = f", with {conditions}" if conditions else ""
    opponents = labels.opponents(subject, row) if comparison.metric == WIN_SHARE else ""
    who = f" of {labels.full_subject(subject, row)} against {opponents}" if opponents else _in(labels.matchup(row))
    what = heading_of_row(labels, comparison, "" if opponents else subject)
    changed = capital(changed) if key.startswith("rules.") else changed  # a seat's name is written as it is
    return f"{changed}{under}: {what}{who} {value}"


def _in(matchup: str) -> str:
    return f" in {matchup}" if matchup else ""


def _ending(scale: Scale, band: Band, verdict: Verdict | None, row: Row) -> str:
    if verdict is None:
        return "."
    what = "target for the difference" if scale.is_difference else "target"
    said = f"; the {what} is {scale.band(band)}: {verdict.words}."
    if verdict.name != "undecided":
        return said
    if scale.is_exact:
        return said + " What is cut off at the cap on its length could turn it; a higher cap would tell."
    if row.get("between") is not None:
        return said + " More worlds would tell."
    needed = row.get("needed")
    if needed is None:
        return said + " More playthroughs alone would hardly tell: it lies too near an edge."
    return said + f" About {number(_two_figures(int(needed)), 0)} playthroughs would tell."


def _two_figures(amount: int) -> int:
    """Round up to two figures: what would be needed is a guess, not a promise."""
    step = 10 ** max(0, len(str(amount)) - 2)
    return int(-(-amount // step) * step)


def _reduction(value: object) -> str:
    """Write how many times fewer playthroughs the pairing needs."""
    if not isinstance(value, int | float) or value != value:  # noqa: PLR0124 - nan: too few pairs
        return ""
    if value > LARGE_REDUCTION:
        return f"more than {LARGE_REDUCTION:,}×"
    return f"{number(float(value), 1)}×"
