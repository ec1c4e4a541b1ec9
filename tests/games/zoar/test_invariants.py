"""What is true of every position: playthroughs under all kinds of rules keep it, and a broken position is found out."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from simlab import games
from simlab.conformance.cases import fixed
from simlab.conformance.witnesses import read_file
from simlab.engine.steps import Playthrough
from simlab.games import rulebook
from simlab.games.zoar.invariants import breaches, without_hidden
from simlab.games.zoar.rules import Rules
from simlab.games.zoar.state import METAL, NOBODY, Phase, VictoryKind
from simlab.policies import styles

Make = Callable[..., Any]

GAME = games.load("zoar")
TRIBES = ("trader", "farmer", "warrior", "religious")
TRADER, FARMER, WARRIOR, RELIGIOUS = range(4)
BOUND = {"round_cap", "layout_file", "capital_corners"}  # means nothing without another parameter
OTHERS = {name: seen.value for name, seen in read_file(GAME).witnesses.items() if seen.only_checked is None}


def varied(seed: int) -> tuple[Rules, list[str]]:
    """Draw rules, about a third of them other than the rulebook's, and tribes to play by them."""
    drawn = np.random.default_rng(seed)
    while True:
        tribes = drawn.permutation(TRIBES)[: drawn.integers(2, 5)].tolist()
        other = {name: value for name, value in OTHERS.items() if name not in BOUND and drawn.random() < 1 / 3}
        values = rulebook.load(GAME).resolve("rulebook", {**other, "round_cap": 25})
        rules = Rules.model_validate_json(json.dumps(values))
        if not [*GAME.complaints(rules, tribes)]:
            return rules, tribes


@pytest.mark.parametrize("seed", range(24))
def test_every_position_of_playthroughs_under_varied_rules_is_sound(seed: int) -> None:
    rules, tribes = varied(seed)
    policies = [styles.load(GAME).skills["beginner"].policy] * len(tribes) if seed % 2 else []
    game = Playthrough.open(fixed(GAME, rules, tribes, policies), seed)
    assert [*breaches(game.state, game.rules)] == []
    for before, action, after in game.play():
        assert [*breaches(after, game.rules)] == [], f"after {action} in phase {Phase(int(before.phase)).name}"


def test_rules_are_varied_in_every_parameter_that_stands_alone() -> None:
    default = rulebook.load(GAME).resolve("rulebook", {"round_cap": 25})
    changed = set()
    for seed in range(24):
        rules = varied(seed)[0].model_dump(mode="json")
        changed |= {name for name, value in rules.items() if value != default[name]}
    assert changed == OTHERS.keys() - BOUND


# --- a position that breaks a promise is found out


@pytest.fixture
def game(table: Make) -> Any:
    """The Trader to move, with a carrier, a city and an army by it; the Warrior with a city and an army in it."""
    laid = table(capital_safe=True).turn(TRADER)
    laid.put_carrier(TRADER, laid.at(4, 1))
    laid.put_city(TRADER, laid.at(5, 0))
    laid.put_army(TRADER, laid.at(5, 0))
    laid.put_city(WARRIOR, laid.at(4, 5))
    laid.put_army(WARRIOR, laid.at(4, 5))
    assert said(laid) == []
    assert laid.is_true()
    return laid


def said(game: Any) -> list[str]:
    """List what is wrong with a position."""
    return [*breaches(game.state, game.rules)]


def test_r1_4_goods_from_nowhere_are_found(game: Any) -> None:
    game.state.market[METAL] += 1
    assert said(game) == ["21 metal in all, not 20"]


def test_goods_of_which_there_are_less_than_none_are_found(game: Any) -> None:
    game.ready(TRADER, food=-1)
    assert said(game) == ["less than no food in Ready"]


def test_r6_1_goods_where_none_grow_are_found(game: Any) -> None:
    game.lay(game.at(3, 3), metal=1)
    assert said(game) == [f"metal on area {game.at(3, 3)}, where none grows"]


def test_r4_4_a_store_beyond_the_limit_is_found(game: Any) -> None:
    game.ready(FARMER, food=3)
    game.ready(TRADER, food=3)
    game.fresh(TRADER, food=1)
    assert said(game) == ["seat 0 holds 4 food, more than 3"]


@pytest.mark.parametrize(("seat", "phase"), [(FARMER, "move"), (TRADER, "build")])
def test_r5_4_goods_in_new_at_the_wrong_time_are_found(game: Any, seat: int, phase: str) -> None:
    game.turn(TRADER, phase)
    game.fresh(seat, food=1)
    assert said(game) == [f"seat {seat} has goods in New after its movement and combat"]


@pytest.mark.parametrize(("piece", "on_board", "owned"), [("army", 2, 4), ("city", 1, 2), ("temple", 0, 0)])
def test_r1_3_a_piece_too_many_is_found(game: Any, piece: str, on_board: int, owned: int) -> None:
    game.state[f"{piece}_stock"][TRADER] += 1
    stock = owned - on_board + 1
    assert said(game) == [f"seat 0 has {on_board} of {piece} on the board and {stock} in stock, not {owned} in all"]


def test_r13_6_a_razed_city_that_is_gone_may_not_come_back(table: Make) -> None:
    game = table(rebuild=False)
    game.state.cities_lost[TRADER] = 1
    game.state.city_tokens[FARMER] = game.state.attacks_made[FARMER] = 1
    assert said(game) == ["seat 0 has 0 of city on the board and 2 in stock, not 1 in all"]


def test_r7_2_a_unit_off_the_land_is_found(game: Any) -> None:
    game.put_leader(TRADER, game.at(1, 3))
    game.put_leader(FARMER, NOBODY)
    assert said(game) == [
        f"a unit of seat 0 is on area {game.at(1, 3)}, off the land",
        "a unit of seat 1 is on area -1, off the land",
    ]


@pytest.mark.parametrize("place", [(4, 0), (0, 1)])
def test_r15_1_r15_3_a_building_where_none_may_be_is_found(game: Any, place: tuple[int, int]) -> None:
    game.put_city(TRADER, game.at(*place))
    assert said(game) == [f"a building of seat 0 is on area {game.at(*place)}, no Empty Desert of a land tile"]


def test_r7_11_an_army_in_a_capital_that_is_safe_is_found(game: Any) -> None:
    game.put_army(TRADER, game.at(7, 7))
    assert said(game) == ["an army of seat 0 is in the Capital of seat 2"]


def test_r18_1_a_relic_in_its_capital_while_play_goes_on_is_found(game: Any) -> None:
    game.put_relic(TRADER, game.at(0, 0))
    assert said(game) == ["the relic of seat 0 lies in its Capital"]


@pytest.mark.parametrize("carrier", [1, 2, 6])
def test_r10_4_a_relic_away_from_its_carrier_is_found(game: Any, carrier: int) -> None:
    game.put_relic(TRADER, game.at(4, 1), carrier)
    found = f"the relic of seat 0 is on area {game.at(4, 1)} and its carrier, army {carrier}, is not"
    assert said(game) == [found]


def test_r7_12_pieces_of_two_seats_on_an_area_are_found(game: Any) -> None:
    game.state.army_at[FARMER, 0] = game.at(5, 0)
    game.state.army_stock[FARMER] -= 1
    found = said(game)
    assert found[0] == f"area {game.at(5, 0)} has pieces of seats [0, 1]"
    assert found[1].startswith(f"area {game.at(5, 0)} is kept with holder, armies, city and temple (0, 1, 0, -1), not ")


def test_r7_12_two_buildings_on_an_area_are_found(game: Any) -> None:
    game.put_city(TRADER, game.at(5, 0))
    assert f"area {game.at(5, 0)} has 2 cities and 0 temples" in said(game)


@pytest.mark.parametrize("kept", ["holder", "armies_on", "city_on", "temple_on"])
def test_what_is_kept_about_an_area_must_be_true(game: Any, kept: str) -> None:
    game.state[kept][game.at(3, 4)] += 2
    assert [found.split(" is kept")[0] for found in said(game)] == [f"area {game.at(3, 4)}"]


def test_r7_8_an_army_that_stays_with_a_foreign_relic_is_found(game: Any) -> None:
    game.put_relic(FARMER, game.at(5, 0))
    found = f"seat 0 holds area {game.at(5, 0)}, where the relic of seat 1 lies"
    assert said(game) == [found]
    game.state.must_step = 2
    assert said(game) == []
    game.turn(TRADER, "build").state.must_step = 2
    assert said(game) == ["the movement phase ended with an army on a foreign relic"]


def test_r7_12_two_relics_on_an_area_are_found(game: Any) -> None:
    game.put_relic(FARMER, game.at(6, 1))
    game.put_relic(WARRIOR, game.at(6, 1))
    assert said(game) == [f"two relics on area {game.at(6, 1)}"]


def test_r5_3_a_wrong_order_or_number_of_turns_is_found(game: Any) -> None:
    game.state.turns = 2
    assert said(game) == ["2 turns and 0 rounds are finished, and it is the turn of seat 0"]
    game.state.order[0] = FARMER
    assert said(game) == ["turns pass in the order [1, 1, 2, 3], positions are [0, 1, 2, 3]"]


def test_r9_3_bought_steps_after_the_movement_phase_are_found(game: Any) -> None:
    game.turn(TRADER, "attack").state.pool = 1
    assert said(game) == ["1 bought steps are left in phase attack"]
    game.turn(TRADER).state.pool = -1
    assert said(game) == ["-1 bought steps are left in phase move"]


@pytest.mark.parametrize(("unit", "most"), [(0, 2), (1, 2)])
def test_r7_3_r7_4_more_own_steps_than_there_are_are_found(game: Any, unit: int, most: int) -> None:
    game.state.steps[unit] = most
    assert said(game) == []
    game.state.steps[unit] += 1
    assert [found[:9] for found in said(game)] == ["own steps"]


def test_r12_1_r12_5_committed_metal_that_is_not_there_or_not_asked_for_is_found(game: Any) -> None:
    game.state.attack_bid = 1
    assert said(game) == ["metal is committed when nobody answers it"]
    game.state.phase, game.state.decider, game.state.attack_to = Phase.answer, WARRIOR, game.at(4, 5)
    assert said(game) == []
    game.state.attack_bid = 2
    assert said(game) == ["2 metal is committed, more than Ready"]


@pytest.mark.parametrize(
    ("phase", "right", "wrong"),
    [
        ("move", TRADER, FARMER),
        ("offer", TRADER, FARMER),
        ("answer", WARRIOR, FARMER),
        ("grant", WARRIOR, FARMER),
        ("protect", WARRIOR, TRADER),
    ],
)
def test_a_seat_that_decides_out_of_turn_is_found(game: Any, phase: str, right: int, wrong: int) -> None:
    game.turn(TRADER, phase)
    game.state.attack_to = game.at(4, 5)
    game.state.touched = 9
    game.state.decider = right
    assert said(game) == []
    game.state.decider = wrong
    assert said(game) == [f"seat {wrong} decides in phase {phase} of seat 0"]


def test_r13_5_city_tokens_without_razed_cities_are_found(game: Any) -> None:
    game.state.city_tokens[TRADER] = 1
    assert said(game) == [
        "1 Destroyed City Tokens for 0 razed cities",
        "seat 0 has 1 Destroyed City Tokens from 0 attacks",
    ]


def test_r18_2_enough_city_tokens_without_a_win_are_found(game: Any) -> None:
    game.state.city_tokens[TRADER] = game.state.attacks_made[TRADER] = game.state.cities_lost[FARMER] = 4
    assert said(game) == ["seat 0 has 4 Destroyed City Tokens and has not won"]


def test_play_that_goes_on_after_its_end_is_found(game: Any) -> None:
    game.state.winner = TRADER
    assert said(game) == ["seat 0 has won by truncated, and play goes on"]
    game.state.winner, game.state.rounds, game.state.turns = NOBODY, 200, 800
    assert said(game) == ["round 201 of 200 is played"]


@pytest.mark.parametrize(
    ("winner", "kind", "found"),
    [
        (NOBODY, VictoryKind.truncated, "nobody won by truncated after 0 rounds of 200"),
        (FARMER, VictoryKind.cities, "seat 1 won in the turn of seat 0"),
        (TRADER, VictoryKind.relic, "seat 0 won by its relic, which no army brought to its Capital"),
        (TRADER, VictoryKind.cities, "seat 0 won by cities with 0 Destroyed City Tokens"),
    ],
)
def test_r18_an_end_without_a_reason_is_found(game: Any, winner: int, kind: VictoryKind, found: str) -> None:
    game.state.phase, game.state.winner, game.state.kind = Phase.over, winner, kind
    game.state.rounds = winner != NOBODY  # the round in which somebody wins counts
    assert said(game) == [found]


# --- what a seat cannot see


def test_r12_5_committed_metal_is_hidden_from_all_but_the_attacker(game: Any) -> None:
    game.state.phase, game.state.decider, game.state.attack_bid = Phase.answer, WARRIOR, 1
    for seat, seen in ((TRADER, 1), (FARMER, 0), (WARRIOR, 0)):
        position = game.state.copy()
        without_hidden(position, seat)
        assert position.attack_bid == seen
        position.attack_bid = 1
        assert position.tobytes() == game.state.tobytes()
