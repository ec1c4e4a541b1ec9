"""A question to start from, made of a game's declarations."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from simlab.cli.declarations import written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simlab.cli.declarations import Declared, Parameter

COLUMN = 34
WIDTH = 110


def draft(declared: Declared) -> str:
    """Write a config that can be run as it is, with a comment on every line that can be changed."""
    return "\n".join(_lines(declared)) + "\n"


def _lines(declared: Declared) -> Iterator[str]:
    game = declared.game
    yield f"# A question about {game.title}. What follows a # is a comment."
    yield "# Check it: simlab check FILE. Play it: simlab run FILE."
    yield f"# What else can be asked: simlab games {game.name}."
    yield "# An editor completes it with the schema that `simlab schema` prints."
    yield f"game: {game.name}"
    yield "question: Does either side win too often?"
    yield from _presets(declared)
    yield ""
    yield "# Rules values that differ from the preset's; take the # away from the line you change, and from `rules:`."
    yield "# [text] is printed in the rulebook, [gap] is our decision where it is silent, [assumed] is data of ours."
    yield "# rules:"
    for parameter in declared.parameters:
        yield from _rule(parameter)
    yield ""
    yield from _wrapped(f"What sits where; {game.option}: {', '.join(declared.options)}, or a list of names.")
    yield "seats:"
    yield from (f"  - {{name: {name}, {game.option}: {written(option)}}}" for name, option in _seats(declared))
    yield ""
    yield "# The grid of what could be printed: dotted path: list of values. Every variant is played."
    yield "# vary:"
    yield from _axis(declared)
    yield ""
    yield _comment("playthroughs: 100_000", "of each variant")
    yield _comment("seed: 1", "the same seed, the same playthroughs")
    yield _comment("draws: split", "tied leaders share the win; loss: nobody has it")
    yield ""
    yield "# What should come out: within: [low, high], within_fair: {points: 2}, at_most: 0.01 or at_least: 0.4."
    yield "targets:"
    yield "  - {metric: win_share, by: seat, within_fair: {points: 5}}"
    yield "  - {metric: truncated, at_most: 0.001}"
    yield ""
    yield _comment("metrics: [rounds, victory_kind]", "shown without a target")


def _presets(declared: Declared) -> Iterator[str]:
    book = declared.book
    for name, preset in book.presets.items():
        yield _comment(f"# preset: {name}" if name != book.default_preset else f"preset: {name}", preset.about)


def _axis(declared: Declared) -> Iterator[str]:
    """Give an axis as an example: the second seat's option, which every game has."""
    game = declared.game
    name = _seats(declared)[-1][0]
    yield f"#   seats.{name}.{game.option}: [{', '.join(map(written, declared.options[:3]))}]"


def _seats(declared: Declared) -> list[tuple[str, Any]]:
    """Name the seats by a letter, so that a seat keeps its name when its option is changed."""
    return [(chr(ord("a") + place), option) for place, option in enumerate(declared.seats)]


def _rule(parameter: Parameter) -> Iterator[str]:
    yield from _wrapped(f"{' '.join(parameter.rules)} [{parameter.source}] {parameter.meaning}".lstrip())
    unit = f"{parameter.unit}; " if parameter.unit else ""
    yield _comment(f"#   {parameter.name}: {written(parameter.value)}", f"{unit}{parameter.allowed}")


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="# ", subsequent_indent="# ")


def _comment(line: str, text: str) -> str:
    return f"{line:<{COLUMN}}  # {' '.join(text.split())}"
