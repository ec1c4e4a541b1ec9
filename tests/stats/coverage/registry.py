"""What a procedure promises, and how to try it: enumerated where that is possible, simulated elsewhere."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

Z = 5  # a procedure that keeps its word fails one check in two million
Trial = Callable[[np.random.Generator], bool]
"""Make an experiment, and say whether the statement that was made is true."""


@dataclass(frozen=True)
class Case:
    """One procedure at one size and one truth.

    Attributes
    ----------
    procedure, size, truth : what names it in the table
    promise : how often its statements are true, at least
    most : how often they may be true before it is needlessly wide; None where it errs on the safe side by design
    trial : makes one experiment; None where `exact` is the answer
    exact : the share of all samples, enumerated
    """

    procedure: str
    size: str
    truth: str
    promise: float = 0.95
    most: float | None = 0.97
    trial: Trial | None = None
    exact: Callable[[], float] | None = None

    @property
    def name(self) -> str:
        """Names it in tests."""
        return f"{self.procedure}, {self.size}, {self.truth}"

    def kept(self, experiments: int, seed: int = 20261201) -> float:
        """Return how often the statements are true: of all samples, or of so many experiments."""
        if self.exact is not None:
            return self.exact()
        assert self.trial is not None
        rng = np.random.default_rng([seed, zlib.crc32(self.name.encode())])
        return sum(self.trial(rng) for _ in range(experiments)) / experiments

    def complaint(self, kept: float, experiments: int) -> str:
        """Say what is wrong with a share that was found, beyond what so few experiments could show by chance."""
        slack = 0.0 if self.exact is not None else Z * math.sqrt(self.promise * (1 - self.promise) / experiments)
        floor = 0.93 if self.most is not None else self.promise  # two-sided normal intervals keep 93 to 97 of 100
        if kept < floor - slack - 1e-9:
            return f"{self.name}: kept {kept:.4f} of {self.promise}"
        if self.most is not None and kept > self.most + slack:
            return f"{self.name}: kept {kept:.4f}, needlessly wide"
        return ""


KINDS: list[Callable[[], Iterator[Case]]] = []


def kind(of: Callable[[], Iterator[Case]]) -> Callable[[], Iterator[Case]]:
    """Register the cases of a kind of procedure."""
    KINDS.append(of)
    return of


def every() -> list[Case]:
    """Return every case, of every module of this folder."""
    from tests.stats.coverage import numbers, several  # noqa: F401 - importing them registers their cases

    return [case for of in KINDS for case in of()]


def table(experiments: int) -> str:
    """Write the table of docs/coverage.md."""
    lines = ["| procedure | playthroughs | truth | promised | kept | how |", "| --- | --- | --- | ---: | ---: | --- |"]
    for case in every():
        kept = case.kept(experiments)
        how = "enumerated" if case.exact is not None else f"{experiments:,} experiments"
        spread = "" if case.exact is not None else f" ± {100 * 1.96 * math.sqrt(kept * (1 - kept) / experiments):.1f}"
        told = f"{100 * case.promise:g} % | {100 * kept:.1f}{spread} % | {how}"
        lines.append(f"| {case.procedure} | {case.size} | {case.truth} | {told} |")
    return "\n".join(lines) + "\n"
