"""R12: metal that both sides commit in secret."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.zoar.invariants import without_hidden
from simlab.games.zoar.state import FARMER, METAL, NOBODY, RELIGIOUS, STOCK, TRADER, WARRIOR, Action

Make = Callable[..., Any]

EAST = int(Action.ATTACK) + 1  # of the first army


@pytest.fixture
def attacked(table: Make) -> Make:
    """Make a board on which Trader armies at (4, 4) attack Warrior armies at (4, 5); each side has so much metal."""

    def make(armies: int = 1, enemies: int = 1, metal: int = 3, enemy_metal: int = 3, **rules: Any) -> Any:
        game = table(**rules)
        game.put_armies(TRADER, *[game.at(4, 4)] * armies)
        game.put_armies(WARRIOR, *[game.at(4, 5)] * enemies)
        game.ready(TRADER, metal=metal)
        game.ready(WARRIOR, metal=enemy_metal)
        return game.turn(TRADER, "attack").do(EAST)

    return make


def commit(game: Any, *metals: int) -> Any:
    """Commit so much metal, one side after the other."""
    return game.do(*[int(Action.COMMIT) + metal for metal in metals])


@pytest.mark.parametrize("metal", [0, 1, 2, 3])
def test_r12_1_the_attacker_commits_any_part_of_its_ready_metal(attacked: Make, metal: int) -> None:
    game = attacked(metal=metal)
    assert (game.to_move(), game.phase) == (TRADER, "commit")
    assert game.legal() == [Action.COMMIT + some for some in range(metal + 1)]


@pytest.mark.parametrize("metal", [0, 1, 2, 3])
def test_r12_1_then_so_does_the_defender(attacked: Make, metal: int) -> None:
    game = commit(attacked(enemy_metal=metal), 1)
    assert (game.to_move(), game.phase) == (WARRIOR, "answer")
    assert game.legal() == [Action.COMMIT + some for some in range(metal + 1)]


def test_r12_1_new_metal_does_not_count(attacked: Make) -> None:
    game = attacked(metal=0)
    game.fresh(TRADER, metal=2)
    assert game.legal() == [Action.COMMIT]


def test_r12_1_nine_metal_can_be_committed_where_a_seat_may_hold_it(attacked: Make) -> None:
    game = attacked(metal=9, enemy_metal=9, resource_cap_metal=9, metal_supply=40)
    commit(game, 9, 9)
    assert game.state.metal_on_bids.tolist() == [9, 0, 9, 0]


def test_r12_1_the_seat_that_holds_the_area_defends_it_whoever_has_the_next_turn(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(4, 4))
    game.put_army(RELIGIOUS, game.at(4, 5))
    game.put_army(FARMER, game.at(4, 3))
    commit(game.turn(TRADER, "attack").do(EAST), 0)
    assert game.to_move() == RELIGIOUS


@pytest.mark.parametrize("metal", [0, 1, 2, 3])
def test_r12_2_each_metal_of_the_attacker_is_one_strength(attacked: Make, metal: int) -> None:
    game = commit(attacked(armies=1, enemies=4), metal, 0)
    assert game.state.armies_lost_combat[WARRIOR] == 1 + metal


@pytest.mark.parametrize("metal", [0, 1, 2, 3])
def test_r12_2_each_metal_of_the_defender_is_one_strength(attacked: Make, metal: int) -> None:
    game = commit(attacked(armies=4, enemies=1), 0, metal)
    assert game.state.armies_lost_combat[TRADER] == 1 + metal


@pytest.mark.parametrize("metal", [0, 1, 2, 3])
def test_r12_2_each_metal_of_the_attacker_is_one_health(attacked: Make, metal: int) -> None:
    game = commit(attacked(armies=4, enemies=4), metal, 0)
    assert game.state.armies_lost_combat[TRADER] == 4 - metal


@pytest.mark.parametrize("metal", [0, 1, 2, 3])
def test_r12_2_each_metal_of_the_defender_is_one_health(attacked: Make, metal: int) -> None:
    game = commit(attacked(armies=4, enemies=4), 0, metal)
    assert game.state.armies_lost_combat[WARRIOR] == 4 - metal


@pytest.mark.parametrize(("kind", "struck"), [("city", 2), ("temple", 1)])
def test_r12_3_a_building_without_armies_may_be_reinforced(table: Make, kind: str, struck: int) -> None:
    game = table()
    game.put_armies(TRADER, *[game.at(4, 4)] * 3)
    (game.put_city if kind == "city" else game.put_temple)(RELIGIOUS, game.at(4, 5))
    commit(game.turn(TRADER, "attack").do(EAST), 0, 1)
    assert game.state.armies_lost_combat[TRADER] == struck
    assert game.state.holder[game.at(4, 5)] == NOBODY  # health 2 against strength 3


def test_r12_3_and_holds_where_its_reinforcement_takes_all_damage(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(4, 4))
    game.put_temple(RELIGIOUS, game.at(4, 5))
    commit(game.turn(TRADER, "attack").do(EAST), 0, 1)
    assert game.state.temple_at[RELIGIOUS, 0] == game.at(4, 5)


def test_r12_4_what_was_committed_goes_to_the_market_and_the_rest_stays_ready(attacked: Make) -> None:
    game = attacked()
    market = int(game.state.market[METAL])
    commit(game, 2, 1)
    assert (game.state.ready[TRADER, METAL], game.state.ready[WARRIOR, METAL]) == (1, 2)
    assert game.state.market[METAL] == market + 3
    assert game.goods_in_all() == [20, 20]


def test_r12_4_though_no_reinforcement_was_needed(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(4, 4))
    game.put_temple(RELIGIOUS, game.at(4, 5))
    game.ready(TRADER, metal=3)
    market = int(game.state.market[METAL])
    commit(game.turn(TRADER, "attack").do(EAST), 2, 0)
    assert (game.state.ready[TRADER, METAL], game.state.market[METAL]) == (1, market + 2)


def test_r12_4_reinforcements_leave_after_the_combat(attacked: Make) -> None:
    game = commit(attacked(armies=1, enemies=4, metal=3, enemy_metal=3, attacks_per_turn="unlimited"), 3, 2)
    assert game.state.armies_lost_combat.tolist() == [1, 0, 2, 0]
    assert game.state.armies_on[game.at(4, 5)] == 2
    assert game.state.holder[game.at(4, 4)] == NOBODY  # nothing but the army fought from there


def test_r12_5_no_store_changes_before_the_reveal(attacked: Make) -> None:
    game = attacked()
    before = [place.tolist() for place in (game.state.ready, game.state.fresh, game.state.market)]
    commit(game, 3)
    assert [place.tolist() for place in (game.state.ready, game.state.fresh, game.state.market)] == before


def seen_by(game: Any, seat: int) -> bytes:
    """All fields of a state but what the seat cannot see."""
    state = game.state.copy()
    without_hidden(state, seat)
    return bytes(state.tobytes())


def test_r12_5_until_the_answer_all_that_others_see_is_the_same_whatever_was_committed(attacked: Make) -> None:
    games = [commit(attacked(), metal) for metal in range(4)]
    for seat in (WARRIOR, FARMER, RELIGIOUS):
        assert len({seen_by(game, seat) for game in games}) == 1
    assert len({tuple(game.legal()) for game in games}) == 1
    assert len({game.to_move() for game in games}) == 1
    assert len({str(game.features()) for game in games}) == 1


def test_r12_5_the_attacker_knows_its_own_number(attacked: Make) -> None:
    games = [commit(attacked(), metal) for metal in range(4)]
    assert len({seen_by(game, TRADER) for game in games}) == 4


def test_r12_5_only_the_commitment_is_ever_hidden(attacked: Make) -> None:
    game = commit(attacked(), 2)
    state = game.state.copy()
    without_hidden(state, WARRIOR)
    assert [name for name in state.dtype.names if (state[name] != game.state[name]).any()] == ["attack_bid"]
    game.do("COMMIT")
    assert seen_by(game, WARRIOR) == game.state.tobytes()


def test_r12_5_after_the_reveal_the_active_seat_decides_again(attacked: Make) -> None:
    game = commit(attacked(), 1, 1)
    assert (game.to_move(), game.phase, game.state.attack_bid) == (TRADER, "build", 0)


def test_r12_5_the_hidden_number_fights_as_it_was_committed(attacked: Make) -> None:
    for metal in range(4):
        game = commit(attacked(armies=1, enemies=4), metal, 0)
        assert (game.state.army_at[WARRIOR] == STOCK).sum() - 2 == 1 + metal  # two of six are never owned
