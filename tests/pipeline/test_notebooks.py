"""Every notebook runs from top to bottom as a reader would run it, with fewer playthroughs."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMLAB_NOTEBOOK_PLAYTHROUGHS", "2000")
    monkeypatch.setenv("SIMLAB_NOTEBOOK_ROOT", str(tmp_path))
    notebook = nbformat.read(path, as_version=4)

    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": path.parent}}).execute()

    last = [cell for cell in notebook.cells if cell.cell_type == "code"][-1]
    assert any("data" in output for output in last.outputs)


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS
