"""How to make a report's numbers again, and how to cite them; nothing that differs between two machines' clocks."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simlab.experiment import Experiment

DIGEST_SHOWN = 16


@dataclass(frozen=True)
class Origin:
    """Where numbers come from.

    Attributes
    ----------
    command : plays them again, given the config
    config : the question as it was asked
    facts : name -> value
    citation : one sentence
    """

    command: str
    config: str
    facts: Mapping[str, str]
    citation: str


def origin(experiment: Experiment, manifest: Mapping[str, Any], played: int) -> Origin:
    """Gather it from an experiment and the manifest of its run."""
    game, asked = experiment.game, max(variant.playthroughs for variant in experiment.variants)
    sets = [word for override in experiment.overrides for word in ("--set", override)]
    is_exact = experiment.method == "exact"
    words = ["simlab", "run", f"{experiment.name}.yaml", *sets]
    words += [] if is_exact else ["--seed", str(experiment.seed), "--limit", str(asked)]
    amount = "Exact answer, from the Markov chain" if is_exact else f"{played:,} playthroughs"
    seed = "" if is_exact else f"seed {experiment.seed}, "
    versions: Mapping[str, str] = manifest.get("versions", {})
    simlab = manifest.get("simlab", "")
    return Origin(
        command=shlex.join(words),
        config=experiment.text,
        facts={
            "simlab": str(simlab),
            "game": f"{game.title}, version {manifest.get('game_version', game.version)}",
            "method": "exact" if is_exact else "",
            "seed": "" if is_exact else str(experiment.seed),
            "random numbers": "" if is_exact else str(manifest.get("rng", "")),
            "digest of the sources": str(manifest.get("source_digest", "")),
            "digest of the question": experiment.digest,
            "packages": ", ".join(f"{name} {version}" for name, version in versions.items()),
        },
        citation=(
            f"{experiment.report.title or experiment.question} {amount} of {game.title} (game version "
            f"{game.version}), preset {', '.join(experiment.presets)}, {seed}simlab {simlab}, question "
            f"{experiment.digest[:DIGEST_SHOWN]}."
        ),
    )
