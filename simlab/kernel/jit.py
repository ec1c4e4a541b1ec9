"""The one place where kernels get their compiler options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba

if TYPE_CHECKING:
    from collections.abc import Callable


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a scalar function that other kernels call.

    Kernels are called from compiled entries only, never from Python, so the wrappers for Python and C callers are left
    out: compiling is 13 % faster. They are not cached one by one; the entry that calls them is (see
    `simlab.engine.entries`). Under ``NUMBA_DISABLE_JIT=1`` the function comes back as it is.
    """
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a kernel into every caller: for the small functions of a hot loop, or those called from one place.

    LLVM leaves most kernels as calls, at 2-5 ns each; inlining them made the turn of a small game 30 % faster. A large
    kernel with many callers would grow each of them instead: it stays a `kernel`.
    """
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)(function)
