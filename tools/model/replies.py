"""A model's structured reply as values, or the reason why it cannot be read; where a quote in it is in the message."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

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


_BLANKS = re.compile(r"\s+")
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})


class Quote(NamedTuple):
    """A stretch of the message."""

    text: str
    start: int
    end: int


def find_quote(text: str, quote: str) -> Quote | None:
    """Return where the quote is in the text, whole words, whatever its case, blanks and kind of quotes; or None."""
    words = [re.escape(word) for word in _BLANKS.split(_plain(quote).strip()) if word]
    if not words:
        return None
    found = re.search(r"(?<!\w)" + r"\s+".join(words) + r"(?!\w)", _plain(text), re.IGNORECASE)
    return None if found is None else Quote(text[found.start() : found.end()], found.start(), found.end())


def _plain(text: str) -> str:
    """Return a text of the same length with straight quotes and dashes."""
    return text.translate(_STRAIGHT)
