"""The choice among legal actions.

`choose_simple` decides without looking ahead. It is its own function, and never calls back, because a kernel that can
call itself compiles, then crashes the next process that loads it from the cache.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from simlab.kernel.jit import inlined
from simlab.kernel.rng import MIND, below


class Kind(IntEnum):
    """Kinds of policies."""

    random = 0  # every legal action equally likely


POLICY = np.dtype([("policy", "i8"), ("kind", "i8")], align=True)


@inlined
def choose_simple(actions: Any, n: Any, policy: Any, rng: Any) -> Any:  # noqa: ARG001 - one kind so far
    """Choose one of the n legal actions in the buffer."""
    return actions[below(rng, MIND, n)]
