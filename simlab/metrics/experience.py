"""How a game feels on the way: who leads and wins, who comes back, and when it is decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from simlab.columns import CHECKPOINTS, EXPERIENCE, FATES, GAPS, followed
from simlab.stats import experience as stats
from simlab.stats.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from numpy.typing import NDArray

    from simlab.experiment import Experiment
    from simlab.store import RunReader

LEVEL = 0.95
Asked = Literal["snowball", "comeback", "decided"]
KINDS: tuple[Asked, ...] = ("snowball", "comeback", "decided")


def experience(experiment: Experiment, reader: RunReader, asked: Asked, level: float = LEVEL) -> Table:
    """Answer for every variant, at fixed rounds among the playthroughs that go on after them.

    Parameters
    ----------
    asked : ``snowball`` (whoever leads wins), ``comeback`` (somebody else wins, by the size of the lead) or ``decided``
    level : at which all intervals of a variant hold at once

    Raises
    ------
    ValueError
        Something else is asked.
    """
    if asked not in KINDS:
        message = f"unknown experience {asked!r}; allowed: {', '.join(KINDS)}"
        raise ValueError(message)
    axes = tuple(experiment.axes)
    inside = ("after_round", "lead_from", "lead_to") if asked == "comeback" else ("after_round",)
    rows: list[dict[str, object]] = []
    for variant in experiment.variants:
        counts, n = counted(experiment, reader, variant.index)
        if n == 0:
            continue
        keys: Mapping[str, Any] = {axis: variant.keys[axis] for axis in axes}
        if asked == "comeback":
            found = stats.comeback(counts, CHECKPOINTS, experiment.game.standing.scale, level)
        else:
            of = stats.snowball if asked == "snowball" else stats.decided
            found = of(counts, CHECKPOINTS, n, level)
        rows += [{**keys, **row} for row in found]
    return Table((*axes, *inside), rows)


def counted(experiment: Experiment, reader: RunReader, variant: int) -> tuple[NDArray[np.int64], int]:
    """Return the counts by checkpoint, gap and fate of a variant, and how many playthroughs were followed."""
    counts = np.zeros(CHECKPOINTS.size * GAPS * FATES, np.int64)
    values, numbers = reader.histogram(variant, EXPERIENCE)
    counts[values] = numbers
    played, _ = reader.batches(variant, [])
    n = -(-int(played.sum()) // followed(experiment.game))
    return counts.reshape(CHECKPOINTS.size, GAPS, FATES), n
