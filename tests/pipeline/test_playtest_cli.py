"""`simlab playtest`: what it prints, what it refuses, its p-values against an independent count, its schema."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from itertools import accumulate, product
from math import prod
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from simlab.agreement import schema
from simlab.cli import app
from simlab.document import parse, read
from simlab.games import load
from simlab.playtest import can_be_audited

SHIPPED = load("tug_of_wargods").folder / "data" / "playtests.yaml"
GAMES = ["early_1", "early_2", "early_3", "sobek_1", "sobek_2", "sobek_3", "round3_1", "round3_2", "round3_3"]
# The exact shares of wins of the first team in each of the nine games, printed to six digits where the game's rules are
# written out; the logged winner; the logged length.
FIRST_WINS = [0.787860, 0.732661, 0.732661, 0.871341, 0.871341, 0.871341, 0.250592, 0.250592, 0.250592]
FIRST_WON = [True, True, False, True, True, True, False, False, True]
LENGTHS = [2, 3, 6, 4, 7, 1, 4, 4, 13]
MEANS = [2.106759, 6.241600, 6.241600, 4.150716, 4.150716, 4.150716, 7.460990, 7.460990, 7.460990]
DIGITS = 1e-5  # nine shares of six digits each, doubled


PLACES = [("preset: early", 3), ("winner: pull, turn: 6", 12)]


def line_of(text: str, words: str) -> int:
    """Return the line, from 1, on which words first stand."""
    return text[: text.index(words)].count("\n") + 1


def simlab(*arguments: str | Path, code: int = 0) -> Result:
    """Run a command, which must end with this exit code; without a reason its traceback is the test's."""
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return done


def answer(*arguments: str | Path) -> dict[str, Any]:
    """Return what --json prints, which is one object and nothing else."""
    return json.loads(simlab("playtest", *arguments, "--json").stdout)  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def own() -> dict[str, Any]:
    """Return the answer about the shipped log, each game under its own preset."""
    return answer(SHIPPED)


@pytest.fixture(scope="module")
def every() -> dict[str, Any]:
    """Return the answer about the shipped log under every reading."""
    return answer(SHIPPED, "--preset", "every")


# --- text -------------------------------------------------------------------------------------------------------------


def test_the_text_fits_a_terminal_of_80_columns() -> None:
    lines = simlab("playtest", SHIPPED, "--preset", "every").stdout.splitlines()
    assert [line for line in lines if len(line) > 80] == []
    for name in GAMES:
        assert any(line.startswith(f"{name}: ") for line in lines)


def test_the_text_says_what_was_explained_and_how_little_it_shows() -> None:
    text = " ".join(simlab("playtest", SHIPPED).stdout.split())
    assert "9 logged games, 44 turns" in text
    assert "explain 42 of 44 logged moves and reproduce 7 of 9 ends" in text
    assert "turn 3, line 47: 2 of sons claimed across; the rules have 1" in text
    assert "truly win 91 games in 100" in text
    assert "about 783 games" in text
    assert "does not prove the model right" in text


def test_under_every_reading_the_best_is_said_to_be_selected() -> None:
    text = " ".join(simlab("playtest", SHIPPED, "--preset", "every").stdout.split())
    assert "* own presets 42 of 44 7 of 9" in text
    assert "own, rounding exact_half 18 of 44" in text
    assert "its own p-values are selected" in text


def test_one_game_is_shown_alone_under_another_preset() -> None:
    text = simlab("playtest", SHIPPED, "--game-id", "sobek_2", "--preset", "v0_65").stdout
    assert "1 logged game, 7 turns" in text
    assert "sobek_3" not in text
    assert "can show no edge at all" in " ".join(text.split())


def test_words_of_a_log_are_escaped_where_they_are_shown() -> None:
    text = SHIPPED.read_text(encoding="utf-8").replace("id: early_1", 'id: "a\\e[31mb"')
    Path("log.yaml").write_text(text, encoding="utf-8")
    printed = simlab("playtest", "log.yaml").stdout
    assert "\x1b" not in printed
    assert "a\\x1b[31mb" in printed


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game-id", "sobek_4"], "must be one of early_1, "),
        (["--preset", "v0_57"], "did you mean 'v0_75'?"),
    ],
)
def test_an_unknown_game_or_preset_is_refused(arguments: list[str], says: str) -> None:
    done = simlab("playtest", SHIPPED, *arguments, code=2)
    assert done.stdout == ""
    assert says in re.sub(r"[\s│]+", " ", done.stderr)


def test_problems_of_a_log_are_told_at_their_lines() -> None:
    text = SHIPPED.read_text(encoding="utf-8").replace("winner: sons, turn: 6}", "winner: pull, turn: 6}", 1)
    Path("log.yaml").write_text(text.replace("preset: early_1", "preset: early", 1), encoding="utf-8")
    done = simlab("playtest", "log.yaml", code=2)
    assert done.stdout == ""
    places = [line.split(" ")[0] for line in done.stderr.splitlines()]
    assert places == [f"log.yaml:{line_of(text, words)}:{column}:" for words, column in PLACES]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("games: []", "game: is missing; it must be one of "),
        ("game: chess", "game: must be one of "),
        ("game: [1]", "game: must be one of "),
        ("", "is empty"),
    ],
)
def test_a_log_of_no_known_game_is_refused(text: str, says: str) -> None:
    Path("log.yaml").write_text(text, encoding="utf-8")
    assert says in simlab("playtest", "log.yaml", code=2).stderr


# --- numbers ----------------------------------------------------------------------------------------------------------


def test_the_json_holds_games_findings_fits_tests_and_power(own: dict[str, Any]) -> None:
    assert set(own) == {"log", "game", "games", "fits", "outcomes", "dice", "power"}
    assert [game["name"] for game in own["games"]] == GAMES
    assert own["games"][0]["turns"][1]["front_in.sons"] == -1
    finding = own["games"][5]["findings"][0]
    assert {key: finding[key] for key in ("turn", "line", "kind", "follows_from")} == {
        "turn": 1,
        "line": 113,
        "kind": "rounding",
        "follows_from": None,
    }
    assert own["power"]["games"] == 9
    assert [fit["reading"]["label"] for fit in own["fits"]] == ["own presets"]


def test_the_p_value_of_the_winners_is_that_of_all_512_outcomes(own: dict[str, Any]) -> None:
    favourites = [max(share, 1 - share) for share in FIRST_WINS]
    won = sum(won == (share > 0.5) for won, share in zip(FIRST_WON, FIRST_WINS, strict=True))
    shares = [0.0] * 10
    for outcome in product((0, 1), repeat=9):
        chance = 1.0
        for is_won, share in zip(outcome, favourites, strict=True):
            chance *= share if is_won else 1 - share
        shares[sum(outcome)] += chance
    test = own["fits"][0]["winner"]
    assert test["observed"] == won == 7
    assert test["expected"] == pytest.approx(sum(favourites), abs=DIGITS)
    assert test["p"] == pytest.approx(min(1, 2 * min(sum(shares[: won + 1]), sum(shares[won:]))), abs=DIGITS)


def test_each_game_has_its_own_p_values(own: dict[str, Any]) -> None:
    winners = [test for test in own["outcomes"] if test["of"] == "winner"]
    lengths = [test for test in own["outcomes"] if test["of"] == "length"]
    for name, share, won, test in zip(GAMES, FIRST_WINS, FIRST_WON, winners, strict=True):
        assert test["scope"] == name
        assert test["p"] == pytest.approx(min(1, 2 * (share if won else 1 - share)), abs=DIGITS)
        assert test["corrected"] == pytest.approx(min(1, 9 * min(one["p"] for one in winners)))
    assert [test["observed"] for test in lengths] == LENGTHS
    assert [test["expected"] for test in lengths] == pytest.approx(MEANS, abs=DIGITS)
    # a game of one turn has the chance of that, printed to six digits, on its lower side: 2 × 0.154093
    assert lengths[5]["p"] == pytest.approx(2 * 0.154093, abs=DIGITS)


def test_the_length_of_all_games_is_tested_together(own: dict[str, Any]) -> None:
    test = own["fits"][0]["length"]
    assert test["observed"] == sum(LENGTHS) == 44
    assert test["expected"] == pytest.approx(sum(MEANS), abs=DIGITS)
    assert 0 < test["p"] <= 1


def test_the_least_likely_roll_is_counted_face_by_face(own: dict[str, Any]) -> None:
    sums = [sum(faces) for faces in product(range(1, 11), range(1, 11), range(1, 7))]
    high = sum(value >= 25 for value in sums) / len(sums)
    test = own["dice"][-1]
    assert test["scope"] == "sobek_1, turn 1, snarl"
    assert test["p"] == pytest.approx(2 * high)
    assert test["corrected"] == pytest.approx(min(1, 88 * 2 * high))


def test_the_sum_of_all_rolls_is_counted_in_whole_numbers(own: dict[str, Any]) -> None:
    counts, observed = [1], 0  # ways to each sum above the least one, die by die; Python's integers lose nothing
    dice: list[int] = []
    for game in read(SHIPPED).data["games"]:
        for turn in game["turns"]:
            observed += sum(turn["rolls"].values())
            dice += [sides for team in game["teams"].values() for sides in team["dice"]]
    for sides in dice:
        running = [0, *accumulate(counts)]
        last = len(counts)
        counts = [running[min(k + 1, last)] - running[max(k + 1 - sides, 0)] for k in range(last + sides - 1)]
    above = Fraction(sum(counts[observed - len(dice) :]), prod(dice))
    below = Fraction(sum(counts[: observed - len(dice) + 1]), prod(dice))
    test = own["dice"][0]
    assert (test["of"], test["scope"], test["observed"], test["n"]) == ("total", "all", observed, 88)
    assert test["p"] == pytest.approx(min(1.0, 2 * float(above), 2 * float(below)), rel=1e-10)
    variance = sum(sides**2 - 1 for sides in dice) / 12
    assert own["dice"][1]["expected"] / 4 == pytest.approx(variance, rel=1e-10)


def test_readings_are_corrected_together_by_holm(every: dict[str, Any]) -> None:
    fits = every["fits"]
    assert len(fits) == 14
    tests = [fit[key] for fit in fits for key in ("winner", "length")]
    least = min(test["p"] for test in tests)
    assert min(test["corrected"] for test in tests) == pytest.approx(min(1, 28 * least))
    best = [fit["reading"]["label"] for fit in fits if fit["is_best"]]
    assert best == ["own presets", "own, rounding floor_min1"]
    moves = {fit["reading"]["label"]: (fit["moves_explained"], fit["ends_reproduced"]) for fit in fits}
    assert moves["own, rounding ceil"] == (22, 7)
    assert moves["own, rounding floor"][0] == 39


def test_a_log_of_loaded_dice_is_surprising() -> None:
    turns = "\n".join(f"  - {{n: {n}, rolls: {{a: 18, b: 18}}}}" for n in range(1, 9))
    text = (
        "schema_version: 1\ngame: tug_of_wargods\ngames:\n- id: g\n  preset: v0_75\n"
        "  teams: {a: {members: [asar, asar, asar]}, b: {members: [khemru, khemru, khemru]}}\n"
        f"  result: {{winner: null, turn: 8}}\n  turns:\n{turns}\n"
    )
    Path("log.yaml").write_text(text, encoding="utf-8")
    found = answer("log.yaml")
    assert found["fits"][0]["winner"] is None
    assert found["dice"][0]["p"] == pytest.approx(2 * (1 / 216) ** 16)
    assert found["dice"][-1]["corrected"] == pytest.approx(16 * 2 / 216)
    printed = " ".join(simlab("playtest", "log.yaml").stdout.split())
    assert "Surprising at 5 in 100 even after correction: sum of the rolls" in printed
    assert "No game was finished" in printed


# --- the schema and the page about it ---------------------------------------------------------------------------------


def test_the_committed_schema_is_the_exported_one(root: Path) -> None:
    exported = simlab("playtest", "any.yaml", "--schema").stdout
    assert (root / "configs" / "playtest.schema.json").read_text(encoding="utf-8") == exported
    assert json.loads(exported) == schema()


def test_it_is_a_schema_that_the_shipped_log_keeps_and_mistakes_do_not() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    is_valid = jsonschema.Draft202012Validator(schema()).is_valid
    log = read(SHIPPED).data
    assert is_valid(log)
    assert not is_valid({**log, "game": "chess"})
    assert not is_valid({**log, "gmaes": []})
    assert not is_valid({**log, "games": []})
    assert not is_valid({**log, "games": [{**log["games"][0], "turns": [{"n": 0, "rolls": {}}]}]})


def test_the_example_of_the_page_is_what_the_command_prints(root: Path) -> None:
    page = (root / "docs" / "playtests.md").read_text(encoding="utf-8")
    text = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)[0]
    shown = re.findall(r"```text\n(.*?)```", page, re.DOTALL)[0]
    assert jsonschema.Draft202012Validator(schema()).is_valid(parse(text, "log.yaml").data)
    Path("log.yaml").write_text(text, encoding="utf-8")
    assert shown in simlab("playtest", "log.yaml").stdout


def test_only_games_with_the_module_offer_the_audit() -> None:
    from simlab.forward import Game, Standing

    other = Game("simlab.stats", "Other", 1, "", (2, 2), "side", Standing("", 1), False, 1, 1)  # noqa: FBT003 - a game
    assert not can_be_audited(other)
    assert can_be_audited(load("tug_of_wargods"))


def test_the_command_imports_nothing_heavy() -> None:
    code = f"""
import sys
from simlab.cli import app
try:
    app(["playtest", {str(SHIPPED)!r}])
except SystemExit as end:
    assert not end.code, end.code
print("heavy:", [name for name in ("numba", "pandas", "scipy", "matplotlib", "pyarrow") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "heavy: []"
