"""A game's version changes if and only if its behaviour does.

On record are a digest of a game's rows and a few playthroughs that a person can read.
``python tests/golden/test_golden.py`` writes them anew; the difference of the transcript is the review.
"""

import json
from pathlib import Path

import pytest

from simlab import games
from simlab.conformance.cases import cases, default, digest, rows_of, seats_of
from simlab.engine.steps import tell
from simlab.forward import Game

FOLDER = Path(__file__).parent
PLAYTHROUGHS = 2_000
TOLD = (0, 1, 2)  # indices of the default case


def digests(game: Game) -> dict[str, str]:
    """Return the digest of the rows of every case that the conformance suite plays."""
    return {case.name: digest(rows_of(case.job, PLAYTHROUGHS)) for case in cases(game)}


def transcript(game: Game) -> str:
    """Tell a few playthroughs of the default preset."""
    names = [game.option_label(option) for option in seats_of(game)]
    lines = [f"{game.title}, version {game.version}: {' against '.join(names)}"]
    for index in TOLD:
        lines += ["", f"playthrough {index}", *tell(default(game), index, game.module("words"), names)]
    return "\n".join(lines) + "\n"


def recorded(name: str) -> tuple[int, dict[str, str], str]:
    """Return the version, digests and transcript on record."""
    entry = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return entry["version"], entry["digests"], (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def record(game: Game) -> None:
    """Write a game's recordings."""
    entry = {"version": game.version, "playthroughs": PLAYTHROUGHS, "digests": digests(game)}
    (FOLDER / f"{game.name}.json").write_text(json.dumps(entry, indent=2) + "\n", encoding="utf-8")
    (FOLDER / f"{game.name}.txt").write_text(transcript(game), encoding="utf-8")


AGAIN = "then write the recordings anew: python tests/golden/test_golden.py"


@pytest.mark.parametrize("name", games.names())
def test_behaviour_and_version_change_together(name: str) -> None:
    game = games.load(name)
    version, then, _ = recorded(name)
    now = digests(game)
    changed = sorted(case for case in {*now, *then} if now.get(case) != then.get(case))
    if game.version == version:
        assert changed == [], (
            f"{name} plays otherwise than version {version} did: mend it, or raise GAME.version, {AGAIN}"
        )
    else:
        assert changed, f"{name} plays as version {version} did: leave GAME.version, or {AGAIN}"


@pytest.mark.parametrize("name", games.names())
def test_a_playthrough_reads_as_recorded(name: str) -> None:
    _, _, told = recorded(name)
    assert transcript(games.load(name)) == told, f"the words changed; read the difference, {AGAIN}"


def test_every_recording_is_of_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(games.names())


if __name__ == "__main__":
    for known in games.names():
        record(games.load(known))
