"""Exact answers: nobody decides anything during play, so a playthrough is a Markov chain that can be solved (R10.3)."""

from simlab.games.tug_of_wargods.exact.chain import MAX_STATES, TooLargeError
from simlab.games.tug_of_wargods.exact.columns import covered, distributions, solvable
from simlab.games.tug_of_wargods.exact.roll import differences

__all__ = ["MAX_STATES", "TooLargeError", "covered", "differences", "distributions", "solvable"]
