"""What can be wrong with a question about a run."""


class UnknownMetricError(ValueError):
    """A question about something the run does not hold; the message says what it does."""
