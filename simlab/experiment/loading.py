"""From a config to an experiment: every check in turn, and all problems at once."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simlab import games
from simlab.document import ConfigError, Document, Problem, from_data, override, parse, text_of
from simlab.document.wording import must_be_one_of
from simlab.experiment import fits, matchup, stopping
from simlab.experiment.axes import PRESET, Axis
from simlab.experiment.deciding import Deciding, deciding, skill_axis
from simlab.experiment.design import Block, Setting, crossed, design
from simlab.experiment.draft import Draft, draft, own_file
from simlab.experiment.grid import Grid, Point, dead
from simlab.experiment.matchup import MATCHUP
from simlab.experiment.paths import Ground
from simlab.experiment.plan import SKILL, WORLD, Assign, Chair, Dealt, Experiment, ReportOptions, Variant
from simlab.experiment.question import MOST_PLAYTHROUGHS, LooksEntry, NotesFile
from simlab.experiment.record import digest_of, identity_of, resolved_of
from simlab.experiment.seats import (
    MOST_ARRANGEMENTS,
    Seat,
    arrangements,
    assign,
    most_orders,
    names,
    playable,
    seats,
    subsets,
)
from simlab.experiment.solving import method
from simlab.experiment.targets import Asking
from simlab.experiment.worlds import worlds
from simlab.forward import Game
from simlab.games import rulebook
from simlab.games.rulebook import Preset, Rulebook
from simlab.policies.policy import pack


def load(
    source: str | Path | Mapping[str, Any],
    *,
    overrides: Sequence[str] = (),
    seed: int | None = None,
    limit: int | None = None,
) -> Experiment:
    """Read a question and resolve it.

    Parameters
    ----------
    source : path of a YAML file, or the same as a Python mapping
    overrides : assignments such as ``rules.start_in=3``, made one after the other
    seed : in place of the config's
    limit : most playthroughs of a variant; rounded up to whole sets of arrangements

    Raises
    ------
    ConfigError
        With everything that is wrong.
    """
    text, document, name, folder = _document(source)
    problems: list[Problem] = []
    for assignment in [*overrides, *_options(seed)]:
        try:
            document = override(document, assignment, pointed=("vary",))
        except ConfigError as error:
            problems += error.problems
    if limit is not None and limit < 1:
        problems.append(Problem("--limit", 0, 0, "", f"must be at least 1; got {limit}"))
    checked = draft(document)
    checked.problems += problems
    game = _game(checked)
    book = rulebook.load(game)
    loading = _Loading(checked, game, book, _preset(checked, book), limit, folder)
    experiment = loading.experiment(_notes(checked, folder))
    return replace(experiment, name=name or game.name, text=text, overrides=tuple(overrides))


def _document(source: str | Path | Mapping[str, Any]) -> tuple[str, Document, str, Path | None]:
    if isinstance(source, Mapping):
        document = from_data(source, "<mapping>")
        return json.dumps(document.data, indent=2, ensure_ascii=False), document, "", None
    path = Path(source)
    text = text_of(path)
    name = re.sub(r"[^\w-]+", "_", path.stem).strip("_")  # it will name a folder
    return text, parse(text, str(source)), name, path.parent


def _options(seed: int | None) -> list[str]:
    return [] if seed is None else [f"seed={seed}"]


def _game(checked: Draft) -> Game:
    """Load the game, or give up: without it nothing else can be checked."""
    name = checked.question.game
    if name not in games.names():
        if all(problem.key != "game" for problem in checked.problems):
            checked.wrong(("game",), must_be_one_of(name, games.names()))
        raise ConfigError(checked.problems)
    return games.load(name)


def _preset(checked: Draft, book: Rulebook) -> str:
    name = checked.question.preset or book.default_preset
    if name not in book.presets:
        checked.missing(("preset",), must_be_one_of(name, list(book.presets)))
        return book.default_preset
    return name


def _notes(checked: Draft, folder: Path | None) -> str:
    """Read the designer's notes; a file of theirs must lie in the config's own folder."""
    notes = checked.question.report.notes
    if not isinstance(notes, NotesFile):
        return notes or ""
    here = ("report", "notes", "file")
    return own_file(checked.wrong, here, folder, notes.file, text_of, "the notes as text") or ""


def _why_dead(axis: Axis) -> str:
    """Say why an axis changes nothing."""
    if axis.path == SKILL:
        return "changes nothing: every seat decides alike at all of these levels"
    if axis.path == WORLD:
        return "changes nothing: whatever else is set, all of these worlds are alike"
    if any(way[-1] in {"policy", "skill"} or way[0] == "policies" for way in axis.ways):
        return "changes nothing: whatever else is set, every seat decides alike under all of its values"
    return "changes nothing: whatever else is set, the game packs all of its values into the same rules"


@dataclass
class _Loading:
    """The checks that need the game."""

    draft: Draft
    game: Game
    book: Rulebook
    preset: str
    limit: int | None
    folder: Path | None = None

    def experiment(self, notes: str) -> Experiment:
        """Check everything, and resolve it when nothing was wrong.

        Raises
        ------
        ConfigError
            With everything that is wrong.
        """
        game, question = self.game, self.draft.question
        preset = self.book.presets[self.preset]
        listed = seats(self.draft, game, preset)
        how = self._assign(listed, preset)
        schema = game.rules.model_json_schema()
        possible = playable(self.draft, game, self.book, preset, listed)
        players = deciding(self.draft, game, possible)
        stopping.check_levels(self.draft, players.known.levels)
        chairs = [seat.name for seat in listed]
        is_hand_unlisted = how != "fixed" and not any(seat.is_listed for seat in listed)
        presets = list(self.book.presets)
        ground = Ground(self.draft, game, schema, chairs, presets, possible, players.known, is_hand_unlisted)
        blocks = design(ground)
        asked_worlds, world_axis = worlds(self.draft, game, self.folder)
        blocks += [Block.of(axis) for axis in (*world_axis, *skill_axis(self.draft, players.skills))]
        grid, settings = [axis for block in blocks for axis in block.axes], crossed(blocks)
        matchup.check(self.draft, game, listed, grid)
        laid = Grid(self.draft, game, self.book, self.preset, grid, settings, listed, schema, how)
        points = self._points(laid, how, players)
        called = self._names(listed, grid, how, points)
        is_matchup = question.analysis == MATCHUP
        options = self._fielded(points) if is_matchup else self._labels(points, possible)
        asking = Asking(self.draft, game, grid, called, options, settings, is_matchup=is_matchup)
        targets, compare, metrics = asking.targets(), asking.compare(), asking.metrics()
        shown = asking.shown()
        stop = stopping.stop(self.draft, asking, targets, compare)
        variants = [self._variant(index, point, grid, called, how, players) for index, point in enumerate(points)]
        self._total(variants)
        fitted = fits.effects(self.draft, asking, variants)
        answered = method(self.draft, game, variants)
        if self.draft.problems:
            raise ConfigError(self.draft.problems)
        plain = Experiment(
            game=game,
            question=question.question.strip(),
            preset=self.preset,
            seed=question.seed,
            assign=how,
            draws=question.draws,
            method=answered,
            analysis=question.analysis,
            keep_rows=question.keep_rows,
            axes={axis.path: axis.keys for axis in grid},
            skill=players.skills,
            worlds=asked_worlds,
            variants=tuple(variants),
            targets=targets,
            compare=compare,
            metrics=metrics,
            shown=shown,
            effects=fitted,
            stop=stop,
            report=ReportOptions(question.report.title or "", notes),
        )
        identity = identity_of(plain)
        return replace(plain, resolved=resolved_of(plain), identity=identity, digest=digest_of(identity))

    def _names(self, listed: list[Seat], grid: list[Axis], how: Assign, points: list[Point]) -> list[str]:
        """Name the seats; one whose option is dealt, or an axis, is not called by it."""
        most = max([len(listed), *(point.seats for point in points)])
        everyone = [*listed, *(Seat(None, None, is_listed=False) for _ in range(most - len(listed)))]
        ways = {way for axis in grid for way in axis.ways}
        varied = [
            place
            for place, seat in enumerate(everyone)
            if how != "fixed" or ("seats", place, self.game.option) in ways or (PRESET in ways and not seat.is_listed)
        ]
        return names(self.game, everyone, varied)

    def _assign(self, listed: list[Seat], preset: Preset) -> Assign:
        how = assign(self.draft, self.game)
        orders, number = most_orders(self.draft, self.book, preset, listed)
        if how in {"random", "all_orders"} and orders > MOST_ARRANGEMENTS:
            message = f"{number} seats have {orders:,} orders, at most {MOST_ARRANGEMENTS:,}; use cyclic"
            self.draft.missing(("assign", self.game.option), message)
        return how

    def _total(self, variants: list[Variant]) -> None:
        total = sum(variant.playthroughs for variant in variants)
        if total > MOST_PLAYTHROUGHS:
            message = f"{len(variants):,} variants make {total:,} playthroughs, at most {MOST_PLAYTHROUGHS:,}"
            self.draft.wrong(("playthroughs",), message)

    def _points(self, grid: Grid, how: Assign, players: Deciding) -> list[Point]:
        """Resolve the grid and look for axes that change nothing."""
        before = len(self.draft.problems)
        points = grid.points()
        if points and len(self.draft.problems) == before and any(len(axis.values) > 1 for axis in grid.axes):

            def elsewhere(setting: Setting) -> bytes | None:
                point = grid.elsewhere(setting)
                return None if point is None else self._packed(point, how, players)

            packed = {point.setting: self._packed(point, how, players) for point in points}
            for axis in dead(grid.axes, packed, elsewhere):
                here = {SKILL: (SKILL, "check"), WORLD: ("worlds",)}.get(axis.path, axis.here)
                self.draft.wrong(here, _why_dead(axis))
        return points

    def _packed(self, point: Point, how: Assign, players: Deciding) -> bytes:
        """Return everything that a point's answer depends on."""
        if self.draft.question.analysis == MATCHUP:
            return matchup.packed(self.game, point.rules, point.options[0])
        deals = arrangements(how, point.seats, len(point.options))
        records = [
            self.game.pack(point.rules, [point.options[number] for number in deal], point.world)
            for deal in subsets(how, point.seats, len(point.options))
        ]
        labels = [self.game.option_label(option) for option in point.options]
        policies = players.at(point.assignments).policies(labels, deals)
        packed = pack(policies, players.known.features, is_forced=self.game.max_actions == 1)
        return b"".join([bytes([point.seats]), *(part.tobytes() for part in (*records, *packed))])

    def _fielded(self, points: list[Point]) -> list[str]:
        """Name everything that the seats can choose in any variant."""
        return matchup.labels(self.game, [(point.rules, point.options[0]) for point in points])

    def _labels(self, points: list[Point], possible: list[str]) -> list[str]:
        """Name everything that a seat plays in some variant; once something is wrong, everything it might play."""
        if self.draft.problems:
            return possible
        played = [self.game.option_label(option) for point in points for option in point.options]
        for label in self.draft.question.policies:
            if label not in played:
                self.draft.wrong(("policies", label), f"changes nothing: no seat plays {label}")
        return list(dict.fromkeys(played))

    def _variant(
        self, index: int, point: Point, grid: list[Axis], called: list[str], how: Assign, players: Deciding
    ) -> Variant:
        deals = arrangements(how, point.seats, len(point.options))
        dealt = tuple(Dealt(option, matchup.label(self.game, option)) for option in point.options)
        here = players.at(point.assignments)
        unit = len(deals) if how != "random" else 1
        number = -(-stopping.most(self.draft, here.skills.verdict, self.limit) // unit) * unit
        return Variant(
            index=index,
            keys={axis.path: axis.keys[place] for axis, place in zip(grid, point.setting, strict=True)},
            rules=point.rules,
            chairs=tuple(
                Chair(called[seat], dealt[number].option, dealt[number].label) for seat, number in enumerate(deals[0])
            ),
            dealt=dealt,
            arrangements=deals,
            policies=here.policies([each.label for each in dealt], deals),
            playthroughs=number,
            world=point.world,
            looks=stopping.sizes(number, unit) if isinstance(self.draft.question.playthroughs, LooksEntry) else (),
        )
