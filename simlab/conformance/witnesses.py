"""Every rules parameter does something: a game's ``data/witnesses.yaml`` holds one proof for each.

A *witness* names another value of the parameter, and where it shows::

    schema_version: 1
    witnesses:
      start_in:    {value: 3}                                            # other playthroughs
      tie_die_min: {value: 0, under: {tie_rule: per_die}}                # rules in force on both sides
      base_set:    {value: all_30, seats: [big_ones, small_ones]}        # what the seats play on both sides
      quotas:      {value: {d12: 0}, only_checked: a quota refuses teams and has no part in play}

A game that treats all seats alike under some rules says so, ``mirror: {under: {…}, seats: […]}``, and is held to it.

With `only_checked`, the reason why it cannot change a playthrough, the proof is that the game's complaints change.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from simlab.conformance.cases import digest, fixed, rows_of, rules_of, seats_of
from simlab.document import read
from simlab.forward import Game, Rules

FILE = "data/witnesses.yaml"
PLAYTHROUGHS = 5_000
FIRST = 64  # most parameters show in the first few playthroughs


class Witness(BaseModel):
    """One proof: with `under` in force and `seats` seated, setting the parameter to `value` shows."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    value: Any
    under: dict[str, Any] = {}
    preset: str | None = None
    seats: list[Any] | None = None
    only_checked: str | None = None


class Mirror(BaseModel):
    """Seats and rules under which all seats are alike."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    seats: list[Any]
    under: dict[str, Any] = {}
    preset: str | None = None


class WitnessFile(BaseModel):
    """What a game says about its own rules."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    schema_version: Literal[1]
    witnesses: dict[str, Witness]
    mirror: Mirror | None = None


def read_file(game: Game) -> WitnessFile:
    """Read a game's witnesses."""
    return WitnessFile.model_validate(read(game.folder / FILE).data)


def every_rule_does_something(game: Game) -> Iterator[str]:
    """Each parameter has a witness, and each witness holds."""
    witnesses = read_file(game).witnesses
    for name in sorted(game.rules.model_fields.keys() - witnesses.keys()):
        yield f"{name} has no witness in {FILE}"
    for name in sorted(witnesses.keys() - game.rules.model_fields.keys()):
        yield f"{FILE} names {name}, which is no rules parameter"
    for name, witness in witnesses.items():
        if name in game.rules.model_fields:
            yield from unproven(game, name, witness)


def unproven(game: Game, name: str, witness: Witness) -> Iterator[str]:
    """Say what is wrong with a witness."""
    options = witness.seats if witness.seats is not None else seats_of(game, witness.preset)
    sides = [rules_of(game, witness.preset, more) for more in (witness.under, {**witness.under, name: witness.value})]
    if getattr(sides[0], name) == getattr(sides[1], name):
        yield f"{name}: its witness sets the value it has already"
        return
    complaints = [[complaint.message for complaint in game.complaints(rules, options)] for rules in sides]
    if witness.only_checked is not None:
        if complaints[0] == complaints[1]:
            yield f"{name}: said to be checked only, but {witness.value!r} changes no complaint"
        return
    if any(complaints):
        yield f"{name}: its witness cannot be played: {'; '.join(chain.from_iterable(complaints))}"
        return
    if not _shows(game, sides, options):
        yield f"{name}: {witness.value!r} changes nothing in {PLAYTHROUGHS} playthroughs"


def _shows(game: Game, sides: list[Rules], options: list[Any]) -> bool:
    """Say whether two sets of rules play differently; a few playthroughs are looked at before many."""
    jobs = [fixed(game, rules, options) for rules in sides]
    return any(digest(rows_of(jobs[0], count)) != digest(rows_of(jobs[1], count)) for count in (FIRST, PLAYTHROUGHS))
