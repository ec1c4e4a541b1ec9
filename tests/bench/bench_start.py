"""How long the first playthrough of every game takes in a fresh process: compiled cold, and loaded warm.

Nothing is asserted about time: machines differ and are busy. `make bench` prints a table.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simlab import games


@pytest.mark.parametrize("name", games.names())
def test_first_call_cold_and_warm(name: str, tmp_path: Path) -> None:
    code = (
        "import time; begun = time.perf_counter()\n"
        "from simlab import games; from simlab.conformance.cases import default; from simlab.engine import blocks\n"
        f"job = default(games.load('{name}')); ready = time.perf_counter()\n"
        "blocks.play(job, 0, 1); done = time.perf_counter(); print(ready - begun, done - ready)"
    )
    environment = {**os.environ, "SIMLAB_CACHE_DIR": str(tmp_path)}
    for state in ("cold", "warm"):
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        imports, first = map(float, done.stdout.split())
        sys.stdout.write(
            f"\n{f'{name}: first playthrough in a process, {state}':<52}{first:>8.2f} s   (imports {imports:.2f} s)"
        )
