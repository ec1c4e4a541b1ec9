"""A question to start from, made of a game's declarations."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from simlab.cli.declarations import written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simlab.cli.declarations import Declared, Parameter

COLUMN = 34
TWO = 2
LISTED = 3
"""Of many things, as many as an example names."""
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
    yield f"question: Does {'either side' if len(declared.seats) == TWO else 'any seat'} win too often?"
    yield from _presets(declared)
    yield ""
    yield "# Rules values that differ from the preset's; take the # away from the line you change, and from `rules:`."
    yield "# [text] is printed in the rulebook, [gap] is our decision where it is silent, [assumed] is data of ours."
    yield "# rules:"
    for parameter in declared.parameters:
        yield from _rule(parameter)
    yield ""
    lists = ", or a list of names" if declared.takes_lists else ""
    yield from _wrapped(f"What sits where; {game.option}: {', '.join(declared.options)}{lists}.")
    yield "seats:"
    yield from (f"  - {{name: {name}, {game.option}: {written(option)}}}" for name, option in _seats(declared))
    yield _comment(f"# assign: {{{game.option}: cyclic}}", "dealt in turn; or all_orders, random, fixed")
    yield from _deciding(declared)
    yield from _worlds(declared)
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
    """Give an axis as an example: the last seat's level where there are several, else what it plays."""
    game = declared.game
    name = _seats(declared)[-1][0]
    if len(declared.styles.levels) > 1:
        yield f"#   seats.{name}.skill: [{', '.join(declared.styles.levels[:LISTED])}]"
        return
    yield f"#   seats.{name}.{game.option}: [{', '.join(map(written, declared.options[:LISTED]))}]"


def _deciding(declared: Declared) -> Iterator[str]:
    """Give skill levels and styles as examples, where there is something to decide."""
    if declared.game.max_actions == 1:
        return
    known = declared.styles
    others = [level for level in known.levels if level != known.default]
    yield ""
    yield from _wrapped(
        f"How seats decide; level: {', '.join(known.levels)}; style: {', '.join(['random', *known.styles])}."
    )
    yield _comment(f"skill: {known.default}", "the level at which targets are judged")
    if others:
        several = f"{{verdict: {known.default}, check: [{', '.join(others)}]}}"
        yield _comment(f"# skill: {several}", "and whether other levels agree")
    for style in list(known.styles)[-1:]:
        yield _comment(
            f"# policy: {style}", "what differs from the level; or {style: …, temperature: 0.3, blunder: 0.1}"
        )
        yield _comment(f"# policies: {{{declared.options[0]}: {style}}}", f"the same by {declared.game.option}")


def _worlds(declared: Declared) -> Iterator[str]:
    """Give worlds as an example, where there is data that nobody knows."""
    if declared.game.worlds:
        listed = [f"{part}: [{', '.join(known[:LISTED])}]" for part, known in declared.game.worlds.items()]
        yield ""
        yield "# Data that nobody knows: a verdict must hold in every world, or in this share of them."
        yield _comment(f"# worlds: {{{', '.join(listed)}, hold: in_every}}", "or hold: {in_at_least: 0.9}")


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
