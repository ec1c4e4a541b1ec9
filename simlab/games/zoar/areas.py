"""Sets of areas as the bits of a word; area 0 is the lowest. Land spreads by shifting a set to its neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.games.zoar.state import SIDE
from simlab.kernel.jit import inlined

NONE, ONE = np.uint64(0), np.uint64(1)
_ROW = np.uint64(SIDE)
_NOT_WEST, _NOT_EAST = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)


@inlined
def bit(area: Any) -> Any:
    """Return the set of one area."""
    return ONE << np.uint64(area)


@inlined
def beside(areas: Any) -> Any:
    """Return the areas orthogonally next to any of these (R7.1)."""
    across = ((areas & _NOT_EAST) << ONE) | ((areas & _NOT_WEST) >> ONE)
    return across | (areas << _ROW) | (areas >> _ROW)
