"""A question while it is being checked: its document, its shape, and everything that was found wrong so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from simlab.document import ConfigError, Document, KeyPath, Problem
from simlab.document.wording import findings
from simlab.experiment.plan import SKILL, WORLD
from simlab.experiment.question import CompareEntry, EffectsEntry, Question, TargetEntry

ENTRIES = ("targets", "compare", "effects")
GRID = ("preset", "rules", "seats", "assign", "vary", "skill", "policy", "policies", "worlds")

ZIP, SAMPLE = "zip", "sample"
"""Words of ``vary``: axes that move together, and axes of which points are drawn."""

T = TypeVar("T")


@dataclass
class Draft:
    """What checking a question has to hand.

    Attributes
    ----------
    question : the parts of the document whose shape is right; the others are left at their defaults
    targets, compare, effects : the entries whose shape is right, each with its place in the list of the document
    is_shaky : something is missing of what the grid is made of, so that the game cannot be asked about its points
    """

    document: Document
    question: Question
    targets: list[tuple[int, TargetEntry]] = field(default_factory=list)
    compare: list[tuple[int, CompareEntry]] = field(default_factory=list)
    effects: list[tuple[int, EffectsEntry]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    is_shaky: bool = False

    def wrong(self, key_path: KeyPath, message: str, near: KeyPath | None = None) -> None:
        """Note a problem at a key; `near` is where to point when the document has no such key."""
        self.problems.append(self.document.problem(key_path, message, near))

    def missing(self, key_path: KeyPath, message: str) -> None:
        """Note a problem that leaves a hole in the grid."""
        self.wrong(key_path, message)
        self.is_shaky = True

    @property
    def written_axes(self) -> list[str]:
        """Everything that the document varies, rightly or wrongly, worlds and skill levels too."""
        data = self.document.data
        vary = [path for path, _ in paths_in(data.get("vary"))]
        skill, worlds = data.get("skill"), data.get("worlds")
        return [
            *vary,
            *([WORLD] if isinstance(worlds, dict) and set(worlds) - {"hold"} else []),
            *([SKILL] if isinstance(skill, dict) and skill.get("check") else []),
        ]


def paths_in(vary: Any) -> list[tuple[str, Any]]:
    """List what stands behind every axis that ``vary`` names, those that are set together among them."""
    if not isinstance(vary, dict):
        return []
    sample = vary.get(SAMPLE)
    inside = {ZIP: vary.get(ZIP), SAMPLE: sample.get("axes") if isinstance(sample, dict) else None}
    found: list[tuple[str, Any]] = []
    for path, values in vary.items():
        together = inside.get(path)
        found += [*together.items()] if isinstance(together, dict) else [] if path in inside else [(path, values)]
    return found


def own_file(
    note: Callable[[KeyPath, str], None],
    here: KeyPath,
    folder: Path | None,
    name: str,
    read: Callable[[Path], T],
    instead: str,
) -> T | None:
    """Read a file that a config names, which must lie in the config's own folder; None where something is wrong.

    Parameters
    ----------
    note : how to note a problem, `Draft.wrong` or `Draft.missing`
    here : where the document names it
    folder : the config's; None where the question is a mapping
    instead : what to give where there is no folder
    """
    if folder is None:
        note(here, f"a mapping has no folder to look in; give {instead}")
        return None
    try:
        root = folder.resolve()
        target = (root / name).resolve()
        if target.is_relative_to(root) and ".." not in Path(name).parts:
            return read(target)
        note(here, "must be a file in the config's own folder")
    except ConfigError as error:
        first = error.problems[0]
        where = f"the file, line {first.line}:" if first.line else "the file"
        note(here, f"{where} {first.message}")
    except (OSError, ValueError, RuntimeError):  # a name too long, with a NUL, or links in a circle
        note(here, "is no name of a file")
    return None


def draft(document: Document) -> Draft:
    """Check the shape of a question and keep what can be checked further.

    A key with nothing behind it counts as absent, so that a designer may comment out what stands below it.
    """
    data = {key: value for key, value in document.data.items() if value is not None}
    problems: list[Problem] = []
    found: list[tuple[KeyPath, str]] = []
    try:
        question = Question.model_validate(data)
    except ValidationError as error:
        found = findings(error, data, _without_null(Question.model_json_schema()))
        question = _remainder(data, [path for path, _ in found])
    problems += [document.problem(path, message) for path, message in found]
    wrong = {path[:2] for path, _ in found}
    return Draft(
        document,
        question,
        targets=_numbered("targets", data, question.targets, wrong),
        compare=_numbered("compare", data, question.compare, wrong),
        effects=_numbered("effects", data, question.effects, wrong),
        problems=problems,
        is_shaky=any(path[0] in GRID for path, _ in found),
    )


def _without_null(schema: Any) -> Any:
    """Leave null out of what a message allows: to leave a key out says the same."""
    if isinstance(schema, dict):
        inner = {key: _without_null(value) for key, value in schema.items()}
        if "anyOf" in inner:
            inner["anyOf"] = [one for one in inner["anyOf"] if one != {"type": "null"}]
        return inner
    return [_without_null(value) for value in schema] if isinstance(schema, list) else schema


def _remainder(data: dict[str, Any], wrong: list[KeyPath]) -> Question:
    """Validate what is left of a question without its wrong parts; placeholders stand for what must be there."""
    rest = dict(data)
    for path in wrong:
        if path[0] in ENTRIES and len(path) > 1:
            dropped = {other[1] for other in wrong if other[0] == path[0]}
            rest[path[0]] = [entry for place, entry in enumerate(data[path[0]]) if place not in dropped]
        elif path[0] == "vary" and len(path) > 1:
            rest["vary"] = {key: values for key, values in rest["vary"].items() if key != path[1]}
        else:
            rest.pop(str(path[0]), None)
    return Question.model_validate({"game": "", "question": "?", **rest})


def _numbered(name: str, data: dict[str, Any], kept: list[T], wrong: set[KeyPath]) -> list[tuple[int, T]]:
    """Pair the entries that were kept with their places in the document."""
    places = [place for place in range(len(data.get(name, ())) if kept else 0) if (name, place) not in wrong]
    return list(zip(places, kept, strict=True))
