"""Calendars: events, connections of railways, airlines' entries, reservations that a program put into them."""

import re
from collections.abc import Mapping
from itertools import islice

from tripintent.state.caps import PLANNED
from tripintent.tools.imports.calendar_files import STORED, CalendarEntry
from tripintent.tools.imports.connections import connection_in
from tripintent.tools.imports.repeats import entries_of
from tripintent.tools.imports.reservations import reservations_of
from tripintent.tools.imports.structured import NAMES, Node, StructuredFound, nodes_in, part
from tripintent.tools.shipped import patterns

_PATTERNS = patterns("tools/imports/patterns.yaml", "calendars")
_ADDRESS = re.compile(r"(?P<name>[^\n(]{1,200}?)\s{0,8}\((?P<address>[^()]{1,400})\)")
LONGEST_TITLE = 2_000
_OURS = "@tripintent"
_OUR_REFERENCE = re.compile(r"(?:[^:\n]{1,30}[::]\s?)?(?P<ref>[A-Z0-9-]{5,20})(?:;[^\n]*)?(?:\n|$)")
_COUNTRIES: Mapping[str, str] = NAMES["countries"]


def read_calendar(text: str) -> StructuredFound:
    """Return the reservations and events of a calendar; a broken event is left out and said, the others stay."""
    nodes: list[Node] = []
    warnings: list[str] = []
    for entry in islice(entries_of(text), PLANNED + 1):
        found = _of_event(entry)
        found = [{**node, "calendarZone": entry.zone} for node in found] if entry.zone else found
        nodes += [_cancelled(node) for node in found] if entry.cancelled else found
        odd = {
            "not_a_segment": not found or bool(entry.event.errors),
            "repeats": "RRULE" in entry.event or "RDATE" in entry.event,
            "zone_unknown": entry.zone_unknown(),
            "broken_json": entry.broken,
        }
        warnings += [code for code, is_so in odd.items() if is_so]
    return StructuredFound(_stays(nodes), tuple(dict.fromkeys(warnings)))


def _stays(nodes: list[Node]) -> list[Node]:
    """Return events with an arrival at a house and the next departure from it as one stay."""
    kept: list[Node] = []
    for node in nodes:
        match = _PATTERNS["arrives"].fullmatch(str(node.get("name", ""))) if node["@type"] == "Event" else None
        arrival = next(
            (one for one in reversed(kept) if match and match["out"] and one.get("arrives") == match["house"]), None
        )
        if match and arrival and "checkoutTime" not in arrival["stay"]:
            arrival["stay"] |= {"checkoutTime": node["startDate"]}
            continue
        kept.append({**node, "arrives": match["house"], "stay": {}} if match and not match["out"] else node)
    return [_stay(node) if "arrives" in node else node for node in kept]


def _stay(node: Node) -> Node:
    plain = {k: v for k, v in node.items() if k not in ("arrives", "stay")}
    if not node["stay"]:
        return plain
    number = _PATTERNS["reference"].search(str(node.get("description", "")))
    house = {
        "@type": "LodgingBusiness",
        "name": node["arrives"],
        **({"address": a} if (a := part(node, "location").get("name")) else {}),
    }
    shared = {k: node[k] for k in ("calendarZone",) if k in node}
    stay: Node = {"@type": "LodgingReservation", **shared, **({"reservationNumber": number["ref"]} if number else {})}
    return reservations_of([{**stay, "checkinTime": node["startDate"], **node["stay"], "reservationFor": house}])[0]


def _cancelled(node: Node) -> Node:
    name = "reservationStatus" if str(node["@type"]).endswith("Reservation") else "eventStatus"
    return {**node, name: f"http://schema.org/{'Reservation' if name != 'eventStatus' else 'Event'}Cancelled"}


def _of_event(entry: CalendarEntry) -> list[Node]:
    stored = str(entry.event.get(STORED, ""))
    if stored:
        raw = stored.replace("\\,", ",").replace("\\;", ";").replace("\\\\", "\\")
        found = reservations_of(nodes_in(raw))
        if found:
            return found
    description = entry.text("DESCRIPTION")
    legs = connection_in(description, entry.start(), entry.end())
    return (
        legs
        or _ticket(entry, description)
        or _ours(entry, description)
        or _mailbox(entry)
        or _plain_event(entry, description)
    )


def _mailbox(entry: CalendarEntry) -> list[Node]:
    """Read the entry that a mailbox makes of a flight: where to and the number in the title, where from in the place."""
    match = _PATTERNS["to"].fullmatch(entry.text("SUMMARY")[:LONGEST_TITLE])
    place = _PATTERNS["place_code"].fullmatch(entry.text("LOCATION")[:LONGEST_TITLE])
    if not match or not place:
        return []
    trip: Node = {
        "@type": "Flight",
        "airline": {"@type": "Airline", "iataCode": match["airline"]},
        "flightNumber": match["number"],
    }
    trip["departureAirport"] = {"@type": "Airport", "iataCode": place["code"], "name": place["name"].strip()}
    trip["arrivalAirport"] = {"@type": "Airport", "name": match["place"]}
    return [_reserved(entry, "FlightReservation", trip, entry.text("DESCRIPTION"))]


def _ticket(entry: CalendarEntry, description: str) -> list[Node]:
    """Read an airline's entry: number, places with codes, and the reference; times are those of the event itself."""
    flight, train = _PATTERNS["flight"].search(description), _PATTERNS["train"].search(description)
    origin, destination = _PATTERNS["from"].search(description), _PATTERNS["at"].search(description)
    if not (flight or train) or not origin or not destination:
        return _routed(entry, description)
    operator = _PATTERNS["operator"].search(description)
    by: Node = {"name": operator["name"].strip()} if operator else {}
    trip = _flight_trip(flight, origin, destination, by) if flight else _train_trip(train, origin, destination, by)
    return [_reserved(entry, "FlightReservation" if flight else "TrainReservation", trip, description)]


def _routed(entry: CalendarEntry, description: str) -> list[Node]:
    """Read a flight whose number and codes stand together, ``AB 123 LIS–OSL``, in the title or in the description."""
    route = _PATTERNS["route"].search(entry.text("SUMMARY")[:LONGEST_TITLE]) or _PATTERNS["route"].search(
        description[:LONGEST_TITLE]
    )
    if not route:
        return []
    ends = [{"@type": "Airport", "iataCode": route[name]} for name in ("origin", "destination")]
    name = route["name"].strip(" :-") if _is_ours(entry) else ""
    airline = {"@type": "Airline", "iataCode": route["airline"], **({"name": name} if name else {})}
    trip = {"@type": "Flight", "airline": airline, "flightNumber": route["number"]}
    trip |= {"departureAirport": ends[0], "arrivalAirport": ends[1]}
    return [_reserved(entry, "FlightReservation", trip, description)]


def _reserved(entry: CalendarEntry, kind: str, trip: Node, description: str) -> Node:
    reference = _PATTERNS["reference"].search(description) or (
        _OUR_REFERENCE.match(description) if _is_ours(entry) else None
    )
    trip |= {"departureTime": entry.start(), "arrivalTime": entry.end()}
    node: Node = {"@context": "http://schema.org", "@type": kind, "reservationFor": trip}
    node["reservationStatus"] = "http://schema.org/ReservationConfirmed"
    return {**node, "reservationNumber": reference["ref"]} if reference else node


def _is_ours(entry: CalendarEntry) -> bool:
    return entry.text("UID").endswith(_OURS)


def _ours(entry: CalendarEntry, description: str) -> list[Node]:
    """Read a stay of our own calendar: whole days that take no time, with the address after the name."""
    name, leave = entry.text("SUMMARY"), entry.day_after()
    if not _is_ours(entry) or entry.text("TRANSP").upper() != "TRANSPARENT" or not leave or not name:
        return []
    address = entry.text("LOCATION").removeprefix(name).strip(" ,")
    house: Node = {"@type": "LodgingBusiness", "name": name, **({"address": address} if address else {})}
    node = _reserved(entry, "LodgingReservation", house, description)
    days = {"checkinTime": entry.start(), "checkoutTime": leave}
    kept = {k: v for k, v in house.items() if k not in ("departureTime", "arrivalTime")}
    return reservations_of([{**node, **days, "reservationFor": kept}])


def _flight_trip(number: re.Match[str], origin: re.Match[str], destination: re.Match[str], by: Node) -> Node:
    ends = [{"@type": "Airport", "iataCode": m["code"], "name": m["name"].strip()} for m in (origin, destination)]
    return {
        "@type": "Flight",
        "departureAirport": ends[0],
        "arrivalAirport": ends[1],
        "airline": {"@type": "Airline", "iataCode": number["airline"], **by},
        "flightNumber": number["number"],
    }


def _train_trip(number: re.Match[str] | None, origin: re.Match[str], destination: re.Match[str], by: Node) -> Node:
    ends = [
        {"@type": "TrainStation", "identifier": f"iata:{m['code']}", "name": m["name"].strip()}
        for m in (origin, destination)
    ]
    trip: Node = {"@type": "TrainTrip", "departureStation": ends[0], "arrivalStation": ends[1]}
    trip["trainNumber"] = number["number"] if number else ""
    return {**trip, "provider": {"@type": "Organization", **by}} if by else trip


def _plain_event(entry: CalendarEntry, description: str) -> list[Node]:
    """Return an event as an event, whatever words are in its title: a reading of Wilde's is not a ride."""
    name, start = entry.text("SUMMARY"), entry.start()
    if not name or start is None:
        return []
    event: Node = {"@context": "http://schema.org", "@type": "Event", "name": name, "startDate": start}
    optional = (
        ("endDate", entry.end()),
        ("description", description),
        ("url", entry.text("URL")),
        ("location", _place(entry.text("LOCATION"))),
    )
    return [event | {key: value for key, value in optional if value}]


def _place(text: str) -> Node | None:
    if not text:
        return None
    match = _ADDRESS.fullmatch(text)
    parts = [p for part in match["address"].split(",") if (p := part.strip())] if match else []
    if not match or not parts:
        return {"@type": "Place", "name": text}
    address: Node = {"@type": "PostalAddress", "streetAddress": parts[0]}
    rest = parts[1:]
    if rest:
        country, _, _ = rest[-1].partition(" ") if rest[-1].split()[-1].isdigit() else (rest[-1], "", "")
        code = _COUNTRIES.get(country.casefold())
        if code:
            address["addressCountry"] = code
            rest = rest[:-1]
    if rest:
        address["addressLocality"] = rest[0]
    if len(rest) > 1 and re.fullmatch(r"[A-Z]{2}", rest[1]):
        address["addressRegion"] = rest[1]
    return {"@type": "Place", "name": match["name"], "address": address}
