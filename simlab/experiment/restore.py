"""An experiment from what a run wrote down about it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from simlab import games
from simlab.experiment.plan import (
    Chair,
    Comparison,
    Dealt,
    Effects,
    Experiment,
    ReportOptions,
    Shown,
    Skills,
    Stop,
    Target,
    Variant,
    Worlds,
)
from simlab.experiment.record import digest_of, identity_of
from simlab.policies.policy import RANDOM, Policy


def restore(resolved: Mapping[str, Any], *, name: str, text: str, overrides: Sequence[str]) -> Experiment:
    """Build an experiment from its ``resolved`` form, without reading the config again.

    Raises
    ------
    KeyError
        There is no such game here.
    ValueError
        The game's rules are not what they were.
    """
    game = games.load(resolved["game"])
    policies = [Policy(**each) for each in resolved.get("policies", ())]
    variants = tuple(
        Variant(
            index=entry["index"],
            keys=entry["keys"],
            rules=game.rules.model_validate_json(json.dumps(entry["rules"])),
            chairs=tuple(Chair(**seat) for seat in entry["seats"]),
            dealt=_dealt(entry),
            arrangements=tuple(tuple(deal) for deal in entry["arrangements"]),
            policies=_policies(entry, policies),
            world=entry.get("world", {}),
            playthroughs=entry["playthroughs"],
            looks=tuple(entry.get("looks", ())),
        )
        for entry in resolved["variants"]
    )
    plain = Experiment(
        game=game,
        question=resolved["question"],
        preset=resolved["preset"],
        seed=resolved["seed"],
        assign=resolved["assign"],
        draws=resolved["draws"],
        method=resolved["method"],
        keep_rows=resolved["keep_rows"],
        skill=_skills(resolved.get("skill")),
        worlds=_worlds(resolved.get("worlds")),
        axes={path: tuple(values) for path, values in resolved["axes"].items()},
        variants=variants,
        targets=tuple(Target(**_with_pairs(entry)) for entry in resolved["targets"]),
        compare=tuple(Comparison(**_with_pairs(entry)) for entry in resolved["compare"]),
        shown=tuple(Shown(**{**entry, "by": tuple(entry["by"])}) for entry in resolved.get("shown", ())),
        effects=tuple(_effects(entry) for entry in resolved.get("effects", ())),
        stop=_stop(resolved.get("stop")),
        metrics=tuple(resolved["metrics"]),
        report=ReportOptions(**resolved["report"]),
        analysis=resolved.get("analysis"),  # runs from before there was one have none
        name=name,
        text=text,
        overrides=tuple(overrides),
        resolved=resolved,
    )
    identity = identity_of(plain)
    return Experiment(**{**vars(plain), "identity": identity, "digest": digest_of(identity)})


def _dealt(entry: Mapping[str, Any]) -> tuple[Dealt, ...]:
    """Return what was dealt; runs from before there was more than seats list the seats only."""
    if "dealt" in entry:
        return tuple(Dealt(**each) for each in entry["dealt"])
    return tuple(Dealt(seat["option"], seat["label"]) for seat in entry["seats"])


def _policies(entry: Mapping[str, Any], known: Sequence[Policy]) -> tuple[tuple[Policy, ...], ...]:
    """Return who decides how; nobody decides anything in a run that says nothing of it."""
    if "policy_of" not in entry:
        return tuple((RANDOM,) * len(deal) for deal in entry["arrangements"])
    return tuple(tuple(known[number] for number in seats) for seats in entry["policy_of"])


def _skills(entry: Mapping[str, Any] | None) -> Skills:
    return Skills() if entry is None else Skills(entry["verdict"], tuple(entry["check"]))


def _worlds(entry: Mapping[str, Any] | None) -> Worlds | None:
    return None if entry is None else Worlds(**{**entry, "labels": tuple(entry["labels"])})


def _effects(entry: Mapping[str, Any]) -> Effects:
    pairs = tuple(tuple(pair) for pair in entry["interactions"])
    return Effects(**{**entry, "on": tuple(entry["on"]), "interactions": pairs})


def _stop(entry: Mapping[str, Any] | None) -> Stop | None:
    if entry is None:
        return None
    precision = entry["precision"]
    return Stop(**{**entry, "precision": None if precision is None else Target(**precision)})


def _with_pairs(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
