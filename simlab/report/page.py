"""A report's contents: a result turned into sentences, figures and tables, before it is HTML or Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab.experiment.plan import SKILL, WORLD, Shown
from simlab.experiment.targets import goes_with
from simlab.games import rulebook
from simlab.metrics.conclusions import worst
from simlab.plots import Guides, line_key
from simlab.plots.forests import middle
from simlab.report import caveats, effects, experience, forests, grids, lengths, matchups, pairings, players
from simlab.report.answer import EXTREMES, Answer, Judgement, answers, key_of
from simlab.report.figures import MOST_PANELS, MOST_ROWS, Easel, Figure
from simlab.report.grids import Grid
from simlab.report.labels import WIN_SHARE, Labels, Row
from simlab.report.matchups import Section
from simlab.report.methods import PLAYED, SOLVED, Method
from simlab.report.origin import Origin, origin
from simlab.report.wording import Verdict, capital, listed, number

if TYPE_CHECKING:
    from simlab.result import Result


@dataclass(frozen=True)
class Block:
    """A metric: what was asked of it, the figure that shows it, and its numbers."""

    heading: str
    about: str
    answers: tuple[Answer, ...]
    figure: Figure | None
    tables: tuple[tuple[str, Grid], ...]


@dataclass(frozen=True)
class Page:
    """Everything a report shows, in its order."""

    title: str
    question: str
    game: str
    summary: str
    facts: dict[str, str]
    method: Method
    lead: str
    counts: list[tuple[Verdict, int]]
    only: Judgement | None
    matchups: Section | None
    pairings: tuple[Section, ...]
    verdicts: list[Block]
    contrasts: list[Block]
    lengths: Block | None
    experience: Block | None
    metrics: list[Block]
    seats: list[str]
    variants: Grid
    preset: str
    assumptions: Grid
    caveats: list[str]
    notes: str
    origin: Origin


def page(result: Result) -> Page:
    """Turn a result into a page."""
    experiment = result.experiment
    labels = Labels(experiment)
    easel = Easel(labels)
    judged = answers(labels, experiment.targets, result.conclusions(), result.verdicts())
    compared = answers(labels, experiment.compare, result.conclusions("comparisons"), result.contrasts())
    first = _first(judged, compared)
    is_matchup = matchups.asked(experiment)
    section = matchups.section(result, easel, _lead(labels, first) if first else "") if is_matchup else None
    met = pairings.sections(result, easel)
    spreads = {} if is_matchup else lengths.spreads(result)
    played = sum(result.playthroughs.values())
    presets = rulebook.load(experiment.game).presets
    return Page(
        title=experiment.report.title or experiment.question,
        question=experiment.question,
        game=experiment.game.title,
        summary=experiment.game.summary,
        facts={"preset": ", ".join(experiment.presets)}
        | players.skill(labels)
        | ({f"{labels.world}s": str(len(experiment.worlds.labels))} if experiment.worlds else {})
        | {"variants": number(len(experiment.variants), 0)}
        | ({"answer": "exact"} if labels.is_exact else {"playthroughs": f"{played:,}", "seed": str(experiment.seed)}),
        method=SOLVED if labels.is_exact else PLAYED,
        lead=section.lead if section else _lead(labels, first),
        matchups=section,
        pairings=tuple(met),
        counts=first.counts if first else [],
        only=judged[0].judgements[0] if len(judged) == 1 and len(judged[0].judgements) == 1 else None,
        verdicts=[_block(easel, group) for group in _alike(judged)],
        contrasts=[*(_block(easel, group) for group in _alike(compared)), *_effects(easel, result)],
        lengths=_lengths(easel, spreads) if spreads else None,
        experience=None if labels.is_exact else _experience(easel, result),
        metrics=[
            *(_shown(easel, result, name) for name in experiment.metrics),
            *(_table_of(easel, result, asked) for asked in experiment.shown),
        ],
        seats=[*grids.seats(labels), *players.seated(labels)],
        variants=grids.variants(labels, result.playthroughs),
        preset="; ".join(f"{name}: {presets[name].about}" for name in experiment.presets),
        assumptions=grids.assumptions(labels, result.assumptions()),
        caveats=[
            *(section.caveats if section else ()),
            *(line for one in met for line in one.caveats),
            *caveats.caveats(result, labels, [*judged, *compared], spreads),
        ],
        notes=experiment.report.notes,
        origin=origin(experiment, result.manifest, played),
    )


def _first(judged: Sequence[Answer], compared: Sequence[Answer]) -> Answer | None:
    """Return the answer to the question itself: the first target, or comparison with a band, that is no safeguard."""
    asked = [*judged, *(answer for answer in compared if answer.band_text)]
    return next((answer for answer in asked if answer.ask.metric != "truncated"), asked[0] if asked else None)


def _lead(labels: Labels, lead: Answer | None) -> str:
    """Say in a sentence or two how the question itself came out."""
    if lead is None:
        return "No target was set, so the numbers stand without a verdict."
    first = lead
    if len(first.judgements) == 1:
        return first.judgements[0].sentence
    change = _change(labels, first) if key_of(first.ask) else ""
    what = f"change in {first.subject}" if change else first.subject
    # A single matchup is named; of several, the whole condition that chose them.
    matchups = {_table(labels, one.row) for one in first.judgements}
    where = matchups.pop() if len(matchups) == 1 else ""
    asked = ", ".join(
        filter(None, (f"{what}{where}", change, labels.conditions(first.ask.where or {}) if where else first.condition))
    )
    asked = f"{asked}, target {first.band_text}"
    return f"{capital(asked)}. {first.summary}"


def _table(labels: Labels, row: Row) -> str:
    """Say who was at the table of a row, after the words for what was measured there."""
    opponents = labels.opponents(labels.subject(row), row)
    if row["whose"] and opponents and row["metric"] == WIN_SHARE:
        return f" against {opponents}"
    matchup = labels.matchup(row)
    return f" in {matchup}" if matchup else ""


def _change(labels: Labels, answer: Answer) -> str:
    """Say what a comparison holds against what."""
    others = {labels.value(judgement.row["against"]) for judgement in answer.judgements}
    against = others.pop() if len(others) == 1 else "each that comes before it"
    return f"every other value of {labels.heading(key_of(answer.ask))} held against {against}"


def _alike(found: Sequence[Answer]) -> list[list[Answer]]:
    """Put together what is asked of the same number: the panels of one figure, each with its band."""
    groups: dict[tuple[str, str], list[Answer]] = {}
    for answer in found:
        groups.setdefault((answer.subject, key_of(answer.ask)), []).append(answer)
    return list(groups.values())


def _block(easel: Easel, group: Sequence[Answer]) -> Block:
    labels, first = easel.labels, group[0]
    key = key_of(first.ask)
    heading = capital(f"{first.subject}: {labels.axis(key)}" if key else first.subject)
    about = capital(_change(labels, first)) if key else ""
    tables = tuple(table for answer in group for table in _judged(labels, answer))
    return Block(heading, about, tuple(group), _figure(easel, group), tables)


def _judged(labels: Labels, answer: Answer) -> list[tuple[str, Grid]]:
    """Set out the judgements, and beside them every world and level behind them where these are several."""
    tables = [(answer.condition, grids.judgements(labels, answer))]
    if len(answer.every) > len(answer.judgements):
        apart = [labels.axis(key) for key in (WORLD, SKILL) if len({row.get(key) for row in answer.every}) > 1]
        caption = ", ".join(filter(None, (answer.condition, f"every {listed(apart)}")))
        tables.append((caption, grids.every(labels, answer)))
    return tables


def _figure(easel: Easel, group: Sequence[Answer]) -> Figure | None:
    """Draw a group of answers; numbers that are all nothing or all everything make no picture."""
    rows = [row for answer in group for row in answer.every]
    if {row["estimate"] for row in rows} <= {0, 1}:
        return None
    first = group[0]
    keys = [*(path for path in easel.labels.experiment.axes if path in rows[0]), "whose"]

    def guides(shown: Sequence[Row]) -> Guides:
        return _guides(easel.labels, first, shown)

    parts = [(answer.condition, _told_pairs(easel.labels, answer)) for answer in group]
    label = f"change in {first.subject}" if first.scale.is_difference else first.subject
    if forests.is_asked(easel):
        is_judged = bool(first.band_text)
        chosen = worst if is_judged else middle
        panels = forests.forests(easel, parts, keys, label=label, scale=first.scale, guides=guides, chosen=chosen)
        return Figure(panels, f"{_caption(rows)} {forests.caption(easel, rows, is_judged=is_judged)}")
    panels = easel.estimates(parts, keys, label=label, scale=first.scale, guides=guides)
    return Figure(panels, _caption(rows))


def _told_pairs(labels: Labels, answer: Answer) -> list[Row]:
    """Name both values of a pair where every value is held against every other."""
    rows = list(answer.every)
    if len({row.get("against") for row in rows}) < 2:  # noqa: PLR2004 - one for all goes without saying
        return rows
    key = key_of(answer.ask)
    return [{**row, key: f"{labels.value(row[key])} instead of {labels.value(row['against'])}"} for row in rows]


def _guides(labels: Labels, answer: Answer, rows: Sequence[Row]) -> Guides:
    """Return what a panel's rows are held against, where it is the same for all of them."""
    bands = {(row["band_lo"], row["band_hi"]) for row in rows}
    band = bands.pop() if len(bands) == 1 else (None, None)
    label = f"target {answer.scale.band(band).removesuffix(' of 100').removesuffix(' points')}"
    reference, reference_label = None, ""
    if answer.scale.is_difference:
        reference, reference_label = 0.0, "no difference"
    elif answer.ask.metric == WIN_SHARE:
        seats = {len(variant.chairs) for row in rows for variant in labels.variants(row)}
        if len(seats) == 1:
            fair = 1 / seats.pop()
            reference, reference_label = fair, f"fair {answer.scale.bare(fair, 0)}"
    return Guides(None if band == (None, None) else band, label, reference, reference_label)


def _caption(rows: Sequence[Row]) -> str:
    """Say what is drawn and how much was played for it."""
    if not any(row["n"] for row in rows):
        return "Points are exact values: they have no sampling error, and no interval."
    levels = sorted({row["level"] for row in rows})
    level = " to ".join(f"{100 * one:.4g}\N{NO-BREAK SPACE}%" for one in dict.fromkeys((levels[0], levels[-1])))
    least, most = min(row["n"] for row in rows), max(row["n"] for row in rows)
    n = number(least, 0) if least == most else f"{number(least, 0)} to {number(most, 0)}"
    told = f"Points are estimates, bars and shades their {level} intervals, which may be smaller than a point"
    return f"{told}; n = {n} playthroughs for each point."


def _lengths(easel: Easel, spreads: dict[int, lengths.Spread]) -> Block:
    """Show how long playthroughs are."""
    tables = (("Lengths of every variant", lengths.table(easel.labels, spreads)),)
    about = capital(easel.labels.meaning(lengths.ROUNDS))
    heading = (SOLVED if easel.labels.is_exact else PLAYED).lengths
    shown = _typical(easel.labels, spreads)
    figure = lengths.figure(easel, shown)
    if len(shown) < len(spreads):
        keys = easel.labels.experiment.variants[next(iter(shown))].keys
        apart = [easel.labels.point(path, keys[path]) for path in (WORLD, SKILL) if path in keys]
        figure = Figure(figure.panels, f"{figure.caption} Drawn for {listed(apart)}; the table has all.")
    return Block(heading, about, (), figure, tables)


def _experience(easel: Easel, result: Result) -> Block | None:
    """Show how often the leader wins; None where nothing goes on after a first round."""
    labels = easel.labels
    rows = experience.shown(result, labels)
    if not rows:
        return None
    caption = (
        f"{_caption(rows)} Asked after fixed rounds, of the playthroughs that go on; all points of a line hold at "
        "once. Leading means the better standing as the table sees it, which is not all there is to winning."
    )
    figure = Figure(experience.panels(easel, rows), caption)
    return Block(
        "How it feels on the way",
        experience.sentence(labels, rows),
        (),
        figure,
        experience.tables(result, labels, rows),
    )


def _typical(labels: Labels, spreads: dict[int, lengths.Spread]) -> dict[int, lengths.Spread]:
    """Keep what a picture of lengths shows: the first world, at the level of the verdict; the table has them all."""
    experiment = labels.experiment
    shown = {WORLD: experiment.axes.get(WORLD, ("",))[0], SKILL: experiment.skill.verdict}
    keys = {variant.index: variant.keys for variant in experiment.variants}
    return {
        index: spread
        for index, spread in spreads.items()
        if all(keys[index].get(axis, value) == value for axis, value in shown.items())
    }


def _effects(easel: Easel, result: Result) -> list[Block]:
    """Show every fit of what is varied."""
    return [
        Block(
            fit.heading,
            effects.about(fit),
            (),
            effects.figure(easel, fit),
            (("", effects.table(easel.labels, fit)),),
        )
        for fit in effects.fits(result, easel.labels)
    ]


def _shown(easel: Easel, result: Result, name: str) -> Block:
    """Show a metric without a target."""
    labels = easel.labels
    table = result.metric(name).table
    is_curve = not labels.is_exact and line_key(table.rows, list(result.experiment.design_axes)) is not None
    table = result.metric(name, together=True).table if is_curve else table
    scale = labels.scale(name)
    draw = forests.forests if forests.is_asked(easel) else Easel.estimates
    parts = [("", table.rows)]
    panels = draw(easel, parts, table.keys, label=labels.metric(name), scale=scale, guides=lambda _: Guides())
    caption = f"{_caption(table.rows)} {forests.caption(easel, table.rows, is_judged=False)}".rstrip()
    caption += " Intervals of all points hold at once: they are bands." if is_curve else ""
    if len(panels) == MOST_PANELS:
        caption += f" At most {MOST_PANELS} panels of {MOST_ROWS} rows are drawn; the table has all."
    tables = (("", grids.estimates(labels, table.rows, table.keys, scale)),)
    return Block(capital(labels.metric(name)), capital(labels.meaning(name)), (), Figure(panels, caption), tables)


def _table_of(easel: Easel, result: Result, asked: Shown) -> Block:
    """Show a table that is asked without a target: crossed, beside what it goes with, or an extreme."""
    labels = easel.labels
    found = result.shown(asked).table
    scale = labels.scale(asked.metric, asked.quantile)
    name = labels.metric(asked.metric, asked.quantile)
    beside = [key for key in asked.by if key in goes_with(labels.game) and key not in labels.experiment.axes]
    heading = f"{EXTREMES[asked.extreme]} {name}" if asked.extreme else name
    heading += f" by {listed([labels.axis(key) for key in asked.by])}" if asked.by else ""
    about, caption = labels.meaning(asked.metric), _caption(found.rows)
    if beside:
        told = listed([labels.column(key).label for key in beside])
        caption += f" Goes with {told}: an association, and no reason; what it is worth is asked by taking it away."
    panels = easel.estimates([("", found.rows)], found.keys, label=name, scale=scale, guides=lambda _: Guides())
    tables = (("", grids.estimates(labels, found.rows, found.keys, scale)),)
    return Block(capital(heading), capital(about), (), Figure(panels, caption), tables)
