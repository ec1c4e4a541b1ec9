"""What imports what: the layers, and what a command that plays nothing must not load."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"matplotlib", "numba", "pandas", "pyarrow", "scipy"}

# Runs a command in this process and tells, last, what had been imported by its end.
LOADED = """
import sys, json
from simlab.cli import app
try:
    app(sys.argv[1:])
except SystemExit as stop:
    assert not stop.code, stop.code
print()
print(json.dumps(sorted(sys.modules)))
"""


def modules_after(*command: str) -> set[str]:
    """Return the top-level modules that a fresh process has imported after a command."""
    done = subprocess.run([sys.executable, "-c", LOADED, *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


@pytest.mark.parametrize("command", [["--help"], ["games"], ["schema"], ["run", "--help"]], ids=" ".join)
def test_a_command_that_plays_nothing_loads_nothing_heavy(command: list[str]) -> None:
    loaded = modules_after(*command)
    assert "simlab" in loaded
    assert loaded & HEAVY == set()


def test_checking_a_question_loads_nothing_heavy(root: Path) -> None:
    config = min((root / "configs").glob("*/*.yaml"))
    assert modules_after("check", str(config)) & HEAVY == set()


def test_importing_the_package_loads_nothing_heavy_and_prints_nothing() -> None:
    program = "import sys, simlab; sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert {name.partition(".")[0] for name in done.stderr.split()} & HEAVY == set()


def test_imports_point_down_only(root: Path) -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint, "--no-logo", "--no-cache"], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
