"""A playthrough of Tug of WarGods in words, from its records: what a table would say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simlab.games.tug_of_wargods.state import NO_LIMIT, SEATS, TieRule, VictoryKind

_PLACES = ("front", "second", "third", "fourth", "fifth")


def inches(half_inches: int) -> str:
    """Say a length: ``½ inch``, ``1 inch``, ``1½ inches``."""
    whole, half = divmod(half_inches, 2)
    number = f"{whole or ''}{'½' * half}" or "0"
    return f"{number} {'inch' if half_inches in {1, 2} else 'inches'}"


def describe_state(state: Any, rules: Any, names: Sequence[str]) -> str:
    """Say where both fronts stand, who is across the line, and what the next roll will cost."""
    across = [
        f"Across the line: {_members(range(_across(state, rules, seat)), names[seat])}."
        for seat in range(SEATS)
        if _across(state, rules, seat)
    ]
    return " ".join([_fronts(state, rules, names), *across, *_next_roll(state, rules)])


def describe_setup(state: Any, rules: Any, names: Sequence[str]) -> str:
    """Say who pulls with which dice, front member first, and how to win."""
    columns = [
        f"{names[seat]}: {', '.join(f'd{sides}' for sides in rules.dice[seat][: rules.team_size[seat]])}"
        for seat in range(SEATS)
    ]
    goal = f"To win: {_count(rules.members_to_win)} of the other team across the line"
    if rules.twice_members:
        watched = "the same member" if rules.twice_members > 1 else "the front member"
        goal += f", or {watched} pulled across on two turns"
    lines = [*columns, f"{goal}.", describe_state(state, rules, names)]
    if rules.max_front < NO_LIMIT:
        lines.append(f"The table ends {inches(rules.max_front)} from the line.")
    return "\n".join(lines)


def describe_action(
    before: Any,
    action: int,  # noqa: ARG001 - a turn is one forced action (R10.3)
    after: Any,
    rules: Any,
    names: Sequence[str],
) -> str:
    """Tell a turn: what was rolled, who pulled how far, where both fronts stand now, who crossed or came back."""
    rolled = ", ".join(f"{names[seat]} {after.totals[seat]}" for seat in range(SEATS))
    paid = f" (after the tie {_cost(before.penalty, rules)})" if before.penalty else ""
    lines = [
        f"Turn {after.rounds}: {rolled}{paid}. {_move(before, after, names)}",
        " ".join([_fronts(after, rules, names), *_crossings(before, after, rules, names), *_next_roll(after, rules)]),
    ]
    return "\n  ".join(lines)


def describe_end(state: Any, rules: Any, names: Sequence[str]) -> str:
    """Say who won, when and why, or why nobody did."""
    when = f"turn {state.rounds}"
    if state.kind == VictoryKind.truncated:
        return f"Cut off on {when}: nobody has won."
    if state.kind == VictoryKind.off_table:
        seat = 0 if state.s > 0 else 1
        end = inches(rules.max_front)
        return f"A draw on {when}: {names[seat]} stepped off the table, which ends {end} from the line."
    winner, loser = names[state.winner], 1 - state.winner
    if state.kind == VictoryKind.members:
        across = _across(state, rules, loser)
        reason = f"{_count(across)} of {names[loser]} {'is' if across == 1 else 'are'} across the line"
    else:
        twice = [member for member in range(rules.team_size[loser]) if state.crossings[loser, member] > 1]
        reason = f"{_members(twice, names[loser])} {'was' if len(twice) == 1 else 'were'} pulled across twice"
    return f"{winner} wins on {when}: {reason}."


def _fronts(state: Any, rules: Any, names: Sequence[str]) -> str:
    return f"{', '.join(_stands(state, rules, names, seat) for seat in range(SEATS))}."


def _stands(state: Any, rules: Any, names: Sequence[str], seat: int) -> str:
    front = _front(state, rules, seat)
    if front == 0:
        return f"{names[seat]} on the line"
    return f"{names[seat]} {inches(abs(front))} {'behind' if front > 0 else 'over'} the line"


def _front(state: Any, rules: Any, seat: int) -> int:
    """Return how far a front edge is behind the line, in half inches (R3.5, R4.4)."""
    return int(rules.start[seat]) + int(state.s if seat == 0 else -state.s)


def _across(state: Any, rules: Any, seat: int) -> int:
    over = -_front(state, rules, seat)
    return sum(over >= at for at in rules.across_at[seat][: rules.team_size[seat]].tolist())


def _move(before: Any, after: Any, names: Sequence[str]) -> str:
    difference = int(after.totals[0] - after.totals[1])
    if difference == 0:
        return "A tie: nobody moves."
    puller = names[0 if difference > 0 else 1]
    moved = abs(int(after.s - before.s))
    ahead = f"{puller} is {abs(difference)} ahead"
    return f"{ahead} and pulls {inches(moved)}." if moved else f"{ahead}, which moves nobody."


def _crossings(before: Any, after: Any, rules: Any, names: Sequence[str]) -> list[str]:
    """Say whom this move took over the line, for which time, and who came back."""
    told = []
    for seat in range(SEATS):
        was, now = _across(before, rules, seat), _across(after, rules, seat)
        for member in range(was, now):
            times = int(after.crossings[seat, member])
            if times == before.crossings[seat, member]:  # R6.3: he was not fully back
                again = " again, which does not count: he had not come all the way back"
            else:
                again = f", {times} times now" if times > 1 else ""
            told.append(f"{_members([member], names[seat], 'The')} is pulled across{again}.")
        if now < was:
            members = range(now, was)
            come = "come" if len(members) > 1 else "comes"
            told.append(f"{_members(members, names[seat], 'The')} {come} back.")
    return told


def _next_roll(state: Any, rules: Any) -> list[str]:
    return [f"On the next roll {_cost(state.penalty, rules)}."] if state.penalty else []


def _members(members: Sequence[int], team: str, the: str = "the") -> str:
    places = [_PLACES[member] for member in members]
    said = " and ".join([", ".join(places[:-1]), places[-1]]) if len(places) > 1 else places[0]
    return f"{the} {said} member{'s' * (len(places) > 1)} of {team}"


def _count(members: int) -> str:
    return "1 member" if members == 1 else f"{members} members"


def _cost(penalty: int, rules: Any) -> str:
    """Say what a tie costs (R7.2, R7.3)."""
    if rules.tie_rule != TieRule.per_die:
        return f"each total counts {penalty} less"
    floor = f" but no less than {rules.tie_die_min}" if rules.tie_die_min > -NO_LIMIT else ""
    return f"each die counts {penalty} less{floor}"
