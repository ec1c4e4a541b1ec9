"""What the suite plays: a game's presets, options and numbers of seats at random, and its default with every skill."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from typing import Any

import numpy as np

from simlab.engine import blocks, loop
from simlab.forward import Game, Rules
from simlab.games import rulebook
from simlab.policies import styles
from simlab.policies.policy import RANDOM, Kind, Policy

SEED = 20_261_130


WORK = 2_000_000
"""Decisions that a clause may spend on one case; a game of a few decisions is played more often than a long one."""
FEWEST = 100
STEPS = 1_500
"""Actions of one case that a clause may look at one by one."""


@dataclass(frozen=True)
class Case:
    """Something to play, and what messages call it.

    Attributes
    ----------
    is_skilled : whether any seat follows a style
    """

    name: str
    job: blocks.Job
    is_skilled: bool = False

    @cached_property
    def actions(self) -> int:
        """About how many actions a playthrough has: decisions and rounds of the first few."""
        rows = rows_of(self.job, 8)
        columns = [self.job.layout.position(name) for name in ("decisions", "rounds")]
        return max(1, int(rows[:, columns].sum()) // len(rows))

    @cached_property
    def length(self) -> int:
        """Actions of a playthrough, where looking ahead counts as it costs."""
        cost = (
            1 + policy.candidates * policy.rollouts * policy.depth for seats in self.job.policies for policy in seats
        )
        return max(cost) * self.actions

    def affordable(self, most: int) -> int:
        """Return how many playthroughs a clause may ask for: `most`, or as many as `WORK` pays for."""
        return min(most, max(FEWEST, WORK // self.length))

    def steppable(self, most: int) -> int:
        """Return how many playthroughs a clause may go through action by action."""
        return min(most, max(1, STEPS // self.actions))

    @property
    def brief(self) -> Case:
        """The case, cut off so early that one playthrough can be gone through action by action."""
        case = self
        while case.actions > STEPS and case.job.max_rounds > 1:
            case = case.cut(case.job.max_rounds // 2)
        return case

    def cut(self, rounds: int) -> Case:
        """Return the case with a lower cap on rounds."""
        rules = self.job.rules.copy()
        rules.max_rounds = max(1, rounds)
        return replace(self, job=replace(self.job, rules=rules))

    def shortened(self, most: int) -> Case:
        """Return a case of which `most` playthroughs are affordable: the same one, cut off after fewer rounds.

        Rules with a lower cap play the same until the cap, so what is found about them holds for the others.
        """
        case = self
        while case.affordable(most) < most and case.job.max_rounds > 1:
            case = case.cut(case.job.max_rounds // 2)
        return case


def rules_of(game: Game, preset: str | None = None, overrides: Mapping[str, Any] | None = None) -> Rules:
    """Return the rules of a preset (by default the game's own choice) with some values changed."""
    book = rulebook.load(game)
    values = book.resolve(preset or book.default_preset, overrides or {})
    return game.rules.model_validate_json(json.dumps(values))


def seats_of(game: Game, preset: str | None = None) -> list[Any]:
    """Return what the seats of a preset play."""
    book = rulebook.load(game)
    return list(book.presets[preset or book.default_preset].seats)


def fixed(game: Game, rules: Rules, options: Sequence[Any], policies: Sequence[Policy] = ()) -> blocks.Job:
    """Return a job where every seat keeps its option; by default all play at random."""
    seated = [list(policies)] if policies else None
    return blocks.packed(game, rules, options, arrangements=[range(len(options))], policies=seated, seed=SEED)


def default(game: Game) -> blocks.Job:
    """Return the job of the default preset."""
    return fixed(game, rules_of(game), seats_of(game))


def cases(game: Game) -> Iterator[Case]:
    """Yield what the suite plays."""
    yield from played_at_random(game)
    yield from played_with_skill(game)


def brief_cases(game: Game) -> Iterator[Case]:
    """Yield what the suite goes through action by action: long cases are cut off early, skilled ones mostly end."""
    return (case.brief for case in cases(game))


def played_at_random(game: Game) -> Iterator[Case]:
    """Yield every preset, options that move about, and every other number of seats."""
    for preset in rulebook.load(game).presets:
        yield Case(f"preset {preset}", fixed(game, rules_of(game, preset), seats_of(game, preset)))
    rules, options = rules_of(game), seats_of(game)
    seats = range(len(options))
    cyclic = [[(seat + turn) % len(options) for seat in seats] for turn in seats]
    yield Case("options in turn", blocks.packed(game, rules, options, arrangements=cyclic, seed=SEED))
    orders = list(permutations(seats))
    drawn = blocks.packed(game, rules, options, arrangements=orders, seating=loop.DRAWN, seed=SEED)
    yield Case("options drawn", drawn)
    fewest, most = game.seats
    for number in range(fewest, most + 1):
        if number < len(options):
            deals = list(permutations(seats, number))
            fewer = blocks.packed(game, rules, options, arrangements=deals, seating=loop.DRAWN, seed=SEED)
            yield Case(f"{number} seats", fewer)


def played_with_skill(game: Game) -> Iterator[Case]:
    """Yield every skill level against itself, and seats that each decide in another way."""
    known = styles.load(game)
    rules, options = rules_of(game), seats_of(game)
    levels = [skill.policy for skill in known.skills.values()]
    for policy in levels:
        if policy.kind != Kind.rollout:
            yield Case(f"all {policy.name}", fixed(game, rules, options, [policy] * len(options)), is_skilled=True)
    if levels:
        different = [cheaper(policy) for policy in (*reversed(levels), RANDOM)]
        seated = [different[seat % len(different)] for seat in range(len(options))]
        yield Case("each seat another policy", fixed(game, rules, options, seated), is_skilled=True)


def cheaper(policy: Policy) -> Policy:
    """Return a policy that looks ahead as little as can be: its every part is used, and a test can afford it."""
    if policy.kind != Kind.rollout:
        return policy
    return replace(policy, candidates=2, rollouts=2, depth=2)


def rows_of(job: blocks.Job, count: int, first: int = 0) -> np.ndarray[Any, Any]:
    """Play and return the rows, (count, C) int32."""
    block = blocks.play(job, first, count)
    assert block is not None  # noqa: S101 - for the type checker: nothing stops it
    assert block.rows is not None  # noqa: S101 - the same: the first rows are always kept
    return block.rows


def digest(rows: np.ndarray[Any, Any]) -> str:
    """Digest rows, whatever the machine's byte order."""
    return hashlib.sha256(np.ascontiguousarray(rows, "<i4").tobytes()).hexdigest()
