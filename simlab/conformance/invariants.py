"""Clauses on a game's own invariants, which its module ``invariants`` states, and on its symmetry."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simlab.columns import WHOLE_WIN
from simlab.conformance.cases import Case, brief_cases, fixed, rows_of, rules_of
from simlab.conformance.witnesses import read_file
from simlab.engine.steps import Playthrough
from simlab.forward import Game

PLAYTHROUGHS = 20
MIRRORED = 20_000
Z = 5.0


def invariants_hold_after_every_decision(game: Game) -> Iterator[str]:
    """Pieces and goods are conserved, and whatever else the game promises about every position."""
    if not game.has_invariants:
        return
    breaches = game.module("invariants").breaches
    for case in brief_cases(game):
        for index in range(case.steppable(PLAYTHROUGHS)):
            playthrough = Playthrough.open(case.job, index)
            for found in breaches(playthrough.state, playthrough.rules):
                yield f"{case.name}, playthrough {index}, at the beginning: {found}"
            for _, action, after in playthrough.play():
                for found in breaches(after, playthrough.rules):
                    yield f"{case.name}, playthrough {index}, after action {action}: {found}"


def mirrored_seats_win_alike(game: Game) -> Iterator[str]:
    """Where rules and seats are the same on every seat, so are the win shares, within z = 5 standard errors."""
    mirror = read_file(game).mirror
    if mirror is None:
        return
    case = Case("mirror", fixed(game, rules_of(game, mirror.preset, mirror.under), mirror.seats))
    rows = rows_of(case.job, case.affordable(MIRRORED))
    first = case.job.layout.position("credit_0")
    credit = rows[:, first : first + case.job.n_seats] / WHOLE_WIN
    gaps = credit - credit.mean(axis=1, keepdims=True)
    error = gaps.std(axis=0) / np.sqrt(len(rows))
    for seat in np.flatnonzero(np.abs(gaps.mean(axis=0)) > Z * error):
        yield f"seat {seat} wins {credit[:, seat].mean():.4f} of a mirror match, {credit.mean():.4f} is fair"
