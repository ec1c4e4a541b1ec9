"""What a question would take: a pilot of it is played, thrown away, and read for the sizes that its verdicts need."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.experiment import Experiment, load
from simlab.metrics.planning import Effect, Need, needs, per_variant
from simlab.result.running import cores, run
from simlab.store import RunError, RunReader, forecast

if TYPE_CHECKING:
    import pandas as pd

PILOT = 2_000
FEWEST = 200
PILOT_SECONDS = 15.0
COLUMNS = ("ask", "number", "whose", "metric", "effect", "sd", "inside", "outside", "playthroughs", "detectable")


@dataclass(frozen=True)
class Plan:
    """What a question takes, found on this machine.

    Attributes
    ----------
    experiment : the question, with the playthroughs that it asks for
    effect : what should be seen, and how surely
    pilot : how many playthroughs of each variant this was read off
    needs : for every row of verdicts and contrasts what it takes
    wanted : variant -> playthroughs that are enough for all of them
    seconds, size : of playing those here, and bytes on disk
    seconds_asked : of playing what the question asks for
    """

    experiment: Experiment
    effect: Effect
    pilot: int
    needs: tuple[Need, ...]
    wanted: Mapping[int, int]
    seconds: float
    size: float
    seconds_asked: float

    @property
    def total(self) -> int:
        """Playthroughs in all."""
        return sum(self.wanted.values())

    @property
    def is_enough(self) -> bool:
        """Whether the playthroughs that the question asks for are enough."""
        asked = {variant.index: variant.playthroughs for variant in self.experiment.variants}
        return all(asked[index] >= number for index, number in self.wanted.items()) and all(
            need.playthroughs is not None for need in self.needs
        )

    def to_frame(self) -> pd.DataFrame:
        """Return what every verdict and contrast takes: a row each, its keys first."""
        import pandas as pd

        rows = [{**need.keys, **{name: getattr(need, name) for name in COLUMNS}} for need in self.needs]
        return pd.DataFrame(rows)

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(index=False, float_format=lambda value: f"{value:.4g}", border=0))


def plan(
    source: str | Path | Mapping[str, Any] | Experiment,
    *,
    points: float | None = None,
    shift: float | None = None,
    power: float | None = None,
    overrides: Sequence[str] = (),
    workers: int | None = None,
) -> Plan:
    """Say how many playthroughs a question takes, and how long they would take on this machine.

    Parameters
    ----------
    source : path of a config, the same as a mapping, or an `Experiment`
    points : percentage points beyond the edge of a band (or between two variants) that should be seen, of a share;
        2 by default
    shift : the same of what is counted or measured, in standard deviations of one playthrough; 0.1 by default
    power : the probability with which it should be seen; 0.9 by default
    overrides : assignments such as ``rules.start_in=3``
    workers : threads

    Raises
    ------
    ConfigError
        With everything that is wrong with the config.
    RunError
        Nothing would be played.

    Notes
    -----
    A pilot of at most 2,000 playthroughs of every variant, as many as some fifteen seconds allow, tells how much they
    vary and how much two variants share on common random numbers. Nothing of it is kept; the run plays the same
    indices again.
    """
    asked = source if isinstance(source, Experiment) else load(source, overrides=overrides)
    if asked.method != "simulate" or asked.analysis is not None:
        message = "this question is answered exactly: there is nothing to plan"
        raise RunError(message)
    given = {"points": points, "shift": shift, "power": power}
    effect = Effect(**{name: value for name, value in given.items() if value is not None})
    threads = workers or cores()
    with tempfile.TemporaryDirectory() as root:
        cost = forecast(asked, root, threads)
        pace = cost.wanted / max(cost.seconds, 1e-9)
        number = int(min(PILOT, max(FEWEST, pace * PILOT_SECONDS / len(asked.variants))))
        pilot = replace(asked, stop=None, variants=tuple(_cut(variant, number) for variant in asked.variants))
        result = run(pilot, root=root, workers=threads)
        found = needs(pilot, asked, RunReader(result.folder), effect)
        wanted = {index: _whole(asked, index, most) for index, most in per_variant(found, asked).items()}
        planned = replace(
            asked,
            stop=None,
            variants=tuple(
                replace(variant, playthroughs=max(1, wanted[variant.index]), looks=()) for variant in asked.variants
            ),
        )
        ahead = forecast(planned, Path(root) / "none", threads)
    return Plan(asked, effect, number, tuple(found), wanted, ahead.seconds, ahead.size, cost.seconds)


def _cut(variant: Any, number: int) -> Any:
    return replace(variant, playthroughs=_sets(variant, number), looks=())


def _whole(asked: Experiment, index: int, number: int) -> int:
    variant = asked.variants[index]
    return number if asked.assign == "random" else _sets(variant, number)


def _sets(variant: Any, number: int) -> int:
    unit = len(variant.arrangements)
    return -(-number // unit) * unit
