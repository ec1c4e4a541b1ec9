"""R11: who may attack whom, from where, how often, and with how many armies."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.zoar.state import FARMER, NOBODY, STOCK, TRADER, WARRIOR, Action

Make = Callable[..., Any]

WAYS = {
    "N": (-1, 0),
    "E": (0, 1),
    "S": (1, 0),
    "W": (0, -1),
    "NE": (-1, 1),
    "SE": (1, 1),
    "SW": (1, -1),
    "NW": (-1, -1),
}
NAMES = list(WAYS)


def targets(game: Any) -> list[tuple[int, str]]:
    """Attacks on offer: through which army, in which direction."""
    return [(offset // 8, NAMES[offset % 8]) for offset in game.offers("ATTACK")]


def attack(game: Any, way: str, army: int = 0) -> Any:
    """Declare an attack."""
    return game.do(Action.ATTACK + 8 * army + NAMES.index(way))


def fight(game: Any, way: str, army: int = 0) -> Any:
    """Attack without reinforcements on either side."""
    return attack(game, way, army).do("COMMIT", "COMMIT")


@pytest.fixture
def lone(table: Make) -> Make:
    """Make a board on which an army of the Trader is at (4, 4), in its phase of combat."""

    def make(**rules: Any) -> Any:
        game = table(**rules)
        game.put_army(TRADER, game.at(4, 4))
        return game.turn(TRADER, "attack")

    return make


@pytest.mark.parametrize("kind", ["army", "city", "temple"])
@pytest.mark.parametrize("way", ["N", "E", "S", "W"])
def test_r11_1_an_army_attacks_an_adjacent_enemy_army_city_or_temple(table: Make, kind: str, way: str) -> None:
    game = table(tribes=["trader", "religious"])
    game.put_army(0, game.at(4, 4))
    down, right = WAYS[way]
    area = game.at(4 + down, 4 + right)
    {"army": game.put_army, "city": game.put_city, "temple": game.put_temple}[kind](1, area)
    game.turn(0, "attack")
    assert targets(game) == [(0, way)]
    attack(game, way)
    assert (game.state.attack_from, game.state.attack_to) == (game.at(4, 4), area)


def test_r11_1_attacking_is_optional(lone: Make) -> None:
    game = lone()
    enemy = game.put_army(WARRIOR, game.at(4, 5))
    assert Action.NO_ATTACK in game.legal()
    game.do("NO_ATTACK")
    assert game.phase == "build"
    assert game.state.army_at[WARRIOR, enemy] == game.at(4, 5)


def test_r11_1_there_is_nothing_to_attack_where_nobody_is(lone: Make) -> None:
    game = lone()
    game.put_army(WARRIOR, game.at(4, 2))  # two areas away
    game.put_army(TRADER, game.at(4, 5))  # an own one
    game.put_city(TRADER, game.at(3, 4))
    assert game.legal() == [Action.NO_ATTACK]


def test_r11_1_an_attack_needs_an_army(table: Make) -> None:
    game = table()
    game.put_city(TRADER, game.at(4, 4))
    game.put_army(WARRIOR, game.at(4, 5))
    game.turn(TRADER, "attack")
    assert game.legal() == [Action.NO_ATTACK]


def test_r11_1_armies_on_several_areas_have_each_their_targets_and_those_of_an_area_have_them_once(table: Make) -> None:
    game = table()
    game.put_armies(TRADER, game.at(4, 4), game.at(3, 5), game.at(4, 4))
    game.put_army(WARRIOR, game.at(4, 5))
    game.put_army(FARMER, game.at(4, 3))
    game.turn(TRADER, "attack")
    assert targets(game) == [(0, "E"), (0, "W"), (1, "S")]


def test_r11_2_a_leader_cannot_be_attacked(lone: Make) -> None:
    game = lone()
    game.put_leader(WARRIOR, game.at(4, 5))
    assert game.legal() == [Action.NO_ATTACK]


def test_r7_13_a_leader_is_not_killed_with_those_around_it(lone: Make) -> None:
    game = lone(both_sides_damage=False)
    game.put_leader(WARRIOR, game.at(4, 5))
    game.put_army(WARRIOR, game.at(4, 5))
    fight(game, "E")
    assert game.state.holder[game.at(4, 5)] == NOBODY
    assert game.state.leader_at[WARRIOR] == game.at(4, 5)


def test_r11_2_a_capital_cannot_be_attacked_but_an_army_in_it_can(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(0, 6))
    game.put_leader(FARMER, game.at(3, 5))
    game.turn(TRADER, "attack")
    assert game.legal() == [Action.NO_ATTACK]
    game.put_army(FARMER, game.at(0, 7))
    assert targets(game) == [(0, "E")]
    fight(game, "E")
    assert game.state.armies_on[game.at(0, 7)] == 0
    assert game.state.capital[FARMER] == game.at(0, 7)
    assert game.state.city_tokens[TRADER] == 0


def test_r11_2_leaders_add_no_strength_and_no_health(lone: Make) -> None:
    game = lone()
    game.put_leader(TRADER, game.at(4, 4))
    game.put_leader(WARRIOR, game.at(4, 5))
    game.put_armies(WARRIOR, game.at(4, 5), game.at(4, 5))
    fight(game, "E")
    assert game.state.armies_lost_combat.tolist() == [1, 0, 1, 0]


@pytest.mark.parametrize("way", ["NE", "SE", "SW", "NW"])
def test_r11_3_corner_neighbours_can_be_attacked_only_where_the_rules_say_so(lone: Make, way: str) -> None:
    for adjacency, expected in (("orthogonal", []), ("diagonal", [(0, way)])):
        game = lone(combat_adjacency=adjacency)
        down, right = WAYS[way]
        game.put_army(WARRIOR, game.at(4 + down, 4 + right))
        assert targets(game) == expected
    attack(game, way)
    assert game.state.attack_to == game.at(4 + down, 4 + right)


def test_r11_3_diagonal_attacks_do_not_reach_round_the_edge_of_the_board(table: Make) -> None:
    game = table(combat_adjacency="diagonal")
    game.put_army(TRADER, game.at(3, 7))
    for row in (3, 4, 5):
        game.put_army(WARRIOR, game.at(row, 0))
    game.turn(TRADER, "attack")
    assert game.legal() == [Action.NO_ATTACK]


@pytest.fixture
def crowd(table: Make) -> Make:
    """Make a board with Trader armies at (4, 4) twice and (3, 5), between them the Warrior's, all within reach."""

    def make(**rules: Any) -> Any:
        game = table(both_sides_damage=False, **rules)
        game.put_armies(TRADER, game.at(4, 4), game.at(4, 4), game.at(3, 5))
        game.put_armies(WARRIOR, game.at(4, 5), game.at(4, 5), game.at(4, 5), game.at(3, 4))
        for seat in (TRADER, WARRIOR):
            game.ready(seat)
        return game.turn(TRADER, "attack")

    return make


def test_r11_4_one_attack_a_turn(crowd: Make) -> None:
    game = fight(crowd(), "E")
    assert game.phase == "build"


def test_r11_4_or_one_from_each_area(crowd: Make) -> None:
    game = crowd(attacks_per_turn="one_per_area")
    assert targets(game) == [(0, "N"), (0, "E"), (2, "S"), (2, "W")]
    fight(game, "E")
    assert targets(game) == [(2, "S"), (2, "W")]
    fight(game, "S", army=2)
    assert game.legal() == [Action.NO_ATTACK]


def test_r11_4_or_any_number(crowd: Make) -> None:
    game = crowd(attacks_per_turn="unlimited")
    fight(game, "E")
    assert (game.to_move(), game.phase) == (TRADER, "attack")
    assert targets(game) == [(0, "N"), (0, "E"), (2, "S"), (2, "W")]
    fight(game, "N")
    assert targets(game) == [(0, "E"), (2, "S")]
    assert game.do("NO_ATTACK").phase == "build"


def test_r11_4_an_area_may_be_an_origin_again_in_the_next_turn(crowd: Make) -> None:
    game = fight(crowd(attacks_per_turn="one_per_area"), "E")
    game.pass_turn()
    while game.to_move() != TRADER:
        game.pass_turn()
    game.do("END_MOVES")
    assert (0, "N") in targets(game)


def test_r11_5_all_armies_of_the_area_fight(table: Make) -> None:
    game = table()
    game.put_armies(TRADER, *[game.at(4, 4)] * 3)
    game.put_armies(WARRIOR, *[game.at(4, 5)] * 4)
    fight(game.turn(TRADER, "attack"), "E")
    assert game.state.armies_lost_combat[WARRIOR] == 3


def test_r11_5_armies_of_other_areas_do_not(table: Make) -> None:
    game = table()
    game.put_armies(TRADER, game.at(4, 4), game.at(3, 4))
    game.put_armies(WARRIOR, *[game.at(4, 5)] * 2)
    fight(game.turn(TRADER, "attack"), "E")
    assert game.state.armies_lost_combat[WARRIOR] == 1
    assert game.state.army_at[TRADER, 1] == game.at(3, 4)


@pytest.mark.parametrize("force", [1, 2, 3])
def test_r11_5_or_as_many_as_the_attacker_sends_and_the_rest_neither_fights_nor_suffers(
    table: Make, force: int
) -> None:
    game = table(attack_force="choose")
    game.put_armies(TRADER, *[game.at(4, 4)] * 3)
    game.put_armies(WARRIOR, *[game.at(4, 5)] * 4)
    attack(game.turn(TRADER, "attack"), "E")
    assert game.offers("FORCE") == [0, 1, 2]
    assert len(game.legal()) == 3
    game.do(Action.FORCE + force - 1, "COMMIT", "COMMIT")
    assert game.state.armies_lost_combat.tolist() == [force, 0, force, 0]


def test_r11_5_a_lone_army_is_not_asked_how_many_it_is(lone: Make) -> None:
    game = lone(attack_force="choose")
    game.put_army(WARRIOR, game.at(4, 5))
    assert attack(game, "E").phase == "commit"


def test_r11_6_a_city_defends_with_the_armies_of_its_area(table: Make) -> None:
    game = table()
    game.put_armies(TRADER, *[game.at(4, 4)] * 4)
    game.put_city(WARRIOR, game.at(4, 5))
    game.put_armies(WARRIOR, *[game.at(4, 5)] * 2)
    fight(game.turn(TRADER, "attack"), "E")
    assert game.state.armies_lost_combat[TRADER] == 3
    assert game.state.city_at[WARRIOR, 0] == STOCK


def test_r11_6_buildings_of_other_areas_do_not(lone: Make) -> None:
    game = lone()
    game.put_armies(TRADER, game.at(4, 4))
    game.put_army(WARRIOR, game.at(4, 5))
    game.put_city(WARRIOR, game.at(3, 5))
    fight(game, "E")
    assert game.state.armies_lost_combat[TRADER] == 1
    assert game.state.city_at[WARRIOR, 0] == game.at(3, 5)


def test_r11_7_nobody_moves_and_a_cleared_area_stays_empty(table: Make) -> None:
    game = table()
    game.put_armies(TRADER, *[game.at(4, 4)] * 3)
    game.put_army(WARRIOR, game.at(4, 5))
    fight(game.turn(TRADER, "attack"), "E")
    assert game.state.armies_on[game.at(4, 4)] == 2
    assert game.state.holder[game.at(4, 5)] == NOBODY
    assert game.is_true()


def test_r11_8_a_carrier_may_attack_and_counts_as_any_army(table: Make) -> None:
    game = table()
    game.put_carrier(TRADER, game.at(4, 4))
    game.put_armies(WARRIOR, *[game.at(4, 5)] * 2)
    game.turn(TRADER, "attack")
    assert targets(game) == [(0, "E")]
    fight(game, "E")
    assert game.state.armies_lost_combat.tolist() == [1, 0, 1, 0]


def test_r11_8_a_carrier_may_be_attacked_and_its_relic_stays(lone: Make) -> None:
    game = lone()
    carrier = game.put_carrier(WARRIOR, game.at(4, 5))
    assert targets(game) == [(0, "E")]
    fight(game, "E")
    assert game.state.army_at[WARRIOR, carrier] == STOCK
    assert (game.state.relic_at[WARRIOR], game.state.carrier[WARRIOR]) == (game.at(4, 5), NOBODY)
    assert game.state.relic_drops_killed[WARRIOR] == 1


def test_r11_8_a_relic_without_an_army_is_no_target(lone: Make) -> None:
    game = lone()
    game.put_relic(WARRIOR, game.at(4, 5))
    assert game.legal() == [Action.NO_ATTACK]


def test_an_attack_is_counted_and_won_where_the_target_is_emptied(table: Make) -> None:
    game = table(attacks_per_turn="unlimited")
    game.put_armies(TRADER, *[game.at(4, 4)] * 3)
    game.put_armies(WARRIOR, game.at(4, 5), game.at(5, 4))
    game.put_city(WARRIOR, game.at(4, 5))
    game.turn(TRADER, "attack")
    fight(game, "E")
    assert (game.state.attacks_made[TRADER], game.state.attacks_won[TRADER]) == (1, 1)
    fight(game, "S", army=int((game.state.army_at[TRADER] == game.at(4, 4)).argmax()))
    assert (game.state.attacks_made[TRADER], game.state.attacks_won[TRADER]) == (2, 2)


@pytest.mark.parametrize(("defenders", "kind"), [(2, ""), (1, "city"), (1, "temple")])
def test_an_attack_is_not_won_where_an_army_or_a_building_is_left(table: Make, defenders: int, kind: str) -> None:
    game = table(tribes=["trader", "religious"])
    game.put_army(0, game.at(4, 4))
    game.put_armies(1, *[game.at(4, 5)] * defenders)
    if kind:
        (game.put_city if kind == "city" else game.put_temple)(1, game.at(4, 5))
    fight(game.turn(0, "attack"), "E")
    assert game.state.armies_lost_combat[1] == 1
    assert (game.state.attacks_made[0], game.state.attacks_won[0]) == (1, 0)
