"""Hypothesis with fixed examples: a test that fails here fails everywhere, and a slow machine fails none."""

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.load_profile("fixed")
