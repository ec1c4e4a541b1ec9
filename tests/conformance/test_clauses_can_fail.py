"""Each clause notices what it is for: rows and actions that were tampered with."""

from collections.abc import Callable, Iterator

import pytest

from simlab import games
from simlab.conformance import rows as clauses
from simlab.conformance.cases import default, rows_of
from simlab.engine import blocks
from simlab.engine.steps import Playthrough

pytestmark = pytest.mark.usefixtures("outside")

Check = Callable[[blocks.Job, clauses.Rows], Iterator[str]]

FLIPPED = -1  # a yes becomes a no

TAMPERED = [
    (clauses.outside, "rounds", 10**6),
    (clauses.outside, "truncated", 2),
    (clauses.credit, "credit_0", 17),
    (clauses.credit, "won_0", FLIPPED),
    (clauses.places, "place_0", 9),
    (clauses.turn_positions, "turn_position_0", 9),
]


@pytest.mark.parametrize("name", [*games.names(), "summit"])
@pytest.mark.parametrize(
    ("check", "column", "value"), TAMPERED, ids=[f"{row[0].__name__}-{row[1]}" for row in TAMPERED]
)
def test_a_tampered_row_is_noticed(name: str, check: Check, column: str, value: int) -> None:
    job = default(games.load(name))
    rows = rows_of(job, 200).copy()
    assert list(check(job, rows)) == []
    at = job.layout.position(column)
    rows[77, at] = 1 - rows[77, at] if value == FLIPPED else value
    assert len(list(check(job, rows))) >= 1


@pytest.mark.parametrize("name", [*games.names(), "summit"])
def test_checked_mode_names_an_illegal_action_and_the_legal_ones(name: str) -> None:
    playthrough = Playthrough.open(default(games.load(name)), 3)
    legal = playthrough.legal()
    with pytest.raises(ValueError, match="4321") as refused:
        playthrough.apply(4321)
    assert str(legal[0]) in str(refused.value)


def test_group_sums_are_those_of_the_rows() -> None:
    """Credit by option and by turn position, as the engine adds it up, against the rows of the same playthroughs."""
    job = default(games.load("summit"))
    block = blocks.play(job, 0, 9_000)
    assert block is not None
    assert block.rows is not None
    position = job.layout.position
    seats = range(job.n_seats)
    credit = block.rows[:, [position(f"credit_{seat}") for seat in seats]].astype(int)
    order = block.rows[:, [position(f"turn_position_{seat}") for seat in seats]]
    arrangement = block.rows[:, position("arrangement")]
    option = job.option_of[arrangement]
    groups = block.groups.sum(axis=0)
    for number in range(job.options):
        chosen = credit[option == number]
        assert groups[number, :3].tolist() == [chosen.size, chosen.sum(), (chosen**2).sum()]
    for turn in seats:
        chosen = credit[order == turn + 1]
        assert groups[job.options + turn, :3].tolist() == [chosen.size, chosen.sum(), (chosen**2).sum()]
