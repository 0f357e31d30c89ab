"""A model's structured reply as values, or the reason why it cannot be read."""

import json
from collections.abc import Iterator

from langchain_core.messages import AIMessage

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
