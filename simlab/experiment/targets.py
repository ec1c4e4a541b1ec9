"""What is asked of the playthroughs: targets, comparisons and metrics, checked against what the game reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simlab.columns import MATCHUPS, columns
from simlab.document import KeyPath, did_you_mean, shown
from simlab.document.wording import must_be_one_of, unknown_key
from simlab.experiment.axes import Axis, spelled
from simlab.experiment.draft import Draft
from simlab.experiment.plan import EVERY, WINNER, Comparison, Key, Shown, Target
from simlab.experiment.question import CompareEntry, MetricEntry, ShownEntry, TargetEntry
from simlab.forward import Column, Game

WIN_SHARE = "win_share"
FIELD_SHARE = "field_share"
BANDS = ("within", "within_fair", "at_most", "at_least")


def metric_names(game: Game) -> tuple[str, ...]:
    """List what can be asked of a game: the win share, the columns that every game has, and its own."""
    return (WIN_SHARE, *columns(game))


def goes_with(game: Game) -> list[str]:
    """List the columns beside which a metric can be shown: those of the whole table that take a few values."""
    return [
        name
        for name, column in columns(game).items()
        if not column.per_seat and column.kind in {"flag", "category", "count"} and name != "arrangement"
    ]


@dataclass
class Asking:
    """The questions of one draft, and what they may refer to."""

    draft: Draft
    game: Game
    axes: Sequence[Axis]
    seats: Sequence[str]
    options: Sequence[str]
    settings: Sequence[tuple[int, ...]] = ()
    is_matchup: bool = False

    def targets(self) -> tuple[Target, ...]:
        """Check every target; those with a problem are left out."""
        return tuple(found for place, entry in self.draft.targets if (found := self._target(("targets", place), entry)))

    def compare(self) -> tuple[Comparison, ...]:
        """Check every comparison; those with a problem are left out."""
        return tuple(
            found for place, entry in self.draft.compare if (found := self._compare(("compare", place), entry))
        )

    def metrics(self) -> tuple[str, ...]:
        """Check the metrics that are shown without a target, of each seat."""
        named = [(place, name) for place, name in enumerate(self.draft.question.metrics) if isinstance(name, str)]
        for place, name in named:
            self._is_metric(("metrics", place), name)
        return tuple(dict.fromkeys(name for _, name in named))

    def shown(self) -> tuple[Shown, ...]:
        """Check the tables that are asked without a target."""
        asked = [(place, one) for place, one in enumerate(self.draft.question.metrics) if isinstance(one, ShownEntry)]
        found = (self._shown(("metrics", place), entry) for place, entry in asked)
        return tuple(one for one in found if one is not None)

    def _shown(self, here: KeyPath, entry: ShownEntry) -> Shown | None:
        before = len(self.draft.problems)
        if not self._is_metric((*here, "metric"), entry.metric):
            return None
        column = self._column(entry.metric)
        by = (entry.by,) if isinstance(entry.by, str) else tuple(entry.by or ())
        values = ["value"] if column is not None and column.kind == "category" else []
        allowed = [*self._whose(column), *values, *self.draft.written_axes, *goes_with(self.game)]
        for place, key in enumerate(by):
            if key not in allowed or self.is_matchup:
                path = (*here, "by") if isinstance(entry.by, str) else (*here, "by", place)
                self.draft.wrong(path, must_be_one_of(key, allowed))
        is_share = column is None or column.kind not in {"count", "measure"}
        if entry.quantile is not None and (is_share or len(by) > 1):
            self.draft.wrong((*here, "quantile"), "is asked of a count or a measure, of one thing at a time")
        if entry.extreme is not None and not set(by) & set(self._whose(column)):
            whose = ", ".join(self._whose(column)) or "nothing here"
            self.draft.wrong((*here, "extreme"), f"is the extreme of several; needs by: one of {whose}")
        of = None if entry.of is None else self._of(here, entry.of, column, by=None)
        where = self._where(here, entry.where)
        if len(self.draft.problems) > before:
            return None
        return Shown(entry.metric, by, of, where, entry.quantile, entry.extreme)

    # --- targets

    def precision(self, here: KeyPath, entry: MetricEntry) -> Target | None:
        """Check what should be known well: a target without a band."""
        return self._asked(here, entry)

    def _target(self, here: KeyPath, entry: TargetEntry) -> Target | None:
        before = len(self.draft.problems)
        if entry.metric in self._known:
            self._band(here, entry, is_share=self._is_share(self._column(entry.metric)))
        found = self._asked(here, entry)
        extreme = self._extreme(here, entry) if found is not None else None
        if found is None or len(self.draft.problems) > before:
            return None
        return replace(
            found,
            within=_pair(entry.within),
            within_fair=entry.within_fair.points if entry.within_fair else None,
            at_most=entry.at_most,
            at_least=entry.at_least,
            extreme=extreme,
        )

    def _extreme(self, here: KeyPath, entry: TargetEntry) -> Any:
        """Check that an extreme has several to choose from, and a band that it could lie in."""
        whose = self._whose(self._column(entry.metric))
        if entry.extreme is not None and (entry.by not in whose or self.is_matchup):
            allowed = f"by: one of {', '.join(whose)}" if whose and not self.is_matchup else "leave it out"
            self.draft.wrong((*here, "extreme"), f"is the extreme of several; needs {allowed}")
        elif entry.extreme == "gap" and entry.within_fair is not None:
            self.draft.wrong((*here, "within_fair"), "a gap has no fair value but 0; give at_most")
        return entry.extreme

    def _asked(self, here: KeyPath, entry: MetricEntry) -> Target | None:
        """Check the metric and of whom it is asked."""
        before = len(self.draft.problems)
        if not self._is_metric((*here, "metric"), entry.metric):
            return None
        column = self._column(entry.metric)
        self._by(here, entry, column)
        if entry.quantile is not None and self.is_matchup:
            self.draft.wrong((*here, "quantile"), "a table of matchups has numbers, not playthroughs with quantiles")
        elif entry.quantile is not None and (column is None or column.kind not in {"count", "measure"}):
            message = f"{entry.metric} is a share; only a count or a measure has quantiles"
            self.draft.wrong((*here, "quantile"), message)
        of = self._of(here, entry.of, column, by=entry.by)
        where = self._where(here, entry.where)
        if len(self.draft.problems) > before:
            return None
        return Target(metric=entry.metric, by=entry.by, of=of, where=where, quantile=entry.quantile)

    def _by(self, here: KeyPath, entry: MetricEntry, column: Column | None) -> None:
        if entry.by is None:
            return
        path = (*here, "by")
        axes = [axis.path for axis in self.axes]
        whose = self._whose(column)
        if entry.by in whose or entry.by in self.draft.written_axes:
            return
        if entry.by == "turn_position":
            self.draft.wrong(path, f"{self._no_turn_order()}; allowed: {spelled([*whose, *axes])}")
        elif entry.by in {"seat", self.game.option}:
            instead = f"name an axis ({spelled(axes)}) or leave it out" if axes else "leave it out"
            self.draft.wrong(path, f"{entry.metric} is one number for the whole table; {instead}")
        else:
            self.draft.wrong(path, must_be_one_of(entry.by, [*whose, *axes]))

    def _whose(self, column: Column | None) -> list[str]:
        """Keys that tell the seats apart, where a metric has one value per seat."""
        if column is not None and not column.per_seat:
            return []
        if self.is_matchup:
            return [self.game.option]
        return ["seat", self.game.option, *(["turn_position"] if self.game.has_turn_order else [])]

    def _no_turn_order(self) -> str:
        return f"nobody goes first in {self.game.title}, so it has no turn_position"

    def _band(self, here: KeyPath, entry: TargetEntry, *, is_share: bool) -> None:
        given = [name for name in BANDS if getattr(entry, name) is not None]
        if len(given) != 1:
            got = f"got {' and '.join(given)}" if given else "got none"
            self.draft.wrong((*here, given[1]) if given else here, f"needs exactly one of {', '.join(BANDS)}; {got}")
            return
        if entry.within is not None:
            self._order((*here, "within"), entry.within)
        if entry.within_fair is not None and entry.metric not in {WIN_SHARE, FIELD_SHARE}:
            fair = FIELD_SHARE if self.is_matchup else WIN_SHARE
            self.draft.wrong((*here, "within_fair"), f"only {fair} has a fair value; give within: [lower, upper]")
        edges = entry.within or [edge for edge in (entry.at_most, entry.at_least) if edge is not None]
        if is_share and not all(0 <= edge <= 1 for edge in edges):
            message = f"{entry.metric} is a share from 0 to 1; got {spelled(edges)}"
            self.draft.wrong((*here, given[0]), message)

    def _order(self, path: KeyPath, band: list[float]) -> None:
        if band[0] >= band[1]:
            what = "has no room" if band[0] == band[1] else "is upside down"
            self.draft.wrong(path, f"{what}: write [lower, upper]; got {shown(band)}")

    # --- comparisons

    def _compare(self, here: KeyPath, entry: CompareEntry) -> Comparison | None:
        before = len(self.draft.problems)
        self._is_metric((*here, "metric"), entry.metric)
        axis = self._axis((*here, "key"), entry.key)
        against: Key = None
        if axis is not None and len(axis.values) == 1:
            self.draft.wrong((*here, "key"), f"the axis {axis.path} has one value only: there is nothing to compare")
        elif axis is not None and entry.against == EVERY and EVERY not in axis.keys:
            against = EVERY
        elif axis is not None:
            against = self._value((*here, "against"), axis, entry.against)
        if entry.within is not None:
            self._order((*here, "within"), entry.within)
        where = self._where(here, entry.where, forbidden=entry.key)
        if len(self.draft.problems) == before and axis is not None:
            self._has_pairs((*here, "key"), axis, against, where or {})
        if self.draft.problems[before:] and entry.metric not in self._known:
            return None
        of = self._of(here, entry.of, self._column(entry.metric), by=None)
        if len(self.draft.problems) > before:
            return None
        return Comparison(entry.metric, entry.key, against, of, where, _pair(entry.within))

    def _has_pairs(self, path: KeyPath, axis: Axis, against: Key, where: Mapping[str, Key]) -> None:
        """Check that the design has two variants that differ in the axis alone, one with the value `against`."""
        number = self.axes.index(axis)
        one = axis.keys.index(against) if against in axis.keys else None
        rest: dict[tuple[int, ...], set[int]] = {}
        for setting in self._chosen(where):
            rest.setdefault((*setting[:number], *setting[number + 1 :]), set()).add(setting[number])
        if rest and not any(len(values) > 1 and (one is None or one in values) for values in rest.values()):
            least = "" if one is None else f", one of them with {spelled([against])}"
            message = f"no two variants differ in {axis.path} alone{least}: in this design other axes move with it"
            self.draft.wrong(path, f"{message}; to compare what moves together write it as named cases")

    def _chosen(self, where: Mapping[str, Key]) -> list[tuple[int, ...]]:
        """Return the points of the design that a condition chooses."""
        held = [(n, axis.keys.index(where[axis.path])) for n, axis in enumerate(self.axes) if axis.path in where]
        return [setting for setting in self.settings if all(setting[n] == place for n, place in held)]

    # --- what both refer to

    def _is_metric(self, path: KeyPath, name: str) -> bool:
        known = self._known
        if name not in known:
            self.draft.wrong(
                path, f"unknown metric {shown(name)}; allowed: {', '.join(known)}{did_you_mean(name, known)}"
            )
        return name in known

    @property
    def _known(self) -> tuple[str, ...]:
        """What can be asked: of playthroughs, or of a table of matchups."""
        return tuple(MATCHUPS) if self.is_matchup else metric_names(self.game)

    def _column(self, metric: str) -> Column | None:
        """Return the column behind a metric; the win share is made of several."""
        if self.is_matchup:
            return MATCHUPS[metric]
        return None if metric == WIN_SHARE else columns(self.game)[metric]

    @staticmethod
    def _is_share(column: Column | None) -> bool:
        return column is None or column.kind in {"flag", "category"}

    def _of(self, here: KeyPath, given: Any, column: Column | None, *, by: str | None) -> Mapping[str, Key] | None:
        """Check whose value is asked, and that a metric with several is not asked without saying whose."""
        path = (*here, "of")
        whose = self._whose(column)
        is_category = column is not None and column.kind == "category"
        allowed = [*whose, *(["value"] if is_category else [])]
        if not given:
            self._needs_of(here, column, whose, by)
            return None
        if given in (WINNER, {WINNER: True}):
            if column is None or not column.per_seat or self.is_matchup:
                self.draft.wrong(path, "the winner's is asked of a column with one value per seat")
            return {WINNER: True}
        if is_category and "value" not in given:
            self._needs_of(here, column, whose, by)
        if len(set(whose) & set(given)) > 1:
            self.draft.wrong(path, f"names more than one; choose among {', '.join(whose)}")
        found: dict[str, Key] = {}
        for key, value in given.items():
            if key == "turn_position" and not self.game.has_turn_order:
                self.draft.wrong((*path, key), self._no_turn_order())
            elif key not in allowed:
                self.draft.wrong((*path, key), unknown_key(key, allowed))
            elif key == by:
                self.draft.wrong((*path, key), f"by: {by} asks it of each already; leave one of them out")
            else:
                found[key] = self._named((*path, key), key, value, column)
        return found

    def _needs_of(self, here: KeyPath, column: Column | None, whose: list[str], by: str | None) -> None:
        if column is not None and column.kind == "category":
            names = spelled(category_values(column))
            self.draft.wrong(here, f"needs of: {{value: …}}, the one whose share is asked: {names}")
        elif whose and (by is None or by in self.draft.written_axes):
            names = " or ".join(whose)
            self.draft.wrong(
                here, f"every {whose[0]} has its own: say whose with of: {{{whose[0]}: …}}, or by: {names}"
            )

    def _named(self, path: KeyPath, key: str, value: Any, column: Column | None) -> Key:
        if key == "turn_position":
            if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= self.game.seats[1]:
                self.draft.wrong(path, f"must be a whole number from 1 to {self.game.seats[1]}; got {shown(value)}")
                return None
            return value
        known = {"seat": self.seats, self.game.option: self.options}.get(key)
        known = category_values(column) if known is None and column is not None else known
        if value not in (known or ()):
            self.draft.wrong(path, must_be_one_of(value, list(known or ())))
            return None
        return value  # type: ignore[no-any-return]

    def _where(self, here: KeyPath, given: Mapping[str, Any] | None, forbidden: str = "") -> Mapping[str, Key] | None:
        if given is None:
            return None
        before = len(self.draft.problems)
        found: dict[str, Key] = {}
        for key, value in given.items():
            path = (*here, "where", key)
            axis = self._axis(path, key)
            if axis is not None and key == forbidden:
                self.draft.wrong(path, "is the axis that is compared; it cannot be held still")
            elif axis is not None:
                found[key] = self._value(path, axis, value)
        if len(self.draft.problems) == before and self.settings and not self._chosen(found):
            self.draft.wrong((*here, "where"), "chooses no variant: in this design these values do not come together")
        return found

    def _axis(self, path: KeyPath, key: str) -> Axis | None:
        """Look up an axis; one that ``vary`` has wrong is complained about there."""
        found = next((axis for axis in self.axes if axis.path == key), None)
        known = self.draft.written_axes
        if found is None and key not in known:
            allowed = (
                f"must be an axis of vary: {spelled(known)}" if known else "must be an axis, and nothing is varied"
            )
            self.draft.wrong(path, f"{allowed}; got {shown(key)}{did_you_mean(key, known)}")
        return found

    def _value(self, path: KeyPath, axis: Axis, value: Any) -> Key:
        try:
            return axis.key_of(value)
        except ValueError as error:
            self.draft.wrong(path, str(error))
            return None


def category_values(column: Column) -> list[str]:
    """Name the values of a category."""
    return [member.name for member in column.values or ()]


def _pair(band: list[float] | None) -> tuple[float, float] | None:
    return None if band is None else (band[0], band[1])
