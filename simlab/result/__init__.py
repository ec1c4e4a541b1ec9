"""What a user holds: a finished run, asked by name."""

from simlab.result.holding import Assumption, Metric, Result
from simlab.result.planning import Plan, plan
from simlab.result.running import cores, open_run, run

__all__ = ["Assumption", "Metric", "Plan", "Result", "cores", "open_run", "plan", "run"]
