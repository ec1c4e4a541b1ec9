"""What the house rules look at: the files of the project, that is all that .gitignore does not leave out."""

import os
from pathlib import Path

import pytest
from pathspec import GitIgnoreSpec


@pytest.fixture(scope="session")
def files(root: Path) -> list[Path]:
    """Return the project's files, relative to the checkout, by walking it: a machine may have the files and no git."""
    ignored = GitIgnoreSpec.from_lines([".git/", *(root / ".gitignore").read_text(encoding="utf-8").splitlines()])
    found = []
    for folder, folders, names in os.walk(root):
        here = Path(folder).relative_to(root)
        folders[:] = sorted(name for name in folders if not ignored.match_file(f"{here / name}/"))
        found += [here / name for name in sorted(names) if not ignored.match_file(str(here / name))]
    return found


@pytest.fixture(scope="session")
def texts(root: Path, files: list[Path]) -> dict[Path, str]:
    """Return the text of every file that is one."""
    contents = {path: (root / path).read_bytes() for path in files}
    return {path: content.decode() for path, content in contents.items() if b"\0" not in content}


@pytest.fixture(scope="session")
def sources(texts: dict[Path, str]) -> dict[Path, str]:
    """Return the text of every Python file of the package."""
    return {path: text for path, text in texts.items() if path.suffix == ".py" and path.parts[0] == "simlab"}


@pytest.fixture(scope="session")
def games(root: Path) -> list[str]:
    """Return the names of the games, which are the names of their folders."""
    return sorted(path.parent.name for path in (root / "simlab" / "games").glob("*/RULES.md"))
