"""Balance questions about tabletop games, answered by playing them.

::

    import simlab as sl

    result = sl.run("question.yaml")
    result.metric("win_share", by="seat").to_frame()

The words, which code, configs, columns and reports share:

game
    the description of the rules; `games` lists and loads them
playthrough
    one complete play of a game, named by (seed, index)
seat, turn position
    a chair at the table, fixed by the experiment; who goes first, second, … in this playthrough
seat option
    what a seat plays, in the game's own word
rules
    the numbers and options on the box; who sits where and plays what is not a rule
preset
    a named set of rules values, an edition of the game
policy, skill
    how a seat decides; a named policy level of a game
experiment, variant
    a question in YAML, which `load` checks and resolves; one point of it
world
    one draw of data that nobody knows; not a design choice
result, run
    the tables that answer a question, which `run` makes; the same on disk, which `open_run` reads
metric
    a tidy table of estimates with their intervals
target, verdict
    the designer's band; whether a metric is inside, below or above it, or undecided yet
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simlab import games
    from simlab.document import ConfigError
    from simlab.experiment import Experiment, load
    from simlab.metrics import UnknownMetricError
    from simlab.result import Metric, Plan, Result, open_run, plan, run
    from simlab.store import RunError

__version__ = "0.1.0"

__all__ = [
    "ConfigError",
    "Experiment",
    "Metric",
    "Plan",
    "Result",
    "RunError",
    "UnknownMetricError",
    "__version__",
    "games",
    "load",
    "open_run",
    "plan",
    "run",
]

_HOMES = {
    "ConfigError": "document",
    "Experiment": "experiment",
    "Metric": "result",
    "Plan": "result",
    "Result": "result",
    "RunError": "store",
    "UnknownMetricError": "metrics",
    "load": "experiment",
    "open_run": "result",
    "plan": "result",
    "run": "result",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: ``import simlab`` itself is free."""
    if name == "games":
        return importlib.import_module("simlab.games")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"simlab.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
