"""`simlab plan`: what a question takes, said before it is played, and true when it is."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import simlab as sl
from simlab.cli import app
from simlab.stats.intervals import proportion
from simlab.stats.verdicts import verdict
from simlab.store import RunError

SEATS = [{"name": "hero", "team": "greentoe"}, {"name": "rival", "team": "greentoe"}]
Z = 5


def _question(**more: Any) -> dict[str, Any]:
    return {
        "game": "tug_of_wargods",
        "question": "Is it even?",
        "seats": SEATS,
        "playthroughs": 50_000,
        "targets": [{"metric": "win_share", "of": {"seat": "hero"}, "within": [0.45, 0.55]}],
        **more,
    }


def test_a_plan_says_what_each_target_takes_and_what_the_question_can_see() -> None:
    found = sl.plan(_question(), points=2)
    (need,) = found.needs
    assert need.playthroughs is not None
    assert need.effect == 0.02
    assert need.detectable < need.effect
    assert found.is_enough
    assert found.wanted[0] >= need.playthroughs
    assert not Path("runs").exists()


def test_more_is_wanted_for_a_smaller_effect_and_half_the_effect_takes_four_times_as_much() -> None:
    two, one = sl.plan(_question(), points=2), sl.plan(_question(), points=1)
    assert one.total / two.total == pytest.approx(4, rel=0.05)
    assert not sl.plan(_question(playthroughs=1_000), points=1).is_enough


def test_the_planned_size_finds_what_was_planned_as_often_as_was_said() -> None:
    """Both a truth two points inside the edge and one two points outside, in 2,000 experiments each."""
    need = sl.plan(_question(), points=2, power=0.9).needs[0]
    assert need.inside is not None
    assert need.outside is not None
    rng, experiments = np.random.default_rng(11), 2_000
    for n, truth, wanted in ((need.inside, 0.53, "inside"), (need.outside, 0.57, "above")):
        wins = rng.binomial(n, truth, experiments)
        found = sum(verdict(proportion(int(won), n), (0.45, 0.55)) == wanted for won in wins)
        assert found > experiments * 0.9 - Z * math.sqrt(experiments * 0.9 * 0.1)


def test_pairs_on_the_same_luck_need_less_than_two_runs_would() -> None:
    question = _question(
        vary={"rules.start_in": [3, 3.5]},
        compare=[{"metric": "rounds", "key": "rules.start_in", "against": 3}],
    )
    found = sl.plan(question, shift=0.1)
    need = next(need for need in found.needs if need.ask == "comparison")
    spread = sl.run(question, limit=2_000).rows(0, ["rounds"])["rounds"].std()
    assert need.sd < math.sqrt(2) * spread


def test_looks_cost_a_little_more() -> None:
    plain = sl.plan(_question()).total
    looked = sl.plan(_question(playthroughs={"until": "decided", "max": 50_000})).total
    assert plain < looked < 2 * plain


def test_every_variant_and_level_gets_its_own_number() -> None:
    question = {
        "game": "zoar",
        "question": "Does going first win?",
        "assign": {"tribe": "all_orders"},
        "seats": 2,
        "playthroughs": 1_200,
        "targets": [{"metric": "win_share", "by": "turn_position", "within_fair": {"points": 4}}],
    }
    found = sl.plan(question, points=2)
    assert found.wanted[0] % 12 == 0
    frame = found.to_frame()
    assert set(frame["whose"]) == {"turn position 1", "turn position 2"}
    assert "turn position 1" in found._repr_html_()


def test_an_exact_question_has_nothing_to_plan() -> None:
    with pytest.raises(RunError, match="answered exactly"):
        sl.plan(_question(method="exact"))


def test_the_command_says_it_in_a_table_and_as_json() -> None:
    Path("q.yaml").write_text(json.dumps(_question()))
    told = CliRunner().invoke(app, ["plan", "q.yaml", "--effect", "2"])
    assert told.exit_code == 0, told.output
    assert "in all:" in told.output
    assert "wins" in told.output
    given = CliRunner().invoke(app, ["plan", "q.yaml", "--json", "--power", "0.8"])
    found = json.loads(given.stdout)
    assert found["power"] == 0.8
    assert found["needs"][0]["playthroughs"] > 0
