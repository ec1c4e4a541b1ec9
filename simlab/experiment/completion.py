"""The JSON Schema of a question, with which an editor completes it; what only the loader can know is left to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, get_args

from simlab import games
from simlab.columns import MATCHUPS
from simlab.experiment.draft import SAMPLE, ZIP
from simlab.experiment.matchup import ALL_LEGAL, ANY_OF, MATCHUP
from simlab.experiment.plan import Analysis, Assign
from simlab.experiment.question import Question, Range, Sample
from simlab.experiment.targets import BANDS, metric_names
from simlab.experiment.worlds import DRAW, FEWEST_DRAWN, IN_AT_LEAST, IN_EVERY, MOST_DRAWN, ON_AVERAGE
from simlab.forward import Game
from simlab.games import rulebook
from simlab.policies import styles
from simlab.policies.policy import RANDOM
from simlab.policies.styles import PolicyEntry

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FINEST_STEP = 2**-10
"""A step that is no multiple of this is left out: validators divide, and 25.3 / 0.1 is no whole number to them."""
GROUPED = {"type": "string", "pattern": "^[0-9]+(_[0-9]+)+$"}
"""200_000 is a number to the loader and, to most editors, text."""
CASES = "^(?!(?:preset|rules|seats|policy|policies|skill|world|zip|sample)$)[a-z][a-z0-9_]*$"
"""The word of an axis that has named cases."""

WORDING = ("title", "description", "default")

Schema = dict[str, Any]


def schema(of: Sequence[Game] | None = None) -> Schema:
    """Return the JSON Schema (draft 2020-12) of a question about any of these games, or of all that can be loaded."""
    chosen = [games.load(name) for name in games.names()] if of is None else list(of)
    whole = Question.model_json_schema(ref_template="#/$defs/{model}")
    definitions = whole.pop("$defs")
    definitions["TargetEntry"]["oneOf"] = [{"required": [band]} for band in BANDS]
    properties = {name: _or_null(entry) for name, entry in whole["properties"].items()}
    properties["game"] = {
        "title": "Game",
        "anyOf": [{"const": game.name, "description": game.summary} for game in chosen],
    }
    properties["question"] = whole["properties"]["question"]
    for name in ("playthroughs", "seed"):
        entry = whole["properties"][name]
        forms = entry.get("anyOf", entry.get("oneOf", [entry]))
        number = [{key: forms[0][key] for key in ("type", "minimum", "maximum")}, GROUPED]
        by_level = [{"type": "object"}] if name == "playthroughs" else []  # each game says what may stand in it
        properties[name] = _or_null({**_words(whole["properties"][name]), "anyOf": [*number, *by_level]})
    branches = []
    for game in chosen:
        own, theirs = _of_game(game)
        definitions |= theirs
        branches.append(
            {"if": {"properties": {"game": {"const": game.name}}, "required": ["game"]}, "then": {"properties": own}}
        )
    return {
        **whole,
        "$schema": DIALECT,
        "title": "A question to simlab",
        "properties": properties,
        "allOf": branches,
        "$defs": definitions,
    }


def _words(entry: Schema) -> Schema:
    return {key: entry[key] for key in WORDING if key in entry}


def _or_null(entry: Schema) -> Schema:
    """Allow a key with nothing behind it, which counts as absent."""
    outer = _words(entry)
    inner = {key: value for key, value in entry.items() if key not in outer}
    forms = inner["anyOf"] if set(inner) == {"anyOf"} else [inner]
    return {**outer, "anyOf": [*(form for form in forms if form != {"type": "null"}), {"type": "null"}]}


def _list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _axis(items: Schema) -> Schema:
    return {**_list_of(items), "minItems": 1, "uniqueItems": True}


# --- one game ---------------------------------------------------------------------------------------------------------


def _of_game(game: Game) -> tuple[Schema, Schema]:
    """Return what the keys of a question may hold for this game, and the definitions that this refers to."""
    book = rulebook.load(game)
    prefix = f"{game.name}."
    rules = game.rules.model_json_schema(ref_template=f"#/$defs/{prefix}{{model}}")
    definitions = {prefix + name: _loosened(entry) for name, entry in rules.pop("$defs", {}).items()}
    definitions[f"{prefix}rules"] = _rules(game, book, rules)
    definitions[f"{prefix}option"] = _option(game)
    metric = {"enum": list(dict.fromkeys([*metric_names(game), *(MATCHUPS if game.can_list_options else ())]))}
    presets = [{"const": name, "description": preset.about} for name, preset in book.presets.items()]
    analysis = {"enum": list(get_args(Analysis))} if game.can_list_options else {"type": "null"}
    with_metric = _or_null(_list_of({"properties": {"metric": metric}}))
    properties = {
        "analysis": _or_null(analysis),
        "preset": {**_or_null({"anyOf": presets}), "default": book.default_preset},
        "rules": _or_null({"$ref": f"#/$defs/{prefix}rules"}),
        "seats": _or_null({"anyOf": _seats(game)}),
        "assign": _or_null(_closed({game.option: {"enum": list(get_args(Assign))}})),
        "vary": _or_null(_vary(game, definitions, f"#/$defs/{prefix}")),
        **_deciding(game, definitions),
        "worlds": _or_null(_worlds(game)),
        "playthroughs": _playthroughs(game, metric),
        "targets": with_metric,
        "compare": with_metric,
        "effects": with_metric,
        "metrics": _or_null(_list_of({"anyOf": [metric, {"type": "object", "properties": {"metric": metric}}]})),
    }
    return properties, definitions


def _deciding(game: Game, definitions: Schema) -> Schema:
    """Return what a question may say about how seats decide; nothing where there is nothing to decide."""
    if game.max_actions == 1:
        return {key: {"type": "null"} for key in ("skill", "policy", "policies")}
    known = styles.load(game)
    levels = [{"const": RANDOM.name, "description": "every legal action equally likely"}]
    levels += [{"const": skill.name, "description": skill.about} for skill in known.skills.values()]
    definitions[f"{game.name}.skill"] = {"title": "Skill", "anyOf": levels}
    level = {"$ref": f"#/$defs/{game.name}.skill"}
    named = [{"const": style.name, "description": style.about} for style in known.styles.values()]
    weights = {feature: {"type": "number"} for feature in known.features}
    inline = _closed({styles.FROM: {"anyOf": named}, **weights}) if named else {"type": "null"}
    style = [{"const": RANDOM.name}, *named]
    entry = PolicyEntry.model_json_schema()["properties"]
    policy = _closed({**{key: _or_null(value) for key, value in entry.items()}, "style": {"anyOf": [*style, inline]}})
    definitions[f"{game.name}.policy"] = {"title": "Policy", "anyOf": [*style, policy]}
    several = {**_closed({"verdict": level, "check": _list_of(level)}), "required": ["verdict"]}
    reference = {"$ref": f"#/$defs/{game.name}.policy"}
    return {
        "skill": _or_null({"anyOf": [level, several]}),
        "policy": _or_null(reference),
        "policies": _or_null({"type": "object", "additionalProperties": reference}),
    }


def _worlds(game: Game) -> Schema:
    """Return what a question may say about unknown data."""
    if not game.worlds:
        return {"type": "null"}
    data = {"type": "object"}
    parts: Schema = {
        part: {**_list_of({"anyOf": [*({"const": name} for name in names), data]}), "minItems": 1}
        for part, names in game.worlds.items()
    }
    number = {"type": "integer", "minimum": FEWEST_DRAWN, "maximum": MOST_DRAWN}
    for part in game.drawn_worlds:
        parts[part] = {"anyOf": [parts[part], {**_closed({DRAW: number}), "required": [DRAW]}]}
    share = {"type": "number", "exclusiveMinimum": 0, "maximum": 1}
    hold = {
        "anyOf": [
            {"const": IN_EVERY},
            {"const": ON_AVERAGE},
            {**_closed({IN_AT_LEAST: share}), "required": [IN_AT_LEAST]},
        ]
    }
    return _closed({**parts, "hold": hold})


def _playthroughs(game: Game, metric: Schema) -> Schema:
    """Return a number, numbers by skill level, or when to stop."""
    number: Schema = {"anyOf": [{"type": "integer", "minimum": 1}, GROUPED]}
    levels = dict.fromkeys(("default", *styles.load(game).levels), number) if game.max_actions > 1 else {}
    by_level = [_closed(levels)] if levels else []
    above = {"type": "number", "exclusiveMinimum": 0}
    looks = {
        "until": {"const": "decided"},
        "precision": {"allOf": [{"$ref": "#/$defs/PrecisionEntry"}, {"properties": {"metric": metric}}]},
        "max": {"anyOf": [*number["anyOf"], *by_level]},
        "tolerance": above,
    }
    stop = {**_closed(looks), "required": ["max"], "oneOf": [{"required": ["until"]}, {"required": ["precision"]}]}
    return _or_null({"anyOf": [*number["anyOf"], stop, *by_level]})


def _closed(properties: Schema, patterns: Schema | None = None) -> Schema:
    more = {"patternProperties": patterns} if patterns else {}
    return {"type": "object", "properties": properties, **more, "additionalProperties": False}


def _option(game: Game) -> Schema:
    """A seat option is a name that the game knows, or a list of names that only the game can judge."""
    named = {"enum": list(game.module("rules").option_choices())}
    return {"title": game.option, "anyOf": [named, _list_of({"type": "string"})]}


def _seats(game: Game) -> list[Schema]:
    fewest, most = game.seats
    option: Schema = {"$ref": f"#/$defs/{game.name}.option"}
    if game.can_list_options:
        several = _closed({ANY_OF: {**_list_of(option), "minItems": 2, "uniqueItems": True}})
        every = {"const": ALL_LEGAL, "description": f"Every legal {game.option}; with analysis: {MATCHUP}"}
        chosen = {**several, "required": [ANY_OF], "description": f"Any of a list; with analysis: {MATCHUP}"}
        option = {"anyOf": [option, every, chosen]}
    seat = _closed({"name": {"type": "string", "minLength": 1}, game.option: option, **_of_seat(game)})
    return [
        {"type": "integer", "minimum": fewest, "maximum": most},
        {**_list_of(seat), "minItems": fewest, "maxItems": most},
    ]


def _of_seat(game: Game) -> Schema:
    if game.max_actions == 1:
        return {}
    return {key: {"$ref": f"#/$defs/{game.name}.{key}"} for key in ("skill", "policy")}


def _rules(game: Game, book: rulebook.Rulebook, rules: Schema) -> Schema:
    """Return the rules parameters, each with its default, unit, rule numbers and source in words."""
    defaults = book.resolve(book.default_preset, {})
    properties = {}
    for name, field in game.rules.model_fields.items():
        entry = _loosened(rules["properties"][name])
        extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
        unit = f" Unit: {extra['unit']}." if extra.get("unit") else ""
        ids = extra.get("rules")
        numbers = f" Rules {', '.join(map(str, ids))}" if isinstance(ids, list) and ids else " Value"
        entry["description"] = f"{field.description or field.title}{unit}{numbers} [{book.sources[name]}]."
        properties[name] = {**entry, "default": defaults[name]}
    return _closed(properties)


def _loosened(entry: Any) -> Any:
    """Take out what holds for a whole set of rules, but not for overrides, and what a validator cannot decide."""
    if isinstance(entry, list):
        return [_loosened(item) for item in entry]
    if not isinstance(entry, dict):
        return entry
    dropped = {"required", "rules", "unit"} if "properties" in entry or "title" in entry else set()
    if isinstance(entry.get("multipleOf"), float) and entry["multipleOf"] % FINEST_STEP:
        dropped = {*dropped, "multipleOf"}
    return {
        key: {name: _loosened(inner) for name, inner in value.items()} if key == "properties" else _loosened(value)
        for key, value in entry.items()
        if key not in dropped
    }


# --- axes -------------------------------------------------------------------------------------------------------------


def _vary(game: Game, definitions: Schema, prefix: str) -> Schema:
    """Return the paths that can be varied: every parameter, the keys inside those that are mappings, seat options."""
    properties: Schema = {}
    patterns: Schema = {rf"^seats\.[^.]+\.{re.escape(game.option)}$": _axis({"$ref": f"{prefix}option"})}
    for key in _of_seat(game):
        patterns[rf"^seats\.[^.]+\.{key}$"] = _axis({"$ref": f"{prefix}{key}"})
    if game.max_actions > 1:
        patterns[r"^policies\..+$"] = _axis({"$ref": f"{prefix}policy"})
        properties["policy"] = _axis({"$ref": f"{prefix}policy"})
    properties["preset"] = _axis({"enum": list(rulebook.load(game).presets)})
    if game.seats[0] < game.seats[1]:
        properties["seats"] = _axis({"type": "integer", "minimum": game.seats[0], "maximum": game.seats[1]})
    for name, entry in definitions[f"{game.name}.rules"]["properties"].items():
        bare = {key: value for key, value in entry.items() if key not in {"title", "default", "description"}}
        properties[f"rules.{name}"] = {**_axis(bare), "description": entry["description"]}
        for inside, inner in _inside(bare, definitions):
            if inside is None:
                patterns[rf"^rules\.{name}\..+$"] = _axis(inner)
            else:
                properties[f"rules.{name}.{inside}"] = _axis(inner)
    paths = {"properties": {path: axis["items"] for path, axis in properties.items()}}
    paths["patternProperties"] = {pattern: axis["items"] for pattern, axis in patterns.items()}
    case = {"type": "object", **paths, "additionalProperties": False}
    alone = {path: _or_range(axis, definitions) for path, axis in properties.items()}
    by_name = {pattern: _or_range(axis, definitions) for pattern, axis in patterns.items()}
    cases = {CASES: {"type": "object", "minProperties": 1, "additionalProperties": case}}
    definitions["Range"] = Range.model_json_schema()
    definitions[f"{game.name}.axes"] = _repeating(alone, by_name)
    return _closed(alone | _together({"$ref": f"{prefix}axes"}), by_name | cases)


def _or_range(axis: Schema, definitions: Schema) -> Schema:
    """Allow a range in place of an axis' list of values, where these can be numbers."""
    if not _is_number(axis["items"], definitions):
        return axis
    listed = {key: value for key, value in axis.items() if key not in WORDING}
    return {**_words(axis), "anyOf": [listed, {"$ref": "#/$defs/Range"}]}


def _is_number(entry: Schema, definitions: Schema) -> bool:
    if "$ref" in entry:
        return _is_number(definitions.get(entry["$ref"].removeprefix("#/$defs/"), {}), definitions)
    forms = entry.get("anyOf", ())
    return entry.get("type") in {"integer", "number"} or any(_is_number(form, definitions) for form in forms)


def _together(axes: Schema) -> Schema:
    """Return what may stand behind the words for axes that are set together."""
    sample = Sample.model_json_schema()
    sample["properties"] |= {"axes": {**axes, "minProperties": 1}}
    return {ZIP: {**axes, "minProperties": 2}, SAMPLE: sample}


def _repeating(axes: Schema, patterns: Schema) -> Schema:
    """Return axes that may have a value more than once, as those that move together may."""

    def free(axis: Schema) -> Schema:
        if "anyOf" in axis:
            return {**axis, "anyOf": [free(form) for form in axis["anyOf"]]}
        return {key: value for key, value in axis.items() if key != "uniqueItems"}

    return _closed(
        {path: free(axis) for path, axis in axes.items()}, {path: free(axis) for path, axis in patterns.items()}
    )


def _inside(entry: Schema, definitions: Schema) -> Iterable[tuple[str | None, Schema]]:
    """Yield the keys inside a mapping and what they hold; None stands for keys that the schema does not name."""
    if "$ref" in entry:
        yield from _inside(definitions[entry["$ref"].removeprefix("#/$defs/")], definitions)
    for form in entry.get("anyOf", ()):
        yield from _inside(form, definitions)
    yield from entry.get("properties", {}).items()
    rest = entry.get("additionalProperties")
    if isinstance(rest, dict):
        yield from ((key, rest) for key in entry.get("propertyNames", {}).get("enum", [None]))
