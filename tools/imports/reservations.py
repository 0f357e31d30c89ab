"""Reservations in one form of schema.org, whatever form they were written in."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from tripintent.state.caps import PLANNED
from tripintent.state.designer.moments import read_moment, zone_named
from tripintent.tools.imports.structured import NAMES, Node, part, word
from tripintent.tools.imports.written_text import written_moment

KINDS: Mapping[str, str] = NAMES["kinds"]
KNOWN: Collection[str] = NAMES["known"]
LEAVE = ("Flight", "TrainTrip", "BusTrip")
"""Trips of which the day alone is known, too."""
_RENAMED: Mapping[str, str] = NAMES["renamed"]
_DROPPED: Collection[str] = NAMES["dropped"]
_STATUS = re.compile(
    r"^(?:(?:https?://(?:www\.)?schema\.org/)?|\w{1,20}:)(?:Reservation)?(Confirmed|Cancelled|Canceled|Pending|Hold)$",
    re.IGNORECASE,
)
_CONTEXT = "http://schema.org"

_OBJECTS: Mapping[str, str] = NAMES["objects"]
"""Properties that hold an object, and its type; a text in its place is its name."""
_TRIPS: Mapping[str, Sequence[str]] = NAMES["trips"]
"""The thing that each reservation is for, and the field of it that a plain text in its place fills."""


def _unpacked(nodes: list[Node], depth: int = 3) -> Iterator[Node]:
    """Yield nodes, and of a package its reservations with what it says for all of them."""
    for node in nodes:
        inner = node.get("subReservation")
        if not inner or not depth:
            yield node
            continue
        shared = {k: node[k] for k in ("reservationNumber", "reservationStatus", "underName") if node.get(k)}
        listed = inner if isinstance(inner, list) else [inner]
        many = ({**shared, **one} for one in listed if isinstance(one, Mapping) and isinstance(one.get("@type"), str))
        yield from _unpacked([{**one, "@type": one["@type"].rsplit("/", 1)[-1]} for one in many], depth - 1)


def _trip(said: object, kind: str) -> object:
    """Return what a reservation is for as an object: a text is its number or its name."""
    if kind not in _TRIPS or not isinstance(said, str | Mapping):
        return said
    of, name = _TRIPS[kind]
    if isinstance(said, str):
        return {"@type": of, name: said.strip()}
    return said if said.get("@type") else {"@type": of, **said}


def reservations_of(nodes: list[Node]) -> list[Node]:
    """Return nodes in one form; what is not a reservation, trip, event or place is left out."""
    found: list[Node] = []
    for node in _unpacked(nodes):
        kind = KINDS.get(node["@type"], node["@type"])
        if kind not in KNOWN:
            continue
        trips = node.get("reservationFor")
        base = _plain({**{k: v for k, v in node.items() if k != "reservationFor"}, "@type": kind})
        base = {"@context": _CONTEXT, **base, **_status(node, kind)}
        if (
            kind.endswith("Reservation")
            and "reservationNumber" not in base
            and (number := word(node.get("reservationId")))
        ):
            base["reservationNumber"] = number
        for said in trips if isinstance(trips, list) else [trips]:
            trip = _trip(said, kind)
            found.append({**base, **({"reservationFor": _plain(trip)} if isinstance(trip, Mapping) else {})})
            if len(found) > PLANNED:
                return found
    return found


def is_valid(reservation: Node) -> bool:
    """Tell whether a reservation says enough: a stay has both its ends, a trip a day, an event a name and a start."""
    trip = part(reservation, "reservationFor")
    kind = reservation["@type"]
    if kind == "LodgingReservation":
        return bool(reservation.get("checkinTime") and reservation.get("checkoutTime") and trip.get("name"))
    if kind in ("FlightReservation", "TrainReservation", "BusReservation", "BoatReservation"):
        return bool(trip.get("departureTime") or trip.get("departureDay"))
    if kind in ("EventReservation", "Event"):
        event = trip if kind == "EventReservation" else reservation
        return bool(event.get("name") and event.get("startDate"))
    if kind == "RentalCarReservation":
        return bool(reservation.get("pickupTime"))
    if kind == "FoodEstablishmentReservation":
        return bool(reservation.get("startTime") and trip.get("name"))
    return True


def moment_of(value: object) -> str | None:
    """Return a time of schema.org as a moment; a zone that is beside it is told by ``zone_of``."""
    said = re.sub(r"\[[\w/+-]{1,60}\]$", "", word(value) or "")
    return read_moment(re.sub(r"\.\d+(?=$|[+-Z])", "", said)) or written_moment(said) if said else None


def zone_of(value: object) -> str | None:
    """Return the zone that a time names, beside it or in brackets after it."""
    bracket = re.search(r"\[([\w/+-]{1,60})\]$", value) if isinstance(value, str) else None
    name = value.get("timezone") if isinstance(value, Mapping) else bracket and bracket[1]
    return name if isinstance(name, str) and zone_named(name) else None


def departure_day(trip: Node) -> str | None:
    """Return the day on which a trip leaves, as far as it is written."""
    day = trip.get("departureDay")
    moment = moment_of(trip.get("departureTime")) or (moment_of(day) if day else None)
    return moment[:10] if moment else None


def _status(node: Node, kind: str) -> dict[str, str]:
    if kind == "Event" and re.search(r"Cancell?ed$", word(node.get("eventStatus")) or "", re.IGNORECASE):
        return {"eventStatus": f"{_CONTEXT}/EventCancelled"}
    if not kind.endswith("Reservation"):
        return {}
    said = node.get("reservationStatus")
    named = said.get("@id") or said.get("name") if isinstance(said, Mapping) else None
    match = _STATUS.match(word(named or said) or "Confirmed")
    state = match[1].capitalize() if match else "Confirmed"
    return {"reservationStatus": f"{_CONTEXT}/Reservation{'Cancelled' if state.startswith('Cancel') else state}"}


def _plain(value: object) -> Any:
    """Return a node without what no one needs, addresses as addresses, positions as numbers, and whole days with their ends."""
    if isinstance(value, list):
        return [_plain(v) for v in value if v not in (None, "", {})]
    if not isinstance(value, Mapping):
        return value
    out: Node = {}
    for key, one in value.items():
        if key in _DROPPED or one in (None, "", []) or key == "@context":
            continue
        name = _RENAMED.get(str(key), str(key))
        out[name] = _object(_plain(one), _OBJECTS[name]) if name in _OBJECTS else _plain(one)
    return _shaped(out)


def _object(said: object, kind: str) -> object:
    """Return the value of a property for an object as an object: the first of a list; a text is its name or its code."""
    if isinstance(said, list) and kind != "Person":
        said = said[0] if said else None
    if isinstance(said, str) and said.strip():
        name = said.strip()
        return {"@type": kind, "iataCode" if kind == "Airport" and re.fullmatch("[A-Z]{3}", name) else "name": name}
    return {"@type": kind, **said} if isinstance(said, dict) and not said.get("@type") and kind == "Airport" else said


def _shaped(node: Node) -> Node:
    kind = KINDS.get(str(node.get("@type") or ""), str(node.get("@type") or ""))
    if kind:
        node["@type"] = kind
    if isinstance(node.get("address"), str):
        node["address"] = {"@type": "PostalAddress", "streetAddress": node["address"]}
    if "latitude" in node and kind != "GeoCoordinates":
        at = [degrees(node.pop(name, None)) for name in ("latitude", "longitude")]
        if None not in at:
            node["geo"] = {"@type": "GeoCoordinates", "latitude": at[0], "longitude": at[1]}
    if kind == "GeoCoordinates":
        at = [degrees(node.get(name)) for name in ("latitude", "longitude")]
        node |= dict(zip(("latitude", "longitude"), at, strict=True)) if None not in at else {}
    if kind == "Flight" and "airline" not in node and part(node, "provider"):
        node["airline"] = node.pop("provider")
    if kind == "Event":
        node |= _whole_days(node)
    if kind in LEAVE and (day := departure_day(node)) and date.fromisoformat(day).year > 1970:
        node["departureDay"] = day
        if str(node.get("departureTime")) == day:
            node.pop("departureTime")
    if kind == "Person":
        node |= _named(node)
    ticket = {
        name: node.pop(name) for name in ("ticketToken", "ticketNumber") if name in node and kind == "FlightReservation"
    }
    if ticket:
        node["reservedTicket"] = {"@type": "Ticket", **part(node, "reservedTicket"), **ticket}
    return node


def degrees(value: object) -> float | None:
    """Return an angle, with a point or a comma; None when it cannot be read."""
    try:
        return float((word(value) or "").replace(",", "."))
    except ValueError:
        return None


def _whole_days(event: Node) -> Node:
    """Return start and end of an event of whole days with the ends of the days."""
    ends = {}
    for name, clock in (("startDate", "00:00:00"), ("endDate", "23:59:59")):
        value = event.get(name)
        if isinstance(value, str) and len(value) == len("2027-01-01"):
            ends[name] = f"{value}T{clock}"
    return ends


def _named(person: Node) -> Node:
    names = [word(person.get(n)) for n in ("givenName", "familyName")]
    return {"name": " ".join(n for n in names if n)} if all(names) and not person.get("name") else {}
