"""Zoar R1-R4: what is in the box, the board, the set-up, and what a seat may hold."""

from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

import pytest

from simlab import forward
from simlab.engine.entries import entry
from simlab.games.zoar import drawing, tiles
from simlab.games.zoar.state import (
    ALTAR,
    AREAS,
    CAPITAL,
    FOOD,
    GRASSLAND,
    METAL,
    MOST_ARMIES,
    QUARTERS,
    ROCKS,
    SIDE,
    STOCK,
    TILES,
    Action,
    VictoryKind,
)
from simlab.kernel.rng import start

At = Callable[[int, int], int]
TABLE = Callable[..., Any]
SEATS = {2: ("trader", "farmer"), 3: ("trader", "farmer", "warrior"), 4: ("trader", "farmer", "warrior", "religious")}
TEST_BOARD = """
CDGDRDDC
DADLLDAD
DGDRGLRD
DDDLDDDD
RGGDDDLD
DDDRGLRD
DADLDDAD
CDGDLRDC
"""


def letters(game: Any) -> str:
    """Return the terrain of the board, row by row."""
    return "".join(tiles.LETTERS[terrain] for terrain in game.state.terrain)


def played_after(game: Any, turns: int) -> Counter[int]:
    """Count the turns of each seat while everybody stops whenever asked."""
    whose: Counter[int] = Counter()
    for _ in range(turns):
        whose[int(game.state.active)] += 1
        game.pass_turn()
    return whose


# --- R1: components and aim -------------------------------------------------------------------------------------------


def test_r1_1_two_to_four_seats_play_different_tribes(complaints: Callable[..., Any]) -> None:
    assert all(complaints(tribes) == [] for tribes in SEATS.values())
    twice = complaints(["trader", "farmer", "trader"])
    assert [found.path for found in twice] == [("seats", 2, "tribe")]
    assert "seat 1 plays trader too" in twice[0].message


def test_r1_2_only_a_relic_at_home_or_enough_city_tokens_win(table: TABLE) -> None:
    assert {kind.name for kind in VictoryKind} == {"truncated", "relic", "cities"}
    game = table(SEATS[2])  # nobody has an army or a city, and nobody is out
    assert played_after(game, 8) == {0: 4, 1: 4}
    assert not game.is_over


def test_r1_3_each_seat_owns_a_leader_four_armies_two_cities_and_a_relic_the_religious_two_temples(
    table: TABLE,
) -> None:
    state = table().state
    assert state.army_stock.tolist() == [4, 4, 4, 4]
    assert state.city_stock.tolist() == [2, 2, 2, 2]
    assert state.temple_stock.tolist() == [0, 0, 0, 2]
    more = table(armies_per_player=6, cities_per_player=3, temples=1).state
    assert [more.army_stock[0], more.city_stock[0], more.temple_stock[3]] == [6, 3, 1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r1_4_there_are_twenty_of_each_kind_of_goods_for_ever(drawn: Callable[..., Any], seats: int) -> None:
    game = drawn(seats, SEATS[seats], round_cap=12)
    seen = 0
    for _, _, state in game.play():
        held = state.tokens.sum(axis=0) + state.ready.sum(axis=0) + state.fresh.sum(axis=0) + state.market
        assert held.tolist() == [20, 20]
        assert min(state.market.min(), state.tokens.min(), state.ready.min(), state.fresh.min()) >= 0
        seen += 1
    assert seen > 12 * seats


def test_r1_4_the_supplies_may_be_others(table: TABLE) -> None:
    assert table(food_supply=30, metal_supply=25).goods_in_all() == [30, 25]


def test_r1_5_the_box_must_hold_all_the_city_tokens_that_can_be_out(complaints: Callable[..., Any]) -> None:
    for seats, most in ((2, 3), (3, 7), (4, 13)):
        assert complaints(SEATS[seats], token_supply=most) == []
        short = complaints(SEATS[seats], token_supply=most - 1)
        assert [found.path for found in short] == [("rules", "token_supply")]
        assert f"up to {most} can be out" in short[0].message


# --- R2: board --------------------------------------------------------------------------------------------------------


def test_r2_1_there_are_twelve_land_tiles_of_four_areas(table: TABLE, complaints: Callable[..., Any]) -> None:
    state = table().state
    assert Counter(state.tile_number.tolist()) == {0: 16, **dict.fromkeys(range(1, 13), 4)}
    eleven = {tile: areas for tile, areas in tiles.tile_set(None).items() if tile != 12}
    assert [found.path for found in complaints(world={"tile_set": {"tiles": eleven}})] == [
        ("world", "tile_set", "tiles")
    ]


@pytest.mark.parametrize("name", list(tiles.tile_sets()))
def test_r2_2_every_tile_set_keeps_what_is_known_of_the_tiles(name: str) -> None:
    terrain = tiles.tile_set({"tile_set": name})
    assert Counter("".join(terrain.values())) == {"D": 26, "R": 7, "G": 7, "L": 8}
    assert all(areas.count("L") <= 1 for areas in terrain.values())
    assert {tile for tile, areas in terrain.items() if "R" in areas and "G" in areas} == {7, 8}
    assert [terrain[7].count("R"), terrain[7].count("G")] == [1, 1]
    assert "D" in terrain[7]
    assert [terrain[6].count("R"), terrain[6].count("G")] == [1, 0]


def in_hash_order(draw: int, what: str, items: Sequence[int]) -> list[int]:
    """Sort items by the digests that the file of tile sets names."""
    return sorted(
        items, key=lambda item: blake2b(f"zoar/permuted_{draw}/{what}/{item}".encode(), digest_size=8).digest()
    )


def test_r2_2_the_permuted_sets_are_made_as_their_file_says() -> None:
    sets = {name: tiles.tile_set({"tile_set": name}) for name in tiles.tile_sets()}
    for draw in range(1, len(sets)):
        others = in_hash_order(draw, "kind", [1, 2, 3, 4, 5, 9, 10, 11, 12])
        rocks, grassland = {6, 7, 8, *others[:4]}, {7, 8, *others[4:]}
        lakes = in_hash_order(draw, "lake", range(1, 13))[:8]
        for tile, areas in sets[f"permuted_{draw}"].items():
            upright = "R" * (tile in rocks) + "G" * (tile in grassland) + "L" * (tile in lakes)
            order = in_hash_order(draw, f"areas of {tile}", range(QUARTERS))
            assert areas == "".join(upright.ljust(QUARTERS, "D")[area] for area in order)
    assert len({tuple(terrain.values()) for terrain in sets.values()}) == len(sets) >= 8


@pytest.mark.parametrize("name", [name for name in tiles.tile_sets() if name.startswith("permuted")])
def test_r2_2_a_drawn_set_is_made_as_the_permuted_ones_are(name: str) -> None:
    assert drawing.draw("tile_set", name)["tiles"] == tiles.tile_sets()[name].tiles


def test_r2_2_drawn_sets_keep_what_is_known_of_the_tiles() -> None:
    for number in range(200):
        terrain = tiles.tile_set({"tile_set": drawing.draw("tile_set", f"seed {number}")})
        assert Counter("".join(terrain.values())) == {"D": 26, "R": 7, "G": 7, "L": 8}
        assert all(areas.count("L") <= 1 for areas in terrain.values())
        assert {tile for tile, areas in terrain.items() if "R" in areas and "G" in areas} == {7, 8}
        assert [terrain[6].count("R"), terrain[6].count("G")] == [1, 0]


def test_r2_2_another_tile_set_is_another_board(table: TABLE) -> None:
    assert letters(table(world={"tile_set": "permuted_3"})) != letters(table())
    terrain = {**tiles.tile_set(None), 1: "DDDG"}
    assert letters(table(world={"tile_set": {"tiles": terrain}})).startswith("CDDDRDDCDADGLDAD")


def test_r2_3_capital_tiles_have_a_capital_an_altar_and_two_desert_areas_and_no_number(table: TABLE) -> None:
    state = table().state
    unnumbered = [area for area in range(AREAS) if state.tile_number[area] == 0]
    assert Counter(letters(table())[area] for area in unnumbered) == {"C": 4, "A": 4, "D": 8}
    assert not {*state.tile_areas[1:].flatten().tolist()} & {*unnumbered}  # no roll gets there
    for tile in range(1, TILES + 1):
        assert {int(state.tile_number[area]) for area in state.tile_areas[tile]} == {tile}


def test_r2_4_capitals_are_in_the_outer_corners(table: TABLE, at: At) -> None:
    game = table()
    assert [area for area in range(AREAS) if game.state.terrain[area] == CAPITAL] == [
        at(0, 0),
        at(0, 7),
        at(7, 0),
        at(7, 7),
    ]
    assert game.state.capital.tolist() == [at(0, 0), at(0, 7), at(7, 7), at(7, 0)]


@pytest.mark.parametrize(
    ("place", "altars"),
    [
        ("inner", [(1, 1), (1, 6), (6, 6), (6, 1)]),
        ("clockwise", [(0, 1), (1, 7), (7, 6), (6, 0)]),
        ("counterclockwise", [(1, 0), (0, 6), (6, 7), (7, 1)]),
    ],
)
def test_r2_5_the_altar_is_towards_the_middle_or_beside_the_capital(
    table: TABLE, at: At, place: str, altars: list[tuple[int, int]]
) -> None:
    state = table(altar_place=place).state
    assert {area for area in range(AREAS) if state.terrain[area] == ALTAR} == {at(*altar) for altar in altars}


def test_r2_6_land_tiles_make_a_cross_with_the_capital_tiles_in_its_corners(table: TABLE) -> None:
    number = table().state.tile_number.reshape(SIDE, SIDE)
    assert number.size == 64
    assert {*number[2:6].flatten().tolist(), *number[:, 2:6].flatten().tolist()} == {*range(1, 13)}
    assert (number[:2, :2] == 0).all()
    assert (number[6:, 6:] == 0).all()


def test_r2_7_slots_are_numbered_row_by_row_on_a_grid_of_four_by_four_tiles(table: TABLE, at: At) -> None:
    game = table()
    assert game.state.tile_areas[6].tolist() == [at(2, 6), at(2, 7), at(3, 6), at(3, 7)]
    assert letters(game) == TEST_BOARD.replace("\n", "")


# --- R3: set-up -------------------------------------------------------------------------------------------------------


def test_r3_1_a_given_layout_is_laid_as_it_says(table: TABLE, at: At) -> None:
    layout = {"slots": [12, *range(2, 12), 1], "rotations": [1] + [0] * 11}
    state = table(layout_file=layout).state
    assert state.slots.tolist() == layout["slots"]
    assert state.tile_areas[12].tolist() == [at(0, 2), at(0, 3), at(1, 2), at(1, 3)]
    assert state.tile_number[at(7, 5)] == 1


def test_r3_2_a_clockwise_turn_moves_every_area_of_a_tile_one_on(table: TABLE, at: At) -> None:
    for turns, areas in enumerate(["GDDL", "DGLD", "LDDG", "DLGD"]):
        game = table(layout_file={"slots": [*range(1, 13)], "rotations": [turns] + [0] * 11})
        top = letters(game)
        assert top[at(0, 2) : at(0, 4)] + top[at(1, 2) : at(1, 4)] == areas
        assert tiles.turned("GDDL", turns) == areas


def test_r3_2_tiles_are_turned_at_random_or_not_at_all(drawn: Callable[..., Any]) -> None:
    assert {turns for index in range(8) for turns in drawn(index).state.rotations.tolist()} == {0, 1, 2, 3}
    assert {turns for index in range(8) for turns in drawn(index, tile_rotation="none").state.rotations} == {0}


@pytest.mark.parametrize(("wanted", "apart"), [("opposite", {2}), ("adjacent", {1, 3}), ("random", {1, 2, 3})])
def test_r3_3_two_seats_sit_opposite_or_side_by_side(drawn: Callable[..., Any], wanted: str, apart: set[int]) -> None:
    corners = [drawn(index, SEATS[2], capital_layout=wanted).state.corner.tolist() for index in range(40)]
    assert {(second - first) % 4 for first, second, *_ in corners} == apart
    assert {first for first, *_ in corners} == {0, 1, 2, 3}
    assert {tuple(rest) for _, _, *rest in corners} == {(-1, -1)}  # nobody plays from the other two


def test_r3_3_all_capital_tiles_are_placed_whatever_the_seat_count(drawn: Callable[..., Any]) -> None:
    for seats, tribes in SEATS.items():
        board = letters(drawn(0, tribes))
        assert [board.count("C"), board.count("A")] == [4, 4]
        assert len({*drawn(0, tribes).state.corner.tolist()[:seats]}) == seats


def test_r3_4_a_board_that_lakes_cut_in_two_is_drawn_again(drawn: Callable[..., Any]) -> None:
    lakes = {"tile_set": {"tiles": dict.fromkeys(range(1, 13), "LDLD")}}
    kept = [tiles.cut_off(letters(drawn(index, world=lakes, reject_disconnected=False))) for index in range(20)]
    redrawn = [tiles.cut_off(letters(drawn(index, world=lakes))) for index in range(20)]
    assert any(area is not None for area in kept)
    assert {*redrawn} == {None}


def test_r3_4_a_capital_that_cannot_be_reached_is_infinitely_far(table: TABLE) -> None:
    walled = {**tiles.tile_set(None), 1: "LDLD", 3: "LLDD"}
    game = table(world={"tile_set": {"tiles": walled}}, reject_disconnected=False)
    assert game.state.way_home.tolist() == [64, 12, 64, 12]
    assert [game.standing(seat) for seat in range(4)] == [0, 0, 0, 0]


def test_r3_4_a_tile_set_that_is_nearly_always_cut_in_two_is_given_up(drawn: Callable[..., Any]) -> None:
    with pytest.raises(RuntimeError, match="nearly always cut in two: 1000 layouts in a row"):
        drawn(world={"tile_set": {"tiles": dict.fromkeys(range(1, 13), "LLLD")}})


def test_r3_5_a_metal_lies_on_every_rocks_area_and_a_food_on_every_grassland(table: TABLE) -> None:
    state = table().state
    for area in range(AREAS):
        assert state.tokens[area, METAL] == (state.terrain[area] == ROCKS)
        assert state.tokens[area, FOOD] == (state.terrain[area] == GRASSLAND)
    assert state.tokens.sum(axis=0).tolist() == [7, 7]
    assert table(start_area_tokens=2, food_supply=30, metal_supply=30).state.tokens.sum(axis=0).tolist() == [14, 14]


def test_r3_6_each_leader_starts_on_its_own_capital(table: TABLE, at: At) -> None:
    state = table().state
    assert state.leader_at[2] == at(7, 7)
    assert state.leader_at.tolist() == state.capital.tolist()


def test_r3_7_each_seat_starts_with_a_food_and_a_metal_ready(table: TABLE) -> None:
    state = table().state
    assert state.ready.tolist() == [[1, 1]] * 4
    assert state.fresh.tolist() == [[0, 0]] * 4


def test_r3_7_the_start_may_differ_by_turn_position(table: TABLE) -> None:
    food = {"by": "turn_position", "values": [0, 1, 2, 3]}
    state = table(first=2, start_food=food, start_metal=2).state
    assert state.order.tolist() == [2, 3, 0, 1]
    assert state.ready.tolist() == [[2, 2], [3, 2], [0, 2], [1, 2]]


def test_r3_8_each_relic_lies_on_the_altar_in_the_corner_opposite_its_capital(table: TABLE, at: At) -> None:
    state = table().state
    assert state.relic_at.tolist() == [at(6, 6), at(6, 1), at(1, 1), at(1, 6)]
    assert state.carrier.tolist() == [-1] * 4
    two = table(SEATS[2]).state  # nobody plays from there
    assert two.relic_at.tolist()[:2] == [at(6, 6), at(6, 1)]


def test_r3_9_the_rest_is_the_market(table: TABLE) -> None:
    assert {seats: table(tribes).state.market.tolist() for seats, tribes in SEATS.items()} == {
        2: [11, 11],
        3: [10, 10],
        4: [9, 9],
    }


def test_r3_10_armies_and_cities_start_off_the_board(drawn: Callable[..., Any]) -> None:
    state = drawn().state
    assert state.army_at.tolist() == [[STOCK] * MOST_ARMIES] * 4
    assert {*state.city_at.flatten().tolist(), *state.temple_at.flatten().tolist()} == {STOCK}
    assert {*state.holder.tolist(), *state.city_on.tolist(), *state.temple_on.tolist()} == {-1}
    assert state.armies_on.sum() == 0


def test_r3_11_the_highest_roll_goes_first_or_the_first_seat(drawn: Callable[..., Any]) -> None:
    assert {int(drawn(index).state.active) for index in range(40)} == {0, 1, 2, 3}
    assert {int(drawn(index, first_player="seat0").state.active) for index in range(40)} == {0}


def test_r3_12_turns_pass_clockwise_by_corners_or_in_the_order_of_seats(table: TABLE) -> None:
    assert table(first=2).state.order.tolist() == [2, 3, 0, 1]
    crossed = ["NW", "SE", "NE", "SW"]
    assert table(first=2, capital_corners=crossed).state.order.tolist() == [2, 1, 3, 0]
    assert table(first=2, capital_corners=crossed, turn_order="seats").state.order.tolist() == [2, 3, 0, 1]
    three = table(SEATS[3], first=1, capital_corners=["SW", "NE", "NW"])
    assert three.state.order.tolist()[:3] == [1, 0, 2]  # the empty corner is skipped
    assert three.state.position.tolist()[:3] == [1, 0, 2]


def lay_again(states: Any, rules: Any, rngs: Any, keys: Any) -> None:
    start(rngs[0], keys, 5)
    forward.setup(states[0], rules[0], rngs[0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_writes_every_field_whatever_was_played_before(drawn: Callable[..., Any], seats: int) -> None:
    game = drawn(5, SEATS[seats])
    fresh = game.state.copy()
    game._desk.state.view("i8")[:] = 77
    game.state.game_zoar, game.state.n_seats = fresh.game_zoar, seats
    entry(game.game, lay_again)(game._desk.state, game._job.rules, game._desk.rng, game._job.keys)
    changed = [field for field in fresh.dtype.names if (game.state[field] != fresh[field]).any()]
    assert changed == []


# --- R4: stores -------------------------------------------------------------------------------------------------------


def test_r4_1_without_abilities_the_tribes_are_alike(table: TABLE) -> None:
    def trades_one_food(game: Any) -> bool:
        game.turn(0, "build").ready(0, food=1)
        return int(Action.TRADE_FOOD) in game.legal()

    assert trades_one_food(table())
    plain = table(abilities=False)
    assert not trades_one_food(plain)
    assert plain.rules.trade_ratio.tolist() == [2, 2, 2, 2]
    assert plain.rules.extra.sum() == plain.rules.temples.sum() == 0
    assert plain.state.temple_stock.sum() == 0


def test_r4_2_a_razed_city_gives_its_destroyer_a_token(table: TABLE, at: At) -> None:
    game = table()
    game.put_city(0, at(4, 4))
    game.put_army(2, at(4, 5))
    for seat in (0, 2):
        game.ready(seat)
    game.turn(2, "attack").do(int(Action.ATTACK) + 3)
    while game.phase in {"commit", "answer"}:
        game.do("COMMIT")
    assert game.state.city_tokens.tolist() == [0, 0, 1, 0]


def test_r4_3_what_was_collected_this_turn_buys_no_moves(table: TABLE) -> None:
    game = table().turn(0)
    game.ready(0)
    game.fresh(0, food=1)
    assert game.offers("BUY") == []
    game.ready(0, food=1)
    assert game.offers("BUY") == [0]


def test_r4_4_ready_and_new_together_hold_three_of_a_kind(table: TABLE, at: At) -> None:
    game = table().turn(0)
    game.ready(0, metal=2)
    game.fresh(0, metal=1)
    game.put_leader(0, at(1, 5))
    game.step(0, "N", "W")  # R with a metal
    assert game.state.leader_at[0] == at(0, 4)
    assert [game.state.fresh[0, METAL], game.state.tokens[at(0, 4), METAL]] == [1, 1]
    roomy = table(resource_cap_metal=4).turn(0)
    roomy.ready(0, metal=2)
    roomy.fresh(0, metal=1)
    roomy.put_leader(0, at(0, 5))
    roomy.step(0, "W")
    assert roomy.state.fresh[0, METAL] == 2


def test_r4_5_at_the_limit_nothing_of_that_kind_can_be_gained(table: TABLE) -> None:
    game = table().turn(0, "build")
    game.ready(0, food=2, metal=3)
    assert game.offers("TRADE_FOOD") == []
    game.ready(0, food=2, metal=2)
    assert game.offers("TRADE_FOOD") == [0]


def test_r4_6_goods_and_tokens_are_open_to_all(table: TABLE) -> None:
    game = table()
    before = game.state.copy()
    for seat in range(4):
        game.redeal(seat)
    for field in ("ready", "fresh", "market", "tokens", "city_tokens"):
        assert (game.state[field] == before[field]).all()
