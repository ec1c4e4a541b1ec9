"""What is true of every position of Zoar, and what of it a seat cannot see; plain Python that looks at records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simlab.games.zoar.state import (
    AREAS,
    DESERT,
    FOOD,
    GRASSLAND,
    LAKE,
    METAL,
    NOBODY,
    ROCKS,
    STOCK,
    Phase,
    VictoryKind,
)

KINDS = {"food": FOOD, "metal": METAL}
GROWS_ON = {FOOD: GRASSLAND, METAL: ROCKS}


def breaches(state: Any, rules: Any) -> Iterator[str]:
    """Yield a sentence for each promise about positions that this one breaks."""
    yield from _goods(state, rules)
    yield from _stores(state, rules)
    for seat in range(int(state.n_seats)):
        yield from _pieces(state, rules, seat)
        yield from _places(state, rules, seat)
        yield from _relic(state, rules, seat)
    yield from _areas(state)
    yield from _relics(state)
    yield from _turn(state, rules)
    yield from _decider(state)
    yield from _city_tokens(state, rules)
    yield from _end(state, rules)


def without_hidden(state: Any, seat: int) -> None:
    """Overwrite what a seat cannot see: an attacker's metal until the defender has answered (R12.5)."""
    if state.phase == Phase.answer and seat != state.active:
        state.attack_bid = 0


def _goods(state: Any, rules: Any) -> Iterator[str]:
    for name, kind in KINDS.items():
        places = {
            "on the board": state.tokens[:, kind],
            "in Ready": state.ready[:, kind],
            "in New": state.fresh[:, kind],
            "in the Market": state.market[kind : kind + 1],
        }
        total = sum(int(place.sum()) for place in places.values())
        if total != rules.supply[kind]:  # R1.4
            yield f"{total} {name} in all, not {rules.supply[kind]}"
        for where, place in places.items():
            if place.min() < 0:
                yield f"less than no {name} {where}"
        for area in state.tokens[:, kind].nonzero()[0].tolist():
            if state.terrain[area] != GROWS_ON[kind]:  # R3.5, R6.1, R16.2
                yield f"{name} on area {area}, where none grows"


def _stores(state: Any, rules: Any) -> Iterator[str]:
    is_over = state.phase == Phase.over
    for seat in range(int(state.n_seats)):
        for name, kind in KINDS.items():
            held = int(state.ready[seat, kind] + state.fresh[seat, kind])
            if held > rules.cap[kind]:  # R4.4
                yield f"seat {seat} holds {held} {name}, more than {rules.cap[kind]}"
        is_moving = seat == state.active and state.phase < Phase.build
        if state.fresh[seat].any() and not is_moving and not is_over:  # R5.4, R14.1
            yield f"seat {seat} has goods in New after its movement and combat"


def _pieces(state: Any, rules: Any, seat: int) -> Iterator[str]:
    gone = not rules.rebuild  # R13.6
    for name, owned, lost in (
        ("army", rules.armies, 0),
        ("city", rules.cities, gone * state.cities_lost[seat]),
        ("temple", rules.temples[seat], gone * state.temples_lost[seat]),
    ):
        stock = int(state[f"{name}_stock"][seat])
        on_board = int((state[f"{name}_at"][seat] != STOCK).sum())
        if stock < 0 or stock + on_board != owned - lost:  # R1.3, R15.4
            yield f"seat {seat} has {on_board} of {name} on the board and {stock} in stock, not {owned - lost} in all"


def _places(state: Any, rules: Any, seat: int) -> Iterator[str]:
    armies = [area for area in state.army_at[seat].tolist() if area != STOCK]
    for area in (int(state.leader_at[seat]), *armies):
        if not 0 <= area < AREAS or state.terrain[area] == LAKE:  # R7.2
            yield f"a unit of seat {seat} is on area {area}, off the land"
    for area in (*state.city_at[seat].tolist(), *state.temple_at[seat].tolist()):
        if area != STOCK and (state.terrain[area] != DESERT or state.tile_number[area] == 0):  # R15.1, R15.3
            yield f"a building of seat {seat} is on area {area}, no Empty Desert of a land tile"
    if rules.capital_safe:  # R7.11
        for other in range(int(state.n_seats)):
            if other != seat and int(state.capital[other]) in armies:
                yield f"an army of seat {seat} is in the Capital of seat {other}"


def _relic(state: Any, rules: Any, seat: int) -> Iterator[str]:
    area, carrier = int(state.relic_at[seat]), int(state.carrier[seat])
    if carrier == NOBODY:
        if area == state.capital[seat]:  # R18.1
            yield f"the relic of seat {seat} lies in its Capital"
    elif not 0 <= carrier < rules.armies or state.army_at[seat, carrier] != area:  # R10.1, R10.4
        yield f"the relic of seat {seat} is on area {area} and its carrier, army {carrier}, is not"


def _areas(state: Any) -> Iterator[str]:
    """R7.12: each area has pieces of one seat at most and one building at most, and what is kept about it is true."""
    found: dict[str, list[list[tuple[int, int]]]] = {}
    for name in ("army", "city", "temple"):
        found[name] = [[] for _ in range(AREAS)]
        for seat in range(int(state.n_seats)):
            for number, area in enumerate(state[f"{name}_at"][seat].tolist()):
                if area != STOCK:
                    found[name][area].append((seat, number))
    for area, (armies, cities, temples) in enumerate(zip(*found.values(), strict=True)):
        seats = {seat for seat, _ in (*armies, *cities, *temples)}
        if len(seats) > 1:
            yield f"area {area} has pieces of seats {sorted(seats)}"
        if len(cities) + len(temples) > 1:
            yield f"area {area} has {len(cities)} cities and {len(temples)} temples"
        kept = (state.holder[area], state.armies_on[area], state.city_on[area], state.temple_on[area])
        true = (max(seats, default=NOBODY), len(armies), _first(cities), _first(temples))
        if kept != true:
            yield f"area {area} is kept with holder, armies, city and temple {tuple(map(int, kept))}, not {true}"


def _first(buildings: list[tuple[int, int]]) -> int:
    return buildings[0][1] if buildings else NOBODY


def _relics(state: Any) -> Iterator[str]:
    """R7.8, R10.10: a relic shares its area with no foreign piece; but for one that passes by, or has won (R18.4)."""
    if state.must_step != NOBODY:
        if state.phase not in {Phase.move, Phase.over}:
            yield "the movement phase ended with an army on a foreign relic"
        return
    if state.phase == Phase.over and state.kind == VictoryKind.relic:
        return
    relics = state.relic_at[: int(state.n_seats)].tolist()
    for seat, area in enumerate(relics):
        if state.holder[area] not in {NOBODY, seat}:
            yield f"seat {state.holder[area]} holds area {area}, where the relic of seat {seat} lies"
        if area in relics[:seat]:
            yield f"two relics on area {area}"


def _turn(state: Any, rules: Any) -> Iterator[str]:
    seats = int(state.n_seats)
    order = state.order[:seats].tolist()
    if sorted(order) != [*range(seats)] or [order[position] for position in state.position[:seats]] != [*range(seats)]:
        yield f"turns pass in the order {order}, positions are {state.position[:seats].tolist()}"
    elif (state.rounds - _is_won(state)) * seats + state.position[state.active] != state.turns:  # R5.3
        yield f"{state.turns} turns and {state.rounds} rounds are finished, and it is the turn of seat {state.active}"
    if state.pool < 0 or (state.pool > 0 and state.phase not in {Phase.move, Phase.over}):  # R9.3
        yield f"{state.pool} bought steps are left in phase {Phase(int(state.phase)).name}"
    most = [rules.leader_moves, *[max(rules.army_moves, rules.carrier_moves)] * rules.armies]
    if any(used > own for used, own in zip(state.steps.tolist(), most, strict=False)):  # R7.3, R7.4, R10.5
        yield f"own steps {state.steps.tolist()}, where there are {most}"
    if state.attack_bid != 0 and state.phase != Phase.answer:  # R12.5
        yield "metal is committed when nobody answers it"
    if not 0 <= state.attack_bid <= state.ready[state.active, METAL]:  # R12.1
        yield f"{state.attack_bid} metal is committed, more than Ready"


def _is_won(state: Any) -> bool:
    return bool(state.phase == Phase.over and state.winner != NOBODY)


def _decider(state: Any) -> Iterator[str]:
    phase, active, decider = Phase(int(state.phase)), int(state.active), int(state.decider)
    if phase == Phase.over:
        return
    if phase == Phase.answer:
        is_right = decider == state.holder[state.attack_to] != active  # R12.1
    elif phase == Phase.grant:
        tiles = [state.tile_number[area] for area in state.city_at[decider].tolist() if area != STOCK]
        is_right = state.touched in tiles and state.army_stock[decider] > 0  # R16.3
    elif phase == Phase.protect:
        tiles = [state.tile_number[area] for area in state.army_at[decider].tolist() if area != STOCK]
        is_right = decider != active and state.touched in tiles  # R16.6, R17.4
    else:
        is_right = decider == active
    if not 0 <= decider < state.n_seats or not is_right:
        yield f"seat {decider} decides in phase {phase.name} of seat {active}"


def _city_tokens(state: Any, rules: Any) -> Iterator[str]:
    out, razed = int(state.city_tokens.sum()), int(state.cities_lost.sum())
    if out != razed:  # R4.2, R13.5, R16.10
        yield f"{out} Destroyed City Tokens for {razed} razed cities"
    for seat in range(int(state.n_seats)):
        tokens, attacks = int(state.city_tokens[seat]), int(state.attacks_made[seat])
        if tokens > attacks:  # R13.8
            yield f"seat {seat} has {tokens} Destroyed City Tokens from {attacks} attacks"
        if tokens >= rules.tokens_to_win and state.winner != seat:  # R18.2
            yield f"seat {seat} has {tokens} Destroyed City Tokens and has not won"


def _end(state: Any, rules: Any) -> Iterator[str]:
    winner, kind = int(state.winner), VictoryKind(int(state.kind))
    if state.phase != Phase.over:
        if winner != NOBODY or kind != VictoryKind.truncated:
            yield f"seat {winner} has won by {kind.name}, and play goes on"
        if state.rounds >= rules.max_rounds:  # R19.2
            yield f"round {state.rounds + 1} of {rules.max_rounds} is played"
    elif winner == NOBODY:
        if kind != VictoryKind.truncated or state.rounds != rules.max_rounds:  # R19.2
            yield f"nobody won by {kind.name} after {state.rounds} rounds of {rules.max_rounds}"
    elif winner != state.active:  # R18.3
        yield f"seat {winner} won in the turn of seat {state.active}"
    elif kind == VictoryKind.relic:  # R18.1, R18.5
        if state.relic_at[winner] != state.capital[winner] or state.carrier[winner] == NOBODY:
            yield f"seat {winner} won by its relic, which no army brought to its Capital"
    elif kind != VictoryKind.cities or state.city_tokens[winner] < rules.tokens_to_win:  # R18.2
        yield f"seat {winner} won by {kind.name} with {state.city_tokens[winner]} Destroyed City Tokens"
