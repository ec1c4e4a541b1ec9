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


class _Unfinished(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """The code of a function that is only ever part of an entry: not linked, not optimised, not made machine code."""

    @property
    def codegen(self) -> Any:
        return _Nowhere()

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)  # noqa: SLF001 - as the method that this replaces does
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002 - there is none
        self._ensure_finalized()
        return 0

    def alone(self) -> Any:
        """Return the module of this function, to be linked."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """Return a module with all parts, for a caller that is no entry of ours (a test's own compiled function)."""
        whole = self.alone().clone()
        parts, others = _closure(self._linking_libraries)
        for module in [*(part.alone() for part in parts), *(other._get_module_for_linking() for other in others)]:  # noqa: SLF001 - as numba does
            whole.link_in(module, preserve=True)
        return whole


class _Whole(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """The code of an entry: all its parts are linked in, and parts of parts, before it is optimised."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.enable_object_caching()

    def finalize(self) -> None:
        parts, others = _closure(self._linking_libraries)
        self._linking_libraries: list[Any] = others
        for part in parts:
            self._final_module.link_in(part.alone(), preserve=True)
            self._reload_init.update(part._reload_init)  # noqa: SLF001 - as the method that follows does for the others
        super().finalize()


def _closure(libraries: list[Any]) -> tuple[list[_Unfinished], list[Any]]:
    """Return all unfinished parts that some libraries need, and the other libraries, each once."""
    found: dict[Any, None] = dict.fromkeys(libraries)
    waiting = list(found)
    while waiting:
        library = waiting.pop()
        if isinstance(library, _Unfinished):
            new = [part for part in library._linking_libraries if part not in found]  # noqa: SLF001 - our own class
            found.update(dict.fromkeys(new))
            waiting += new
    unfinished = [library for library in found if isinstance(library, _Unfinished)]
    return unfinished, [library for library in found if not isinstance(library, _Unfinished)]


class _Choice(FunctionPass):  # type: ignore[misc]  # numba has no types
    """Has a function compiled into a library of our choice; `NativeLowering` makes one only where there is none."""

    library: type[JITCodeLibrary]

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class _LeaveUnfinished(_Choice):
    """Have a function compiled into an `_Unfinished` library."""

    _name = "simlab_leave_unfinished"
    library = _Unfinished


@register_pass(mutates_CFG=False, analysis_only=True)
class _MakeWhole(_Choice):
    """Have a function compiled into a `_Whole` library."""

    _name = "simlab_make_whole"
    library = _Whole


class Part(CompilerBase):  # type: ignore[misc]  # numba has no types
    """Compiles a function that is only ever part of an entry."""

    kind = _LeaveUnfinished

    def define_pipelines(self) -> Any:
        """Return numba's own pipeline with the library of our choice."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.add_pass_after(self.kind, NopythonTypeInference)
        pipeline.finalize()
        return [pipeline]


class Entry(Part):
    """Compiles a function that is called from Python, with all its parts."""

    kind = _MakeWhole


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a scalar function that other kernels call, and leave it to LLVM where it becomes part of its callers.

    Kernels are called from compiled entries only, never from Python, so the wrappers for Python and C callers are left
    out: compiling is 13 % faster, and a call from Python would crash. They are not cached one by one; the entry that
    calls them is. Under ``NUMBA_DISABLE_JIT=1`` the function comes back as it is.
    """
    # forceinline must be said: Numba has callees inherit it, and a game forced into one loop compiles for a minute
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=False, pipeline_class=Part)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a kernel into every caller: for the small functions of a hot loop, or those called from one place.

    A call costs 2-5 ns: inlining them made the turn of a small game 30 % faster. A large kernel with several callers
    would grow each of them instead: it stays a `kernel`.
    """
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True, pipeline_class=Part)(function)
