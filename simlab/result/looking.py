"""Play a little, look, and go on where it is not enough: always at the sizes that were planned, always on a prefix."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from simlab.metrics.looks import wanting
from simlab.store import RunReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simlab.experiment import Experiment
    from simlab.store import RunWriter


def stages(experiment: Experiment, writer: RunWriter) -> Iterator[list[int]]:
    """Yield how many playthroughs of each variant there should be next, until it is enough.

    A question that stops early is looked at after each of its planned sizes. What a look decided is written down before
    the next playthrough, so a run that was interrupted goes on as if nothing had happened: a look is taken again only
    where it was not noted, and then on the same playthroughs.
    """
    if experiment.stop is None:
        yield [variant.playthroughs for variant in experiment.variants]
        return
    asked = asked_of(experiment)
    noted = {look["stage"]: look for look in writer.manifest["looks"] if look.get("asked") == asked}
    going = frozenset(variant.index for variant in experiment.variants)
    reached = [0] * len(experiment.variants)
    for stage in range(max(len(variant.looks) for variant in experiment.variants)):
        for variant in experiment.variants:
            if variant.index in going:
                reached[variant.index] = variant.looks[min(stage, len(variant.looks) - 1)]
        yield list(reached)
        if stage not in noted:
            writer.flush()
            further = wanting(experiment, RunReader(writer.folder), experiment.stop)
            further &= {variant.index for variant in experiment.variants if stage + 1 < len(variant.looks)}
            noted[stage] = writer.note(stage, asked, sorted(going & further))
        going &= frozenset(noted[stage]["open"])
        if not going:
            return


def asked_of(experiment: Experiment) -> str:
    """Name what the looks of a run decide, so that those at another question are not taken for them."""
    asked: dict[str, Any] = {key: experiment.resolved[key] for key in ("targets", "compare", "stop", "worlds", "skill")}
    asked["looks"] = [variant.looks for variant in experiment.variants]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]
