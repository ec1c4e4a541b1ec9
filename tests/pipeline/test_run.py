"""A run is a pure function of its question: however it is cut or interrupted, its tables are the same bytes."""

import errno
import functools
import itertools
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import filelock
import pytest

from simlab import metrics
from simlab.columns import layout
from simlab.engine import BATCH, blocks
from simlab.experiment import load
from simlab.result import Result, open_run, run
from simlab.store import RunError, RunReader, files, folder_of, writer

PLAYTHROUGHS = 15 * BATCH + 1000  # the last batch is not full
QUESTION: dict[str, Any] = {
    "game": "tug_of_wargods",
    "question": "Who wins, from how far?",
    "seats": [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "clearsky"}],
    "vary": {"rules.start_in": [2, 4]},
    "playthroughs": PLAYTHROUGHS,
    "seed": 20261130,
    "targets": [
        {"metric": "win_share", "of": {"seat": "hero"}, "within_fair": {"points": 5}},
        {"metric": "rounds", "quantile": 0.5, "within": [1, 8]},
    ],
    "compare": [{"metric": "win_share", "of": {"seat": "hero"}, "key": "rules.start_in", "against": 4}],
}
VARIANTS = 2


def tables(result: Result) -> str:
    """Return everything that a run says, at full precision."""
    found = [
        result.verdicts(),
        result.contrasts(),
        result.metric("win_share", by="seat").table,
        result.metric("win_share", by="rules.start_in", of={"seat": "hero"}).table,
        result.metric("rounds").table,
        result.metric("final_margin", quantile=0.9).table,
        result.metric("victory_kind").table,
        result.metric("crossings", of={"winner": True}).table,
    ]
    return "\n".join(table.to_csv() for table in found)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the tables of the question played at once, by one worker."""
    return tables(run(QUESTION, workers=1, root=tmp_path_factory.mktemp("at_once")))


@pytest.fixture
def parts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a part after every block."""
    monkeypatch.setattr(writer, "PART_SECONDS", -1.0)


# --- what the numbers do not depend on --------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [2, 3])
def test_the_number_of_workers_changes_nothing(workers: int, expected: str) -> None:
    assert tables(run(QUESTION, workers=workers)) == expected


@pytest.mark.parametrize("most", [1, 2, 5])
def test_the_size_of_blocks_changes_nothing(most: int, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "run", functools.partial(blocks.run, most_batches=most))
    done = [0]
    result = run(QUESTION, workers=2, on_block=lambda now, *_: done.append(now))
    sizes = [after - before for before, after in itertools.pairwise(done)]
    assert max(sizes) <= most * BATCH
    assert len(sizes) >= VARIANTS * PLAYTHROUGHS / (most * BATCH)
    assert tables(result) == expected


@pytest.mark.usefixtures("parts_at_once")
def test_what_has_not_been_played_yet_has_no_data_and_stops_nothing() -> None:
    """A look from outside while the first variant is played: means, shares of a category and quantiles of both."""
    kinds = {"metric": "victory_kind", "of": {"value": "members"}, "at_least": 0}
    experiment = load({**QUESTION, "targets": [*QUESTION["targets"], kinds]})
    looks = []

    def look(*_: object) -> None:
        looks.append([row["n"] for row in metrics.verdicts(experiment, RunReader(folder_of(experiment, Path("runs"))))])

    run(experiment, on_block=look)
    assert any(0 in look and any(look) for look in looks)
    assert set(looks[-1]) == {PLAYTHROUGHS}


@pytest.mark.usefixtures("parts_at_once")
def test_the_number_of_parts_changes_nothing(expected: str) -> None:
    result = run(QUESTION)
    assert len(files.parts(result.folder)) > VARIANTS
    assert tables(result) == expected


def test_processes_instead_of_threads_change_nothing(expected: str) -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        assert tables(run(QUESTION, executor=executor)) == expected


def test_a_run_that_is_extended_is_the_run_played_at_once(expected: str) -> None:
    short = run(QUESTION, limit=10_000)
    assert set(short.playthroughs.values()) == {10_000}
    longer = run(QUESTION)
    assert longer.folder == short.folder
    assert [look["playthroughs"] for look in longer.manifest["looks"]] == [20_000, VARIANTS * PLAYTHROUGHS]
    assert tables(longer) == expected


def test_asking_again_plays_nothing_and_answers_alike(expected: str) -> None:
    first = run(QUESTION)
    before = {path: path.stat().st_mtime_ns for path in first.folder.glob("*/*.parquet")}
    assert tables(run(QUESTION)) == expected
    assert {path: path.stat().st_mtime_ns for path in first.folder.glob("*/*.parquet")} == before


def test_an_edited_target_is_judged_on_the_same_run() -> None:
    first = run(QUESTION)
    other = {**QUESTION, "targets": [{"metric": "win_share", "of": {"seat": "hero"}, "at_least": 0.1}]}
    again = run(other)
    assert again.folder == first.folder
    assert {row["verdict"] for row in again.verdicts()} == {"inside"}
    assert {row["verdict"] for row in open_run(first.folder).verdicts()} == {"inside"}


def test_another_seed_is_another_run(expected: str) -> None:
    other = run(QUESTION, seed=1)
    assert other.folder != folder_of(load(QUESTION))
    assert tables(other) != expected


# --- interruptions ----------------------------------------------------------------------------------------------------

PART_BY_PART = """
from simlab.cli import app
from simlab.store import writer
writer.PART_SECONDS = -1.0
app()
"""


def until(condition: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait until something is so, or the process has ended."""
    while not condition() and process.poll() is None:
        time.sleep(0.002)


@pytest.fixture
def long_question(tmp_path: Path) -> Path:
    """Write a question that takes seconds."""
    path = tmp_path / "long.yaml"
    path.write_text(json.dumps({**QUESTION, "playthroughs": 500 * BATCH}))
    return path


def test_a_killed_run_goes_on_where_it_was(long_question: Path, tmp_path: Path) -> None:
    folder = folder_of(load(long_question))
    killed = subprocess.Popen([sys.executable, "-c", PART_BY_PART, "run", str(long_question), "--workers", "1"])
    until(lambda: len(files.parts(folder)) > 2, killed)
    killed.kill()
    assert killed.wait() == -signal.SIGKILL
    finished = sum(files.played(folder, VARIANTS).values())
    assert 0 < finished < VARIANTS * 500 * BATCH
    played: list[int] = []
    result = run(long_question, on_block=lambda _, total, __: played.append(total))
    assert played[0] == VARIANTS * 500 * BATCH - finished
    assert tables(result) == tables(run(long_question, root=tmp_path / "at_once"))


def test_an_interrupted_command_keeps_what_is_finished_and_says_how_to_go_on(long_question: Path) -> None:
    command = [sys.executable, "-c", PART_BY_PART, "run", str(long_question), "--workers", "1"]
    folder = folder_of(load(long_question))
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    until(lambda: len(files.parts(folder)) > 2, process)
    process.send_signal(signal.SIGINT)
    out, told = process.communicate()
    assert process.returncode == 130, told
    assert out == b""
    assert f"simlab run {long_question} --workers 1" in told.decode()
    assert str(folder) in told.decode()
    assert 0 < sum(files.played(folder, VARIANTS).values()) < VARIANTS * 500 * BATCH


def test_what_a_killed_process_left_is_removed(expected: str) -> None:
    folder = run(QUESTION, limit=BATCH).folder
    half = folder / "batches" / "000009.parquet.partial"
    orphan = folder / "rows" / "000009.parquet"
    for path in (half, orphan, folder / "manifest.json.partial"):
        path.write_bytes(b"half of it")
    assert tables(run(QUESTION)) == expected
    assert not half.exists()
    assert not orphan.exists()
    assert not list(folder.rglob("*.partial"))


# --- what is refused --------------------------------------------------------------------------------------------------


def test_a_second_process_on_the_same_run_is_refused() -> None:
    folder = run(QUESTION, limit=BATCH).folder
    before = sorted(folder.rglob("*"))
    with filelock.FileLock(folder / ".lock"), pytest.raises(RunError, match="another process is writing"):
        run(QUESTION)
    assert sorted(folder.rglob("*")) == before


def test_a_run_made_with_other_sources_is_kept_until_it_is_given_up(expected: str) -> None:
    folder = run(QUESTION, limit=BATCH).folder
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "source_digest": "0" * 64}))
    with pytest.raises(RunError, match=r"--overwrite.*--root"):
        run(QUESTION)
    assert files.played(folder, VARIANTS) == {0: BATCH, 1: BATCH}
    assert tables(run(QUESTION, overwrite=True)) == expected


@pytest.mark.usefixtures("parts_at_once")
def test_a_full_disk_ends_the_run_and_keeps_what_is_finished(expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_of(load(QUESTION))
    sync = os.fsync

    def full(descriptor: int) -> None:
        if len(files.parts(folder)) >= 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(descriptor)

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(RunError, match="No space left on device") as told:
            run(QUESTION)
    finished = sum(files.played(folder, VARIANTS).values())
    assert finished > 0
    assert f"{finished} finished playthroughs" in str(told.value)
    assert str(folder) in str(told.value)
    assert len(files.parts(folder)) == 2
    assert tables(run(QUESTION)) == expected


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RunError, match=r"file.*cannot be written"):
        run(QUESTION, root=tmp_path / "file")


DAMAGES: list[tuple[str, Callable[[Path], object]]] = [
    ("*/*.parquet", lambda path: path.write_bytes(path.read_bytes()[:-20])),
    ("batches/*.parquet", lambda path: path.write_bytes(b"no parquet")),
    ("manifest.json", lambda path: path.write_text("{")),
    ("manifest.json", lambda path: path.write_text("[]")),
    ("manifest.json", Path.unlink),
]


@pytest.mark.parametrize(("which", "damage"), DAMAGES)
def test_a_damaged_run_is_called_so(which: str, damage: Callable[[Path], object]) -> None:
    folder = run(QUESTION, limit=BATCH).folder
    for path in folder.glob(which):
        damage(path)
    with pytest.raises(RunError):
        tables(open_run(folder))


# --- cost -------------------------------------------------------------------------------------------------------------

IMPORTS = """
import sys
from simlab.cli import app
try:
    app(["run", sys.argv[1], "--quiet"])
except SystemExit as end:
    assert end.code == 0, end.code
print(sorted({"pandas", "scipy.stats", "matplotlib.pyplot"} & set(sys.modules)))
"""


def test_a_run_imports_neither_pandas_nor_statistics_nor_pictures(tmp_path: Path) -> None:
    config = tmp_path / "question.yaml"
    config.write_text(json.dumps(QUESTION))
    done = subprocess.run([sys.executable, "-c", IMPORTS, config], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# A process starts with the peak of the one it was forked from, so a small one stands between this and what is measured.
PEAK = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "simlab", "run", *sys.argv[1:]], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""


def test_memory_does_not_grow_with_the_number_of_playthroughs(tmp_path: Path) -> None:
    config = tmp_path / "question.yaml"
    config.write_text(json.dumps({key: value for key, value in QUESTION.items() if key not in {"vary", "compare"}}))
    few, many = 1_000_000, 4_000_000

    def peak(playthroughs: int) -> int:
        options = ["--set", f"playthroughs={playthroughs}", "--quiet", "--root", str(playthroughs)]
        done = subprocess.run(
            [sys.executable, "-c", PEAK, config, *options], capture_output=True, text=True, check=True
        )
        return int(done.stdout)

    peak(BATCH)  # whatever is compiled only once
    experiment = load(config)
    columns = len(layout(experiment.game, 1).names)
    rows = (many - few) * columns * 4  # bytes, if the rows were held
    assert peak(many) - peak(few) < rows / 20
