"""What a seat cannot see, dealt anew: the attacker's metal until the defender has answered (R12.5)."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from simlab.games.zoar.state import Action
from tests.games.zoar.conftest import CORNERS, TRIBES, Table, job

SURPRISE = 2 * stats.norm.sf(5)  # z = 5
TRADER, FARMER, WARRIOR, RELIGIOUS = range(4)
METAL = 3  # that the attacker has
HIDDEN = 2  # that it committed
DRAWS = 4_000

At = Callable[[int, int], int]


@pytest.fixture
def attacked(at: At) -> Table:
    """The Trader has attacked a city of the Farmer's with hidden metal; the engine's own randomness."""
    board = {"layout": "file", "layout_file": "test_board"}
    seats = {"capital_layout": "fixed", "capital_corners": list(CORNERS.values()), "first_player": "seat0"}
    game = Table(job(TRIBES, board | seats), 0)
    game.put_army(TRADER, at(3, 4))
    game.put_city(FARMER, at(3, 5))
    game.ready(TRADER, metal=METAL)
    game.ready(FARMER, metal=1)
    east = int(Action.ATTACK) + 1
    return game.turn(TRADER, "attack").do(east, int(Action.COMMIT) + HIDDEN)


def redealt(game: Table, seat: int) -> int:
    """Redeal for a seat and return the attacker's metal."""
    game.redeal(seat)
    return int(game.state.attack_bid)


@pytest.mark.parametrize("seat", [FARMER, WARRIOR, RELIGIOUS])
def test_r12_5_whoever_does_not_attack_may_expect_any_commitment_alike(attacked: Table, seat: int) -> None:
    counts = np.bincount([redealt(attacked, seat) for _ in range(DRAWS)])
    assert len(counts) == METAL + 1  # from none to all of it
    assert stats.chisquare(counts).pvalue > SURPRISE


def test_r12_5_the_attacker_knows_its_own_commitment(attacked: Table) -> None:
    assert {redealt(attacked, TRADER) for _ in range(50)} == {HIDDEN}


def test_r4_6_nothing_else_is_dealt_anew(attacked: Table) -> None:
    before = attacked.state.copy()
    for seat in (*range(4), FARMER):
        attacked.redeal(seat)
        attacked.state.attack_bid = HIDDEN
        assert attacked.state.tobytes() == before.tobytes()


def test_r12_5_what_was_revealed_is_not_dealt_anew(attacked: Table) -> None:
    attacked.do("COMMIT")  # the defender answers with none: the fight is over
    before = attacked.state.copy()
    for seat in range(4):
        attacked.redeal(seat)
    assert (attacked.phase, attacked.state.tobytes()) == ("build", before.tobytes())


def test_r12_5_while_the_attacker_still_chooses_nothing_is_hidden(attacked: Table, at: At) -> None:
    attacked.do("COMMIT")
    attacked.put_army(TRADER, at(3, 4))
    attacked.put_city(FARMER, at(3, 5))
    attacked.turn(TRADER, "attack").do(int(Action.ATTACK) + 1)
    before = attacked.state.copy()
    for seat in range(4):
        attacked.redeal(seat)
    assert (attacked.phase, attacked.state.tobytes()) == ("commit", before.tobytes())
