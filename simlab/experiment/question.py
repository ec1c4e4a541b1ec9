"""The shape of a question in YAML: its keys and their types, whatever the game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag

from simlab.experiment.plan import Analysis, Assign, Draws

MOST_PLAYTHROUGHS = 10**12
"""Of one variant, and of all variants together."""


def whole(value: Any) -> Any:
    """Take 1e6 for the whole number it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


MOST_POINTS = 1_024
"""Of a range, and of a sample."""

Share = Annotated[float, Field(ge=0, le=1)]
Band = Annotated[list[float], Field(min_length=2, max_length=2)]
Text = Annotated[str, Field(min_length=1)]
Playthroughs = Annotated[int, Field(ge=1, le=MOST_PLAYTHROUGHS), BeforeValidator(whole)]
Seed = Annotated[int, Field(ge=0, le=2**63 - 1), BeforeValidator(whole)]
Number = int | Annotated[float, Field(allow_inf_nan=False)]
Seats = Annotated[int, Field(ge=1), BeforeValidator(whole)]


class Entry(BaseModel):
    """A mapping of a config: no key but the declared ones, and no type but the declared one."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True)


class Fair(Entry):
    """A band about the fair share."""

    points: Annotated[float, Field(gt=0, le=100)]
    """Percentage points on either side of 1 / seats."""


class MetricEntry(Entry):
    """A metric, and of whom."""

    metric: str
    """win_share, or a column of the game."""
    by: str | None = None
    """Ask it of each: seat, the game's word for what a seat plays, turn_position, or an axis of vary."""
    of: dict[str, Any] | Literal["winner"] | None = None
    """Whose: a seat by name, what a seat plays, a turn_position, a value of a category, or winner."""
    where: dict[str, Any] | None = None
    """Which variants: axis: value."""
    quantile: Annotated[float, Field(gt=0, lt=1)] | None = None
    """Ask this quantile instead of the mean; 0.5 is the median."""


class TargetEntry(MetricEntry):
    """A band that a metric should lie in; exactly one of within, within_fair, at_most, at_least."""

    within: Band | None = None
    """Lower and upper edge."""
    within_fair: Fair | None = None
    """About the fair share, which is 1 / seats."""
    at_most: float | None = None
    """Upper edge."""
    at_least: float | None = None
    """Lower edge."""
    extreme: Literal["gap", "highest", "lowest"] | None = None
    """Of all that by: asks: the largest gap between them, the highest, or the lowest."""


class CompareEntry(Entry):
    """A contrast between variants, in pairs."""

    metric: str
    """win_share, or a column of the game."""
    of: dict[str, Any] | Literal["winner"] | None = None
    """Whose: a seat by name, what a seat plays, a turn_position, a value of a category, or winner."""
    where: dict[str, Any] | None = None
    """Which variants: axis: value."""
    key: str
    """The axis of vary whose values are held against one of them."""
    against: Any
    """That one value."""
    within: Band | None = None
    """Lower and upper edge that the difference should keep between."""


class EffectsEntry(MetricEntry):
    """What each thing that is varied changes, by least squares over all variants."""

    on: list[str] | None = None
    """The axes; all of vary where none are named."""
    interactions: list[Annotated[list[str], Field(min_length=2)]] = []
    """Axes whose effects may depend on each other, in pairs or more."""


class ShownEntry(Entry):
    """A table without a target."""

    metric: str
    """win_share, or a column of the game."""
    by: str | list[str] | None = None
    """Of each: several make a cross table; a column of the whole table shows what goes with it."""
    of: dict[str, Any] | Literal["winner"] | None = None
    """Whose: a seat by name, what a seat plays, a turn_position, a value of a category, or winner."""
    where: dict[str, Any] | None = None
    """Which variants: axis: value."""
    quantile: Annotated[float, Field(gt=0, lt=1)] | None = None
    """This quantile instead of the mean; 0.5 is the median."""
    extreme: Literal["gap", "highest", "lowest"] | None = None
    """Of all that by: asks: the largest gap between them, the highest, or the lowest."""


class Range(Entry):
    """Values of an axis in even steps; in a sample without step and points: any of them."""

    first: Annotated[Number, Field(alias="from")]
    """The smallest value."""
    last: Annotated[Number, Field(alias="to")]
    """The largest value; it is among them."""
    step: Annotated[Number, Field(gt=0)] | None = None
    """From one value to the next."""
    points: Annotated[int, Field(ge=2, le=MOST_POINTS)] | None = None
    """How many values, in place of the step."""


class Sample(Entry):
    """A design of a few points, spread evenly over everything that the axes can be set to."""

    method: Literal["sobol", "latin_hypercube"]
    """How they are spread."""
    points: Annotated[int, Field(ge=2, le=MOST_POINTS), BeforeValidator(whole)]
    """How many; of Sobol points a power of 2."""
    axes: dict[str, list[Any] | dict[str, Any]]
    """Dotted path: list of values, or a range."""


class PrecisionEntry(MetricEntry):
    """How well a metric should be known."""

    half_width: Annotated[float, Field(gt=0)]
    """How far either end of its interval may be from the estimate, in the metric's units."""


class LooksEntry(Entry):
    """Play until enough is seen, looking at prefixes that double in size; exactly one of until and precision."""

    until: Literal["decided"] | None = None
    """Stop once every target, and every comparison with a band, is decided."""
    precision: PrecisionEntry | None = None
    """Stop once this is known so well."""
    max: Playthroughs | dict[str, Playthroughs]
    """The most playthroughs of a variant, or by skill level with a default."""
    tolerance: Annotated[float, Field(gt=0)] | None = None
    """With until: an interval no farther than this from its estimate is enough, decided or not."""


def _form(value: Any) -> str:
    """Tell which form of playthroughs is meant."""
    if not isinstance(value, dict):
        return "number"
    return "looks" if set(value) & {"until", "precision", "max", "tolerance"} else "levels"


PlaythroughsEntry = Annotated[
    Annotated[Playthroughs, Tag("number")]
    | Annotated[LooksEntry, Tag("looks")]
    | Annotated[dict[str, Playthroughs], Tag("levels")],
    Discriminator(_form),
]


class SkillEntry(Entry):
    """Skill levels."""

    verdict: str
    """The level at which targets are judged."""
    check: list[str] = []
    """Levels at which they are looked at again, to see whether the verdict survives."""


class NotesFile(Entry):
    """Notes in a file of their own."""

    file: Text
    """A file in the config's folder."""


class ReportEntry(Entry):
    """What the report adds to the numbers."""

    title: Text | None = None
    """Its title; the question where there is none."""
    notes: Text | NotesFile | None = None
    """Markdown shown in the report."""


class Question(Entry):
    """A question about a game: what to play, what to vary, and what should come out."""

    game: str
    """The game."""
    question: Text
    """What you want to know, in a sentence."""
    preset: str | None = None
    """The edition of the rules to start from; the game's default where there is none."""
    rules: dict[str, Any] = {}
    """Rules values that differ from the preset's."""
    seats: Seats | list[dict[str, Any]] | None = None
    """Who sits at the table: a list, or a number for the preset's own seats."""
    assign: dict[str, Assign] = {}
    """How what seats play is dealt to them: fixed, random, cyclic or in all_orders."""
    vary: dict[str, list[Any] | dict[str, Any]] = {}
    """The design: dotted path: values or a range; a word: named cases, each setting several paths; zip; sample."""
    skill: str | SkillEntry | None = None
    """The skill level of the seats; or several, verdict: and check:."""
    policy: Any = None
    """What differs from the level for every seat: random, a style, or a mapping of style, temperature, blunder, …"""
    policies: dict[str, Any] = {}
    """The same by what a seat plays."""
    worlds: dict[str, Any] | None = None
    """What is taken for data that nobody knows: part: list of worlds; hold: in_every, or {in_at_least: share}."""
    playthroughs: PlaythroughsEntry = 100_000
    """Per variant, or by skill level with a default; rounded up to whole sets of orders; or until enough is seen."""
    seed: Seed = 1
    """Names the random numbers: the same seed, the same playthroughs."""
    keep_rows: bool = False
    """Keep one row of every playthrough on disk, not only of the first 131,072."""
    method: Literal["simulate", "exact", "auto"] = "simulate"
    """Play; solve exactly, where the game can be solved; or auto: solve where everything that is asked can be."""
    analysis: Analysis | None = None
    """Matchup: every option that the seats may choose against every other, solved exactly."""
    draws: Draws = "split"
    """Whether tied leaders share the win or nobody has it."""
    targets: list[TargetEntry] = []
    """What should come out."""
    compare: list[CompareEntry] = []
    """Contrasts between variants."""
    effects: list[EffectsEntry] = []
    """What each axis changes, fitted over all variants."""
    metrics: list[str | ShownEntry] = []
    """Shown without a target."""
    report: ReportEntry = ReportEntry()
    """What the report adds to the numbers."""
