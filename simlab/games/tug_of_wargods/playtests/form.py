"""The form of a log: what a file of playtests may hold, as pydantic models and as a JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from simlab.games.tug_of_wargods.rules import Sides, Start
from simlab.games.tug_of_wargods.state import MAX_TEAM

Inches = Annotated[float, Field(ge=-1000, le=1000, multiple_of=0.5)]
Distance = Annotated[float, Field(ge=0, le=1000, multiple_of=0.5)]
Count = Annotated[int, Field(ge=0)]
Members = Annotated[int, Field(ge=0, le=MAX_TEAM)]
Number = Annotated[int, Field(ge=1)]
Faces = Annotated[list[Number], Field(min_length=1, max_length=MAX_TEAM)]
Word = Annotated[str, Field(min_length=1, max_length=60)]


MOST_TURNS = 200
"""Turns of one logged game: several times what the longest at a table have taken."""


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True)


class Team(_Entry):
    """Who pulled, with which dice."""

    members: Annotated[list[str], Field(min_length=1, max_length=MAX_TEAM)]
    """Miniatures of the roster."""
    dice: Annotated[list[Sides], Field(min_length=1, max_length=MAX_TEAM)] | None = None
    """Sides of each member's die, in the order of members; the roster's where left out."""


class Turn(_Entry):
    """One turn: the rolls, what the table reported, and what follows from the rolls."""

    n: Number
    """Number of the turn, from 1 without a gap."""
    rolls: dict[str, Number | Faces]
    """Team -> its total, or the face of every die."""
    puller: str | None = None
    """The team with the higher total; null on a tie. An error where it is not."""
    written: tuple[str | None, Count | None, Distance | None] | None = None
    """Reported: the subtraction as it was written (24-20), its result, and the move in inches."""
    moved_in: Distance | dict[str, Distance] | None = None
    """Reported: how far the rope, or one team, was really moved where that differs from what was written."""
    stated_front_in: dict[str, Inches] | None = None
    """Reported: team -> how far its front edge stood behind the line after the turn; negative when over it."""
    claimed_across: dict[str, Members] | None = None
    """Reported: team -> how many of its members the table saw across."""
    label: Count | None = None
    """Reported: the number in the turn's heading, where it is not n."""
    issue: str | None = None
    """A remark; it is not read."""
    difference: Count | None = None
    """Derived, an error where it does not follow from the rolls under the game's preset: the difference."""
    move_in: Distance | None = None
    """Derived, as `difference`: the move in inches."""
    front_in: dict[str, Inches] | None = None
    """Derived, as `difference`: team -> how far its front edge stands behind the line after the turn."""
    across: dict[str, Members] | None = None
    """Derived, as `difference`: team -> members across after the turn."""


class Result(_Entry):
    """How the table ended the game."""

    winner: str | None
    """A team; null where the game was broken off."""
    turn: Number
    """The last turn."""


class Replay(_Entry):
    """Derived, an error where it does not follow: how the rules end the game on or before its last turn."""

    winner: str | None
    turn: Number
    end: Literal["members", "same_member_twice", "unfinished"]


class Game(_Entry):
    """One logged game."""

    id: Word
    preset: str
    """The edition it was played under; the start, the teams and their dice are the log's."""
    start_in: Start | Annotated[list[Start], Field(min_length=2, max_length=2)] | None = None
    """Distance of the fronts from the line; the preset's where left out."""
    start_source: str | None = None
    """A remark on where the start is known from; it is not read."""
    teams: Annotated[dict[str, Team], Field(min_length=2, max_length=2)]
    result: Result
    replay: Replay | None = None
    turns: Annotated[list[Turn], Field(min_length=1, max_length=MOST_TURNS)]


class Summary(_Entry):
    """Derived, an error where it does not follow: counts over all games, each under its own preset."""

    games: Count
    turns: Count
    ties: Count
    differences_of_one: Count
    written_move_equals_floor_min1_of_rolls: Count
    ends_reproduced: Count
    not_reproduced: list[str]


class PlayExample(_Entry):
    """A printed turn, die by die; its totals, puller, move and fronts are derived."""

    teams: Annotated[dict[str, Team], Field(min_length=2, max_length=2)]
    start_in: Start
    rolls: dict[str, Faces]
    totals: dict[str, Number]
    puller: str | None
    move_in: Distance
    front_in: dict[str, Inches]


class Log(_Entry):
    """A file of logged games."""

    schema_version: Literal[1]
    game: Literal["tug_of_wargods"]
    length_unit: Literal["inch"] = "inch"
    history: list[str] = []
    """Presets in the order they were played; it is not read."""
    summary: Summary | None = None
    play_example: PlayExample | None = None
    games: Annotated[list[Game], Field(min_length=1)]


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a log."""
    return Log.model_json_schema()
