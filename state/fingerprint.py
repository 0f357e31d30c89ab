"""Fingerprints: the same question always has the same short name."""

import hashlib
import json
from collections.abc import Mapping

from pydantic import BaseModel


def fingerprint(*parts: object) -> str:
    """Return 16 hex digits of the SHA-256 of the parts' canonical JSON (64 bits: enough to tell a trip's questions apart)."""
    text = json.dumps([_plain(p) for p in parts], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: object) -> object:
    """Return JSON-able plain data."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, (tuple, list)):
        return [_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)
