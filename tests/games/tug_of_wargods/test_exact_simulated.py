"""Theory and play agree: for rules drawn at random, simulated shares and means are where the exact ones say.

A mean may be off by five standard errors, computed from the exact distribution, and by what Bernstein's inequality adds
where values are rare and far away: P(|mean of n - μ| > z·σ/√n + z²·b/(3n)) < 2·exp(-z²/2) for values within b of μ.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from simlab.games.tug_of_wargods import exact
from simlab.games.tug_of_wargods.rules import pack

Make = Callable[..., Any]

N = 20_000
Z = 5
VARIANTS = 200
ROUNDING = 1e-9  # of exact means
QUOTAS = {"d12": 5, "d10": 5, "d8": 5, "d6": 5, "d4": 5}
MINIATURES = ["beloved_of_sobek", "sebeki", "heru", "asar", "basti"]  # one of each line


def tolerance(values: NDArray[np.int64], shares: NDArray[np.float64], n: int) -> float:
    """How far the mean of n playthroughs may be off; rounding is all that one that never varies may."""
    distance = np.abs(values - values @ shares)
    se = np.sqrt(distance**2 @ shares / n)
    return float(Z * se + Z**2 * distance.max() / (3 * n) + ROUNDING)


@st.composite
def variants(draw: st.DrawFn) -> tuple[list[list[str]], dict[str, Any]]:
    """Draw two teams and rules of any kind that a question may ask about."""
    size = draw(st.integers(1, 5))
    sizes = [size, draw(st.sampled_from([size, size, min(size + 1, 5)]))]
    teams = [draw(st.lists(st.sampled_from(MINIATURES), min_size=size, max_size=size)) for size in sizes]
    starts = st.integers(1, 12).map(lambda half_inches: half_inches / 2)
    rules = {
        "quotas": QUOTAS,
        "team_size": sizes,
        "members_to_win": draw(st.integers(1, min(3, *sizes))),
        "same_member_twice": draw(st.sampled_from(["any", "front_only", "off"])),
        "twice_rearm": draw(st.sampled_from(["not_across", "fully_back"])),
        "start_in": [draw(starts), draw(starts)],
        "rounding": draw(st.sampled_from(["floor_min1", "floor", "exact_half", "half_then_floor", "ceil"])),
        "crossing": draw(st.sampled_from(["complete", "centre", "edge"])),
        "column_gap_mm": draw(st.sampled_from([0, 0, 6.5])),
        "base_set": draw(st.sampled_from(["default", "all_25", "all_30", "d10_30", "d8_30"])),
        "column_order": draw(st.sampled_from(["largest_first", "as_listed", "smallest_first"])),
        "tie_rule": draw(st.sampled_from(["total", "per_die", "off"])),
        "tie_die_min": draw(st.sampled_from([0, 1, None])),
        "tie_stacks": draw(st.booleans()),
        "tie_stack_cap": draw(st.integers(1, 2)),  # no more: dice of four would tie for ever
        "die_override": draw(st.sampled_from([{}, {}, {"beloved_of_sobek": 20}, {"asar": 7}])),
        "max_turns": draw(st.sampled_from([1000, 1000, 12])),
        "max_front_in": draw(st.sampled_from([None, None, 8.5])),
    }
    return teams, rules


@settings(
    max_examples=VARIANTS, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
@given(variants())
def test_simulated_playthroughs_of_any_rules_agree_with_the_exact_answer(
    sample: Make, rules_of: Make, variant: tuple[list[list[str]], dict[str, Any]]
) -> None:
    teams, rules = variant
    solved = exact.distributions(pack(rules_of("v0_75", **rules), teams)[0])
    played = sample(N, "v0_75", teams, **rules)
    off = {name: abs(played.mean(name) - float(values @ shares)) for name, (values, shares) in solved.items()}
    allowed = {name: tolerance(values, shares, N) for name, (values, shares) in solved.items()}
    assert {name: gap for name, gap in off.items() if gap > allowed[name]} == {}


@pytest.mark.parametrize(
    "column", ["rounds", "victory_kind", "leader_at_half", "max_front", "close_call", "crossings_1"]
)
def test_simulated_values_of_a_column_come_up_as_often_as_the_exact_answer_says(
    sample: Make, rules_of: Make, column: str
) -> None:
    teams, rules = [["sebeki", "asar", "basti"], "pull"], {"rounding": "exact_half", "max_front_in": 9, "max_turns": 20}
    values, shares = exact.distributions(pack(rules_of("v0_75", **rules), teams)[0], [column])[column]
    found = sample(50 * N, "v0_75", teams, **rules).counts(column)
    assert set(found) <= set(values.tolist())
    for value, share in zip(values.tolist(), shares.tolist(), strict=True):
        allowed = tolerance(np.array([0, 1]), np.array([1 - share, share]), 50 * N)
        assert abs(found.get(value, 0) / (50 * N) - share) <= allowed, value
