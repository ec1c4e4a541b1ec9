"""What a style of Zoar can weigh: the names of the numbers that every action has. Imports no numba."""

from enum import IntEnum


class Feature(IntEnum):
    """Numbers in [-1, 1], 0 where they do not apply."""

    win_now = 0
    sprint = 1
    relic_home = 2
    relic_seek = 3
    relic_hold = 4
    raid_seek = 5
    site_seek = 6
    site_ahead = 7
    site_yield = 8
    gather_seek = 9
    collect = 10
    spend_food = 11
    spend_metal = 12
    buy_moves = 13
    add_army = 14
    muster = 15
    add_city = 16
    afford = 17
    attack_prize = 18
    attack_trade = 19
    bid_success = 20
    guard = 21
    block = 22
    gods = 23
    stop = 24


MEANING = {
    "win_now": "the action wins for certain",
    "sprint": "a step home, or bought moves, where the carrier can reach a Capital this turn that no enemy stands in",
    "relic_home": "step of the own carrier: how much nearer the Capital",
    "relic_seek": "army step while nobody carries the relic: how much nearer the nearest army comes to it",
    "relic_hold": "picking the relic up 1, putting it down -1",
    "raid_seek": "army step: how much nearer an enemy carrier, or else an enemy city",
    "site_seek": "leader step: how much nearer a building site, while a city or temple is in stock",
    "site_ahead": "leader step, or a city built: how far towards the own relic",
    "site_yield": "building, or a leader step onto a site: Rocks and Grassland of the tile, of two",
    "gather_seek": "step: how much nearer goods that the seat has room for",
    "collect": "goods gained by a step or a temple, extra included, of three",
    "spend_food": "food paid, of three; food traded for counts against it",
    "spend_metal": "metal paid, of three, commitments and rods included; metal traded for counts against it",
    "buy_moves": "moves bought while an army carries the relic or goes for it",
    "add_army": "an army comes onto the board",
    "muster": "an army comes onto the board: how near the relic, while nobody carries it",
    "add_city": "a city is built; a temple counts one half",
    "afford": "a trade that pays for a city, or else for an army, which could not be paid before",
    "attack_prize": "an attack: chance that a city falls or a carrier dies when both commit at random",
    "attack_trade": "an attack: enemy armies lost less own ones, of four, when both commit at random",
    "bid_success": "a commitment: chance of its aim against a random one: target emptied; building, else an army, kept",
    "guard": "an army put into an own city without one, or protected; -1 for leaving a threatened city bare",
    "block": "army step into a foreign Capital 1, out of it -1; half as much beside it",
    "gods": "an offering: what a random tile would give, own cities and struck enemies, of twelve",
    "stop": "ending, passing, declining",
}
