"""What the statistics may not load: they are read where a command must answer at once."""

import subprocess
import sys

import pytest

MODULES = (
    "best_of",
    "contrasts",
    "discrete",
    "estimates",
    "intervals",
    "limits",
    "matchups",
    "table",
    "tails",
    "verdicts",
)
CALL = """
import sys
from simlab.stats.intervals import mean, proportion, quantile
{call}
print(*sorted({{name.split(".")[0] for name in sys.modules}} & {{"numba", "pandas", "scipy", "matplotlib", "pyarrow"}}))
print("scipy.stats" in sys.modules)
"""


def loaded(call: str) -> list[str]:
    return subprocess.run(
        [sys.executable, "-c", CALL.format(call=call)], check=True, capture_output=True, text=True
    ).stdout.split("\n")


@pytest.mark.parametrize("module", MODULES)
def test_importing_loads_no_large_library(module: str) -> None:
    assert loaded(f"import simlab.stats.{module}")[0] == ""


def test_a_share_and_a_mean_of_usual_size_need_no_scipy() -> None:
    assert loaded("proportion(50_000, 100_000); mean(100_000, 50_000, 50_000)")[0] == ""


def test_small_counts_need_scipys_special_functions_alone() -> None:
    assert loaded("proportion(0, 10); mean(10, 5, 5); quantile([1, 2], [50, 50], 0.5)")[:2] == ["scipy", "False"]
