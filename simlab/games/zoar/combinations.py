"""What forbids a combination of rules, tribes and tiles, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simlab.document import did_you_mean, shown
from simlab.forward import ByTurnPosition, Complaint, by_turn_position
from simlab.games.zoar import tiles
from simlab.games.zoar.state import SEATS, SIDE, Tribe

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from simlab.games.zoar.rules import Rules


def complaints(rules: Rules, options: Sequence[Any], world: Mapping[str, Any] | None = None) -> Iterator[Complaint]:
    """Yield what is wrong with these rules, tribes and tiles together."""
    yield from _tribes(options)
    yield from _corners(rules, len(options))
    yield from _limits(rules)
    yield from _start_goods(rules)
    yield from _tokens(rules, len(options))
    unknown = [*tiles.world_complaints(world)]
    misplaced = [*_layout(rules)]
    yield from unknown
    yield from misplaced
    if not unknown:
        yield from _supplies(rules, len(options), world)
        if not misplaced:
            yield from _cut_in_two(rules, world)


def _tribes(options: Sequence[Any]) -> Iterator[Complaint]:
    # R1.1
    known = [tribe.name for tribe in Tribe]
    for seat, option in enumerate(options):
        path = ("seats", seat, "tribe")
        if option not in known:
            hint = did_you_mean(option, known) if isinstance(option, str) else ""
            yield Complaint(path, f"unknown tribe {shown(option)}; allowed: {', '.join(known)}{hint}")
        elif option in options[:seat]:
            free = ", ".join(tribe for tribe in known if tribe not in options)
            message = f"seat {1 + options.index(option)} plays {option} too; each tribe once (not played yet: {free})"
            yield Complaint(path, message)


def _corners(rules: Rules, seats: int) -> Iterator[Complaint]:
    # R3.3
    layout, corners = rules.capital_layout, rules.capital_corners
    if layout in {"opposite", "adjacent"} and seats != 2:  # noqa: PLR2004 - what the words mean
        message = f"{layout} is for two seats; {seats} are played; allowed: random, fixed"
        yield Complaint(("rules", "capital_layout"), message)
    if layout == "fixed" and corners is None:
        message = "fixed needs rules.capital_corners: the corner (NW, NE, SE or SW) of each seat"
        yield Complaint(("rules", "capital_layout"), message)
    if corners is None:
        return
    if layout != "fixed":
        message = f"corners are given, but rules.capital_layout is {layout}; fixed would use them"
        yield Complaint(("rules", "capital_corners"), message)
    if len(corners) < seats:
        yield Complaint(("rules", "capital_corners"), f"{len(corners)} corners for {seats} seats")
    for seat, corner in enumerate(corners):
        if corner in corners[:seat]:
            message = f"seat {1 + corners.index(corner)} has {corner} too; each corner once"
            yield Complaint(("rules", "capital_corners", seat), message)


def _limits(rules: Rules) -> Iterator[Complaint]:
    if rules.carrier_moves < rules.army_moves:  # R10.5
        message = f"a carrier with {rules.carrier_moves} would be slower than an army with {rules.army_moves}"
        yield Complaint(("rules", "carrier_moves"), f"{message} (rules.army_moves)")
    food, metal = rules.resource_cap_food, rules.resource_cap_metal
    for key, cap, name in (
        ("city_cost_metal", metal, "resource_cap_metal"),
        ("temple_cost_metal", metal, "resource_cap_metal"),
        ("army_cost_food", food, "resource_cap_food"),
        ("offering_cost_food", food, "resource_cap_food"),
        ("rod_cost_metal", metal, "resource_cap_metal"),
        ("trade_ratio", max(food, metal), "resource_cap_food and rules.resource_cap_metal"),
        ("trader_ratio", max(food, metal), "resource_cap_food and rules.resource_cap_metal"),
    ):
        cost = getattr(rules, key)
        if cost > cap:  # R4.4
            yield Complaint(("rules", key), f"nobody could pay {cost}: a seat holds at most {cap} (rules.{name})")


def _start_goods(rules: Rules) -> Iterator[Complaint]:
    # R3.7
    for key, cap, name in (
        ("start_food", rules.resource_cap_food, "resource_cap_food"),
        ("start_metal", rules.resource_cap_metal, "resource_cap_metal"),
    ):
        given = getattr(rules, key)
        is_listed = isinstance(given, ByTurnPosition)
        values = given.values if is_listed else [given]
        if is_listed and not 1 <= len(values) <= SEATS:
            message = f"{len(values)} values by turn position; allowed: 1 to {SEATS}, the last for all that follow"
            yield Complaint(("rules", key, "values"), message)
        for position, value in enumerate(values):
            if not 0 <= value <= cap:
                inside = ("values", position) if is_listed else ()
                yield Complaint(("rules", key, *inside), f"{value} at the start; allowed: 0 to {cap} (rules.{name})")


def _tokens(rules: Rules, seats: int) -> Iterator[Complaint]:
    needed = rules.city_tokens_to_win.get(str(seats))  # type: ignore[call-overload]
    if needed is None:  # R18.2
        yield Complaint(("rules", "city_tokens_to_win"), f'no entry for {seats} seats; add "{seats}": 1 to 8')
        return
    most = seats * (needed - 1) + 1
    if rules.token_supply < most:  # R1.5
        message = f"{rules.token_supply} tokens; up to {most} can be out with {seats} seats and {needed} to win"
        yield Complaint(("rules", "token_supply"), message)
    cities = rules.cities_per_player * (seats - 1)
    if not rules.rebuild and needed > cities:  # R13.6
        message = f"{needed} to win, but the others have {cities} cities, which are razed once (rules.rebuild)"
        yield Complaint(("rules", "city_tokens_to_win", str(seats)), message)


def _supplies(rules: Rules, seats: int, world: Mapping[str, Any] | None) -> Iterator[Complaint]:
    # R1.4, R3.5, R3.7, R3.9
    letters = "".join(tiles.tile_set(world).values())
    for key, letter, start, supply in (
        ("food_supply", "G", rules.start_food, rules.food_supply),
        ("metal_supply", "R", rules.start_metal, rules.metal_supply),
    ):
        areas = letters.count(letter)
        lying, held = areas * rules.start_area_tokens, sum(by_turn_position(start, seats))
        if lying + held > supply:
            message = (
                f"{supply} in the box; the start needs {lying + held}: {lying} on {areas} areas, {held} with seats"
            )
            yield Complaint(("rules", key), message)


def _layout(rules: Rules) -> Iterator[Complaint]:
    # R3.1
    given = rules.layout_file
    if rules.layout == "file" and given is None:
        known = ", ".join(tiles.layouts())
        message = f"file needs rules.layout_file: slots and rotations written out, or one of {known}"
        yield Complaint(("rules", "layout"), message)
    if given is None:
        return
    path = ("rules", "layout_file")
    if rules.layout == "random":
        yield Complaint(path, "a layout is given, but rules.layout is random; file would use it")
    if not isinstance(given, str):
        yield from tiles.layout_complaints(given, path)
    elif given not in tiles.layouts():
        yield Complaint(path, tiles.unknown_layout(given))


def _cut_in_two(rules: Rules, world: Mapping[str, Any] | None) -> Iterator[Complaint]:
    # R3.4
    if rules.layout == "random" or not rules.reject_disconnected:
        return
    areas = tiles.board(tiles.tile_set(world), tiles.layout(rules.layout_file), tiles.capital_tile(rules.altar_place))
    missed = tiles.cut_off(areas)
    if missed is not None:
        named = "the Capital" if areas[missed] == "C" else "the area"
        where = f"row {missed // SIDE}, column {missed % SIDE} (from 0, at the NW corner)"
        message = f"lakes cut the board in two: {named} in {where} cannot be reached from the NW Capital"
        yield Complaint(("rules", "layout_file"), f"{message}; rules.reject_disconnected: false would play it")
