"""An experiment as the rest of simlab sees it: a question resolved into variants, with nothing left to look up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from simlab.forward import Game, Rules
from simlab.policies.policy import Policy

Assign = Literal["fixed", "random", "cyclic", "all_orders"]
Draws = Literal["split", "loss"]
Method = Literal["simulate", "exact"]
Analysis = Literal["matchup"]
Key = str | int | float | bool | None
"""What stands in a key column of a table."""
WORLD, SKILL = "world", "skill"
"""Key columns of a table that asks about unknown data, or of players of several levels."""
WINNER = "winner"
"""The word for whoever won; no seat may be called so."""
EVERY = "every"
"""The word for all values of an axis, each held against each."""


@dataclass(frozen=True)
class Chair:
    """One listed seat.

    Attributes
    ----------
    name : the given name, else the label of its option, made unique; ``seat 1`` where the option varies
    option : what sits there as the config says it: a name, or a list of names; a set to choose from in a table of
        matchups
    label : the option's name in tables and prose
    """

    name: str
    option: Any
    label: str


@dataclass(frozen=True)
class Dealt:
    """Something that is dealt to the seats: a seat option, and its name in tables and prose."""

    option: Any
    label: str


@dataclass(frozen=True)
class Variant:
    """One point of an experiment's grid.

    Attributes
    ----------
    index : its place in the design; what is last in ``vary`` moves fastest
    keys : axis path -> the value of this variant
    rules : every rules value
    chairs : the seats in order; where options are dealt, with those of the first arrangement
    dealt : what is dealt to the seats, which may be more than there are seats
    arrangements : arrangement -> for each seat the number of what is dealt to it
    policies : arrangement -> for each seat how it decides
    world : what is taken for the game's unknown data, part by part
    playthroughs : how many to play, a whole number of sets of arrangements; at most, where it is looked at
    looks : after how many playthroughs it is looked at, the last one after all of them; empty where it is once
    """

    index: int
    keys: Mapping[str, Key]
    rules: Rules
    chairs: tuple[Chair, ...]
    dealt: tuple[Dealt, ...]
    arrangements: tuple[tuple[int, ...], ...]
    policies: tuple[tuple[Policy, ...], ...]
    playthroughs: int
    world: Mapping[str, Any] = field(default_factory=dict)
    looks: tuple[int, ...] = ()

    @property
    def labels(self) -> list[str]:
        """The different seat options, in the order in which they are dealt."""
        return list(dict.fromkeys(dealt.label for dealt in self.dealt))

    @property
    def is_dealt(self) -> bool:
        """Whether what sits on a seat differs between playthroughs."""
        return len(self.arrangements) > 1


@dataclass(frozen=True)
class Target:
    """A band that the designer wants a metric to lie in.

    Attributes
    ----------
    metric : ``win_share`` or a column
    by : ask it of each seat, seat option, turn position, or value of an axis
    of : whose: one of ``{seat: name}``, ``{<option word>: label}``, ``{turn_position: 1}``, ``{value: name}`` of a
        category, ``{winner: True}``
    where : axis path -> value; the variants it is asked of
    quantile : ask a quantile instead of the mean
    extreme : ask the largest gap between those it is asked of each of, or the highest or lowest of them
    within, within_fair, at_most, at_least : the band, exactly one; `within_fair` in points on either side of fair
    """

    metric: str
    by: str | None = None
    of: Mapping[str, Key] | None = None
    where: Mapping[str, Key] | None = None
    quantile: float | None = None
    within: tuple[float, float] | None = None
    within_fair: float | None = None
    at_most: float | None = None
    at_least: float | None = None
    extreme: Literal["gap", "highest", "lowest"] | None = None

    def band(self, fair: float) -> tuple[float | None, float | None]:
        """Return the lower and the upper edge of the band, None where it is open.

        Parameters
        ----------
        fair : the fair win share, total credit / seats
        """
        if self.within is not None:
            return self.within
        if self.within_fair is not None:
            return fair - self.within_fair / 100, fair + self.within_fair / 100
        return self.at_least, self.at_most


@dataclass(frozen=True)
class Comparison:
    """A contrast between variants, in pairs: every other value of an axis against one of them, or each against each.

    Attributes
    ----------
    metric, of, where : as in `Target`
    key : the axis
    against : the value that the others are held against; ``every``: each against all that come before it
    within : the band for the difference, or None to show it only
    """

    metric: str
    key: str
    against: Key
    of: Mapping[str, Key] | None = None
    where: Mapping[str, Key] | None = None
    within: tuple[float, float] | None = None


@dataclass(frozen=True)
class Effects:
    """A regression of a metric on what is varied, over all variants of a world and a skill level.

    Attributes
    ----------
    on : the axes whose effects are asked
    interactions : pairs of them (or more) whose effects may depend on each other
    metric, by, of, where : as in `Target`
    """

    metric: str
    on: tuple[str, ...]
    interactions: tuple[tuple[str, ...], ...] = ()
    by: str | None = None
    of: Mapping[str, Key] | None = None
    where: Mapping[str, Key] | None = None


@dataclass(frozen=True)
class Shown:
    """A table that is shown without a target.

    Attributes
    ----------
    by : several keys make a cross table; a column of the whole table shows what goes with it
    metric, of, where, quantile, extreme : as in `Target`
    """

    metric: str
    by: tuple[str, ...] = ()
    of: Mapping[str, Key] | None = None
    where: Mapping[str, Key] | None = None
    quantile: float | None = None
    extreme: Literal["gap", "highest", "lowest"] | None = None


@dataclass(frozen=True)
class Stop:
    """When a run has seen enough, short of its most playthroughs.

    Attributes
    ----------
    precision : what should be known well enough, without a band; None to stop once every target and every comparison
        with a band is decided
    half_width : how far either end of its interval may be from the estimate
    tolerance : where targets decide: an interval this narrow is enough, decided or not; in the metric's units
    """

    precision: Target | None = None
    half_width: float | None = None
    tolerance: float | None = None


@dataclass(frozen=True)
class ReportOptions:
    """What a report adds to the numbers: a title and the designer's notes in Markdown."""

    title: str = ""
    notes: str = ""


@dataclass(frozen=True)
class Worlds:
    """Which draws of unknown data are looked at.

    Attributes
    ----------
    labels : the names of the worlds
    hold : the share of worlds in which a verdict must hold; 1 for every one
    is_drawn : whether they are a sample of all there could be
    is_average : whether verdicts are about the mean over all there could be
    """

    labels: tuple[str, ...]
    hold: float = 1.0
    is_drawn: bool = False
    is_average: bool = False


@dataclass(frozen=True)
class Skills:
    """The skill level at which verdicts are read, and those that say whether they survive."""

    verdict: str = "random"
    check: tuple[str, ...] = ()

    @property
    def levels(self) -> tuple[str, ...]:
        """Every level, the verdict's first."""
        return (self.verdict, *self.check)


@dataclass(frozen=True)
class Experiment:
    """A question, checked and resolved.

    Attributes
    ----------
    name : the config's file name without its ending; the game's name where there is no file
    preset : the named set of rules values it starts from
    axes : dotted path -> the values it takes, in the order of the file; then ``world`` and ``skill``, where asked about
    skill, worlds : at which levels and in which worlds it is asked
    metrics : shown without a target, of each seat
    shown : tables without a target, asked in another way
    effects : regressions on what is varied
    stop : when to stop short of all playthroughs; None to play them all
    analysis : a table of matchups between the options that the seats choose from, or None: each seat plays one
    method : played, or solved by the game's own exact answer
    text : the YAML as given
    overrides : the assignments made on top of it
    resolved : everything, defaults written out, as JSON knows it
    identity : the part of `resolved` that determines the playthroughs
    digest : SHA-256 of the canonical JSON of `identity`, in hexadecimal digits
    """

    game: Game
    question: str
    preset: str
    seed: int
    assign: Assign
    draws: Draws
    method: Method
    keep_rows: bool
    axes: Mapping[str, tuple[Key, ...]]
    variants: tuple[Variant, ...]
    targets: tuple[Target, ...]
    compare: tuple[Comparison, ...]
    metrics: tuple[str, ...]
    report: ReportOptions
    skill: Skills = Skills()
    worlds: Worlds | None = None
    stop: Stop | None = None
    effects: tuple[Effects, ...] = ()
    shown: tuple[Shown, ...] = ()
    analysis: Analysis | None = None
    name: str = ""
    text: str = field(default="", repr=False)
    overrides: tuple[str, ...] = ()
    resolved: Mapping[str, Any] = field(default_factory=dict, repr=False)
    identity: Mapping[str, Any] = field(default_factory=dict, repr=False)
    digest: str = ""

    @property
    def design_axes(self) -> dict[str, tuple[Key, ...]]:
        """The axes that a designer could print: neither worlds nor skill levels."""
        return {path: keys for path, keys in self.axes.items() if path not in {WORLD, SKILL}}

    @property
    def presets(self) -> tuple[str, ...]:
        """The presets that are asked about: one, or several where ``preset`` is an axis."""
        return tuple(map(str, self.axes.get("preset", (self.preset,))))
