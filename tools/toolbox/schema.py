"""The schema of a tool's arguments in its shortest form: a model pays for each word of it."""

import json
from typing import Any

from pydantic import BaseModel


def schema_of(arguments: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of arguments.

    Left out are limits, of which who oversteps them is told, and that what is not needed may be null.
    """
    whole = _in_place(_bare(arguments.model_json_schema()))
    return {key: value for key, value in whole.items() if key != "$defs" or value}


_LIMITS = {
    "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum", "pattern", "format",
}  # fmt: skip
_UNSAID = frozenset({"title", "additionalProperties", "discriminator", "default", *_LIMITS})


def _bare(schema: Any, *, named: bool = False) -> Any:
    if isinstance(schema, list):
        return [_bare(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if not named:
        joined = _joined(schema).items()
        unsaid = _UNSAID | ({"description"} if "properties" in schema else set())  # what a part is says the argument
        schema = {key: value for key, value in joined if key not in unsaid}
    return {key: _bare(value, named=key in ("properties", "$defs")) for key, value in schema.items()}


def _joined(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a value of several types, null aside, in its shortest form."""
    of = [one for one in schema.get("anyOf", ()) if one != {"type": "null"}]
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    if len(of) > 1 and all("enum" in one for one in of):
        of = [{"type": "string", "enum": [word for one in of for word in one["enum"]]}]
    elif len(of) > 1 and all([*one] == ["type"] for one in of):
        of = [{"type": [one["type"] for one in of]}]
    return {**(of[0] if len(of) == 1 else {"anyOf": of} if of else {}), **rest}


def _in_place(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema in which a definition with one reference is written in its place."""
    defs, text = schema.get("$defs", {}), json.dumps(schema)
    once = {f"#/$defs/{name}": one for name, one in defs.items() if text.count(f'"#/$defs/{name}"') == 1}

    def placed(value: Any) -> Any:
        if isinstance(value, list):
            return [placed(one) for one in value]
        if not isinstance(value, dict):
            return value
        rest = {key: placed(one) for key, one in value.items() if key != "$ref"}
        ref = value.get("$ref")
        return {**placed(once[ref]), **rest} if ref in once else ({"$ref": ref} if ref else {}) | rest

    whole: dict[str, Any] = placed({key: value for key, value in schema.items() if key != "$defs"})
    kept = {name: placed(one) for name, one in defs.items() if f"#/$defs/{name}" not in once and one}
    whole = {**whole, "$defs": kept}
    if json.dumps(whole).count(json.dumps(_NAMES)[1:-1]) < _OFTEN:
        return whole
    named: dict[str, Any] = _by_reference(whole)
    return {**named, "$defs": {**named["$defs"], "Names": _NAMES}}


_NAMES, _OFTEN = {"items": {"type": "string"}, "type": "array"}, 5
"""Lists of words, and how often they stand in a schema from which on they stand there once."""


def _by_reference(value: Any) -> Any:
    """Return a schema with a reference in the place of each list of words."""
    if isinstance(value, list):
        return [_by_reference(one) for one in value]
    if not isinstance(value, dict):
        return value
    if _NAMES.items() <= value.items() and not value.keys() - {*_NAMES, "description"}:
        return {"$ref": "#/$defs/Names", **{key: value[key] for key in ("description",) if key in value}}
    return {key: _by_reference(one) for key, one in value.items()}
