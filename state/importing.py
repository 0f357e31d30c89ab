"""Foreign documents: what of them may be taken over, and what is only kept.

Request, party, itinerary, preferences and constraints are imported; everything else (their policy, quotes, holds, bookings …)
and whatever has a wrong type is kept in ``extras.imported`` and never acted on. So are the ids of profiles: whoever could name
one would open somebody's birth date and cards. They come from the run's context alone.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel

from tripintent.state.patch import PatchError, merge_model
from tripintent.state.trip import TripIntent

IMPORTED = ("party", "itinerary", "preferences", "constraints")
REQUEST = ("locale", "timezone")
PROFILES = "traveler_profile_ids"


class Imported(NamedTuple):
    """The merge of a patch, what was kept aside, and the paths whose values could not be used."""

    merge: dict[str, Any]
    kept: dict[str, Any]
    problems: list[str]


def import_document(document: Mapping[str, object]) -> Imported:
    """Read a foreign document; no content of it makes this fail."""
    imported = Imported({}, {}, [])
    for key, value in document.items():
        if key == "request" and isinstance(value, Mapping):
            wanted: object = {k: v for k, v in value.items() if k in REQUEST}
        elif key in IMPORTED:
            wanted = _tidied(key, _without_profiles(value, imported) if key == "party" else value)
        else:
            imported.kept[key] = value
            continue
        _take(TripIntent(), (key,), wanted, imported.merge, imported)
    return imported


def _without_profiles(party: object, imported: Imported) -> object:
    """Return the party without the ids of profiles, which are kept aside."""
    if not isinstance(party, Mapping):
        return party
    if PROFILES in party:
        imported.kept[f"party.{PROFILES}"] = party[PROFILES]
    return {name: part for name, part in party.items() if name != PROFILES}


def _take(model: BaseModel, path: tuple[str, ...], value: object, into: dict[str, object], imported: Imported) -> None:
    """Take one value over; a block that does not fit as a whole is tried field by field."""
    key = path[-1]
    try:
        merge_model(model, {key: value})
    except PatchError:
        inner = getattr(model, key, None)
        if not (isinstance(inner, BaseModel) and isinstance(value, Mapping)):
            imported.kept[".".join(path)] = value
            imported.problems.append(".".join(path))
            return
        block: dict[str, object] = {}
        for name, part in value.items():
            _take(inner, (*path, str(name)), part, block, imported)
        if block:
            into[key] = block
    else:
        into[key] = value


def _tidied(key: str, value: object) -> object:
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


def _segment(raw: object) -> object:
    if not isinstance(raw, Mapping):
        return raw
    return {k: _point(v) if k in ("origin", "destination") else v for k, v in raw.items()}


def _point(raw: object) -> object:
    if isinstance(raw, str):
        return {"code": raw, "said": raw}
    return {} if raw is None else raw


def _count(raw: object) -> object:
    if isinstance(raw, str):
        return int(raw) if raw.strip().isdigit() else None
    return raw
