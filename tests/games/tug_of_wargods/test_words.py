"""A playthrough in words: what a designer reads says what the records hold."""

from collections.abc import Callable
from typing import Any

import pytest

from simlab.games.tug_of_wargods import words

Make = Callable[..., Any]

NAMES = ["Greentoe", "Clearsky"]


def told(played: Any, *rolls: tuple[int, int]) -> str:
    """Play some turns and return what is said of the last one, the spaces of line breaks evened out."""
    text = ""
    for totals in rolls:
        before = played.state.copy()
        played.roll(*totals)
        text = words.describe_action(before, 0, played.state, played.rules, NAMES)
    return " ".join(text.split())


def ending(played: Any) -> str:
    """Return what is said of the end."""
    return words.describe_end(played.state, played.rules, NAMES)


@pytest.mark.parametrize(
    ("half_inches", "said"),
    [(0, "0 inches"), (1, "½ inch"), (2, "1 inch"), (3, "1½ inches"), (4, "2 inches"), (25, "12½ inches")],
)
def test_lengths_are_said_in_halves(half_inches: int, said: str) -> None:
    assert words.inches(half_inches) == said


def test_the_setup_says_who_pulls_with_which_dice_and_how_to_win(table: Make) -> None:
    played = table(start_in=[4, 0.5], max_front_in=10)
    assert words.describe_setup(played.state, played.rules, NAMES).splitlines() == [
        "Greentoe: d10, d6, d6",
        "Clearsky: d8, d6, d4",
        "To win: 2 members of the other team across the line, or the same member pulled across on two turns.",
        "Greentoe 4 inches behind the line, Clearsky ½ inch behind the line.",
        "The table ends 10 inches from the line.",
    ]


@pytest.mark.parametrize(
    ("rules", "goal"),
    [
        ({"same_member_twice": "off"}, "To win: 2 members of the other team across the line."),
        ({"same_member_twice": "front_only"}, ", or the front member pulled across on two turns."),
        ({"members_to_win": 1}, "To win: 1 member of the other team across the line, or "),
    ],
)
def test_the_setup_says_the_rules_in_force(table: Make, rules: dict[str, Any], goal: str) -> None:
    played = table(**rules)
    assert goal in words.describe_setup(played.state, played.rules, NAMES)


def test_a_turn_says_what_was_rolled_who_pulled_how_far_and_where_that_leaves_both(table: Make) -> None:
    assert told(table(), (13, 11)) == (
        "Turn 1: Greentoe 13, Clearsky 11. Greentoe is 2 ahead and pulls 1 inch. "
        "Greentoe 5 inches behind the line, Clearsky 3 inches behind the line."
    )
    assert "Clearsky is 3 ahead and pulls 1½ inches." in told(table(rounding="exact_half"), (11, 14))


def test_a_difference_that_rounds_to_nothing_moves_nobody(table: Make) -> None:
    assert "Greentoe is 1 ahead, which moves nobody." in told(table("v0_65"), (12, 11))


def test_a_tie_says_what_it_costs_and_the_next_turn_that_it_was_paid(table: Make) -> None:
    played = table()
    assert told(played, (11, 11)) == (
        "Turn 1: Greentoe 11, Clearsky 11. A tie: nobody moves. "
        "Greentoe 4 inches behind the line, Clearsky 4 inches behind the line. "
        "On the next roll each total counts 1 less."
    )
    paid = told(played, (10, 8))
    assert paid.startswith("Turn 2: Greentoe 9, Clearsky 7 (after the tie each total counts 1 less). ")
    assert "next roll" not in paid
    assert "next roll" not in told(table("v0_65"), (11, 11))


@pytest.mark.parametrize(
    ("least", "cost"),
    [(1, "each die counts 1 less but no less than 1."), (0, "1 less but no less than 0."), (None, "counts 1 less.")],
)
def test_a_tie_paid_by_each_die_says_its_floor(table: Make, least: int | None, cost: str) -> None:
    assert told(table(tie_rule="per_die", tie_die_min=least), (11, 11)).endswith(cost)


def test_crossing_coming_back_and_crossing_again_are_said(table: Make) -> None:
    played = table().at(4)
    assert told(played, (6, 4)).endswith(
        "Clearsky 1 inch over the line. The front member of Clearsky is pulled across."
    )
    assert told(played, (4, 6)).endswith("Clearsky on the line. The front member of Clearsky comes back.")
    assert told(played, (6, 4)).endswith("The front member of Clearsky is pulled across, 2 times now.")
    assert ending(played) == "Greentoe wins on turn 3: the front member of Clearsky was pulled across twice."


def test_a_crossing_that_does_not_count_is_said(table: Make) -> None:
    played = table("v0_75", ["greentoe", "chomper"], twice_rearm="fully_back").at(4)
    assert told(played, (7, 3), (3, 5), (5, 3)).endswith(
        "The front member of Clearsky is pulled across again, which does not count: he had not come all the way back."
    )


def test_several_members_at_once_are_said_together(table: Make) -> None:
    played = table(members_to_win=3).at(4)
    text = told(played, (7, 3))
    assert "The front member of Clearsky is pulled across. The second member of Clearsky is pulled across." in text
    assert words.describe_state(played.state, played.rules, NAMES).endswith(
        "Clearsky 2 inches over the line. Across the line: the front and second members of Clearsky."
    )
    assert told(played, (3, 7)).endswith("The front and second members of Clearsky come back.")


def test_a_state_says_what_the_next_roll_will_cost(table: Make) -> None:
    played = table(tie_stacks=True).roll(11, 11).roll(11, 11)
    assert words.describe_state(played.state, played.rules, NAMES).endswith(
        "On the next roll each total counts 2 less."
    )


@pytest.mark.parametrize(
    ("rules", "pulled", "rolls", "said"),
    [
        ({}, 4, (7, 3), "Greentoe wins on turn 1: 2 members of Clearsky are across the line."),
        ({}, -4, (3, 9), "Clearsky wins on turn 1: 3 members of Greentoe are across the line."),
        ({"members_to_win": 1}, 4, (5, 3), "Greentoe wins on turn 1: 1 member of Clearsky is across the line."),
        ({"max_turns": 1}, 0, (5, 3), "Cut off on turn 1: nobody has won."),
        (
            {"max_front_in": 6},
            2,
            (5, 3),
            "A draw on turn 1: Greentoe stepped off the table, which ends 6 inches from the line.",
        ),
        (
            {"max_front_in": 6},
            -2,
            (3, 5),
            "A draw on turn 1: Clearsky stepped off the table, which ends 6 inches from the line.",
        ),
    ],
)
def test_the_end_says_who_won_and_why(
    table: Make, rules: dict[str, Any], pulled: float, rolls: tuple[int, int], said: str
) -> None:
    assert ending(table(**rules).at(pulled).roll(*rolls)) == said


def test_names_appear_as_they_are_given(table: Make) -> None:
    played = table().at(4).roll(7, 3)
    text = words.describe_end(played.state, played.rules, ["team ½", "Ωmega <b>"])
    assert text == "team ½ wins on turn 1: 2 members of Ωmega <b> are across the line."
