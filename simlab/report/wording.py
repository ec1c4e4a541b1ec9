"""Numbers, bands and verdicts in words: plain frequencies, and never more digits than the interval supports."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["share", "mean", "quantile"]
Band = tuple[float | None, float | None]

MOST_DIGITS = 3
RAREST = 10**9
ROUNDING = 1e-10  # values closer than this are equal: floating point has no more to say of an exact answer


class Verdict(NamedTuple):
    """A verdict as it is shown: in words, with a sign that needs no colour."""

    name: str
    words: str
    sign: str


VERDICTS = {
    "inside": Verdict("inside", "meets the target", "✓"),
    "below": Verdict("below", "too low", "▼"),
    "above": Verdict("above", "too high", "▲"),
    "undecided": Verdict("undecided", "cannot tell yet", "?"),
}


def signed(text: str) -> str:
    """Write a minus sign for a hyphen in front of a number."""
    return text.replace("-", "\N{MINUS SIGN}")


def number(value: float, digits: int) -> str:
    """Write a number with so many digits after the point, and its thousands apart."""
    if not math.isfinite(value):
        return "no limit"
    return signed(f"{value:z,.{digits}f}")


def capital(text: str) -> str:
    """Begin with a capital letter."""
    return text[:1].upper() + text[1:]


def listed(items: Sequence[str], word: str = "and") -> str:
    """Join items as in a sentence."""
    return f"{', '.join(items[:-1])} {word} {items[-1]}" if len(items) > 1 else "".join(items)


def counted(amount: int, noun: str, plural: str = "") -> str:
    """Write how many: 1 variant, 2 variants."""
    return f"{amount:,} {noun if amount == 1 else plural or noun + 's'}"


def ordinal(place: int) -> str:
    """Write who goes when: first, second, 3rd."""
    return {1: "first", 2: "second", 3: "third", 4: "fourth"}.get(place, f"{place}th")


@dataclass(frozen=True)
class Scale:
    """How the values of one metric are written.

    Attributes
    ----------
    kind : a share is written as a frequency, a mean or a quantile with its unit
    unit : of a mean or a quantile
    is_difference : of a difference of shares: written in points, with its sign
    is_exact : computed, not sampled: without an interval, and with as many digits as are read with ease
    """

    kind: Kind
    unit: str = ""
    is_difference: bool = False
    is_exact: bool = False

    @property
    def axis(self) -> str:
        """The unit at an axis."""
        return ("points" if self.is_difference else "of 100") if self.kind == "share" else self.unit

    @property
    def factor(self) -> float:
        """By what a value is multiplied before it is written."""
        return 100.0 if self.kind == "share" else 1.0

    def bare(self, value: float, digits: int) -> str:
        """Write a value without its unit."""
        text = number(self.factor * value, digits)
        return f"+{text}" if self.is_difference and self.factor * value > 0 and not _is_zero(text) else text

    def digits(self, lo: float, hi: float, band: Band = (None, None)) -> int:
        """Return how many digits after the point an interval supports: its half-width has one that counts.

        An exact value has two that count, and as many as it takes to tell it from the edges of the band.
        """
        if self.kind == "quantile" and float(lo).is_integer() and float(hi).is_integer():
            return 0
        if self._is_point(lo, hi):
            return self._readable(lo, band, 1 if self.kind == "share" else 2)
        half = self.factor * (hi - lo) / 2
        if not math.isfinite(half) or half <= 0:
            return 1
        return min(MOST_DIGITS, max(0, math.ceil(-math.log10(half))))

    def value(self, value: float, interval: tuple[float, float], band: Band) -> str:
        """Write a value with its unit; as a frequency in whole numbers where these are true enough.

        They are when they lie in the interval and tell the value from the edges of the band.
        """
        if self.kind != "share" or self.is_difference:
            return self._with_unit(self.bare(value, self.digits(*interval, band)))
        if self._is_point(*interval):
            return "0 of 100" if value <= ROUNDING else frequency(value, self._readable(value, band, 0))
        fewest = 0
        while fewest < MOST_DIGITS and not _is_true(value, fewest, interval, band):
            fewest += 1
        return frequency(value, fewest)

    def interval(self, lo: float, hi: float, *, digits: int) -> str:
        """Write both ends of an interval; nothing where an exact value has none."""
        return "" if self._is_point(lo, hi) else f"{self.bare(lo, digits)} to {self.bare(hi, digits)}"

    def _is_point(self, lo: float, hi: float) -> bool:
        """Say whether a value is exact; what was cut off leaves an interval even then."""
        return self.is_exact and hi - lo <= ROUNDING

    def _readable(self, value: float, band: Band, least: int) -> int:
        """Return the digits after the point of an exact value; of a share they tell it from 0 and from 100."""
        written = self.factor * value
        size = abs(written)
        if self.kind == "share" and not self.is_difference:
            least = max(least, int(size < 1))  # written of 1,000 and more
            size = 100 - size if size > 50 else max(size, 1)  # noqa: PLR2004 - the smaller one of the two sides
        digits = max(least, 1 - math.floor(math.log10(size))) if size > ROUNDING else least
        edges = [self.factor * edge for edge in band if edge is not None]
        while digits < MOST_DIGITS and any(ROUNDING < abs(written - edge) < 10.0**-digits for edge in edges):
            digits += 1
        return min(MOST_DIGITS, digits)

    def band(self, band: Band) -> str:
        """Write a band: 45 to 55 of 100, at most 1 of 1,000."""
        low, high = band
        if low is not None and high is not None:
            return self._with_unit(f"{self._edge(low)} to {self._edge(high)}", of_100=True)
        edge, word = (high, "at most") if high is not None else (low, "at least")
        if edge is None:
            return "anything"
        if self.kind == "share" and not self.is_difference:
            return f"{word} {frequency(edge, MOST_DIGITS)}"
        return f"{word} {self._with_unit(self._edge(edge))}"

    def _edge(self, edge: float) -> str:
        digits = 4 if self.kind == "share" else 6  # a third of 100 is 33.33
        text = signed(f"{self.factor * edge:.{digits}g}")
        return f"+{text}" if self.is_difference and edge > 0 else text

    def _with_unit(self, text: str, *, of_100: bool = False) -> str:
        unit = self.axis if self.is_difference or of_100 or self.kind != "share" else ""
        return f"{text} {unit}".rstrip()


def frequency(share: float, digits: int = 0) -> str:
    """Write a share as a frequency: 83 of 100, 1 of 1,000, none.

    Parameters
    ----------
    digits : most digits after the point; zeros at the end are left out
    """
    if share <= 0:
        return "none of 100" if share == 0 else f"{number(100 * share, digits)} of 100"
    if share * RAREST < 1:
        return f"fewer than 1 of {RAREST:,}"
    per = 100
    while share * per < 1 and per < RAREST:
        per *= 10
    text = f"{share * per:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    if text == "100" and digits == MOST_DIGITS and 1 - share > ROUNDING:
        return "more than 99.999 of 100"
    return f"{text} of {per:,}"


def with_interval(value: str, interval: str, unit: str = "") -> str:
    """Write a value and its interval, where it has one."""
    return f"{value} ({interval}{unit})" if interval else value


def _is_true(share: float, digits: int, interval: tuple[float, float], band: Band) -> bool:
    """Say whether a share rounded to digits of a hundredth lies in its interval and apart from a band's edges."""
    if share <= 0 or share * 100 < 1:
        return True  # written of 1,000 and more
    is_near = any(0 < 100 * abs(share - edge) < 10.0**-digits for edge in band if edge is not None)
    return not is_near and interval[0] <= round(100 * share, digits) / 100 <= interval[1]


def _is_zero(text: str) -> bool:
    return not text.strip("0.,\N{MINUS SIGN}")
