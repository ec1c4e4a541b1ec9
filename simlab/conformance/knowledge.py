"""Clauses on what seats know: features, hidden information, and choices that give nothing away."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from simlab.conformance.cases import Case, brief_cases
from simlab.engine.steps import Playthrough
from simlab.forward import Game
from simlab.kernel.rng import DICE, SETUP

PLAYTHROUGHS = 10
LOOKS = 150  # decisions of a case that are looked at, spread over its playthroughs

Check = Callable[[Playthrough, int], Iterator[str]]


def features_are_bounded_and_give_nothing_away(game: Game) -> Iterator[str]:
    """Every feature of every legal action is in [-1, 1], and the same whatever is hidden from the seat to move."""
    yield from _at_every_decision(game, _features)


def a_redeal_keeps_all_that_was_seen(game: Game) -> Iterator[str]:
    """Hidden things are dealt anew without touching what the seat knows, what it may do, or the game's invariants."""
    yield from _at_every_decision(game, _redeal)


def a_choice_changes_nothing(game: Game) -> Iterator[str]:
    """Choosing, looking ahead too, leaves the position and the dice to come as they were."""
    yield from _at_every_decision(game, _choice)


def _at_every_decision(game: Game, check: Check) -> Iterator[str]:
    """Go through the cases and check where the seat to move has a choice; in long ones, at every so many."""
    for case in brief_cases(game):
        playthroughs = case.steppable(PLAYTHROUGHS)
        every = max(1, playthroughs * case.actions // LOOKS)
        for index in range(playthroughs):
            for breach in _along(case, index, check, every):
                yield f"{case.name}, playthrough {index}: {breach}"


def _along(case: Case, index: int, check: Check, every: int) -> Iterator[str]:
    playthrough = Playthrough.open(case.job, index)
    choices = 0
    while not playthrough.is_over:
        if len(playthrough.legal()) > 1:
            if choices % every == 0:
                yield from check(playthrough, playthrough.to_move())
            choices += 1
        playthrough.apply(playthrough.choose())


def _features(playthrough: Playthrough, seat: int) -> Iterator[str]:
    found = playthrough.features()
    for action, numbers in found.items():
        for name, value in numbers.items():
            if not (math.isfinite(value) and -1 <= value <= 1):
                yield f"{name} of action {action} is {value:g}, not in [-1, 1]"
    state = playthrough.state.copy()
    playthrough.redeal(seat)
    other = playthrough.features()
    _restore(playthrough, state)
    if other != found:
        yield f"the features that seat {seat} sees depend on what is hidden from it"


def _redeal(playthrough: Playthrough, _: int) -> Iterator[str]:
    game, rules = playthrough.game, playthrough.rules
    state, legal = playthrough.state.copy(), playthrough.legal()
    for seat in range(int(state.n_seats)):
        seen = _seen(game, playthrough, seat)
        playthrough.redeal(seat)
        if _seen(game, playthrough, seat) != seen:
            yield f"a redeal for seat {seat} changes what it has seen"
        if playthrough.legal() != legal or playthrough.to_move() != int(_mover(playthrough, state)):
            yield f"a redeal for seat {seat} changes who is to move or what is legal"
        if game.has_invariants:
            yield from game.module("invariants").breaches(playthrough.state, rules)
        _restore(playthrough, state)


def _mover(playthrough: Playthrough, state: Any) -> int:
    dealt = playthrough.state.copy()
    _restore(playthrough, state)
    mover = playthrough.to_move()
    _restore(playthrough, dealt)
    return mover


def _seen(game: Game, playthrough: Playthrough, seat: int) -> bytes:
    """Return all that a seat has seen; everything, in a game that hides nothing."""
    if not game.has_invariants:
        return playthrough.state.tobytes()
    hide = getattr(game.module("invariants"), "without_hidden", None)
    state = playthrough.state.copy()
    if hide is not None:
        hide(state, seat)
    return bytes(state.tobytes())


def _restore(playthrough: Playthrough, state: Any) -> None:
    for name in state.dtype.names:
        playthrough.state[name] = state[name]


def _choice(playthrough: Playthrough, seat: int) -> Iterator[str]:
    before, dice = playthrough.state.tobytes(), _streams(playthrough)
    action = playthrough.choose()
    if playthrough.state.tobytes() != before:
        yield f"seat {seat} changed the position by choosing action {action}"
    if _streams(playthrough) != dice:
        yield f"seat {seat} used up dice by choosing action {action}"
    if action not in playthrough.legal():
        yield f"seat {seat} chose action {action}, which is not legal"


def _streams(playthrough: Playthrough) -> tuple[int, int]:
    words = playthrough.rng.s
    return int(words[SETUP]), int(words[DICE])
