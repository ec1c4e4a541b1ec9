"""Questions in YAML: read, checked against a game, and resolved into the variants that are to be played."""

from simlab.experiment.completion import schema
from simlab.experiment.loading import load
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
from simlab.experiment.targets import metric_names

__all__ = [
    "Chair",
    "Comparison",
    "Dealt",
    "Effects",
    "Experiment",
    "ReportOptions",
    "Shown",
    "Skills",
    "Stop",
    "Target",
    "Variant",
    "Worlds",
    "load",
    "metric_names",
    "schema",
]
