"""Play a little, look, and go on where it is not enough: always at the sizes that were planned, always on a prefix."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from simlab.experiment.record import resolved_of
from simlab.experiment.stopping import CLOSE
from simlab.metrics.looks import Seen, seen
from simlab.store import RunReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from simlab.experiment import Experiment, Variant
    from simlab.store import RunWriter


def planned(experiment: Experiment, played: Mapping[int, int], noted: Sequence[Mapping[str, Any]]) -> Experiment:
    """Return the experiment with the looks that were taken already among those it plans.

    Parameters
    ----------
    experiment : the question
    played : variant -> playthroughs that are on disk
    noted : every look at the run so far, whatever it was asked then

    Notes
    -----
    Numbers that were seen cannot be unseen: a run that goes on from what an earlier question left counts the looks of
    that one as if they had been planned too, and plans no look at fewer playthroughs than there are. Where all looks
    were of this plan nothing changes, so an interrupted run goes on by the same plan. A question that plays a fixed
    number has no plan; its report says what its earlier looks are worth.
    """
    if experiment.stop is None:
        return experiment
    variants = tuple(_planned(variant, played.get(variant.index, 0), noted) for variant in experiment.variants)
    if variants == experiment.variants:
        return experiment
    found = replace(experiment, variants=variants)
    return replace(found, resolved=resolved_of(found))


def _planned(variant: Variant, played: int, noted: Sequence[Mapping[str, Any]]) -> Variant:
    sizes = {look["of"][variant.index] for look in noted if look.get("of")} - {0}
    near, last = max(sizes, default=0) * CLOSE, variant.looks[-1]
    sizes |= {size for size in variant.looks if size >= played and (size >= near or size == last)}
    if max(sizes, default=0) < played:  # more was played than this question would have
        sizes.add(played)
    return replace(variant, looks=tuple(sorted(sizes)))


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
    noted = [look for look in writer.manifest["looks"] if look.get("asked") == asked]
    if noted:
        reached, going = list(noted[-1]["of"]), noted[-1]["open"]
    else:
        reached = [_from(variant, writer.played[variant.index]) for variant in experiment.variants]
        yield list(reached)
        going = _look(experiment, writer, asked)
    while going:
        for variant in _next(experiment, reached, going):
            reached[variant.index] = _further(variant, reached[variant.index])
        yield list(reached)
        going = _look(experiment, writer, asked)


def _look(experiment: Experiment, writer: RunWriter, asked: str) -> list[int]:
    """Look at what there is, note it, and return the variants that go on."""
    if experiment.stop is None:
        raise TypeError("nothing stops this question")
    writer.flush()
    found = seen(experiment, RunReader(writer.folder), experiment.stop)
    going = [
        variant.index
        for variant in experiment.variants
        if variant.index in found.open and _further(variant, writer.played[variant.index])
    ]
    note = {"asked": asked, "saw": dict(found.saw), "open": going}
    writer.note(note if going else {**note, "ended": _ended(found)})
    return going


def _ended(found: Seen) -> str:
    """Say why nothing goes on."""
    if found.open:
        return "max"
    return "tolerance" if found.saw.get("undecided") else "enough"


def _next(experiment: Experiment, reached: Sequence[int], going: Sequence[int]) -> list[Variant]:
    """Return whose turn it is: those behind first, so that what is compared is looked at together."""
    sizes = {index: _further(experiment.variants[index], reached[index]) for index in going}
    nearest = min(sizes.values())
    return [experiment.variants[index] for index, size in sizes.items() if size < nearest * CLOSE]


def _from(variant: Variant, played: int) -> int:
    return min(size for size in variant.looks if size >= played)


def _further(variant: Variant, played: int) -> int:
    """Return the size of the next look, or 0 after the last one."""
    return min((size for size in variant.looks if size > played), default=0)


def asked_of(experiment: Experiment) -> str:
    """Name what the looks of a run decide, so that those at another question are not taken for them."""
    asked: dict[str, Any] = {key: experiment.resolved[key] for key in ("targets", "compare", "stop", "worlds", "skill")}
    asked["looks"] = [variant.looks for variant in experiment.variants]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]
