"""R5 and R19.1: four phases, by themselves where there is nothing to decide, and seat after seat."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.zoar.state import FARMER, FOOD, METAL, RELIGIOUS, TRADER, WARRIOR, Action

Make = Callable[..., Any]
Drawn = Callable[..., Any]

EAST = int(Action.ATTACK) + 1  # of the first army
TRIBES = ["trader", "farmer", "warrior", "religious"]


def phases_until_the_next_turn(game: Any) -> list[str]:
    """Names of the phases in which somebody decides, until the turn has passed."""
    turns = int(game.state.turns)
    seen: list[str] = []
    while game.state.turns == turns:
        if not seen or seen[-1] != game.phase:
            seen.append(game.phase)
        stops = ("END_MOVES", "NO_ATTACK", "END_BUILDING", "END_TURN")
        game.do(next(Action[name] for name in stops if Action[name] in game.legal()))
    return seen


def test_r5_1_a_turn_has_four_phases_in_a_fixed_order(table: Make) -> None:
    game = table()
    game.ready(TRADER, food=1)
    assert phases_until_the_next_turn(game) == ["move", "attack", "build", "offer"]
    assert game.phase == "move"


def test_r5_1_after_no_attack_the_third_phase_begins(table: Make) -> None:
    assert table().turn(TRADER, "attack").do("NO_ATTACK").phase == "build"


def test_r5_1_after_an_attack_too(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(4, 4))
    game.put_army(WARRIOR, game.at(4, 5))
    assert game.turn(TRADER, "attack").do(EAST, "COMMIT", "COMMIT").phase == "build"


def test_r5_2_a_seat_that_always_stops_still_rolls_once_a_turn(table: Make) -> None:
    game = table()
    for _ in range(8):
        game.pass_turn()
    assert game.state.rolls_made.tolist() == [2, 2, 2, 2]


def test_r5_2_production_transfer_and_roll_come_by_themselves(table: Make) -> None:
    game = table()
    game.clear_tokens()
    game.put_city(TRADER, game.at(5, 0))
    for seat in range(4):
        game.ready(seat)
    while game.state.turns < 3:
        game.pass_turn()
    game.pass_turn()
    assert (game.to_move(), game.phase) == (TRADER, "move")
    assert game.state.tokens[game.at(4, 0), METAL] == 1  # production
    game.fresh(TRADER, food=1)
    game.do("END_MOVES", "NO_ATTACK")
    assert game.state.ready[TRADER, FOOD] == 1  # the transfer
    rolls = int(game.state.rolls_made[TRADER])
    game.do("END_BUILDING")
    assert game.state.rolls_made[TRADER] == rolls + 1


def test_r5_2_all_else_is_optional(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(3, 6))
    game.put_army(WARRIOR, game.at(2, 7))
    game.put_city(TRADER, game.at(3, 6))
    game.ready(TRADER, food=3, metal=3)
    game.ready(WARRIOR, metal=3)
    game.fall(6)
    for phase, stop in [
        ("move", "END_MOVES"),
        ("attack", "NO_ATTACK"),
        ("build", "END_BUILDING"),
        ("grant", "DECLINE"),
        ("protect", "END_PROTECTION"),
        ("offer", "END_TURN"),
    ]:
        assert game.phase == phase
        game.do(stop)
    assert game.to_move() == FARMER


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r5_3_then_the_next_seat_clockwise_plays_and_a_round_is_a_turn_of_each(table: Make, seats: int) -> None:
    game = table(tribes=TRIBES[:seats])
    played, rounds = [], []
    for _ in range(2 * seats + 1):
        played.append(game.to_move())
        rounds.append(int(game.state.rounds))
        game.pass_turn()
    assert played == [*range(seats), *range(seats), 0]
    assert rounds == [0] * seats + [1] * seats + [2]


def test_r5_3_whoever_goes_first_a_round_ends_before_its_next_turn(table: Make) -> None:
    game = table(first=WARRIOR)
    seen = []
    for _ in range(5):
        seen.append((game.to_move(), int(game.state.rounds), int(game.state.turns)))
        game.pass_turn()
    assert seen == [(WARRIOR, 0, 0), (RELIGIOUS, 0, 1), (TRADER, 0, 2), (FARMER, 0, 3), (WARRIOR, 1, 4)]


def test_r5_4_outside_the_own_turn_new_is_empty(drawn: Drawn) -> None:
    collected = False
    for index in range(3):
        game = drawn(index, round_cap=15)
        for _, _, state in game.play():
            collected |= bool(state.fresh[state.active].any())
            for seat in range(4):
                assert seat == state.active or not state.fresh[seat].any()
    assert collected


def test_r5_4_new_stays_what_it_is_until_the_third_phase(table: Make) -> None:
    game = table()
    game.fresh(TRADER, food=1, metal=2)
    game.do("END_MOVES")
    assert game.state.fresh[TRADER].tolist() == [1, 2]
    game.do("NO_ATTACK")
    assert game.state.fresh[TRADER].tolist() == [0, 0]


def test_r19_1_there_is_always_something_to_do_until_the_end(drawn: Drawn) -> None:
    for tribes in (TRIBES[:2], TRIBES[1:], TRIBES):
        game = drawn(0, tribes, round_cap=10)
        for before, action, _ in game.play():
            assert before.phase != 0
            assert action >= 0
            assert game.is_over or len(game.legal()) > 0
        assert game.legal() == []


def test_r19_1_what_leaves_nothing_to_decide_is_not_asked(table: Make) -> None:
    game = table()
    game.put_army(WARRIOR, game.at(2, 7))
    for seat in range(4):
        game.ready(seat)
    game.fall(6).turn(TRADER, "build").do("END_BUILDING")  # no city for an army, no metal for a rod, no food to offer
    assert (game.to_move(), game.phase) == (FARMER, "move")


def test_r19_4_armies_of_an_area_offer_their_attacks_once(table: Make) -> None:
    game = table()
    game.put_armies(TRADER, *[game.at(4, 4)] * 3)
    game.put_army(WARRIOR, game.at(4, 5))
    assert game.turn(TRADER, "attack").offers("ATTACK") == [1]


def test_r19_4_struck_twins_offer_their_protection_once(table: Make) -> None:
    game = table()
    game.put_armies(WARRIOR, game.at(2, 6), game.at(2, 7), game.at(2, 6), game.at(2, 6))
    game.put_relic(WARRIOR, game.at(2, 6), 3)  # a carrier has no twin
    game.ready(WARRIOR, metal=3)
    game.fall(6).turn(TRADER, "build").do("END_BUILDING")
    assert (game.to_move(), game.offers("PROTECT")) == (WARRIOR, [0, 1, 3])
    game.do("PROTECT")
    assert game.offers("PROTECT") == [1, 2, 3]
    game.do(Action.PROTECT + 2)
    assert game.offers("PROTECT") == [1, 3]


def test_r19_4_a_carrier_with_the_lowest_index_is_no_twin_of_the_army_beside_it(table: Make) -> None:
    game = table()
    game.put_armies(WARRIOR, *[game.at(2, 6)] * 3)
    game.put_relic(WARRIOR, game.at(2, 6), 0)
    game.ready(WARRIOR, metal=1)
    game.fall(6).turn(TRADER, "build").do("END_BUILDING")
    assert game.offers("PROTECT") == [0, 1]
