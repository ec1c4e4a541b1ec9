"""A game's version changes if and only if its behaviour does.

On record are a digest of a game's rows and a few playthroughs that a person can read.
``python tests/golden/test_golden.py`` writes them anew; the difference of the transcript is the review.
"""

import json
from pathlib import Path

import pytest

from simlab import games
from simlab.conformance.cases import default, digest, fixed, played_at_random, rows_of, rules_of, seats_of
from simlab.engine.blocks import Job
from simlab.engine.steps import tell
from simlab.forward import Game
from simlab.policies import styles

FOLDER = Path(__file__).parent
PLAYTHROUGHS = 2_000
TOLD = (0, 1, 2)  # indices of the default case
LONG = 400  # lines of a transcript after which no other playthrough is told


def digests(game: Game) -> dict[str, str]:
    """Return the digest of the rows of every case that the conformance suite plays at random.

    Random play is the rules' own behaviour: a style that weighs better is no new version of the game.
    """
    return {case.name: digest(rows_of(case.job, case.affordable(PLAYTHROUGHS))) for case in played_at_random(game)}


def transcript(game: Game) -> str:
    """Tell a few playthroughs of the default preset, by regular players where there are any."""
    names = [game.option_label(option) for option in seats_of(game)]
    lines = [f"{game.title}, version {game.version}: {' against '.join(names)}"]
    for index in TOLD:
        if len(lines) < LONG:
            told = filter(None, tell(_told(game), index, game.module("words"), names))
            lines += ["", f"playthrough {index}", *(line for text in told for line in text.splitlines())]
    return "\n".join(lines) + "\n"


def _told(game: Game) -> Job:
    skills = styles.load(game).skills
    if "regular" not in skills:
        return default(game)
    options = seats_of(game)
    return fixed(game, rules_of(game), options, [skills["regular"].policy] * len(options))


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
