"""The state of a playthrough, the packed rules, and the codes of phases and actions: fixed-size records of int64."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

SEATS = 4  # R1.1
SIDE = 8  # R2.7: areas along a side of the board
AREAS = SIDE * SIDE
TILES = 12  # R2.1: numbered 1 … 12
QUARTERS = 4  # areas of a tile, in the order NW NE SW SE
MOST_ARMIES = 6
MOST_CITIES = 3
MOST_TEMPLES = 3
MOST_GOODS = 9  # of a kind, on a player board
UNITS = 1 + MOST_ARMIES  # unit 0 is the leader, unit 1 + a is army a
STOCK = -1  # a piece that is not on the board
NOBODY = -1
NOWHERE = -1
FAR = 64  # walking distance of what cannot be reached
STANDING = 10_000  # integers of a whole standing (R19.3)


class Tribe(IntEnum):
    """What a seat plays (R1.1)."""

    trader = 0
    farmer = 1
    warrior = 2
    religious = 3


class Terrain(IntEnum):
    """What an area is (R2.1, R2.3)."""

    desert = 0
    rocks = 1
    grassland = 2
    lake = 3
    altar = 4
    capital = 5


class Corner(IntEnum):
    """Outer corners of the board, clockwise (R2.4, R3.12)."""

    NW = 0
    NE = 1
    SE = 2
    SW = 3


FOOD, METAL = 0, 1  # kinds of goods

SLOTS = ((0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2))
"""R2.6, R2.7: a grid of 4 x 4 tiles without its corners; row and column of each land tile."""
CORNERS = ((0, 0), (0, 3), (3, 3), (3, 0))
"""R2.4: row and column of the capital tiles, NW NE SE SW."""
QUARTER_TURN = (2, 0, 3, 1)
"""R3.2: after a clockwise turn NW NE SW SE hold the old SW NW SE NE."""


class Phase(IntEnum):
    """What is being decided; R5.1's four phases, the third and fourth opened up into their decisions."""

    over = 0
    move = 1  # active: steps, purchases, relic (R7-R10)
    attack = 2  # active: where to attack, or not (R11)
    force = 3  # active: how many armies fight (R11.5)
    commit = 4  # attacker: metal for reinforcements (R12.1)
    answer = 5  # defender: the same, not knowing the attacker's (R12.5)
    build = 6  # active: trades and builds (R14, R15)
    grant = 7  # whoever gets a free army of the gods (R16.3-R16.5)
    protect = 8  # owners of struck armies (R17.4, R17.5)
    offer = 9  # active: another roll, or the end of the turn (R17.1)


class VictoryKind(IntEnum):
    """How a playthrough ended: there are two ways to win (R1.2)."""

    truncated = 0  # R19.2
    relic = 1  # R18.1
    cities = 2  # R18.2


class Action(IntEnum):
    """First code of each block of actions, or the only one."""

    STEP = 0  # + unit·4 + direction N, E, S, W
    BUY = 28  # R9.1
    PICK_UP = 29  # + army
    DROP = 35
    END_MOVES = 36
    ATTACK = 37  # + army·8 + direction N, E, S, W, NE, SE, SW, NW
    NO_ATTACK = 85
    FORCE = 86  # + armies - 1
    COMMIT = 92  # + metal
    TRADE_FOOD = 102  # food for metal
    TRADE_METAL = 103  # metal for food
    CITY_AND_ARMY = 104  # R15.5
    CITY = 105
    TEMPLE_AND_COLLECT = 106  # R15.12
    TEMPLE = 107
    ARMY = 108  # + city
    END_BUILDING = 111
    GRANT = 112  # + city
    DECLINE = 115
    PROTECT = 116  # + army
    END_PROTECTION = 122
    OFFERING = 123
    END_TURN = 124


MAX_ACTIONS = 64

# Plain integers for kernels, which would freeze an enum's member all the same, only later
DESERT, ROCKS, GRASSLAND, LAKE, ALTAR, CAPITAL = (int(kind) for kind in Terrain)
TRADER, FARMER, WARRIOR, RELIGIOUS = (int(tribe) for tribe in Tribe)

# Choices among rules, in the order of the words that Rules lists
LAYOUT_RANDOM, LAYOUT_FILE = 0, 1
CAPITALS_RANDOM, CAPITALS_OPPOSITE, CAPITALS_ADJACENT, CAPITALS_FIXED = 0, 1, 2, 3
ORDER_CORNERS, ORDER_SEATS = 0, 1
FIRST_ROLL, FIRST_SEAT_0 = 0, 1
ATTACK_ONE, ATTACK_ONE_PER_AREA, ATTACK_UNLIMITED = 0, 1, 2
SITE_LISTED, SITE_ONLY_LEADER, SITE_RESTRICTIONS_ONLY = 0, 1, 2


def _neighbours() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Areas next to each area, N E S W NE SE SW NW, NOWHERE off the board."""
    steps = [(-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)]
    table = np.full((AREAS, len(steps)), NOWHERE, np.int64)
    for area in range(AREAS):
        for direction, (down, right) in enumerate(steps):
            row, column = area // SIDE + down, area % SIDE + right
            if 0 <= row < SIDE and 0 <= column < SIDE:
                table[area, direction] = row * SIDE + column
    return table


NEXT = _neighbours()
"""(AREAS, 8): orthogonal neighbours first (R7.1), then the corner ones (R11.3)."""

STATE = np.dtype(
    [
        ("game_zoar", "i8"),
        ("rounds", "i8"),  # finished rounds (R5.3), the one that somebody won included
        ("turns", "i8"),  # finished turns
        ("n_seats", "i8"),
        # --- the board
        ("slots", "i8", (TILES,)),  # number of the tile on each slot, row-major (R2.7)
        ("rotations", "i8", (TILES,)),  # clockwise quarter turns of the tile on each slot (R3.2)
        ("terrain", "i8", (AREAS,)),
        ("tile_number", "i8", (AREAS,)),  # 1 … 12; 0 on capital tiles (R2.3)
        ("tile_areas", "i8", (TILES + 1, QUARTERS)),  # areas of tile number t on the board, NW NE SW SE
        ("land", "u8"),  # the areas that are no lake, as bits; area 0 is the lowest
        ("walk", "i1", (AREAS, AREAS)),  # steps avoiding lakes, ignoring pieces; FAR where there is no way
        ("tokens", "i8", (AREAS, 2)),  # food and metal lying on areas
        ("market", "i8", (2,)),  # open to all, as all goods are (R4.6)
        # --- seats
        ("corner", "i8", (SEATS,)),
        ("capital", "i8", (SEATS,)),  # area
        ("far_altar", "i8", (SEATS,)),  # area where the seat's relic began (R3.8)
        ("way_home", "i8", (SEATS,)),  # W0: steps from there to the capital at setup; FAR where there is no way
        ("order", "i8", (SEATS,)),  # seat at each turn position, from 0
        ("position", "i8", (SEATS,)),  # turn position of each seat, from 0
        ("ready", "i8", (SEATS, 2)),
        ("fresh", "i8", (SEATS, 2)),  # the store called New (R4.3)
        ("city_tokens", "i8", (SEATS,)),  # Destroyed City Tokens (R4.2)
        ("leader_at", "i8", (SEATS,)),
        ("army_at", "i8", (SEATS, MOST_ARMIES)),  # area, or STOCK
        ("city_at", "i8", (SEATS, MOST_CITIES)),
        ("temple_at", "i8", (SEATS, MOST_TEMPLES)),
        ("army_stock", "i8", (SEATS,)),
        ("city_stock", "i8", (SEATS,)),
        ("temple_stock", "i8", (SEATS,)),
        ("relic_at", "i8", (SEATS,)),  # area, also while carried
        ("carrier", "i8", (SEATS,)),  # army that carries it, or NOBODY
        # --- who is where; kept by model/pieces.py
        ("holder", "i8", (AREAS,)),  # the one seat with armies, city or temple there (R7.12), or NOBODY
        ("armies_on", "i8", (AREAS,)),
        ("city_on", "i8", (AREAS,)),  # number of the holder's city there, or NOBODY
        ("temple_on", "i8", (AREAS,)),  # number of the holder's temple there, or NOBODY
        # --- the turn
        ("phase", "i8"),
        ("active", "i8"),  # whose turn it is
        ("decider", "i8"),  # who decides now
        ("steps", "i8", (UNITS,)),  # own steps used this turn, by unit
        ("pool", "i8"),  # bought steps left (R9.1)
        ("picked", "i8", (MOST_ARMIES,)),  # picked the relic up this turn (R10.11)
        ("has_dropped", "i8"),  # the relic was dropped this turn (R10.6)
        ("entered", "i8"),  # unit whose step was the last thing done, or NOBODY (R10.3)
        ("must_step", "i8"),  # unit on a foreign relic that has to go on, or NOBODY (R7.8)
        ("turn_steps", "i8"),  # steps of the relic this turn
        ("attack_from", "i8"),
        ("attack_to", "i8"),
        ("attack_force", "i8"),  # armies that fight
        ("attack_bid", "i8"),  # the attacker's metal, hidden from all others until the answer (R12.5)
        ("attacked", "i8", (AREAS,)),  # areas that were an origin this turn (R11.4)
        ("traded", "i8"),  # 0, or the action code of this phase's direction (R14.6)
        ("touched", "i8"),  # tile of the last roll, in this turn or before it; 0 none yet
        ("rolls", "i8"),  # of this turn
        ("asked", "i8"),  # how many seats clockwise from the active one a grant or protection has got to
        ("granted", "i8", (MOST_CITIES,)),  # cities of the decider that this roll gave an army, or that declined
        ("protected", "i8", (SEATS, MOST_ARMIES)),  # from this roll (R17.6)
        # --- the end
        ("winner", "i8"),
        ("kind", "i8"),  # a VictoryKind
        # --- what is counted on the way; see outcome.py
        ("armies_lost_combat", "i8", (SEATS,)),
        ("armies_lost_lightning", "i8", (SEATS,)),
        ("cities_lost", "i8", (SEATS,)),
        ("temples_lost", "i8", (SEATS,)),
        ("cities_built", "i8", (SEATS,)),
        ("temples_built", "i8", (SEATS,)),
        ("armies_paid", "i8", (SEATS,)),
        ("armies_free_city", "i8", (SEATS,)),
        ("armies_free_divine", "i8", (SEATS,)),
        ("first_city_round", "i8", (SEATS,)),  # the round that was being played, from 1; 0 none
        ("first_city_tile", "i8", (SEATS,)),
        ("second_city_round", "i8", (SEATS,)),
        ("pickup_round", "i8", (SEATS,)),
        ("relic_drops", "i8", (SEATS,)),  # by choice
        ("relic_drops_killed", "i8", (SEATS,)),
        ("carriers_struck", "i8", (SEATS,)),  # carriers killed by lightning
        ("relays", "i8", (SEATS,)),
        ("carry_steps", "i8", (SEATS,)),
        ("best_turn_steps", "i8", (SEATS,)),
        ("collected", "i8", (SEATS, 2)),  # food and metal taken from areas by units
        ("extra_tokens", "i8", (SEATS,)),
        ("temple_tokens", "i8", (SEATS,)),
        ("food_on_moves", "i8", (SEATS,)),
        ("food_on_armies", "i8", (SEATS,)),
        ("food_on_offerings", "i8", (SEATS,)),
        ("metal_on_bids", "i8", (SEATS,)),
        ("metal_on_builds", "i8", (SEATS,)),
        ("metal_on_rods", "i8", (SEATS,)),
        ("trades", "i8", (SEATS,)),
        ("attacks_made", "i8", (SEATS,)),
        ("attacks_won", "i8", (SEATS,)),
        ("turns_at_cap", "i8", (SEATS,)),
        ("turns_blocked", "i8", (SEATS,)),
        ("rolls_made", "i8", (SEATS,)),
        ("rolls_useful", "i8", (SEATS,)),
        ("roll_was_useful", "i8"),  # the present one gave a free army or killed an enemy army
        ("market_dry_turns", "i8"),
        ("last_swing_round", "i8"),  # the round, from 1, in which lightning last killed a carrier; 0 none
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("rules_zoar", "i8"),
        ("max_rounds", "i8"),
        ("tribe", "i8", (SEATS,)),
        ("layout", "i8"),
        ("slots", "i8", (TILES,)),  # tile number on each slot, row-major (R2.7), where the layout is given
        ("rotations", "i8", (TILES,)),  # clockwise quarter turns of the tile on each slot
        ("tile_rotation", "i8"),  # 1: uniform quarter turns
        ("tiles", "i8", (TILES + 1, QUARTERS)),  # terrain of tile number t before rotation, NW NE SW SE
        ("capital_tile", "i8", (QUARTERS,)),  # as placed in the NW corner
        ("capital_layout", "i8"),
        ("capital_corners", "i8", (SEATS,)),
        ("reject_disconnected", "i8"),
        ("turn_order", "i8"),
        ("first_player", "i8"),
        ("supply", "i8", (2,)),
        ("start_area_tokens", "i8"),
        ("start_goods", "i8", (SEATS, 2)),  # by turn position
        ("cap", "i8", (2,)),  # most food and metal of a seat
        ("armies", "i8"),
        ("cities", "i8"),
        ("temples", "i8", (SEATS,)),  # 0 but for the Religious
        ("extra", "i8", (SEATS, 2)),  # Farmer's and Warrior's extra tokens (R8.5, R8.6)
        ("trade_ratio", "i8", (SEATS,)),  # 0: no trade
        ("production_per_area", "i8"),
        ("divine_per_area", "i8"),
        ("temple_first", "i8"),  # R6.7
        ("standing_collects", "i8"),
        ("leader_moves", "i8"),
        ("army_moves", "i8"),
        ("capital_safe", "i8"),
        ("extra_per_visit", "i8"),
        ("extra_moves_per_food", "i8"),
        ("pickup_on_enter", "i8"),
        ("relay", "i8"),
        ("carrier_moves", "i8"),
        ("carrier_bonus_cities", "i8"),
        ("directions", "i8"),  # of attacks: 4, or 8 with diagonal ones (R11.3)
        ("attacks_per_turn", "i8"),
        ("choose_force", "i8"),
        ("both_sides_damage", "i8"),
        ("rebuild", "i8"),
        ("carrier_dies_first", "i8"),
        ("city_cost", "i8"),
        ("temple_cost", "i8"),
        ("army_cost", "i8"),
        ("build_site", "i8"),
        ("any_owner", "i8"),  # R16.4
        ("per_city", "i8"),  # R16.5
        ("lightning", "i8"),
        ("offering_cost", "i8"),  # 0: no offerings
        ("rod_cost", "i8"),  # 0: no rods
        ("tokens_to_win", "i8"),
    ],
    align=True,
)
