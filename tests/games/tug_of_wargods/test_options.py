"""R9: every legal team, distinct columns, the table of all matchups, column orders and budgets."""

from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from simlab.games.tug_of_wargods import options
from simlab.games.tug_of_wargods.rules import Rules, pack
from simlab.stats.matchups import Matchups

Make = Callable[..., Any]
SLACK = 3  # how much longer than promised an answer may take on a busy machine


def columns_of(rules: Rules) -> dict[options.Column, tuple[options.Team, ...]]:
    return options.columns(options.legal(rules))


def table(rules: Rules) -> Matchups:
    every = columns_of(rules)
    return Matchups(options.labels(list(every)), options.matrix(rules, [alike[0] for alike in every.values()]))


@pytest.fixture(scope="module")
def equal_bases(rules_of: Make) -> Matchups:
    """Return the matchups of the 29 columns when every base is 25 mm."""
    return table(rules_of("v0_75", base_set="all_25"))


@pytest.fixture(scope="module")
def printed_bases(rules_of: Make) -> Matchups:
    """Return the matchups of the 29 columns on the printed bases, the d12 on 40 mm in front."""
    return table(rules_of("v0_75"))


COUNTS = {
    "line": {"banned_pairs": (1066, 29), "one_culture": (296, 29), "none": (1084, 29)},
    "type": {"banned_pairs": (1084, 34), "one_culture": (296, 29), "none": (1102, 34)},
    "off": {"banned_pairs": (1122, 35), "one_culture": (314, 35), "none": (1140, 35)},
}


@pytest.mark.parametrize(
    ("scope", "alliance", "counts"),
    [(scope, alliance, counts) for scope, row in COUNTS.items() for alliance, counts in row.items()],
)
def test_r9_1_all_legal_teams_are_found(rules_of: Make, scope: str, alliance: str, counts: tuple[int, int]) -> None:
    found = options.legal(rules_of(quota_scope=scope, alliance=alliance))
    assert (len(found), len(options.columns(found))) == counts
    assert len({tuple(sorted(team.option)) for team in found}) == len(found)


def test_r9_1_five_miniatures_make_more_teams(rules_of: Make) -> None:
    found = options.legal(rules_of(team_size=5))
    assert (len(found), len(options.columns(found))) == (19096, 62)


def test_r9_1_each_seat_has_teams_of_its_own_size(rules_of: Make) -> None:
    rules = rules_of(team_size=[1, 2])
    assert {len(team.members) for seat in (0, 1) for team in options.legal(rules, seat)} == {1, 2}
    assert len(options.legal(rules)) == 18


def test_r9_1_one_culture_costs_the_aegyptians_nothing_and_bars_the_others_from_the_best(rules_of: Make) -> None:
    found = options.legal(rules_of(alliance="one_culture"))
    dice = {culture: set() for culture in ("aegyptian", "olympian", "northern")}  # type: dict[str, set[tuple[int, ...]]]
    for team in found:
        (culture,) = team.cultures
        dice[culture].add(team.column.dice)
    assert Counter(team.cultures for team in found) == {("aegyptian",): 263, ("olympian",): 30, ("northern",): 3}
    assert {culture: len(sets) for culture, sets in dice.items()} == {"aegyptian": 29, "olympian": 16, "northern": 3}


def test_r9_1_no_legal_team_at_all_is_an_error_that_says_why(rules_of: Make) -> None:
    budget = {"measure": "faces", "max": 99, "exact": True}
    with pytest.raises(options.NoLegalTeamError, match=r"exactly 99 faces, and teams cost 12 to 32"):
        options.legal(rules_of(budget=budget))
    with pytest.raises(options.NoLegalTeamError, match=r"no team of 3 is legal: rules.quotas"):
        options.legal(rules_of(quotas=dict.fromkeys(("d12", "d10", "d8", "d6", "d4"), 0)))


def test_r9_2_teams_of_one_column_have_equal_dice_and_bases_and_play_alike(rules_of: Make) -> None:
    rules = rules_of()
    every = columns_of(rules)
    assert sum(len(alike) for alike in every.values()) == 1066
    assert [column.dice for column in every] == sorted((column.dice for column in every), reverse=True)
    alike = every[options.Column((10, 6, 6), (25, 25, 25))]
    assert ["sebeki", "asar", "anubi"] in [team.option for team in alike]
    clearsky = ["heru", "asar", "basti"]
    assert len({options.win_share(pack(rules, [team.option, clearsky])[0]) for team in alike}) == 1


def test_r9_2_a_base_tells_columns_of_equal_dice_apart_and_names_them(rules_of: Make) -> None:
    rules = rules_of(die_override={"minotaur": 10})
    dice = (10, 6, 6)
    both = [column for column in columns_of(rules) if column.dice == dice]
    assert options.labels(both) == ("10,6,6 on 40,25,25 mm", "10,6,6 on 25,25,25 mm")
    assert options.labels(both[:1]) == ("10,6,6",)


def test_r9_3_the_two_shares_of_a_pairing_add_up_to_one(rules_of: Make) -> None:
    rules = rules_of()
    some = [alike[0] for alike in columns_of(rules).values()][::7]
    shares = options.matrix(rules, some)
    assert np.abs(shares + shares.T - 1).max() < 1e-12
    assert (shares.diagonal() == 0.5).all()
    for row, first in enumerate(some):
        for column, second in enumerate(some):  # each side solved on its own
            solved = options.win_share(pack(rules, [first.option, second.option])[0])
            assert abs(solved - shares[row, column]) < 1e-12


def test_r9_3_a_playthrough_that_nobody_wins_counts_half_to_each(rules_of: Make) -> None:
    rules = rules_of(max_turns=2, max_front_in=5)
    some = [alike[0] for alike in columns_of(rules).values()][::7]
    shares = options.matrix(rules, some)
    for row, first in enumerate(some):
        for column, second in enumerate(some):
            solved = options.win_share(pack(rules, [first.option, second.option])[0])
            assert abs(solved - shares[row, column]) < 1e-12


@pytest.mark.parametrize(("rules", "key"), [({"start_in": [7, 1]}, "start_in"), ({"team_size": [3, 2]}, "team_size")])
def test_r9_3_a_table_needs_seats_that_are_alike(rules_of: Make, rules: dict[str, Any], key: str) -> None:
    unlike = rules_of(**rules)
    with pytest.raises(ValueError, match=rf"rules.{key} is . and .; a table of matchups needs seats that are alike"):
        options.matrix(unlike, options.legal(unlike)[:2])


def test_r9_3_all_pairings_of_29_columns_are_solved_in_three_seconds(rules_of: Make) -> None:
    rules = rules_of()
    some = [alike[0] for alike in columns_of(rules).values()]
    begun = perf_counter()
    assert options.matrix(rules, some).shape == (29, 29)
    assert perf_counter() - begun < 3 * SLACK


def test_r9_4_the_three_largest_dice_dominate_all_others_strictly(
    equal_bases: Matchups, printed_bases: Matchups
) -> None:
    for matchups in (equal_bases, printed_bases):
        better = matchups.dominates(strictly=True)[matchups.labels.index("12,10,10")]
        assert better.sum() == 28
        assert matchups.undominated(strictly=True)[-1] == ("12,10,10",)


def test_r9_5_the_equilibrium_is_the_three_largest_dice_always(equal_bases: Matchups, printed_bases: Matchups) -> None:
    for matchups, best, worst in ((equal_bases, 0.927330, 0.003123), (printed_bases, 0.941392, 0.003083)):
        solved = matchups.equilibrium()
        assert solved.is_pure
        assert solved.is_only
        assert solved.support == ("12,10,10",)
        assert solved.weights["12,10,10"] == 1
        assert solved.exploitability == 0
        ranking = matchups.ranking()
        assert [(label, round(share, 6)) for label, share in (ranking[0], ranking[-1])] == [
            ("12,10,10", best),
            ("4,4,4", worst),
        ]
        assert matchups.cycles() == ()


@pytest.mark.parametrize(
    ("points", "told"), [(1, (0.6394, 0.7268, 0.9389)), (2, (0.7675, 0.8703, 0.9924)), (3, (0.8647, 0.9444, 0.9987))]
)
def test_r9_3_a_point_of_mean_total_is_worth_what_the_table_says(
    equal_bases: Matchups, points: int, told: tuple[float, float, float]
) -> None:
    means = [sum((int(die) + 1) / 2 for die in label.split(",")) for label in equal_bases.labels]
    gaps = np.subtract.outer(means, means)
    shares = equal_bases.shares[gaps == points]
    assert (shares.min().round(4), shares.mean().round(4), shares.max().round(4)) == told


def test_r9_3_about_half_of_all_pairings_are_more_lopsided_than_nine_to_one(printed_bases: Matchups) -> None:
    pairs = printed_bases.shares[np.triu_indices(29, 1)]
    assert 0.4 < (np.abs(pairs - 0.5) > 0.4).mean() < 0.6


def test_r9_6_a_team_has_as_many_orders_as_differ_in_a_die_or_a_base(rules_of: Make) -> None:
    rules = rules_of()
    (team, *_) = columns_of(rules)[options.Column((12, 6, 6), (40, 25, 25))]
    orders = [[(member.sides, member.base_mm) for member in order.members] for order in options.orders(team)]
    assert orders == [
        [(6, 25), (6, 25), (12, 40)],
        [(6, 25), (12, 40), (6, 25)],
        [(12, 40), (6, 25), (6, 25)],
    ]
    assert len(options.orders(columns_of(rules)[options.Column((8, 6, 4), (25, 25, 25))][0])) == 6


def test_r9_6_the_big_base_is_worth_most_in_front(rules_of: Make) -> None:
    rules = rules_of()
    every = columns_of(rules)
    (team, *_) = every[options.Column((12, 6, 6), (40, 25, 25))]
    (rival, *_) = every[options.Column((10, 10, 6), (25, 25, 25))]
    solved = options.order_shares(rules, team, [rival])
    told = [(order.members[place].sides, round(float(shares[0]), 6)) for place, (order, shares) in enumerate(solved)]
    assert told == [(12, 0.330198), (12, 0.323825), (12, 0.311737)]


BUDGETS = {16: 2, 18: 3, 20: 4, 22: 4, 24: 5, 26: 4, 28: 3}


def test_r9_7_equal_sums_of_faces_on_equal_bases_balance_the_game_exactly(rules_of: Make) -> None:
    rules = rules_of(base_set="all_25", budget={"measure": "faces", "max": 24, "exact": True})
    found = options.balance_rule(rules, BUDGETS)
    assert {row.limit: row.columns for row in found} == BUDGETS
    assert max(row.gap for row in found if row.gap is not None) < 1e-12


def test_r9_7_the_big_base_in_front_is_what_is_left_under_a_budget(rules_of: Make) -> None:
    budget = {"measure": "faces", "max": 24, "exact": True}
    found = options.balance_rule(rules_of(budget=budget), BUDGETS)
    gaps = {row.limit: round(row.gap, 4) for row in found if row.gap is not None}
    assert gaps == {16: 0, 18: 0, 20: 0.0350, 22: 0.0344, 24: 0.0339, 26: 0.0332, 28: 0.0326}
    matchups = table(rules_of(budget=budget))
    with_d12 = np.array([label.startswith("12,") for label in matchups.labels])
    ahead = matchups.shares[np.ix_(with_d12, ~with_d12)]
    assert (ahead.min().round(4), ahead.max().round(4)) == (0.5336, 0.5339)
    assert np.abs(matchups.shares[np.ix_(with_d12, with_d12)] - 0.5).max() < 1e-12


def test_r9_7_the_big_base_last_balances_it_again(rules_of: Make) -> None:
    budget = {"measure": "faces", "max": 24, "exact": True}
    (found,) = options.balance_rule(rules_of(budget=budget, column_order="smallest_first"), [24])
    assert found.columns == 5
    assert found.gap is not None
    assert found.gap < 1e-12


def test_r9_7_a_limit_may_be_a_ceiling_and_may_forbid_everything(rules_of: Make) -> None:
    below, low = options.balance_rule(rules_of(budget={"measure": "mean", "max": 5, "exact": False}), [8.5, 3])
    assert (below.columns, low) == (2, options.Balance(3, 0, None))
