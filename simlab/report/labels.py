"""What axes, seats and metrics are called in prose: labels come from the game, names from the config."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from simlab.experiment import Experiment, Target, Variant
from simlab.experiment.plan import WORLD, Chair, Comparison
from simlab.metrics.quantities import declared
from simlab.report.wording import Scale, listed, ordinal

if TYPE_CHECKING:
    from simlab.forward import Column

WIN_SHARE = "win_share"

Row = Mapping[str, Any]
Ask = Target | Comparison


class Labels:
    """The names in one experiment."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.game = experiment.game
        self.is_exact = experiment.method == "exact"

    # --- axes

    def axis(self, key: str) -> str:
        """Name a key of a table: ``rules.start_in`` is "start distance"."""
        head, *rest = key.split(".")
        if key == "whose" and self.experiment.analysis is not None:
            return self.game.option
        if key == WORLD:
            return self.world
        if head == "rules" and rest and rest[0] in self.game.rules.model_fields:
            title = self.game.rules.model_fields[rest[0]].title or rest[0]
            return " ".join([title, *rest[1:]])
        if head == "seats" and len(rest) > 1:
            return f"{rest[-1]} of {rest[0] if not rest[0].isdecimal() else f'seat {rest[0]}'}"
        return {"turn_position": "turn position", "after_round": "after round"}.get(key, key)

    @cached_property
    def world(self) -> str:
        """Name what is unknown, by the part of it that is asked about where that is one: tile set."""
        parts = [
            part for part in self.game.worlds if len({str(v.world.get(part)) for v in self.experiment.variants}) > 1
        ]
        parts = parts or list(self.game.worlds)
        return parts[0].replace("_", " ") if len(parts) == 1 else "world"

    def worlds(self, number: int) -> str:
        """Name so many of them."""
        return self.world if number == 1 else f"{self.world}s"

    def drawn(self, number: int) -> str:
        """Name so many of them that were drawn."""
        return f"{number} drawn {self.worlds(number)}"

    def unit(self, key: str) -> str:
        """Return the unit of an axis, empty where it has none."""
        head, *rest = key.split(".")
        if head != "rules" or not rest or rest[0] not in self.game.rules.model_fields:
            return ""
        extra = self.game.rules.model_fields[rest[0]].json_schema_extra
        unit = str(extra.get("unit", "")) if isinstance(extra, dict) else ""
        return "" if unit in self.axis(key).split() else unit  # "members to win (members)" says it twice

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
        if self._is_seat_option(key) and isinstance(value, str):
            name = key.split(".")[1]
            return f"{f'seat {name}' if name.isdecimal() else name} plays {value}"
        unit = self.unit(key) if isinstance(value, int | float) and not isinstance(value, bool) else ""
        return f"{self.axis(key)} {self.value(value)} {unit}".rstrip()

    # --- metrics

    def metric(self, name: str, quantile: float | None = None) -> str:
        """Name a metric."""
        label = "wins" if name == WIN_SHARE else self.column(name).label
        return label if quantile is None else f"{_quantile(quantile)} {label}"

    def column(self, name: str) -> Column:
        """Return the declaration of what a metric measures."""
        return declared(self.experiment, name)[1]

    def scale(self, name: str, quantile: float | None = None, *, is_difference: bool = False) -> Scale:
        """Return how a metric's values are written."""
        column = self.column(name)
        if name == WIN_SHARE or column.kind in {"flag", "category"}:
            return Scale("share", "", is_difference, self.is_exact)
        is_mean = quantile is None and self.experiment.analysis is None  # a table of matchups is one, not an average
        return Scale("mean" if is_mean else "quantile", column.unit, is_difference, self.is_exact)

    def meaning(self, name: str) -> str:
        """Say what a metric is."""
        if name == WIN_SHARE and self.experiment.analysis is None:
            shared = "tied leaders share the win" if self.experiment.draws == "split" else "a tie is no win"
            return f"mean share of the win; {shared}"
        return self.column(name).meaning

    # --- who

    @staticmethod
    def subject(row: Row) -> str:
        """Name whose value a row holds, as prose names it; empty where it is the whole table's."""
        whose = str(row.get("whose") or "")
        word, _, place = whose.rpartition(" ")
        return f"whoever goes {ordinal(int(place))}" if word == "turn position" and place.isdecimal() else whose

    def told(self, ask: Ask, row: Row) -> Row:
        """Leave out the axes that a row averages over; it never does over worlds and skill levels."""
        by = ask.by if isinstance(ask, Target) else None
        left_out = self.experiment.design_axes.keys() - {by} if by in self.experiment.axes else set()
        return {key: value for key, value in row.items() if key not in left_out}

    def variants(self, row: Row) -> tuple[Variant, ...]:
        """Return the variants a row is about; several where it averages over an axis."""
        asked = {path: row[path] for path in self.experiment.axes if path in row}
        found = (variant for variant in self.experiment.variants if asked.items() <= variant.keys.items())
        return tuple(found)

    def apart_from_worlds(self) -> dict[tuple[Any, ...], list[Variant]]:
        """Return the variants that differ only in their world, by the other keys."""
        found: dict[tuple[Any, ...], list[Variant]] = {}
        for variant in self.experiment.variants:
            keys = tuple(value for path, value in variant.keys.items() if path != WORLD)
            found.setdefault(keys, []).append(variant)
        return found

    @cached_property
    def told_axes(self) -> set[str]:
        """Axes that set what a single seat plays: naming the seat tells them."""
        return {path for path in self.experiment.axes if self._is_seat_option(path)}

    def _is_seat_option(self, path: str) -> bool:
        return path.startswith("seats.") and path.endswith(f".{self.game.option}")

    @cached_property
    def varying_seats(self) -> list[int]:
        """Return the seats that do not play the same in every variant."""
        shown = [
            ["" if variant.is_dealt else chair.label for chair in variant.chairs]
            for variant in self.experiment.variants
        ]
        return [place for place in range(max(map(len, shown))) if len({s[place] for s in shown if place < len(s)}) > 1]

    def chair(self, place: int, chair: Chair) -> str:
        """Name a seat, and what it plays where that is short or not always the same."""
        is_told = isinstance(chair.option, str) or place in self.varying_seats
        return f"{chair.name} ({chair.label})" if is_told and chair.label != chair.name else chair.name

    def tables(self, row: Row) -> list[list[tuple[Chair, str]]]:
        """Return for each variant of a row everyone at its table, and how prose names them.

        Where the seats choose from a list, nobody sits there for good, and a row says itself whom it is about.
        """
        if self.experiment.analysis is not None:
            return []
        return [
            [
                (chair, chair.name if variant.is_dealt else self.chair(place, chair))
                for place, chair in enumerate(variant.chairs)
                if not (variant.is_dealt and chair.name == f"seat {place + 1}")
            ]
            for variant in self.variants(row)
        ]

    def matchup(self, row: Row) -> str:
        """Name everyone at the table of a row."""
        return " against ".join(self._same([[name for _, name in table] for table in self.tables(row)]))

    def opponents(self, subject: str, row: Row) -> str:
        """Name everyone at the table but the subject; of something that is dealt, what else is."""
        variants = self.variants(row)
        if variants and all(v.is_dealt and subject in v.labels for v in variants) and not self._is_seat(subject):
            return "".join(self._same([[self._rest(subject, variant)] for variant in variants]))
        tables = self.tables(row)
        others = [[name for chair, name in table if subject not in {chair.name, chair.label}] for table in tables]
        return listed(self._same(others))

    def _is_seat(self, name: str) -> bool:
        return any(chair.name == name for variant in self.experiment.variants for chair in variant.chairs)

    @staticmethod
    def _rest(label: str, variant: Variant) -> str:
        """Name what is dealt to the others: all that is left, or as many of it as there are seats."""
        rest = [dealt.label for dealt in variant.dealt]
        rest.remove(label)
        number = len(variant.chairs) - 1
        return listed(rest) if number == len(rest) else f"{number} of {listed(rest)}"

    def full_subject(self, subject: str, row: Row) -> str:
        """Name the subject with what it plays."""
        names = [[name for chair, name in table if subject == chair.name] for table in self.tables(row)]
        return "".join(self._same(names)[:1]) or subject

    @staticmethod
    def _same(tables: Sequence[list[str]]) -> list[str]:
        """Return what all of them are, or nothing where they differ: an average over tables has no one table."""
        return tables[0] if tables and all(table == tables[0] for table in tables) else []

    def conditions(self, row: Row, omit: Sequence[str] = ()) -> str:
        """Write the values of a row's axes, but for those that naming the seats tells already."""
        keys = [path for path in self.experiment.axes if path in row and path not in {*omit, *self.told_axes}]
        return ", ".join(self.point(key, row[key]) for key in keys)


def _quantile(quantile: float) -> str:
    return "median" if quantile == 0.5 else f"{100 * quantile:g} % quantile of"  # noqa: PLR2004 - the median
