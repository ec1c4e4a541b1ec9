"""Whether a question is to be played or solved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab.columns import columns
from simlab.experiment.matchup import MATCHUP

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from simlab.document import KeyPath
    from simlab.experiment.draft import Draft
    from simlab.experiment.plan import Method, Variant
    from simlab.forward import Game

WIN_SHARE = "win_share"


def method(draft: Draft, game: Game, variants: Sequence[Variant]) -> Method:
    """Choose how the question is answered; complain where an exact answer is asked for that there is not.

    ``auto`` plays where something that is asked is not solved, or a variant is too large to be.
    """
    asked = draft.question.method
    if draft.question.analysis == MATCHUP:
        if asked == "simulate":
            message = f"analysis: {MATCHUP} solves every pairing; write method: exact, or list two seats to play"
            draft.missing(("method",), message)
        return "exact"
    if asked == "simulate" or (asked == "auto" and not game.can_be_solved):
        return "simulate"
    if not game.can_be_solved:
        draft.missing(("method",), f"{game.title} has no exact solution; allowed: simulate, auto")
        return "simulate"
    uncovered = list(_uncovered(draft, game))
    if asked == "auto":
        return "simulate" if uncovered or draft.problems or not _are_solvable(game, variants) else "exact"
    for path, metric, why in uncovered:
        draft.missing(path, f"{metric} {why}; ask with method: simulate, or auto")
    return "exact"


def _are_solvable(game: Game, variants: Sequence[Variant]) -> bool:
    exact = game.module("exact")
    records = (
        game.pack(variant.rules, [variant.dealt[number].option for number in deal])[0]
        for variant in variants
        for deal in variant.arrangements
    )
    return all(exact.solvable(record) for record in records)


def _uncovered(draft: Draft, game: Game) -> Iterator[tuple[KeyPath, str, str]]:
    """Yield what the exact solution does not tell, and where it is asked for."""
    covered = set(game.module("exact").covered())
    question = draft.question
    entries: list[tuple[KeyPath, str, Mapping[str, Any] | str | None]] = [
        *((("targets", place), entry.metric, entry.of) for place, entry in enumerate(question.targets)),
        *((("compare", place), entry.metric, entry.of) for place, entry in enumerate(question.compare)),
    ]
    for path, metric, of in entries:
        if not _is_covered(game, metric, covered):
            yield (*path, "metric"), metric, "is not solved"
        elif of == "winner" or (isinstance(of, dict) and "winner" in of):
            yield (*path, "of"), metric, "is not solved for the winner"
    for place, shown in enumerate(question.metrics):
        metric = shown if isinstance(shown, str) else shown.metric
        if not _is_covered(game, metric, covered):
            yield ("metrics", place), metric, "is not solved"


def _is_covered(game: Game, metric: str, covered: set[str]) -> bool:
    if metric == WIN_SHARE:
        return {"credit_0", "won_0"} <= covered
    column = columns(game).get(metric)
    return column is None or (f"{metric}_0" if column.per_seat else metric) in covered
