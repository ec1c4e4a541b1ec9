"""The one place where kernels get their compiler options.

Numba optimises the module of every function, callees linked in, and so optimises a leaf again at every level above it:
for a large game that takes minutes. Here a kernel's module is left as it is, and all of them are optimised once,
together, where the entry that calls them is compiled (see `simlab.engine.entries`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NopythonTypeInference

if TYPE_CHECKING:
    from collections.abc import Callable


class _Nowhere:
    """Takes the environment that Numba would give a function for calls from Python."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: without a wrapper the function is never called from Python."""


class _Unfinished(JITCodeLibrary):  # type: ignore[misc] - numba has no types
    """The code of a function that is only ever linked into an entry: neither optimised nor made machine code."""

    @property
    def codegen(self) -> Any:
        return _Nowhere()

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002 - there is none
        self._ensure_finalized()
        return 0


@register_pass(mutates_CFG=False, analysis_only=True)
class _LeaveUnfinished(FunctionPass):  # type: ignore[misc] - numba has no types
    """Have a function compiled into an `_Unfinished` library."""

    _name = "simlab_leave_unfinished"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        state.library = _Unfinished(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


class Part(CompilerBase):  # type: ignore[misc] - numba has no types
    """Compiles a function that is only ever part of an entry."""

    def define_pipelines(self) -> Any:
        """Return numba's own pipeline, without the optimisation of the function's module."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.add_pass_after(_LeaveUnfinished, NopythonTypeInference)
        pipeline.finalize()
        return [pipeline]


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a scalar function that other kernels call, and leave it to LLVM where it becomes part of its callers.

    Kernels are called from compiled entries only, never from Python, so the wrappers for Python and C callers are left
    out: compiling is 13 % faster, and a call from Python would crash. They are not cached one by one; the entry that
    calls them is. Under ``NUMBA_DISABLE_JIT=1`` the function comes back as it is.
    """
    # forceinline must be said: Numba has callees inherit it, and a whole game forced into one loop compiles for a minute
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=False, pipeline_class=Part)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a kernel into every caller: for the small functions of a hot loop, or those called from one place.

    A call costs 2-5 ns: inlining them made the turn of a small game 30 % faster. A large kernel with several callers
    would grow each of them instead: it stays a `kernel`.
    """
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True, pipeline_class=Part)(function)
