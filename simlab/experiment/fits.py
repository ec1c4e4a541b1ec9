"""Regressions over the variants: what ``effects`` asks, checked against the design."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simlab.document import did_you_mean, shown
from simlab.experiment.axes import spelled
from simlab.experiment.plan import SKILL, WORLD, Effects
from simlab.experiment.terms import matrix, terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from simlab.document import KeyPath
    from simlab.experiment.draft import Draft
    from simlab.experiment.plan import Key, Variant
    from simlab.experiment.question import EffectsEntry
    from simlab.experiment.targets import Asking


def effects(draft: Draft, asking: Asking, variants: Sequence[Variant]) -> tuple[Effects, ...]:
    """Check every regression; those with a problem are left out.

    Parameters
    ----------
    variants : of the whole design; empty where something is wrong with it
    """
    found = []
    for place, entry in draft.effects:
        before = len(draft.problems)
        here: KeyPath = ("effects", place)
        asked = asking.precision(here, entry)
        on = _axes(draft, asking, (*here, "on"), entry)
        pairs = _interactions(draft, here, entry, on)
        if asked is None or len(draft.problems) > before:
            continue
        fit = Effects(asked.metric, tuple(on), pairs, asked.by, asked.of, asked.where)
        if variants and not draft.problems:
            _told_apart(draft, here, fit, asking, variants)
        found.append(fit)
    return tuple(found)


def _axes(draft: Draft, asking: Asking, here: KeyPath, entry: EffectsEntry) -> list[str]:
    """Return the axes of which effects are asked: those that are named, or all that a designer varies."""
    design = [axis.path for axis in asking.axes if axis.path not in {WORLD, SKILL} and len(axis.values) > 1]
    if entry.on is None:
        if not design:
            draft.wrong(here[:-1], "nothing is varied, so nothing has an effect")
        return design
    for place, path in enumerate(entry.on):
        if path in {WORLD, SKILL}:
            draft.wrong((*here, place), f"{path} is no design choice; every {path} has a fit of its own")
        elif path not in design and path not in draft.written_axes:
            allowed = f"must be an axis of vary: {spelled(design)}" if design else "must be an axis; nothing is varied"
            draft.wrong((*here, place), f"{allowed}; got {shown(path)}{did_you_mean(path, design)}")
    return list(dict.fromkeys(entry.on))


def _interactions(draft: Draft, here: KeyPath, entry: EffectsEntry, on: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    for place, pair in enumerate(entry.interactions):
        path = (*here, "interactions", place)
        wrong = [axis for axis in pair if axis not in on]
        if len(set(pair)) < 2:  # noqa: PLR2004 - it takes two
            draft.wrong(path, f"needs two different axes of the fit: {spelled(on)}")
        elif wrong:
            draft.wrong(
                path, f"must be axes of the fit: {spelled(on)}; got {shown(wrong[0])}{did_you_mean(wrong[0], on)}"
            )
    return tuple(tuple(pair) for pair in entry.interactions)


def _told_apart(draft: Draft, here: KeyPath, fit: Effects, asking: Asking, variants: Sequence[Variant]) -> None:
    """Refuse a fit with more effects than the variants can tell apart."""
    import numpy as np

    first = [_apart(variants[0].keys)]
    chosen = [v.keys for v in variants if _apart(v.keys) in first and _matches(v.keys, fit.where or {})]
    axes = {path: [key for key in _values(asking, path) if any(one[path] == key for one in chosen)] for path in fit.on}
    still = [path for path in fit.on if len(axes[path]) < 2]  # noqa: PLR2004 - it takes two to differ
    if still:
        draft.wrong((*here, "on"), f"{still[0]} has one value only in these variants", here)
        return
    design = matrix(terms(axes, fit.on, fit.interactions), chosen)
    length = np.linalg.norm(design, axis=0)
    rank = int(np.linalg.matrix_rank(design / np.where(length > 0, length, 1.0)))
    if rank < design.shape[1]:
        message = (
            f"{len(chosen)} variants cannot tell {design.shape[1] - 1} effects apart; take axes that do not move "
            "together, or leave out interactions"
        )
        draft.wrong((*here, "on"), message, here)


def _values(asking: Asking, path: str) -> Sequence[Any]:
    return next(axis.keys for axis in asking.axes if axis.path == path)


def _apart(keys: Mapping[str, Key]) -> tuple[Key, Key]:
    return keys.get(WORLD), keys.get(SKILL)


def _matches(keys: Mapping[str, Key], where: Mapping[str, Key]) -> bool:
    return all(keys[path] == value for path, value in where.items() if path not in {WORLD, SKILL})
