"""What an experiment's axes, seats and metrics are called in prose: labels come from the game, names from the config."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from simlab.columns import columns
from simlab.experiment import Experiment, Target, Variant
from simlab.experiment.plan import Chair, Comparison
from simlab.report.wording import Scale, listed, ordinal

WIN_SHARE = "win_share"

Row = Mapping[str, Any]
Ask = Target | Comparison


class Labels:
    """The names in one experiment."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.game = experiment.game

    # --- axes

    def axis(self, key: str) -> str:
        """Name a key of a table: ``rules.start_in`` is "start distance"."""
        head, *rest = key.split(".")
        if head == "rules" and rest and rest[0] in self.game.rules.model_fields:
            title = self.game.rules.model_fields[rest[0]].title or rest[0]
            return " ".join([title, *rest[1:]])
        if head == "seats" and len(rest) > 1:
            return f"{rest[-1]} of {rest[0] if not rest[0].isdecimal() else f'seat {rest[0]}'}"
        return {"turn_position": "turn position", "value": "value"}.get(key, key)

    def unit(self, key: str) -> str:
        """Return the unit of an axis, empty where it has none."""
        head, *rest = key.split(".")
        if head != "rules" or not rest or rest[0] not in self.game.rules.model_fields:
            return ""
        extra = self.game.rules.model_fields[rest[0]].json_schema_extra
        return str(extra.get("unit", "")) if isinstance(extra, dict) else ""

    def heading(self, key: str) -> str:
        """Name a key with its unit, as at the head of a column."""
        unit = self.unit(key)
        return f"{self.axis(key)} ({unit})" if unit else self.axis(key)

    @staticmethod
    def value(value: object) -> str:
        """Write a value of an axis."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):
            return f"{value:g}"
        return "none" if value is None else str(value)

    def point(self, key: str, value: object) -> str:
        """Write a value with the name and the unit of its axis: start distance 3 inch."""
        if key.startswith("seats.") and isinstance(value, str):
            name = key.split(".")[1]
            return f"{f'seat {name}' if name.isdecimal() else name} plays {value}"
        unit = self.unit(key) if isinstance(value, int | float) and not isinstance(value, bool) else ""
        return f"{self.axis(key)} {self.value(value)} {unit}".rstrip()

    # --- metrics

    def metric(self, name: str, quantile: float | None = None) -> str:
        """Name a metric."""
        label = "wins" if name == WIN_SHARE else columns(self.game)[name].label
        return label if quantile is None else f"{_quantile(quantile)} {label}"

    def scale(self, name: str, quantile: float | None = None, *, is_difference: bool = False) -> Scale:
        """Return how a metric's values are written."""
        column = None if name == WIN_SHARE else columns(self.game)[name]
        if column is None or column.kind in {"flag", "category"}:
            return Scale("share", is_difference=is_difference)
        return Scale("mean" if quantile is None else "quantile", column.unit, is_difference)

    def meaning(self, name: str) -> str:
        """Say what a metric is."""
        if name == WIN_SHARE:
            shared = "tied leaders share the win" if self.experiment.draws == "split" else "a tie is no win"
            return f"mean share of the win; {shared}"
        return columns(self.game)[name].meaning

    # --- who

    @staticmethod
    def subject(row: Row) -> str:
        """Name whose value a row holds, as prose names it; empty where it is the whole table's."""
        whose = str(row.get("whose") or "")
        word, _, place = whose.rpartition(" ")
        return f"whoever goes {ordinal(int(place))}" if word == "turn position" and place.isdecimal() else whose

    def told(self, ask: Ask, row: Row) -> Row:
        """Leave out the axes that a row averages over."""
        by = ask.by if isinstance(ask, Target) else None
        if by not in self.experiment.axes:
            return row
        return {key: value for key, value in row.items() if key not in self.experiment.axes or key == by}

    def variants(self, row: Row) -> tuple[Variant, ...]:
        """Return the variants a row is about; several where it averages over an axis."""
        asked = {path: row[path] for path in self.experiment.axes if path in row}
        found = (variant for variant in self.experiment.variants if asked.items() <= variant.keys.items())
        return tuple(found)

    @cached_property
    def told_axes(self) -> set[str]:
        """Axes that set what a seat plays where naming the seat tells it too."""
        return {path for path in self.experiment.axes if path.startswith("seats.") and self._is_named(path)}

    def _is_named(self, path: str) -> bool:
        name = path.split(".")[1]
        chairs = [
            chair
            for variant in self.experiment.variants
            for place, chair in enumerate(variant.chairs)
            if name in {chair.name, str(place + 1)}
        ]
        return bool(chairs) and all(isinstance(chair.option, str) for chair in chairs)

    @staticmethod
    def chair(chair: Chair) -> str:
        """Name a seat, and what it plays where that has a name of its own."""
        return chair.name if chair.label == chair.name or not isinstance(chair.option, str) else _both(chair)

    def matchup(self, row: Row) -> str:
        """Name everyone at the table of a row."""
        return " against ".join(self._same([[self.chair(chair) for chair in v.chairs] for v in self.variants(row)]))

    def opponents(self, subject: str, row: Row) -> str:
        """Name everyone at the table but the subject."""
        tables = [
            [self.chair(chair) for chair in variant.chairs if subject not in {chair.name, chair.label}]
            for variant in self.variants(row)
        ]
        return listed(self._same(tables))

    def full_subject(self, subject: str, row: Row) -> str:
        """Name the subject with what it plays."""
        tables = [
            [self.chair(chair) for chair in variant.chairs if subject == chair.name] for variant in self.variants(row)
        ]
        return "".join(self._same(tables)[:1]) or subject

    @staticmethod
    def _same(tables: Sequence[list[str]]) -> list[str]:
        """Return what all of them are, or nothing where they differ: a row that averages over tables has no one table."""
        return tables[0] if tables and all(table == tables[0] for table in tables) else []

    def conditions(self, row: Row, omit: Sequence[str] = ()) -> str:
        """Write the values of a row's axes, but for those that naming the seats tells already."""
        keys = [path for path in self.experiment.axes if path in row and path not in {*omit, *self.told_axes}]
        return ", ".join(self.point(key, row[key]) for key in keys)


def _both(chair: Chair) -> str:
    return f"{chair.name} ({chair.label})"


def _quantile(quantile: float) -> str:
    return "median" if quantile == 0.5 else f"{100 * quantile:g} % quantile of"  # noqa: PLR2004 - the median
