"""How seats decide: skill levels and policies of a question, checked where they stand and resolved for every seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simlab.document import KeyPath
from simlab.document.wording import must_be_one_of, unknown_key
from simlab.experiment.axes import Axis
from simlab.experiment.draft import Draft
from simlab.experiment.plan import SKILL, Skills
from simlab.forward import Game
from simlab.policies.policy import RANDOM, Policy
from simlab.policies.styles import Styles, load

POLICY: KeyPath = ("policy",)
LEVEL: KeyPath = (SKILL,)


@dataclass(frozen=True)
class Deciding:
    """What a question says about how seats decide.

    Attributes
    ----------
    known : the game's styles and levels
    skills : the levels that are asked about
    everyone : what differs from the level for every seat
    by_option : seat option -> what differs for whoever plays it
    by_seat : seat -> its own level, and what differs for it
    """

    known: Styles
    skills: Skills
    everyone: Any = None
    by_option: Mapping[str, Any] = field(default_factory=dict)
    by_seat: Mapping[int, tuple[str | None, Any]] = field(default_factory=dict)

    def at(self, assignments: Mapping[KeyPath, Any]) -> Deciding:
        """Return what holds at a point of the grid, whose axes set ways to values."""
        everyone, by_option, by_seat = self.everyone, dict(self.by_option), dict(self.by_seat)
        for way, value in assignments.items():
            if way == POLICY:
                everyone = value
            elif way[0] == "policies":
                by_option[str(way[1])] = value
            elif way[0] == "seats" and way[-1] in {"skill", "policy"}:
                level, changed = by_seat.get(int(way[1]), (None, None))
                by_seat[int(way[1])] = (value, changed) if way[-1] == "skill" else (level, value)
        level = assignments.get(LEVEL, self.skills.verdict)
        return Deciding(self.known, Skills(level), everyone, by_option, by_seat)

    def policy(self, seat: int, label: str) -> Policy:
        """Return how a seat decides that plays an option."""
        level, own = self.by_seat.get(seat, (None, None))
        return self.known.decide(level or self.skills.verdict, self.everyone, self.by_option.get(label), own)

    def policies(self, labels: Sequence[str], arrangements: Sequence[Sequence[int]]) -> tuple[tuple[Policy, ...], ...]:
        """Return for each arrangement the policy of each seat; equal ones are one object."""
        made: dict[tuple[int, str], Policy] = {}
        return tuple(
            tuple(
                made.setdefault((seat, labels[number]), self.policy(seat, labels[number]))
                for seat, number in enumerate(deal)
            )
            for deal in arrangements
        )


def deciding(draft: Draft, game: Game, labels: Sequence[str]) -> Deciding:
    """Check everything that a question says about deciding.

    Parameters
    ----------
    labels : the names of all seat options that may be dealt
    """
    known = load(game)
    question = draft.question
    if game.max_actions == 1:
        for key in ("skill", "policy", "policies"):
            if draft.document.data.get(key) is not None:
                draft.wrong((key,), f"there is nothing to decide in {game.title}; leave it out")
        return Deciding(known, Skills())
    everyone = checked(draft, known, POLICY, question.policy)
    by_option = {}
    for label, entry in question.policies.items():
        if label not in labels:
            draft.wrong(("policies", label), unknown_key(label, list(labels)))
        else:
            by_option[label] = checked(draft, known, ("policies", label), entry)
    by_seat = {}
    if isinstance(question.seats, list):
        for seat, entry in enumerate(question.seats):
            level = checked_level(draft, known, ("seats", seat, "skill"), entry.get("skill"))
            by_seat[seat] = (level, checked(draft, known, ("seats", seat, "policy"), entry.get("policy")))
    return Deciding(known, _skills(draft, known), everyone, by_option, by_seat)


def checked(draft: Draft, known: Styles, here: KeyPath, entry: Any) -> Any:
    """Return what is said about a policy, or None where something is wrong with it."""
    if entry is None:
        return None
    problems = list(known.problems(entry))
    for path, message in problems:
        draft.missing((*here, *path), message)
    return None if problems else entry


def checked_level(draft: Draft, known: Styles, here: KeyPath, level: Any) -> str | None:
    """Return the name of a skill level, or None where it is no such name."""
    if level is None or level in known.levels:
        return level  # type: ignore[no-any-return]
    draft.missing(here, must_be_one_of(level, known.levels))
    return None


def _skills(draft: Draft, known: Styles) -> Skills:
    given = draft.question.skill
    if given is None:
        return Skills(known.default)
    if isinstance(given, str):
        return Skills(checked_level(draft, known, LEVEL, given) or known.default)
    verdict = checked_level(draft, known, (SKILL, "verdict"), given.verdict) or known.default
    check = []
    for place, level in enumerate(given.check):
        here = (SKILL, "check", place)
        if level == verdict or level in given.check[:place]:
            draft.wrong(here, f"{level} is asked about already")
        elif checked_level(draft, known, here, level) is not None:
            check.append(level)
    return Skills(verdict, tuple(check))


def skill_axis(draft: Draft, skills: Skills) -> list[Axis]:
    """Return the axis of levels, where more than one is asked about."""
    if not skills.check:
        return []
    listed = draft.question.skill.check if draft.question.skill and not isinstance(draft.question.skill, str) else []
    sources: list[Mapping[KeyPath, KeyPath]] = [
        {LEVEL: (SKILL, "verdict")},
        *({LEVEL: (SKILL, "check", listed.index(level))} for level in skills.check),
    ]
    levels = skills.levels
    return [Axis(SKILL, levels, levels, tuple({LEVEL: level} for level in levels), tuple(sources))]


__all__ = ["RANDOM", "Deciding", "checked", "checked_level", "deciding", "skill_axis"]
