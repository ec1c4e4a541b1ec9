"""Every point of the grid: its rules written out, and what the game has to say against it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from simlab.document import KeyPath, dotted, shown
from simlab.document.wording import Schema, findings, unknown_key
from simlab.experiment import matchup
from simlab.experiment.axes import PRESET, Axis
from simlab.experiment.complaints import Complaints
from simlab.experiment.design import Setting
from simlab.experiment.draft import Draft
from simlab.experiment.matchup import MATCHUP
from simlab.experiment.plan import WORLD, Assign
from simlab.experiment.seats import Seat, hand, subsets
from simlab.forward import Complaint, Game, Rules
from simlab.games.rulebook import Rulebook


@dataclass(frozen=True)
class Point:
    """One point of the grid.

    Attributes
    ----------
    setting : for each axis, which of its values
    options : what is dealt to the seats
    seats : how many seats there are
    assignments : everything that the axes set here: way -> value
    world : what is taken for unknown data, part by part
    """

    setting: Setting
    rules: Rules
    options: tuple[Any, ...]
    seats: int
    assignments: Mapping[KeyPath, Any]
    world: Mapping[str, Any]


@dataclass
class Grid:
    """The points of a question, and the complaints about them, gathered so that each is stated once."""

    draft: Draft
    game: Game
    rulebook: Rulebook
    preset: str
    axes: Sequence[Axis]
    settings: Sequence[Setting]
    seats: Sequence[Seat]
    schema: Schema
    how: Assign

    def points(self) -> list[Point]:
        """Resolve every point of the design, note what is wrong, and return those without a problem.

        Values are always checked; the game is asked only when nothing is missing, for it would complain of the hole.
        """
        overrides = self._known_rules()
        self._axes_reach_in()
        self._numbers_of_seats_fit()
        values = Complaints(self.draft, self.axes, self.settings)
        resolved = [
            point for setting in self.settings if (point := self._point(setting, overrides, values)) is not None
        ]
        values.state()
        return [] if self.draft.is_shaky else self._without_complaints(resolved)

    def elsewhere(self, setting: Setting) -> Point | None:
        """Resolve a point outside the design; None where there can be none."""
        unheard = Complaints(self.draft, self.axes, [setting])
        point = self._point(setting, self.draft.question.rules, unheard)
        return None if point is None or any(self._complaints(point)) else point

    def _complaints(self, point: Point) -> Iterator[Complaint]:
        """Ask the game about a point; about a set that the seats choose from, option by option."""
        if self.draft.question.analysis == MATCHUP:
            return matchup.complaints(self.game, point.rules, point.options[0])
        return self._of_deals(point)

    def _of_deals(self, point: Point) -> Iterator[Complaint]:
        """Ask the game about every different set that may be dealt; the order in which it is dealt forbids nothing."""
        heard = set()
        for deal in subsets(self.how, point.seats, len(point.options)):
            for complaint in self.game.complaints(point.rules, [point.options[number] for number in deal], point.world):
                path = complaint.path
                if path[0] == "seats" and len(path) > 1:
                    path = ("seats", deal[int(path[1])], *path[2:])
                if (path, complaint.message) not in heard:
                    heard.add((path, complaint.message))
                    yield Complaint(path, complaint.message)

    def _without_complaints(self, resolved: list[Point]) -> list[Point]:
        heard = Complaints(self.draft, self.axes, [point.setting for point in resolved])
        sound = []
        for point in resolved:
            complaints = list(self._complaints(point))
            for complaint in complaints:
                heard.note(complaint.path, complaint.message, point.setting)
            if not complaints:
                sound.append(point)
        heard.state()
        return sound

    # --- before the points

    def _known_rules(self) -> dict[str, Any]:
        declared = list(self.game.rules.model_fields)
        given = self.draft.question.rules
        for key in given.keys() - set(declared):
            self.draft.missing(("rules", key), unknown_key(key, declared))
        return {key: value for key, value in given.items() if key in declared}

    def _axes_reach_in(self) -> None:
        """An axis inside a parameter must not silently replace a value that the config gives for the whole of it."""
        for way, source in self._sources().items():
            value: Any = self.draft.question.rules
            for depth, step in enumerate(way[1:-1] if way[0] == "rules" else (), 1):
                value = value.get(step, {})
                if not isinstance(value, dict):
                    inside = dotted(way[: depth + 1])
                    message = f"would replace {inside}, which this file sets to {shown(value)}; vary {inside} instead"
                    self.draft.missing(source, message)
                    break

    def _sources(self) -> dict[KeyPath, KeyPath]:
        """Return everything that is varied, and the first key that does so."""
        every = (item for axis in self.axes for sources in axis.sources for item in sources.items())
        found: dict[KeyPath, KeyPath] = {}
        for way, source in every:
            found.setdefault(way, source)
        return found

    def _numbers_of_seats_fit(self) -> None:
        fewest, most = self.game.seats
        for setting, sources in (pair for axis in self.axes for pair in zip(axis.settings, axis.sources, strict=True)):
            value = setting.get(("seats",), fewest)
            if not isinstance(value, int) or isinstance(value, bool) or not fewest <= value <= most:
                allowed = f"a whole number from {fewest} to {most}"
                self.draft.missing(sources["seats",], f"must be {allowed}; got {shown(value)}")

    # --- one point

    def _point(self, setting: Setting, given: Mapping[str, Any], wrong: Complaints) -> Point | None:
        overrides = deepcopy(dict(given))
        chosen = [axis.settings[place] for axis, place in zip(self.axes, setting, strict=True)]
        preset = next((assignments[PRESET] for assignments in chosen if PRESET in assignments), self.preset)
        edition = self.rulebook.presets[preset]
        options = hand(self.seats, edition)
        number = len(edition.seats if self.draft.question.seats is None else self.seats)
        assigned = {way: value for assignments in chosen for way, value in assignments.items()}
        world = {part: known[0] for part, known in self.game.worlds.items()}
        for way, value in assigned.items():
            if way == ("seats",):
                number = value if isinstance(value, int) else number
            elif way[0] == "seats" and way[-1] == self.game.option:
                options[int(way[1])] = value
            elif way[0] == "rules":
                _put(overrides, way[1:], value)
            elif way[0] == WORLD:
                world[str(way[1])] = value
        if number > len(options):
            wrong.note(("seats",), f"{number} are asked for, and the preset {preset} fills {len(options)}", setting)
            return None
        if self.how == "fixed":
            options = options[:number]
        values = self.rulebook.resolve(preset, overrides)
        try:
            rules = self.game.rules.model_validate_json(json.dumps(values))
        except ValidationError as error:
            for path, message in findings(error, values, self.schema):
                wrong.note(("rules", *path), message, setting)
            return None
        return Point(setting, rules, tuple(options), number, assigned, world)


def _put(mapping: dict[str, Any], way: KeyPath, value: Any) -> None:
    for step in way[:-1]:
        inner = mapping.get(str(step))
        mapping[str(step)] = mapping = inner if isinstance(inner, dict) else {}
    mapping[str(way[-1])] = value


def dead(
    axes: Sequence[Axis], packed: Mapping[Setting, bytes], elsewhere: Callable[[Setting], bytes | None]
) -> Iterator[Axis]:
    """Yield every axis that can change nothing.

    Parameters
    ----------
    packed : setting -> the packed record of that point of the design
    elsewhere : the same of a point that is not in the design; None where there can be none

    An axis is dead when at every point of the design its first and its last value would be packed into the same bytes
    as its own, all others as they are. What cannot be there tells nothing, and an axis of which all is so is not dead.
    """
    for number, axis in enumerate(axes):
        if len(axis.values) > 1 and not _changes(number, len(axis.values) - 1, packed, elsewhere):
            yield axis


def _changes(
    number: int, last: int, packed: Mapping[Setting, bytes], elsewhere: Callable[[Setting], bytes | None]
) -> bool:
    """Say whether an axis changes anything, or nothing can be told of it."""
    is_told = False
    for setting, record in packed.items():
        for place in {0, last} - {setting[number]}:
            other = (*setting[:number], place, *setting[number + 1 :])
            found = packed[other] if other in packed else elsewhere(other)
            if found is not None and found != record:
                return True
            is_told = is_told or found is not None
    return not is_told
