"""The rules parameters of Tug of WarGods, what forbids a combination of them, and how they are packed.

Their values are in ``data/rulebook.yaml``, where each edition is a preset (R8.1, R8.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from simlab import forward
from simlab.forward import Complaint, rule
from simlab.games.tug_of_wargods import roster, state
from simlab.games.tug_of_wargods.roster import Line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Size = Annotated[int, Field(ge=1, le=state.MAX_TEAM)]
Start = Annotated[float, Field(ge=0.5, le=24, multiple_of=0.5)]
Sides = Annotated[int, Field(ge=2, le=100)]
Width = Annotated[float, Field(ge=10, le=120, multiple_of=0.1)]


class Budget(BaseModel):
    """A points system as a lever; none is printed (R2.9)."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    measure: Literal["faces", "mean", "points"]
    max: Annotated[float, Field(gt=0)] | None
    exact: bool
    points: dict[Line, Annotated[float, Field(ge=0)]]


class Rules(forward.Rules):
    """What a designer can change; two-item lists give one value per seat."""

    team_size: Size | Annotated[list[Size], Field(min_length=2, max_length=2)] = rule(
        "R1.2", "R1.3", label="team size", unit="miniatures"
    )
    """Miniatures in a team; a list gives each seat its own size."""
    members_to_win: Size = rule("R1.4", "R1.5", label="members to win", unit="members")
    """Opposing members across the line that win at once."""
    same_member_twice: Literal["any", "front_only", "off"] = rule("R1.6", "R1.7", "R1.8", label="same member twice")
    """Whether pulling the same member across on two turns wins, and for which members."""
    twice_rearm: Literal["not_across", "fully_back"] = rule("R6.3", label="twice rule re-arms")
    """When a member who was across can be pulled across a second time."""
    start_in: Start | Annotated[list[Start], Field(min_length=2, max_length=2)] = rule(
        "R3.3", "R3.4", "R3.5", label="start distance", unit="inch"
    )
    """From the line to the front edge of the front base; a list gives each seat its own distance."""
    rounding: Literal["floor_min1", "floor", "exact_half", "half_then_floor", "ceil"] = rule(
        "R4.6", "R4.7", "R4.8", "R4.9", label="rounding"
    )
    """How half of an odd difference becomes a move."""
    crossing: Literal["complete", "centre", "edge"] = rule("R5.1", "R5.2", label="across when")
    """What of a member's base must be over the line: the whole base, its centre, or its front edge."""
    column_gap_mm: Annotated[float, Field(ge=0, le=100, multiple_of=0.1)] = rule(
        "R3.6", label="gap in the column", unit="mm"
    )
    """Space between two bases of a column."""
    base_set: Literal["default", "all_25", "all_30", "d10_30", "d8_30"] | dict[Line, Width] = rule(
        "R3.7", "R3.8", label="bases", unit="mm"
    )
    """Base widths by line: a named set, or widths that replace some of the default's."""
    column_order: Literal["largest_first", "as_listed", "smallest_first"] = rule("R3.9", label="column order")
    """Which base stands in front; ties keep the order of the list."""
    tie_rule: Literal["total", "per_die", "off"] = rule("R7.1", "R7.2", "R7.3", label="tie rule")
    """What equal totals cost both teams on the next roll: one off the total, one off each die, or nothing."""
    tie_die_min: Literal[0, 1] | None = rule("R7.3", label="least a die counts", unit="pips")
    """Floor of a die under the per-die tie rule; null for none."""
    tie_stacks: bool = rule("R7.4", label="ties stack")
    """Whether a second tie in a row costs one more."""
    tie_stack_cap: Annotated[int, Field(ge=1, le=20)] = rule("R7.4", label="most a stack costs", unit="pips")
    """The most that stacked ties can cost."""
    quota_scope: Literal["line", "type", "off"] = rule("R2.7", label="quota holds per")
    """Whether a quota holds for a printed line together or for each type on it."""
    quotas: dict[Line, Annotated[int, Field(ge=0, le=5)]] = rule(
        "R2.1", "R2.2", "R2.3", "R2.4", "R2.5", label="quotas", unit="miniatures"
    )
    """How many miniatures of each line a team may field."""
    alliance: Literal["banned_pairs", "one_culture", "none"] = rule("R1.9", "R1.10", label="alliance")
    """Which miniatures may stand together."""
    banned_pairs: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = rule("R1.9", label="banned pairs")
    """Pairs of miniatures that may not share a team."""
    die_override: dict[str, Sides] = rule("R2.8", label="die of", unit="sides")
    """Sides of a miniature's die where they differ from its line's."""
    budget: Budget = rule("R2.9", label="budget")
    """A limit on what a team may cost."""
    max_turns: Annotated[int, Field(ge=1, le=100_000)] = rule("R4.11", label="turn cap", unit="turns")
    """Where an endless playthrough is cut off and counted as truncated."""
    max_front_in: Annotated[float, Field(gt=0, le=1000, multiple_of=0.5)] | None = rule(
        "R4.12", label="table length", unit="inch"
    )
    """How far behind the line a front may stand before the table ends in a draw; null for no limit."""


def per_seat(value: Any) -> tuple[Any, Any]:
    """Return the value of each seat, from one value for both or a list of two."""
    return (value[0], value[1]) if isinstance(value, list | tuple) else (value, value)


def option_label(option: Any) -> str:
    """Name a team: its own name, or its miniatures."""
    return option if isinstance(option, str) else "+".join(map(str, option))


def option_choices() -> list[str]:
    """List the named teams."""
    return list(roster.load().teams)


def complaints(rules: Rules, options: Sequence[Any]) -> Iterator[Complaint]:
    """Yield what is wrong with these rules and teams together."""
    sizes = per_seat(rules.team_size)
    if rules.members_to_win > min(sizes):
        yield Complaint(
            ("rules", "members_to_win"),
            f"{rules.members_to_win} members to win, but a team has {min(sizes)} (rules.team_size)",
        )
    if rules.max_front_in is not None and rules.max_front_in < max(per_seat(rules.start_in)):
        yield Complaint(
            ("rules", "max_front_in"),
            f"a table of {rules.max_front_in:g} inch ends in front of the start (rules.start_in)",
        )
    unknown = [*_unknown_miniatures(rules)]
    yield from unknown
    wrong = [
        complaint
        for seat, team in enumerate(options)
        for complaint in roster.team_complaints(rules, team, sizes[seat], ("seats", seat, "team"))
    ]
    yield from wrong
    if not unknown and not wrong:
        yield from _endless_ties(rules, options)


def _unknown_miniatures(rules: Rules) -> Iterator[Complaint]:
    known = roster.load().miniatures
    for miniature in rules.die_override:
        if miniature not in known:
            yield Complaint(("rules", "die_override", miniature), roster.unknown_miniature(miniature, known))
    for position, pair in enumerate(rules.banned_pairs):
        for place, miniature in enumerate(pair):
            if miniature not in known:
                yield Complaint(("rules", "banned_pairs", position, place), roster.unknown_miniature(miniature, known))


def _endless_ties(rules: Rules, options: Sequence[Any]) -> Iterator[Complaint]:
    """R7.4: a penalty that puts every die of both teams on its floor would tie for ever, where floors add up alike."""
    if rules.tie_rule != "per_die" or rules.tie_die_min is None:
        return
    floor = rules.tie_die_min
    cap = rules.tie_stack_cap if rules.tie_stacks else 1
    teams = [roster.members(rules, team) for team in options]
    largest = max(member.sides for team in teams for member in team)
    if largest - cap <= floor and len({floor * len(team) for team in teams}) == 1:
        allowed = ["a bigger die", "tie_die_min: null"]
        if largest - 1 - floor > 0:
            allowed.insert(0, f"a cap of at most {largest - 1 - floor}")
        message = f"every die of both teams (largest {largest}) would count {floor} and tie for ever"
        key = "tie_stack_cap" if rules.tie_stacks else "tie_rule"
        yield Complaint(("rules", key), f"after ties {message}; allowed: {', or '.join(allowed)}")


def pack(
    rules: Rules,
    options: Sequence[Any],
    world: Mapping[str, Any] | None = None,  # noqa: ARG001 - nothing about this game is unknown data
) -> np.recarray[Any, Any]:
    """Pack rules and teams into one record of ``state.RULES``; parameters that are not in force are packed alike."""
    packed = np.zeros(1, state.RULES).view(np.recarray)
    record = packed[0]
    record.max_rounds = rules.max_turns
    record.members_to_win = rules.members_to_win
    record.rounding = state.Rounding[rules.rounding]
    record.tie_rule = state.TieRule[rules.tie_rule]
    record.tie_stack_cap = rules.tie_stack_cap if rules.tie_stacks else 1
    if rules.tie_rule == "per_die":
        record.tie_die_min = -state.NO_LIMIT if rules.tie_die_min is None else rules.tie_die_min
    if rules.tie_rule == "off":
        record.tie_stack_cap = 1
    record.max_front = state.NO_LIMIT if rules.max_front_in is None else half_inches(rules.max_front_in)
    sizes = per_seat(rules.team_size)
    record.twice_members = {"any": max(sizes), "front_only": 1, "off": 0}[rules.same_member_twice]
    for seat, (size, start, team) in enumerate(zip(sizes, per_seat(rules.start_in), options, strict=True)):
        record.team_size[seat] = size
        record.start[seat] = half_inches(start)
        _pack_column(record, rules, seat, roster.members(rules, team))
    return packed


def half_inches(inches: float) -> int:
    """Lengths on the rope are whole half inches (R10.1)."""
    return round(2 * inches)


def _pack_column(record: Any, rules: Rules, seat: int, column: list[roster.Member]) -> None:
    """Pack a team's dice and where each member is across.

    Widths are compared exactly, in twentieths of a millimetre (R5.3): h half inches over are 254·h of them, so a member
    is across from the smallest h that reaches his edge, and an integer comparison is all that the kernel needs.
    """
    gap = _twentieths(rules.column_gap_mm)
    ahead = 0  # bases and gaps ahead of this member: how far his front edge is behind the column's
    for place, member in enumerate(column):
        width = _twentieths(member.base_mm)
        # R5.1, R5.2; R5.6: what a big base in front is worth follows from these
        reach = {"complete": ahead + width, "centre": ahead + width // 2, "edge": ahead + 1}[rules.crossing]
        across_at = -(-reach // 254)
        record.dice[seat, place] = member.sides
        record.across_at[seat, place] = across_at
        record.released_at[seat, place] = across_at - 1 if rules.twice_rearm == "not_across" else ahead // 254  # R6.3
        ahead += width + gap


def _twentieths(millimetres: float) -> int:
    return 2 * round(10 * millimetres)
