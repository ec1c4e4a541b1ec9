"""What a value must be, in words: pydantic finds what is wrong, the JSON Schema of the place says what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from simlab.document.problems import KeyPath, did_you_mean, shown

Schema = Mapping[str, Any]
WORDS = {
    "string": "text",
    "boolean": "true or false",
    "null": "null",
    "integer": "a whole number",
    "number": "a number",
}


def findings(error: ValidationError, data: Any, schema: Schema) -> list[tuple[KeyPath, str]]:
    """Say in words what pydantic found.

    Parameters
    ----------
    error : what the model of `data` raised
    data : the plain data that was validated
    schema : the JSON Schema of that model; references are looked up in its ``$defs``

    Returns
    -------
    One (key path in `data`, message) for each place. Of a place with alternatives only the one that was meant is
    complained about: where something inside a value is wrong, its other possible forms are not mentioned.
    """
    messages: dict[KeyPath, str] = {}
    for found in error.errors():
        path = _in_data(found["loc"], data)
        if found["loc"][-1:] == ("[key]",):
            found["type"] = "extra_forbidden"
        elif found["type"] == "missing":
            path = (*path, found["loc"][-1])
        if path not in messages or found["type"] == "extra_forbidden":
            messages[path] = _message(found, path, schema)
    return [
        (path, message)
        for path, message in messages.items()
        if not any(len(other) > len(path) and other[: len(path)] == path for other in messages)
    ]


def _in_data(loc: KeyPath, data: Any) -> KeyPath:
    """Leave out of pydantic's location what is no key of the data: the names of a union's alternatives."""
    path: list[str | int] = []
    for step in loc:
        is_key = isinstance(data, dict) and step in data
        is_item = isinstance(data, list) and isinstance(step, int) and step < len(data)
        if is_key or is_item:
            path.append(step)
            data = data[step]
    return tuple(path)


def _message(found: Mapping[str, Any], path: KeyPath, schema: Schema) -> str:
    if found["type"] == "value_error":
        return str(found["ctx"]["error"])
    if found["type"] == "extra_forbidden":
        return unknown_key(str(path[-1]), keys_at(schema, path[:-1]))
    here = at(schema, path)
    allowed = describe(here, schema) if here is not None else "something else"
    if found["type"] == "missing":
        return f"is missing; it must be {allowed}"
    value = found["input"]
    hint = did_you_mean(value, choices(here, schema)) if isinstance(value, str) and here is not None else ""
    return f"must be {allowed}; got {shown(value)}{hint}"


def unknown_key(key: str, allowed: list[str]) -> str:
    """Say that a key is not known, which ones are, and which was probably meant."""
    return f"unknown key; allowed: {', '.join(allowed) or 'none'}{did_you_mean(key, allowed)}"


def must_be_one_of(value: Any, allowed: list[str]) -> str:
    """Say that a value is none of a few words, and which was probably meant."""
    hint = did_you_mean(value, allowed) if isinstance(value, str) else ""
    return f"must be one of {', '.join(allowed)}; got {shown(value)}{hint}"


# --- schemas ----------------------------------------------------------------------------------------------------------


def alternatives(schema: Schema, root: Schema) -> Iterator[Schema]:
    """Yield the plain schemas a schema stands for: references followed, ``anyOf`` taken apart."""
    if "$ref" in schema:
        yield from alternatives(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    elif "anyOf" in schema or "oneOf" in schema:
        for one in schema.get("anyOf", schema.get("oneOf")):
            yield from alternatives(one, root)
    else:
        yield schema


def at(root: Schema, path: KeyPath) -> Schema | None:
    """Return the schema of what stands at a key path, or None where no value may stand."""
    here: Schema = root
    for step in path:
        inner = next((found for one in alternatives(here, root) if (found := _step(one, step)) is not None), None)
        if inner is None:
            return None
        here = inner
    return here


def _step(schema: Schema, step: str | int) -> Schema | None:
    if isinstance(step, int):
        each = _items(schema)
        return each[min(step, len(each) - 1)] if each else None
    if step in schema.get("properties", {}):
        return schema["properties"][step]  # type: ignore[no-any-return]
    names = schema.get("propertyNames", {}).get("enum")
    rest = schema.get("additionalProperties")
    return rest if isinstance(rest, Mapping) and (names is None or step in names) else None


def keys_at(root: Schema, path: KeyPath) -> list[str]:
    """List the keys that the mapping at a key path may have, as far as the schema names them."""
    here = at(root, path)
    names: dict[str, None] = {}
    for one in alternatives(here, root) if here is not None else ():
        names.update(dict.fromkeys([*one.get("properties", {}), *one.get("propertyNames", {}).get("enum", ())]))
    return list(names)


def choices(schema: Schema, root: Schema) -> list[str]:
    """List the words that a value may be, as far as the schema names them."""
    found = [value for one in alternatives(schema, root) for value in one.get("enum", [one.get("const")])]
    return [value for value in found if isinstance(value, str)]


def describe(schema: Schema, root: Schema) -> str:
    """Say what a value may be: ``a number from 0.5 to 24 in steps of 0.5, or a list of 2: each …``."""
    return ", or ".join(dict.fromkeys(_describe(one, root) for one in alternatives(schema, root)))


def _describe(schema: Schema, root: Schema) -> str:
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        words = ", ".join(value if isinstance(value, str) else shown(value) for value in values)
        return f"one of {words}" if len(values) > 1 else words
    kind = schema.get("type", "")
    if kind in {"integer", "number"}:
        return WORDS[kind] + _range(schema)
    if kind == "array":
        length = f" of {schema['minItems']}" if schema.get("minItems", -1) == schema.get("maxItems") else ""
        items = list(dict.fromkeys(describe(item, root) for item in _items(schema) if item))
        each = "each " if len(items) == 1 else ""
        return f"a list{length}: {each}{', '.join(items)}" if items else f"a list{length}"
    if kind == "object":
        return "a mapping (key: value)" + _keys(schema)
    return WORDS.get(kind, "a value")


def _items(schema: Schema) -> list[Schema]:
    """Return the schemas of a list's items: one for all, or one for each place."""
    items = schema.get("prefixItems") or [schema.get("items")]
    return [item for item in items if isinstance(item, Mapping)]


def _range(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    parts = []
    if low is not None and high is not None:
        parts.append(f"from {_plain(low)} to {_plain(high)}")
    else:
        parts += [f"of at least {_plain(low)}"] if low is not None else []
        parts += [f"of at most {_plain(high)}"] if high is not None else []
    inside = [f"above {_plain(above)}"] if above is not None else []
    inside += [f"below {_plain(below)}"] if below is not None else []
    parts += [" and ".join(inside)] if inside else []
    parts += [f"in steps of {_plain(schema['multipleOf'])}"] if "multipleOf" in schema else []
    return "".join(f" {part}" for part in parts)


def _plain(number: float) -> str:
    return f"{number:,}" if isinstance(number, int) else re.sub(r"\.0$", "", f"{number:,}")


def _keys(schema: Schema) -> str:
    names = [*schema.get("properties", {}), *schema.get("propertyNames", {}).get("enum", ())]
    return f" with keys {', '.join(names)}" if names else ""
