"""Where a log and the rules part, and the single slip that would explain the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

from simlab.games.tug_of_wargods.playtests.log import Log, Logged
from simlab.games.tug_of_wargods.playtests.table import Statement, kept, likely_pulls, made, statements, written
from simlab.games.tug_of_wargods.playtests.track import Position, ending, follow, rounded
from simlab.games.tug_of_wargods.words import inches
from simlab.playtest import Finding, Reading

SUBTRACTION = re.compile(r"\s*(\d{1,4})\s*[-−–]\s*(\d{1,4})\s*")
FARTHEST = 12
"""Turns back in which the cause of a position is looked for."""
CROSSINGS = {"edge": "its front edge is over", "centre": "its centre is over", "complete": "all of it is over"}


class Oddity(IntEnum):
    """What happened to a pull instead of what was due, the plainest slip first."""

    NOT_MADE = 0
    WRONG_WAY = 1
    ROUNDED = 2
    MEASURED = 3


class Slips:
    """The findings of one game under one reading of the rules."""

    def __init__(self, log: Log, game: Logged, reading: Reading) -> None:
        self.log = log
        self.game = game
        self.rules = game.rules(reading)
        self.reading = reading
        self.record = game.record(reading)
        self.due = game.due(self.record)
        self.rule = follow(self.record, self.due)
        self.seen = statements(game)
        self.pulls = likely_pulls(game, self.record, self.due, self.seen)
        self.table = follow(self.record, self.pulls)  # where everything stood on the table, as far as is known
        self.confirmed = -1  # the last turn after which a stated front agreed with the table's track

    def findings(self) -> list[Finding]:
        """Return everything, turn by turn."""
        found: list[Finding] = []
        for place in range(len(self.due)):
            found += self._written(place)
            found += self._moved(place)
            for statement in self.seen:
                if statement.turn == place:
                    found += self._seen(statement)
            found += self._twice(place)
        return [*found, *self._end()]

    def _finding(self, place: int, key: str, kind: str, message: str, follows_from: int | None = None) -> Finding:
        """Make a finding of a turn, counted from 0 here and from 1 outside."""
        line = self.log.line(self.game, "turns", place, key)
        cause = None if follows_from is None else follows_from + 1
        return Finding(place + 1, line, kind, message, cause)

    # --- what was written down

    def _written(self, place: int) -> Iterator[Finding]:
        turn = self.game.form.turns[place]
        if turn.label is not None and turn.label != turn.n:
            yield self._finding(place, "label", "heading", f"headed turn {turn.label}, but it is turn {turn.n}")
        if turn.written is None:
            return
        subtraction, difference, _ = turn.written
        misread = self._misread(place, subtraction)
        move, owed = written(turn), abs(self.due[place])
        actual = abs(self.game.totals[place][0] - self.game.totals[place][1])
        read = actual if difference is None else difference
        if misread or read != actual:
            told = misread or f"the difference is {actual}, not {read}"
            yield self._finding(place, "written", "arithmetic", f"{told}; {self._effect(place, move, owed)}")
        elif move is not None and move != owed:
            yield self._finding(place, "written", *self._move_words(actual, move, owed))

    def _misread(self, place: int, subtraction: str | None) -> str:
        """Say which roll was misread in a subtraction, or nothing."""
        match = SUBTRACTION.fullmatch(subtraction or "")
        if not match:
            return ""
        used = sorted(map(int, match.groups()), reverse=True)
        by_roll = sorted(zip(self.game.totals[place], self.game.names, strict=True), reverse=True)
        wrong = [
            f"{name} rolled {roll}, the subtraction uses {number}"
            for (roll, name), number in zip(by_roll, used, strict=True)
            if roll != number
        ]
        return " and ".join(wrong)

    def _effect(self, place: int, move: int | None, owed: int) -> str:
        if move is None or move == owed:
            return f"the move is {inches(owed)} either way"
        if abs(self.pulls[place]) == owed:
            return f"{inches(move)} written, {inches(owed)} due, and what was seen later fits {inches(owed)} best"
        return f"so {inches(move)} moved where {inches(owed)} was due"

    def _move_words(self, difference: int, move: int, owed: int) -> tuple[str, str]:
        """Name the kind of a wrong move, and say what it was instead."""
        others = [name for name, moved in rounded(difference).items() if moved == move]
        if move and others:
            how = f"as rounding {' or '.join(others)} would; the rules say {self.rules.rounding}"
            return "rounding", f"half of {difference} was taken for {inches(move)}, not {inches(owed)}: {how}"
        return "move", f"{inches(owed)} due, {_instead(move, owed)}"

    def _moved(self, place: int) -> Iterator[Finding]:
        moved, owed = made(self.game, place), abs(self.due[place])
        if moved is not None and moved != owed:
            yield self._finding(place, "moved_in", "move", f"{inches(owed)} due, {_instead(moved, owed)}")

    # --- what was seen

    def _seen(self, statement: Statement) -> Iterator[Finding]:
        is_front = statement.key == "stated_front_in"
        if statement.holds(self.table):
            if is_front:
                self.confirmed = statement.turn
            if not statement.holds(self.rule):
                yield from self._carried(statement)
        elif not statement.holds(self.rule):
            yield self._misplaced(statement) if is_front else self._miscounted(statement)

    def _carried(self, statement: Statement) -> Iterator[Finding]:
        """Tell of something that only follows from an earlier slip; one of the same turn has been told."""
        cause = self._last_slip(statement.turn)
        if cause is not None and cause < statement.turn:
            message = f"{self._claim(statement)}; this follows from turn {cause + 1}"
            yield self._finding(statement.turn, statement.key, "carried", message, cause)

    def _last_slip(self, until: int) -> int | None:
        return next((place for place in range(until, -1, -1) if self.pulls[place] != self.due[place]), None)

    def _claim(self, statement: Statement) -> str:
        """Say what was seen, and what the rules have there."""
        name, position = self.game.names[statement.seat], self.rule[statement.turn]
        if statement.key == "stated_front_in":
            where = _stands(position.fronts[statement.seat])
            return f"{name} is said to stand {_stands(statement.value)}; by the rules it is {where}"
        across = position.across[statement.seat]
        return f"{statement.value} of {name} claimed across; the rules have {across}"

    def _misplaced(self, statement: Statement) -> Finding:
        """Find the one pull since the last agreement whose change explains this position and most of what follows."""
        place, seat = statement.turn, statement.seat
        missing = statement.value - self.table[place].fronts[seat]
        shift = missing if seat == 0 else -missing
        plain = kept(self.game, self.table, self.seen, place + 1)
        best: tuple[int, int, int] | None = None
        for turn in range(max(self.confirmed + 1, place - FARTHEST), place + 1):
            pulls = [*self.pulls]
            pulls[turn] += shift
            later = kept(self.game, follow(self.record, pulls), self.seen, place + 1)
            rank = (-later, self._strangeness(turn, pulls[turn]), -turn)
            best = rank if best is None else min(best, rank)
        claim = self._claim(statement)
        if best is None or -best[0] < plain:
            message = f"{claim}; what comes later fits the rules, so the position was probably misremembered"
            return self._finding(place, statement.key, "position", message)
        turn = -best[2]
        owed, moved = self.due[turn], self.pulls[turn] + shift
        self.pulls[turn] = moved
        self.table = follow(self.record, self.pulls)
        self.confirmed = place
        more = -best[0] - plain
        fits = f", which also fits {more} more thing{'s' * (more > 1)} said later" if more > 0 else ""
        doubt = "" if more > 0 or best[1] < Oddity.MEASURED else "; or the position was misremembered"
        message = f"{claim}. Likely slip: on turn {turn + 1} {_other(owed, moved)}{fits}{doubt}"
        return self._finding(place, statement.key, "position", message)

    def _strangeness(self, turn: int, pull: int) -> int:
        """Rank a changed pull by how plain a slip it is."""
        owed = self.due[turn]
        if pull in {0, -owed}:
            return Oddity.NOT_MADE if pull == 0 else Oddity.WRONG_WAY
        difference = abs(self.game.totals[turn][0] - self.game.totals[turn][1])
        is_rounding = pull * owed > 0 and abs(pull) in rounded(difference).values()
        return Oddity.ROUNDED if is_rounding else Oddity.MEASURED

    def _miscounted(self, statement: Statement) -> Finding:
        claim = self._claim(statement)
        crossing = self._other_crossing(statement.holds)
        reason = (
            f"; it fits if a base counts as soon as {CROSSINGS[crossing]} (crossing: {crossing})" if crossing else ""
        )
        return self._finding(statement.turn, statement.key, "crossing_count", claim + reason)

    def _other_crossing(self, explains: Any) -> str:
        """Return the reading of "across" under which the rules' own track explains something, or nothing."""
        others = [crossing for crossing in CROSSINGS if crossing != self.rules.crossing]
        return next((crossing for crossing in others if explains(self._under("crossing", crossing))), "")

    def _under(self, name: str, value: Any) -> list[Position]:
        """Follow the rolls under the rules with one parameter changed."""
        changed = replace(self.reading, overrides={**self.reading.overrides, name: value})
        return follow(self.game.record(changed), self.due)

    # --- who has won

    def _twice(self, place: int) -> Iterator[Finding]:
        """A member pulled across on a second turn, after which play went on (R1.6, R6.2)."""
        if place == len(self.due) - 1:
            return
        for seat, name in enumerate(self.game.names):
            before = self.table[place - 1].twice[seat] if place else 0
            if self.table[place].twice[seat] > before:
                told = f"on the table the same member of {name} is pulled across a second time, and play goes on"
                if self.record.twice_members:
                    why = f"the twice rule was not applied (same_member_twice: {self.rules.same_member_twice})"
                else:
                    why = "the twice rule was not in force, as the preset has it (same_member_twice: off)"
                yield self._finding(place, "rolls", "twice", f"{told}: {why}")

    def _end(self) -> Iterator[Finding]:
        result, last = self.game.form.result, len(self.due) - 1
        ruled = ending(self.rule)
        winner = None if result.winner is None else self.game.seat(result.winner)
        if ruled is None and winner is None:
            return
        if ruled == last and self.rule[last].winner == winner:
            return
        if ruled is not None and (ruled < last or winner is None):
            told = (
                f"the rules end the game on turn {ruled + 1} ({self._won(ruled)}); the log plays on to turn {last + 1}"
            )
            told = (
                told if ruled < last else f"the rules end the game here ({self._won(ruled)}); the log names no winner"
            )
            kind = "end_missed"
        elif ruled == last:
            told, kind = f"{result.winner} is said to have won; by the rules it is {self._won(last)}", "end_wrong"
        else:
            loser = 1 - (winner or 0)
            told = (
                f"{result.winner} is said to have won; the rules go on, with {self.rule[last].across[loser]} of "
                f"{self.game.names[loser]} across where {self.record.members_to_win} are needed"
            )
            kind = "end_early"
        reason, cause = self._why_ended()
        line = self.log.line(self.game, "result")
        yield Finding(last + 1, line, kind, told + reason, cause)

    def _won(self, place: int) -> str:
        position = self.rule[place]
        kind = {"members": "members across", "same_member_twice": "the same member twice"}.get(
            position.end, "no table left"
        )
        return kind if position.winner < 0 else f"{self.game.names[position.winner]} by {kind}"

    def _why_ended(self) -> tuple[str, int | None]:
        """Look for the one change under which the game ends as it was logged."""
        slip = self._last_slip(len(self.due) - 1)
        if slip is not None and self._ends_as_logged(self.table):
            return f"; this follows from turn {slip + 1}", slip + 1
        crossing = self._other_crossing(self._ends_as_logged)
        if crossing:
            return f"; it ends so if a base counts as soon as {CROSSINGS[crossing]} (crossing: {crossing})", None
        for key, value in (("same_member_twice", "off"), ("same_member_twice", "any"), ("members_to_win", 1)):
            if self._ends_as_logged(self._under(key, value)):
                return f"; it ends so under {key}: {value}, a rule that was not applied or applied too soon", None
        return "", None

    def _ends_as_logged(self, positions: Sequence[Position]) -> bool:
        last, winner = ending(positions), self.game.form.result.winner
        if winner is None:
            return last is None
        return last == len(positions) - 1 and positions[last].winner == self.game.seat(winner)


def _instead(moved: int, owed: int) -> str:
    if moved == 0:
        return "not moved at all"
    if owed == 0:
        return f"{inches(moved)} moved"
    return f"{inches(moved)} moved: {inches(abs(moved - owed))} too {'far' if moved > owed else 'short'}"


def _other(owed: int, moved: int) -> str:
    """Say in what a pull differed from the one that was due; both are signed."""
    if moved == 0:
        return f"the pull of {inches(abs(owed))} was never made"
    if moved == -owed:
        return f"the pull of {inches(abs(owed))} was made the wrong way"
    if moved * owed < 0:
        return f"{inches(abs(moved))} was moved the wrong way where {inches(abs(owed))} was due"
    return f"{inches(abs(moved))} was moved where {inches(abs(owed))} was due"


def _stands(front: int) -> str:
    if front == 0:
        return "on the line"
    return f"{inches(abs(front))} {'behind' if front > 0 else 'over'} the line"
