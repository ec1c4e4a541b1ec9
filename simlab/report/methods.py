"""What a report says of how its numbers came about: played, or solved."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Method:
    """The sentences that differ between numbers that were sampled and numbers that were computed.

    Attributes
    ----------
    note : under the title; empty where the header's number of playthroughs says it
    contrasts : how two variants are held against each other
    lengths : the heading of how long it takes
    variants : the heading of what the numbers are about
    as_printed : what happened to the rules that nothing is said of
    again : what the command of the last section does
    """

    note: str
    contrasts: str
    lengths: str
    variants: str
    as_printed: str
    again: str


PLAYED = Method(
    note="",
    contrasts=(
        "Two variants are compared playthrough by playthrough, on the same luck of the dice. “Pairing saves” is how "
        "many times more playthroughs two separate runs would need to be as sure."
    ),
    lengths="How long playthroughs are",
    variants="What was played",
    as_printed="was played as printed",
    again="With the question below in a file, this plays the same playthroughs and gives the same numbers:",
)

SOLVED = Method(
    note="Exact: computed from the game's Markov chain, no playthroughs, no sampling error.",
    contrasts="Every difference is between two exact numbers, so it is as exact as they are.",
    lengths="How long it takes",
    variants="What was solved",
    as_printed="holds as printed",
    again="With the question below in a file, this solves it again and gives the same numbers:",
)
