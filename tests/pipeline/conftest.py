"""A game of another package, for the tests of what holds for any game."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simlab import games
from simlab.forward import Game


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """Install the orchard as any other package would be, a folder on the path and an entry point, and return it."""
    site = tmp_path_factory.mktemp("site")
    shutil.copytree(Path(__file__).parent / "orchard", site / "orchard")
    info = site / "orchard-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: orchard\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[simlab.games]\norchard = orchard:GAME\n")
    yield from _installed(site, "orchard")


@pytest.fixture(scope="module")
def summit() -> Iterator[Game]:
    """Put the folder on the path in which a game with decisions and play styles is installed, and return it."""
    site = str(Path(__file__).parents[1] / "conformance" / "outside")
    sys.path.insert(0, site)
    yield games.load("summit")  # its modules stay: other tests play it too, and a state is bound once
    sys.path.remove(site)


def _installed(site: Path, name: str) -> Iterator[Game]:
    sys.path.insert(0, str(site))
    yield games.load(name)
    sys.path.remove(str(site))
    games.load.cache_clear()
    for module in [module for module in sys.modules if module.partition(".")[0] == name]:
        del sys.modules[module]
