"""What the project says of itself: its lock, its versions, its lint settings and its notebooks."""

import json
import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

PIN = re.compile(r"(?P<name>[a-z0-9][a-z0-9.-]*)(?:\[[a-z,]+\])?==[^\s;@]+(?: ; .+)?")
NAME = re.compile(r"[A-Za-z0-9._-]+")


@pytest.fixture(scope="module")
def pyproject(texts: dict[Path, str]) -> dict[str, Any]:
    """Return pyproject.toml as data."""
    return tomllib.loads(texts[Path("pyproject.toml")])


def normal(requirement: str) -> str:
    """Return the name in a requirement as package indexes compare names (PEP 503)."""
    name = NAME.match(requirement)
    assert name
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def test_the_lock_holds_a_version_of_every_dependency_and_nothing_else(
    texts: dict[Path, str], pyproject: dict[str, Any]
) -> None:
    pins = [PIN.fullmatch(line) for line in texts[Path("requirements.lock")].splitlines()]
    assert all(pins), "a line that is no `name==version ; marker`: an address, a folder or a comment"
    locked = {normal(pin["name"]) for pin in pins if pin}
    project = pyproject["project"]
    asked = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    assert {normal(line) for line in asked} - locked == set()


def test_the_changelog_and_the_citation_tell_the_version(texts: dict[Path, str]) -> None:
    import simlab

    assert version("simlab") == simlab.__version__
    assert f"## [{simlab.__version__}]" in texts[Path("CHANGELOG.md")]
    assert f"\nversion: {simlab.__version__}\n" in texts[Path("CITATION.cff")]


def test_every_lint_rule_left_out_has_its_reason(texts: dict[Path, str], pyproject: dict[str, Any]) -> None:
    lint = pyproject["tool"]["ruff"]["lint"]
    codes = [*lint["ignore"], *(code for codes in lint["per-file-ignores"].values() for code in codes)]
    lines = [line.strip() for line in texts[Path("pyproject.toml")].splitlines()]
    for code in codes:
        assert any(re.fullmatch(rf'"{code}", +# .{{10,}}', line) for line in lines), (
            f"{code}: one a line, with its reason"
        )


def test_notebooks_are_kept_without_outputs(texts: dict[Path, str]) -> None:
    notebooks = {path: json.loads(text) for path, text in texts.items() if path.suffix == ".ipynb"}
    assert notebooks
    code = {path: [cell for cell in book["cells"] if cell["cell_type"] == "code"] for path, book in notebooks.items()}
    kept = [path for path, cells in code.items() if any(cell["outputs"] or cell["execution_count"] for cell in cells)]
    assert kept == []


def test_every_path_in_the_contents_of_the_tests_exists(root: Path, texts: dict[Path, str]) -> None:
    folders = re.findall(r"^\| `([a-z_]+)/", texts[Path("tests/README.md")], flags=re.MULTILINE)
    assert folders
    assert [folder for folder in folders if not (root / "tests" / folder).is_dir()] == []
    untold = [
        path.name for path in (root / "tests").iterdir() if path.is_dir() and path.name not in {*folders, "__pycache__"}
    ]
    assert untold == []
