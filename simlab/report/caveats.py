"""What a report does not show: said of each run by what was and was not played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from simlab.policies.policy import Kind, Policy
from simlab.report import matchups
from simlab.report.answer import Answer
from simlab.report.labels import WIN_SHARE, Labels
from simlab.report.wording import counted, frequency, number

if TYPE_CHECKING:
    from simlab.report.lengths import Spread
    from simlab.result import Result


def caveats(result: Result, labels: Labels, found: Iterable[Answer], spreads: dict[int, Spread]) -> list[str]:
    """List them, the most general first."""
    answers = list(found)
    numbers = (
        [*_exact(answers, spreads)]
        if labels.is_exact
        else [
            *_intervals(answers),
            *_cut_off(spreads),
            *_unfinished(result),
        ]
    )
    return [
        *(() if matchups.asked(result.experiment) else _matchups(labels)),
        *_choices(labels),
        *labels.game.warnings,
        *_bands(answers),
        *numbers,
    ]


def _matchups(labels: Labels) -> Iterator[str]:
    option = labels.game.option
    variants = labels.experiment.variants
    tables = {
        tuple(variant.dealt[number].label for number in deal) for variant in variants for deal in variant.arrangements
    }
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
        variants = labels.experiment.variants
        policies = {one.name: one for variant in variants for seats in variant.policies for one in seats}
        yield f"Who played: {'; '.join(_policy(policy) for policy in policies.values())}."
    if labels.experiment.worlds:
        yield (
            f"Nobody knows the true {' and '.join(labels.game.worlds)}. Looked at: "
            f"{', '.join(labels.experiment.worlds.labels)}; a verdict holds where it says so, and elsewhere it may not."
        )


def _policy(policy: Policy) -> str:
    """Say how a policy decides."""
    if policy.kind == Kind.random:
        return f"{policy.name}, every legal action equally likely"
    told = [f"{policy.name} (style {policy.style}, temperature {policy.temperature:g}"]
    if policy.blunder:
        told.append(f"{100 * policy.blunder:g} of 100 turns at random")
    if policy.kind == Kind.rollout:
        told.append(f"the best {policy.candidates} actions tried out {policy.rollouts} times for {policy.depth} turns")
    return ", ".join(told) + ")"


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
    short = [v for v in result.experiment.variants if result.playthroughs.get(v.index, 0) < v.playthroughs]
    if short:
        yield (
            f"The run is not finished: {counted(len(short), 'variant')} of {len(result.experiment.variants)} "
            "were played less often than asked."
        )
