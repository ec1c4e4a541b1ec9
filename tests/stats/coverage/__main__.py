"""Write docs/coverage.md: ``python -m tests.stats.coverage``."""

from pathlib import Path

from tests.stats.coverage.registry import table

EXPERIMENTS = 4_000
HEAD = """# How often our intervals and verdicts keep their word

A 95 % interval is worth what it covers. Every procedure behind a number of simlab is tried here on made-up playthroughs
whose truth is known: by adding up every possible sample where that can be done, else in simulated experiments of the
size that is named. "Kept" is the share of them in which what was said is true. Two-sided intervals should keep 93 to
97.5 of 100; statements that err on the safe side by design (exact limits, several at once, extremes) at least 95. A
thinned version of this table is tried again by every test run, and all of it by the nightly tests.

Written by `python -m tests.stats.coverage`.

"""

if __name__ == "__main__":
    text = HEAD + table(EXPERIMENTS)
    (Path(__file__).parents[3] / "docs" / "coverage.md").write_text(text, encoding="utf-8")
