"""Completing a reservation from what is known of places: codes of airports by name, countries, positions, zones of times."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache

from babel.core import get_global

from tripintent.state.designer.moments import has_time, zone_named
from tripintent.state.designer.parts import Location
from tripintent.tools.imports.boarding import read_pass, reservation_of
from tripintent.tools.imports.merging import merged_node
from tripintent.tools.imports.reservations import LEAVE, departure_day, moment_of, zone_of
from tripintent.tools.imports.structured import NAMES, Node, part, word
from tripintent.tools.places.atlas import GazetteerAtlas
from tripintent.tools.places.gazetteer import Gazetteer

_TIMES: Mapping[str, Sequence[str]] = NAMES["times"]
_LOCAL: Mapping[str, str] = NAMES["local"]
"""Times of what is at one place, and where that place is."""
LONGEST_NAME = 200
"""Of a place that is looked up: catalogues know none that is longer."""
_NO_TOWN = re.compile(r"[A-Z]{2}|[\w-]*\d[\w-]*")
"""Postal codes and regions beside a town."""
_PLACES = tuple(name for names in _TIMES.values() for name in names)


@lru_cache(1)
def _gazetteer() -> Gazetteer:
    return Gazetteer()


@lru_cache(1)
def _atlas() -> GazetteerAtlas:
    return GazetteerAtlas(_gazetteer())


def completed(reservation: Node) -> Node:
    """Return a reservation with what its places and its barcode add. Nothing is invented: an unknown place stays as it is."""
    node = _with_pass(reservation)
    zone = node.pop("calendarZone", None)
    if isinstance(node.get("reservationFor"), Mapping):
        node["reservationFor"] = _at_its_place(completed_trip(part(node, "reservationFor")), zone)
    node = _at_its_place(node, zone)
    holders = (node, part(node, "reservationFor"))
    if any(_is_utc(holder.get(name)) for holder in holders for name in (*_TIMES, *_LOCAL)):
        node["doubts"] = sorted({*node.get("doubts", ()), "time_utc"})
    return node


def _is_utc(value: object) -> bool:
    return zone_of(value) is None and (moment_of(value) or "").endswith("Z")


def _at_its_place(node: Node, zone: str | None) -> Node:
    """Return a thing whose times in UTC are those of its place, or of its calendar. Midnight in UTC of a stay is a day without an hour."""
    out = dict(node)
    for name, where in _LOCAL.items():
        moment = moment_of(node.get(name)) or ""
        if moment and _elsewhere(node[name], part(node, where)):
            out[name] = moment[:19]
        if not _is_utc(node.get(name)):
            continue
        if name in ("checkinTime", "checkoutTime") and moment[11:16] == "00:00":
            out[name] = moment[:10]
            continue
        place = part(node, where) or (part(node, "pickupLocation") if name == "dropoffTime" else {})
        out[name] = _zoned(node[name], {**place, **({"zone": zone} if zone else {})}, None)
    return out


def _elsewhere(value: object, place: Node) -> bool:
    """Tell whether a time names a zone whose clocks nowhere in the country of its place show: then its hour is the local one."""
    country, said = word(part(place, "address").get("addressCountry")), zone_of(value)
    there = [zone for zone, of in get_global("zone_territories").items() if of == country]
    if not said or not there:
        return False
    at = datetime.fromisoformat((moment_of(value) or "")[:19])
    offsets = [zone.utcoffset(at) for name in (said, *there) if (zone := zone_named(name))]
    return offsets[0] not in offsets[1:]


def completed_trip(trip: Node) -> Node:
    """Return a trip with codes, countries and positions of its airports, and with times in their zones."""
    out = {k: _place(v) if k in _PLACES and isinstance(v, Mapping) else v for k, v in trip.items()}
    day = departure_day(out)
    if day and out.get("@type") in LEAVE:
        out["departureDay"] = day
    ends = [moment_of(out.get(name)) or "" for name in ("departureTime", "arrivalTime")]
    earlier = all(ends) and ends[1][:16] < ends[0][:16]  # by the clock: then only the zones tell
    for name, places in _TIMES.items():
        place = next((out[p] for p in places if isinstance(out.get(p), Mapping)), None)
        if name in out and place is not None:
            sure = place if earlier or _is_utc(out[name]) else {**place, "name": ""}
            out[name] = _zoned(out[name], sure, day if name == "boardingTime" else None)
    return out


def _with_pass(node: Node) -> Node:
    token = word(part(node, "reservedTicket").get("ticketToken")) or ""
    scanned = (
        read_pass(token.removeprefix("aztecCode:").removeprefix("qrCode:"))
        if node["@type"] == "FlightReservation"
        else None
    )
    if scanned is None:
        return node
    trip = part(node, "reservationFor")
    wanted = (trip.get("flightNumber"), part(trip, "departureAirport").get("iataCode"))
    leg = next(
        (x for x in scanned.legs if wanted in ((None, None), (x.number, x.origin)) or x.number == wanted[0]),
        scanned.legs[0],
    )
    return merged_node(reservation_of(leg, scanned.name, None, token), node)


def _place(place: Mapping[str, object]) -> Node:
    out = dict(place)
    if out.get("@type") != "Airport":
        return out
    code = word(out.get("iataCode")) or _code((word(out.get("name")) or "")[:LONGEST_NAME])
    airport = _gazetteer().airports_for(code)[:1] if code else ()
    if not airport:
        return out
    out["iataCode"] = code
    out.setdefault("address", {"@type": "PostalAddress", "addressCountry": airport[0].country})
    out.setdefault("geo", {"@type": "GeoCoordinates", "latitude": airport[0].lat, "longitude": airport[0].lon})
    return out


def _code(name: str) -> str | None:
    """Return the code of an airport by its name; None where the name could be several, or none that is known."""
    written = re.search(r"\(([A-Z]{3})\)", name)
    if written:
        return written[1]
    for said in (name, name.split(",", maxsplit=1)[0], " ".join(name.replace(",", " ").replace("-", " ").split())):
        place = _gazetteer().resolve(re.sub(r",? [A-Z]{2}$", "", said))
        if place.code and not place.candidates and place.kind == "airport":
            return place.code
    return None


def _zoned(value: object, place: Mapping[str, object], day: str | None) -> object:
    moment = moment_of(_on(day, value) if day else value)
    zone = zone_of(value) or _zone(place)
    if moment is None or not has_time(moment) or zone is None:
        return value
    there, found = zone_named(zone), datetime.fromisoformat(moment)
    if there is None:
        return value
    aware = found.astimezone(there) if found.tzinfo else found.replace(tzinfo=there)
    return {"@type": "QDateTime", "@value": aware.isoformat(timespec="seconds"), "timezone": zone}


def _on(day: str, value: object) -> object:
    """Return a time of day on its day: programs write one without a day into the years 1 or 1899."""
    written = value.get("@value") if isinstance(value, Mapping) else value
    if not isinstance(written, str) or not re.match(r"(?:0001|18\d\d)-\d\d-\d\dT", written):
        return value
    return f"{day}{written[10:]}"


def _zone(place: Mapping[str, object]) -> str | None:
    code = word(place.get("iataCode"))
    airports = _gazetteer().airports_for(code) if code else ()
    if airports:
        return airports[0].zone
    address = part(place, "address")
    country, town = word(address.get("addressCountry")), word(address.get("addressLocality"))
    said = (town, country) if town else _town(place)
    found = _atlas().zone(Location(name=said[0][:LONGEST_NAME], country=said[1])) if said else None
    return found or word(place.get("zone"))


def _town(place: Mapping[str, object]) -> tuple[str, str | None] | None:
    """Return the town, and the country where it is said, that the name of a place tells: of a station its first words, else one of its parts."""
    name = (word(place.get("name")) or "")[:LONGEST_NAME]
    if str(place.get("@type")).endswith(("Station", "Stop", "Terminal")):
        words = name.replace(",", " ").split()
        parts = [" ".join(words[:count]) for count in range(len(words), 0, -1)]
    else:
        parts = [
            name,
            *(" ".join(x for x in p.split() if not _NO_TOWN.fullmatch(x)) for p in reversed(name.split(","))),
        ]
    known = [found for one in parts if one and not (found := _gazetteer().resolve(one)).candidates]
    country = next((one.country for one in known if one.kind == "country"), None)
    town = next((one.name for one in known if one.kind in ("city", "metro") and one.name), None)
    return (town, country) if town else None
