"""Experiments in which both seats choose from a list: which options those are, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simlab.document import shown
from simlab.experiment.axes import canonical, is_option
from simlab.forward import Complaint, Game, NoLegalOptionError, Rules

if TYPE_CHECKING:
    from simlab.document import KeyPath
    from simlab.experiment.axes import Axis
    from simlab.experiment.draft import Draft
    from simlab.experiment.seats import Seat

MATCHUP = "matchup"
ALL_LEGAL = "all_legal"
ANY_OF = "any_of"


@dataclass(frozen=True)
class Field:
    """The options that meet each other, those that play alike taken together.

    Attributes
    ----------
    labels : what they are called, K of them
    members : how many options play like each
    fielded : one of each, as the game fields it; its ``option`` is what a seat would list
    """

    labels: tuple[str, ...]
    members: tuple[int, ...]
    fielded: tuple[Any, ...]


def is_set(option: Any) -> bool:
    """Say whether a seat's option stands for several to choose from: ``all_legal``, or ``{any_of: […]}``."""
    return option == ALL_LEGAL or (isinstance(option, dict) and ANY_OF in option)


def label(game: Game, option: Any) -> str:
    """Name what a seat plays, or what it chooses from."""
    if option == ALL_LEGAL:
        return f"every legal {game.option}"
    return f"any of {len(option[ANY_OF])}" if is_set(option) else game.option_label(option)


def field(game: Game, rules: Rules, option: Any) -> Field:
    """List what a set comes to under some rules.

    Raises
    ------
    NoLegalOptionError
        The rules allow nothing.
    """
    options = game.module("options")
    listed = options.legal(rules) if option == ALL_LEGAL else [options.fielded(rules, one) for one in option[ANY_OF]]
    alike = options.columns(listed)
    return Field(
        labels=tuple(options.labels(list(alike))),
        members=tuple(len(members) for members in alike.values()),
        fielded=tuple(members[0] for members in alike.values()),
    )


def complaints(game: Game, rules: Rules, option: Any) -> Iterator[Complaint]:
    """Yield what is wrong with these rules and this set together; a listed option is complained about where it is."""
    unlike = list(game.module("options").complaints(rules))
    if unlike:
        yield from unlike
        return
    if option != ALL_LEGAL:
        heard: dict[tuple[KeyPath, str], Complaint] = {}
        for place, one in enumerate(option[ANY_OF]):
            for complaint in game.complaints(rules, [one, one]):
                path = complaint.path
                if path[0] == "seats":
                    path = ("seats", 0, game.option, ANY_OF, place, *path[3:])
                heard[path, complaint.message] = Complaint(path, complaint.message)
        yield from heard.values()
        return
    try:
        found = field(game, rules, option)
    except NoLegalOptionError as error:
        yield error.complaint
        return
    said = {(one.path, one.message): one for each in found.fielded for one in game.complaints(rules, [each.option] * 2)}
    yield from said.values()


def packed(game: Game, rules: Rules, option: Any) -> bytes:
    """Return everything that the pairings of a set depend on, so that two settings can be told apart."""
    found = field(game, rules, option)
    return b"".join(game.pack(rules, [each.option] * 2).tobytes() for each in found.fielded)


# --- what a question says of it ---------------------------------------------------------------------------------------


def check_set(draft: Draft, game: Game, here: KeyPath, option: Any) -> bool:
    """Check the shape of a set that a seat chooses from; note what is wrong with it."""
    if draft.question.analysis != MATCHUP:
        if draft.document.data.get("analysis") is not None:  # which is complained about where it stands
            draft.is_shaky = True
            return False
        draft.missing(here, f"is a set of options, which only analysis: {MATCHUP} answers; name one {game.option}")
        return False
    if option == ALL_LEGAL:
        return True
    listed = option[ANY_OF]
    if list(option) != [ANY_OF] or not isinstance(listed, list) or len(listed) < 2:  # noqa: PLR2004 - two to choose from
        draft.missing(here, f"must be {ALL_LEGAL}, or {{{ANY_OF}: […]}} with two or more; got {shown(option)}")
        return False
    first: dict[str, int] = {}
    sound = True
    for place, one in enumerate(listed):
        path = (*here, ANY_OF, place)
        earlier = first.setdefault(canonical(one), place)
        if not is_option(one) or one == ALL_LEGAL:
            draft.missing(path, f"must be a name, or a list of names; got {shown(one)}")
            sound = False
        elif earlier != place:
            draft.missing(path, f"{shown(one)} stands twice; it is item {earlier + 1} too")
            sound = False
    return sound


def check(draft: Draft, game: Game, listed: Sequence[Seat], axes: Sequence[Axis]) -> None:
    """Check that a question can be answered by a table of matchups, where it asks for one."""
    if draft.question.analysis != MATCHUP:
        return
    here = ("analysis",)
    if not (game.can_be_solved and game.can_list_options):
        draft.missing(here, f"{game.title} has no exact solution of its {game.option}s; leave it out")
        return
    ways = f"{game.option}: {ALL_LEGAL}, or {game.option}: {{{ANY_OF}: […]}}"
    single = [place for place, seat in enumerate(listed) if not is_set(seat.option)]
    if len(listed) != 2 or single:  # noqa: PLR2004 - a table has rows and columns
        draft.missing(here, f"needs two seats that choose; give each of them {ways}")
    elif canonical(listed[0].option) != canonical(listed[1].option):
        draft.missing(("seats", 1, game.option), "must be the same set as of the first seat: both choose from one list")
    for axis in axes:
        if any(way[0] == "seats" for way in axis.ways):
            draft.missing(axis.here, "sets what a seat plays, and here the seats choose; vary the rules")
    if draft.question.assign:
        draft.missing(("assign",), "changes nothing: every option meets every other; leave it out")


def labels(game: Game, points: Sequence[tuple[Rules, Any]]) -> list[str]:
    """Name every option that any point has, in the order in which they first come up."""
    named: Mapping[str, None] = {}
    for rules, option in points:
        named = {**named, **dict.fromkeys(field(game, rules, option).labels)}
    return list(named)
