"""R13, R4.2 and R18.2: what falls in combat, what it brings, and who wins by it."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.zoar.state import (
    FARMER,
    METAL,
    NOBODY,
    RELIGIOUS,
    STOCK,
    TRADER,
    WARRIOR,
    Action,
    VictoryKind,
)

Make = Callable[..., Any]

EAST = int(Action.ATTACK) + 1  # of the first army


@pytest.fixture
def battle(table: Make) -> Make:
    """Fight a battle of the Religious at (4, 4) against the Trader at (4, 5), and return the board after it."""

    def fight(
        attackers: int, defenders: int = 0, building: str = "", metal: tuple[int, int] = (0, 0), **rules: Any
    ) -> Any:
        game = table(**rules)
        game.put_armies(RELIGIOUS, *[game.at(4, 4)] * attackers)
        game.put_armies(TRADER, *[game.at(4, 5)] * defenders)
        if building:
            game.state.temple_stock[TRADER] += building == "temple"
            {"city": game.put_city, "temple": game.put_temple}[building](TRADER, game.at(4, 5))
        for seat, spent in zip((RELIGIOUS, TRADER), metal, strict=True):
            game.ready(seat, metal=spent)
        commitments = [int(Action.COMMIT) + spent for spent in metal]
        return game.turn(RELIGIOUS, "attack").do(EAST, *commitments)

    return fight


def left(game: Any) -> tuple[int, int, bool]:
    """Armies left on both sides, and whether the defender's building stands."""
    state = game.state
    target = game.at(4, 5)
    stands = bool(state.city_on[target] != NOBODY or state.temple_on[target] != NOBODY)
    return int(state.armies_on[game.at(4, 4)]), int(state.armies_on[target]), stands


def test_r13_1_armies_cities_and_reinforcements_have_strength_and_health_of_one(battle: Make) -> None:
    assert left(battle(1, 1)) == (0, 0, False)
    assert left(battle(1, 0, "city")) == (0, 0, False)
    assert left(battle(1, 1, metal=(0, 1))) == (0, 1, False)
    assert left(battle(2, 0, "city", metal=(0, 1))) == (0, 0, False)


def test_r13_1_a_temple_has_a_health_of_one_and_no_strength(battle: Make) -> None:
    assert left(battle(1, 0, "temple")) == (1, 0, False)
    assert left(battle(2, 1, "temple")) == (1, 0, False)
    assert left(battle(1, 1, "temple")) == (0, 0, True)


@pytest.mark.parametrize("kind", ["city", "temple"])
def test_r13_2_a_building_where_the_attack_comes_from_neither_fights_nor_can_be_hit(table: Make, kind: str) -> None:
    game = table()
    game.put_army(RELIGIOUS, game.at(4, 4))
    (game.put_city if kind == "city" else game.put_temple)(RELIGIOUS, game.at(4, 4))
    game.put_armies(TRADER, *[game.at(4, 5)] * 3)
    game.turn(RELIGIOUS, "attack").do(EAST, "COMMIT", "COMMIT")
    assert game.state.armies_lost_combat.tolist() == [1, 0, 0, 1]  # strength 1 against 3
    assert game.state[f"{kind}_at"][RELIGIOUS, 0] == game.at(4, 4)
    assert game.state.holder[game.at(4, 4)] == RELIGIOUS
    assert game.is_true()


@pytest.mark.parametrize(
    ("blow", "expected"),
    [(1, (2, True)), (2, (1, True)), (3, (0, True)), (4, (0, False))],
)
def test_r13_3_damage_hits_reinforcements_then_armies_then_the_building(
    battle: Make, blow: int, expected: tuple[int, bool]
) -> None:
    for kind in ("city", "temple"):
        game = battle(blow, 2, kind, metal=(0, 1))
        assert left(game)[1:] == expected


def test_r13_3_on_the_attackers_side_it_hits_reinforcements_then_armies(battle: Make) -> None:
    for answer in (1, 2, 3, 4):
        assert left(battle(2, answer, metal=(2, 0)))[0] == 2 - max(0, answer - 2)


def test_r13_3_what_is_too_much_is_lost(battle: Make) -> None:
    game = battle(4, 1, "city", metal=(3, 0))
    assert left(game)[1:] == (0, False)
    assert game.state.armies_lost_combat[TRADER] == 1
    assert game.state.cities_lost.tolist() == [1, 0, 0, 0]


def test_r13_4_both_sides_strike_at_once_with_the_strength_before_losses(battle: Make) -> None:
    assert left(battle(3, 2)) == (1, 0, False)
    assert left(battle(2, 3)) == (0, 1, False)
    assert left(battle(4, 4)) == (0, 0, False)
    assert left(battle(1, 0, "city", metal=(0, 0))) == (0, 0, False)


def test_r13_4_or_the_attacker_alone_strikes(battle: Make) -> None:
    assert left(battle(3, 2, both_sides_damage=False)) == (3, 0, False)
    assert left(battle(1, 4, "city", metal=(0, 0), both_sides_damage=False)) == (1, 3, True)


def test_worked_example_7_two_armies_against_a_city_with_two_armies(table: Make) -> None:
    game = table()
    game.put_armies(RELIGIOUS, *[game.at(4, 4)] * 2)
    game.put_city(RELIGIOUS, game.at(4, 4))
    game.put_city(WARRIOR, game.at(4, 5))
    game.put_armies(WARRIOR, *[game.at(4, 5)] * 2)
    game.put_leader(WARRIOR, game.at(4, 5))
    game.turn(RELIGIOUS, "attack").do(EAST, "COMMIT", "COMMIT")
    assert game.state.armies_lost_combat.tolist() == [0, 0, 2, 2]
    assert game.state.city_at[WARRIOR, 0] == game.at(4, 5)
    assert game.state.city_tokens.sum() == 0


def test_worked_example_8_an_army_with_three_metal_against_a_city_with_two_armies_and_one_metal(battle: Make) -> None:
    game = battle(1, 2, "city", metal=(3, 1))
    assert left(game) == (0, 0, False)
    assert game.state.city_tokens.tolist() == [0, 0, 0, 1]
    assert game.state.ready[[TRADER, RELIGIOUS], METAL].tolist() == [0, 0]
    assert game.state.metal_on_bids.tolist() == [1, 0, 0, 3]


def test_r13_5_a_razed_city_brings_a_token_and_a_temple_none(battle: Make) -> None:
    city, temple = battle(1, 0, "city"), battle(1, 0, "temple")
    assert city.state.city_tokens.tolist() == [0, 0, 0, 1]
    assert temple.state.city_tokens.tolist() == [0, 0, 0, 0]
    assert (temple.state.temples_lost[TRADER], temple.state.cities_lost[TRADER]) == (1, 0)
    assert (city.state.temples_lost[TRADER], city.state.cities_lost[TRADER]) == (0, 1)


def test_r4_2_the_token_goes_to_the_destroyer_and_changes_nobody_elses(table: Make) -> None:
    game = table(both_sides_damage=False)
    game.state.city_tokens[:] = (2, 1, 0, 3)
    game.put_army(WARRIOR, game.at(4, 4))
    game.put_city(TRADER, game.at(4, 5))
    game.turn(WARRIOR, "attack").do(EAST, "COMMIT", "COMMIT")
    assert game.state.city_tokens.tolist() == [2, 1, 1, 3]


def test_r13_6_dead_armies_and_razed_buildings_go_back_to_stock(battle: Make) -> None:
    city = battle(4, 1, "city")
    assert (city.state.army_stock[TRADER], city.state.city_stock[TRADER]) == (4, 2)
    assert city.state.army_stock[RELIGIOUS] == 2
    assert battle(4, 1, "temple").state.temple_stock[TRADER] == 1
    assert city.is_true()


def test_r13_6_or_razed_buildings_leave_the_game_and_dead_armies_do_not(battle: Make) -> None:
    city = battle(4, 1, "city", rebuild=False)
    assert (city.state.army_stock[TRADER], city.state.city_stock[TRADER]) == (4, 1)
    assert city.state.city_at[TRADER].tolist() == [STOCK] * 3
    assert battle(4, 1, "temple", rebuild=False).state.temple_stock[TRADER] == 0


@pytest.mark.parametrize(("rebuild", "is_offered"), [(True, True), (False, False)])
def test_r13_6_a_razed_city_may_be_built_again_where_it_came_back(
    table: Make, *, rebuild: bool, is_offered: bool
) -> None:
    game = table(rebuild=rebuild, cities_per_player=1, city_tokens_to_win={"4": 3}, both_sides_damage=False)
    game.put_army(RELIGIOUS, game.at(4, 4))
    game.put_city(TRADER, game.at(4, 5))
    game.turn(RELIGIOUS, "attack").do(EAST, "COMMIT", "COMMIT")
    game.ready(TRADER, metal=1)
    game.put_leader(TRADER, game.at(4, 5))
    game.turn(TRADER, "build")
    assert (Action.CITY in game.legal()) == is_offered


@pytest.mark.parametrize(("who_dies", "survivor"), [("last", "carrier"), ("first", "other")])
@pytest.mark.parametrize("is_first", [True, False])
def test_r13_7_the_carrier_dies_last_or_first(table: Make, who_dies: str, survivor: str, *, is_first: bool) -> None:
    game = table(carrier_dies=who_dies)
    game.put_army(RELIGIOUS, game.at(4, 4))
    armies = game.put_armies(TRADER, game.at(4, 5), game.at(4, 5))
    carrier, other = armies if is_first else armies[::-1]
    game.put_relic(TRADER, game.at(4, 5), carrier)
    game.turn(RELIGIOUS, "attack").do(EAST, "COMMIT", "COMMIT")
    alive = {"carrier": game.state.army_at[TRADER, carrier], "other": game.state.army_at[TRADER, other]}
    assert [name for name, area in alive.items() if area != STOCK] == [survivor]
    assert game.state.relic_at[TRADER] == game.at(4, 5)
    assert game.state.carrier[TRADER] == (carrier if survivor == "carrier" else NOBODY)


@pytest.mark.parametrize(("who_dies", "survivor"), [("last", 1), ("first", 0)])
def test_r13_7_on_the_attackers_side_too(table: Make, who_dies: str, survivor: int) -> None:
    game = table(carrier_dies=who_dies)
    game.put_armies(RELIGIOUS, game.at(4, 4), game.at(4, 4))
    game.put_relic(RELIGIOUS, game.at(4, 4), 1)
    game.put_army(TRADER, game.at(4, 5))
    game.turn(RELIGIOUS, "attack").do(EAST, "COMMIT", "COMMIT")
    assert [army for army in (0, 1) if game.state.army_at[RELIGIOUS, army] != STOCK] == [survivor]


def test_r13_8_an_attack_brings_one_token_at_most_however_strong_it_is(table: Make) -> None:
    game = table()
    game.put_armies(RELIGIOUS, *[game.at(4, 4)] * 4)
    game.put_city(TRADER, game.at(4, 5))
    for area in (game.at(3, 4), game.at(5, 4)):
        game.put_city(FARMER, area)
    game.ready(RELIGIOUS, metal=3)
    game.turn(RELIGIOUS, "attack").do(EAST, Action.COMMIT + 3, "COMMIT")
    assert game.state.city_tokens.tolist() == [0, 0, 0, 1]
    assert game.state.cities_lost.tolist() == [1, 0, 0, 0]


TRIBES = ["trader", "farmer", "warrior", "religious"]


def razing(table: Make, seats: int, tokens: int, **rules: Any) -> Any:
    """Let seat 0, which has so many tokens, raze a city of seat 1."""
    game = table(tribes=TRIBES[:seats], **rules)
    game.state.city_tokens[0] = tokens
    game.put_army(0, game.at(4, 4))
    game.put_city(1, game.at(4, 5))
    return game.turn(0, "attack").do(EAST, "COMMIT", "COMMIT")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r18_2_as_many_tokens_as_there_are_seats_win_at_once(table: Make, seats: int) -> None:
    game = razing(table, seats, seats - 1)
    assert game.is_over
    assert (game.state.winner, game.state.kind) == (0, VictoryKind.cities)
    assert game.state.turns == 0
    assert game.legal() == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r18_2_one_token_less_does_not(table: Make, seats: int) -> None:
    game = razing(table, seats, seats - 2)
    assert (game.phase, game.state.winner) == ("build", NOBODY)
    assert game.state.city_tokens[0] == seats - 1


@pytest.mark.parametrize("needed", [1, 4, 8])
def test_r18_2_the_rules_may_ask_for_another_number(table: Make, needed: int) -> None:
    to_win = {"city_tokens_to_win": {"2": needed}, "token_supply": 60}
    assert razing(table, 2, needed - 1, **to_win).state.winner == 0
    if needed > 1:
        assert razing(table, 2, needed - 2, **to_win).state.winner == NOBODY


def test_r18_3_tokens_win_for_the_attacker_and_the_defender_gets_none(table: Make) -> None:
    game = table(tribes=TRIBES[:2])
    game.state.city_tokens[:2] = 1
    game.put_army(0, game.at(4, 4))
    game.put_city(0, game.at(4, 4))
    game.put_city(1, game.at(4, 5))
    game.ready(1, metal=3)
    game.turn(0, "attack").do(EAST, "COMMIT", Action.COMMIT + 3)
    assert game.state.city_tokens.tolist() == [1, 1, 0, 0]
    assert game.phase == "build"
