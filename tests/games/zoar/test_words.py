"""A playthrough in words: what a designer reads says what the records hold, and leaves nothing out."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from simlab.games.zoar import words
from simlab.games.zoar.state import Action
from simlab.games.zoar.words.board import area_name, counted, goods, listed

Make = Callable[..., Any]

NAMES = ["Trader", "Farmer", "Warrior", "Religious"]
TRADER, FARMER, WARRIOR, RELIGIOUS = range(4)


def told(game: Any, *actions: int | str) -> str:
    """Apply actions and return what is said of the last one, without its indent."""
    text = ""
    for action in actions:
        code = int(Action[action]) if isinstance(action, str) else action
        before = game.state.copy()
        game.apply(code)
        text = words.describe_action(before, code, game.state, game.rules, NAMES)
    return text.strip()


def step(unit: int, way: str) -> int:
    """Return the code of a step."""
    return int(Action.STEP) + 4 * unit + "NESW".index(way)


def attack(army: int, way: str) -> int:
    """Return the code of an attack."""
    return int(Action.ATTACK) + 8 * army + "NESW".index(way)


def committed(game: Any, attacking: int, defending: int) -> str:
    """Let both sides commit metal; return what is said once it is revealed."""
    return told(game, Action.COMMIT + attacking, Action.COMMIT + defending)


# --- the board and the start


@pytest.mark.parametrize(("place", "name"), [((0, 0), "a8"), ((0, 7), "h8"), ((7, 7), "h1"), ((3, 4), "e5")])
def test_areas_are_named_as_on_a_chess_board(at: Make, place: tuple[int, int], name: str) -> None:
    assert area_name(at(*place)) == name


def test_lists_counts_and_goods_read_well() -> None:
    assert [listed(["a"]), listed(["a", "b", "c"])] == ["a", "a, b and c"]
    assert [counted(1, "army"), counted(2, "city"), counted(0, "temple")] == ["1 army", "2 cities", "0 temples"]
    assert [goods([1, 2]), goods([0, 3]), goods([0, 0])] == ["1 food and 2 metal", "3 metal", "nothing"]


def test_the_setup_draws_the_board_with_tile_numbers_and_tokens(table: Make) -> None:
    game = table()
    game.lay(game.at(0, 2), food=12)
    lines = words.describe_setup(game.state, game.rules, NAMES).splitlines()
    assert lines[:13] == [
        "    a  b    c  d    e  f    g  h",
        "  +-------+---1---+---2---+-------+",
        "8 | C  .  | g12 .  | r1 .  | .  C  | 8",
        "7 | .  A  | .  ~  | ~  .  | A  .  | 7",
        "  +---3---+---4---+---5---+---6---+",
        "6 | .  g1 | .  r1 | g1 ~  | r1 .  | 6",
        "5 | .  .  | .  ~  | .  .  | .  .  | 5",
        "  +---7---+---8---+---9---+--10---+",
        "4 | r1 g1 | g1 .  | .  .  | ~  .  | 4",
        "3 | .  .  | .  r1 | g1 ~  | r1 .  | 3",
        "  +-------+--11---+--12---+-------+",
        "2 | .  A  | .  ~  | .  .  | A  .  | 2",
        "1 | C  .  | g1 .  | ~  r1 | .  C  | 1",
    ]


def test_the_setup_says_who_sits_where_how_to_win_and_who_begins(table: Make) -> None:
    game = table(first=WARRIOR)
    lines = words.describe_setup(game.state, game.rules, ["hero", "Farmer", "Warrior", "Religious"]).splitlines()
    assert lines[-9:] == [
        "hero (trader): Capital a8, relic on g2, 12 steps away.",
        "Farmer: Capital h8, relic on b2, 12 steps away.",
        "Warrior: Capital h1, relic on b7, 12 steps away.",
        "Religious: Capital a1, relic on g7, 12 steps away.",
        "The Market has 9 food and 9 metal.",
        "To win: the own relic in the own Capital, or 4 Destroyed City Tokens.",
        "Turns go round in this order: Warrior, Religious, hero, Farmer.",
        "",
        "Round 1, Warrior: 1 food, 1 metal; leader h1; relic b7",
    ]


def test_the_setup_of_two_seats_names_only_those(table: Make) -> None:
    game = table(tribes=["warrior", "trader"])
    text = words.describe_setup(game.state, game.rules, ["hawk", "dove"])
    assert "Turns go round in this order: hawk, dove." in text
    assert "2 Destroyed City Tokens" in text


def test_the_state_says_what_each_seat_has_and_where_its_pieces_are(table: Make) -> None:
    game = table()
    game.ready(TRADER, food=2, metal=0)
    game.fresh(TRADER, food=1)
    game.state.city_tokens[TRADER] = 1
    game.put_city(TRADER, game.at(5, 0))
    game.put_armies(TRADER, game.at(5, 0), game.at(5, 0))
    game.put_carrier(TRADER, game.at(4, 1))
    game.put_temple(RELIGIOUS, game.at(3, 2))
    lines = words.describe_state(game.state, game.rules, NAMES).splitlines()
    assert lines[-5:] == [
        (
            "Trader: 2 food, 0 metal (new: 1 food), 1 city token; leader a8; armies a3 (2) and b4; city a3; "
            "relic carried on b4"
        ),
        "Farmer: 1 food, 1 metal; leader h8; relic b2",
        "Warrior: 1 food, 1 metal; leader h1; relic b7",
        "Religious: 1 food, 1 metal; leader a1; temple c5; relic g7",
        f"The Market has {goods(game.state.market.tolist())}.",
    ]


# --- movement


def test_a_step_says_who_went_where_and_what_was_taken(table: Make) -> None:
    game = table()
    game.put_leader(TRADER, game.at(2, 2))
    assert told(game, step(0, "E")) == "Leader c6–d6: takes 1 metal."
    assert told(game, step(0, "E")) == "Leader d6–e6: takes 1 food."


def test_an_extra_of_the_tribe_and_what_stays_behind_are_said(table: Make) -> None:
    game = table().turn(WARRIOR)
    game.ready(WARRIOR, food=0, metal=1)
    game.put_army(WARRIOR, game.at(3, 6))
    game.lay(game.at(2, 6), metal=2)
    assert told(game, step(1, "N")) == "Army g5–g6: takes 1 metal, and 1 metal more from the Market, leaves 1 metal."
    game.put_leader(WARRIOR, game.at(3, 6))
    assert told(game, step(0, "N")) == "Leader g5–g6: has no room for 1 metal."


def test_the_relic_is_picked_up_carried_and_put_down(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(6, 6))
    assert told(game, Action.PICK_UP) == "The army on g2 picks up the relic."
    assert told(game, step(1, "N")).startswith("Army g2–g3, with the relic")
    assert told(game, "DROP") == "The army on g3 puts the relic down."


def test_passing_over_the_relic_of_another_seat_is_said(table: Make) -> None:
    game = table()
    game.put_army(TRADER, game.at(3, 2))
    game.put_relic(WARRIOR, game.at(2, 2))
    assert told(game, "BUY", step(1, "N")) == "Army c5–c6, onto a relic that is not its own."


def test_moves_bought_and_moves_lost_are_said(table: Make) -> None:
    game = table()
    assert told(game, "BUY") == "Pays 1 food for 2 more moves."
    assert told(game, "END_MOVES") == "Does not use 2 paid moves."


# --- combat


def battle(table: Make, **rules: Any) -> Any:
    """Two armies of the Religious on b3 beside a city of the Warrior on a3 with one army."""
    game = table(**rules).turn(RELIGIOUS)
    game.put_city(WARRIOR, game.at(5, 0))
    game.put_army(WARRIOR, game.at(5, 0))
    game.put_armies(RELIGIOUS, game.at(5, 1), game.at(5, 1))
    game.do("END_MOVES")
    return game


def test_an_attack_says_what_it_meets(table: Make) -> None:
    game = battle(table)
    assert told(game, attack(0, "W")) == "Attacks a3 from b3: Warrior has 1 army and a city there."


def test_metal_stays_hidden_until_it_is_revealed_then_the_sum_is_told(table: Make) -> None:
    game = battle(table)
    assert told(game, attack(0, "W"), Action.COMMIT + 1) == ""
    assert told(game, Action.COMMIT) == (
        "Strength: Religious 3 (2 armies, 1 metal) against Warrior 2 (1 army, a city). "
        "Losses: Religious 1 army; Warrior 1 army and the city. "
        "A Destroyed City Token for Religious, who has 1 now."
    )


def test_a_temple_and_a_relic_in_combat_are_said(table: Make) -> None:
    game = table().turn(TRADER)
    game.put_temple(RELIGIOUS, game.at(5, 0))
    game.put_carrier(RELIGIOUS, game.at(5, 0))
    game.put_armies(TRADER, game.at(5, 1), game.at(5, 1))
    game.do("END_MOVES")
    assert told(game, attack(0, "W")).endswith("Religious has 1 army with its relic and a temple there.")
    assert committed(game, 0, 0) == (
        "Strength: Trader 2 (2 armies) against Religious 1 (1 army with its relic, a temple). "
        "Losses: Trader 1 army; Religious 1 army and the temple (its relic stays on a3)."
    )


def test_a_combat_without_losses_says_so(table: Make) -> None:
    game = battle(table, both_sides_damage=False)
    game.ready(WARRIOR, metal=2)
    told(game, attack(0, "W"))
    assert committed(game, 0, 2).endswith("against Warrior 4 (1 army, a city, 2 metal). Losses: none.")


def test_a_chosen_force_is_said(table: Make) -> None:
    game = battle(table, attack_force="choose")
    assert told(game, attack(0, "W"), Action.FORCE) == "Sends 1 army."
    assert committed(game, 0, 0).startswith("Strength: Religious 1 (1 army) against Warrior 2 ")


# --- trade and build


def builder(table: Make, seat: int, food: int, metal: int, **rules: Any) -> Any:
    """A seat in its building phase with its leader on a3, which is desert."""
    game = table(**rules).turn(seat)
    game.put_leader(seat, game.at(5, 0))
    game.ready(seat, food=food, metal=metal)
    return game.turn(seat, "build")


def test_a_trade_says_what_was_given_for_what(table: Make) -> None:
    assert told(builder(table, TRADER, 2, 0), "TRADE_FOOD") == "Trades 1 food for 1 metal."
    assert told(builder(table, FARMER, 0, 2), "TRADE_METAL") == "Trades 2 metal for 1 food."


def test_a_city_says_where_for_how_much_and_whether_an_army_came_with_it(table: Make) -> None:
    assert told(builder(table, FARMER, 0, 1), "CITY_AND_ARMY") == "Builds a city on a3 and an army in it, for 1 metal."
    assert told(builder(table, FARMER, 0, 1), "CITY") == "Builds a city on a3 without an army, for 1 metal."
    free = builder(table, FARMER, 0, 1, city_cost_metal=0)
    assert told(free, "CITY") == "Builds a city on a3 without an army, for nothing."


def test_a_temple_says_its_price_and_what_it_took(table: Make) -> None:
    game = builder(table, RELIGIOUS, 0, 1)
    assert (
        told(game, "TEMPLE_AND_COLLECT")
        == "Builds a temple on a3 for 1 metal and takes 1 food and 1 metal from its tile."
    )
    assert told(builder(table, RELIGIOUS, 0, 1), "TEMPLE") == "Builds a temple on a3 for 1 metal."


def test_a_raised_army_says_where_and_for_how_much(table: Make) -> None:
    game = builder(table, FARMER, 2, 0, army_cost_food=2)
    game.put_city(FARMER, game.at(5, 0))
    assert told(game, Action.ARMY) == "Raises an army on a3 for 2 food."


# --- the gods


def gods(table: Make, seat: int, *faces: int, **rules: Any) -> Any:
    """A seat with one food at the end of its building phase; the die will fall like this."""
    game = table(**rules).fall(*faces).turn(seat, "build")
    game.ready(seat, food=1)
    return game


def test_a_roll_says_the_tile_and_what_was_put_there(table: Make) -> None:
    assert told(gods(table, FARMER, 7), "END_BUILDING") == "The gods touch tile 7: 1 metal on a4 and 1 food on b4."


def test_a_roll_says_what_the_market_lacks(table: Make) -> None:
    game = gods(table, FARMER, 7)
    game.market(food=5, metal=0)
    said = told(game, "END_BUILDING")
    assert said == "The gods touch tile 7: 1 food on b4; the Market lacks 1 metal."


def test_an_offering_says_its_price_and_its_roll(table: Make) -> None:
    said = told(gods(table, FARMER, 7, 1), "END_BUILDING", "OFFERING")
    assert said.startswith("Offers 1 food. The gods touch tile 1: 1 food on c8.")


def test_lightning_threatens_is_warded_off_and_strikes(table: Make) -> None:
    game = gods(table, FARMER, 7)
    game.put_armies(TRADER, game.at(5, 0), game.at(5, 0))
    game.put_carrier(WARRIOR, game.at(5, 1))
    game.ready(TRADER, metal=1)
    game.ready(WARRIOR)
    assert told(game, "END_BUILDING").endswith("Lightning threatens Trader on a3 (2), Warrior on b3.")
    assert told(game, Action.PROTECT) == (
        "Trader pays 1 metal for a rod over the army on a3. "
        "Lightning: Trader loses 1 army on a3; Warrior loses 1 army on b3 (its relic stays on b3)."
    )


def test_a_free_army_is_said_and_so_is_declining_it(table: Make) -> None:
    for action, said in ((Action.GRANT, "A free army on a3."), (Action.DECLINE, "No free army, by choice.")):
        game = gods(table, FARMER, 7)
        game.put_city(FARMER, game.at(5, 0))
        game.do("END_BUILDING")
        assert told(game, action) == said


def test_a_free_army_of_another_seat_may_be_struck_at_once(table: Make) -> None:
    game = gods(table, FARMER, 7, divine_free_army="any_owner")
    game.put_city(TRADER, game.at(5, 0))
    game.ready(TRADER)
    game.do("END_BUILDING")
    assert told(game, Action.GRANT) == "A free army of Trader on a3. Lightning: Trader loses 1 army on a3."


# --- the next turn


def test_the_next_turn_begins_with_what_its_seat_has_and_gets(table: Make) -> None:
    game = gods(table, RELIGIOUS, 1)
    game.ready(RELIGIOUS)
    game.state.order[:] = [RELIGIOUS, FARMER, WARRIOR, TRADER]
    game.state.position[[RELIGIOUS, FARMER, WARRIOR, TRADER]] = range(4)
    game.put_city(FARMER, game.at(5, 0))
    assert told(game, "END_BUILDING").splitlines() == [
        "The gods touch tile 1: 1 food on c8.",
        "",
        "Round 1, Farmer: 1 food, 1 metal; leader h8; city a3; relic b2",
        "  Production: 1 metal on a4 and 1 food on b4.",
    ]


def test_a_temple_says_what_it_collected(table: Make) -> None:
    game = gods(table, WARRIOR, 1)
    game.ready(WARRIOR)
    game.put_temple(RELIGIOUS, game.at(5, 0))
    assert told(game, "END_BUILDING").splitlines()[-2:] == [
        "Round 1, Religious: 1 food, 1 metal; leader a1; temple a3; relic g7",
        "  The temple takes 1 food and 1 metal.",
    ]
    game = gods(table, WARRIOR, 1)
    game.ready(WARRIOR)
    game.put_temple(RELIGIOUS, game.at(5, 0))
    game.put_temple(RELIGIOUS, game.at(5, 1))
    game.put_city(RELIGIOUS, game.at(3, 2))
    assert "\n  Production: 1 metal on d6. The temples take 1 food and 1 metal." in told(game, "END_BUILDING")


def test_units_that_collect_where_they_stand_are_said(table: Make) -> None:
    game = gods(table, WARRIOR, 1, standing_collects=True)
    game.ready(WARRIOR)
    game.put_leader(RELIGIOUS, game.at(4, 0))
    assert told(game, "END_BUILDING").endswith("\n  Units take 1 metal where they stand.")


# --- the end


def test_the_end_says_who_won_when_and_how(table: Make) -> None:
    game = table()
    game.put_carrier(TRADER, game.at(0, 1))
    told(game, step(1, "W"))
    assert words.describe_end(game.state, game.rules, NAMES).strip() == (
        "Trader wins in round 1: its relic is home, on a8."
    )
    game = battle(table)
    game.state.city_tokens[RELIGIOUS] = 3
    told(game, attack(0, "W"))
    committed(game, 1, 0)
    assert words.describe_end(game.state, game.rules, NAMES).strip() == (
        "Religious wins in round 1: it has 4 Destroyed City Tokens of 4."
    )


def test_the_end_says_that_nobody_won(table: Make) -> None:
    game = table(round_cap=1)
    for _ in range(4):
        game.pass_turn()
    assert words.describe_end(game.state, game.rules, NAMES).strip() == "Cut off after 1 round: nobody has won."


def test_names_appear_as_they_are_given(table: Make) -> None:
    game = table()
    assert "\nRound 1, <b>½</b>: " in words.describe_setup(game.state, game.rules, ["<b>½</b>", *NAMES[1:]])


# --- whole playthroughs

SEEN = ("leader_at", "army_at", "city_at", "temple_at", "relic_at", "carrier", "tokens", "market", "city_tokens")


def play(game: Any, names: Sequence[str]) -> Any:
    """Yield (before, text, after) of every action of a playthrough at random."""
    for before, action, after in game.play():
        yield before, words.describe_action(before, action, after, game.rules, names), after


@pytest.mark.parametrize("index", range(3))
def test_what_changes_on_the_table_is_told(drawn: Make, index: int) -> None:
    game = drawn(index, round_cap=40, start_food=3, start_metal=3)
    silent = 0
    for before, text, after in play(game, NAMES):
        changed = [name for name in SEEN if (before[name] != after[name]).any()]
        changed += ["stores"] if (before.ready + before.fresh != after.ready + after.fresh).any() else []
        silent += not text
        assert text or not changed, changed
    assert silent


PLACED = re.compile(r"(\d+) (food|metal) on ([a-h][1-8])")


@pytest.mark.parametrize("index", range(3))
def test_tokens_told_as_placed_are_those_on_the_board(drawn: Make, index: int) -> None:
    tribes = ["trader", "warrior"]  # without temples nothing leaves the board when a turn ends
    game = drawn(index, tribes, round_cap=60, food_supply=14, metal_supply=14, divine_per_area=2, start_metal=3)
    ended = 0
    for before, text, after in play(game, tribes):
        if after.turns == before.turns:
            continue
        wanted = before.tokens.copy()
        for number, kind, area in PLACED.findall(text):
            row, column = 8 - int(area[1]), "abcdefgh".index(area[0])
            wanted[8 * row + column, ["food", "metal"].index(kind)] += int(number)
        assert (wanted == after.tokens).all(), text
        ended += 1
    assert ended == game.state.turns
