"""A model's structured reply as values, or the reason why it cannot be read, and the strict JSON schema that asks for it."""

import json
from collections.abc import Iterator
from typing import Any

from langchain_core.messages import AIMessage
from pydantic import BaseModel

from tripintent.tools.errors import LanguageUnavailable

LONGEST = 200_000
"""Characters of a reply in which JSON is looked for."""
TRIES = 200
"""Opening brackets at which an object may begin."""
_THINKS, _THOUGHT = "<think>", "</think>"
_DECODER = json.JSONDecoder()


def json_in(message: AIMessage, key: str | None = None) -> dict[str, object]:
    """Return the JSON object of a reply that has the key: of a tool call, or the first one among other words.

    Fences, thoughts before it and words around it are passed over. Raises LanguageUnavailable ``malformed``.
    """
    if message.invalid_tool_calls:
        raise LanguageUnavailable("malformed")
    if message.tool_calls:
        objects: Iterator[dict[str, object]] = (call["args"] for call in message.tool_calls)
    else:
        objects = (one for text in _texts(message) for one in _objects(text))
    for one in objects:
        found = _with(one, key)
        if found is not None:
            return found
    raise LanguageUnavailable("malformed")


def spoken(text: str) -> str:
    """Return what a reply says without what it thought aloud before; nothing while it still thinks."""
    before, thought, after = text.rpartition(_THOUGHT)
    if thought:
        return after.lstrip()
    return "" if _thinking(before + after) else text


def _thinking(text: str) -> bool:
    """Say whether a text is a thought without its end; a piece of the mark may be all that has come so far."""
    start = text.lstrip()
    return start.startswith(_THINKS) or (bool(start) and _THINKS.startswith(start))


def _texts(message: AIMessage) -> Iterator[str]:
    """Yield where the answer may be: what was said, or, where nothing was, what was thought."""
    said = spoken(str(message.text)[:LONGEST])
    yield said
    if not said.strip():
        yield str(message.additional_kwargs.get("reasoning_content", ""))[:LONGEST]


def _objects(text: str) -> Iterator[dict[str, object]]:
    """Yield the outermost JSON objects of a text."""
    start = text.find("{")
    for _ in range(TRIES):
        if start < 0:
            return
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):  # words in brackets, or brackets without end
            end = start + 1
        else:
            yield value
        start = text.find("{", end)


def _with(value: dict[str, object], key: str | None) -> dict[str, object] | None:
    """Return the object with the key: itself, or the arguments of a call that was written as text."""
    if key is None or key in value:
        return value
    inner = (value.get(name) for name in ("arguments", "parameters", "args"))
    return next((one for one in inner if isinstance(one, dict) and key in one), None)


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
