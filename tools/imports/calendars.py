"""Calendar files (RFC 5545): events, connections of railways, reservations that another program put into them."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice

from tripintent.state.caps import PLANNED
from tripintent.state.designer.moments import read_moment, zone_named
from tripintent.tools.imports.reservations import moment_of, reservations_of
from tripintent.tools.imports.structured import Node, nodes_in, part

LONGEST_LINE, MOST_LINES = 200, 200
"""Of a description that is read for its connections: lazy patterns may grow with the square of a line, so a line is short."""
_LEG = re.compile(
    r"^(?:fra|ab|odj\.?|from|dep\.?|de|da|van|od)\s+(?:(?P<time>\d{1,2}:\d{2})\s+)?(?P<place>.+?)"
    r"(?:\s-\s(?P<label>\D{1,20}?)\s?(?P<platform>\d[\w ,-]*?))?\s?\((?P<line>[^()]*)\)$"
)
_TO = re.compile(
    r"^(?:til|an|p\S{1,4}j\.?|prz\.?|to|arr\.?|à|a|naar|do)\s+(?P<time>\d{1,2}:\d{2})\s+(?P<place>.+?)"
    r"(?:\s-\s(?P<label>\D{1,20}?)\s?(?P<platform>\d[\w ,-]*))?$"
)
_FLIGHT = re.compile(
    r"\b(?:flight number|flight)\s{0,8}:\s{0,8}(?P<airline>[A-Z0-9]{2})\s?(?P<number>\d{1,4})", re.IGNORECASE
)
_TRAIN = re.compile(r"\btrain\s{0,8}:\s{0,8}(?P<number>[A-Z0-9]{2,3} ?\d{1,5})", re.IGNORECASE)
_REFERENCE = re.compile(
    r"\b(?:booking reference|reservation (?:number|code)|confirmation(?: number)?|PNR)\s{0,8}:?\s{0,8}(?P<ref>[A-Z0-9]{5,8})\b",
    re.IGNORECASE,
)
_FROM = re.compile(r"\bFrom:\s{0,8}(?P<name>[^\n]{1,80}?)\((?P<code>[A-Z]{3})\)")
_AT = re.compile(r"\b(?:At|To):\s{0,8}(?P<name>[^\n]{1,80}?)\((?P<code>[A-Z]{3})\)")
_OPERATOR = re.compile(r"\bOperated by:\s{0,8}(?P<name>[^\n]{1,200})")
_ADDRESS = re.compile(r"(?P<name>[^\n(]{1,200}?)\s{0,8}\((?P<address>[^()]{1,400})\)")
_COUNTRIES = {
    "germany": "DE",
    "france": "FR",
    "italy": "IT",
    "spain": "ES",
    "united kingdom": "GB",
    "uk": "GB",
    "usa": "US",
    "austria": "AT",
    "netherlands": "NL",
    "switzerland": "CH",
    "portugal": "PT",
    "belgium": "BE",
}


def read_calendar(text: str) -> list[Node]:
    """Return the reservations and events of a calendar; a broken event is left out, the others stay."""
    return [node for event in islice(_events(text), PLANNED + 1) for node in _of_event(event)]


Fields = dict[str, tuple[dict[str, str], str]]


def _events(text: str) -> Iterator[Fields]:
    lines = re.sub(r"\n[ \t]", "", text.replace("\r\n", "\n")).split("\n")
    fields: Fields | None = None
    for line in lines:
        if line.strip() == "BEGIN:VEVENT":
            fields = {}
        elif line.strip() == "END:VEVENT" and fields is not None:
            yield fields
            fields = None
        elif fields is not None and ":" in line:
            match = re.match(r'((?:[^":;]+)(?:;[^=:;]+=(?:"[^"]*"|[^":;]*))*):(.*)', line)
            if match:
                name, *params = match[1].split(";")
                values = dict(p.split("=", 1) for p in params if "=" in p)
                fields[name.upper()] = ({k.upper(): v.strip('"') for k, v in values.items()}, match[2])


def _text(fields: Fields, name: str) -> str:
    raw = fields.get(name, ({}, ""))[1]
    return (
        raw.replace("\\n", "\n")
        .replace("\\N", "\n")
        .replace("\\,", ",")
        .replace("\\;", ";")
        .replace("\\\\", "\\")
        .strip()
    )


def _time(fields: Fields, name: str) -> Node | str | None:
    """Return a time with its zone, a plain date, or a local time; none when it cannot be read."""
    params, raw = fields.get(name, ({}, ""))
    day = re.fullmatch(r"(\d{4})(\d\d)(\d\d)", raw)
    if day:
        return read_moment(f"{day[1]}-{day[2]}-{day[3]}")
    match = re.fullmatch(r"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(Z?)", raw)
    if not match:
        return None
    moment = f"{match[1]}-{match[2]}-{match[3]}T{match[4]}:{match[5]}:{match[6] or '00'}"
    if read_moment(moment) is None:
        return None
    if match[7]:
        return f"{moment}Z"
    called = params.get("TZID")
    zone = zone_named(called) if called else None
    if zone is None:
        return moment
    aware = datetime.fromisoformat(moment).replace(tzinfo=zone)
    return {"@type": "QDateTime", "@value": aware.isoformat(timespec="seconds"), "timezone": called}


def _of_event(fields: Fields) -> list[Node]:
    stored = next((fields[k][1] for k in fields if k.startswith("X-KDE-KITINERARY-RESERVATION")), None)
    if stored:
        raw = stored.replace("\\,", ",").replace("\\;", ";").replace("\\\\", "\\")
        return reservations_of(nodes_in(raw))
    legs = _connection(fields)
    if legs:
        return legs
    description = _text(fields, "DESCRIPTION")
    return _ticket(fields, description) or _plain_event(fields, description)


def _connection(fields: Fields) -> list[Node]:
    """Read the description of a railway's calendar entry: one line for each departure, one for each arrival."""
    start, end = _time(fields, "DTSTART"), _time(fields, "DTEND")
    begin = moment_of(start)
    found: list[tuple[re.Match[str], re.Match[str]]] = []
    open_leg: re.Match[str] | None = None
    for line in _text(fields, "DESCRIPTION").split("\n")[:MOST_LINES]:
        words = " ".join(line.split()) if len(line) <= LONGEST_LINE else ""
        leg, to = _LEG.match(words), _TO.match(words)
        if leg:
            open_leg = leg
        elif to and open_leg is not None:
            if open_leg["time"]:
                found.append((open_leg, to))
            open_leg = None
    if not found or begin is None:
        return []
    day = datetime.fromisoformat(begin[:10])
    last = begin[11:16]
    legs = []
    for number, (leg, to) in enumerate(found):
        day, last = _later(day, last, leg["time"])
        leave = (day, leg["time"])
        day, last = _later(day, last, to["time"])
        first_time = start if number == 0 else _stamp(*leave)
        last_time = end if number == len(found) - 1 and end else _stamp(day, to["time"])
        legs.append(_leg(leg, to, first_time, last_time, leave[0]))
    return legs


def _later(day: datetime, last: str, clock: str) -> tuple[datetime, str]:
    clock = clock.zfill(5)
    return (day + timedelta(days=1) if clock < last else day), clock


def _stamp(day: datetime, clock: str) -> str:
    return f"{day.date().isoformat()}T{clock.zfill(5)}:00"


def _leg(
    leg: re.Match[str], to: re.Match[str], leave: Node | str | None, arrive: Node | str | None, day: datetime
) -> Node:
    line = " ".join(leg["line"].split())
    bus = line.lower().startswith("bus")
    stop, kind = ("BusStop", "Bus") if bus else ("Station", "Train")
    trip: Node = {
        "@type": f"{kind}Trip",
        f"departure{stop}": {"@type": f"{kind}Station", "name": " ".join(leg["place"].split())},
        f"arrival{stop}": {"@type": f"{kind}Station", "name": " ".join(to["place"].split())},
        "departureTime": leave,
        "arrivalTime": arrive,
        "departureDay": day.date().isoformat(),
        f"{kind.lower()}Number": re.sub(r"^(Bus)(\d)", r"\1 \2", line),
    }
    for name, match in (("departurePlatform", leg), ("arrivalPlatform", to)):
        if match["platform"]:
            trip[name] = match["platform"].strip()
    return {
        "@context": "http://schema.org",
        "@type": f"{kind}Reservation",
        "reservationFor": trip,
        "reservationStatus": "http://schema.org/ReservationConfirmed",
    }


def _ticket(fields: Fields, description: str) -> list[Node]:
    """Read an airline's entry: number, places with codes, and the reference; times are those of the event itself."""
    flight, train = _FLIGHT.search(description), _TRAIN.search(description)
    origin, destination = _FROM.search(description), _AT.search(description)
    if not (flight or train) or not origin or not destination:
        return []
    operator, reference = _OPERATOR.search(description), _REFERENCE.search(description)
    by: Node = {"name": operator["name"].strip()} if operator else {}
    trip = _flight_trip(flight, origin, destination, by) if flight else _train_trip(train, origin, destination, by)
    trip |= {"departureTime": _time(fields, "DTSTART"), "arrivalTime": _time(fields, "DTEND")}
    kind = "FlightReservation" if flight else "TrainReservation"
    node: Node = {"@context": "http://schema.org", "@type": kind, "reservationFor": trip}
    node["reservationStatus"] = "http://schema.org/ReservationConfirmed"
    return [{**node, "reservationNumber": reference["ref"]} if reference else node]


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


def _plain_event(fields: Fields, description: str) -> list[Node]:
    """Return an event as an event, whatever words stand in its title: a reading of Wilde's is no ride."""
    name, start = _text(fields, "SUMMARY"), _time(fields, "DTSTART")
    if not name or start is None:
        return []
    event: Node = {"@context": "http://schema.org", "@type": "Event", "name": name, "startDate": start}
    place = _place(_text(fields, "LOCATION"))
    optional = (
        ("endDate", _time(fields, "DTEND")),
        ("description", description),
        ("url", _text(fields, "URL")),
        ("location", place),
    )
    event |= {key: value for key, value in optional if value}
    if _text(fields, "STATUS").upper() == "CANCELLED":
        event["eventStatus"] = "http://schema.org/EventCancelled"
    return [event]


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


def calendar_event(reservation: Node) -> dict[str, object]:
    """Return when a reservation takes place in a calendar: start, end, whole days, and whether it takes one's time.

    Stays are whole days up to the one after the check-out; cancelled things, stays and hired cars take no time.
    """
    kind = str(reservation["@type"])
    trip = part(reservation, "reservationFor")
    cancelled = "Cancelled" in str(reservation.get("reservationStatus"))
    clear = cancelled or kind in ("LodgingReservation", "RentalCarReservation")
    names = {
        "LodgingReservation": (reservation.get("checkinTime"), reservation.get("checkoutTime")),
        "RentalCarReservation": (reservation.get("pickupTime"), reservation.get("dropoffTime")),
        "EventReservation": (trip.get("startDate"), trip.get("endDate")),
        "Event": (reservation.get("startDate"), reservation.get("endDate")),
        "FoodEstablishmentReservation": (reservation.get("startTime"), reservation.get("endTime")),
    }
    start, end = names.get(kind, (trip.get("departureTime"), trip.get("arrivalTime")))
    begin, finish = (str(t["@value"] if isinstance(t, dict) else t or "") for t in (start, end))
    whole = kind == "LodgingReservation" or (begin[11:19] == "00:00:00" and finish[11:16] == "23:59")
    if whole:
        until = datetime.fromisoformat(finish[:10]) + timedelta(days=1)
        return {"start": begin[:10], "end": until.date().isoformat(), "transparent": clear}
    return {"start": begin, "end": finish, "transparent": clear}


def calendar_times(text: str) -> dict[str, object]:
    """Return the same facts of the first event of a calendar, for comparing."""
    fields = next(_events(text), {})
    start, end = _time(fields, "DTSTART"), _time(fields, "DTEND")
    values = [t["@value"] if isinstance(t, dict) else t for t in (start, end)]
    return {"start": values[0], "end": values[1], "transparent": _text(fields, "TRANSP") == "TRANSPARENT"}
