"""Canonical JSON (RFC 8785) and its SHA-256: equal facts always have equal bytes and equal hashes."""

import hashlib

import rfc8785
from pydantic import BaseModel, JsonValue


def canonical(value: JsonValue | BaseModel) -> str:
    """Return the canonical JSON text of a JSON value or a model (money and moments as strings)."""
    plain = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    return rfc8785.dumps(plain).decode()


def sha256(text: str) -> str:
    """Return the hex SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()
