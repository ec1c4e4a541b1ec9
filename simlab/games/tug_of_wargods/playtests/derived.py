"""Fields of a log that follow from its rolls: each is recomputed, and one that does not follow is a problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from simlab.games.tug_of_wargods.playtests import form
from simlab.games.tug_of_wargods.playtests.track import Position, ending, follow, rounded
from simlab.playtest import Reading

if TYPE_CHECKING:
    from simlab.games.tug_of_wargods.playtests.log import Logged

Wrong = tuple[tuple[str | int, ...], str]


def number(half_inches: int) -> str:
    """Write a length as a log does: inches, with a point where it is not whole."""
    return f"{half_inches / 2:g}"


def of_game(game: Logged) -> list[Wrong]:
    """Return the derived fields of a game that do not follow from its rolls under its own preset."""
    record = game.record(Reading())
    positions = follow(record, game.due(record))
    wrong: list[Wrong] = []
    for place, (turn, position) in enumerate(zip(game.form.turns, positions, strict=True)):
        expected: dict[tuple[str | int, ...], Any] = {
            ("difference",): abs(game.totals[place][0] - game.totals[place][1]),
            ("move_in",): abs(position.pull) / 2,
            **{("front_in", name): position.fronts[seat] / 2 for seat, name in enumerate(game.names)},
            **{("across", name): position.across[seat] for seat, name in enumerate(game.names)},
        }
        for path, value in expected.items():
            given = _at(turn, path)
            if given is not None and given != value:
                said = f"must be {value:g}, which follows from the rolls under {game.form.preset}; got {given:g}"
                wrong.append((("turns", place, *path), said))
    return wrong + ([*_replay(game.form.replay, game, positions)] if game.form.replay else [])


def _at(turn: form.Turn, path: tuple[str | int, ...]) -> Any:
    value = getattr(turn, str(path[0]))
    return value if value is None or len(path) == 1 else value.get(path[1])


def _replay(replay: form.Replay, game: Logged, positions: Sequence[Position]) -> Iterator[Wrong]:
    last = ending(positions)
    turn = len(positions) - 1 if last is None else last
    winner = None if last is None else game.names[positions[turn].winner]
    for key, value in (("winner", winner), ("turn", turn + 1), ("end", positions[turn].end or "unfinished")):
        if getattr(replay, key) != value:
            shown = "null" if value is None else value
            yield ("replay", key), f"must be {shown}, which follows from the rolls under {game.form.preset}"


def of_example(example: form.PlayExample) -> Iterator[Wrong]:
    """Yield what of a printed turn does not follow from its dice, under the rounding of the current rules."""
    names = list(example.teams)
    for key in ("rolls", "totals", "front_in"):
        if set(getattr(example, key)) != set(names):
            yield (key,), f"must name {' and '.join(names)}"
            return
    for name, team in example.teams.items():
        dice, faces = team.dice or [], example.rolls[name]
        if len(faces) != len(team.members) or any(face > sides for face, sides in zip(faces, dice, strict=False)):
            yield ("rolls", name), "must be one face of every die"
        if example.totals[name] != sum(faces):
            yield ("totals", name), f"must be {sum(faces)}, the sum of the faces; got {example.totals[name]}"
    first, second = (sum(example.rolls[name]) for name in names)
    puller = None if first == second else names[0] if first > second else names[1]
    if example.puller != puller:
        yield ("puller",), f"must be {puller or 'null'}"
    move = rounded(abs(first - second))["floor_min1"]
    if 2 * example.move_in != move:
        yield ("move_in",), f"must be {number(move)}; got {example.move_in:g}"
    for name in names:
        front = round(2 * example.start_in) + (move if name == puller else -move)
        if 2 * example.front_in[name] != front:
            yield ("front_in", name), f"must be {number(front)}; got {example.front_in[name]:g}"


def of_summary(summary: form.Summary, games: Sequence[Logged]) -> Iterator[Wrong]:
    """Yield the counts over all games that are not what the games hold."""
    totals = [pair for game in games for pair in game.totals]
    differences = [abs(first - second) for first, second in totals]
    written = [turn.written[2] if turn.written else None for game in games for turn in game.form.turns]
    finished = [game for game in games if game.form.result.winner is not None]
    failed = [game.form.id for game in finished if not _is_reproduced(game)]
    expected = {
        "games": len(games),
        "turns": len(totals),
        "ties": differences.count(0),
        "differences_of_one": differences.count(1),
        "written_move_equals_floor_min1_of_rolls": sum(
            move is not None and 2 * move == rounded(difference)["floor_min1"]
            for move, difference in zip(written, differences, strict=True)
        ),
        "ends_reproduced": len(finished) - len(failed),
        "not_reproduced": failed,
    }
    for key, value in expected.items():
        if getattr(summary, key) != value:
            yield (key,), f"must be {value}, which the games add up to; got {getattr(summary, key)}"


def _is_reproduced(game: Logged) -> bool:
    """Say whether the rules end a finished game on its logged turn with its logged winner."""
    record = game.record(Reading())
    positions = follow(record, game.due(record))
    last = ending(positions)
    winner = game.seat(str(game.form.result.winner))
    return last == len(positions) - 1 and positions[last].winner == winner
