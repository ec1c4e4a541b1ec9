"""Generic functions: one name, many games, chosen by the dtype of the first argument.

A *generic* is declared once with its signature and its contract in the docstring. A game binds its own kernels to a
record dtype. Compiled callers are resolved while they compile, by the Numba type of the first argument, so no kernel is
ever passed as an argument (such callers never hit Numba's disk cache). Uncompiled, the same names look at the dtype of
the record they are given.

Importing this module imports no numba: declaring and listing games must stay cheap.
"""

from __future__ import annotations

import functools
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


OPTIONAL: list[Generic] = []
"""Every generic with a default, so that compiled code finds it for games that bind nothing to it."""


class Generic:
    """The kernels bound to one generic function, by field names (uncompiled) and by Numba type (compiled)."""

    def __init__(self, name: str, default: Callable[..., Any] | None = None) -> None:
        self.name = name
        self.default = default
        self.plain: dict[tuple[str, ...], Callable[..., Any]] = {}
        self.compiled: dict[Any, Callable[..., Any]] = {}
        self.is_overloaded = False
        self.call: Callable[..., Any] | None = None

    def overload(self, call: Callable[..., Any]) -> None:
        """Tell Numba, once, how to resolve ``call`` inside a compiled function."""
        if self.is_overloaded:
            return
        from numba.extending import overload

        from simlab.kernel.jit import kernel

        default = None if self.default is None else kernel(self.default)

        def resolve(*args: Any) -> Callable[..., Any] | None:
            chosen = self.compiled.get(args[0], default)
            if chosen is None:
                return None

            def implementation(*args: Any) -> Any:
                return chosen(*args)

            return implementation

        from simlab.kernel.jit import Part

        overload(call, jit_options={"pipeline_class": Part, "no_cfunc_wrapper": True})(resolve)
        self.is_overloaded = True


def generic(declaration: Callable[..., Any]) -> Callable[..., Any]:
    """Turn a declaration (a signature and a docstring) into a function that dispatches on its first argument."""
    table = Generic(declaration.__name__)

    @functools.wraps(declaration)
    def call(*args: Any) -> Any:
        return table.plain[args[0].dtype.names](*args)

    call.generic = table  # type: ignore[attr-defined]
    return call


def optional(declaration: Callable[..., Any]) -> Callable[..., Any]:
    """Turn a declaration into a generic whose own body is what holds for records that nothing was bound to."""
    table = Generic(declaration.__name__, declaration)
    OPTIONAL.append(table)

    @functools.wraps(declaration)
    def call(*args: Any) -> Any:
        return table.plain.get(args[0].dtype.names, declaration)(*args)

    call.generic = table  # type: ignore[attr-defined]
    table.call = call
    return call


def bind(dtype: np.dtype[Any], kernels: Mapping[Callable[..., Any], Callable[..., Any]]) -> None:
    """Bind one kernel per generic to a record dtype.

    Parameters
    ----------
    dtype : structured dtype
        Must begin with a tag field of its own (``game_<name>``), so that no two games share a dtype.
    kernels : mapping of generic function to kernel

    Raises
    ------
    TypeError
        A field is named like an attribute of ``np.record`` (uncompiled code would silently read NumPy's own), or the
        dtype equals or converts to one that is bound already (compiled code would run the first game's rules and
        uncompiled code the last one's, without a word).
    """
    from numba import from_dtype

    names = tuple(dtype.names or ())
    clashes = [name for name in names if hasattr(np.record, name)]
    if clashes:
        message = f"fields {clashes} are attributes of np.record; rename them"
        raise TypeError(message)
    record = from_dtype(dtype)
    for function in kernels:
        _refuse_twin(function.generic, names, record)  # type: ignore[attr-defined]
    for table in OPTIONAL:
        if table.call is not None:
            table.overload(table.call)
    for function, chosen in kernels.items():
        table = function.generic  # type: ignore[attr-defined]
        table.plain[names] = chosen
        table.compiled[record] = chosen
        table.overload(function)


def _refuse_twin(table: Generic, names: tuple[str, ...], record: Any) -> None:
    for other in table.compiled:
        if record == other or _converts(record, other) or _converts(other, record) or names in table.plain:
            message = f"{table.name}: this record dtype equals or extends one that is bound; give it its own tag"
            raise TypeError(message)


def _converts(one: Any, other: Any) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Numba calls it experimental that one record may stand for another
        return one.can_convert_to(None, other) is not None
