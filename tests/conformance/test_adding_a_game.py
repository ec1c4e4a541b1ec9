"""The recipe of ``docs/adding-a-game.md`` builds a game that keeps the contract, and is played anew when edited."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

BLOCK = re.compile(r"`(dash/[\w./]+)`\n\n```\w+\n(.*?)```", re.DOTALL)

SUITE = """
from simlab import conformance, games
for name, clause in conformance.checks(games.load("dash")):
    breaches = list(clause())
    assert breaches == [], (name, breaches)
"""
MEAN = """
import json
from simlab import games
from simlab.conformance.cases import default, rows_of
job = default(games.load("dash"))
print(json.dumps(float(rows_of(job, 2000)[:, job.layout.position("rounds")].mean())))
"""


@pytest.fixture
def dash(root: Path, tmp_path: Path) -> Path:
    """Write the game of the page into a folder of its own, with an entry point, and return the folder."""
    blocks = BLOCK.findall((root / "docs/adding-a-game.md").read_text(encoding="utf-8"))
    for name, text in blocks:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    info = tmp_path / "dash-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: dash\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[simlab.games]\ndash = dash:GAME\n", encoding="utf-8")
    return tmp_path


def python(folder: Path, code: str, *args: str) -> str:
    """Run a fresh Python with the game on its path and a kernel cache that no other test fills."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, sys.path)]),
        "SIMLAB_CACHE_DIR": str(folder / "cache"),
    }
    done = subprocess.run(
        [sys.executable, *args, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3_000:]
    return done.stdout


def test_the_page_holds_every_file_of_a_game(dash: Path) -> None:
    files = {path.relative_to(dash / "dash").as_posix() for path in (dash / "dash").rglob("*.*")}
    modules = {"__init__.py", "rules.py", "state.py", "model.py", "outcome.py", "styles.py", "words.py", "RULES.md"}
    assert files == modules | {"data/rulebook.yaml", "data/styles.yaml", "data/witnesses.yaml"}


def test_the_game_of_the_page_keeps_the_contract(dash: Path) -> None:
    python(dash, SUITE)


def test_an_edited_rule_of_an_outside_game_is_played_at_once(dash: Path) -> None:
    model = dash / "dash/model.py"
    before = [json.loads(python(dash, MEAN)) for _ in range(2)]
    model.write_text(
        model.read_text(encoding="utf-8").replace("+= state.rolled\n", "+= 2 * state.rolled\n"), encoding="utf-8"
    )
    after = json.loads(python(dash, MEAN))
    assert before[0] == before[1]
    assert after < before[0]


def test_the_question_of_the_page_is_answered(dash: Path, root: Path) -> None:
    text = (root / "docs/adding-a-game.md").read_text(encoding="utf-8")
    question = re.findall(r"```yaml\n(game: dash.*?)```", text, re.DOTALL)[0]
    (dash / "spikes.yaml").write_text(question, encoding="utf-8")
    code = "import sys; from simlab.cli import app; sys.argv = ['simlab', 'run', 'spikes.yaml', '--json']; app()"
    answer = json.loads(python(dash, code))
    assert answer["verdicts"]
