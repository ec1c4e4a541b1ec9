"""An experiment as JSON knows it: all of it, and the part that determines its playthroughs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from simlab.experiment.plan import Experiment, Stop
from simlab.policies.policy import Kind, Policy


def identity_of(plain: Experiment) -> dict[str, Any]:
    """Return what determines the playthroughs, and nothing else: names, targets and their number do not.

    Where every seat plays at random nothing is said of policies.
    """
    policies, policy_of = _decided(plain, _nameless) if _is_decided(plain) else ({}, [{} for _ in plain.variants])
    return {
        "game": plain.game.name,
        "game_version": plain.game.version,
        "seed": plain.seed,
        "keep_rows": plain.keep_rows,
        "method": plain.method,
        **({"analysis": plain.analysis} if plain.analysis else {}),
        "assign": plain.assign,
        **policies,
        "variants": [
            {
                "rules": variant.rules.model_dump(mode="json"),
                "options": [dealt.option for dealt in variant.dealt],
                "arrangements": [list(deal) for deal in variant.arrangements],
                **decided,
                **({"world": {part: _data(value) for part, value in variant.world.items()}} if variant.world else {}),
            }
            for variant, decided in zip(plain.variants, policy_of, strict=True)
        ],
    }


def _data(value: Any) -> Any:
    """Return what a world is, whatever it is called, unless its name stands for it."""
    return {key: inner for key, inner in value.items() if key != "name"} if isinstance(value, Mapping) else value


def _decided(plain: Experiment, written: Callable[[Policy], Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return every policy, written once, and for each variant which of them each seat has in each arrangement.

    Nothing where there is nothing to decide.
    """
    if plain.game.max_actions == 1:
        return {}, [{} for _ in plain.variants]
    unique: list[Any] = []
    numbers: dict[int, int] = {}
    of: list[dict[str, Any]] = []
    for variant in plain.variants:
        for policy in (policy for seats in variant.policies for policy in seats):
            if id(policy) not in numbers:
                entry = written(policy)
                unique += [entry] if entry not in unique else []
                numbers[id(policy)] = unique.index(entry)
        of.append({"policy_of": [[numbers[id(policy)] for policy in seats] for seats in variant.policies]})
    return {"policies": unique}, of


def _is_decided(plain: Experiment) -> bool:
    """Say whether any seat decides by more than chance."""
    played = (policy for variant in plain.variants for seats in variant.policies for policy in seats)
    return plain.game.max_actions > 1 and any(policy.kind != Kind.random for policy in played)


def _nameless(policy: Policy) -> dict[str, Any]:
    """Return what a policy does, whatever it and its style are called."""
    entry = asdict(policy)
    return {"kind": policy.kind.name, **{key: value for key, value in entry.items() if key not in {"name", "style"}}}


def resolved_of(plain: Experiment) -> dict[str, Any]:
    """Return everything that was asked, defaults written out."""
    policies, policy_of = _decided(plain, asdict)
    return {
        "game": plain.game.name,
        "game_version": plain.game.version,
        "question": plain.question,
        "preset": plain.preset,
        "seed": plain.seed,
        "assign": plain.assign,
        "draws": plain.draws,
        "method": plain.method,
        "analysis": plain.analysis,
        "keep_rows": plain.keep_rows,
        "skill": {"verdict": plain.skill.verdict, "check": list(plain.skill.check)},
        "worlds": asdict(plain.worlds) | {"labels": list(plain.worlds.labels)} if plain.worlds else None,
        "axes": {path: list(keys) for path, keys in plain.axes.items()},
        **policies,
        "variants": [
            {
                "index": variant.index,
                "keys": dict(variant.keys),
                "rules": variant.rules.model_dump(mode="json"),
                "seats": [asdict(chair) for chair in variant.chairs],
                "dealt": [asdict(dealt) for dealt in variant.dealt],
                "arrangements": [list(deal) for deal in variant.arrangements],
                **decided,
                "world": dict(variant.world),
                "playthroughs": variant.playthroughs,
                **({"looks": list(variant.looks)} if variant.looks else {}),
            }
            for variant, decided in zip(plain.variants, policy_of, strict=True)
        ],
        "targets": [_given(asdict(target)) for target in plain.targets],
        "compare": [_given(asdict(comparison)) for comparison in plain.compare],
        "shown": [_given(asdict(one)) for one in plain.shown],
        "effects": [_given(asdict(fit)) for fit in plain.effects],
        "stop": _stop(plain.stop) if plain.stop else None,
        "metrics": list(plain.metrics),
        "report": asdict(plain.report),
    }


def _stop(stop: Stop) -> dict[str, Any]:
    entry = asdict(stop)
    return {**entry, "precision": None if stop.precision is None else _given(entry["precision"])}


def _given(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in entry.items()
        if value is not None or key == "against"
    }


def digest_of(identity: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the canonical JSON, in hexadecimal digits."""
    canonical = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()
