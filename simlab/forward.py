"""The contract of a game: what it declares, and the generic functions its kernels are bound to.

Nothing here imports numba, pandas or SciPy, so games can be listed and configs checked in a moment.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from simlab.kernel.dispatch import generic, optional

# --- the generic functions ------------------------------------------------------------------------------------------


@generic
def setup(state: Any, rules: Any, rng: Any) -> None:
    """Make a fresh playthrough of a state record. ``n_seats`` is already set; ``rounds`` starts at 0."""


@generic
def to_move(state: Any) -> int:
    """Return the seat that decides now."""


@generic
def legal_actions(state: Any, rules: Any, actions: Any) -> int:
    """Fill the int64 buffer `actions` without duplicates and return how many; at least 1 until the end."""


@generic
def apply(state: Any, rules: Any, action: Any, rng: Any) -> None:
    """Carry out one decision and all that follows from it, chance included. ``rounds`` counts finished rounds."""


@generic
def is_over(state: Any) -> bool:
    """Say whether the playthrough has ended; a game also ends, truncated, at ``rules.max_rounds``."""


@generic
def standing(state: Any, rules: Any, seat: Any) -> int:
    """Return how well a seat is doing as the table sees it (higher is better); part of the game's version."""


@generic
def outcome(state: Any, rules: Any, row: Any) -> None:
    """Write the finished playthrough's row: place of every seat, victory_kind, truncated and the game's own columns."""


@optional
def features(state: Any, rules: Any, actions: Any, n: Any, out: Any) -> None:
    """Say what each of the n legal actions in the buffer means to the seat to move: fill ``out[i, feature]``.

    Numbers roughly in [-1, 1], from what that seat may know; their names are ``Feature`` in the module ``styles``. A
    game without that module has none: its seats play at random, or look ahead among random candidates.
    """


@optional
def redeal(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    """Draw anew, from the stream SETUP, all that a seat cannot see, consistent with what it has seen.

    By default nothing is hidden.
    """


@optional
def appraise(state: Any, rules: Any, seat: Any) -> float:
    """Return what a search believes a seat's chance to win is, in [0, 1], while the playthrough goes on.

    By default from the order of standings, last to first evenly spread. May improve without a new game version.
    """
    behind = 0.0
    own = standing(state, rules, seat)
    for other in range(state.n_seats):
        gap = own - standing(state, rules, other)
        if other != seat:
            behind += 1.0 if gap > 0 else (0.5 if gap == 0 else 0.0)
    return float(2.0 * behind / (state.n_seats * (state.n_seats - 1.0)))


GENERICS = (setup, to_move, legal_actions, apply, is_over, standing, outcome)
"""What every game binds; `features`, `redeal` and `appraise` are bound where a game has something to say."""

# --- rules ------------------------------------------------------------------------------------------------------------


class Rules(BaseModel):
    """The numbers and options on the box: names, types, ranges, units, labels and rule ids, but no values.

    The values are in the game's ``data/rulebook.yaml``, each marked as text, gap or assumed.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True)


def rule(*ids: str, label: str, unit: str = "", **constraints: Any) -> Any:
    """Declare a rules parameter: the ids of the rules it stands for, its label, its unit and pydantic constraints."""
    return Field(title=label, json_schema_extra={"rules": list(ids), "unit": unit}, **constraints)


class ByTurnPosition(BaseModel):
    """A value for each turn position, as a remedy for going first or last would give it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    by: Literal["turn_position"]
    """What the values follow."""
    values: Annotated[list[int], Field(min_length=1)]
    """The value of whoever goes first, second, …"""


def by_turn_position(value: int | ByTurnPosition, seats: int) -> list[int]:
    """Write a value out for each turn position; the last one given holds for all that follow."""
    if isinstance(value, int):
        return [value] * seats
    return [value.values[min(position, len(value.values) - 1)] for position in range(seats)]


@dataclass(frozen=True)
class Complaint:
    """Something wrong with a question that only the game can see.

    `path` leads to the offending key below the experiment: ``("rules", "start_in")`` or ``("seats", 0, "team", 2)``.
    """

    path: tuple[str | int, ...]
    message: str


class NoLegalOptionError(ValueError):
    """The rules leave a seat nothing to play; `complaint` says which of them, and why."""

    def __init__(self, complaint: Complaint) -> None:
        super().__init__(complaint.message)
        self.complaint = complaint


# --- outcomes ---------------------------------------------------------------------------------------------------------

Kind = Literal["count", "measure", "flag", "category"]


@dataclass(frozen=True)
class Column:
    """One integer that every playthrough reports.

    Attributes
    ----------
    kind : count, measure (scaled: value = integer / scale), flag (0 or 1) or category (a member of `values`)
    lo, hi : the declared range of the stored integer, both ends included; it is also the range of the histogram.
        `hi` may be None for a column bounded by `per_round` times ``rules.max_rounds``.
    """

    kind: Kind
    label: str
    meaning: str
    lo: int = 0
    hi: int | None = None
    unit: str = ""
    scale: int = 1
    per_seat: bool = False
    values: type[IntEnum] | None = None
    per_round: int = 1

    def most(self, max_rounds: int) -> int:
        """Return the largest integer that may be stored where the rules stop at `max_rounds`."""
        return self.per_round * max_rounds if self.hi is None else self.hi


def count(
    label: str,
    meaning: str,
    *,
    hi: int | None = None,
    lo: int = 0,
    unit: str = "",
    per_seat: bool = False,
    per_round: int = 1,
) -> Column:
    """Declare a whole number; `hi` None means at most `per_round` times ``rules.max_rounds``."""
    return Column("count", label, meaning, lo, hi, unit, per_seat=per_seat, per_round=per_round)


def measure(label: str, meaning: str, *, lo: int, hi: int, unit: str, scale: int, per_seat: bool = False) -> Column:
    """Declare a quantity kept as an integer of 1/scale units; `lo` and `hi` bound that integer."""
    return Column("measure", label, meaning, lo, hi, unit, scale, per_seat)


def flag(label: str, meaning: str, *, per_seat: bool = False) -> Column:
    """Declare a yes or no."""
    return Column("flag", label, meaning, 0, 1, per_seat=per_seat)


def category(label: str, meaning: str, values: type[IntEnum], *, per_seat: bool = False) -> Column:
    """Declare one of a few named outcomes."""
    return Column("category", label, meaning, int(min(values)), int(max(values)), per_seat=per_seat, values=values)


class Outcome:
    """Every column a playthrough of a game reports, as class attributes; `victory_kind` must be among them."""

    victory_kind: Column

    @classmethod
    def columns(cls) -> dict[str, Column]:
        """Return the declared columns in order."""
        return {name: column for name, column in vars(cls).items() if isinstance(column, Column)}


# --- games ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """What `standing` returns: an integer of 1/scale units; `span` bounds the gap between two seats."""

    unit: str
    span: int
    scale: int = 1


@dataclass(frozen=True)
class Game:
    """A game as its folder declares it; its modules are imported when they are first asked for.

    Attributes
    ----------
    package : dotted name of the game's folder, which holds ``rules``, ``state``, ``model``, ``outcome`` and ``words``
    version : changes if and only if behaviour changes
    seats : fewest and most seats
    option : the game's own word for what a seat plays (``team``, ``tribe``, …)
    has_turn_order : whether someone goes first; otherwise `turn_position` is null
    max_actions : capacity of the buffer of legal actions
    actions_per_round : most decisions in one round; with ``rules.max_rounds`` the engine's own guard
    warnings : sentences that a report about this game must not leave out
    """

    package: str
    title: str
    version: int
    summary: str
    seats: tuple[int, int]
    option: str
    standing: Standing
    has_turn_order: bool
    max_actions: int
    actions_per_round: int
    warnings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The folder's name, which is the registration."""
        return self.package.rpartition(".")[2]

    @property
    def folder(self) -> Path:
        """Where the game lives."""
        origin = importlib.import_module(self.package).__file__
        if origin is None:
            message = f"{self.package} is not a folder with an __init__.py"
            raise TypeError(message)
        return Path(origin).parent

    def module(self, name: str) -> ModuleType:
        """Import one module of the game."""
        return importlib.import_module(f"{self.package}.{name}")

    @property
    def can_be_solved(self) -> bool:
        """Whether the game has a module ``exact``: ``covered()`` names flat columns, ``distributions(record, names)``.

        The latter returns each column's values, (k,) int64, and their probabilities, (k,) float64, for a packed record;
        ``solvable(record)`` says whether that can be done.
        """
        return importlib.util.find_spec(f"{self.package}.exact") is not None

    @property
    def can_list_options(self) -> bool:
        """Whether the game has a module ``options``, which lists what a seat may play and solves every pairing.

        ``legal(rules)``, which may raise `NoLegalOptionError`, and ``fielded(rules, option)`` return things whose
        ``option`` is what a seat lists; ``columns(fielded)`` gathers those that play alike, and ``labels(columns)``
        names them; ``complaints(rules)`` says why there can be no table; ``pairings(rules, fielded)`` returns win
        shares and shares cut off, both (K, K).
        """
        return importlib.util.find_spec(f"{self.package}.options") is not None

    @cached_property
    def rules(self) -> type[Rules]:
        """The game's ``Rules`` class."""
        return self.module("rules").Rules  # type: ignore[no-any-return]

    @cached_property
    def outcome(self) -> type[Outcome]:
        """The game's ``Outcome`` class."""
        return self.module("outcome").Outcome  # type: ignore[no-any-return]

    @property
    def has_invariants(self) -> bool:
        """Whether the game has a module ``invariants``, plain Python that looks at records.

        ``breaches(state, rules)`` yields a sentence for each broken promise about a position; ``without_hidden(state,
        seat)``, where there is hidden information, overwrites in a copy of a state what the seat cannot see.
        """
        return importlib.util.find_spec(f"{self.package}.invariants") is not None

    @cached_property
    def features(self) -> tuple[str, ...]:
        """The names of the numbers that `features` gives each action, in order; empty where there are none."""
        if importlib.util.find_spec(f"{self.package}.styles") is None:
            return ()
        return tuple(feature.name for feature in self.module("styles").Feature)

    @cached_property
    def worlds(self) -> Mapping[str, Sequence[str]]:
        """What about the game is unknown data: for each part the known draws of it, the default first."""
        choices = getattr(self.module("rules"), "world_choices", None)
        return {} if choices is None else choices()

    @cached_property
    def drawn_worlds(self) -> Sequence[str]:
        """The parts of the unknown data of which the game can draw new ones, in a module ``drawing``.

        ``PARTS`` names them; ``draw(part, name)`` returns the data that a name stands for, as a question would write
        them out: a pure function, alike on every machine, plain Python.
        """
        if importlib.util.find_spec(f"{self.package}.drawing") is None:
            return ()
        return tuple(self.module("drawing").PARTS)

    def draw_world(self, part: str, name: str) -> dict[str, Any]:
        """Draw a world of its own for a name."""
        return {"name": name, **self.module("drawing").draw(part, name)}

    def complaints(
        self, rules: Rules, options: Sequence[Any], world: Mapping[str, Any] | None = None
    ) -> Iterator[Complaint]:
        """Yield what is wrong with these rules, seat options and world together."""
        judge = self.module("rules").complaints
        yield from judge(rules, options, world) if self.worlds else judge(rules, options)

    def pack(
        self, rules: Rules, options: Sequence[Any], world: Mapping[str, Any] | None = None
    ) -> np.recarray[Any, Any]:
        """Pack rules and the options of the seats, in seat order, into one record of fixed shape, (1,)."""
        return self.module("rules").pack(rules, options, world or None)  # type: ignore[no-any-return]

    def option_label(self, option: Any) -> str:
        """Name a seat option in tables and prose."""
        return self.module("rules").option_label(option)  # type: ignore[no-any-return]
