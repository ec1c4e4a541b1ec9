"""What a log may not hold: every problem at its line and column, all of them at once."""

from pathlib import Path

import pytest

from simlab.document import ConfigError, Problem, parse, read
from simlab.games import load, rulebook
from simlab.games.tug_of_wargods import playtests

GAME = load("tug_of_wargods")
BOOK = rulebook.load(GAME)
SHIPPED = GAME.folder / "data" / "playtests.yaml"

GOOD = """\
schema_version: 1
game: tug_of_wargods
games:
- id: friday
  preset: v0_75
  teams:
    mist: {members: [wendigo, anubi, satyr], dice: [10, 6, 4]}
    reed: {members: [mycenean, amazon, amazon]}
  result: {winner: mist, turn: 2}
  turns:
  - {n: 1, rolls: {mist: 16, reed: 6}, puller: mist, difference: 10, move_in: 5, front_in: {mist: 9, reed: -1},
     across: {reed: 1}}
  - {n: 2, rolls: {mist: [6, 2, 2], reed: 7}, puller: mist, written: [10-7, 3, 1], claimed_across: {reed: 2}}
"""


def problems(text: str) -> list[Problem]:
    """Return what is wrong with a log, in the order of the text."""
    with pytest.raises(ConfigError) as refused:
        playtests.parse(parse(text, "log.yaml"), BOOK)
    return refused.value.problems


def test_the_good_log_is_good() -> None:
    assert playtests.parse(parse(GOOD, "log.yaml"), BOOK).games[0].totals == ((16, 6), (10, 7))


@pytest.mark.parametrize(
    ("right", "wrong", "line", "key", "says"),
    [
        ("dice: [10, 6, 4]", "dice: [10, 6]", 7, "games.1.teams.mist.dice", "2 dice for a team of 3"),
        ("dice: [10, 6, 4]", "dice: [10, 6, 1]", 7, "games.1.teams.mist.dice.3", "a whole number from 2 to 100"),
        ("anubi, satyr]", "anubi, saytr]", 7, "games.1.teams.mist.members.3", "did you mean 'satyr'?"),
        ("mist: 16,", "mist: 2,", 11, "games.1.turns.1.rolls.mist", "from 3 to 20, the sum of d10, d6, d4; got 2"),
        ("mist: 16,", "mist: 21,", 11, "games.1.turns.1.rolls.mist", "from 3 to 20"),
        ("reed: 6},", "reed: 21},", 11, "games.1.turns.1.rolls.reed", "the sum of d8, d6, d6; got 21"),
        ("[6, 2, 2]", "[6, 7, 2]", 13, "games.1.turns.2.rolls.mist.2", "from 1 to 6, a face of a d6; got 7"),
        ("[6, 2, 2]", "[6, 2]", 13, "games.1.turns.2.rolls.mist", "2 faces from 3 dice"),
        ("mist: 16, reed: 6", "mist: 16", 11, "games.1.turns.1.rolls", "no roll of reed"),
        ("mist: 16, reed: 6", "mist: 16, red: 6, reed: 6", 11, "games.1.turns.1.rolls.red", "did you mean 'reed'?"),
        ("puller: mist, diff", "puller: reed, diff", 11, "games.1.turns.1.puller", "must be mist, which rolled higher"),
        ("puller: mist, diff", "puller: null, diff", 11, "games.1.turns.1.puller", "must be mist"),
        ("reed: 7}, puller", "reed: 10}, puller", 13, "games.1.turns.2.puller", "must be null, the totals are equal"),
        ("{n: 2", "{n: 3", 13, "games.1.turns.2.n", "must be 2: turns count from 1; got 3"),
        ("winner: mist", "winner: fog", 9, "games.1.result.winner", "one of mist, reed, null; got 'fog'"),
        ("turn: 2}", "turn: 3}", 9, "games.1.result.turn", "must be 2, the last turn logged; got 3"),
        ("preset: v0_75", "preset: v0_57", 5, "games.1.preset", "did you mean 'v0_75'?"),
        ("difference: 10", "difference: 9", 11, "games.1.turns.1.difference", "must be 10, which follows"),
        ("move_in: 5", "move_in: 4.5", 11, "games.1.turns.1.move_in", "must be 5, which follows"),
        ("mist: 9, reed: -1", "mist: 9, reed: 1", 11, "games.1.turns.1.front_in.reed", "must be -1, which follows"),
        ("across: {reed: 1}", "across: {reed: 2}", 12, "games.1.turns.1.across.reed", "must be 1, which follows"),
        ("written: [10-7, 3, 1]", "written: [10-7, 3]", 13, "games.1.turns.2.written.3", "is missing"),
        ("claimed_across", "claimed_acros", 13, "games.1.turns.2.claimed_acros", "did you mean 'claimed_across'?"),
        ("move_in: 5", "move_in: 5.2", 11, "games.1.turns.1.move_in", "in steps of 0.5"),
        ("schema_version: 1", "schema_version: 2", 1, "schema_version", "must be 1"),
        (
            "mist: {members",
            "'m" + 50 * "i" + "st': {members",
            7,
            "games.1.teams.m" + 50 * "i" + "st",
            "at most 40 letters",
        ),
    ],
)
def test_each_mistake_is_told_where_it_stands(right: str, wrong: str, line: int, key: str, says: str) -> None:
    assert GOOD.count(right) == 1
    told = [problem for problem in problems(GOOD.replace(right, wrong)) if problem.key == key]
    assert [(problem.line, says in problem.message) for problem in told] == [(line, True)], told


def test_all_mistakes_are_told_at_once() -> None:
    text = GOOD.replace("{n: 2", "{n: 4").replace("winner: mist", "winner: fog").replace("mist: 16,", "mist: 160,")
    assert [problem.line for problem in problems(text)] == [9, 11, 13]


def test_one_miniature_has_one_die_in_a_game() -> None:
    text = GOOD.replace("amazon, amazon]}", "anubi, amazon], dice: [8, 8, 6]}")
    assert [problem.key for problem in problems(text)] == ["games.1.teams.reed.dice.2"]


def test_two_games_of_one_id_and_a_replay_that_does_not_follow() -> None:
    game = GOOD[GOOD.index("- id") :]
    again = GOOD + game.replace("turn: 2}\n", "turn: 2}\n  replay: {winner: reed, turn: 1, end: members}\n", 1)
    assert [(problem.key, problem.line) for problem in problems(GOOD + game)] == [("games.2.id", 14)]
    told = problems(again.replace("id: friday", "id: monday", 1))
    assert [problem.key for problem in told] == ["games.2.replay.winner", "games.2.replay.turn"]


def test_members_to_win_beyond_the_team_are_told_at_the_preset() -> None:
    text = """
schema_version: 1
game: tug_of_wargods
games:
- {id: a, preset: v0_75, teams: {a: {members: [asar]}, b: {members: [asar]}}, result: {winner: null, turn: 1},
   turns: [{n: 1, rolls: {a: 1, b: 2}}]}
"""
    assert [(problem.key, problem.line) for problem in problems(text)] == [("games.1.preset", 5)]


@pytest.mark.parametrize(
    ("right", "wrong", "key"),
    [
        ("games: 9", "games: 8", "summary.games"),
        ("ties: 1", "ties: 2", "summary.ties"),
        ("floor_min1_of_rolls: 42", "floor_min1_of_rolls: 44", "summary.written_move_equals_floor_min1_of_rolls"),
        ("ends_reproduced: 7", "ends_reproduced: 9", "summary.ends_reproduced"),
        ("[early_2, sobek_3]", "[early_2]", "summary.not_reproduced"),
        ("totals: {greentoe: 13", "totals: {greentoe: 14", "play_example.totals.greentoe"),
        ("front_in: {greentoe: 5", "front_in: {greentoe: 6", "play_example.front_in.greentoe"),
        ("  puller: greentoe", "  puller: clearsky", "play_example.puller"),
        ("[4, 3, 6]", "[4, 3, 7]", "play_example.rolls.greentoe"),
        ("turn: 3, end: unfinished", "turn: 3, end: members", "games.2.replay.end"),
    ],
)
def test_every_derived_field_of_the_shipped_log_is_held_to_its_rolls(right: str, wrong: str, key: str) -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    assert text.count(right) == 1
    assert key in [problem.key for problem in problems(text.replace(right, wrong))]


def test_each_derived_number_of_the_shipped_turns_is_held_to_its_rolls(tmp_path: Path) -> None:
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()
    turns = [place for place, line in enumerate(lines) if line.startswith("  - {n:")]
    assert len(turns) == 44
    for place in turns:
        before, found, after = lines[place].partition("difference: ")
        assert found
        changed = [*lines]
        changed[place] = f"{before}difference: 9{after}"  # a digit more: no die reaches ninety
        path = tmp_path / "log.yaml"
        path.write_text("\n".join(changed), encoding="utf-8")
        with pytest.raises(ConfigError) as refused:
            playtests.parse(read(path), BOOK)
        assert [problem.line for problem in refused.value.problems] == [place + 1]
