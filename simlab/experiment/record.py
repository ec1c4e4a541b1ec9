"""An experiment as JSON knows it: all of it, and the part that determines its playthroughs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from simlab.experiment.plan import Experiment


def identity_of(plain: Experiment) -> dict[str, Any]:
    """Return what determines the playthroughs, and nothing else: names, targets and their number do not."""
    return {
        "game": plain.game.name,
        "game_version": plain.game.version,
        "seed": plain.seed,
        "keep_rows": plain.keep_rows,
        "method": plain.method,
        **({"analysis": plain.analysis} if plain.analysis else {}),
        "assign": plain.assign,
        "variants": [
            {
                "rules": variant.rules.model_dump(mode="json"),
                "options": [chair.option for chair in variant.chairs],
                "arrangements": [list(deal) for deal in variant.arrangements],
            }
            for variant in plain.variants
        ],
    }


def resolved_of(plain: Experiment) -> dict[str, Any]:
    """Return everything that was asked, defaults written out."""
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
        "axes": {path: list(keys) for path, keys in plain.axes.items()},
        "variants": [
            {
                "index": variant.index,
                "keys": dict(variant.keys),
                "rules": variant.rules.model_dump(mode="json"),
                "seats": [asdict(chair) for chair in variant.chairs],
                "arrangements": [list(deal) for deal in variant.arrangements],
                "playthroughs": variant.playthroughs,
            }
            for variant in plain.variants
        ],
        "targets": [_given(asdict(target)) for target in plain.targets],
        "compare": [_given(asdict(comparison)) for comparison in plain.compare],
        "metrics": list(plain.metrics),
        "report": asdict(plain.report),
    }


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
