"""An attack in words: who attacks what, and the sum that decides it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from simlab.games.zoar.state import NEXT, NOBODY, Action, Phase
from simlab.games.zoar.words.board import area_name, armies_at, counted, listed

TOWARDS = 8  # places for the directions of an attack
PENDING = {Phase.force, Phase.commit, Phase.answer}


def told_combat(before: Any, action: int, after: Any, names: Sequence[str]) -> Iterator[str]:
    """Tell a declaration and, once all is revealed, how it went (R11-R13); bids stay hidden until then (R12.1)."""
    if action == Action.NO_ATTACK:
        return
    start, goal = int(before.attack_from), int(before.attack_to)
    if action < Action.NO_ATTACK:
        army, direction = divmod(action - Action.ATTACK, TOWARDS)
        start = int(before.army_at[before.active, army])
        goal = int(NEXT[start, direction])
        defended = listed(_defence(before, goal, 0))
        yield f"Attacks {area_name(goal)} from {area_name(start)}: {names[before.holder[goal]]} has {defended} there."
    elif action < Action.COMMIT:
        yield f"Sends {counted(action - Action.FORCE + 1, 'army')}."
    if after.phase not in PENDING:
        yield from _resolved(before, after, start, goal, names)


def _defence(state: Any, area: int, metal: int) -> list[str]:
    """List what stands in the defended area; a temple has no strength (R13.1)."""
    holder = int(state.holder[area])
    carrier = " with its relic" if state.carrier[holder] != NOBODY and state.relic_at[holder] == area else ""
    return [
        *([f"{counted(int(state.armies_on[area]), 'army')}{carrier}"] if state.armies_on[area] else []),
        *(["a city"] if state.city_on[area] != NOBODY else []),
        *(["a temple"] if state.temple_on[area] != NOBODY else []),
        *([f"{metal} metal"] if metal else []),
    ]


def _resolved(before: Any, after: Any, start: int, goal: int, names: Sequence[str]) -> Iterator[str]:
    attacker, defender = int(before.active), int(before.holder[goal])
    metal = (after.metal_on_bids - before.metal_on_bids).tolist()
    force = int(before.attack_force) or int(before.armies_on[start])
    attack = [counted(force, "army"), *([f"{metal[attacker]} metal"] if metal[attacker] else [])]
    defence = _defence(before, goal, metal[defender])
    has_city = before.city_on[goal] != NOBODY
    strengths = (force + metal[attacker], int(before.armies_on[goal]) + has_city + metal[defender])
    sums = [
        f"{names[seat]} {strength} ({', '.join(parts)})"
        for seat, strength, parts in zip((attacker, defender), strengths, (attack, defence), strict=True)
    ]
    yield f"Strength: {' against '.join(sums)}."
    losses = [
        f"{names[seat]} {lost}"
        for seat, area in ((attacker, start), (defender, goal))
        if (lost := _losses(before, after, seat, area))
    ]
    yield f"Losses: {'; '.join(losses) or 'none'}."
    if after.city_tokens[attacker] > before.city_tokens[attacker]:
        yield f"A Destroyed City Token for {names[attacker]}, who has {after.city_tokens[attacker]} now."


def _losses(before: Any, after: Any, seat: int, area: int) -> str:
    """Say what a seat lost on an area; its relic stays there (R10.9)."""
    armies = armies_at(before, seat).get(area, 0) - armies_at(after, seat).get(area, 0)
    lost = [
        *([counted(armies, "army")] if armies else []),
        *(["the city"] if before.city_on[area] != after.city_on[area] else []),
        *(["the temple"] if before.temple_on[area] != after.temple_on[area] else []),
    ]
    if not lost:
        return ""
    is_dropped = before.carrier[seat] != NOBODY and after.carrier[seat] == NOBODY
    return listed(lost) + (f" (its relic stays on {area_name(area)})" if is_dropped else "")
