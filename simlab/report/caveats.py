"""What a report does not show: said of each run by what was and was not played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from simlab.report import looks, matchups, survival
from simlab.report.answer import Answer
from simlab.report.labels import WIN_SHARE, Labels
from simlab.report.players import described, policies
from simlab.report.wording import VERDICTS, counted, frequency, listed, number

if TYPE_CHECKING:
    from simlab.report.lengths import Spread
    from simlab.result import Result

MOST_FLIPS = 6
DIGEST_SHOWN = 8


def caveats(result: Result, labels: Labels, found: Iterable[Answer], spreads: dict[int, Spread]) -> list[str]:
    """List them, the most general first."""
    answers = list(found)
    numbers = (
        [*_exact(answers, spreads)]
        if labels.is_exact
        else [
            *_intervals(answers),
            *_looks(result),
            *_cut_off(spreads),
            *_unfinished(result),
        ]
    )
    return [
        *(() if matchups.asked(result.experiment) else _matchups(labels)),
        *_choices(labels),
        *labels.game.warnings,
        *_readings(result),
        *_flips(labels, answers),
        *_bands(answers),
        *numbers,
    ]


def _matchups(labels: Labels) -> Iterator[str]:
    option = labels.game.option
    variants = labels.experiment.variants
    deals = ((variant, deal) for variant in variants for deal in variant.arrangements)
    named = ((variant.is_dealt, tuple(variant.dealt[number].label for number in deal)) for variant, deal in deals)
    tables = {tuple(sorted(names)) if is_dealt else names for is_dealt, names in named}
    yield (
        f"The numbers hold for the {counted(len(tables), 'matchup')} and {counted(len(variants), 'variant')} listed "
        f"here, and for no other {option}: a {option} that is even against one rival may crush or fear another."
    )


def _choices(labels: Labels) -> Iterator[str]:
    if labels.game.max_actions == 1:
        yield (
            "Nobody decides anything during play under these rules, so human skill has no part in the numbers. "
            f"Choosing a {labels.game.option} is a decision, and it is the question's, not a person's."
        )
    else:
        yield (
            "Choices during play are made by simlab's policies, not by people: a habit of human play that the policies "
            "lack does not show."
        )
        yield f"How they decide. {'; '.join(map(described, policies(labels)))}."
    yield from _worlds(labels)


def _worlds(labels: Labels) -> Iterator[str]:
    """Say which draws of unknown data were looked at, and which data these are."""
    experiment, game = labels.experiment, labels.game
    if experiment.worlds is None:
        for part, known in game.worlds.items():
            yield f"Nobody knows the true {part.replace('_', ' ')}. Only {known[0]} was looked at{_file(labels, part)}."
        return
    if experiment.worlds.is_drawn:
        drawn = " and ".join(part.replace("_", " ") for part in game.drawn_worlds)
        known = [f"{part.replace('_', ' ')} is {_named(values[0])}" for part, values in _known(labels)]
        yield (
            f"Nobody knows the true {drawn}. {labels.drawn(len(experiment.worlds.labels)).capitalize()} stand for all "
            "that are consistent with what is known, each as likely as any other; they are written out in the resolved "
            f"question of the manifest.{f' The {listed(known)}.' if known else ''}"
        )
        return
    asked = [(part, _values(labels, part)) for part in game.worlds]
    looked_at = [
        f"{listed([_named(value) for value in values])}{_file(labels, part) if any(map(_is_name, values)) else ''}"
        for part, values in asked
    ]
    parts = " and ".join(part.replace("_", " ") for part in game.worlds)
    yield (
        f"Nobody knows the true {parts}. Looked at: {'; '.join(looked_at)}. A verdict holds in those for which it says "
        "so; elsewhere it may not."
    )


def _known(labels: Labels) -> list[tuple[str, list[Any]]]:
    """Return the parts of the world that are the same in all of it."""
    found = [(part, _values(labels, part)) for part in labels.game.worlds]
    return [(part, values) for part, values in found if len(values) == 1]


def _values(labels: Labels, part: str) -> list[Any]:
    found = [variant.world.get(part) for variant in labels.experiment.variants]
    return [value for place, value in enumerate(found) if value is not None and value not in found[:place]]


def _is_name(value: Any) -> bool:
    return isinstance(value, str)


def _named(value: Any) -> str:
    """Name a world; one that the question brings along with the digest of its data."""
    if _is_name(value):
        return str(value)
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return f"{value.get('name', 'data')} (of the question, SHA-256 {_digest(text.encode())})"


def _file(labels: Labels, part: str) -> str:
    """Name the file of the game that holds the known worlds, with its digest."""
    path = labels.game.folder / "data" / f"{part}s.yaml"
    return f" (data/{path.name}, SHA-256 {_digest(path.read_bytes())})" if path.is_file() else ""


def _digest(data: bytes) -> str:
    return f"{hashlib.sha256(data).hexdigest()[:DIGEST_SHOWN]}…"


def _flips(labels: Labels, answers: list[Answer]) -> Iterator[str]:
    """Say which verdicts another skill level turns."""
    found = [(answer, *flip) for answer in answers for flip in survival.flips(answer.judgements)]
    told = []
    for answer, level, one, there in found[:MOST_FLIPS]:
        who = labels.subject(one.row)
        what = answer.subject if who and who in answer.subject else ", ".join(filter(None, (answer.subject, who)))
        place = f" ({one.place})" if one.place else ""
        here = one.verdict.words if one.verdict else ""
        told.append(f"{what}{place}: {here}, for {level} {VERDICTS[there].words}")
    if told:
        more = f"; and {len(found) - len(told)} more" if len(found) > len(told) else ""
        yield f"Verdicts that hang on skill, and that another level flips: {'; '.join(told)}{more}."


def _readings(result: Result) -> Iterator[str]:
    """Say where the question departs from how simlab reads what the rulebook leaves open."""
    found = [one for one in result.assumptions() if one.source != "text" and not one.default]
    if found:
        rules = [f" ({', '.join(one.rules)})" if one.rules else "" for one in found]
        told = [f"{one.label}{ids}" for one, ids in zip(found, rules, strict=True)]
        yield (
            f"Where the rulebook is silent, this question sets other values than the preset: {listed(told)}. "
            "“What the numbers rest on” has them."
        )


def _bands(answers: list[Answer]) -> Iterator[str]:
    said = [one.verdict.name for answer in answers for one in answer.judgements if one.verdict]
    if said:
        yield "A target is the designer's own band. To meet it says nothing of whether the game is fun, clear or fair."
    if any(
        one.verdict and one.verdict.name == "undecided" and one.row["n"]
        for answer in answers
        for one in answer.judgements
    ):
        yield "“Cannot tell yet” means that too little was played to say; it never means that there is no difference."
    if any(answer.ask.metric == WIN_SHARE for answer in answers):
        yield (
            "A win share adds up how often somebody wins, not by how much; an even share may come from games that are "
            "each decided early."
        )


def _exact(answers: list[Answer], spreads: dict[int, Spread]) -> Iterator[str]:
    """Say what an exact answer leaves open: everything but luck."""
    yield (
        "The numbers are exact for the rules as simlab reads them, up to the rounding of floating point, at most "
        "10⁻¹⁰. An error in that reading would be in all of them, and no number here would show it."
    )
    if any(one.verdict and one.verdict.name == "undecided" for answer in answers for one in answer.judgements):
        yield "“Cannot tell yet” means that what is cut off at the cap on its length could turn the verdict."
    cut = max((spread.truncated for spread in spreads.values()), default=0)
    if cut > 0:
        yield (
            f"At most {frequency(cut, 1)} are cut off at the cap on their length, in any variant. They are won by "
            "nobody, and mean lengths are lower bounds."
        )
    elif spreads:
        yield "Nothing is cut off at the cap on the length."


def _intervals(answers: list[Answer]) -> Iterator[str]:
    rows = [one.row for answer in answers for one in answer.judgements]
    levels = sorted({float(row["level"]) for row in rows})
    if levels:
        told = " to ".join(f"{100 * level:.5g}\N{NO-BREAK SPACE}%" for level in dict.fromkeys((levels[0], levels[-1])))
        yield (
            f"Intervals of verdicts and contrasts are at {told} each. They tell how much luck is left in the numbers; "
            "an error in the rules as simlab plays them is in none of them."
        )
    families = {int(row["family"]) for row in rows if row.get("verdict") and row.get("family")}
    if families and max(families) > 1:
        yield (
            "Where a target or a comparison is asked of several variants, “too low” and “too high” are said only of "
            f"those that survive Holm's correction over all of its rows (here up to {max(families)})."
        )


def _looks(result: Result) -> Iterator[str]:
    text = looks.told(result)
    if text:
        yield text


def _cut_off(spreads: dict[int, Spread]) -> Iterator[str]:
    played = round(sum(spread.n for spread in spreads.values()))
    cut = sum(spread.truncated for spread in spreads.values())
    if cut:
        yield (
            f"{number(cut, 0)} of {counted(played, 'playthrough')} reached the cap on their length and were cut off. "
            "They are counted in every number of playthroughs and won by nobody, mean lengths are lower bounds, and a "
            "verdict that could turn on them is “cannot tell yet”."
        )
    else:
        yield f"None of the {counted(played, 'playthrough')} was cut off at the cap on its length."


def _unfinished(result: Result) -> Iterator[str]:
    if result.experiment.stop is not None:  # its looks tell how far it is
        return
    short = [v for v in result.experiment.variants if result.playthroughs.get(v.index, 0) < v.playthroughs]
    if short:
        yield (
            f"The run is not finished: {counted(len(short), 'variant')} of {len(result.experiment.variants)} "
            "were played less often than asked."
        )
