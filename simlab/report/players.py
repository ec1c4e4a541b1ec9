"""Who decides how, in words: each policy in full, and which seats or options had it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simlab.experiment.plan import WORLD
from simlab.policies.policy import RANDOM, Kind, Policy
from simlab.report.wording import capital, counted, frequency, listed

if TYPE_CHECKING:
    from simlab.experiment import Variant
    from simlab.report.labels import Labels

MOST_TOLD = 24  # variants whose seats differ; more are left to the run's own manifest


def policies(labels: Labels) -> list[Policy]:
    """Return every policy that some seat has."""
    found: list[Policy] = []
    for variant in labels.experiment.variants:
        found += [policy for seats in variant.policies for policy in _unlike(seats) if policy not in found]
    return _unlike(found)


def _unlike(found: Sequence[Policy]) -> list[Policy]:
    """Keep one of each; weights are a mapping, so that policies have no hash."""
    return [policy for place, policy in enumerate(found) if policy not in found[:place]]


def described(policy: Policy) -> str:
    """Say how a policy decides: style, temperature, blunders and look-ahead."""
    if policy.kind == Kind.random:
        return f"{policy.name}: every legal action equally likely"
    closely = f"temperature {policy.temperature:g}" if policy.temperature else "always the best score"
    told = [f"the style {policy.style}, {closely}"]
    told.append(f"{frequency(policy.blunder, 1)} turns at random" if policy.blunder else "no blunders")
    if policy.kind == Kind.rollout:
        tries = f"each of the best {policy.candidates} actions is tried out {counted(policy.rollouts, 'time')}"
        told.append(f"{tries}, {counted(policy.depth, 'turn')} deep")
    else:
        told.append("no look-ahead")
    return f"{policy.name}: {', '.join(told)}"


def seated(labels: Labels) -> list[str]:
    """Say which seats or options had which policy; nothing where nobody decides anything."""
    if labels.game.max_actions == 1:
        return []
    groups = [group[0] for group in labels.apart_from_worlds().values()]
    told = [_at_table(variant) for variant in groups]
    found: dict[str, list[str]] = {}
    for variant, who in zip(groups, told, strict=True):
        place = ", ".join(labels.point(path, variant.keys[path]) for path in _deciding(labels, groups, told))
        found.setdefault(who, []).append(place)
    if len(found) == 1:
        return [f"{capital(told[0])}."]
    if len(found) > MOST_TOLD:
        return []
    return [f"With {listed(list(dict.fromkeys(where)), 'or')}: {who}." for who, where in found.items()]


def _deciding(labels: Labels, variants: Sequence[Variant], told: Sequence[str]) -> list[str]:
    """Return the axis that alone decides what is told of variants, or all of them."""
    axes = [path for path, values in labels.experiment.axes.items() if path != WORLD and len(values) > 1]
    for path in axes:
        said: dict[object, set[str]] = {}
        for variant, who in zip(variants, told, strict=True):
            said.setdefault(variant.keys[path], set()).add(who)
        if all(len(each) == 1 for each in said.values()):
            return [path]
    return axes


def _at_table(variant: Variant) -> str:
    """Say who has which policy in a variant: every seat the same, or by seat, or by what a seat plays."""
    names = [[policy.name for policy in seats] for seats in variant.policies]
    if len({name for seats in names for name in seats}) == 1:
        return f"every seat decides as {names[0][0]}"
    by_seat = [{seats[place] for seats in names} for place in range(len(variant.chairs))]
    if all(len(found) == 1 for found in by_seat):
        whose = [chair.name for chair in variant.chairs]
        return _joined(whose, [found.pop() for found in by_seat])
    pairs = {
        variant.dealt[number].label: name
        for deal, seats in zip(variant.arrangements, names, strict=True)
        for number, name in zip(deal, seats, strict=True)
    }
    return _joined([f"whoever plays {label}" for label in pairs], list(pairs.values()))


def _joined(whose: Sequence[str], names: Sequence[str]) -> str:
    found: dict[str, list[str]] = {}
    for who, name in zip(whose, names, strict=True):
        found.setdefault(name, []).append(who)
    return "; ".join(f"{listed(who)} as {name}" for name, who in found.items())


def skill(labels: Labels) -> dict[str, str]:
    """Return what the head of a report says of skill: the level of the verdict, and the others."""
    levels = labels.experiment.skill
    if labels.game.max_actions == 1:
        return {}
    if {policy.name for policy in policies(labels)} == {RANDOM.name}:
        return {"skill": RANDOM.name}
    return {"skill": levels.verdict} | ({"checked at": listed(levels.check)} if levels.check else {})
