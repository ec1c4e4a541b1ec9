"""A climb in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .state import Action, VictoryKind


def describe_setup(state: Any, rules: Any, names: Sequence[str]) -> str:
    """Say who goes first and how high the summit is."""
    order = ", ".join(names[int(seat)] for seat in state.order[: int(state.n_seats)])
    return f"The summit is {int(rules.top)} m up. In turn: {order}."


def describe_action(before: Any, action: int, after: Any, rules: Any, names: Sequence[str]) -> str:  # noqa: ARG001 - the contract's signature
    """Say what one climber did and where that led."""
    seat = int(before.order[int(before.turn)])
    if action == Action.CAMP:
        return f"{names[seat]} camps at {int(after.height[seat])} m."
    if after.slips[seat] > before.slips[seat]:
        return f"{names[seat]} slips and ends up at {int(after.height[seat])} m."
    return f"{names[seat]} climbs {int(after.climbed - before.climbed)} m."


def describe_end(state: Any, rules: Any, names: Sequence[str]) -> str:  # noqa: ARG001 - the contract's signature
    """Say who has won."""
    if state.kind == VictoryKind.truncated:
        return f"Nobody is up after {int(state.rounds)} rounds."
    heights = [int(height) for height in state.height[: int(state.n_seats)]]
    winners = [name for name, height in zip(names, heights, strict=True) if height == max(heights)]
    return f"{' and '.join(winners)} won after {int(state.rounds)} rounds."
