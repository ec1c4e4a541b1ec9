"""Every column that a playthrough of Zoar reports, beside the shared ones."""

from __future__ import annotations

from simlab import forward
from simlab.forward import category, count, flag, measure
from simlab.games.zoar.state import STANDING, Corner, VictoryKind

OFTEN = 16  # a round: more than a turn of the most goods, moves and rolls that rules allow (9, 6, 10)
OFTENER = 64  # a round: what all turns of it can do to a seat, or unlimited attacks, or four emptied tiles for temples


class Outcome(forward.Outcome):
    """The game's own columns. A round that is named is the one being played, from 1; 0 for never."""

    victory_kind = category("victory kind", "how the playthrough ended", VictoryKind)
    market_dry_turns = count("dry turns", "turns that ended with a kind of goods gone from the Market", per_round=4)
    final_divine_swing = flag("final swing", "lightning killed a carrier in the last full round or later")
    way_home_mean = measure(
        "way home", "steps from altar to Capital at setup, mean over seats", lo=0, hi=760, unit="steps", scale=12
    )
    steps_of_winning_turn = count(
        "winning turn's steps", "steps of the relic in the turn that won", hi=64, unit="steps"
    )
    corner = category("corner", "where the seat's Capital lies", Corner, per_seat=True)
    progress = measure(
        "progress", "the seat's progress at the end", lo=0, hi=STANDING, unit="progress", scale=STANDING, per_seat=True
    )
    city_tokens = count("city tokens", "Destroyed City Tokens at the end", hi=16, per_seat=True)
    cities_built = count("cities built", "cities the seat built", per_round=4, per_seat=True)
    temples_built = count("temples built", "temples the seat built", per_round=4, per_seat=True)
    armies_built_paid = count("armies paid for", "armies built for food", per_round=OFTEN, per_seat=True)
    armies_free_city = count("armies with a city", "armies that came free with a new city", per_round=4, per_seat=True)
    armies_free_divine = count("armies of the gods", "armies that a roll gave", per_round=OFTENER, per_seat=True)
    armies_lost_combat = count(
        "armies lost in combat", "own armies that fell in combat", per_round=OFTENER, per_seat=True
    )
    armies_lost_lightning = count("armies struck", "own armies that lightning killed", per_round=OFTENER, per_seat=True)
    cities_lost = count("cities lost", "own cities that were razed", per_round=4, per_seat=True)
    temples_lost = count("temples lost", "own temples that were razed", per_round=4, per_seat=True)
    first_city_round = count("first city", "round of the first city", unit="rounds", per_seat=True)
    first_city_tile = count("first city's tile", "number of the tile of the first city; 0 none", hi=12, per_seat=True)
    first_city_rich = flag(
        "first city on both goods", "the first city is on a tile with Rocks and Grassland", per_seat=True
    )
    second_city_round = count("second city", "round of the second city", unit="rounds", per_seat=True)
    pickup_round = count("relic picked up", "round of the first pick-up", unit="rounds", per_seat=True)
    relic_drops = count("relic dropped", "times the seat put its relic down", per_round=OFTEN, per_seat=True)
    relic_drops_killed = count("carriers lost", "own carriers that were killed", per_round=OFTENER, per_seat=True)
    carriers_struck = count("carriers struck", "own carriers that lightning killed", per_round=OFTENER, per_seat=True)
    relays = count("relays", "pick-ups after a drop in the same turn", per_round=OFTEN, per_seat=True)
    carry_steps = count("relic steps", "steps of the seat's relic", per_round=OFTENER, unit="steps", per_seat=True)
    best_turn_steps = count(
        "best turn's steps", "longest way of the relic in one turn", hi=64, unit="steps", per_seat=True
    )
    food_collected = count(
        "food collected", "food that units took from areas", per_round=OFTEN, unit="food", per_seat=True
    )
    metal_collected = count(
        "metal collected", "metal that units took from areas", per_round=OFTEN, unit="metal", per_seat=True
    )
    extra_tokens = count("extra tokens", "goods that the tribe's ability added", per_round=OFTEN, per_seat=True)
    temple_tokens = count("temple tokens", "goods that temples took", per_round=OFTENER, per_seat=True)
    food_on_moves = count("food on moves", "food paid for moves", per_round=OFTEN, unit="food", per_seat=True)
    food_on_armies = count("food on armies", "food paid for armies", per_round=OFTENER, unit="food", per_seat=True)
    food_on_offerings = count(
        "food on offerings", "food paid for further rolls", per_round=OFTEN, unit="food", per_seat=True
    )
    metal_on_bids = count("metal on bids", "metal committed in combat", per_round=OFTENER, unit="metal", per_seat=True)
    metal_on_builds = count(
        "metal on builds", "metal paid for cities and temples", per_round=OFTEN, unit="metal", per_seat=True
    )
    metal_on_rods = count(
        "metal on rods", "metal paid against lightning", per_round=OFTENER, unit="metal", per_seat=True
    )
    trades = count("trades", "trades with the Market", per_round=OFTEN, per_seat=True)
    attacks = count("attacks", "attacks the seat made", per_round=OFTENER, per_seat=True)
    attacks_won = count("attacks won", "attacks that emptied their target", per_round=OFTENER, per_seat=True)
    turns_at_cap = count("turns at the limit", "own turns that ended with a kind of goods at its limit", per_seat=True)
    turns_blocked = count("turns blocked", "own turns that began with an enemy army in the Capital", per_seat=True)
    rolls = count("rolls", "rolls of divine intervention", per_round=OFTEN, per_seat=True)
    rolls_useful = count(
        "useful rolls", "rolls that gave a free army or killed an enemy army", per_round=OFTEN, per_seat=True
    )
