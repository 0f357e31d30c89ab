"""The intent as others hand it over and are told it: what may be taken over of foreign documents, and words for tools.

Request, party, itinerary, preferences and constraints are imported; everything else (their policy, quotes, holds, bookings …)
and whatever has a wrong type is kept in ``extras.imported`` and never acted on. So are the ids of profiles: whoever could name
one would open somebody's birth date and cards. They come from the run's context alone. Tools are told words, codes and dates, never
the whole document.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel, JsonValue

from tripintent.state.itinerary import Point
from tripintent.state.patch import PatchError, merge_model
from tripintent.state.questions.plan import currency_of
from tripintent.state.questions.stays import effective_stays, room_occupancies
from tripintent.state.trip import TripIntent

IMPORTED = ("party", "itinerary", "preferences", "constraints")
REQUEST = ("locale", "timezone")
EXTERNAL = {"trip_id": "external_id"}
"""Fields that are kept under another name: a trip's own id is never one that somebody sent."""
PROFILES = "traveler_profile_ids"
_THERE_AND_BACK = 2


class ImportedDocument(NamedTuple):
    """The merge of a patch, what was kept aside, and the paths whose values could not be used."""

    merge: dict[str, Any]
    kept: dict[str, object]
    problems: list[str]


def import_document(document: Mapping[str, object]) -> ImportedDocument:
    """Read a foreign document; no content of it makes this fail."""
    imported = ImportedDocument({}, {}, [])
    for key, value in document.items():
        if key == "request" and isinstance(value, Mapping):
            wanted: object = {k: v for k, v in value.items() if k in REQUEST}
            if rest := {k: v for k, v in value.items() if k not in REQUEST}:
                imported.kept[key] = rest
        elif key in EXTERNAL and value:
            wanted = value
        elif key in IMPORTED:
            wanted = _tidied(key, _counted(_without_profiles(value, imported), imported) if key == "party" else value)
        else:
            imported.kept[key] = value
            continue
        _take(TripIntent(), (EXTERNAL.get(key, key),), wanted, imported.merge, imported)
    return imported


def _without_profiles(party: object, imported: ImportedDocument) -> object:
    """Return the party without the ids of profiles, which are kept aside."""
    if not isinstance(party, Mapping):
        return party
    if PROFILES in party:
        imported.kept[f"party.{PROFILES}"] = party[PROFILES]
    return {name: part for name, part in party.items() if name != PROFILES}


def _counted(party: object, imported: ImportedDocument) -> object:
    """Return the party with counts as numbers; what is not a count of people is kept aside, and named."""
    if not isinstance(party, Mapping) or not isinstance(party.get("travelers"), Mapping):
        return party
    counts: dict[str, object] = {}
    for name, raw in party["travelers"].items():
        count = int(raw) if isinstance(raw, str) and raw.strip().isdecimal() else raw
        if isinstance(count, str) or (isinstance(count, int | float) and count < 0):
            _keep(("party", "travelers", str(name)), raw, imported)
        elif name != "traveler_ids":
            counts[str(name)] = count
    return {**party, "travelers": counts}


def _take(
    model: BaseModel, path: tuple[str, ...], value: object, into: dict[str, object], imported: ImportedDocument
) -> None:
    """Take one value over; a block that does not fit as a whole is tried field by field."""
    key = path[-1]
    try:
        merge_model(model, {key: value})
    except PatchError:
        inner, row = getattr(model, key, None), _row_of(model, key)
        if isinstance(inner, BaseModel) and isinstance(value, Mapping):
            taken: object = _fields(inner, path, value, imported)
        elif row is not None and isinstance(value, list):
            taken = _rows(row, path, value, imported)
        else:
            taken = None
            _keep(path, value, imported)
        if taken:
            into[key] = taken
    else:
        into[key] = value


def _fields(
    model: BaseModel, path: tuple[str, ...], value: Mapping[str, object], imported: ImportedDocument
) -> dict[str, object]:
    block: dict[str, object] = {}
    for name, part in value.items():
        _take(model, (*path, str(name)), part, block, imported)
    return block


def _rows(
    row: type[BaseModel], path: tuple[str, ...], value: Sequence[object], imported: ImportedDocument
) -> list[object]:
    """Return the rows of a list that say something; a wrong row, or one wrong field of a row, loses only itself."""
    rows: list[object] = []
    for number, part in enumerate(value):
        here = (*path[:-1], f"{path[-1]}[{number}]")
        if not isinstance(part, Mapping):
            _keep(here, part, imported)
        elif taken := _fields(row(), here, part, imported):
            rows.append(taken)
    return rows


def _row_of(model: BaseModel, key: str) -> type[BaseModel] | None:
    """Return what a list of the model is made of, where its rows can begin empty."""
    field = type(model).model_fields.get(key)
    kinds = [one for one in get_args(field.annotation) if isinstance(one, type)] if field else []
    rows = [one for one in kinds if issubclass(one, BaseModel)]
    return rows[0] if rows and not any(one.is_required() for one in rows[0].model_fields.values()) else None


def _keep(path: tuple[str, ...], value: object, imported: ImportedDocument) -> None:
    imported.kept[".".join(path)] = value
    imported.problems.append(".".join(path))


def _tidied(key: str, value: object) -> object:
    """Turn the older spellings of a block into ours: string places, a budget without its currency."""
    if not isinstance(value, Mapping):
        return value
    if key == "itinerary" and isinstance(value.get("segments"), list):
        segments = [_segment(s) for s in value["segments"]]
        return {**value, "trip_type": value.get("trip_type") or _kind_of(segments), "segments": segments}
    if key == "constraints" and isinstance(value.get("budget_total"), (int, float, str)):
        return {
            **value,
            "budget_total": {"amount": str(value["budget_total"]), "currency": value.get("currency") or "USD"},
        }
    return value


def _kind_of(segments: Sequence[object]) -> str | None:
    """Return what the legs themselves say of the kind of trip, where the document leaves it open."""
    ends = [(_code(one.get("origin")), _code(one.get("destination"))) for one in segments if isinstance(one, Mapping)]
    if len(ends) == _THERE_AND_BACK and ends[0] == ends[1][::-1]:
        return "round_trip"
    return "multi_city" if len(ends) > 1 else None


def _code(point: object) -> object:
    return point.get("code") if isinstance(point, Mapping) else None


def _segment(raw: object) -> object:
    if not isinstance(raw, Mapping):
        return raw
    return {k: _point(v) if k in ("origin", "destination") else v for k, v in raw.items()}


def _point(raw: object) -> object:
    if isinstance(raw, str):
        return {"code": raw, "said": raw}
    return {} if raw is None else raw


def intent_summary(trip: TripIntent) -> dict[str, JsonValue]:
    """Return origin, destination, legs, stays with the rooms of each, dates, heads, cabin and limits; null is unsaid."""
    segments, flight, hotel = trip.itinerary.segments, trip.preferences.flight, trip.preferences.hotel
    budget = trip.constraints.budget_total
    legs: list[JsonValue] = [
        {"origin": _end(leg.origin), "destination": _end(leg.destination), "depart_date": leg.depart_date}
        for leg in segments
    ]
    days = [leg.depart_date for leg in segments]
    stays: list[dict[str, JsonValue]] = [
        {
            "location_code": stay.location_code,
            "check_in": stay.check_in,
            "check_out": stay.check_out,
            "rooms": len(room_occupancies(trip, stay, trip.party.members(stay.traveler_ids))),
        }
        for stay in effective_stays(trip)
    ]
    sleeps = stays[0]["location_code"] if stays else None
    heads = trip.party.travelers
    return {
        "origin": _end(segments[0].origin) if segments else None,
        "destination": _end(segments[0].destination) if segments else sleeps,
        "trip_type": trip.itinerary.trip_type,
        "segments": legs,
        "stays": list[JsonValue](stays),
        "dates": {"departure_date": days[0] if days else None, "return_date": days[-1] if len(days) > 1 else None},
        "travelers": {"adults": heads.adults, "children": heads.children, "infants": heads.infants},
        "cabin": flight.cabin,
        "constraints": {
            "budget_total": budget.model_dump(mode="json") if budget else None,
            "currency": currency_of(trip),
            "refundable_only": trip.constraints.refundable_preference == "refundable",
            "max_stops": flight.max_stops,
            "preferred_airlines": list(flight.preferred_airlines),
            "avoid_red_eye": flight.avoid_red_eye,
            "hotel_star_min": hotel.star_min,
        },
    }


def _end(point: Point) -> str | None:
    return point.code or point.said
