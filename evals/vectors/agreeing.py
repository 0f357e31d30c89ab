"""When a result agrees with a recorded one: in ids, codes, times, flags and numbers, never in message text."""

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from pydantic import JsonValue

WORDING = frozenset({"message", "description", "reason", "note", "hint", "summary", "explanation", "suggestion"})


def difference(expected: JsonValue, ours: JsonValue, path: str = "") -> str:
    """Return the first place where two values differ, with both; empty when they agree.

    Every key that was recorded must agree (one recorded as null may be absent); ours may have more. Lists have the same
    length and order. Two ways to write one instant agree.
    """
    if isinstance(expected, Mapping):
        return _of_mappings(expected, ours, path)
    if isinstance(expected, Sequence) and not isinstance(expected, str):
        return _of_lists(expected, ours, path)
    return "" if _same(expected, ours) else f"{path or '.'}: expected {expected!r}, ours {ours!r}"


def _of_mappings(expected: Mapping[str, JsonValue], ours: JsonValue, path: str) -> str:
    if not isinstance(ours, Mapping):
        return f"{path or '.'}: expected {dict(expected)!r}, ours {ours!r}"
    for key, value in expected.items():
        if key in WORDING and isinstance(value, str):
            continue
        found = difference(value, ours.get(key), f"{path}.{key}" if path else key)
        if found:
            return found
    return ""


def _of_lists(expected: Sequence[JsonValue], ours: JsonValue, path: str) -> str:
    if not isinstance(ours, Sequence) or isinstance(ours, str):
        return f"{path or '.'}: expected {list(expected)!r}, ours {ours!r}"
    if len(expected) != len(ours):
        return f"{path or '.'}: expected {len(expected)} ({list(expected)!r}), ours {len(ours)} ({list(ours)!r})"
    pairs = zip(expected, ours, strict=True)
    return next((found for at, (a, b) in enumerate(pairs) if (found := difference(a, b, f"{path}[{at}]"))), "")


def _same(expected: JsonValue, ours: JsonValue) -> bool:
    if isinstance(expected, bool) or isinstance(ours, bool):
        return expected is ours
    if isinstance(expected, int | float) and isinstance(ours, int | float):
        return math.isclose(expected, ours, rel_tol=1e-6, abs_tol=1e-9)
    if isinstance(expected, str) and isinstance(ours, str) and expected != ours:
        first = _instant(expected)
        return first is not None and first == _instant(ours)
    return expected == ours


def _instant(text: str) -> datetime | None:
    """Return the instant that a text writes; None for anything but a date with a time."""
    if len(text) < len("2026-01-01T00:00") or "T" not in text:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.astimezone(UTC) if found.tzinfo else None
