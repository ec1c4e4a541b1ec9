"""Clauses on single steps: what a game owes between its beginning and its end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from simlab.columns import NOBODY
from simlab.conformance.cases import Case, brief_cases, rows_of
from simlab.engine.steps import Playthrough
from simlab.forward import Game

PLAYTHROUGHS = 20
REFUSALS = 100  # positions of a case in which every illegal code is tried


def every_step_keeps_the_contract(game: Game) -> Iterator[str]:
    """A playthrough ends, offers legal actions until then, counts rounds one by one, keeps standings in their span."""
    for case in brief_cases(game):
        for index in range(case.steppable(PLAYTHROUGHS)):
            for breach in _breaches(case, index):
                yield f"{case.name}, playthrough {index}: {breach}"


def _breaches(case: Case, index: int) -> Iterator[str]:
    playthrough = Playthrough.open(case.job, index)
    if playthrough.state.rounds != 0:
        yield f"begins in round {playthrough.state.rounds}"
    try:
        # legal actions (at least one, none twice, none past the buffer) are seen to by the playthrough itself
        for before, action, after in playthrough.play():
            gained = int(after.rounds) - int(before.rounds)
            if gained not in {0, 1}:
                yield f"action {action} moved the count of rounds by {gained}"
            if not playthrough.is_over and not 0 <= playthrough.to_move() < case.job.n_seats:
                yield f"seat {playthrough.to_move()} is to move"
            yield from _wide_standings(playthrough, case.job.n_seats)
    except RuntimeError as breach:  # also the engine's own guard: too many actions for its rounds
        yield str(breach)
        return
    if playthrough.legal() or playthrough.to_move() != NOBODY:
        yield "goes on after its end"


def _wide_standings(playthrough: Playthrough, n_seats: int) -> Iterator[str]:
    standings = [playthrough.standing(seat) for seat in range(n_seats)]
    span = playthrough.game.standing.span
    for one, other in combinations(standings, 2):
        if abs(one - other) > span:
            yield f"standings {one} and {other} are further apart than the declared span of {span}"


def an_illegal_action_is_refused(game: Game) -> Iterator[str]:
    """Checked mode refuses every code that is not legal now, and leaves the playthrough where it was."""
    for case in brief_cases(game):
        playthrough = Playthrough.open(case.job, 0)
        looked = 0
        while not playthrough.is_over and looked < REFUSALS:
            looked += 1
            before = playthrough.state.tobytes()
            legal = set(playthrough.legal())
            for action in {-1, *range(max(legal) + 2)} - legal:
                try:
                    playthrough.apply(action)
                except ValueError:
                    pass
                else:
                    yield f"{case.name}: action {action} was let through"
                    return
            if playthrough.state.tobytes() != before:
                yield f"{case.name}: a refused action changed the state"
            playthrough.apply(playthrough.choose())


def the_row_told_step_by_step_is_the_row_of_the_bulk_loop(game: Game) -> Iterator[str]:
    """A replay ends with exactly the row that the run has for that index."""
    for case in brief_cases(game):
        rows = rows_of(case.job, case.steppable(PLAYTHROUGHS))
        for index in range(len(rows)):
            row = Playthrough.open(case.job, index).finish()
            differing = [name for name, bulk in zip(row, rows[index].tolist(), strict=True) if row[name] != bulk]
            if differing:
                yield f"{case.name}, playthrough {index}: replayed otherwise in {', '.join(differing)}"
