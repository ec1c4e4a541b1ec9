"""The traps of a disk cache for compiled code: stale callees, misses in the next process, one cache for two builds."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest

from simlab import games
from simlab.engine import entries, loop

PLAY = """
import json, sys
import numba
before = numba.config.CACHE_DIR
from simlab import games
from simlab.conformance.cases import default, digest, rows_of
from simlab.engine import entries, loop
game = games.load(games.names()[0])
rows = rows_of(default(game), 500)
stats = entries.entry(game, loop.play_block).stats
print(json.dumps({
    "digest": digest(rows),
    "hits": sum(stats.cache_hits.values()),
    "misses": sum(stats.cache_misses.values()),
    "folder": str(entries.cache_folder(game)),
    "restored": numba.config.CACHE_DIR == before,
}))
"""


class Checkout:
    """A copy of the package that can be edited, and a cache of its own."""

    def __init__(self, folder: Path, package: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        shutil.copytree(package, folder / "simlab", ignore=shutil.ignore_patterns("__pycache__"))

    def play(self, **environment: str) -> dict[str, object]:
        """Play in a fresh process and tell what it saw."""
        import json

        inherited = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
        done = subprocess.run(
            [sys.executable, "-c", PLAY],
            cwd=self.folder,
            env={**inherited, "SIMLAB_CACHE_DIR": str(self.cache), **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found: dict[str, object] = json.loads(done.stdout)
        return found

    def edit(self, path: str, old: str, new: str) -> None:
        """Change a source file."""
        file = self.folder / "simlab" / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def checkout(tmp_path: Path, root: Path) -> Checkout:
    return Checkout(tmp_path, root / "simlab")


def test_the_second_process_loads_what_the_first_compiled(checkout: Checkout) -> None:
    first, second = checkout.play(), checkout.play()
    assert (first["misses"], second["misses"], second["hits"]) == (1, 0, 1)
    assert first["digest"] == second["digest"]
    assert first["restored"]
    assert second["restored"]


def test_an_edited_callee_in_another_file_is_seen(checkout: Checkout) -> None:
    """Numba's own cache would give the old answer: it looks at the file of the cached function only."""
    before = checkout.play()
    checkout.edit(
        "kernel/dice.py", "total += np.int64(umulh(word, bound))", "total += np.int64(umulh(word, bound)) // 2"
    )
    after = checkout.play()
    assert before["digest"] != after["digest"]
    assert before["folder"] != after["folder"]


def test_an_edited_sentence_recompiles_nothing(checkout: Checkout) -> None:
    before = checkout.play()
    words = f"games/{games.names()[0]}/words.py"
    checkout.edit(words, '"""', '"""Told. ')
    after = checkout.play()
    assert (after["folder"], after["misses"]) == (before["folder"], 0)


def test_checked_and_unchecked_builds_have_folders_of_their_own(checkout: Checkout) -> None:
    plain, checked = checkout.play(), checkout.play(NUMBA_BOUNDSCHECK="1")
    assert plain["folder"] != checked["folder"]
    assert plain["digest"] == checked["digest"]
    assert checked["misses"] == 1


def test_the_cache_is_private_and_where_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMLAB_CACHE_DIR", str(tmp_path / "here"))
    game = games.load(games.names()[0])
    before = numba.config.CACHE_DIR
    with entries._caching_in(entries.cache_folder(game)):
        assert str(entries.cache_folder(game)) == numba.config.CACHE_DIR
    assert before == numba.config.CACHE_DIR
    assert entries.cache_folder(game).is_relative_to(tmp_path / "here")
    assert entries.cache_folder(game).stat().st_mode & 0o077 == 0


def test_nothing_that_lists_or_checks_imports_numba() -> None:
    code = "import sys, simlab.games, simlab.columns, simlab.experiment as e; e.schema(); print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_steps_and_the_bulk_loop_are_cached_entries() -> None:
    game = games.load(games.names()[0])
    for body in (loop.play_block, loop.step_begin):
        dispatcher: Any = entries.entry(game, body)
        assert type(dispatcher._cache).__name__ == "FunctionCache"
