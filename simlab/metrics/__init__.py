"""From a run to estimates, contrasts and verdicts: every number with its interval."""

from simlab.metrics.conclusions import conclusions, skills, worlds
from simlab.metrics.contrasts import contrasts
from simlab.metrics.effects import effects
from simlab.metrics.problems import UnknownMetricError
from simlab.metrics.quantities import Question
from simlab.metrics.tables import extreme, table
from simlab.metrics.verdicts import verdicts

__all__ = [
    "Question",
    "UnknownMetricError",
    "conclusions",
    "contrasts",
    "effects",
    "extreme",
    "skills",
    "table",
    "verdicts",
    "worlds",
]
