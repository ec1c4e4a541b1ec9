"""Where the paths of axes lead to: what a dotted path of ``vary`` sets, or why it sets nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simlab.document import KeyPath, did_you_mean, shown
from simlab.document.wording import Schema, at, keys_at
from simlab.experiment.axes import PRESET, spelled
from simlab.experiment.draft import Draft
from simlab.forward import Game
from simlab.policies.styles import Styles


@dataclass(frozen=True)
class Ground:
    """What the paths of axes can lead to.

    Attributes
    ----------
    draft : where problems are noted
    game : whose rules and seats are varied
    rules_schema : JSON Schema of the game's ``Rules``
    chairs : the given names of the seats, None for one without
    presets : the names of the game's presets
    options : the names of all seat options that may be dealt
    known : the game's styles and skill levels
    is_hand_unlisted : whether the seats are dealt what the preset has, so that no seat has an option of its own
    """

    draft: Draft
    game: Game
    rules_schema: Schema
    chairs: Sequence[str | None]
    presets: Sequence[str]
    options: Sequence[str]
    known: Styles
    is_hand_unlisted: bool = False


def way_of(ground: Ground, here: KeyPath, path: str) -> KeyPath | None:
    """Find what a dotted path sets, or note at `here` why it sets nothing."""
    head, *rest = path.split(".")
    if path == "preset":
        if ground.draft.question.preset is not None:
            ground.draft.missing(here, "is given as preset: too; leave one of them out")
        return PRESET
    if head == "rules" and rest:
        return _rules_way(ground, here, rest)
    if head == "seats":
        return _seats_way(ground, here, rest)
    if ground.game.max_actions > 1 and head in {"policy", "policies"}:
        return _policy_way(ground, here, head, rest)
    forms = f"preset, rules.<parameter>, rules.<parameter>.<key>, seats.<name or number>.{ground.game.option}"
    if ground.game.max_actions > 1:
        forms += f", .skill or .policy, policy, policies.<{ground.game.option}>"
    is_rule = at(ground.rules_schema, tuple(path.split("."))) is not None
    hint = f"; did you mean 'rules.{path}'?" if is_rule else did_you_mean(head, ["preset", "rules", "seats"])
    ground.draft.missing(here, f"is no path of an axis; allowed: {forms}{hint}")
    return None


def _rules_way(ground: Ground, here: KeyPath, rest: list[str]) -> KeyPath | None:
    for depth in range(len(rest)):
        if at(ground.rules_schema, tuple(rest[: depth + 1])) is None:
            allowed = keys_at(ground.rules_schema, tuple(rest[:depth]))
            known = f"; allowed: {', '.join(allowed)}{did_you_mean(rest[depth], allowed)}" if allowed else ""
            parent = ".".join(["rules", *rest[:depth]])
            ground.draft.missing(here, f"{parent} has no key {shown(rest[depth])}{known}")
            return None
    return ("rules", *rest)


def _seats_way(ground: Ground, here: KeyPath, rest: list[str]) -> KeyPath | None:
    if not rest:
        return _number_of_seats(ground, here)
    names = [name for name in ground.chairs if name is not None]
    numbers = [str(number + 1) for number in range(len(ground.chairs))]
    option = ground.game.option
    deciding = ["skill", "policy"] if ground.game.max_actions > 1 else []
    if rest[0] not in {*names, *numbers}:
        allowed = f"{spelled([*names, *numbers])}{did_you_mean(rest[0], names)}"
        ground.draft.missing(here, f"no seat {shown(rest[0])}; allowed: {allowed}")
        return None
    if rest[1:] == [option] and ground.is_hand_unlisted:
        message = f"what is dealt comes from the preset; list what is dealt as seats, each with its {option}"
        ground.draft.missing(here, message)
        return None
    if len(rest) != 2 or rest[1] not in {option, *deciding}:  # noqa: PLR2004 - the seat, and what of it
        what, got = " or ".join([option, *deciding]), shown(".".join(rest[1:]))
        message = f"of a seat only its {what} can vary, as in seats.{rest[0]}.{option}; got {got}"
        ground.draft.missing(here, message)
        return None
    return ("seats", ground.chairs.index(rest[0]) if rest[0] in names else int(rest[0]) - 1, rest[1])


def _policy_way(ground: Ground, here: KeyPath, head: str, rest: list[str]) -> KeyPath | None:
    if head == "policy" and not rest:
        return ("policy",)
    labels = list(ground.options)
    if head == "policies" and len(rest) == 1 and rest[0] in labels:
        return ("policies", rest[0])
    allowed = ", ".join(["policy", *(f"policies.{label}" for label in labels)])
    hint = did_you_mean(rest[0], labels) if rest else ""
    ground.draft.missing(here, f"is no path of an axis; allowed: {allowed}{hint}")
    return None


def _number_of_seats(ground: Ground, here: KeyPath) -> KeyPath | None:
    fewest, most = ground.game.seats
    if fewest == most:
        ground.draft.missing(here, f"{ground.game.title} always has {most} seats")
    elif isinstance(ground.draft.question.seats, list):
        ground.draft.missing(here, "the seats are listed; to vary their number give a number, as in `seats: 3`")
    else:
        return ("seats",)
    return None
