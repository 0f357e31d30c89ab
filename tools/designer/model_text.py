"""The text of a model, as a person may see it: prose without JSON, also while it is still being written."""

import json
import re

_FENCED = re.compile(r"```(?:json)?\s*.*?(?:```|$)", re.DOTALL)
_SPACES = re.compile(r"\n{3,}")


def clean_text(text: str) -> str:
    """Return a finished reply without JSON: the ``message`` of one that is a JSON object, else the prose around it."""
    stripped = text.strip()
    whole = _object(stripped)
    if whole is not None:
        return str(whole.get("message", "")).strip()
    prose = _FENCED.sub("", stripped)
    return _SPACES.sub("\n\n", _without_objects(prose)).strip()


def shown_so_far(text: str) -> str:
    """Return what may be shown of a reply that is being written: nothing of a JSON object before it is complete."""
    stripped = text.strip()
    whole = _object(stripped)
    if whole is not None:
        return str(whole.get("message", "")).strip()
    starts = [at for mark in ("```", "{") if (at := stripped.find(mark)) >= 0]
    return stripped[: min(starts)].strip() if starts else stripped


def starts_json(text: str) -> bool:
    """Tell whether a text begins as JSON: a fence or a brace."""
    return text.lstrip().startswith(("```json", "{"))


def has_complete_json(text: str) -> bool:
    """Tell whether a text that begins as JSON holds one whole object or fenced block."""
    stripped = text.strip()
    if stripped.startswith("```"):
        return stripped.count("```") >= 2
    return stripped.startswith("{") and _end_of_object(stripped, 0) is not None


def _object(text: str) -> dict[str, object] | None:
    fenced = re.fullmatch(r"```(?:json)?\s*(.*?)```", text, re.DOTALL)
    try:
        found = json.loads(fenced[1] if fenced else text, strict=False)
    except ValueError:
        return None
    return found if isinstance(found, dict) and "message" in found else None


def _without_objects(text: str) -> str:
    """Return a text with every JSON object cut out; one that never ends takes the rest of the text with it."""
    kept, at = [], 0
    while (start := text.find("{", at)) >= 0:
        kept.append(text[at:start])
        end = _end_of_object(text, start)
        if end is None:
            return "".join(kept)
        at = end
    return "".join((*kept, text[at:]))


def _end_of_object(text: str, start: int) -> int | None:
    depth, quoted, escaped = 0, False, False
    for at in range(start, len(text)):
        letter = text[at]
        if escaped:
            escaped = False
        elif letter == "\\":
            escaped = quoted
        elif letter == '"':
            quoted = not quoted
        elif not quoted and letter in "{}":
            depth += 1 if letter == "{" else -1
            if depth == 0:
                return at + 1
    return None
