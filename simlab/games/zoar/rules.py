"""The rules parameters of Zoar, and how they are packed.

Their values are in ``data/rulebook.yaml``. Who sits where and plays which tribe is the experiment's; the terrain of the
land tiles is a world, which nobody knows (R2.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import Field

from simlab import forward
from simlab.forward import ByTurnPosition, by_turn_position, rule
from simlab.games.zoar import state, tiles
from simlab.games.zoar.combinations import complaints
from simlab.games.zoar.state import FOOD, METAL, MOST_ARMIES, MOST_CITIES, MOST_GOODS, MOST_TEMPLES, SEATS
from simlab.games.zoar.tiles import Layout

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Rules", "complaints", "option_choices", "option_label", "pack", "world_choices"]

Goods = Annotated[int, Field(ge=0, le=MOST_GOODS)]
Cost = Annotated[int, Field(ge=0, le=3)]
Supply = Annotated[int, Field(ge=4, le=60)]
PerArea = Annotated[int, Field(ge=0, le=3)]
Extra = Annotated[int, Field(ge=0, le=2)]
Ratio = Annotated[int, Field(ge=0, le=4)]
Corner = Literal["NW", "NE", "SE", "SW"]
SeatCount = Literal["2", "3", "4"]


class Rules(forward.Rules):
    """What a designer can change, in the order of the rulebook."""

    layout: Literal["random", "file"] = rule("R3.1", label="layout of the land tiles")
    """Whether the land tiles are shuffled or lie as `layout_file` says."""
    layout_file: str | Layout | None = rule("R3.1", label="given layout")
    """A layout by name, or the tile and its clockwise quarter turns on each slot."""
    tile_rotation: Literal["random", "none"] = rule("R3.2", label="rotation of the land tiles")
    """Whether shuffled land tiles are turned at random or all stand upright."""
    altar_place: Literal["inner", "clockwise", "counterclockwise"] = rule("R2.5", label="altar")
    """Where the altar is on a capital tile: towards the middle of the board, or beside the Capital."""
    capital_layout: Literal["random", "opposite", "adjacent", "fixed"] = rule("R3.3", label="corners")
    """How the seats get their corners; two seats can be put opposite or side by side."""
    capital_corners: Annotated[list[Corner], Field(min_length=2, max_length=SEATS)] | None = rule(
        "R3.3", label="given corners"
    )
    """The corner of each seat, where `capital_layout` is fixed."""
    reject_disconnected: bool = rule("R3.4", label="draw again when cut in two")
    """Whether a layout in which lakes cut some area off is drawn again."""
    turn_order: Literal["corners", "seats"] = rule("R3.12", label="clockwise goes by")
    """Whether turns pass by the corners of the board or in the order of the seats."""
    first_player: Literal["roll", "seat0"] = rule("R3.11", label="who goes first")
    """Whether the highest roll or the first seat goes first."""
    food_supply: Supply = rule("R1.4", label="food in the box", unit="tokens")
    """All the food there is: on the board, with the seats and in the Market."""
    metal_supply: Supply = rule("R1.4", label="metal in the box", unit="tokens")
    """All the metal there is."""
    token_supply: Annotated[int, Field(ge=1, le=60)] = rule("R1.5", label="city tokens in the box", unit="tokens")
    """Destroyed City Tokens in the box; only checked to be enough."""
    start_area_tokens: PerArea = rule("R3.5", label="goods on each area at the start", unit="tokens")
    """Food on every Grassland and metal on every Rocks area at the start."""
    start_food: Goods | ByTurnPosition = rule("R3.7", label="food at the start", unit="tokens")
    """Food of each seat at the start; may differ by turn position."""
    start_metal: Goods | ByTurnPosition = rule("R3.7", label="metal at the start", unit="tokens")
    """Metal of each seat at the start; may differ by turn position."""
    resource_cap_food: Annotated[int, Field(ge=1, le=MOST_GOODS)] = rule(
        "R4.4", "R4.5", label="most food of a seat", unit="tokens"
    )
    """The most food a seat may hold, Ready and New together."""
    resource_cap_metal: Annotated[int, Field(ge=1, le=MOST_GOODS)] = rule(
        "R4.4", "R4.5", label="most metal of a seat", unit="tokens"
    )
    """The most metal a seat may hold, Ready and New together."""
    armies_per_player: Annotated[int, Field(ge=1, le=MOST_ARMIES)] = rule("R1.3", label="armies", unit="pieces")
    """Armies of each seat."""
    cities_per_player: Annotated[int, Field(ge=1, le=MOST_CITIES)] = rule("R1.3", label="cities", unit="pieces")
    """Cities of each seat."""
    temples: Annotated[int, Field(ge=0, le=MOST_TEMPLES)] = rule("R1.3", label="temples", unit="pieces")
    """Temples of the Religious tribe."""
    abilities: bool = rule("R4.1", label="tribe abilities")
    """Whether tribes differ: trade, extra goods, temples."""
    production_per_area: PerArea = rule("R6.1", label="goods a city makes on each area", unit="tokens")
    """Goods put on each Grassland and Rocks area of a tile with an own city."""
    divine_per_area: PerArea = rule("R16.2", label="goods the gods put on each area", unit="tokens")
    """Goods put on each Grassland and Rocks area of the tile that is rolled."""
    temple_timing: Literal["after_production", "before_production"] = rule("R6.7", label="temples collect")
    """Whether temples take the goods of their tile after or before production."""
    standing_collects: bool = rule("R6.9", label="units collect where they stand")
    """Whether a unit takes what production puts under it."""
    leader_moves: Annotated[int, Field(ge=0, le=6)] = rule("R7.3", label="moves of a leader", unit="steps")
    """Steps of a leader in a turn."""
    army_moves: Annotated[int, Field(ge=1, le=4)] = rule("R7.4", label="moves of an army", unit="steps")
    """Steps of an army in a turn."""
    capital_safe: bool = rule("R7.11", label="capitals closed to armies")
    """Whether armies may not enter the Capital of another seat."""
    extra_mode: Literal["per_token", "per_visit"] = rule("R8.7", label="extra goods per")
    """Whether a tribe's extra goods follow each token or only the first of a visit."""
    farmer_extra: Extra = rule("R8.5", label="extra food of the Farmer", unit="tokens")
    """Food from the Market that follows the food a Farmer collects."""
    warrior_extra: Extra = rule("R8.6", label="extra metal of the Warrior", unit="tokens")
    """Metal from the Market that follows the metal a Warrior collects."""
    extra_moves_per_food: Annotated[int, Field(ge=0, le=4)] = rule("R9.1", label="moves for a food", unit="steps")
    """Extra steps that one food buys; 0 for none to be bought."""
    pickup: Literal["anytime", "on_enter"] = rule("R10.3", label="relic picked up")
    """Whether an army may pick its relic up whenever it stands there or only on entering."""
    relay: bool = rule("R10.6", label="relic relayed")
    """Whether a relic dropped in a turn may be picked up again in it."""
    carrier_moves: Annotated[int, Field(ge=1, le=4)] = rule("R10.5", label="moves of a carrier", unit="steps")
    """Steps of the army that carries the relic while its seat has enough cities."""
    carrier_bonus_cities: Annotated[int, Field(ge=1, le=MOST_CITIES)] = rule(
        "R10.5", label="cities for the carrier's moves", unit="cities"
    )
    """How many cities give the carrier its moves."""
    combat_adjacency: Literal["orthogonal", "diagonal"] = rule("R11.3", label="attacks reach")
    """Whether attacks also go to corner neighbours."""
    attacks_per_turn: Literal["one", "one_per_area", "unlimited"] = rule("R11.4", label="attacks in a turn")
    """How many attacks a seat has in a turn."""
    attack_force: Literal["all", "choose"] = rule("R11.5", label="armies that attack")
    """Whether all armies of an area attack or as many as their owner likes."""
    both_sides_damage: bool = rule("R13.4", label="both sides deal damage")
    """Whether the defender strikes back."""
    rebuild: bool = rule("R13.6", label="razed buildings return")
    """Whether razed cities and temples go back to stock."""
    carrier_dies: Literal["last", "first"] = rule("R13.7", label="the carrier dies")
    """Which army dies when some survive."""
    trade_ratio: Ratio = rule("R14.2", label="price in trade", unit="tokens")
    """Goods given for one of the other kind; 0 for no trade."""
    trader_ratio: Ratio = rule("R14.3", label="the Trader's price in trade", unit="tokens")
    """Goods a Trader gives for one of the other kind; 0 for no trade."""
    city_cost_metal: Cost = rule("R15.1", label="price of a city", unit="metal")
    """Metal for a city."""
    temple_cost_metal: Cost = rule("R15.10", label="price of a temple", unit="metal")
    """Metal for a temple."""
    army_cost_food: Cost = rule("R15.6", label="price of an army", unit="food")
    """Food for an army."""
    build_site: Literal["listed", "only_leader", "restrictions_only"] = rule("R15.2", label="building sites")
    """What else may stand where a city or temple is built."""
    divine_free_army: Literal["active_only", "any_owner"] = rule("R16.4", label="the gods' army goes to")
    """Whose cities on the rolled tile get a free army."""
    divine_two_cities: Literal["one_army", "per_city"] = rule("R16.5", label="the gods' armies for two cities")
    """Whether two own cities on the rolled tile get one army or one each."""
    lightning: bool = rule("R16.6", label="lightning")
    """Whether armies of others on the rolled tile die."""
    offering_cost_food: Cost = rule("R17.1", label="price of an offering", unit="food")
    """Food for another roll; 0 for no offerings."""
    rod_cost_metal: Cost = rule("R17.4", label="price of a lightning rod", unit="metal")
    """Metal that saves an army from lightning; 0 for no rods."""
    city_tokens_to_win: dict[SeatCount, Annotated[int, Field(ge=1, le=8)]] = rule(
        "R18.2", label="city tokens to win", unit="tokens"
    )
    """Destroyed City Tokens that win, by the number of seats."""
    round_cap: Annotated[int, Field(ge=1, le=2000)] = rule("R19.2", label="round cap", unit="rounds")
    """Where an endless playthrough is cut off and counted as truncated."""


def option_label(option: Any) -> str:
    """Name a tribe."""
    return str(option)


def option_choices() -> list[str]:
    """List the tribes."""
    return [tribe.name for tribe in state.Tribe]


def world_choices() -> dict[str, list[str]]:
    """List the known draws of what nobody knows, the default first: the terrain of the land tiles (R2.2)."""
    return {"tile_set": list(tiles.tile_sets())}


def pack(rules: Rules, options: Sequence[Any], world: Mapping[str, Any] | None = None) -> np.recarray[Any, Any]:
    """Pack rules, tribes and tiles into one record of ``state.RULES``; what is not in force is packed alike."""
    packed = np.zeros(1, state.RULES).view(np.recarray)
    record = packed[0]
    tribes = [state.Tribe[option] for option in options]
    record.max_rounds = rules.round_cap
    record.tokens_to_win = rules.city_tokens_to_win[str(len(tribes))]  # type: ignore[index]
    _pack_board(record, rules, world)
    _pack_corners(record, rules, len(tribes))
    _pack_goods(record, rules, len(tribes))
    _pack_tribes(record, rules, tribes)
    _pack_movement(record, rules)
    _pack_combat(record, rules)
    _pack_gods(record, rules)
    return packed


def _pack_board(record: Any, rules: Rules, world: Mapping[str, Any] | None) -> None:
    record.layout = _number(rules, "layout")
    layout = tiles.layout(rules.layout_file) if rules.layout == "file" else None
    if layout is None:
        record.tile_rotation = rules.tile_rotation == "random"
        record.reject_disconnected = rules.reject_disconnected  # R3.4; a given layout was judged beforehand
    else:
        record.slots[:] = layout.slots
        record.rotations[:] = layout.rotations
    for tile, letters in tiles.tile_set(world).items():
        record.tiles[tile] = tiles.terrain(letters)
    record.capital_tile[:] = tiles.terrain(tiles.capital_tile(rules.altar_place))


def _pack_corners(record: Any, rules: Rules, seats: int) -> None:
    record.capital_layout = _number(rules, "capital_layout")
    corners: list[int] = []
    if rules.capital_layout == "fixed":
        corners = [int(state.Corner[corner]) for corner in (rules.capital_corners or [])[:seats]]
        record.capital_corners[:seats] = corners
    if not _goes_round(corners) and seats > 2:  # noqa: PLR2004 - two seats alternate either way
        record.turn_order = _number(rules, "turn_order")
    record.first_player = _number(rules, "first_player")


def _goes_round(corners: list[int]) -> bool:
    """Say whether seats in these corners sit clockwise, so that both readings of R3.12 agree."""
    turns = [(after - before) % SEATS for before, after in zip(corners, corners[1:] + corners[:1], strict=True)]
    return sum(turns) == SEATS


def _pack_goods(record: Any, rules: Rules, seats: int) -> None:
    for kind, supply, start, cap in (
        (FOOD, rules.food_supply, rules.start_food, rules.resource_cap_food),
        (METAL, rules.metal_supply, rules.start_metal, rules.resource_cap_metal),
    ):
        record.supply[kind] = supply
        record.start_goods[:seats, kind] = by_turn_position(start, seats)
        record.cap[kind] = cap
    record.start_area_tokens = rules.start_area_tokens
    record.production_per_area = rules.production_per_area
    record.divine_per_area = rules.divine_per_area
    record.standing_collects = rules.standing_collects


def _pack_tribes(record: Any, rules: Rules, tribes: Sequence[state.Tribe]) -> None:
    record.armies = rules.armies_per_player
    record.cities = rules.cities_per_player
    for seat, tribe in enumerate(tribes):
        able = tribe if rules.abilities else None  # R4.1
        record.tribe[seat] = tribe
        record.temples[seat] = rules.temples if able is state.Tribe.religious else 0
        record.extra[seat, FOOD] = rules.farmer_extra if able is state.Tribe.farmer else 0
        record.extra[seat, METAL] = rules.warrior_extra if able is state.Tribe.warrior else 0
        record.trade_ratio[seat] = rules.trader_ratio if able is state.Tribe.trader else rules.trade_ratio
    if record.temples.any():
        record.temple_first = rules.temple_timing == "before_production"
        record.temple_cost = rules.temple_cost_metal
    # R8.7: with too little room for the extra of a second token both readings are the same
    if ((record.extra > 0) & (record.extra + 2 < record.cap)).any():
        record.extra_per_visit = rules.extra_mode == "per_visit"


def _pack_movement(record: Any, rules: Rules) -> None:
    record.leader_moves = rules.leader_moves
    record.army_moves = rules.army_moves
    record.carrier_moves = rules.army_moves
    if rules.carrier_moves != rules.army_moves and rules.carrier_bonus_cities <= rules.cities_per_player:
        record.carrier_moves = rules.carrier_moves
        record.carrier_bonus_cities = rules.carrier_bonus_cities
    record.capital_safe = rules.capital_safe
    record.extra_moves_per_food = rules.extra_moves_per_food
    record.pickup_on_enter = rules.pickup == "on_enter"
    record.relay = rules.relay


def _pack_combat(record: Any, rules: Rules) -> None:
    has_several = rules.armies_per_player > 1
    record.directions = {"orthogonal": 4, "diagonal": 8}[rules.combat_adjacency]
    record.attacks_per_turn = _number(rules, "attacks_per_turn")
    record.choose_force = has_several and rules.attack_force == "choose"
    record.both_sides_damage = rules.both_sides_damage
    record.rebuild = rules.rebuild
    record.carrier_dies_first = has_several and rules.carrier_dies == "first"
    record.city_cost = rules.city_cost_metal
    record.army_cost = rules.army_cost_food
    record.build_site = _number(rules, "build_site")


def _pack_gods(record: Any, rules: Rules) -> None:
    record.any_owner = rules.divine_free_army == "any_owner"
    record.per_city = rules.cities_per_player > 1 and rules.divine_two_cities == "per_city"
    record.lightning = rules.lightning
    record.offering_cost = rules.offering_cost_food
    record.rod_cost = rules.rod_cost_metal if rules.lightning else 0


def _number(rules: Rules, name: str) -> int:
    """Return which of the words that `Rules` lists a parameter has."""
    words = Rules.model_fields[name].annotation.__args__  # type: ignore[union-attr]
    return int(words.index(getattr(rules, name)))
