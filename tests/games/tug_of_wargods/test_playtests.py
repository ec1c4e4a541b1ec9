"""The nine logged games against the rules: every contradiction the logs are known for, at its turn, and no other."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.document import parse, read
from simlab.games import load, rulebook
from simlab.games.tug_of_wargods import playtests
from simlab.games.tug_of_wargods.playtests import Log
from simlab.games.tug_of_wargods.playtests.track import due, follow
from simlab.playtest import Finding, GameAudit, Reading

GAME = load("tug_of_wargods")
BOOK = rulebook.load(GAME)
OWN = Reading()

# What is known of the logs, found by eye: game -> turn -> kinds of slip. What only follows from one is apart.
SLIPS = {
    "early_1": {},
    "early_2": {3: ["crossing_count", "end_early"]},  # one inch over, two members claimed, and so the win
    "early_3": {3: ["heading"], 4: ["move"], 5: ["twice"]},
    "sobek_1": {4: ["arithmetic"]},  # 11 becomes 12
    "sobek_2": {1: ["move"], 5: ["position"]},  # two inches for three, admitted; turn 3 was never moved
    "sobek_3": {1: ["rounding"]},  # 5½ rounded down to 6
    "round3_1": {},
    "round3_2": {4: ["crossing_count"]},  # two inches over, three members claimed
    "round3_3": {1: ["arithmetic"]},  # 8 becomes 9
}
FOLLOWING = {
    ("early_3", 5, "carried", 4),
    ("sobek_2", 2, "carried", 1),
    ("sobek_2", 6, "carried", 3),
    ("sobek_3", 1, "end_early", 1),
}


@pytest.fixture(scope="module")
def log() -> Log:
    """Return the log that comes with the game."""
    return playtests.parse(read(GAME.folder / "data" / "playtests.yaml"), BOOK)


@pytest.fixture(scope="module")
def audits(log: Log) -> dict[str, GameAudit]:
    """Return every game under its own preset."""
    return {audit.name: audit for audit in playtests.audit(log, OWN)}


def one(text: str, preset: str = "early_2_3") -> GameAudit:
    """Audit one game of three turns or so, between two teams of three that need no introduction."""
    head = f"""
schema_version: 1
game: tug_of_wargods
games:
- id: g
  preset: {preset}
  teams: {{snarl: {{members: [sebeki, asar, asar]}}, sons: {{members: [heru, asar, khemru]}}}}
"""
    return playtests.audit(playtests.parse(parse(head + text, "log.yaml"), BOOK), OWN)[0]


def said(audit: GameAudit) -> list[tuple[int | None, str]]:
    return [(finding.turn, finding.kind) for finding in audit.findings]


def by_turn(findings: tuple[Finding, ...]) -> dict[int | None, list[str]]:
    found: dict[int | None, list[str]] = {}
    for finding in findings:
        if finding.follows_from is None:
            found.setdefault(finding.turn, []).append(finding.kind)
    return found


# --- the nine games ---------------------------------------------------------------------------------------------------


def test_there_are_nine_games_and_forty_four_turns(audits: dict[str, GameAudit]) -> None:
    assert list(audits) == list(SLIPS)
    assert sum(len(audit.turns) for audit in audits.values()) == 44


@pytest.mark.parametrize("name", SLIPS)
def test_each_known_slip_is_found_at_its_turn_and_nothing_else(audits: dict[str, GameAudit], name: str) -> None:
    assert by_turn(audits[name].findings) == SLIPS[name]


def test_what_only_follows_from_an_earlier_slip_says_so(audits: dict[str, GameAudit]) -> None:
    found = {
        (name, finding.turn, finding.kind, finding.follows_from)
        for name, audit in audits.items()
        for finding in audit.findings
        if finding.follows_from is not None
    }
    assert found == FOLLOWING


@pytest.mark.parametrize(
    ("name", "turn", "words"),
    [
        ("early_2", 3, "crossing: edge"),
        ("early_3", 3, "headed turn 4"),
        ("early_3", 4, "2 inches due, 1 inch moved: 1 inch too short"),
        ("early_3", 5, "same_member_twice: off"),
        ("sobek_1", 4, "snarl rolled 11, the subtraction uses 12; the move is 5 inches either way"),
        ("sobek_2", 1, "3 inches due, 2 inches moved"),
        ("sobek_2", 5, "on turn 3 the pull of 2 inches was never made, which also fits 2 more things said later"),
        ("sobek_3", 1, "half of 11 was taken for 6 inches, not 5 inches: as rounding ceil would"),
        ("sobek_3", 1, "this follows from turn 1"),
        ("round3_2", 4, "3 of snarl claimed across; the rules have 2"),
        ("round3_3", 1, "what was seen later fits 2 inches best"),
    ],
)
def test_the_likely_slip_is_named(audits: dict[str, GameAudit], name: str, turn: int, words: str) -> None:
    assert any(words in finding.message for finding in audits[name].findings if finding.turn == turn)


def test_seven_of_nine_games_end_as_they_were_logged(audits: dict[str, GameAudit]) -> None:
    assert [name for name, audit in audits.items() if not audit.is_end_reproduced] == ["early_2", "sobek_3"]
    assert {audits[name].rules_end for name in ("early_2", "sobek_3")} == {"goes on"}


@pytest.mark.parametrize(
    ("rounding", "moves"),
    [("floor_min1", 42), ("floor", 39), ("half_then_floor", 39), ("ceil", 22), ("exact_half", 18)],
)
def test_r4_7_how_many_of_the_44_moves_each_rounding_explains(log: Log, rounding: str, moves: int) -> None:
    found = playtests.audit(log, Reading(None, {"rounding": rounding}))
    assert sum(audit.moves_logged for audit in found) == 44
    assert sum(audit.moves_explained for audit in found) == moves


def test_game_ends_alone_do_not_single_out_a_rounding(log: Log) -> None:
    ends = {
        rounding: sum(
            bool(audit.is_end_reproduced) for audit in playtests.audit(log, Reading(None, {"rounding": rounding}))
        )
        for rounding in ("floor_min1", "ceil")
    }
    assert ends == {"floor_min1": 7, "ceil": 7}


def test_every_edition_and_every_rounding_is_offered_as_a_reading(log: Log) -> None:
    offered = playtests.readings(log)
    assert [reading.preset for reading in offered if reading.preset] == list(BOOK.presets)
    assert [reading.overrides["rounding"] for reading in offered if not reading.preset] == [
        "floor_min1",
        "floor",
        "exact_half",
        "half_then_floor",
        "ceil",
    ]


def test_r2_8_a_die_that_another_edition_has_not_is_told_and_stays_the_logs(log: Log) -> None:
    audit = next(audit for audit in playtests.audit(log, Reading("v0_75")) if audit.name == "sobek_1")
    told = [finding for finding in audit.findings if finding.kind == "dice"]
    assert "d20 here and a d12 under v0_75" in told[0].message
    assert "chomper (d20, d6, d6)" in audit.title


# --- the track against the kernel -------------------------------------------------------------------------------------


def test_the_audits_track_is_the_kernels_turn_for_turn(log: Log, table: Callable[..., Any]) -> None:
    for game in log.games:
        overrides = {
            key: value for key, value in game.values(OWN).items() if key in {"start_in", "team_size", "die_override"}
        }
        played = table(game.form.preset, game.teams, **overrides)
        positions = follow(played.rules, [due(played.rules.rounding, totals) for totals in game.totals])
        for totals, position in zip(game.totals, positions, strict=True):
            played.roll(*totals)
            assert [front / 2 for front in position.fronts] == played.fronts
            assert (position.winner, position.end) == played.result
            if position.end:
                break


@pytest.mark.parametrize("rearm", ["not_across", "fully_back"])
@pytest.mark.parametrize("crossing", ["complete", "centre", "edge"])
def test_r6_3_the_track_counts_second_crossings_as_the_kernel_does(
    table: Callable[..., Any], crossing: str, rearm: str
) -> None:
    played = table("v0_75", ["chomper", "greentoe"], crossing=crossing, twice_rearm=rearm, rounding="exact_half")
    pulls = [-12, 1, -1, 4, -4]  # half inches: over the line, a little back, over again, all the way back, over again
    positions = follow(played.rules, pulls)
    for pull, position in zip(pulls, positions, strict=True):
        played.pull(0 if pull > 0 else 1, abs(pull))
        assert [front / 2 for front in position.fronts] == played.fronts
        assert (position.winner, position.end) == played.result
        if position.end:
            break
    else:
        pytest.fail("the rope must come to an end here")


# --- slips of other kinds, each alone ---------------------------------------------------------------------------------


def test_a_move_made_too_far_is_seen_from_the_stated_front_alone() -> None:
    audit = one("""
  result: {winner: null, turn: 2}
  turns:
  - {n: 1, rolls: {snarl: 10, sons: 6}, stated_front_in: {sons: 0}}
  - {n: 2, rolls: {snarl: 6, sons: 8}, stated_front_in: {sons: 1}}
""")
    assert said(audit) == [(1, "position"), (2, "carried")]
    assert "on turn 1 3 inches was moved where 2 inches was due" in audit.findings[0].message


def test_a_pull_made_the_wrong_way_is_named() -> None:
    audit = one("""
  result: {winner: null, turn: 2}
  turns:
  - {n: 1, rolls: {snarl: 8, sons: 6}, stated_front_in: {sons: 4}}
  - {n: 2, rolls: {snarl: 6, sons: 8}, stated_front_in: {sons: 5}}
""")
    assert said(audit) == [(1, "position"), (2, "carried")]
    assert "the pull of 1 inch was made the wrong way" in audit.findings[0].message


def test_a_position_that_only_its_own_statement_gets_wrong_was_misremembered() -> None:
    audit = one("""
  result: {winner: null, turn: 3}
  turns:
  - {n: 1, rolls: {snarl: 10, sons: 6}, stated_front_in: {sons: 2}}
  - {n: 2, rolls: {snarl: 6, sons: 8}, stated_front_in: {sons: 2}}
  - {n: 3, rolls: {snarl: 6, sons: 8}, stated_front_in: {sons: 3}}
""")
    assert said(audit) == [(1, "position")]
    assert "misremembered" in audit.findings[0].message


def test_r1_6_a_twice_rule_that_was_in_force_and_not_applied() -> None:
    audit = one(
        """
  start_in: 1
  result: {winner: snarl, turn: 4}
  turns:
  - {n: 1, rolls: {snarl: 10, sons: 6}}
  - {n: 2, rolls: {snarl: 6, sons: 8}}
  - {n: 3, rolls: {snarl: 8, sons: 6}}
  - {n: 4, rolls: {snarl: 8, sons: 6}, claimed_across: {sons: 2}}
""",
        preset="v0_75",
    )
    assert said(audit) == [(3, "twice"), (4, "end_missed")]
    assert "the twice rule was not applied" in audit.findings[0].message
    assert "same_member_twice: off" in audit.findings[1].message


def test_a_wrong_winner_and_a_win_without_an_explanation() -> None:
    turns = "\n  turns:\n  - {n: 1, rolls: {snarl: 20, sons: 6}, written: [20-6, 14, 7]}\n"
    assert said(one("  result: {winner: sons, turn: 1}" + turns)) == [(1, "end_wrong")]
    early = "\n  turns:\n  - {n: 1, rolls: {snarl: 8, sons: 6}}\n"
    assert said(one("  result: {winner: snarl, turn: 1}" + early)) == [(1, "end_early")]


def test_r7_1_a_move_on_a_tie_and_a_wrong_difference() -> None:
    audit = one("""
  result: {winner: null, turn: 2}
  turns:
  - {n: 1, rolls: {snarl: 8, sons: 8}, written: [8-8, 0, 1]}
  - {n: 2, rolls: {snarl: 9, sons: 5}, written: [9-5, 5, 2]}
""")
    assert said(audit) == [(1, "move"), (2, "arithmetic")]
    assert "the difference is 4, not 5" in audit.findings[1].message


def test_r2_2_a_team_that_the_rules_forbid_is_a_finding() -> None:
    text = """
schema_version: 1
game: tug_of_wargods
games:
- id: g
  preset: v0_75
  teams: {a: {members: [sebeki, sebeki, sebeki]}, b: {members: [heru, typhon, asar]}}
  result: {winner: null, turn: 1}
  turns: [{n: 1, rolls: {a: [1, 2, 10], b: 9}}]
"""
    audit = playtests.audit(playtests.parse(parse(text, "log.yaml"), BOOK), OWN)[0]
    assert said(audit) == [(None, "team"), (None, "team")]
    assert audit.turns[0].values["roll.a"] == 13
    assert audit.is_end_reproduced is None
