"""Tile sets and layouts of ``data/``, the board they make, and what is wrong with it.

Terrain is written in letters here: D Empty Desert, R Rocks, G Grassland, L Lake, A Altar, C Capital (R2.1, R2.3).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simlab.document import ConfigError, Document, did_you_mean, read, shown
from simlab.document.wording import findings
from simlab.forward import Complaint
from simlab.games.zoar.state import CORNERS, NEXT, NOWHERE, QUARTER_TURN, SIDE, SLOTS, TILES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LETTERS = "DRGLAC"
"""In the order of ``state.Terrain``."""
LAND = "DRGL"
DATA = Path(__file__).parent / "data"
DEFAULT = "assumed_base"


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Layout(_Entry):
    """Which land tile lies on each slot, in row-major order, and how often it is turned clockwise (R3.1)."""

    name: str = ""
    slots: Annotated[list[Annotated[int, Field(ge=1, le=TILES)]], Field(min_length=TILES, max_length=TILES)]
    rotations: Annotated[list[Annotated[int, Field(ge=0, le=3)]], Field(min_length=TILES, max_length=TILES)]


class TileSet(_Entry):
    """The terrain of land tiles by number, as letters of the areas NW NE SW SE (R2.1)."""

    name: str = ""
    tiles: dict[str, str]


class CapitalTiles(_Entry):
    """The areas of a capital tile in the NW corner, by where the altar is (R2.5)."""

    inner: str
    clockwise: str
    counterclockwise: str


class _TileSets(_Entry):
    schema_version: Literal[1]
    capital_tiles: CapitalTiles
    tile_sets: dict[str, TileSet]


class _Layouts(_Entry):
    schema_version: Literal[1]
    layouts: dict[str, Layout]


File = TypeVar("File", bound=BaseModel)

# --- the files --------------------------------------------------------------------------------------------------------


def parse_tile_sets(document: Document) -> _TileSets:
    """Check a file of tile sets.

    Raises
    ------
    ConfigError
        With every problem at its line and column.
    """
    file = _validated(_TileSets, document)
    problems = [*_capital_tile_complaints(file.capital_tiles)]
    for name, given in file.tile_sets.items():
        problems += tile_complaints(given.tiles, ("tile_sets", name, "tiles"))
    if DEFAULT not in file.tile_sets:
        problems.append(Complaint(("tile_sets",), f"the default {DEFAULT} is missing"))
    _refuse(document, problems)
    return file


def parse_layouts(document: Document) -> _Layouts:
    """Check a file of layouts; see `parse_tile_sets`."""
    file = _validated(_Layouts, document)
    _refuse(
        document,
        [found for name, each in file.layouts.items() for found in layout_complaints(each, ("layouts", name))],
    )
    return file


def _validated(model: type[File], document: Document) -> File:
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        found = findings(error, document.data, model.model_json_schema())
        raise ConfigError([document.problem(path, message) for path, message in found]) from None


def _refuse(document: Document, complaints: Sequence[Complaint]) -> None:
    if complaints:
        raise ConfigError([document.problem(complaint.path, complaint.message) for complaint in complaints])


@cache
def _tile_file() -> _TileSets:
    return parse_tile_sets(read(DATA / "tile_sets.yaml"))


@cache
def _layout_file() -> _Layouts:
    return parse_layouts(read(DATA / "layouts.yaml"))


def tile_sets() -> dict[str, TileSet]:
    """Return the tile sets that come with the game, the default first."""
    sets = _tile_file().tile_sets
    return {DEFAULT: sets[DEFAULT], **sets}


def layouts() -> dict[str, Layout]:
    """Return the layouts that come with the game."""
    return _layout_file().layouts


# --- what a question names --------------------------------------------------------------------------------------------


def tile_set(world: Mapping[str, Any] | None) -> dict[int, str]:
    """Return the terrain of each land tile of a world, which names a tile set, writes one out, or takes the default."""
    given = (world or {}).get("tile_set")
    if given is None:
        given = DEFAULT
    letters = tile_sets()[given].tiles if isinstance(given, str) else given["tiles"]
    return {int(tile): areas for tile, areas in letters.items()}


def layout(given: str | Layout | None) -> Layout:
    """Return a layout that is named or written out."""
    if given is None:
        raise ValueError("no layout is given")
    return layouts()[given] if isinstance(given, str) else given


def capital_tile(altar_place: str) -> str:
    """Return the areas of a capital tile in the NW corner (R2.3-R2.5); those of the others are turned clockwise."""
    areas: str = getattr(_tile_file().capital_tiles, altar_place)
    return areas


def terrain(letters: str) -> list[int]:
    """Return the numbers of ``state.Terrain``."""
    return [LETTERS.index(letter) for letter in letters]


def board(tiles: Mapping[int, str], given: Layout, corner_tile: str) -> str:
    """Return the letters of all areas, row by row, of a given layout (R2.6)."""
    areas = [""] * (SIDE * SIDE)
    placed = [(slot, tiles[tile], turns) for slot, tile, turns in zip(SLOTS, given.slots, given.rotations, strict=True)]
    placed += [(corner, corner_tile, turns) for turns, corner in enumerate(CORNERS)]
    for (row, column), letters, turns in placed:
        for quarter, letter in enumerate(turned(letters, turns)):
            areas[(2 * row + quarter // 2) * SIDE + 2 * column + quarter % 2] = letter
    return "".join(areas)


def turned(letters: str, turns: int) -> str:
    """Turn a tile clockwise (R3.2)."""
    for _ in range(turns):
        letters = "".join(letters[quarter] for quarter in QUARTER_TURN)
    return letters


def cut_off(areas: str) -> int | None:
    """Return an area that is no lake and cannot be reached from the NW Capital (R3.4), a Capital if one is; or None."""
    reached, waiting = {0}, [0]
    while waiting:
        for beside in NEXT[waiting.pop(), :4].tolist():
            if beside != NOWHERE and areas[beside] != "L" and beside not in reached:
                reached.add(beside)
                waiting.append(beside)
    missed = [area for area, letter in enumerate(areas) if letter != "L" and area not in reached]
    return min(missed, key=lambda area: (areas[area] != "C", area), default=None)


# --- what is wrong with them ------------------------------------------------------------------------------------------


def world_complaints(world: Mapping[str, Any] | None) -> Iterator[Complaint]:
    """Yield what is wrong with a world; its one part is the tile set."""
    for part in world or {}:
        if part != "tile_set":
            message = f"unknown key; allowed: tile_set{did_you_mean(str(part), ['tile_set'])}"
            yield Complaint(("world", part), message)
    given = (world or {}).get("tile_set")
    path = ("world", "tile_set")
    if isinstance(given, str):
        if given not in tile_sets():
            yield Complaint(path, f"unknown tile set {given!r}; allowed: {_known(tile_sets(), given)}")
    elif isinstance(given, dict):
        yield from _written_out(given, path)
    elif given is not None:
        yield Complaint(path, f"must be the name of a tile set or a mapping with the key tiles; got {shown(given)}")


def _written_out(given: dict[Any, Any], path: tuple[str, ...]) -> Iterator[Complaint]:
    allowed = list(TileSet.model_fields)
    for key in given:
        if key not in allowed:
            yield Complaint((*path, key), f"unknown key; allowed: {_known(allowed, str(key))}")
    if not isinstance(given.get("tiles"), dict):
        message = 'must be a mapping from the tiles 1 to 12 to four letters each, as in "7": RGDD'
        yield Complaint((*path, "tiles") if "tiles" in given else path, f"tiles {message}")
        return
    yield from tile_complaints(given["tiles"], (*path, "tiles"))


def tile_complaints(tiles: Mapping[Any, Any], path: tuple[str | int, ...]) -> Iterator[Complaint]:
    """Yield what is wrong with the terrain of land tiles: their numbers (R2.1), their letters, a set without desert."""
    numbers = [str(number) for number in range(1, TILES + 1)]
    for tile in tiles:
        if str(tile) not in numbers:
            yield Complaint((*path, tile), f"no such tile; the land tiles are 1 to {TILES}")
    missing = [number for number in numbers if number not in map(str, tiles)]
    if missing:
        yield Complaint(path, f"tile {', '.join(missing)} missing; there are {TILES} land tiles, 1 to {TILES} (R2.1)")
    for tile, areas in tiles.items():
        if not isinstance(areas, str) or len(areas) != 4:  # noqa: PLR2004 - the areas of a tile
            yield Complaint((*path, tile), f"must be four letters for the areas NW NE SW SE; got {shown(areas)}")
            continue
        wrong = [letter for letter in areas if letter not in LAND]
        if wrong:
            named = "D Empty Desert, R Rocks, G Grassland, L Lake"
            yield Complaint((*path, tile), f"no terrain {', '.join(map(repr, wrong))}; allowed: {named}")
    if "D" not in "".join(areas for areas in tiles.values() if isinstance(areas, str)):
        yield Complaint(path, "no tile has an Empty Desert area (D), so nothing could ever be built (R15.1)")


def layout_complaints(given: Layout, path: tuple[str | int, ...]) -> Iterator[Complaint]:
    """Yield what is wrong with a layout whose numbers are in range: a tile that lies on two slots."""
    for slot, tile in enumerate(given.slots):
        if tile in given.slots[:slot]:
            missing = sorted({*range(1, TILES + 1)} - {*given.slots})
            never = ", ".join(map(str, missing))
            yield Complaint(
                (*path, "slots", slot), f"tile {tile} is on an earlier slot; each tile once (missing: {never})"
            )


def unknown_layout(given: str) -> str:
    """Say that no layout has this name, and which was probably meant."""
    return f"unknown layout {given!r}; allowed: slots and rotations written out, or {_known(layouts(), given)}"


def _capital_tile_complaints(capital_tiles: CapitalTiles) -> Iterator[Complaint]:
    for place, areas in capital_tiles:
        if sorted(areas) != sorted("CADD") or areas[0] != "C":  # R2.3, R2.4
            message = f"must be four letters, C first (the outer corner), one A and two D; got {shown(areas)}"
            yield Complaint(("capital_tiles", place), message)


def _known(known: Mapping[str, Any] | Sequence[str], given: str) -> str:
    return f"{', '.join(known)}{did_you_mean(given, known)}"
