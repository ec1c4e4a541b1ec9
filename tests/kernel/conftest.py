"""Kernels are called through small compiled entries: they have no wrapper for Python."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from simlab.kernel import rng


@pytest.fixture
def streams() -> Callable[..., Any]:
    """Return streams at the beginning of a playthrough, as a record of a dtype."""

    def begin(index: int = 0, seed: int = 1, game: str = "game", dtype: np.dtype[Any] = rng.SPLITMIX) -> Any:
        record = np.zeros(1, dtype).view(np.recarray)[0]
        _start(record, rng.stream_keys(seed, game), index)
        return record

    return begin


@numba.njit
def _start(record: Any, keys: Any, index: Any) -> None:
    rng.start(record, keys, index)
