"""A table for two teams: rules by their preset, dice that fall as the test says, and runs of many playthroughs."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simlab import forward, games
from simlab.conformance import scripted
from simlab.engine import blocks
from simlab.engine.entries import desk, entry
from simlab.forward import Complaint
from simlab.games import rulebook
from simlab.games.tug_of_wargods.rules import Rules

GAME = games.load("tug_of_wargods")
BOOK = rulebook.load(GAME)
SEED = 20261130
Team = str | list[str]


def resolved(preset: str, overrides: Mapping[str, Any]) -> Rules:
    """Return all rules of a preset with some changed, through JSON as a config gives them."""
    return Rules.model_validate_json(json.dumps(BOOK.resolve(preset, overrides)))


def job(preset: str, teams: Sequence[Team] | None, overrides: Mapping[str, Any]) -> blocks.Job:
    """Return one variant as the engine plays it; the teams are the preset's unless given."""
    rules = resolved(preset, overrides)
    options = BOOK.presets[preset].seats if teams is None else teams
    wrong = [*GAME.complaints(rules, options)]
    assert wrong == []
    return blocks.packed(GAME, rules, options, arrangements=[(0, 1)], seed=SEED)


def faces(total: int, dice: Sequence[int]) -> list[int]:
    """Spread a total over the dice of a team, the first ones as high as they go."""
    left = total - len(dice)
    rolled = []
    for sides in dice:
        extra = min(left, sides - 1)
        rolled.append(1 + extra)
        left -= extra
    assert left == 0
    assert min(rolled, default=1) >= 1, f"{dice} cannot total {total}"
    return rolled


def set_up(states: Any, rules: Any, rngs: Any) -> None:
    forward.setup(states[0], rules[0], rngs[0])


def turn(states: Any, rules: Any, rngs: Any) -> None:
    forward.apply(states[0], rules[0], 0, rngs[0])


def offer(states: Any, rules: Any, actions: Any) -> Any:
    return forward.legal_actions(states[0], rules[0], actions)


def write_row(states: Any, rules: Any, rows: Any) -> None:
    forward.outcome(states[0], rules[0], rows[0])


class Table:
    """One playthrough, turn by turn, on chosen dice. Its lengths are inches; its state is the kernel's own record."""

    def __init__(self, played: blocks.Job) -> None:
        self.job = replace(played, keys=np.zeros(0, np.uint64), rng=scripted.SCRIPTED)
        self.desk = desk(GAME, self.job.max_rounds, scripted.SCRIPTED)
        self.state.n_seats = self.job.n_seats
        entry(GAME, set_up)(self.desk.state, self.job.rules, self.desk.rng)

    @property
    def state(self) -> Any:
        """The state record."""
        return self.desk.state[0]

    @property
    def rules(self) -> Any:
        """The packed rules."""
        return self.job.rules[0]

    @property
    def fronts(self) -> list[float]:
        """How far each front stands from the line; negative when over it."""
        pulled = int(self.state.s)
        return [(int(self.rules.start[0]) + pulled) / 2, (int(self.rules.start[1]) - pulled) / 2]

    def dice(self, seat: int) -> list[int]:
        """Sides of a team's dice, front member first."""
        return [int(sides) for sides in self.rules.dice[seat][: self.rules.team_size[seat]]]

    def at(self, pulled: float, **fields: Any) -> "Table":
        """Put the rope where seat 0 has pulled so many inches, and set other fields of the state."""
        self.state.s = round(2 * pulled)
        for name, value in fields.items():
            self.state[name] = value
        return self

    def dice_fall(self, first: Sequence[int], second: Sequence[int]) -> "Table":
        """Play one turn with these faces, seat 0's first."""
        rolls = [zip(first, self.dice(0), strict=True), zip(second, self.dice(1), strict=True)]
        scripted.write(self.desk.rng[0], scripted.sums(rolls))
        entry(GAME, turn)(self.desk.state, self.job.rules, self.desk.rng)
        assert self.desk.rng[0].at == len(rolls)
        return self

    def roll(self, first: int, second: int) -> "Table":
        """Play one turn with these totals on the dice."""
        return self.dice_fall(faces(first, self.dice(0)), faces(second, self.dice(1)))

    def pull(self, seat: int, difference: int) -> "Table":
        """Play one turn that a seat rolls higher by so many pips."""
        low = max(len(self.dice(0)), len(self.dice(1)))
        return self.roll(low + difference * (seat == 0), low + difference * (seat == 1))

    @property
    def across(self) -> list[int]:
        """How many members of each team were taken across by the moves so far and have not been released."""
        return [int(number) for number in self.state.latched]

    @property
    def result(self) -> tuple[int, str]:
        """The winner (-1 nobody) and how the playthrough ended ("" while it goes on)."""
        kinds = {int(kind): kind.name for kind in GAME.module("state").VictoryKind}
        return int(self.state.winner), kinds.get(int(self.state.kind), "")

    def row(self) -> Any:
        """Return what the playthrough reports, as it stands."""
        entry(GAME, write_row)(self.desk.state, self.job.rules, self.desk.rows)
        return self.desk.rows[0]

    def legal_actions(self) -> list[int]:
        """Return the actions that the seat to move may choose."""
        actions = self.desk.minds[0].legal
        n = entry(GAME, offer)(self.desk.state, self.job.rules, actions)
        return [int(action) for action in actions[:n]]

    def whole(self, *totals: tuple[int, int]) -> dict[str, int]:
        """Play a whole playthrough in the engine's own loop with these totals on the dice; return its row."""
        rolls = []
        for pair in totals:
            for seat, total in enumerate(pair):
                rolls.append(zip(faces(total, self.dice(seat)), self.dice(seat), strict=True))
        block = blocks.play(replace(self.job, keys=scripted.sums(rolls)), 0, 1)
        assert block is not None
        return dict(zip(self.job.layout.names, map(int, block.sums[0]), strict=True))


@pytest.fixture(scope="session")
def table() -> Callable[..., Table]:
    """Return what sets up a playthrough: ``table(preset, teams, rounding="floor", …)``."""

    def lay(preset: str = "v0_75", teams: Sequence[Team] | None = None, **overrides: Any) -> Table:
        return Table(job(preset, teams, overrides))

    return lay


@pytest.fixture(scope="session")
def rules_of() -> Callable[..., Rules]:
    """Return what resolves rules: ``rules_of(preset, start_in=3, …)``."""

    def resolve(preset: str = "v0_75", **overrides: Any) -> Rules:
        return resolved(preset, overrides)

    return resolve


@pytest.fixture(scope="session")
def complaints() -> Callable[..., list[Complaint]]:
    """Return what the game says against teams: ``complaints([first, second], quota_scope="type", …)``."""

    def complain(teams: Sequence[Team], preset: str = "v0_75", **overrides: Any) -> list[Complaint]:
        return [*GAME.complaints(resolved(preset, overrides), teams)]

    return complain


@dataclass(frozen=True)
class Sample:
    """Many playthroughs of one variant, added up."""

    job: blocks.Job
    n: int
    sums: NDArray[np.int64]
    squares: NDArray[np.int64]
    bins: NDArray[np.int64]

    def mean(self, column: str) -> float:
        """Mean of a flat column, in the integers that rows hold."""
        return float(self.sums[self.job.layout.position(column)] / self.n)

    def sd(self, column: str) -> float:
        """Standard deviation of a flat column over playthroughs."""
        square = float(self.squares[self.job.layout.position(column)] / self.n)
        return float(np.sqrt(max(square - self.mean(column) ** 2, 0.0)))

    def counts(self, column: str) -> dict[int, int]:
        """How many playthroughs had each value."""
        values, counts = self.job.layout.histogram(self.bins, column)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    def share(self, column: str, holds: Callable[[int], bool]) -> float:
        """Share of playthroughs whose value is one of those wanted."""
        return sum(count for value, count in self.counts(column).items() if holds(value)) / self.n

    def z_of_share(self, share: float, exact: float) -> float:
        """How many standard errors a share is off its exact value."""
        if exact in (0, 1):
            return 0.0 if share == exact else np.inf
        return float((share - exact) / np.sqrt(exact * (1 - exact) / self.n))

    def z_of_mean(self, column: str, exact: float, sd: float | None = None) -> float:
        """How many standard errors a mean is off its exact value; the sample's deviation where none is known."""
        return float((self.mean(column) - exact) / ((sd or self.sd(column)) / np.sqrt(self.n)))


@pytest.fixture(scope="session")
def sample() -> Callable[..., Sample]:
    """Return what plays many playthroughs: ``sample(n, preset, teams, rounding="floor", …)``, each variant once."""

    @cache
    def played(n: int, preset: str, teams: str, overrides: str) -> Sample:
        variant = job(preset, json.loads(teams), json.loads(overrides))
        width, bins = len(variant.layout.names), variant.layout.bins
        sums, squares, histogram = np.zeros(width, np.int64), np.zeros(width, np.int64), np.zeros(bins, np.int64)
        for block in blocks.run([variant], [(0, 0, n)], workers=2):
            sums += block.sums.sum(axis=0)
            squares += block.squares.sum(axis=0)
            histogram += block.histogram
        return Sample(variant, n, sums, squares, histogram)

    def play(n: int, preset: str = "v0_75", teams: Sequence[Team] | None = None, **overrides: Any) -> Sample:
        return played(n, preset, json.dumps(teams), json.dumps(overrides))

    return play
