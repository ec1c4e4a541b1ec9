"""Exact answers against fractions: every path of short playthroughs told in full, and a chain solved by elimination.

The reference below shares nothing with the package but the rules' names. It measures in millimetres, remembers every
member, and fills a row by looking back over a whole playthrough.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simlab.games.tug_of_wargods import exact, roster
from simlab.games.tug_of_wargods.rules import pack, per_seat

Make = Callable[..., Any]
HALF_INCH = Fraction(127, 10)  # mm
NEAR = 1e-10  # what exact answers promise


@dataclass(frozen=True)
class Position:
    """What the next turn depends on: the rope, the penalty, and by seat who is latched and how often each crossed."""

    s: int = 0
    penalty: int = 0
    latched: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    crossings: tuple[tuple[int, ...], tuple[int, ...]] = ((0,) * 5, (0,) * 5)


@dataclass(frozen=True)
class Turn:
    """What one turn did; `kind` is empty while the playthrough goes on."""

    difference: int
    moved: int
    after: Position
    kind: str = ""

    @property
    def puller(self) -> int:
        """The seat that rolled higher, -1 on a tie."""
        return -1 if self.difference == 0 else int(self.difference < 0)


class Reference:
    """The rules as a reader of RULES.md would write them down."""

    def __init__(self, rules: Any, teams: list[list[str]]) -> None:
        self.rules = rules
        self.start = [round(2 * inches) for inches in per_seat(rules.start_in)]
        self.columns = [roster.members(rules, team) for team in teams]
        self.lengths = [[*self.edges(column)] for column in self.columns]

    def edges(self, column: list[roster.Member]) -> Iterator[tuple[Fraction, Fraction]]:
        """How far each member's front edge is behind the column's, and how wide he is, in mm."""
        ahead = Fraction()
        for member in column:
            width = Fraction(round(10 * member.base_mm), 10)
            yield ahead, width
            ahead += width + Fraction(round(10 * self.rules.column_gap_mm), 10)

    def rolls(self, penalty: int) -> dict[int, Fraction]:
        """Distribution of the difference, by trying all faces."""
        totals: list[dict[int, Fraction]] = []
        for column in self.columns:
            shares: dict[int, Fraction] = defaultdict(Fraction)
            for faces in product(*(range(1, member.sides + 1) for member in column)):
                shares[sum(self.counted(face, penalty) for face in faces)] += 1
            ways = sum(shares.values())
            totals.append({total: share / ways for total, share in shares.items()})
        found: dict[int, Fraction] = defaultdict(Fraction)
        for (one, share), (other, other_share) in product(totals[0].items(), totals[1].items()):
            found[one - other] += share * other_share
        return found

    def counted(self, face: int, penalty: int) -> int:
        """Return what a die counts; off the total, a penalty would cancel."""
        if self.rules.tie_rule != "per_die" or penalty == 0:
            return face
        least = self.rules.tie_die_min
        return face - penalty if least is None else max(face - penalty, least)

    def move(self, difference: int) -> int:
        """Half inches."""
        half = Fraction(difference, 2)
        inches: dict[str, Fraction | int] = {
            "floor": floor(half),
            "floor_min1": max(1, floor(half)),
            "exact_half": half,
            "half_then_floor": half if difference == 1 else floor(half),
            "ceil": ceil(half),
        }
        return int(2 * inches[self.rules.rounding])

    def across(self, seat: int, place: int, over: Fraction) -> bool:
        """Whether a member is across when the front edge of his column is so many mm over the line."""
        ahead, width = self.lengths[seat][place]
        if self.rules.crossing == "edge":
            return over > ahead
        return over >= ahead + (width if self.rules.crossing == "complete" else width / 2)

    def turn(self, before: Position, difference: int) -> Turn:
        """Play a turn in which seat 0 rolls so much more."""
        if difference == 0:
            cap = self.rules.tie_stack_cap if self.rules.tie_stacks else 1
            return Turn(0, 0, Position(before.s, min(before.penalty + 1, cap), before.latched, before.crossings))
        puller = int(difference < 0)
        moved = self.move(abs(difference))
        s = before.s + (-moved if puller else moved)
        fronts = [self.start[0] + s, self.start[1] - s]
        most = self.rules.max_front_in
        if most is not None and fronts[puller] > 2 * most:
            return Turn(difference, moved, Position(s, 0, before.latched, before.crossings), "off_table")
        latched = []
        crossings = [list(counts) for counts in before.crossings]
        for seat in range(2):
            over = -fronts[seat] * HALF_INCH
            places = range(len(self.columns[seat]))
            now = {place for place in places if self.across(seat, place, over)}
            free = self.rules.twice_rearm == "fully_back"
            held = {p for p in before.latched[seat] if (over > self.lengths[seat][p][0] if free else p in now)}
            for place in now - held:
                crossings[seat][place] += 1
            latched.append(frozenset(now | held))
        loser = 1 - puller
        lost = [p for p in range(len(self.columns[loser])) if self.across(loser, p, -fronts[loser] * HALF_INCH)]
        fresh = latched[loser] - before.latched[loser]
        watched = {"any": set(range(5)), "front_only": {0}, "off": set()}[self.rules.same_member_twice]
        kind = ""
        if len(lost) >= self.rules.members_to_win:
            kind = "members"
        elif any(crossings[loser][place] > 1 for place in fresh & watched):
            kind = "same_member_twice"
        after = Position(s, 0, (latched[0], latched[1]), (tuple(crossings[0]), tuple(crossings[1])))
        return Turn(difference, moved, after, kind)

    def paths(self) -> Iterator[tuple[list[Turn], Fraction]]:
        """Every playthrough and its probability."""
        tables: dict[int, dict[int, Fraction]] = {}
        open_paths: list[tuple[list[Turn], Fraction]] = [([], Fraction(1))]
        while open_paths:
            path, share = open_paths.pop()
            before = path[-1].after if path else Position()
            if before.penalty not in tables:
                tables[before.penalty] = self.rolls(before.penalty)
            for difference, chance in tables[before.penalty].items():
                longer = [*path, self.turn(before, difference)]
                if longer[-1].kind or len(longer) == self.rules.max_turns:
                    yield longer, share * chance
                else:
                    open_paths.append((longer, share * chance))

    def row(self, path: list[Turn]) -> dict[str, int]:
        """Return the row of a playthrough, by looking back over it."""
        last = path[-1]
        kind = last.kind or "truncated"
        winner = last.puller if kind in {"members", "same_member_twice"} else -1
        loser = 1 - max(winner, 0)
        s = [turn.after.s for turn in path]
        leads = [0 if x > 0 else 1 if x < 0 else -1 for x in s]
        sides = [lead for lead in leads if lead >= 0]
        pullers = [turn.puller for turn in path if turn.puller >= 0]
        fronts = [[self.start[0] + x for x in (0, *s)], [self.start[1] - x for x in (0, *s)]]
        over = -fronts[loser][-1] if winner >= 0 else 0
        lost = [p for p in range(len(self.columns[loser])) if self.across(loser, p, over * HALF_INCH)]
        row = {
            "rounds": len(path),
            "truncated": int(kind == "truncated"),
            "decisions": 0,
            "lead_changes": sum(one != other for one, other in pairwise(sides)),
            "leader_at_half": leads[ceil(len(path) / 2) - 1],
            "final_margin": 2 * abs(s[-1]) if winner >= 0 else 0,
            "victory_kind": ["members", "same_member_twice", "off_table", "truncated"].index(kind) + 1,
            "displacement": s[-1],
            "members_over": len(lost) if winner >= 0 else 0,
            "over": over,
            "comeback": int(winner >= 0 and last.after.crossings[winner][0] > 0),
            "close_call": min(fronts[winner]) if winner >= 0 else 0,
            "first_pull_won": int(winner >= 0 and pullers[0] == winner),
            "ties": sum(turn.puller < 0 for turn in path),
            "ones": sum(abs(turn.difference) == 1 for turn in path),
            "half_moves": sum(turn.moved % 2 for turn in path),
            "max_pull": max(turn.moved for turn in path),
            "max_front": max(map(max, fronts)),
            "one_turn": int(len(path) == 1 and kind != "truncated"),
        }
        for seat in range(2):
            row[f"credit_{seat}"] = 60 * (winner == seat) + 30 * (kind == "off_table")
            row[f"won_{seat}"] = int(winner == seat)
            row[f"place_{seat}"] = 1 if winner in {seat, -1} else 2
            row[f"turn_position_{seat}"] = 0
            row[f"crossings_{seat}"] = last.after.crossings[seat][0]
        return row

    def distributions(self) -> dict[str, dict[int, Fraction]]:
        """Add up the paths by what their rows hold."""
        found: dict[str, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for path, share in self.paths():
            for name, value in self.row(path).items():
                found[name][value] += share
        return found


TEAM = ["sebeki", "heru", "asar", "basti", "minotaur"]  # one of each line, so that each has a die and a base of its own
WIDTHS = st.sampled_from([12.0, 12.7, 20.0, 25.4, 30.0, 40.0])


@st.composite
def variants(draw: st.DrawFn) -> tuple[dict[str, Any], list[list[str]]]:
    """Draw rules under which small dice soon pull somebody across, and two teams."""
    sizes = draw(st.sampled_from([[2, 2], [2, 3], [3, 3], [3, 2], [1, 2], [1, 1]]))
    teams = [draw(st.permutations(TEAM))[:size] for size in sizes]
    floor_of_a_die = draw(st.sampled_from([0, 1, None]))
    starts = [draw(st.sampled_from([0.5, 1, 1.5])) for _ in range(2)]
    rules = {
        "team_size": sizes,
        "start_in": starts,
        "die_override": dict.fromkeys(TEAM, 2) | {"sebeki": draw(st.integers(2, 4))},
        "base_set": {line: draw(WIDTHS) for line in ("d12", "d10", "d8", "d6", "d4")},
        "column_gap_mm": draw(st.sampled_from([0, 3.5])),
        "column_order": "as_listed",
        "members_to_win": max(1, min(sizes) - draw(st.integers(0, 1))),
        "same_member_twice": draw(st.sampled_from(["any", "any", "front_only", "off"])),
        "twice_rearm": draw(st.sampled_from(["not_across", "fully_back"])),
        "rounding": draw(st.sampled_from(["floor_min1", "floor", "exact_half", "half_then_floor", "ceil"])),
        "crossing": draw(st.sampled_from(["complete", "centre", "edge"])),
        "tie_rule": draw(st.sampled_from(["total", "per_die", "per_die", "off"])),
        "tie_die_min": floor_of_a_die,
        "tie_stacks": draw(st.booleans()),
        "tie_stack_cap": draw(st.integers(1, 3)),
        "max_front_in": draw(st.sampled_from([None, None, max(starts) + 0.5, max(starts) + 2])),
        "max_turns": draw(st.sampled_from([4, 4, 3, 1])),
    }
    return rules, teams


@settings(max_examples=120, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(variants())
def test_every_column_of_a_short_playthrough_has_the_distribution_of_all_its_paths(
    rules_of: Make, variant: tuple[dict[str, Any], list[list[str]]]
) -> None:
    rules = rules_of("v0_75", **variant[0])
    told = Reference(rules, variant[1]).distributions()
    solved = exact.distributions(pack(rules, variant[1])[0])
    assert set(solved) == set(told)
    for name, (values, shares) in solved.items():
        assert set(values.tolist()) == {value for value, share in told[name].items() if share}, name
        found = zip(values.tolist(), shares.tolist(), strict=True)
        assert max(abs(Fraction(share) - told[name][value]) for value, share in found) < NEAR, name


def eliminated(reference: Reference) -> tuple[Fraction, Fraction]:
    """Solve for P(seat 0 wins) and the mean number of turns, by Gauss in fractions over every position."""
    order: dict[Position, int] = {Position(): 0}
    equations: list[tuple[dict[int, Fraction], Fraction]] = []
    for position in (walk := [Position()]):
        row: dict[int, Fraction] = defaultdict(Fraction)
        wins = Fraction()
        for difference, chance in reference.rolls(position.penalty).items():
            turn = reference.turn(position, difference)
            if turn.kind:
                wins += chance * (turn.puller == 0)
                continue
            if turn.after not in order:
                order[turn.after] = len(order)
                walk.append(turn.after)
            row[order[turn.after]] -= chance
        row[order[position]] += 1
        equations.append((row, wins))
    size = len(order)
    table = [[row.get(place, Fraction()) for place in range(size)] + [wins, Fraction(1)] for row, wins in equations]
    for place in range(size - 1, -1, -1):  # from the last position to the first, whose value is wanted
        lead = table[place][place]
        table[place] = [cell / lead for cell in table[place]]
        for other in range(place):
            if factor := table[other][place]:
                table[other] = [cell - factor * head for cell, head in zip(table[other], table[place], strict=True)]
    return table[0][size], table[0][size + 1]


@pytest.mark.parametrize(
    ("preset", "rules"),
    [
        ("v0_75", {}),
        ("v0_75", {"twice_rearm": "fully_back", "base_set": {"d10": 40, "d8": 30}}),
        ("v0_75", {"tie_rule": "per_die", "tie_stacks": True}),
    ],
)
def test_whole_playthroughs_have_the_wins_and_turns_that_elimination_in_fractions_finds(
    rules_of: Make, preset: str, rules: dict[str, Any]
) -> None:
    teams = [["heru", "asar", "basti"], ["asar", "asar", "asar"]]
    resolved = rules_of(preset, start_in=2, **rules)
    wins, turns = eliminated(Reference(resolved, teams))
    solved = exact.distributions(pack(resolved, teams)[0], ("won_0", "rounds"))
    means = [float(values @ shares) for values, shares in solved.values()]
    assert abs(Fraction(means[0]) - wins) < NEAR
    assert abs(Fraction(means[1]) - turns) < NEAR
