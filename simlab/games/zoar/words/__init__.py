"""A playthrough of Zoar in words, from its records: what a table with the board before it would say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simlab.games.zoar.state import FAR, FOOD, METAL, NOBODY, Tribe, VictoryKind
from simlab.games.zoar.words.board import LEGEND, area_name, chart, counted, goods, holdings
from simlab.games.zoar.words.deeds import told_deed
from simlab.games.zoar.words.gods import header, told_beginning, told_lightning, told_roll

__all__ = ["describe_action", "describe_end", "describe_setup", "describe_state"]


def describe_setup(state: Any, rules: Any, names: Sequence[str]) -> str:
    """Draw the board, and say who starts where, how to win, and whose turn comes first."""
    order = [int(seat) for seat in state.order[: state.n_seats]]
    lines = [
        *chart(state),
        "",
        *LEGEND,
        "",
        *(_place(state, rules, names, seat) for seat in range(int(state.n_seats))),
        f"The Market has {goods(state.market.tolist())}.",
        f"To win: the own relic in the own Capital, or {counted(int(rules.tokens_to_win), 'Destroyed City Token')}.",
        f"Turns go round in this order: {', '.join(names[seat] for seat in order)}.",
        header(state, names),
    ]
    return "\n".join(lines)


def describe_state(state: Any, rules: Any, names: Sequence[str]) -> str:  # noqa: ARG001 - the contract's signature
    """Draw the board with the tokens on it, and say what each seat has and where its pieces are."""
    seats = (
        f"{names[seat]}: {holdings(state, seat, state.ready[seat].tolist(), state.fresh[seat].tolist())}"
        for seat in range(int(state.n_seats))
    )
    return "\n".join([*chart(state), *seats, f"The Market has {goods(state.market.tolist())}."])


def describe_action(before: Any, action: int, after: Any, rules: Any, names: Sequence[str]) -> str:
    """Tell a decision and what followed from it by itself; nothing where nothing was to be decided."""
    market = before.market.copy()  # as the gods found it, once food for an offering or metal for a rod was in it
    market[FOOD] += after.food_on_offerings.sum() - before.food_on_offerings.sum()
    market[METAL] += after.metal_on_rods.sum() - before.metal_on_rods.sum()
    told = [
        *told_deed(before, action, after, rules, names),
        *told_roll(before, after, rules, market),
        *told_lightning(before, action, after, names),
    ]
    lines = [f"  {' '.join(told)}"] if told else []
    if after.turns > before.turns and after.winner == NOBODY and after.rounds < rules.max_rounds:
        lines += told_beginning(before, after, rules, names, market)
    return "\n".join(lines)


def describe_end(state: Any, rules: Any, names: Sequence[str]) -> str:
    """Say who won, when and how, or that nobody did."""
    if state.winner == NOBODY:
        return f"\nCut off after {counted(int(state.rounds), 'round')}: nobody has won."
    winner, when = names[state.winner], f"in round {state.rounds}"
    if state.kind == VictoryKind.relic:
        return f"\n{winner} wins {when}: its relic is home, on {area_name(state.capital[state.winner])}."
    tokens = counted(int(state.city_tokens[state.winner]), "Destroyed City Token")
    return f"\n{winner} wins {when}: it has {tokens} of {rules.tokens_to_win}."


def _place(state: Any, rules: Any, names: Sequence[str], seat: int) -> str:
    """Say where a seat starts, and how far its relic is from home."""
    tribe = Tribe(int(rules.tribe[seat])).name
    who = names[seat] if names[seat].casefold() == tribe else f"{names[seat]} ({tribe})"
    steps = int(state.way_home[seat])
    way = f"{counted(steps, 'step')} away" if steps < FAR else "out of reach"
    return f"{who}: Capital {area_name(state.capital[seat])}, relic on {area_name(state.relic_at[seat])}, {way}."
