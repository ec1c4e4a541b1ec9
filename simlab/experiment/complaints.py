"""What is wrong at the points of a grid: traced to the key that is responsible, and said once for all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from simlab.document import KeyPath
from simlab.experiment.axes import PRESET, Axis, spelled
from simlab.experiment.draft import Draft

SETTINGS_NAMED = 3
"""Axes whose values a message names, to say in which variants something is wrong."""

Setting = tuple[int, ...]


class Complaints:
    """Complaints about the points of one grid.

    Parameters
    ----------
    draft : where they end up as problems
    axes : of the grid
    asked : the settings of every point that is examined; a setting says for each axis which of its values
    """

    def __init__(self, draft: Draft, axes: Sequence[Axis], asked: Sequence[Setting]) -> None:
        self.draft = draft
        self.axes = axes
        self.asked = asked
        self.heard: dict[tuple[KeyPath, KeyPath, str], list[Setting]] = defaultdict(list)

    def note(self, path: KeyPath, message: str, setting: Setting) -> None:
        """Note what is wrong at one point.

        Parameters
        ----------
        path : the value that is wrong, below the experiment: ``("rules", "start_in")``, ``("seats", 0, "team", 2)``
        """
        key_path, near = self._responsible(path, setting)
        self.heard[key_path, near, message].append(setting)

    def state(self) -> None:
        """Turn what was heard into problems, each once, with the variants it holds in unless they are all there are."""
        for (key_path, near, message), settings in self.heard.items():
            concerned = self._concerned(key_path)
            where = "" if len(settings) == len(concerned) else f" ({self._where(settings, concerned)})"
            self.draft.wrong(key_path, message + where, near)

    def _concerned(self, key_path: KeyPath) -> Sequence[Setting]:
        """Return the settings in which a key of the document has a say."""
        for number, axis in enumerate(self.axes):
            places = {
                place
                for place, sources in enumerate(axis.sources)
                if any(key_path[: len(source)] == source for source in sources.values())
            }  # the values of a range share one source
            if places:
                return [setting for setting in self.asked if setting[number] in places]
        return self.asked

    def _responsible(self, path: KeyPath, setting: Setting) -> tuple[KeyPath, KeyPath]:
        """Find the key of the document behind a value, and where to point when the document has no such key."""
        chosen = [axis.sources[place] for axis, place in zip(self.axes, setting, strict=True)]
        varied = [item for sources in chosen for item in sources.items()]
        for way, source in varied:
            if path[: len(way)] == way and (
                way != ("seats",) or path == way
            ):  # how many sit there is not what they play
                found = (*source, *path[len(way) :])
                return found, found
        if self._is_written(path):
            return path, path
        for way, source in varied:
            if way[: len(path)] == path:
                return source, source
        edition = [source for way, source in varied if way == PRESET]
        if edition:
            return path, edition[0]
        near = next(key for key in (str(path[0]), "preset", "game") if key in self.draft.document.data)
        return path, (near,)

    def _is_written(self, path: KeyPath) -> bool:
        """Say whether the document has the parameter, or the option of the seat, that a path leads to."""
        document = self.draft.document
        own = path[: 3 if path[0] == "seats" else 2]
        value = document.data
        for step in own:
            try:
                value = value[step]  # type: ignore[index]
            except (LookupError, TypeError):
                return False
        return True

    def _where(self, settings: Sequence[Setting], concerned: Sequence[Setting]) -> str:
        """Name the values that the settings share and others have not; else one setting as an example."""
        open_axes = [n for n in range(len(self.axes)) if len({setting[n] for setting in concerned}) > 1]
        shared = [n for n in open_axes if len({setting[n] for setting in settings}) == 1]
        named = " and ".join(
            f"{self.axes[n].path} is {spelled([self.axes[n].keys[settings[0][n]]])}"
            for n in (shared or open_axes)[:SETTINGS_NAMED]
        )
        return f"in {len(settings):,} of {len(concerned):,} variants, {'where' if shared else 'one where'} {named}"
