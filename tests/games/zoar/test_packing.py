"""Zoar: every rules parameter reaches the packed record where it is in force, and nowhere else."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab import games
from simlab.games.zoar.rules import Rules

GAME = games.load("zoar")
TRIBES = ("trader", "farmer", "warrior", "religious")
TEST_BOARD = {"layout": "file", "layout_file": "test_board"}
CLOCKWISE = {"capital_layout": "fixed", "capital_corners": ["NE", "SE", "SW", "NW"]}
CROSSED = {"capital_layout": "fixed", "capital_corners": ["NE", "SW", "SE", "NW"]}

# For each parameter what it is set to, and what else has to be so for it to matter
IN_FORCE: dict[str, tuple[Any, dict[str, Any]]] = {
    "layout": ("file", {"layout_file": "test_board"}),
    "layout_file": ({"slots": [*range(12, 0, -1)], "rotations": [1] * 12}, TEST_BOARD),
    "tile_rotation": ("none", {}),
    "altar_place": ("clockwise", {}),
    "capital_layout": ("opposite", {"seats": 2}),
    "capital_corners": (["NW", "NE", "SE", "SW"], CROSSED),
    "reject_disconnected": (False, {}),
    "turn_order": ("seats", {}),
    "first_player": ("seat0", {}),
    "food_supply": (30, {}),
    "metal_supply": (30, {}),
    "start_area_tokens": (0, {}),
    "start_food": ({"by": "turn_position", "values": [1, 1, 1, 2]}, {}),
    "start_metal": (0, {}),
    "resource_cap_food": (4, {}),
    "resource_cap_metal": (4, {}),
    "armies_per_player": (5, {}),
    "cities_per_player": (3, {}),
    "temples": (1, {}),
    "abilities": (False, {}),
    "production_per_area": (2, {}),
    "divine_per_area": (0, {}),
    "temple_timing": ("before_production", {}),
    "standing_collects": (True, {}),
    "leader_moves": (3, {}),
    "army_moves": (2, {}),
    "capital_safe": (True, {}),
    "extra_mode": ("per_visit", {"resource_cap_food": 4}),
    "farmer_extra": (0, {}),
    "warrior_extra": (2, {}),
    "extra_moves_per_food": (3, {}),
    "pickup": ("on_enter", {}),
    "relay": (False, {}),
    "carrier_moves": (3, {}),
    "carrier_bonus_cities": (1, {}),
    "combat_adjacency": ("diagonal", {}),
    "attacks_per_turn": ("unlimited", {}),
    "attack_force": ("choose", {}),
    "both_sides_damage": (False, {}),
    "rebuild": (False, {}),
    "carrier_dies": ("first", {}),
    "trade_ratio": (3, {}),
    "trader_ratio": (0, {}),
    "city_cost_metal": (2, {}),
    "temple_cost_metal": (2, {}),
    "army_cost_food": (2, {}),
    "build_site": ("only_leader", {}),
    "divine_free_army": ("any_owner", {}),
    "divine_two_cities": ("per_city", {}),
    "lightning": (False, {}),
    "offering_cost_food": (0, {}),
    "rod_cost_metal": (0, {}),
    "city_tokens_to_win": ({"4": 3}, {}),
    "round_cap": (100, {}),
}
ONLY_CHECKED = {"token_supply"}  # R1.5


@pytest.fixture(scope="module")
def packed(rules_of: Callable[..., Rules]) -> Callable[..., bytes]:
    """Return what packs rules: ``packed(seats=2, relay=False)``."""

    def pack(seats: int = 4, tile_set: Any = None, **overrides: Any) -> bytes:
        world = None if tile_set is None else {"tile_set": tile_set}
        assert [*GAME.complaints(rules_of(**overrides), TRIBES[:seats], world)] == []
        return GAME.pack(rules_of(**overrides), TRIBES[:seats], world).tobytes()

    return pack


def test_every_parameter_is_packed_or_only_checked() -> None:
    assert {*IN_FORCE, *ONLY_CHECKED} == {*Rules.model_fields}


@pytest.mark.parametrize("name", list(IN_FORCE))
def test_a_parameter_in_force_changes_the_record(packed: Callable[..., bytes], name: str) -> None:
    value, others = IN_FORCE[name]
    without = {key: other for key, other in others.items() if key != "layout_file" or name != "layout"}
    assert packed(**{**others, name: value}) != packed(**without)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"token_supply": 13}, {}),
        ({**TEST_BOARD, "tile_rotation": "none"}, TEST_BOARD),
        ({**TEST_BOARD, "reject_disconnected": False}, TEST_BOARD),
        ({"layout": "file", "layout_file": {"slots": [*range(1, 13)], "rotations": [0] * 12}}, TEST_BOARD),
        ({"seats": 2, "turn_order": "seats"}, {"seats": 2}),
        ({**CLOCKWISE, "turn_order": "seats"}, CLOCKWISE),
        ({"start_food": {"by": "turn_position", "values": [1, 1, 1, 1]}}, {}),
        ({"seats": 2, "start_food": {"by": "turn_position", "values": [1, 1, 3, 3]}}, {"seats": 2}),
        ({"seats": 3, "temples": 1, "temple_cost_metal": 3, "temple_timing": "before_production"}, {"seats": 3}),
        ({"seats": 2, "warrior_extra": 0}, {"seats": 2}),
        ({"extra_mode": "per_visit"}, {}),
        ({"seats": 2, "resource_cap_metal": 9, "extra_mode": "per_visit"}, {"seats": 2, "resource_cap_metal": 9}),
        ({"carrier_bonus_cities": 3, "carrier_moves": 4}, {"carrier_moves": 1}),
        ({"armies_per_player": 1, "attack_force": "choose", "carrier_dies": "first"}, {"armies_per_player": 1}),
        ({"cities_per_player": 1, "divine_two_cities": "per_city"}, {"cities_per_player": 1}),
        ({"lightning": False, "rod_cost_metal": 3}, {"lightning": False}),
        ({"city_tokens_to_win": {"2": 1}}, {}),
        ({"tile_set": "assumed_base"}, {}),
        (
            {"abilities": False, "trader_ratio": 3, "farmer_extra": 2, "warrior_extra": 0, "temples": 3},
            {"abilities": False},
        ),
    ],
)
def test_what_is_not_in_force_is_packed_alike(
    packed: Callable[..., bytes], one: dict[str, Any], other: dict[str, Any]
) -> None:
    assert packed(**one) == packed(**other)


def test_another_tile_set_is_another_record(packed: Callable[..., bytes]) -> None:
    assert len({packed(tile_set=name) for name in GAME.worlds["tile_set"]}) == len(GAME.worlds["tile_set"])


def test_the_tribes_of_the_seats_are_packed_in_seat_order(rules_of: Callable[..., Rules]) -> None:
    record = GAME.pack(rules_of(), ["religious", "warrior", "farmer"])[0]
    assert record.tribe.tolist() == [3, 2, 1, 0]
    assert record.temples.tolist() == [2, 0, 0, 0]
    assert record.extra.tolist() == [[0, 0], [0, 1], [1, 0], [0, 0]]
    assert record.trade_ratio.tolist() == [2, 2, 2, 0]
    assert record.start_goods.tolist() == [[1, 1], [1, 1], [1, 1], [0, 0]]
