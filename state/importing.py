"""Foreign documents: what of them may be taken over, and what is only kept.

Request, party, itinerary, preferences and constraints are imported; everything else (their policy, quotes, holds, bookings …)
and whatever has a wrong type is kept in ``extras.imported`` and never acted on.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel

from tripintent.state.patch import PatchError, merge_model
from tripintent.state.trip import TripIntent

IMPORTED = ("party", "itinerary", "preferences", "constraints")
REQUEST = ("locale", "timezone")


class Imported(NamedTuple):
    """The merge of a patch, what was kept aside, and the paths whose values could not be used."""

    merge: dict[str, Any]
    kept: dict[str, Any]
    problems: tuple[str, ...]


def import_document(document: Mapping[str, Any]) -> Imported:
    """Read a foreign document; no content of it makes this fail."""
    merge: dict[str, Any] = {}
    kept: dict[str, Any] = {}
    problems: list[str] = []
    blank = TripIntent()
    for key, value in document.items():
        if key == "request" and isinstance(value, Mapping):
            value = {k: v for k, v in value.items() if k in REQUEST}
        elif key not in IMPORTED:
            kept[key] = value
            continue
        _take(blank, key, _tidied(key, value), key, merge, kept, problems)
    return Imported(merge, kept, tuple(problems))


def _take(
    model: BaseModel, key: str, value: Any, path: str, merge: dict[str, Any], kept: dict[str, Any], problems: list[str]
) -> None:
    """Take one value over; a block that does not fit as a whole is tried field by field."""
    try:
        merge_model(model, {key: value})
    except PatchError:
        inner = getattr(model, key, None)
        if not (isinstance(inner, BaseModel) and isinstance(value, Mapping)):
            kept[path] = value
            problems.append(path)
            return
        block: dict[str, Any] = {}
        for name, part in value.items():
            _take(inner, name, part, f"{path}.{name}", block, kept, problems)
        if block:
            merge[key] = block
    else:
        merge[key] = value


def _tidied(key: str, value: Any) -> Any:
    """Turn the older spellings of a block into ours: string places, counts as text."""
    if not isinstance(value, Mapping):
        return value
    if key == "itinerary" and isinstance(value.get("segments"), list):
        return {**value, "segments": [_segment(s) for s in value["segments"]]}
    if key == "party" and isinstance(value.get("travelers"), Mapping):
        counts = {k: _count(v) for k, v in value["travelers"].items() if k != "traveler_ids"}
        return {**value, "travelers": counts}
    if key == "constraints" and isinstance(value.get("budget_total"), (int, float, str)):
        return {
            **value,
            "budget_total": {"amount": str(value["budget_total"]), "currency": value.get("currency") or "USD"},
        }
    return value


def _segment(raw: Any) -> Any:
    if not isinstance(raw, Mapping):
        return raw
    return {k: _point(v) if k in ("origin", "destination") else v for k, v in raw.items()}


def _point(raw: Any) -> Any:
    if isinstance(raw, str):
        return {"code": raw, "said": raw}
    return {} if raw is None else raw


def _count(raw: Any) -> Any:
    if isinstance(raw, str):
        return int(raw) if raw.strip().isdigit() else None
    return raw
