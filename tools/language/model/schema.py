"""A pydantic model's JSON schema in the strict form of structured outputs."""

from typing import Any

from pydantic import BaseModel

_LEFT_OUT = ("title", "default", "maxItems", "maxLength", "minLength", "discriminator")
"""Keywords that strict structured outputs refuse or that say nothing to a model."""


def strict_schema(shape: type[BaseModel]) -> dict[str, Any]:
    """Return a schema in which every property is required and no other is allowed, as strict mode demands."""
    schema: dict[str, Any] = _strict(shape.model_json_schema())
    return schema


def _strict(node: Any) -> Any:
    if isinstance(node, list):
        return [_strict(part) for part in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:  # strict mode takes no word beside a reference
        return {"$ref": node["$ref"]}
    kept = {"anyOf" if k == "oneOf" else k: v for k, v in node.items() if k not in _LEFT_OUT}
    if "anyOf" in kept and all(set(one) == {"type"} for one in kept["anyOf"]):
        kept["type"] = [one["type"] for one in kept.pop("anyOf")]  # a plain value or null
    if "properties" in kept:
        properties = {name: _strict(part) for name, part in kept.pop("properties").items()}
        rest = {k: _strict(v) for k, v in kept.items() if k != "description"}  # the prompt says what a kind is for
        return {**rest, "properties": properties, "required": list(properties), "additionalProperties": False}
    return {key: _strict(value) for key, value in kept.items()}
