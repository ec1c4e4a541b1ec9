"""The rules parameters of the orchard: one of each type, and one (`gust`) that another switches off."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from simlab import forward
from simlab.forward import Complaint, rule

BASKETS = {"small": 1, "large": 2, "deep": 3, "wide": 4}
PACKED = "i8,f8,i8,i8,i8,4i8"


class Rules(forward.Rules):
    """What can be changed in the orchard."""

    apples: Annotated[int, Field(ge=1, le=50)] = rule("R1", label="apples", unit="apples")
    """On the tree."""
    weather: Literal["calm", "windy"] = rule("R2", label="weather")
    gust: Annotated[float, Field(ge=0, le=1)] = rule("R2", label="gust")
    """How hard the wind blows, if it does."""
    start: Annotated[int, Field(ge=0)] | tuple[int, int] = rule("R3", label="start")
    prices: dict[str, int] | Literal["flat"] = rule("R4", label="prices")


def option_choices() -> list[str]:
    """List the baskets."""
    return list(BASKETS)


def option_label(option: Any) -> str:
    """Name a basket, or several."""
    return option if isinstance(option, str) else "+".join(option)


def _names(option: Any) -> list[str]:
    return [option] if isinstance(option, str) else list(option)


def complaints(rules: Rules, options: Sequence[Any]) -> Iterator[Complaint]:
    """Complain of unknown baskets, of too few apples, and of pears."""
    for seat, option in enumerate(options):
        for place, name in enumerate(_names(option)):
            if name not in BASKETS:
                inside = () if isinstance(option, str) else (place,)
                yield Complaint(("seats", seat, "basket", *inside), f"unknown basket {name!r}")
    if rules.apples < 2 * len(options):
        yield Complaint(("rules", "apples"), f"{rules.apples} apples are too few for {len(options)}")
    if rules.prices != "flat" and "pear" in rules.prices:
        yield Complaint(("rules", "prices", "pear"), "pears are no apples")


def pack(rules: Rules, options: Sequence[Any], world: Mapping[str, Any] | None = None) -> np.recarray[Any, Any]:
    """Pack what is in force."""
    assert world is None
    gust = rules.gust if rules.weather == "windy" else 0.0
    price = 1 if rules.prices == "flat" else sum(rules.prices.values())
    start = rules.start if isinstance(rules.start, tuple) else (rules.start, rules.start)
    baskets = [sum(10**place * BASKETS[name] for place, name in enumerate(_names(option))) for option in options]
    baskets += [0] * (4 - len(options))
    return np.array([(rules.apples, gust, price, *start, baskets)], PACKED).view(np.recarray)
