"""A host's extracted intent as arguments of ``update_trip``: what is null or absent there was not said."""

from typing import Any

from tripintent.tools.host.shapes import HostIntent, HostSegment

_PLAIN = 2
"""Legs of a plain trip: out, and back."""


def changes_of(intent: HostIntent, known: int = 0) -> dict[str, Any]:
    """Return the changes; ``known`` is how many legs the trip has. Partial rows change the leg of their number.

    Rows that are whole are the journey: two that lead there and back are a plain trip, others its legs.
    """
    found = _journey(intent, known)
    heads, lodging, wishes = intent.travelers, intent.lodging, intent.constraints
    if heads:
        found["party"] = {n: v for n, v in (("adults", heads.adults), ("infants", heads.infants)) if v is not None}
    hotel = {
        "needed": lodging.needed if lodging else None,
        "area": next((one.location_hint for one in (lodging, *intent.stays) if one and one.location_hint), None),
        "rooms": next((one.rooms for one in (lodging, *intent.stays) if one and one.rooms), None),
        "stars_min": max(
            (one.star_min for one in (wishes, lodging, *intent.stays) if one and one.star_min), default=None
        ),
    }
    flights: dict[str, Any] = {"cabin": intent.cabin}
    if wishes:
        if wishes.budget_total:
            found["budget"] = {"trip": wishes.budget_total.model_dump(mode="json")}
        hotel["refundable"] = flights["refundable"] = wishes.refundable_only
        flights |= {"max_stops": wishes.max_stops, "avoid_red_eye": wishes.avoid_red_eye}
        if wishes.preferred_airlines:
            flights["airlines"] = {"prefer": [*wishes.preferred_airlines]}
    found |= {"lodging": _said(hotel), "flights": _said(flights)}
    return {name: value for name, value in found.items() if value not in ({}, None)}


def _journey(intent: HostIntent, known: int) -> dict[str, Any]:
    rows = [_leg(one) for one in intent.segments]
    whole = bool(rows) and all("origin" in one and "destination" in one for one in rows)
    found: dict[str, Any] = {}
    if whole and _there_and_back(rows):
        found = {
            "origin": rows[0]["origin"],
            "stops": [{"place": rows[0]["destination"]}],
            "depart": rows[0].get("day"),
        }
        found["return_day"] = rows[1].get("day") if len(rows) == _PLAIN else None
    elif whole and len(rows) >= known:
        found["legs"] = rows
    elif rows:
        found["legs"] = [{"leg": n, **one} for n, one in enumerate(rows, 1) if one]
    if intent.origin:
        found["origin"] = _place(intent.origin)
    if intent.destination and "stops" not in found:
        found["stops"] = [{"place": _place(intent.destination)}]
    if intent.trip_type == "one_way":
        found["one_way"] = True
    if intent.dates:
        found |= _said({"depart": _day(intent.dates.departure_date), "return_day": _day(intent.dates.return_date)})
    stays = [
        _said(
            {
                "place": one.location_code or one.destination,
                "arrive": _day(one.check_in),
                "leave": _day(one.check_out),
                "nights": one.number_of_nights,
            }
        )
        for one in intent.stays
        if one
    ]
    if any(len(one) > 1 for one in stays) and all("place" in one for one in stays):
        found["stops"] = stays
    return _said(found)


def _there_and_back(rows: list[dict[str, Any]]) -> bool:
    if len(rows) > _PLAIN:
        return False
    return len(rows) == 1 or (rows[0]["destination"], rows[0]["origin"]) == (rows[1]["origin"], rows[1]["destination"])


def _leg(row: HostSegment | None) -> dict[str, Any]:
    if row is None:
        return {}
    leg = {"origin": _place(row.origin), "destination": _place(row.destination), "day": _day(row.depart_date)}
    return _said(leg)


def _place(said: str | dict[str, Any] | None) -> str | None:
    if isinstance(said, dict):
        return next((str(said[name]) for name in ("code", "name", "said") if said.get(name)), None)
    return said


def _day(day: Any) -> dict[str, str] | None:
    return {"day": day.isoformat()} if day else None


def _said(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
