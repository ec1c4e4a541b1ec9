"""The commands: what they print where, with which exit code, and what they refuse."""

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from simlab import __version__, games
from simlab.cli import app
from simlab.columns import columns
from simlab.experiment import load
from simlab.forward import Game
from simlab.games import rulebook
from simlab.result import open_run

GAME = "tug_of_wargods"
QUESTION = """\
game: tug_of_wargods
question: Who wins, from how far?
seats:
  - {name: hero, team: greentoe}
  - {name: rival, team: clearsky}
vary:
  rules.start_in: [2, 4]
playthroughs: 2_000
targets:
  - {metric: win_share, of: {seat: hero}, at_least: 0.6}
  - {metric: truncated, at_most: 0.5}
compare:
  - {metric: win_share, of: {seat: hero}, key: rules.start_in, against: 4}
"""
HEAVY = ("numba", "pandas", "scipy", "matplotlib", "pyarrow")


def simlab(*arguments: str | Path, code: int = 0) -> Result:
    """Run a command, which must end with this exit code; without a reason its traceback is the test's."""
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return done


def config(text: str, name: str = "question.yaml") -> Path:
    """Write a config into the test's own folder."""
    path = Path(name)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def question() -> Path:
    """Write the question."""
    return config(QUESTION)


@pytest.fixture
def played(question: Path) -> Path:
    """Play it, and return the run's folder."""
    return Path(json.loads(simlab("run", question, "--json", "--quiet").stdout)["run"])


# --- what costs nothing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", [["--help"], ["games"], ["games", GAME], ["new", GAME], ["check", "question.yaml"], ["schema"]]
)
@pytest.mark.usefixtures("question")
def test_commands_that_play_nothing_import_nothing_heavy(arguments: list[str]) -> None:
    code = f"""
import sys
from simlab.cli import app
try:
    app({arguments!r})
except SystemExit as end:
    assert end.code == 0, end.code
print("heavy:", [name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "heavy: []"


def test_help_takes_little_longer_than_the_interpreter() -> None:
    def seconds(*arguments: str) -> float:
        """Return the least processor time of a few tries, which other processes hardly touch."""
        took = []
        for _ in range(5):
            before = os.times()
            subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
            after = os.times()
            took.append(sum(after[2:4]) - sum(before[2:4]))  # of the children, user and system
        return min(took)

    assert seconds("-m", "simlab", "--help") < 20 * max(seconds("-c", ""), 0.01)  # clocks tick a hundred times a second


def test_the_version_is_printed() -> None:
    assert simlab("--version").stdout == f"simlab {__version__}\n"


@pytest.mark.parametrize("command", ["games", "new", "check", "run", "table", "report", "replay", "schema"])
def test_every_command_shows_an_example(command: str) -> None:
    shown = simlab(command, "--help").stdout
    assert re.search(rf"Example: simlab {command}\b", shown)
    assert command in simlab("--help").stdout


def test_a_command_that_does_not_exist_is_a_mistake_of_usage() -> None:
    assert "No such command" in simlab("play", code=2).stderr


def test_importing_the_package_is_free_and_its_names_are_there() -> None:
    code = "import sys, simlab; assert 'numpy' not in sys.modules; [getattr(simlab, name) for name in simlab.__all__]"
    subprocess.run([sys.executable, "-c", code], check=True)


# --- games, new, check, schema ----------------------------------------------------------------------------------------


def test_games_are_listed_and_one_is_told_in_full() -> None:
    assert GAME in simlab("games").stdout
    shown = simlab("games", GAME).stdout
    game = games.load(GAME)
    book = rulebook.load(game)
    words = [*game.rules.model_fields, *book.presets, *columns(game), "win_share", "greentoe", "R1.4", "text", "gap"]
    assert [word for word in words if word not in shown] == []


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    told = simlab("games", "tug_of_wargod", code=2).stderr
    assert GAME in told.replace("\n", "")


@pytest.mark.parametrize("name", [GAME, "orchard"])
def test_a_new_question_can_be_checked_and_played_as_it_is(name: str, orchard: Game) -> None:
    assert orchard.name in games.names()
    simlab("new", name, "--out", "new.yaml")
    assert Path("new.yaml").read_text() == simlab("new", name).stdout
    assert "ok" in simlab("check", "new.yaml").stdout
    assert load("new.yaml").axes == {}


def test_every_line_of_a_new_question_can_be_taken_up() -> None:
    lines = simlab("new", GAME).stdout.splitlines()
    taken = [line[2:] if line.startswith(("# rules:", "# vary:", "#   ")) else line for line in lines]
    full = load(config("\n".join(taken)))
    assert full.axes
    assert full.variants[0].rules == load(config(f"game: {GAME}\nquestion: x")).variants[0].rules


def test_a_file_that_is_there_is_not_written_over() -> None:
    mine = config("mine")
    assert "is there already" in simlab("new", GAME, "--out", mine, code=2).stderr
    assert mine.read_text() == "mine"


def test_checking_tells_of_every_file(question: Path) -> None:
    wrong = config(QUESTION.replace("start_in", "start_im"), "wrong.yaml")
    done = simlab("check", question, wrong, code=2)
    assert done.stdout == "question.yaml: ok, 2 variants × 2,000 playthroughs\n"
    assert re.match(r"wrong\.yaml:7:3: vary\.rules\.start_im: .*start_in", done.stderr)


def test_the_schema_is_json() -> None:
    assert json.loads(simlab("schema").stdout)["title"] == "A question to simlab"


# --- run --------------------------------------------------------------------------------------------------------------


def test_json_is_one_object_and_nothing_else(question: Path) -> None:
    done = simlab("run", question, "--json")
    answer = json.loads(done.stdout)
    assert list(answer) == ["schema_version", "run", "game", "variants", "playthroughs", "seconds", "verdicts"]
    assert (answer["schema_version"], answer["game"]) == (1, GAME)
    assert (answer["variants"], answer["playthroughs"]) == (2, 4000)
    result = open_run(answer["run"])
    told = [list(verdict) for verdict in answer["verdicts"]]
    assert told == [["target", "where", "verdict", "estimate", "lo", "hi", "n"]] * 4
    for verdict, row in zip(answer["verdicts"], result.verdicts(), strict=True):
        assert verdict["where"] == {"rules.start_in": row["rules.start_in"], "whose": row["whose"]}
        assert {key: row[key] for key in ("target", "verdict", "estimate", "lo", "hi", "n")} == {
            key: value for key, value in verdict.items() if key != "where"
        }


def test_json_has_null_where_there_is_no_number() -> None:
    cut = QUESTION.replace("vary:", "rules: {max_turns: 3}\nvary:").replace("{metric: truncated", "{metric: rounds")
    answer = json.loads(simlab("run", config(cut), "--json", "--quiet").stdout)
    assert [verdict["hi"] for verdict in answer["verdicts"] if verdict["target"] == 2] == [None, None]


def test_a_run_ends_with_verdicts_in_words_on_the_standard_output(question: Path) -> None:
    done = simlab("run", question)
    assert "Who wins, from how far?" in done.stderr
    for words in ("hero", "meets the target", "at least 60 of 100", "start distance 4 inch", "simlab report"):
        assert words in done.stdout
    assert str(open_run(next(Path("runs").iterdir())).folder) in done.stdout


def test_quiet_says_nothing_beside_the_answer(question: Path) -> None:
    assert simlab("run", question, "--quiet").stderr == ""


def test_progress_is_told_line_by_line_where_there_is_no_terminal(
    question: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simlab.cli.progress.EVERY", 0.0)
    monkeypatch.setattr("simlab.store.writer.PART_SECONDS", -1.0)
    done = simlab("run", question, "--set", "playthroughs=20000")
    lines = [line for line in done.stderr.splitlines() if "40,000 playthroughs" in line]
    assert len(lines) > 2
    assert all(re.search(r"[\d,]+ of 40,000 playthroughs, [\d,]+/s, about \d+ s left", line) for line in lines)
    assert re.search(r"win_share of hero 0\.\d+ to 0\.\d+ \(provisional\)", lines[-1])
    assert "provisional" not in done.stdout


def test_a_question_without_targets_still_gets_an_answer() -> None:
    bare = config(f"game: {GAME}\nquestion: Who wins?\nplaythroughs: 1000\n")
    assert "win_share" in simlab("run", bare, "--quiet").stdout


def test_options_change_the_question(question: Path) -> None:
    simlab("run", question, "--set", "rules.rounding=floor", "--seed", "7", "--limit", "500", "--root", "elsewhere")
    (folder,) = Path("elsewhere").iterdir()
    result = open_run(folder)
    assert result.playthroughs == {0: 500, 1: 500}
    assert result.experiment.seed == 7
    assert {variant.rules.model_dump()["rounding"] for variant in result.experiment.variants} == {"floor"}
    assert not Path("runs").exists()


def test_a_dry_run_says_what_it_would_cost_and_writes_nothing(question: Path) -> None:
    simlab("run", question, "--limit", "500", "--quiet")
    before = {path: path.stat().st_mtime_ns for path in Path().rglob("*")}
    shown = simlab("run", question, "--dry-run").stdout
    assert "2 variants × 2,000 playthroughs = 4,000" in shown
    assert "on disk already: 1,000" in shown
    assert "to play: 3,000, about" in shown
    costs = json.loads(simlab("run", question, "--dry-run", "--json", "--set", "playthroughs=1e9").stdout)
    assert costs["wanted"] == 2e9
    assert costs["seconds"] > 1
    assert {path: path.stat().st_mtime_ns for path in Path().rglob("*")} == before


def test_strict_tells_by_its_exit_code_whether_targets_are_met(question: Path) -> None:
    simlab("run", question, "--strict", "--quiet")
    missed = config(QUESTION.replace("at_least: 0.6", "at_most: 0.6"), "missed.yaml")
    simlab("run", missed, "--quiet")
    simlab("run", missed, "--strict", "--quiet", code=3)


def test_undecided_is_not_met(question: Path) -> None:
    result = open_run(json.loads(simlab("run", question, "--json", "--quiet").stdout)["run"])
    edge = result.verdicts().rows[0]["estimate"]
    undecided = config(QUESTION.replace("at_least: 0.6", f"at_least: {edge}"))
    assert "cannot tell yet" in simlab("run", undecided, "--strict", "--quiet", code=3).stdout


def test_a_report_is_written_and_named(question: Path) -> None:
    shown = simlab("run", question, "--report", "--quiet").stdout
    page = Path(shown.splitlines()[-1].removeprefix("report: "))
    assert "<html" in page.read_text(encoding="utf-8")


def test_words_of_a_config_are_no_markup_and_no_commands_to_the_terminal() -> None:
    text = QUESTION.replace("Who wins, from how far?", r'"[bold]Who[/bold] \e[31m wins?"').replace("hero", "'[red]'")
    done = simlab("run", config(text))
    for stream in (done.stdout, done.stderr):
        assert "[bold]Who[/bold]" in stream
        assert "\x1b" not in stream
    assert "[red]" in done.stdout


# --- table, report, replay --------------------------------------------------------------------------------------------


def test_a_table_has_its_keys_then_the_numbers_at_full_precision(played: Path) -> None:
    options = ["--by", "rules.start_in", "--of", "seat=hero", "--format", "csv"]
    head, *_ = lines = simlab("table", played, "win_share", *options).stdout.splitlines()
    assert head == "rules.start_in,seat,metric,estimate,se,lo,hi,level,n,method"
    rows = list(csv.DictReader(lines))
    table = open_run(played).metric("win_share", by="rules.start_in", of={"seat": "hero"}).table
    assert [float(row["estimate"]) for row in rows] == [row["estimate"] for row in table]
    assert [row["rules.start_in"] for row in rows] == ["2", "4"]


def test_a_table_is_narrowed_down_and_asked_for_quantiles(played: Path) -> None:
    options = ["--where", "rules.start_in=4", "--quantile", "0.5", "--level", "0.9", "--format", "json"]
    (row,) = json.loads(simlab("table", played, "rounds", *options).stdout)
    assert (row["metric"], row["rules.start_in"], row["level"]) == ("rounds_q50", 4, 0.9)
    assert simlab("table", played, "rounds").stdout.startswith("| rules.start_in | metric | estimate |")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["win_shar"], "did you mean 'win_share'"),
        (["win_share", "--by", "teem"], "did you mean 'team'"),
        (["win_share", "--where", "rules.start_in=3"], "no variant has rules.start_in = 3"),
        (["win_share", "--where", "rules.start_in"], "must read KEY=VALUE"),
        (["win_share", "--level", "1"], "between 0 and 1"),
        (["rounds", "--quantile", "0"], "between 0 and 1"),
        (["rounds", "--format", "xml"], "xml"),
    ],
)
def test_a_table_that_cannot_be_made_is_a_mistake_of_usage(arguments: list[str], told: str, played: Path) -> None:
    done = simlab("table", played, *arguments, code=2)
    assert told in re.sub(r"\s+", " ", done.stderr)
    assert done.stdout == ""


@pytest.mark.parametrize("command", [["table", "nowhere", "rounds"], ["report", "nowhere"]])
def test_a_run_that_is_not_there_is_a_failure(command: list[str]) -> None:
    done = simlab(*command, code=1)
    assert done.stderr == "nowhere: no run there (no manifest.json)\n"


def test_a_report_goes_where_it_is_told(played: Path) -> None:
    page = Path(simlab("report", played, "--out", "mine").stdout.strip())
    assert page.is_relative_to("mine")
    assert "<html" in page.read_text(encoding="utf-8")


def test_a_report_that_cannot_be_written_is_a_failure(played: Path) -> None:
    Path("file").write_text("in the way")
    assert "cannot be written" in simlab("report", played, "--out", "file", code=1).stderr


def test_a_playthrough_is_told_alike_from_its_config_and_its_run(question: Path, played: Path) -> None:
    told = simlab("replay", question, "--index", "7", "--variant", "1").stdout
    assert told == simlab("replay", played, "--index", "7", "--variant", "1").stdout
    assert "rules.start_in: 4" in told
    row = open_run(played).rows(1).iloc[7]
    assert f"Turn {row.rounds}:" in told
    assert f"Turn {row.rounds + 1}:" not in told
    assert told.splitlines()[-1] == f"won: {'hero' if row.won_0 else 'rival'}"


def test_a_replay_says_who_sits_where_when_teams_are_dealt() -> None:
    dealt = config(QUESTION.replace("vary:", "assign: {team: cyclic}\nvary:"))
    first, second = (simlab("replay", dealt, "--index", str(index)).stdout for index in (0, 1))
    assert "hero: greentoe" in first
    assert "hero: clearsky" in second


def test_a_variant_that_there_is_not_is_a_mistake_of_usage(question: Path) -> None:
    assert "from 0 to 1" in simlab("replay", question, "--index", "0", "--variant", "2", code=2).stderr


# --- what is refused --------------------------------------------------------------------------------------------------

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + below] * 9)}]\n" for below, name in zip("abcdefgh", "bcdefghi", strict=True)
)
MISTAKES: dict[str, tuple[str, str]] = {
    "an unknown key": (QUESTION + "tragets: []\n", "did you mean 'targets'"),
    "a wrong type": (QUESTION.replace("2_000", "many"), "playthroughs"),
    "a team over its quota": (QUESTION.replace("greentoe", "[beloved_of_sobek, minotaur, asar]"), "d12"),
    "a banned pair": (QUESTION.replace("greentoe", "[heru, typhon, asar]"), "typhon"),
    "a start on the line": (QUESTION.replace("[2, 4]", "[0, 4]"), "rules.start_in"),
    "an alias bomb": (QUESTION + BOMB, "values"),
    "an object": (QUESTION.replace("2_000", "!!python/object/apply:os.system [touch made]"), "playthroughs"),
    "a file elsewhere": (QUESTION + "report: {notes: {file: ../notes.md}}\n", "own folder"),
    "no YAML": ("game: [", "YAML"),
    "nothing": ("", "empty"),
}


@pytest.mark.parametrize(("text", "told"), MISTAKES.values(), ids=MISTAKES)
def test_a_wrong_config_never_starts_a_run(text: str, told: str) -> None:
    Path("inner").mkdir()
    Path("notes.md").write_text("secret")
    wrong = config(text, "inner/wrong.yaml")
    done = simlab("run", wrong, code=2)
    assert done.stdout == ""
    assert all(line.startswith("inner/wrong.yaml") for line in done.stderr.splitlines())
    assert told in done.stderr
    assert sorted(path.name for path in Path().rglob("*")) == ["inner", "notes.md", "wrong.yaml"]


def test_a_file_of_50_megabytes_is_not_read() -> None:
    large = config("")
    with large.open("wb") as file:
        file.truncate(50_000_000)
    assert "too large" in simlab("run", large, code=2).stderr
    assert not Path("runs").exists()


def test_a_file_that_is_not_there_is_named() -> None:
    assert simlab("check", "nowhere.yaml", code=2).stderr.startswith("nowhere.yaml: ")


def test_a_wrong_option_is_a_problem_like_any_other(question: Path) -> None:
    assert simlab("run", question, "--set", "rules.start_im=2", code=2).stderr.startswith("--set rules.start_im=2: ")
    simlab("run", question, "--limit", "0", code=2)
    simlab("run", question, "--workers", "0", code=2)
    assert not Path("runs").exists()


def test_a_folder_that_cannot_be_written_is_a_failure(question: Path) -> None:
    Path("file").write_text("in the way")
    assert "cannot be written" in simlab("run", question, "--root", "file", code=1).stderr


def test_what_nobody_foresaw_is_a_traceback(question: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("simlab.result.run", broken)
    with pytest.raises(ZeroDivisionError):
        simlab("run", question)


def test_a_terminal_that_knows_ascii_only_is_enough(question: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "simlab", "run", str(question), "--quiet"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "meets the target" in done.stdout


def test_no_colour_is_printed_where_it_is_not_wanted(question: Path) -> None:
    environment = {**os.environ, "NO_COLOR": "1", "FORCE_COLOR": "1"}
    command = [sys.executable, "-m", "simlab", "run", str(question)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", done.stdout + done.stderr)
