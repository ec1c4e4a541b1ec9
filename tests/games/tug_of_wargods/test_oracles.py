"""Two million playthroughs of a case agree with its exact solution.

The exact values solve the playthrough as an absorbing Markov chain over rope, penalty and crossings, with fractions.
Standard errors come from the exact share or deviation; where only a mean is known, from the sample.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import icepool
import pytest

from simlab import games

Make = Callable[..., Any]

N = 2_000_000
Z = 5

TENS = ["greentoe", "greentoe"]  # d10, d6, d6 on both seats
CHOMPER = ["chomper", "snarl_sobek"]
FOURS = ["basti", "basti", "basti"]


@dataclass(frozen=True)
class Case:
    """What the exact solution says of one matchup; None where it was not worked out."""

    preset: str
    teams: list[Any] | None = None
    rules: dict[str, Any] = field(default_factory=dict)
    wins: float | None = None
    turns: float | None = None
    sd: float | None = None
    one_turn: float | None = None
    twice: float | None = None


def big_base(place: int) -> Case:
    """Return the Beloved's team with him at a place of the column, 1 or 2 (0 is the front)."""
    team = ["asar", "asar"]
    team.insert(place, "beloved_of_sobek")
    wins, turns, twice = {1: (0.323825, 6.505316, 0.125523), 2: (0.311737, 5.898197, 0.058740)}[place]
    rules = {"column_order": "as_listed"}
    return Case("v0_75", [team, "snarl_sobek"], rules, wins, turns, twice=twice)


UNEQUAL = ([*FOURS, "satyr", "tethru"], ["to_tanem", "to_tanem", "khemru"])
UNEQUAL_RULES: dict[str, Any] = {"team_size": [5, 3], "quotas": {"d4": 5}}
# One d8 with ten sides stands on a base of his own width, against the d10 on 25 mm.
WIDE_FRONT = {"die_override": {"heru": 10}, "base_set": {"d8": 40}}

CASES = {
    "early_1": Case("early_1", None, {}, 0.787860, 2.106759, 1.4609, 0.452760, 0),
    "early_2_3": Case("early_2_3", None, {}, 0.732661, 6.241600, 4.8898, 0.061246, 0),
    "early_2_3, twice": Case(
        "early_2_3", None, {"same_member_twice": "any"}, 0.727579, 5.987861, 4.4666, 0.061246, 0.066010
    ),
    "d20, all 25 mm": Case("sobek", None, {"base_set": "all_25"}, 0.837629, 3.882070, 2.9179, 0.168498, 0),
    "d20, 40 mm in front": Case("sobek", None, {}, 0.871341, 4.150716, 3.1899, 0.154093, 0),
    "d12, all 25 mm": Case("v0_65", CHOMPER, {"base_set": "all_25"}, 0.308469, 6.086327, 4.6158, 0.060683, 0.049162),
    "d12, 40 mm in front": Case("v0_75", CHOMPER, {}, 0.330198, 6.775051, 5.0701, 0.036674, 0.060485),
    "d12, 40 mm second": big_base(1),
    "d12, 40 mm last": big_base(2),
    "round_3": Case("round_3", None, {}, 0.250592, 7.460990, 5.5718, 0.022493, 0.082539),
    "round_3, floor": Case("round_3", None, {"rounding": "floor"}, 0.244751, 7.796978, 5.8719, 0.022493, 0.067510),
    "round_3, exact half": Case(
        "round_3", None, {"rounding": "exact_half"}, 0.251821, 7.295758, 5.4561, 0.022493, 0.064258
    ),
    "round_3, half for one": Case(
        "round_3", None, {"rounding": "half_then_floor"}, 0.240909, 8.024234, 6.1205, 0.022493, 0.076970
    ),
    "round_3, ceil": Case("round_3", None, {"rounding": "ceil"}, 0.275056, 6.030952, 4.4569, 0.039377, 0.059489),
    "round_3, edge": Case("round_3", None, {"crossing": "edge"}, 0.277214, 5.879981, 4.5661, 0.064876, 0),
    "example 1 and 3": Case("v0_75", ["example_1", "example_3"], {}, 0.991358, 3.216982, 1.9094, 0.132562, 0.013654),
    "example 3 and 2": Case("v0_75", ["example_3", "example_2"], {}, 0.968141, 6.816735, 4.4898, 0.005469, 0.070337),
    "greentoe and clearsky": Case("v0_75", None, {}, 0.917987, 6.279188, 4.4065, 0.024523, 0.061205),
    "mirror": Case("v0_75", TENS, {}, 0.5, 7.598978, 5.7691, 0.026049, 0.086394),
    "mirror, one front wider": Case(
        "v0_75", [["heru", "asar", "asar"], "greentoe"], WIDE_FRONT, 0.534535, 8.681072, 6.6732, 0.016590, 0.088148
    ),
    "mirror, 40 mm fronts": Case("v0_75", TENS, {"base_set": {"d10": 40}}, 0.5, 9.924378, 7.6438, 0.007130, 0.089628),
    "mirror, 40 mm fronts, fully back": Case(
        "v0_75",
        TENS,
        {"base_set": {"d10": 40}, "twice_rearm": "fully_back"},
        0.5,
        10.027734,
        7.7309,
        0.007130,
        0.068926,
    ),
    "mirror, three members": Case(
        "v0_75", TENS, {"members_to_win": 3}, 0.5, 8.911123, one_turn=0.007130, twice=0.246697
    ),
    "mirror, three members, front only": Case(
        "v0_75",
        TENS,
        {"members_to_win": 3, "same_member_twice": "front_only"},
        0.5,
        8.979249,
        one_turn=0.007130,
        twice=0.232078,
    ),
    "mirror, three members, never twice": Case(
        "v0_75", TENS, {"members_to_win": 3, "same_member_twice": "off"}, 0.5, 10.371834, one_turn=0.007130, twice=0
    ),
    "mirror, one member": Case("v0_75", TENS, {"members_to_win": 1}, 0.5, 5.889748),
    "mirror, never twice": Case("v0_75", TENS, {"same_member_twice": "off"}, 0.5, 7.972396, twice=0),
    "mirror of d4": Case("v0_75", [FOURS, FOURS], {}, 0.5, 20.737390, 15.9444, 0, 0.276427),
    "tie on the total": Case("v0_75", ["example_3", ["asar"] * 3], {}, 0.5, 10.066484, one_turn=0.004861),
    "tie on each die": Case(
        "v0_75", ["example_3", ["asar"] * 3], {"tie_rule": "per_die"}, 0.503082, 10.209142, one_turn=0.004861
    ),
    "five against three": Case("v0_75", [*UNEQUAL], UNEQUAL_RULES, 0.5, 10.019605, one_turn=0.006317),
    "five against three, tie on each die": Case(
        "v0_75",
        [*UNEQUAL],
        {**UNEQUAL_RULES, "tie_rule": "per_die", "tie_die_min": None},
        0.441044,
        9.858328,
        one_turn=0.006317,
    ),
    "equal means, all 25 mm": Case(
        "v0_75", [["sebeki", "sebeki", "heru"], ["beloved_of_sobek", "heru", "heru"]], {"base_set": "all_25"}, 0.5
    ),
    "equal means, 40 mm": Case(
        "v0_75", [["sebeki", "sebeki", "heru"], ["beloved_of_sobek", "heru", "heru"]], {}, 0.467387
    ),
    "a start to make up for a point": Case("v0_75", ["pull", ["to_tanem"] * 3], {"start_in": [7, 1]}, 0.504394),
    "the same from equal starts": Case("v0_75", ["pull", ["to_tanem"] * 3], {}, 0.272109),
    "the shortest pairing": Case(
        "v0_75", [["beloved_of_sobek", "sebeki", "sebeki"], FOURS], {"base_set": "all_25"}, turns=1.786156
    ),
    **{
        f"mirror, start {start}": Case("v0_75", TENS, {"start_in": start}, 0.5, turns)
        for start, turns in ((2, 3.932946), (3, 5.594341), (5, 9.924378), (6, 12.564365))
    },
}


@pytest.mark.parametrize("name", CASES)
def test_two_million_playthroughs_agree_with_the_exact_solution(sample: Make, name: str) -> None:
    case = CASES[name]
    played = sample(N, case.preset, case.teams, **case.rules)
    assert played.mean("truncated") == 0
    kinds = played.share("victory_kind", lambda kind: kind == 2)
    z = {
        "wins": None if case.wins is None else played.z_of_share(played.mean("won_0"), case.wins),
        "turns": None if case.turns is None else played.z_of_mean("rounds", case.turns, case.sd),
        "one turn": None if case.one_turn is None else played.z_of_share(played.mean("one_turn"), case.one_turn),
        "twice": None if case.twice is None else played.z_of_share(kinds, case.twice),
    }
    assert {what: value for what, value in z.items() if value is not None and abs(value) >= Z} == {}


def test_comebacks_lead_changes_and_ties_of_round_3_agree_with_the_exact_solution(sample: Make) -> None:
    played = sample(N, "round_3")
    z = {
        "comeback": played.z_of_share(played.mean("comeback"), 0.055793),
        "lead changes": played.z_of_mean("lead_changes", 1.042360),
        "ties": played.z_of_mean("ties", 0.555850),
    }
    assert {what: value for what, value in z.items() if abs(value) >= Z} == {}


@pytest.mark.parametrize(("quantile", "turn"), [(0.5, 6), (0.99, 27)])
def test_quantiles_of_the_turns_of_round_3_are_the_exact_ones(sample: Make, quantile: float, turn: int) -> None:
    played = sample(N, "round_3")
    before = played.share("rounds", lambda rounds: rounds < turn)
    by_then = played.share("rounds", lambda rounds: rounds <= turn)
    assert played.z_of_share(before, quantile) <= -Z  # surely not yet
    assert played.z_of_share(by_then, quantile) >= Z  # surely by then


def test_the_first_six_turns_of_the_mirror_end_it_as_often_as_they_should(sample: Make) -> None:
    played = sample(N, "v0_75", TENS)
    exact = (0.026049, 0.103183, 0.121391, 0.113182, 0.098455, 0.083988)
    turns = played.counts("rounds")
    z = {turn: played.z_of_share(turns[turn] / N, share) for turn, share in enumerate(exact, start=1)}
    assert {turn: value for turn, value in z.items() if abs(value) >= Z} == {}


@pytest.mark.parametrize(("inches", "exact"), [(10, 0.475746), (12, 0.101289), (14, 0.011449), (15, 0.002644)])
def test_the_table_is_as_long_as_it_must_be(sample: Make, inches: int, exact: float) -> None:
    played = sample(N, "round_3")
    z = played.z_of_share(played.share("max_front", lambda front: front > 2 * inches), exact)
    assert abs(z) < Z


def one_roll(first: list[int], second: list[int]) -> dict[int, Fraction]:
    """Return the exact distribution of one roll's difference, by icepool."""
    teams = [sum((icepool.d(sides) for sides in dice[1:]), icepool.d(dice[0])) for dice in (first, second)]
    difference = teams[0] - teams[1]
    return dict(zip(difference.keys(), difference.probabilities(), strict=True))


def test_one_roll_of_round_3_has_the_shares_that_rules_md_states() -> None:
    exact = one_roll([10, 6, 4], [8, 8, 6])
    assert exact[0] == Fraction(3433, 46080)
    assert round(float(sum(share for pips, share in exact.items() if pips > 0)), 6) == 0.387619
    assert round(float(exact[1] + exact[-1]), 6) == 0.146593


@pytest.mark.parametrize(
    ("preset", "teams", "dice"),
    [
        ("round_3", None, ([10, 6, 4], [8, 8, 6])),
        ("sobek", None, ([20, 6, 6], [10, 10, 6])),
        ("v0_75", ["example_3", "example_2"], ([10, 4, 4], [6, 4, 4])),
    ],
)
def test_one_roll_has_the_distribution_that_icepool_computes(
    sample: Make, preset: str, teams: list[str] | None, dice: tuple[list[int], list[int]]
) -> None:
    # one turn from so far away that nobody wins, moving exactly half the difference: half inches are pips
    played = sample(N, preset, teams, start_in=24, max_turns=1, rounding="exact_half")
    exact = one_roll(*dice)
    found = played.counts("displacement")
    assert set(found) <= set(exact)
    z = {pips: played.z_of_share(found.get(pips, 0) / N, float(share)) for pips, share in exact.items()}
    assert {pips: value for pips, value in z.items() if abs(value) >= Z} == {}
    assert played.sums[played.job.layout.position("ties")] == found[0]
    assert played.sums[played.job.layout.position("ones")] == found[1] + found[-1]


def test_r10_2_exchanging_the_seats_exchanges_the_wins(sample: Make) -> None:
    one = sample(N, "round_3")
    other = sample(N, "round_3", ["pull", "snarl_round_3"])
    assert abs(other.z_of_share(other.mean("won_1"), 0.250592)) < Z
    assert abs(other.z_of_mean("rounds", 7.460990, 5.5718)) < Z
    assert abs(one.z_of_share(one.mean("won_1"), 1 - 0.250592)) < Z


def test_rules_md_states_the_values_that_are_tested() -> None:
    text = (games.load("tug_of_wargods").folder / "RULES.md").read_text(encoding="utf-8")
    values = [value for case in CASES.values() for value in (case.wins, case.turns, case.one_turn, case.twice) if value]
    assert [f"{value:.6f}" for value in values if value != 0.5 and f"{value:.6f}" not in text] == []
