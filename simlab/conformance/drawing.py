"""What a game promises of worlds that it draws."""

from __future__ import annotations

import json
from collections.abc import Iterator

from simlab.conformance.cases import rules_of, seats_of
from simlab.forward import Game

DRAWS = 12


def drawn_worlds_are_legal_and_named_by_their_draw(game: Game) -> Iterator[str]:
    """Every part that can be drawn is unknown data; a name is one world, other names are others, all can be played."""
    rules, options = rules_of(game), seats_of(game)
    for part in game.drawn_worlds:
        if part not in game.worlds:
            yield f"{part} can be drawn and is no part of the world"
            continue
        known = {name: choices[0] for name, choices in game.worlds.items()}
        names = [f"conformance {number}" for number in range(DRAWS)]
        drawn = [game.draw_world(part, name) for name in names]
        if [game.draw_world(part, name) for name in names] != drawn:
            yield f"{part}: the same name is not the same world"
        for name, world in zip(names, drawn, strict=True):
            if json.loads(json.dumps(world)) != world:
                yield f"{part}: {name} is more than data"
            for complaint in game.complaints(rules, options, {**known, part: world}):
                yield f"{part}: {name}: {complaint.message}"
        packed = {game.pack(rules, options, {**known, part: world}).tobytes() for world in drawn}
        if len(packed) == 1:
            yield f"{part}: all names are the same world"
