"""Exact answers: the values worked out by hand and elsewhere, to the digits printed, and what may be asked."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from simlab import columns, games
from simlab.games import rulebook
from simlab.games.tug_of_wargods import exact
from simlab.games.tug_of_wargods.rules import pack

GAME = games.load("tug_of_wargods")
PRESETS = rulebook.load(GAME).presets
Make = Callable[..., Any]
Solve = Callable[..., "Answer"]

TENS = ["greentoe", "greentoe"]  # d10, d6, d6 on both seats
CHOMPER = ["chomper", "snarl_sobek"]
FOURS = ["basti"] * 3
EVEN = ["example_3", ["asar"] * 3]  # d10, d4, d4 and d6, d6, d6: equal means
ALL_25 = {"base_set": "all_25"}
BIG = {"base_set": {"d10": 40}}
WIDE_FRONT = {"die_override": {"heru": 10}, "base_set": {"d8": 40}}  # one d10 on 40 mm, the other on 25
UNEQUAL = [[*FOURS, "satyr", "tethru"], "pull"]
UNEQUAL_RULES: dict[str, Any] = {"team_size": [5, 3], "quotas": {"d4": 5}}
FIVE_EIGHT = [["sebeki", "sebeki", "heru"], ["beloved_of_sobek", "heru", "heru"]]


ROUNDING = 1e-12  # of exact answers
SLACK = 3  # how much longer than promised an answer may take on a busy machine


@dataclass(frozen=True)
class Answer:
    """Distributions of some columns, with what a reader asks of them."""

    of: dict[str, tuple[Any, Any]]

    def mean(self, name: str) -> float:
        """Mean of a column."""
        values, shares = self.of[name]
        return float(values @ shares)

    def sd(self, name: str) -> float:
        """Standard deviation of a column."""
        values, shares = self.of[name]
        return float(np.sqrt((values - self.mean(name)) ** 2 @ shares))

    def share(self, name: str, holds: Callable[[Any], Any]) -> float:
        """Probability of the values that are wanted."""
        values, shares = self.of[name]
        return float(shares[holds(values)].sum())

    def quantile(self, name: str, level: float) -> int:
        """Return the least value that so many do not pass."""
        values, shares = self.of[name]
        return int(values[np.searchsorted(np.cumsum(shares), level)])


@pytest.fixture(scope="module")
def solve(rules_of: Make) -> Solve:
    """Return what solves a variant: ``solve(preset, teams, names, rounding="floor", …)``."""

    def solved(preset: str, teams: Any = None, names: Any = None, **rules: Any) -> Answer:
        options = PRESETS[preset].seats if teams is None else teams
        return Answer(exact.distributions(pack(rules_of(preset, **rules), options)[0], names))

    return solved


@dataclass(frozen=True)
class Row:
    """A row of the table of exact values; None where it prints nothing."""

    preset: str
    teams: Any = None
    rules: dict[str, Any] = field(default_factory=dict)
    wins: float | None = None
    turns: float | None = None
    sd: float | None = None
    one_turn: float | None = None
    twice: float | None = None
    digits: int = 6  # printed of `wins`


LISTED = {"column_order": "as_listed"}
ROWS = [
    Row("early_1", None, {}, 0.787860, 2.106759, 1.4609, 0.452760, 0),
    Row("early_2_3", None, {}, 0.732661, 6.241600, 4.8898, 0.061246, 0),
    Row("early_2_3", None, {"same_member_twice": "any"}, 0.727579, 5.987861, 4.4666, 0.061246, 0.066010),
    Row("sobek", CHOMPER, ALL_25, 0.837629, 3.882070, 2.9179, 0.168498, 0),
    Row("sobek", CHOMPER, {}, 0.871341, 4.150716, 3.1899, 0.154093, 0),
    Row("v0_65", CHOMPER, ALL_25, 0.308469, 6.086327, 4.6158, 0.060683, 0.049162),
    Row("v0_75", CHOMPER, {}, 0.330198, 6.775051, 5.0701, 0.036674, 0.060485),
    Row("v0_75", [["asar", "beloved_of_sobek", "asar"], "snarl_sobek"], LISTED, 0.323825, 6.505316, twice=0.125523),
    Row("v0_75", [["asar", "asar", "beloved_of_sobek"], "snarl_sobek"], LISTED, 0.311737, 5.898197, twice=0.058740),
    Row("round_3", None, {}, 0.250592, 7.460990, 5.5718, 0.022493, 0.082539),
    Row("round_3", None, {"rounding": "floor"}, 0.244751, 7.796978, 5.8719, 0.022493, 0.067510),
    Row("round_3", None, {"rounding": "exact_half"}, 0.251821, 7.295758, 5.4561, 0.022493, 0.064258),
    Row("round_3", None, {"rounding": "half_then_floor"}, 0.240909, 8.024234, 6.1205, 0.022493, 0.076970),
    Row("round_3", None, {"rounding": "ceil"}, 0.275056, 6.030952, 4.4569, 0.039377, 0.059489),
    Row("round_3", None, {"crossing": "edge"}, 0.277214, 5.879981, 4.5661, 0.064876, 0),
    Row("v0_75", ["example_1", "example_3"], {}, 0.991358, 3.216982, 1.9094, 0.132562, 0.013654),
    Row("v0_75", ["example_3", "example_2"], {}, 0.968141, 6.816735, 4.4898, 0.005469, 0.070337),
    Row("v0_75", ["greentoe", "clearsky"], {}, 0.917987, 6.279188, 4.4065, 0.024523, 0.061205),
    Row("v0_75", TENS, {}, 0.5, 7.598978, 5.7691, 0.026049, 0.086394),
    Row("v0_75", [["heru", "asar", "asar"], "greentoe"], WIDE_FRONT, 0.534535, 8.681072, 6.6732, 0.016590, 0.088148),
    Row("v0_75", TENS, BIG, 0.5, 9.924378, 7.6438, 0.007130, 0.089628),
    Row("v0_75", TENS, {**BIG, "twice_rearm": "fully_back"}, 0.5, 10.027734, 7.7309, 0.007130, 0.068926),
    Row("v0_75", TENS, {"members_to_win": 3}, 0.5, 8.911123, None, 0.007130, 0.246697),
    Row(
        "v0_75", TENS, {"members_to_win": 3, "same_member_twice": "front_only"}, 0.5, 8.979249, None, 0.007130, 0.232078
    ),
    Row("v0_75", TENS, {"members_to_win": 3, "same_member_twice": "off"}, 0.5, 10.371834, None, 0.007130, 0),
    Row("v0_75", [FOURS, FOURS], {}, 0.5, 20.737390, 15.9444, 0, 0.276427),
    Row("v0_75", EVEN, {}, 0.5, 10.066484, one_turn=0.004861),
    Row("v0_75", EVEN, {"tie_rule": "per_die"}, 0.503082, 10.209142, one_turn=0.004861),
    Row("v0_75", UNEQUAL, UNEQUAL_RULES, 0.5, 10.019605, one_turn=0.006317),
    Row(
        "v0_75",
        UNEQUAL,
        {**UNEQUAL_RULES, "tie_rule": "per_die", "tie_die_min": None},
        0.441044,
        9.858328,
        one_turn=0.006317,
    ),
    # below the table
    *(
        Row("v0_75", TENS, {"start_in": inches}, 0.5, turns)
        for inches, turns in ((2, 3.932946), (3, 5.594341), (4, 7.598978), (5, 9.924378), (6, 12.564365))
    ),
    Row("v0_75", TENS, {"members_to_win": 1}, turns=5.889748),
    Row("v0_75", TENS, {"same_member_twice": "off"}, turns=7.972396, twice=0),
    Row("v0_75", FIVE_EIGHT, ALL_25, 0.5),
    Row("v0_75", FIVE_EIGHT, {}, 0.467387),
    Row("v0_75", ["pull", ["to_tanem"] * 3], {"start_in": [7, 1]}, 0.504395),
    Row("v0_75", ["pull", ["to_tanem"] * 3], {}, 0.272109),
    Row("v0_75", [["beloved_of_sobek", "sebeki", "sebeki"], FOURS], ALL_25, turns=1.786156),
    # the author's question: is the big die too strong? d20 and d12, on 25 and on 40 mm
    Row("v0_75", CHOMPER, {"die_override": {"beloved_of_sobek": 20}, **ALL_25}, 0.832, digits=3),
    Row("v0_75", CHOMPER, {"die_override": {"beloved_of_sobek": 20}}, 0.867, digits=3),
    Row("v0_75", CHOMPER, ALL_25, 0.312, digits=3),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.preset} {row.rules} {row.teams or ''}")
def test_every_row_of_the_table_of_exact_values_is_met_to_its_digits(solve: Solve, row: Row) -> None:
    solved = solve(row.preset, row.teams, ("won_0", "rounds", "one_turn", "victory_kind"), **row.rules)
    found = {
        "wins": solved.mean("won_0"),
        "turns": solved.mean("rounds"),
        "sd": solved.sd("rounds"),
        "one turn": solved.mean("one_turn"),
        "twice": solved.share("victory_kind", lambda kind: kind == 2),
    }
    printed = {"wins": row.wins, "turns": row.turns, "sd": row.sd, "one turn": row.one_turn, "twice": row.twice}
    told = {what: value for what, value in printed.items() if value is not None}
    half_a_digit = {what: 0.5 / 10 ** (row.digits if what == "wins" else 4 if what == "sd" else 6) for what in told}
    off = {what: found[what] - value for what, value in told.items()}
    assert {what: gap for what, gap in off.items() if abs(gap) > half_a_digit[what] + ROUNDING} == {}


def test_the_extras_of_round_3_are_met_to_their_digits(solve: Solve) -> None:
    solved = solve("round_3")
    means = {name: round(solved.mean(name), 6) for name in ("comeback", "lead_changes", "ties")}
    assert means == {"comeback": 0.055793, "lead_changes": 1.042360, "ties": 0.555850}
    assert (solved.quantile("rounds", 0.5), solved.quantile("rounds", 0.99)) == (6, 27)
    fronts, shares = solved.of["max_front"]
    longer = {inches: round(shares[fronts > 2 * inches].sum(), 6) for inches in (10, 12, 14, 15)}
    assert longer == {10: 0.475746, 12: 0.101289, 14: 0.011449, 15: 0.002644}


def test_one_roll_of_round_3_is_as_likely_as_counted(rules_of: Make) -> None:
    values, shares = exact.differences(pack(rules_of("round_3"), PRESETS["round_3"].seats)[0])
    assert shares[values == 0].sum() == pytest.approx(3433 / 46080, abs=1e-15)
    assert round(shares[values > 0].sum(), 6) == 0.387619
    assert round(shares[np.abs(values) == 1].sum(), 6) == 0.146593


def test_the_first_turns_of_the_mirror_are_met_to_their_digits(solve: Solve) -> None:
    values, shares = solve("v0_75", TENS, ["rounds"]).of["rounds"]
    assert values[:6].tolist() == [1, 2, 3, 4, 5, 6]
    assert shares[:6].round(6).tolist() == [0.026049, 0.103183, 0.121391, 0.113182, 0.098455, 0.083988]


def test_the_first_playtest_lasts_two_turns_in_the_middle_as_its_author_remembers(solve: Solve) -> None:
    assert solve("early_1", None, ["rounds"]).quantile("rounds", 0.5) == 2


@pytest.mark.parametrize("name", PRESETS)
def test_all_columns_but_the_arrangement_are_covered_and_stay_in_their_declared_range(
    solve: Solve, rules_of: Make, name: str
) -> None:
    layout = columns.layout(GAME, rules_of(name).max_turns)
    assert exact.covered() == tuple(column for column in layout.names if column != "arrangement")
    solved = solve(name)
    assert tuple(solved.of) == exact.covered()
    for column, (values, shares) in solved.of.items():
        place = layout.position(column)
        assert values.dtype == np.int64
        assert (np.diff(values) > 0).all()
        assert layout.lo[place] <= values[0] <= values[-1] <= layout.hi[place]
        assert (shares > 0).all()
        assert abs(shares.sum() - 1) < ROUNDING, column


@pytest.mark.parametrize("turns", [1, 2, 7, 64, 65, 128])
def test_r4_11_what_the_cap_cuts_off_is_truncated_and_counted_at_the_cap(solve: Solve, turns: int) -> None:
    capped, free = (solve("v0_75", [FOURS, FOURS], max_turns=most) for most in (turns, 1000))
    later = free.share("rounds", lambda rounds: rounds > turns)
    assert abs(capped.mean("truncated") - later) < ROUNDING
    at_the_cap = capped.share("rounds", lambda rounds: rounds == turns)
    assert abs(at_the_cap - free.share("rounds", lambda rounds: rounds >= turns)) < ROUNDING
    assert abs(capped.mean("won_0") + capped.mean("won_1") - (1 - later)) < ROUNDING
    assert abs(capped.share("victory_kind", lambda kind: kind == 4) - later) < ROUNDING


def test_r4_11_a_rope_that_never_moves_is_cut_off_at_the_longest_cap(solve: Solve) -> None:
    still = {"team_size": 1, "members_to_win": 1, "die_override": {"asar": 2}, "rounding": "floor"}
    solved = solve("v0_75", [["asar"], ["asar"]], ("rounds", "truncated"), **still, max_turns=100_000)
    assert [value.tolist() for value in solved.of["rounds"][:1]] == [[100_000]]
    assert solved.mean("truncated") == pytest.approx(1, abs=1e-12)


def test_a_slow_variant_loses_nothing_of_its_mean_length(solve: Solve) -> None:
    # two d2 from 24 inches, half an inch a pip: a lazy walk of ±1 between barriers at ±48, ended at over = 1 by `edge`
    walk = {"rounding": "exact_half", "crossing": "edge", "start_in": 24, "max_turns": 100_000}
    twos = {"team_size": 1, "members_to_win": 1, "die_override": {"asar": 2}}
    solved = solve("v0_75", [["asar"], ["asar"]], ["rounds"], **walk, **twos)
    assert solved.mean("rounds") == pytest.approx(2 * 49**2, rel=1e-10)  # gambler's ruin, every other turn a tie


def test_a_variant_that_explodes_is_refused_and_says_how_far_exact_answers_go(solve: Solve) -> None:
    huge = {"team_size": 5, "members_to_win": 5, "start_in": 24, "rounding": "exact_half", "twice_rearm": "fully_back"}
    with pytest.raises(exact.TooLargeError, match="more than 2048 states"):
        solve("v0_75", ["snarl_5", "sons_5"], ["rounds"], **huge)


def test_a_column_without_an_exact_answer_is_named(solve: Solve) -> None:
    with pytest.raises(KeyError, match=r"no exact answer for arrangement, luck; there is one for credit_0"):
        solve("v0_75", None, ("rounds", "arrangement", "luck"))


WHOLE_PROCESS = """
import sys, json
from simlab import games
from simlab.games import rulebook
from simlab.games.tug_of_wargods import exact
game = games.load("tug_of_wargods")
book = rulebook.load(game)
for rounding in ("floor_min1", "floor", "exact_half", "half_then_floor", "ceil"):
    for die in (6, 8, 10, 12, 20):
        for width in (25, 40):
            asked = {"rounding": rounding, "die_override": {"beloved_of_sobek": die}, "base_set": {"d12": width}}
            rules = game.rules.model_validate_json(json.dumps(book.resolve("v0_75", asked)))
            exact.distributions(game.pack(rules, ["chomper", "snarl_sobek"])[0], ("rounds", "credit_0", "victory_kind"))
print(*sorted({name.split(".")[0] for name in sys.modules} & {"numba", "pandas", "scipy", "matplotlib", "pyarrow"}))
"""


def test_five_roundings_by_five_dice_by_two_bases_take_a_process_two_seconds_and_no_large_library() -> None:
    begun = perf_counter()
    done = subprocess.run([sys.executable, "-c", WHOLE_PROCESS], check=True, capture_output=True, text=True)
    assert done.stdout == "\n"
    assert perf_counter() - begun < 2 * SLACK
