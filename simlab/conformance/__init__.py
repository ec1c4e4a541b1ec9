"""The suite that every game passes, whoever wrote it.

A *clause* takes a game and yields a sentence for each breach it finds; a game conforms when no clause yields anything::

    from simlab import conformance, games

    for name, clause in conformance.checks(games.load("my_game")):
        assert list(clause()) == [], name

What it plays comes from the game's own ``data/rulebook.yaml`` (every preset), ``data/styles.yaml`` (every skill level)
and ``data/witnesses.yaml`` (a proof for each rules parameter that it does something; see
`simlab.conformance.witnesses`). `simlab.conformance.golden` holds a
game's behaviour to its version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from simlab.conformance import drawing, invariants, knowledge, repetition, rows, steps, witnesses
from simlab.forward import Game

Clause = Callable[[Game], Iterator[str]]

CLAUSES: tuple[Clause, ...] = (
    steps.every_step_keeps_the_contract,
    steps.an_illegal_action_is_refused,
    steps.the_row_told_step_by_step_is_the_row_of_the_bulk_loop,
    invariants.invariants_hold_after_every_decision,
    invariants.mirrored_seats_win_alike,
    knowledge.features_are_bounded_and_give_nothing_away,
    knowledge.a_redeal_keeps_all_that_was_seen,
    knowledge.a_choice_changes_nothing,
    rows.every_row_is_consistent,
    rows.the_cap_on_rounds_only_cuts_off,
    repetition.the_cut_into_blocks_and_workers_changes_nothing,
    repetition.a_short_run_is_the_beginning_of_a_long_one,
    repetition.the_order_of_variants_changes_nothing,
    repetition.compiled_and_uncompiled_agree,
    repetition.an_unrelated_generator_gives_the_same_means,
    witnesses.every_rule_does_something,
    drawing.drawn_worlds_are_legal_and_named_by_their_draw,
)


def checks(game: Game) -> list[tuple[str, Callable[[], Iterator[str]]]]:
    """List every clause by name, ready to be called for a game."""
    return [(clause.__name__, partial(clause, game)) for clause in CLAUSES]
