"""The miniatures, quotas, base widths and named teams of ``data/roster.yaml``, and which teams are legal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simlab.document import ConfigError, Document, did_you_mean, read
from simlab.document.wording import findings
from simlab.forward import Complaint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from simlab.games.tug_of_wargods.rules import Rules

Line = Literal["d12", "d10", "d8", "d6", "d4"]
Source = Literal["text", "gap", "assumed"]
Width = Annotated[float, Field(ge=10, le=120)]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class QuotaLine(_Entry):
    """One printed line of the roster (R2.1-R2.5): how many may be fielded, their die and their base."""

    max: Annotated[int, Field(ge=0)]
    die: Annotated[int, Field(ge=2)]
    base_mm: Width
    base_source: Source


class Miniature(_Entry):
    """One miniature, or a printed group of them (R2.6); cultures are assumed (R1.10)."""

    name: str
    line: Line
    culture: str


class Roster(_Entry):
    """Everything the roster file holds."""

    schema_version: Literal[1]
    quota_lines: dict[Line, QuotaLine]
    miniatures: dict[str, Miniature]
    banned_pairs: list[Annotated[list[str], Field(min_length=2, max_length=2)]]
    base_sets: dict[str, dict[Line, Width]]
    teams: dict[str, list[str]]  # R2.10


def parse(document: Document) -> Roster:
    """Check a roster file.

    Raises
    ------
    ConfigError
        With every problem at its line and column: wrong types and ranges, a miniature on an unknown line, a line
        without a quota, a ban or a team that names no miniature, a base set without one of the lines.
    """
    try:
        roster = Roster.model_validate(document.data)
    except ValidationError as error:
        found = findings(error, document.data, Roster.model_json_schema())
        raise ConfigError([document.problem(path, message) for path, message in found]) from None
    problems = [document.problem(complaint.path, complaint.message) for complaint in _inconsistencies(roster)]
    if problems:
        raise ConfigError(problems)
    return roster


def _inconsistencies(roster: Roster) -> Iterator[Complaint]:
    lists: list[tuple[tuple[str | int, ...], list[str]]] = [
        (("banned_pairs", position), pair) for position, pair in enumerate(roster.banned_pairs)
    ]
    lists += [(("teams", name), members) for name, members in roster.teams.items()]
    for path, members in lists:
        for place, member in enumerate(members):
            if member not in roster.miniatures:
                yield Complaint((*path, place), unknown_miniature(member, roster.miniatures))
    for line in get_args(Line):
        if line not in roster.quota_lines:
            yield Complaint(("quota_lines",), f"no quota for line {line}")
        for name, widths in roster.base_sets.items():
            if line not in widths:
                yield Complaint(("base_sets", name), f"no base width for line {line}")


def unknown_miniature(word: str, known: Iterable[str]) -> str:
    """Say that no miniature has this id, and which was probably meant."""
    return f"unknown miniature {word!r}{did_you_mean(word, known)}"


@cache
def load() -> Roster:
    """Return the roster that comes with the game."""
    return parse(read(Path(__file__).parent / "data" / "roster.yaml"))


@dataclass(frozen=True)
class Member:
    """A miniature as a team fields it."""

    miniature: str
    line: Line
    culture: str
    sides: int
    base_mm: float


def members(rules: Rules, team: str | Sequence[str]) -> list[Member]:
    """Return the members of a team in column order, front first (R3.2, R3.9)."""
    roster = load()
    widths = base_widths(rules)
    listed = []
    for miniature in ids(team):
        line = roster.miniatures[miniature].line
        sides = rules.die_override.get(miniature, roster.quota_lines[line].die)  # R2.8
        listed.append(Member(miniature, line, roster.miniatures[miniature].culture, sides, widths[line]))
    if rules.column_order == "largest_first":
        return sorted(listed, key=lambda member: -member.base_mm)  # stable: ties keep the list's order
    if rules.column_order == "smallest_first":
        return sorted(listed, key=lambda member: member.base_mm)
    return listed


def ids(team: str | Sequence[str]) -> list[str]:
    """Return the miniatures of a named or a listed team."""
    return list(load().teams[team]) if isinstance(team, str) else list(team)


def base_widths(rules: Rules) -> dict[Line, float]:
    """Return the base width of each line in mm (R3.7, R3.8): a named set, or the default with some lines changed."""
    sets = load().base_sets
    if isinstance(rules.base_set, str):
        return dict(sets[rules.base_set])
    return {**sets["default"], **rules.base_set}


def team_complaints(rules: Rules, team: Any, size: int, path: tuple[str | int, ...]) -> Iterator[Complaint]:
    """Yield what forbids a team: its size, its quotas, its alliance, its cost.

    A miniature may repeat inside its quota, and nothing compares the teams of the two seats (R1.11).
    """
    roster = load()
    if isinstance(team, str):
        if team not in roster.teams:
            known = f"a list of miniatures, or one of {', '.join(roster.teams)}"
            yield Complaint(path, f"unknown team {team!r}; allowed: {known}{did_you_mean(team, roster.teams)}")
            return
    elif not isinstance(team, list | tuple) or not all(isinstance(member, str) for member in team):
        yield Complaint(path, f"a team is a name or a list of miniatures; got {team!r}")
        return
    unknown = False
    for place, miniature in enumerate(ids(team)):
        if miniature not in roster.miniatures:
            unknown = True
            yield Complaint((*path, place), unknown_miniature(miniature, roster.miniatures))
    if unknown:
        return
    if len(ids(team)) != size:  # R1.2
        yield Complaint(path, f"a team of {len(ids(team))} where rules.team_size says {size}")
    fielded = members(rules, team)
    for message in (*_quota(rules, fielded), *_alliance(rules, fielded), *_budget(rules, fielded)):
        yield Complaint(path, message)


def _quota(rules: Rules, fielded: list[Member]) -> Iterator[str]:
    # R2.7: the quota of a printed line holds for the line together, or for each type on it
    if rules.quota_scope == "off":
        return
    lines = {member.miniature: member.line for member in fielded}
    by_line = rules.quota_scope == "line"
    counts = Counter(member.line if by_line else member.miniature for member in fielded)
    for key, number in counts.items():
        line = key if by_line else lines[key]
        most = rules.quotas[line]  # type: ignore[index]
        if number > most:
            yield f"{number} of {key} exceed its quota of {most} (rules.quotas.{line}, scope {rules.quota_scope})"


def _alliance(rules: Rules, fielded: list[Member]) -> Iterator[str]:
    if rules.alliance == "none":
        return
    present = {member.miniature for member in fielded}
    for pair in rules.banned_pairs:  # R1.9
        if set(pair) <= present:
            yield f"{pair[0]} may not stand with {pair[1]} (rules.banned_pairs)"
    if rules.alliance == "one_culture":  # R1.10
        for one, other in combinations(sorted({member.culture for member in fielded}), 2):
            yield f"{one} and {other} miniatures in one team (rules.alliance: one_culture)"


def cost(rules: Rules, fielded: Sequence[Member]) -> float:
    """Return what a team costs in the measure of ``rules.budget`` (R2.9): faces, mean total or points."""
    if rules.budget.measure == "faces":
        return sum(member.sides for member in fielded)
    if rules.budget.measure == "mean":
        return sum((member.sides + 1) / 2 for member in fielded)
    return sum(rules.budget.points[member.line] for member in fielded)


def _budget(rules: Rules, fielded: list[Member]) -> Iterator[str]:
    most = rules.budget.max
    if most is None:
        return
    spent = cost(rules, fielded)
    if spent > most or (rules.budget.exact and spent != most):
        need = "exactly" if rules.budget.exact else "at most"
        yield f"a team of {spent:g} {rules.budget.measure} where rules.budget asks for {need} {most:g}"
