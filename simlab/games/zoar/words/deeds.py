"""What a seat did, in words: a sentence or two for each decision, none for one that changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from simlab.games.zoar.state import FOOD, METAL, Action
from simlab.games.zoar.words.board import area_name, counted, goods
from simlab.games.zoar.words.combat import told_combat

STEPS = 4  # directions of a step


def told_deed(before: Any, action: int, after: Any, rules: Any, names: Sequence[str]) -> Iterator[str]:
    """Say what one decision did, without what follows by itself."""
    if action < Action.ATTACK:
        return _movement(before, action, after, rules)
    if action < Action.TRADE_FOOD:
        return told_combat(before, action, after, names)
    if action < Action.GRANT:
        return _business(before, action, after)
    return _rite(before, action, after, names)


def _movement(before: Any, action: int, after: Any, rules: Any) -> Iterator[str]:
    """Tell steps, bought moves and the relic (R7-R10)."""
    seat = int(before.active)
    where = area_name(before.relic_at[seat])
    if action < Action.BUY:
        yield _step(before, after, seat, *divmod(action - Action.STEP, STEPS))
    elif action == Action.BUY:
        yield f"Pays 1 food for {counted(int(rules.extra_moves_per_food), 'more move')}."
    elif action < Action.DROP:
        yield f"The army on {where} picks up the relic."
    elif action == Action.DROP:
        yield f"The army on {where} puts the relic down."
    elif before.pool:
        yield f"Does not use {counted(int(before.pool), 'paid move')}."


def _step(before: Any, after: Any, seat: int, unit: int, direction: int) -> str:  # noqa: ARG001 - the state tells where it led
    army = unit - 1
    start, end = (int(state.leader_at[seat] if unit == 0 else state.army_at[seat, army]) for state in (before, after))
    piece = "Leader" if unit == 0 else "Army"
    relic = ", with the relic" if unit and before.carrier[seat] == army else ""
    passed = [other for other in range(int(before.n_seats)) if other != seat and before.relic_at[other] == end]
    over = ", onto a relic that is not its own" if unit and passed else ""
    return f"{piece} {area_name(start)}–{area_name(end)}{relic}{over}{_collected(before, after, seat, end)}."


def _collected(before: Any, after: Any, seat: int, area: int) -> str:
    """Say what a unit took, what the tribe got on top, and what had to stay (R8)."""
    if not before.tokens[area].any():
        return ""
    taken = before.tokens[area] - after.tokens[area]
    if not taken.any():
        return f": has no room for {goods(after.tokens[area].tolist())}"
    extra = after.fresh[seat] - before.fresh[seat] - taken
    gift = f", and {goods(extra.tolist())} more from the Market" if extra.any() else ""
    left = f", leaves {goods(after.tokens[area].tolist())}" if after.tokens[area].any() else ""
    return f": takes {goods(taken.tolist())}{gift}{left}"


def _business(before: Any, action: int, after: Any) -> Iterator[str]:
    """Tell trades and what is built (R14, R15)."""
    seat = int(before.active)
    here = area_name(before.leader_at[seat])
    gained = (after.ready[seat] - before.ready[seat]).tolist()
    if action in {Action.TRADE_FOOD, Action.TRADE_METAL}:
        paid, got = ([max(sign * number, 0) for number in gained] for sign in (-1, 1))
        yield f"Trades {goods(paid)} for {goods(got)}."
    elif action in {Action.CITY_AND_ARMY, Action.CITY}:
        army = "and an army in it" if action == Action.CITY_AND_ARMY else "without an army"
        yield f"Builds a city on {here} {army}, for {_price(before, after, METAL, gained)}."
    elif action in {Action.TEMPLE_AND_COLLECT, Action.TEMPLE}:
        taken = (before.tokens - after.tokens).sum(axis=0).tolist()
        collected = f" and takes {goods(taken)} from its tile" if any(taken) else ""
        yield f"Builds a temple on {here} for {_price(before, after, METAL, gained)}{collected}."
    elif action < Action.END_BUILDING:
        city = area_name(before.city_at[seat, action - Action.ARMY])
        yield f"Raises an army on {city} for {_price(before, after, FOOD, gained)}."


def _price(before: Any, after: Any, kind: int, gained: Sequence[int]) -> str:
    """Say what was paid of a kind: what left the store and did not come from the board."""
    taken = int((before.tokens[:, kind] - after.tokens[:, kind]).sum())
    paid = [0, 0]
    paid[kind] = taken - gained[kind]
    return goods(paid)


def _rite(before: Any, action: int, after: Any, names: Sequence[str]) -> Iterator[str]:
    """Tell free armies, rods and offerings (R16.3-R17)."""
    seat = int(before.decider)
    who = "" if seat == before.active else f" of {names[seat]}"
    if action < Action.DECLINE:
        yield f"A free army{who} on {area_name(before.city_at[seat, action - Action.GRANT])}."
    elif action == Action.DECLINE:
        yield f"No free army{who}, by choice."
    elif action < Action.END_PROTECTION:
        army = int(before.army_at[seat, action - Action.PROTECT])
        carrier = "carrier" if before.carrier[seat] == action - Action.PROTECT else "army"
        paid = int(after.metal_on_rods[seat] - before.metal_on_rods[seat])
        yield f"{names[seat]} pays {paid} metal for a rod over the {carrier} on {area_name(army)}."
    elif action == Action.OFFERING:
        paid = int(after.food_on_offerings[seat] - before.food_on_offerings[seat])
        yield f"Offers {paid} food."
