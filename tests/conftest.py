"""What every test may ask for, and the folder it runs in.

The kernel cache is the usual one (``SIMLAB_CACHE_DIR``, or the user's cache folder): a cache of its own would make each
test compile the games again, and the cache is keyed by the sources, so it cannot be stale.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[1]

# Debian's browser is tried because playwright's own cannot be had from a package index.
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMIUM_FLAGS = [
    "--no-sandbox",  # Chromium refuses to start as root with its sandbox, and containers are root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests marked ``browser`` skip, with the reason in the summary, on a machine without one."""
    wanting = [item for item in items if item.get_closest_marker("browser")]
    reason = _no_browser() if wanting else ""
    for item in wanting:
        item.add_marker(pytest.mark.skipif(bool(reason), reason=reason))


def _no_browser() -> str:
    """Say why no page can be looked at here; nothing where one can."""
    if CHROMIUM is None:
        return "no chromium on this machine (apt-get install chromium)"
    from playwright._impl._driver import compute_driver_executable

    node, _ = compute_driver_executable()
    started = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    if started.returncode:
        return f"playwright's driver does not start (apt-get install libatomic1?): {started.stderr.strip()}"
    return ""


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session", autouse=True)
def _away_from_the_checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Work in a temporary folder, so that the ``runs/`` of a fixture wider than a test never lands in the checkout."""
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("session"))
    yield
    os.chdir(before)


@pytest.fixture(autouse=True)
def _folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in ``tmp_path``: a test's ``runs/`` is empty when it starts and is seen by no other test."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Return a headless Chromium.

    One per file: playwright keeps an event loop running, which would stop another file's notebooks from executing.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()
