"""A wheel works outside the checkout: it brings the games' rules, data and templates with it."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

GAME = "tug_of_wargods"


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel built from the checkout, with the build backend that is installed already."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(root)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("simlab-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which the wheel alone was installed."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--target",
        str(folder),
        str(wheel),
    ]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def simlab(installed: Path, *arguments: str) -> str:
    """Return what the installed simlab prints, started in the test's own folder."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-m", "simlab", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_installed_package_is_the_one_that_runs(installed: Path) -> None:
    where = "import simlab; print(simlab.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run([sys.executable, "-c", where], env=environment, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()).is_relative_to(installed)


def test_everything_beside_the_modules_is_in_the_wheel(wheel: Path, root: Path) -> None:
    package = root / "simlab"
    files = {path.relative_to(root).as_posix() for path in package.rglob("*") if path.is_file()}
    wanted = {name for name in files if "__pycache__" not in name}
    assert any(name.endswith("rulebook.yaml") for name in wanted)
    assert wanted - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_the_installed_games_are_listed(installed: Path) -> None:
    assert GAME in simlab(installed, "games")


def test_the_installed_games_can_be_played(installed: Path, root: Path) -> None:
    question = shutil.copy(root / "configs" / GAME / "beloved_die.yaml", ".")
    answer = json.loads(simlab(installed, "run", str(question), "--limit", "5000", "--json"))
    assert answer["game"] == GAME
    assert answer["playthroughs"] >= 5000
    assert Path(answer["run"]).is_dir()
