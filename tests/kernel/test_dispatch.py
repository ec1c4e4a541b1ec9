"""Generic functions: one name, many records, and no two records that could be taken for one another."""

from typing import Any

import numba
import numpy as np
import pytest

from simlab.kernel.dispatch import bind, generic
from simlab.kernel.jit import inlined, kernel


@generic
def double(record: Any) -> Any:
    """Return twice what the record holds."""


@kernel
def _double_apples(record: Any) -> Any:
    return 2 * record.apples


@inlined
def _double_pears(record: Any) -> Any:
    return record.pears + record.pears + 100


APPLES = np.dtype([("tag_apples", "i8"), ("apples", "i8")])
PEARS = np.dtype([("tag_pears", "i8"), ("pears", "i8")])
bind(APPLES, {double: _double_apples})
bind(PEARS, {double: _double_pears})


@numba.njit
def call(record: Any) -> Any:
    return double(record)


def record_of(dtype: np.dtype[Any], value: int) -> Any:
    record = np.zeros(1, dtype).view(np.recarray)[0]
    record[1] = value
    return record


def test_a_compiled_caller_finds_the_kernel_of_its_record() -> None:
    assert (call(record_of(APPLES, 21)), call(record_of(PEARS, 21))) == (42, 142)


def test_a_record_without_a_kernel_does_not_compile() -> None:
    with pytest.raises(numba.core.errors.TypingError):
        call(record_of(np.dtype([("tag_plums", "i8"), ("plums", "i8")]), 1))


@pytest.mark.parametrize(
    "twin",
    [
        APPLES,
        np.dtype([("tag_apples", "i8"), ("apples", "i8"), ("more", "i8")]),
        np.dtype([("tag_apples", "i8"), ("apples", "i4")]),
    ],
    ids=["equal", "extended", "same names"],
)
def test_a_twin_of_a_bound_record_is_refused(twin: np.dtype[Any]) -> None:
    with pytest.raises(TypeError, match="its own tag"):
        bind(twin, {double: _double_apples})


@pytest.mark.parametrize("name", ["round", "size", "min", "copy", "item"])
def test_a_field_that_numpy_would_shadow_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        bind(np.dtype([("tag_shadow", "i8"), (name, "i8")]), {double: _double_apples})
