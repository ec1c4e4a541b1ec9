"""What actions mean to the seat that takes them, on the test board of `conftest.py`."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from simlab.games.zoar.state import Action
from tests.games.zoar.conftest import Table
from tests.games.zoar.weighing import attack, of, seen, ways

TRADER, FARMER, WARRIOR, RELIGIOUS = range(4)
RELIC = {TRADER: (6, 6), FARMER: (6, 1)}
LONGEST = 14  # steps that count as the whole board

At = Callable[[int, int], int]


# --- fighting


@pytest.mark.parametrize(
    ("sides", "chance"),
    [
        ((1, 1, 0, 1), Fraction(3, 4)),
        ((1, 3, 0, 3), Fraction(5, 8)),
        ((2, 2, 1, 2), Fraction(2, 3)),
        ((1, 2, 1, 3), Fraction(1, 4)),
        ((2, 1, 1, 2), Fraction(1, 2)),
    ],
)
def test_attack_prize_is_the_chance_that_the_city_falls_to_uniform_bids(
    board: Callable[..., Table], at: At, sides: tuple[int, int, int, int], chance: Fraction
) -> None:
    attackers, metal, defenders, answer = sides
    game = board()
    game.put_armies(TRADER, *[at(3, 4)] * attackers)
    game.put_city(FARMER, at(3, 5))
    game.put_armies(FARMER, *[at(3, 5)] * defenders)
    game.ready(TRADER, metal=metal)
    game.ready(FARMER, metal=answer)
    game.turn(TRADER, "attack")
    assert seen(game, "attack_prize") == {attack(0, "E"): pytest.approx(float(chance)), int(Action.NO_ATTACK): 0}


def test_a_carrier_is_a_prize_and_a_plain_army_or_a_temple_is_none(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_army(TRADER, at(3, 4))
    game.put_army(FARMER, at(3, 5))
    game.put_temple(RELIGIOUS, at(4, 4))
    game.turn(TRADER, "attack")
    assert [seen(game, "attack_prize")[attack(0, way)] for way in "ES"] == [0, 0]
    game.put_relic(FARMER, at(3, 5), carrier=0)
    assert [seen(game, "attack_prize")[attack(0, way)] for way in "ES"] == [1, 0]


@pytest.mark.parametrize(("both", "traded"), [(True, (-0.25, 0, 0)), (False, (0, 0.25, 0))])
def test_attack_trade_is_enemy_armies_lost_less_own_ones_of_four(
    board: Callable[..., Table], at: At, traded: tuple[float, float, float], *, both: bool
) -> None:
    game = board(both_sides_damage=both)
    game.put_army(TRADER, at(3, 4))
    game.put_city(FARMER, at(3, 5))
    game.put_army(WARRIOR, at(2, 4))
    game.put_temple(RELIGIOUS, at(4, 4))
    found = seen(game.turn(TRADER, "attack"), "attack_trade")
    assert [found[attack(0, way)] for way in "ENS"] == list(traded)


def test_forces_are_weighed_as_attacks_of_that_many(board: Callable[..., Table], at: At) -> None:
    game = board(attack_force="choose")
    game.put_armies(TRADER, at(3, 4), at(3, 4))
    game.put_city(FARMER, at(3, 5))
    game.put_army(FARMER, at(3, 5))
    game.turn(TRADER, "attack").do(attack(0, "E"))
    assert (game.phase, list(seen(game, "attack_prize").values())) == ("force", [0, 1])
    assert list(seen(game, "attack_trade").values()) == [0, -0.25]


def test_bid_success_is_the_chance_to_empty_the_target_or_to_keep_what_stands_there(
    board: Callable[..., Table], at: At
) -> None:
    game = board()
    game.put_army(TRADER, at(3, 4))
    game.put_city(FARMER, at(3, 5))
    game.ready(TRADER, metal=3)
    game.ready(FARMER, metal=3)
    game.turn(TRADER, "attack").do(attack(0, "E"))
    assert list(seen(game, "bid_success").values()) == [0.25, 0.5, 0.75, 1]
    game.do("COMMIT")
    assert (game.to_move(), list(seen(game, "bid_success").values())) == (FARMER, [0, 0.25, 0.5, 0.75])


def test_armies_without_a_building_are_kept_if_one_lives(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_armies(TRADER, at(3, 4), at(3, 4))
    game.put_armies(FARMER, at(3, 5), at(3, 5))
    game.ready(TRADER, metal=1)
    game.ready(FARMER, metal=1)
    game.turn(TRADER, "attack").do(attack(0, "E"), "COMMIT")
    assert list(seen(game, "bid_success").values()) == [0, 0.5]


@pytest.mark.parametrize("hidden", [0, 1, 2])
def test_r12_5_nothing_the_defender_weighs_tells_the_hidden_metal(
    board: Callable[..., Table], at: At, hidden: int
) -> None:
    game = board()
    game.put_army(TRADER, at(3, 4))
    game.put_city(FARMER, at(3, 5))
    game.ready(TRADER, metal=2)
    game.ready(FARMER, metal=2)
    game.turn(TRADER, "attack").do(attack(0, "E"), "COMMIT")
    known = game.features()
    game.state.attack_bid = hidden
    assert game.features() == known


# --- standing guard, in the way, before the gods


def test_guard_is_for_armies_that_enter_a_bare_own_city_or_leave_one_in_danger(
    board: Callable[..., Table], at: At
) -> None:
    game = board()
    game.put_city(TRADER, at(3, 4))
    game.put_army(TRADER, at(3, 5))
    assert ways(game, 1, "guard") == {"W": 1}
    game.step(1, "W").turn(TRADER)
    assert ways(game, 1, "guard") == {}
    game.put_army(WARRIOR, at(3, 7))
    assert ways(game, 1, "guard") == {"N": -1, "E": -1, "S": -1}
    game.put_army(TRADER, at(3, 4))
    assert ways(game, 1, "guard") == {}


def test_guard_is_for_new_armies_in_bare_cities(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_city(TRADER, at(3, 4))
    game.ready(TRADER, food=2)
    game.turn(TRADER, "build")
    assert of(game, "guard", "ARMY", "END_BUILDING") == [1, 0]
    assert of(game.do("ARMY"), "guard", "ARMY") == [0]


def test_a_protected_carrier_is_guarded_more_than_another_army(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_carrier(FARMER, at(3, 5))
    game.put_army(FARMER, at(3, 5))
    game.ready(FARMER, metal=1)
    game.turn(TRADER, "build").fall(5).do("END_BUILDING")
    assert list(seen(game, "guard").values()) == [1, 0.5, 0]


def test_block_is_for_foreign_capitals_and_half_as_much_beside_them(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_army(TRADER, at(0, 5))
    assert ways(game, 1, "block") == {"E": 0.5}
    game.step(1, "E").turn(TRADER)
    assert ways(game, 1, "block") == {"E": 1, "W": -0.5}
    game.step(1, "E").turn(TRADER)
    assert ways(game, 1, "block") == {"S": -1, "W": -1}


def test_gods_count_tiles_with_own_cities_and_enemy_armies_on_land(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_city(TRADER, at(4, 3))
    game.put_city(TRADER, at(5, 2))  # the same tile
    game.put_armies(FARMER, at(3, 4), at(3, 4))
    game.put_army(FARMER, at(7, 6))  # on a capital tile
    game.put_army(TRADER, at(3, 7))
    game.ready(TRADER, food=1)
    game.turn(TRADER, "offer")
    assert of(game, "gods", "OFFERING", "END_TURN") == [pytest.approx(3 / 12), 0]
    game.put_armies(TRADER, *[at(3, 7)] * 3)  # none in stock
    assert of(game, "gods", "OFFERING") == [pytest.approx(2 / 12)]


def test_without_lightning_enemy_armies_are_nothing_to_hope_for(board: Callable[..., Table], at: At) -> None:
    game = board(lightning=False)
    game.put_army(FARMER, at(3, 4))
    game.ready(TRADER, food=1)
    assert of(game.turn(TRADER, "offer"), "gods", "OFFERING") == [0]


def test_ending_passing_and_declining_stop(board: Callable[..., Table], at: At) -> None:
    game = board()
    game.put_city(TRADER, at(4, 4))
    game.put_army(TRADER, at(3, 4))
    game.put_army(FARMER, at(3, 5))
    game.ready(TRADER, food=2)
    game.ready(FARMER, metal=1)
    ends = []
    while game.state.active == TRADER:
        if game.phase == "build":
            game.fall(9, 5)
        found = seen(game, "stop")
        last = game.legal()[-1] if game.phase not in {"commit", "answer"} else game.legal()[0]
        if len(found) > 1 and game.phase not in {"commit", "answer"}:
            ends.append(Action(last).name)
            assert found == {action: float(action == last) for action in found}
        game.do(last if game.phase != "offer" or game.state.rolls > 1 else int(Action.OFFERING))
    assert ends == ["END_MOVES", "NO_ATTACK", "END_BUILDING", "DECLINE", "END_TURN", "END_PROTECTION", "END_TURN"]
