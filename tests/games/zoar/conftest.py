"""A test board for Zoar: pieces put where a test wants them, dice that fall as it says, and drawn playthroughs."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simlab import games
from simlab.conformance import scripted
from simlab.engine import blocks
from simlab.engine.steps import Playthrough
from simlab.forward import Complaint
from simlab.games import rulebook
from simlab.games.zoar.rules import Rules
from simlab.games.zoar.state import AREAS, MOST_ARMIES, NOBODY, NOWHERE, SIDE, STOCK, Action, Phase

GAME = games.load("zoar")
BOOK = rulebook.load(GAME)
SEED = 20261201
TRIBES = ("trader", "farmer", "warrior", "religious")
CORNERS = dict(zip(TRIBES, ("NW", "NE", "SE", "SW"), strict=True))
SIDES = 12  # of the die
STOPS = {
    int(Action[name])
    for name in ("END_MOVES", "NO_ATTACK", "COMMIT", "END_BUILDING", "DECLINE", "END_PROTECTION", "END_TURN")
}
ROLLS = [1 + roll % SIDES for roll in range(256)]  # how the die falls until a test says otherwise: 1, 2, … 12, 1, …


def resolved(overrides: Mapping[str, Any]) -> Rules:
    """Return the rulebook's rules with some changed, through JSON as a config gives them."""
    return Rules.model_validate_json(json.dumps(BOOK.resolve("rulebook", overrides)))


def job(tribes: Sequence[str], overrides: Mapping[str, Any], world: Mapping[str, Any] | None = None) -> blocks.Job:
    """Return one variant as the engine plays it, everybody at random."""
    rules = resolved(overrides)
    assert [*GAME.complaints(rules, tribes, world)] == []
    return blocks.packed(GAME, rules, tribes, arrangements=[range(len(tribes))], world=world, seed=SEED)


def area_at(row: int, column: int) -> int:
    """Return the number of an area; row 0 is north, column 0 west."""
    return row * SIDE + column


class Table(Playthrough):
    """A playthrough whose pieces, goods, turn and dice a test may set; areas are numbers as `at` gives them.

    Pieces and goods stay whole: armies, cities and temples come from stock, goods from the Market and go back to it.
    """

    at = staticmethod(area_at)

    def fall(self, *faces: int) -> "Table":
        """Let the die fall like this from now on."""
        scripted.write(self._desk.rng[0], scripted.dice((face, SIDES) for face in faces))
        return self

    # --- pieces

    def put_leader(self, seat: int, area: int) -> None:
        """Put a seat's leader on an area."""
        self.state.leader_at[seat] = area

    def put_army(self, seat: int, area: int) -> int:
        """Put the first army in stock on an area; return its number."""
        army = self.state.army_at[seat].tolist().index(STOCK)
        self.state.army_stock[seat] -= 1
        self.state.army_at[seat, army] = area
        self.state.armies_on[area] += 1
        self._hold(seat, area)
        return int(army)

    def put_armies(self, seat: int, *areas: int) -> list[int]:
        """Put an army on each area; return their numbers."""
        return [self.put_army(seat, area) for area in areas]

    def put_city(self, seat: int, area: int) -> int:
        """Put a city from stock on an area; return its number."""
        return self._build("city", seat, area)

    def put_temple(self, seat: int, area: int) -> int:
        """Put a temple from stock on an area; return its number."""
        return self._build("temple", seat, area)

    def put_relic(self, seat: int, area: int, carrier: int | None = None) -> None:
        """Put a seat's relic on an area, with an army that carries it or with none."""
        self.state.relic_at[seat] = area
        self.state.carrier[seat] = NOBODY if carrier is None else carrier

    def put_carrier(self, seat: int, area: int) -> int:
        """Put an army with the seat's relic on an area; return its number."""
        army = self.put_army(seat, area)
        self.put_relic(seat, area, army)
        return army

    def _build(self, kind: str, seat: int, area: int) -> int:
        number = self.state[f"{kind}_at"][seat].tolist().index(STOCK)
        self.state[f"{kind}_stock"][seat] -= 1
        self.state[f"{kind}_at"][seat, number] = area
        self.state[f"{kind}_on"][area] = number
        self._hold(seat, area)
        return int(number)

    def _hold(self, seat: int, area: int) -> None:
        assert self.state.holder[area] in {NOBODY, seat}, f"seat {self.state.holder[area]} holds the area"
        self.state.holder[area] = seat

    # --- goods: (food, metal)

    def clear_tokens(self) -> "Table":
        """Take all goods off the board, into the Market."""
        for area in range(AREAS):
            self.lay(area)
        return self

    def lay(self, area: int, food: int = 0, metal: int = 0) -> None:
        """Have this much lie on an area."""
        self._settle(self.state.tokens[area], (food, metal))

    def ready(self, seat: int, food: int = 0, metal: int = 0) -> None:
        """Give a seat these goods in Ready."""
        self._settle(self.state.ready[seat], (food, metal))

    def fresh(self, seat: int, food: int = 0, metal: int = 0) -> None:
        """Give a seat these goods in New."""
        self._settle(self.state.fresh[seat], (food, metal))

    def market(self, food: int, metal: int) -> None:
        """Leave this much in the Market; what is too much leaves the box, and the other way round."""
        self.state.market[:] = (food, metal)

    def _settle(self, place: Any, goods: tuple[int, int]) -> None:
        for kind, amount in enumerate(goods):
            self.state.market[kind] -= amount - place[kind]
            place[kind] = amount

    def goods_in_all(self) -> list[int]:
        """Count the food and the metal on the board, with the seats and in the Market."""
        state = self.state
        held = sum(place.sum(axis=0) for place in (state.tokens, state.ready, state.fresh))
        return [int(number) for number in held + state.market]

    # --- the turn

    def turn(self, seat: int, phase: str = "move") -> "Table":
        """Make it a seat's turn, in a phase of it, with nothing done yet this turn."""
        state = self.state
        state.active = state.decider = seat
        state.phase = Phase[phase]
        state.steps[:] = 0
        state.picked[:] = 0
        state.attacked[:] = 0
        state.granted[:] = 0
        state.protected[:] = 0
        state.attack_from = state.attack_to = NOWHERE
        state.entered = state.must_step = NOBODY
        for field in ("pool", "has_dropped", "turn_steps", "attack_force", "attack_bid", "traded"):
            state[field] = 0
        for field in ("touched", "rolls", "asked", "roll_was_useful"):
            state[field] = 0
        return self

    @property
    def phase(self) -> str:
        """What is being decided."""
        return Phase(int(self.state.phase)).name

    def offers(self, block: str) -> list[int]:
        """List the legal actions of a block of `Action`, as offsets from its first code: of ATTACK, army·8 + way."""
        codes = sorted(int(action) for action in Action)
        first = int(Action[block])
        end = next((code for code in codes if code > first), first + 1)
        return [action - first for action in self.legal() if first <= action < end]

    def do(self, *actions: int | str) -> "Table":
        """Apply actions one after the other: codes, or names of `Action`."""
        for action in actions:
            self.apply(int(Action[action]) if isinstance(action, str) else int(action))
        return self

    def step(self, unit: int, *ways: str) -> "Table":
        """Let a unit (0 the leader, 1 + a army a) step N, E, S or W."""
        for way in ways:
            self.apply(int(Action.STEP) + 4 * unit + "NESW".index(way))
        return self

    def pass_turn(self) -> "Table":
        """Let everybody who is asked stop, until the turn has passed."""
        turns = int(self.state.turns)
        while self.state.turns == turns and not self.is_over:
            legal = self.legal()
            self.apply(next(action for action in legal if len(legal) == 1 or action in STOPS))
        return self

    def is_true(self) -> bool:
        """Whether what is kept about areas agrees with where the pieces are."""
        state = self.state
        holders, armies = [NOBODY] * AREAS, [0] * AREAS
        cities, temples = [NOBODY] * AREAS, [NOBODY] * AREAS
        for seat in range(int(state.n_seats)):
            for army in range(MOST_ARMIES):
                if state.army_at[seat, army] != STOCK:
                    armies[state.army_at[seat, army]] += 1
                    holders[state.army_at[seat, army]] = seat
            for kind, on in ((state.city_at, cities), (state.temple_at, temples)):
                for number, area in enumerate(kind[seat].tolist()):
                    if area != STOCK:
                        on[area] = number
                        holders[area] = seat
        return (holders, armies, cities, temples) == (
            state.holder.tolist(),
            state.armies_on.tolist(),
            state.city_on.tolist(),
            state.temple_on.tolist(),
        )


@pytest.fixture(scope="session")
def at() -> Callable[[int, int], int]:
    """Return what numbers an area: ``at(row, column)``."""
    return area_at


@pytest.fixture(scope="session")
def table() -> Callable[..., Table]:
    """Return what lays the test board: ``table(attacks_per_turn="unlimited", tribes=["trader", "warrior"])``.

    Trader NW, Farmer NE, Warrior SE, Religious SW unless ``capital_corners`` says otherwise; the seat called `first`
    goes first, and the die falls 1, 2, 3, …
    """

    def lay(
        tribes: Sequence[str] = TRIBES,
        world: Mapping[str, Any] | None = None,
        first: int | None = None,
        **overrides: Any,
    ) -> Table:
        board = {
            "layout": "file",
            "layout_file": "test_board",
            "capital_layout": "fixed",
            "capital_corners": [CORNERS[tribe] for tribe in tribes],
            "first_player": "seat0" if first is None else "roll",
        }
        words = scripted.dice((face, SIDES) for face in ROLLS)
        if first is not None:
            words = np.append(scripted.dice([(1 + first, len(tribes))]), words)
        played = replace(job(tribes, {**board, **overrides}, world), keys=words, rng=scripted.SCRIPTED)
        return Table(played, 0)

    return lay


@pytest.fixture(scope="session")
def drawn() -> Callable[..., Playthrough]:
    """Return what opens a playthrough as the engine draws it: ``drawn(index, ["trader", "warrior"], **rules)``."""

    def draw(
        index: int = 0, tribes: Sequence[str] = TRIBES, world: Mapping[str, Any] | None = None, **overrides: Any
    ) -> Playthrough:
        return Playthrough(job(tribes, overrides, world), index)

    return draw


@pytest.fixture(scope="session")
def job_of() -> Callable[..., blocks.Job]:
    """Return what packs a variant as the engine plays it: ``job_of(["trader", "warrior"], **rules)``."""

    def pack(tribes: Sequence[str] = TRIBES, world: Mapping[str, Any] | None = None, **overrides: Any) -> blocks.Job:
        return job(tribes, overrides, world)

    return pack


@pytest.fixture(scope="session")
def rules_of() -> Callable[..., Rules]:
    """Return what resolves rules: ``rules_of(relay=False, …)``."""

    def resolve(**overrides: Any) -> Rules:
        return resolved(overrides)

    return resolve


@pytest.fixture(scope="session")
def complaints() -> Callable[..., list[Complaint]]:
    """Return what the game says against a question: ``complaints(["trader", "trader"], world=…, relay=False)``."""

    def complain(
        tribes: Sequence[Any] = TRIBES, world: Mapping[str, Any] | None = None, **overrides: Any
    ) -> list[Complaint]:
        return [*GAME.complaints(resolved(overrides), tribes, world)]

    return complain


@pytest.fixture
def board(table: Callable[..., Table]) -> Callable[..., Table]:
    """Return what lays a board without goods, where no seat has anything in its stores."""

    def lay(**rules: object) -> Table:
        game = table(**rules).clear_tokens()
        for seat in range(4):
            game.ready(seat)
        return game

    return lay
