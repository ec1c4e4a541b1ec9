"""Every legal team, the columns that teams come down to, and what columns get against each other (R9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.columns import WHOLE_WIN
from simlab.forward import Complaint, NoLegalOptionError
from simlab.games.tug_of_wargods import exact, roster
from simlab.games.tug_of_wargods.roster import Member
from simlab.games.tug_of_wargods.rules import Rules, pack, per_seat

Floats = NDArray[np.float64]

OF_A_SEAT = ("team_size", "start", "dice", "across_at", "released_at")  # fields of the packed rules, one row a seat


class NoLegalTeamError(NoLegalOptionError):
    """The rules forbid every team."""


@dataclass(frozen=True, order=True)
class Column:
    """What the rope feels of a team (R9.2): its dice, which are only added up, and its bases from the front.

    Attributes
    ----------
    dice : sides, the largest first
    bases_mm : widths, front first
    """

    dice: tuple[int, ...]
    bases_mm: tuple[float, ...]


@dataclass(frozen=True)
class Team:
    """A legal team: its members in column order, front first."""

    members: tuple[Member, ...]

    @property
    def option(self) -> list[str]:
        """The ids of its miniatures, as a seat of a question lists them."""
        return [member.miniature for member in self.members]

    @property
    def cultures(self) -> tuple[str, ...]:
        """The cultures in it, in alphabetical order (R1.10)."""
        return tuple(sorted({member.culture for member in self.members}))

    @property
    def column(self) -> Column:
        """What it comes down to in play."""
        dice = sorted((member.sides for member in self.members), reverse=True)
        return Column(tuple(dice), tuple(member.base_mm for member in self.members))


@dataclass(frozen=True)
class Balance:
    """How even a budget leaves the game (R9.7).

    Attributes
    ----------
    limit : what a team may cost, or must
    columns : how many columns are legal
    gap : the largest distance of a win share from one half between two of them; None where no team is legal
    """

    limit: float
    columns: int
    gap: float | None


def legal(rules: Rules, seat: int = 0) -> tuple[Team, ...]:
    """Enumerate the legal teams of a seat (R9.1): every multiset of miniatures that nothing forbids, in roster order.

    Raises
    ------
    NoLegalTeamError
        The rules forbid every team.
    """
    size = per_seat(rules.team_size)[seat]
    found = _allowed(rules, size)
    if not found:
        path, cause = "quotas", "rules.quotas, rules.quota_scope and rules.alliance leave none"
        costs = [roster.cost(rules, team.members) for team in _allowed(_without_limit(rules), size)]
        if costs:
            need = "exactly" if rules.budget.exact else "at most"
            path, cause = (
                "budget",
                (
                    f"rules.budget asks for {need} {rules.budget.max:g} {rules.budget.measure}, "
                    f"and teams cost {min(costs):g} to {max(costs):g}"
                ),
            )
        raise NoLegalTeamError(Complaint(("rules", path), f"no team of {size} is legal: {cause}"))
    return found


def fielded(rules: Rules, option: str | Sequence[str]) -> Team:
    """Field a team that a question names or lists, legal or not, in column order (R3.9)."""
    return Team(tuple(roster.members(rules, option)))


def complaints(rules: Rules) -> Iterator[Complaint]:
    """Yield why there is no table of matchups under these rules: a team would be worth another share on each seat."""
    for name in ("start_in", "team_size"):
        one, other = per_seat(getattr(rules, name))
        if one != other:
            message = f"{name} is {one:g} and {other:g}; a table of matchups needs seats that are alike"
            yield Complaint(("rules", name), message)


def _allowed(rules: Rules, size: int) -> tuple[Team, ...]:
    every = combinations_with_replacement(roster.load().miniatures, size)  # R1.11
    allowed = (team for team in every if not any(roster.team_complaints(rules, team, size, ())))
    return tuple(Team(tuple(roster.members(rules, team))) for team in allowed)


def _without_limit(rules: Rules) -> Rules:
    return rules.model_copy(update={"budget": rules.budget.model_copy(update={"max": None})})


def columns(teams: Iterable[Team]) -> dict[Column, tuple[Team, ...]]:
    """Gather teams that play alike (R9.2): each column, the largest dice first, and the teams that come down to it."""
    gathered: dict[Column, list[Team]] = {}
    for team in teams:
        gathered.setdefault(team.column, []).append(team)
    return {column: tuple(gathered[column]) for column in sorted(gathered, reverse=True)}


def labels(of: Sequence[Column]) -> tuple[str, ...]:
    """Name columns by their dice, and by their bases where dice alone would name two of them."""
    dice = [column.dice for column in of]
    return tuple(
        ",".join(map(str, column.dice))
        + (f" on {','.join(f'{width:g}' for width in column.bases_mm)} mm" if dice.count(column.dice) > 1 else "")
        for column in of
    )


def matrix(rules: Rules, teams: Sequence[Team]) -> Floats:
    """Solve every pairing of teams (R9.3); give it one team of each column, for teams of one column play alike.

    `simlab.stats.matchups` reads from it which columns dominate others (R9.4) and which mix nobody can beat (R9.5).

    Returns
    -------
    (K, K) win share of the team of the row against that of the column. A drawn playthrough counts half to each
    (R4.12), and so does one that is cut off (R4.11).

    Raises
    ------
    ValueError
        The seats differ in start or team size, so that a team is worth another share on each of them.
    """
    return pairings(rules, teams)[0]


def pairings(rules: Rules, teams: Sequence[Team]) -> tuple[Floats, Floats]:
    """Solve every pairing of teams, as `matrix` does, and how many of its playthroughs are cut off.

    Returns
    -------
    shares, cut_off : (K, K) the matrix, and the probability that a pairing is cut off (R4.11); that of a team against
        itself is not asked and 0
    """
    for complaint in complaints(rules):
        raise ValueError(f"rules.{complaint.message}")
    packed = [_mirror(rules, team) for team in teams]
    shares = np.full((len(packed), len(packed)), 0.5)
    cut_off = np.zeros_like(shares)
    for row, first in enumerate(packed):
        for column, second in enumerate(packed[:row]):
            credit, truncated = _solved(_against(first, second))
            shares[row, column] = credit + truncated / 2
            shares[column, row] = 1 - shares[row, column]  # R10.2
            cut_off[row, column] = cut_off[column, row] = truncated
    return shares, cut_off


def win_share(record: Any) -> float:
    """Win share of seat 0 in one pairing, as `matrix` has it; `record` is an element of what ``pack`` returns."""
    credit, truncated = _solved(record)
    return credit + truncated / 2


def _solved(record: Any) -> tuple[float, float]:
    """Return the share of the win of seat 0, and the probability that a playthrough is cut off."""
    solved = exact.distributions(record, ("credit_0", "truncated"))
    credit, cut_off = (float(values @ shares) for values, shares in solved.values())
    return credit / WHOLE_WIN, cut_off


def _mirror(rules: Rules, team: Team) -> Any:
    """Pack a team against itself, in the order its members are in."""
    listed = rules.model_copy(update={"column_order": "as_listed"})
    return pack(listed, [team.option, team.option])[0]


def _against(first: Any, second: Any) -> Any:
    """Put the second pack's team on seat 1 of a copy of the first."""
    record = first.copy()
    for name in OF_A_SEAT:
        record[name][1] = second[name][1]
    return record


def orders(team: Team) -> tuple[Team, ...]:
    """Put a team in all orders (R9.6) that differ in a die or a base, in the order of those, front first."""
    distinct = {
        tuple((member.sides, member.base_mm) for member in members): Team(members)
        for members in permutations(team.members)
    }
    return tuple(distinct[key] for key in sorted(distinct))


def order_shares(rules: Rules, team: Team, field: Sequence[Team]) -> tuple[tuple[Team, Floats], ...]:
    """Solve every order of a team against every team of a field (R9.6).

    Returns
    -------
    The orders, those of the highest mean first, and their win shares against the field, (F,).
    """
    opponents = [_mirror(rules, opponent) for opponent in field]
    solved: dict[Column, Floats] = {}
    for order in orders(team):
        if order.column not in solved:
            own = _mirror(rules, order)
            solved[order.column] = np.array([win_share(_against(own, opponent)) for opponent in opponents])
    return tuple(
        sorted(((order, solved[order.column]) for order in orders(team)), key=lambda pair: -float(pair[1].mean()))
    )


def balance_rule(rules: Rules, limits: Iterable[float]) -> tuple[Balance, ...]:
    """Try limits of ``rules.budget`` in its measure (R2.9), exact ones where it says so (R9.7).

    Raises
    ------
    NoLegalTeamError
        The rules forbid every team even without a limit.
    """
    teams = legal(_without_limit(rules))
    every = columns(teams)
    gaps = np.abs(matrix(rules, [alike[0] for alike in every.values()]) - 0.5)
    places = {column: place for place, column in enumerate(every)}
    costs = [(roster.cost(rules, team.members), places[team.column]) for team in teams]
    found = []
    for limit in limits:
        within = sorted({place for cost, place in costs if (cost == limit if rules.budget.exact else cost <= limit)})
        gap = float(gaps[np.ix_(within, within)].max()) if within else None
        found.append(Balance(limit, len(within), gap))
    return tuple(found)
