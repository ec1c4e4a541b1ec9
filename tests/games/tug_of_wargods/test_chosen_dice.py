"""The generator that these tests choose their dice with does what it says, compiled and as plain Python."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from simlab.conformance import scripted

Make = Callable[..., Any]

PLAIN = """
import numpy as np
from simlab.conformance import scripted
from simlab.kernel.dice import roll
rng = np.zeros(1, scripted.SCRIPTED).view(np.recarray)[0]
wanted = [(face, sides) for sides in range(1, 101) for face in (1, sides // 2 + 1, sides)]
scripted.write(rng, scripted.dice(wanted))
with np.errstate(over="ignore"):
    assert [int(roll(rng, sides)) for _, sides in wanted] == [face for face, _ in wanted]
    try:
        roll(rng, 6)
    except IndexError as end:
        print(end)
"""


def test_every_face_of_every_die_can_be_chosen(table: Make) -> None:
    for sides in (2, 4, 6, 12, 20, 100):
        rules = {"team_size": 1, "members_to_win": 1, "tie_rule": "off"}
        played = table("v0_75", [["minotaur"], ["basti"]], **rules, die_override={"minotaur": sides})
        for face in range(1, sides + 1):
            played.at(0, kind=0, winner=-1).dice_fall([face], [1])
            assert played.state.totals.tolist() == [face, 1]


def test_a_draw_that_is_not_there_is_refused() -> None:
    for face, sides in ((0, 6), (7, 6)):
        with pytest.raises(ValueError, match="never"):
            scripted.dice([(face, sides)])
    rng = np.zeros(1, scripted.SCRIPTED).view(np.recarray)[0]
    with pytest.raises(ValueError, match="at most"):
        scripted.write(rng, np.zeros(scripted.LONGEST + 1, np.uint64))


def test_reading_past_the_end_of_a_script_stops_the_playthrough(table: Make) -> None:
    with pytest.raises(IndexError, match="no more words"):
        table().whole((11, 11), (12, 10))


@pytest.mark.uncompiled
def test_plain_python_reads_the_same_script() -> None:
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAIN], env=env, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout == "the script has no more words\n"
