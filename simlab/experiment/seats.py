"""Who sits at the table: the listed seats, their names, and in which arrangements their options are dealt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count, permutations
from math import perm
from typing import Any

from simlab.document import shown
from simlab.document.wording import unknown_key
from simlab.experiment.axes import is_option
from simlab.experiment.draft import Draft, paths_in
from simlab.experiment.matchup import check_set, is_set, label
from simlab.experiment.plan import WINNER, Assign
from simlab.experiment.ranges import is_range
from simlab.forward import Game
from simlab.games.rulebook import Preset, Rulebook

MOST_ARRANGEMENTS = 5_040  # each is packed into a record of its own
LONGEST_NAME = 40


@dataclass(frozen=True)
class Seat:
    """A seat as the config lists it; without an option it plays what the preset puts there.

    Attributes
    ----------
    is_listed : whether the config says what it plays, so that no edition may
    """

    name: str | None
    option: Any
    is_listed: bool = True


def filled(listed: Sequence[Seat], preset: Preset) -> list[Seat]:
    """Fill the seats about which the config says nothing with what a preset puts there."""
    return [
        seat if seat.is_listed or place >= len(preset.seats) else Seat(seat.name, preset.seats[place], is_listed=False)
        for place, seat in enumerate(listed)
    ]


def seats(draft: Draft, game: Game, preset: Preset) -> list[Seat]:
    """Check who sits at the table, and fill in the preset's options.

    Returns
    -------
    The seats in order; as many as the preset has where the config's own list or number is wrong.
    """
    asked = draft.question.seats
    fewest, most = game.seats
    number = len(preset.seats) if asked is None else asked if isinstance(asked, int) else len(asked)
    if not fewest <= number <= most:
        allowed = str(most) if fewest == most else f"{fewest} to {most}"
        draft.missing(("seats",), f"{game.title} has {allowed} seats; got {number}")
        return [Seat(None, option, is_listed=False) for option in preset.seats]
    if not isinstance(asked, list):
        if number > len(preset.seats):
            draft.missing(("seats",), f"the preset fills {len(preset.seats)} seats; list the seats to have {number}")
        return [Seat(None, option, is_listed=False) for option in preset.seats[:number]]
    listed = [_listed(draft, game, preset, place, entry) for place, entry in enumerate(asked)]
    for place, seat in enumerate(listed):
        if seat.name is not None and seat.name in [other.name for other in listed[:place]]:
            draft.wrong(("seats", place, "name"), f"two seats are called {shown(seat.name)}")
    return listed


def _listed(draft: Draft, game: Game, preset: Preset, place: int, entry: dict[str, Any]) -> Seat:
    here = ("seats", place)
    allowed = ["name", game.option, *(["skill", "policy"] if game.max_actions > 1 else [])]
    for key in entry:
        if key in {"skill", "policy"} and key not in allowed:
            draft.wrong((*here, key), f"there is nothing to decide in {game.title}; leave it out")
        elif key not in allowed:
            draft.wrong((*here, key), unknown_key(key, allowed))
    name = entry.get("name")
    if name is not None and not _is_name(name):
        rule = f"a word or a few, without points, of at most {LONGEST_NAME} characters, no number and not 'winner'"
        draft.wrong((*here, "name"), f"must be {rule}; got {shown(name)}")
        name = None
    option = entry.get(game.option)
    if option is None:
        if place < len(preset.seats):
            return Seat(name, preset.seats[place], is_listed=False)
        draft.missing(here, f"has no {game.option}, and the preset fills {len(preset.seats)} seats only")
    elif is_set(option):
        check_set(draft, game, (*here, game.option), option)
    elif not is_option(option):
        draft.missing((*here, game.option), f"must be a name, or a list of names; got {shown(option)}")
    return Seat(name, option)


def _is_name(name: Any) -> bool:
    """Say whether tables, paths of axes and prose can carry a name."""
    is_short_text = (
        isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()
    )
    return is_short_text and "." not in name and not name.isdecimal() and name != WINNER


def names(game: Game, listed: Sequence[Seat], varied: Iterable[int]) -> list[str]:
    """Name every seat: its given name, else the label of what it plays, else ``seat 1``; each name once.

    Parameters
    ----------
    varied : seats whose option is an axis, so that it names nothing
    """
    own = set(varied)
    taken = {seat.name for seat in listed}
    found = []
    for place, seat in enumerate(listed):
        name = seat.name
        if name is None:
            is_told = place not in own and is_option(seat.option) and not is_set(seat.option)
            stem = game.option_label(seat.option) if is_told else f"seat {place + 1}"
            name = next(unique for unique in _numbered(stem) if unique not in taken)
            taken.add(name)
        found.append(name)
    return found


def _numbered(stem: str) -> Iterable[str]:
    yield stem
    for number in count(2):
        yield f"{stem} {number}"


def assign(draft: Draft, game: Game) -> Assign:
    """Check how options are dealt to seats; as listed where the config does not say."""
    for key in draft.question.assign:
        if key != game.option:
            draft.wrong(("assign", key), unknown_key(key, [game.option]))
    return draft.question.assign.get(game.option, "fixed")


def arrangements(how: Assign, number: int, dealt: int) -> tuple[tuple[int, ...], ...]:
    """List for each arrangement what is dealt to each of `number` seats; every subset of what is there comes up alike.

    A random deal draws one of all orders for each playthrough.
    """
    if how == "fixed":
        return (tuple(range(number)),)
    if how == "cyclic":
        return tuple(tuple((seat + turn) % dealt for seat in range(number)) for turn in range(dealt))
    return tuple(permutations(range(dealt), number))


def subsets(how: Assign, number: int, dealt: int) -> tuple[tuple[int, ...], ...]:
    """List one deal for each different set of what `number` seats may be dealt."""
    if how in {"fixed", "cyclic"}:
        first: dict[frozenset[int], tuple[int, ...]] = {}
        for deal in arrangements(how, number, dealt):
            first.setdefault(frozenset(deal), deal)
        return tuple(first.values())
    return tuple(combinations(range(dealt), number))


def hand(listed: Sequence[Seat], preset: Preset) -> list[Any]:
    """Return what the seats can play: what they list, or, where none lists anything, all that the preset has."""
    if not any(seat.is_listed for seat in listed):
        return list(preset.seats)
    return [seat.option for seat in filled(listed, preset)]


def playable(draft: Draft, game: Game, book: Rulebook, preset: Preset, listed: Sequence[Seat]) -> list[str]:
    """Name everything that a seat might play in some variant, before anything is known of what is wrong with these."""
    presets = [preset]
    options: list[Any] = []
    for path, value in _assignments(draft):
        if path == "preset" and isinstance(value, str) and value in book.presets:
            presets.append(book.presets[value])
        elif path.startswith("seats.") and path.endswith(f".{game.option}"):
            options.append(value)
    options = [*(option for each in presets for option in hand(listed, each)), *options]
    return list(dict.fromkeys(label(game, option) for option in options if is_option(option)))


def most_orders(draft: Draft, book: Rulebook, preset: Preset, listed: Sequence[Seat]) -> tuple[int, int]:
    """Return the most orders in which a variant may deal what is there to the seats, and the number of these seats."""
    varied = list(_assignments(draft))
    editions = [book.presets[name] for path, name in varied if path == "preset" and name in list(book.presets)]
    numbers = [number for path, number in varied if path == "seats" and type(number) is int and number > 0]
    tables = [(len(hand(listed, edition)), len(listed)) for edition in [preset, *editions]]
    tables += [(len(edition.seats), len(edition.seats)) for edition in editions if draft.question.seats is None]
    tables += [(dealt, number) for dealt, _ in tables for number in numbers]
    return max((perm(dealt, min(number, dealt)), number) for dealt, number in tables)


def _assignments(draft: Draft) -> Iterator[tuple[str, Any]]:
    """Yield every path of ``vary`` with every value; of a range its two ends."""
    for path, values in paths_in(draft.question.vary):
        if isinstance(values, list):
            yield from ((path, value) for value in values)
        elif isinstance(values, dict) and is_range(values):
            yield from ((path, values[end]) for end in ("from", "to") if end in values)
        elif isinstance(values, dict):
            yield from (item for case in values.values() if isinstance(case, dict) for item in case.items())
