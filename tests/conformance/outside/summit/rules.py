"""The rules parameters of Summit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from simlab import forward
from simlab.forward import Complaint, rule

from . import state

GEAR = ("rope", "boots")


class Rules(forward.Rules):
    """What a designer can change."""

    top: Annotated[int, Field(ge=5, le=60)] = rule("S1.1", label="height of the summit", unit="m")
    """Whoever has secured this much when a round ends has won."""
    die: Annotated[int, Field(ge=4, le=12)] = rule("S2.1", label="die", unit="sides")
    """Sides of the die."""
    slip_on: Annotated[int, Field(ge=1, le=3)] = rule("S2.2", label="slips up to", unit="pips")
    """The highest roll that slips."""
    late_start: Annotated[int, Field(ge=0, le=3)] = rule("S1.2", label="head start per turn position", unit="m")
    """Metres that each later turn position starts ahead."""
    is_top_shared: bool = rule("S3.1", label="the summit is shared")
    """Whether all who reach the summit in one round stand equally high."""
    same_gear: bool = rule("S1.3", label="same gear allowed")
    """Whether two seats may carry the same gear."""
    max_rounds: Annotated[int, Field(ge=1, le=1000)] = rule("S3.2", label="round cap", unit="rounds")
    """Where an endless playthrough is cut off."""


def option_label(option: Any) -> str:
    """Name a gear."""
    return str(option)


def option_choices() -> list[str]:
    """List the gears."""
    return list(GEAR)


def complaints(rules: Rules, options: Sequence[Any]) -> Iterator[Complaint]:
    """Yield unknown gear, and gear that two seats carry where that is forbidden."""
    for seat, gear in enumerate(options):
        if gear not in GEAR:
            yield Complaint(("seats", seat, "gear"), f"unknown gear {gear!r}; allowed: {', '.join(GEAR)}")
        elif not rules.same_gear and gear in options[:seat]:
            yield Complaint(("seats", seat, "gear"), f"two seats carry {gear} (rules.same_gear)")


def pack(rules: Rules, options: Sequence[Any], world: Mapping[str, Any] | None = None) -> np.recarray[Any, Any]:  # noqa: ARG001 - nothing is unknown data
    """Pack rules and gear into one record of ``state.RULES``."""
    packed = np.zeros(1, state.RULES).view(np.recarray)
    record = packed[0]
    for name in ("max_rounds", "top", "die", "slip_on", "late_start"):
        record[name] = getattr(rules, name)
    record.is_top_shared = int(rules.is_top_shared)
    for seat, gear in enumerate(options):
        record.bonus[seat] = int(gear == "boots")
        record.kept[seat] = 2 if gear == "rope" else 0
    return packed
