"""What the tests of features ask of a table: a feature of its legal actions, by what they are called."""

from simlab.games.zoar.state import Action
from tests.games.zoar.conftest import Table


def step(unit: int, way: str) -> int:
    """Return the code of a step: unit 0 the leader, 1 + a army a."""
    return int(Action.STEP) + 4 * unit + "NESW".index(way)


def attack(army: int, way: str) -> int:
    """Return the code of an attack."""
    return int(Action.ATTACK) + 8 * army + "NESW".index(way)


def seen(game: Table, feature: str) -> dict[int, float]:
    """Return a feature of every legal action."""
    return {action: numbers[feature] for action, numbers in game.features().items()}


def ways(game: Table, unit: int, feature: str) -> dict[str, float]:
    """Return a feature of a unit's steps that is not 0, by way."""
    found = seen(game, feature)
    return {way: found[step(unit, way)] for way in "NESW" if found.get(step(unit, way))}


def of(game: Table, feature: str, *actions: str) -> list[float]:
    """Return a feature of actions that `Action` names."""
    found = seen(game, feature)
    return [found[int(Action[action])] for action in actions]
