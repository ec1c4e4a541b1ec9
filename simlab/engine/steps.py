"""One playthrough opened for looking: the same compiled functions as the bulk loop, one step at a time.

Replays, notebooks and tests use this. It calls cached entries only: a generic called from Python would be compiled
again in every process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from simlab import games
from simlab.columns import NOBODY, layout
from simlab.engine import loop
from simlab.engine.entries import desk, entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

    from simlab.engine.blocks import Job
    from simlab.forward import Game

SPARE = 64  # places past the buffer of legal actions, to see whether a game writes there
UNTOUCHED = np.iinfo(np.int64).min


class Playthrough:
    """Playthrough `index` of a job, which can be looked at, changed and played on.

    Attributes
    ----------
    game : the game
    state : np.record of the game's ``STATE``; its fields can be set
    rules : np.record of the packed rules, for the arrangement that this playthrough drew
    rng : np.record of the generator
    arrangement : which arrangement of seat options is played
    """

    def __init__(self, job: Job, index: int) -> None:
        self.game: Game = games.load(job.game)
        self._job = job
        self._plan = job.plan()
        self._desk = desk(self.game, job.max_rounds, job.rng, spare=SPARE)
        self._desk.minds[0].legal[:] = UNTOUCHED
        self._trail = np.zeros(1, loop.TRAIL)
        self._trail["last_leader"] = NOBODY
        self._chosen: int | None = None
        self.arrangement = int(self._call(loop.step_begin, np.int64(index)))
        self.state: np.record = self._desk.state[0]
        self.rules: np.record = job.rules[self.arrangement]
        self.rng: np.record = self._desk.rng[0]

    @classmethod
    def open(cls, job: Job, index: int) -> Playthrough:
        """Open a playthrough at its beginning; ``job.rng`` says on which generator."""
        return cls(job, index)

    def legal(self) -> list[int]:
        """List the legal actions; empty at the end.

        Raises
        ------
        RuntimeError
            The game broke its contract: no action before the end, the same action twice, or a write past the buffer.
        """
        n, seat = self._look()
        actions = self._desk.minds[0].legal.tolist()
        if n > self.game.max_actions or any(action != UNTOUCHED for action in actions[self.game.max_actions :]):
            raise RuntimeError(f"{self.game.name}: legal_actions wrote past its {self.game.max_actions} places")
        legal: list[int] = actions[:n]
        if seat != NOBODY and n < 1:
            raise RuntimeError(f"{self.game.name}: no legal action before the end")
        if len(set(legal)) < n:
            raise RuntimeError(f"{self.game.name}: legal_actions lists an action twice: {legal}")
        return legal

    def to_move(self) -> int:
        """Return the seat that decides now; -1 at the end."""
        return self._look()[1]

    @property
    def is_over(self) -> bool:
        """Whether the playthrough has ended."""
        return self._look()[1] == NOBODY

    def standing(self, seat: int) -> int:
        """Return how well a seat is doing, in the integers of ``game.standing``."""
        return int(self._step(loop.step_standing, np.int64(seat)))

    def features(self) -> dict[int, dict[str, float]]:
        """Say what each legal action means to the seat to move: action -> feature -> number."""
        legal = self.legal()
        self._step(loop.step_features, np.int64(len(legal)))
        numbers = self._desk.minds[0].features[: len(legal), : len(self.game.features)].tolist()
        pairs = (dict(zip(self.game.features, row, strict=True)) for row in numbers)
        return dict(zip(legal, pairs, strict=True))

    def redeal(self, seat: int) -> None:
        """Deal anew what a seat cannot see, from the stream SETUP of the playthrough; the state changes in place."""
        self._step(loop.step_redeal, np.int64(seat))

    def appraise(self, seat: int) -> float:
        """Return what a search believes a seat's chance to win is, while the playthrough goes on."""
        return float(self._step(loop.step_appraise, np.int64(seat)))

    def choose(self) -> int:
        """Return what the policy of the seat to move chooses; asked again before it moved, it has not changed its mind.

        Raises
        ------
        ValueError
            The playthrough has ended.
        """
        if self._chosen is None:
            legal = self.legal()
            if not legal:
                raise ValueError("the playthrough has ended")
            self._chosen = int(self._step(loop.step_choose, np.int64(len(legal))))
        return self._chosen

    def apply(self, action: int) -> None:
        """Carry out one action of the seat to move.

        Raises
        ------
        ValueError
            The action is not legal now; the message lists those that are.
        """
        legal = self.legal()
        if action not in legal:
            allowed = f"legal: {', '.join(map(str, legal))}" if legal else "the playthrough has ended"
            raise ValueError(f"action {action} is not legal; {allowed}")
        self._chosen = None
        self._step(loop.step_apply, np.int64(len(legal)), np.int64(action), self._trail.view(np.recarray))

    def play(self) -> Iterator[tuple[np.record, int, np.record]]:
        """Let the policies play to the end; yield copies of the state before, the action, and the state after it."""
        while not self.is_over:
            before, action = self.state.copy(), self.choose()
            self.apply(action)
            yield before, action, self.state.copy()

    def finish(self) -> dict[str, int]:
        """Play what is left and return the row, flat column to integer; it is the bulk loop's row of the same index."""
        for _ in self.play():
            pass
        self._step(loop.step_finish, self._trail.view(np.recarray))
        names = layout(self.game, self._job.max_rounds).names
        return dict(zip(names, self._desk.flat[0].tolist(), strict=True))

    def _look(self) -> tuple[int, int]:
        n, seat = self._step(loop.step_look)
        return int(n), int(seat)

    def _step(self, body: Any, *args: Any) -> Any:
        return self._call(body, np.int64(self.arrangement), *args)

    def _call(self, body: Any, *args: Any) -> Any:
        return entry(self.game, body)(self._plan, self._desk, *args)


def tell(job: Job, index: int, words: ModuleType, names: Sequence[str]) -> Iterator[str]:
    """Tell a playthrough in the game's own words, a text at a time; what is not worth a word is left out.

    Parameters
    ----------
    words : module with ``describe_setup(state, rules, names)``, ``describe_end(state, rules, names)`` and
        ``describe_action(before, action, after, rules, names)``, each returning text
    names : what each seat is called
    """
    playthrough = Playthrough.open(job, index)
    rules = playthrough.rules
    yield words.describe_setup(playthrough.state, rules, names)
    for before, action, after in playthrough.play():
        if text := words.describe_action(before, action, after, rules, names):
            yield text
    yield words.describe_end(playthrough.state, rules, names)
