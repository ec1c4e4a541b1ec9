"""Playing: compiled loops, blocks of playthroughs, threads. The only package that starts work."""

BATCH_BITS = 12
BATCH = 1 << BATCH_BITS
"""A batch is 4,096 consecutive indices: a constant of every run, written in its manifest."""
