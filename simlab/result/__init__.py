"""What a user holds: a finished run, asked by name."""

from simlab.result.holding import Assumption, Metric, Result
from simlab.result.running import cores, open_run, run

__all__ = ["Assumption", "Metric", "Result", "cores", "open_run", "run"]
