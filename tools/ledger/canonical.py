"""Canonical JSON (RFC 8785) and its SHA-256: equal facts always have equal bytes and equal hashes."""

import hashlib
import json
from collections.abc import Callable

import rfc8785
from pydantic import BaseModel, JsonValue


def canonical(value: JsonValue | BaseModel) -> str:
    """Return the canonical JSON text of a JSON value or a model (money and moments as strings)."""
    plain = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    text = _written(plain) if _is_ordinary(plain) else ""
    return text if text and text.isascii() else rfc8785.dumps(plain).decode()


_written: Callable[[object], str] = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
"""What the standard library writes is canonical where ``_is_ordinary`` holds and all of it is ASCII; it is far quicker."""
_EXACT = 2**53
"""Whole numbers from here on are refused by RFC 8785."""


def _is_ordinary(value: object) -> bool:
    """Check whether a value holds no fractions, no large numbers and nothing but texts as keys."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return True
    if isinstance(value, int):
        return kind is int and -_EXACT < value < _EXACT
    if isinstance(value, dict):
        return all(type(key) is str and _is_ordinary(one) for key, one in value.items())
    return isinstance(value, list | tuple) and all(map(_is_ordinary, value))


def sha256(text: str) -> str:
    """Return the hex SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()
