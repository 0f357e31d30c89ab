"""Descriptions of railways' calendar entries: one line for each departure, one for each arrival."""

import re
from datetime import datetime, timedelta

from tripintent.tools.imports.reservations import moment_of
from tripintent.tools.imports.structured import Node

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


def connection_in(description: str, start: Node | str | None, end: Node | str | None) -> list[Node]:
    """Return the trains and buses of a description; days and zones are those of the entry's own times."""
    begin = moment_of(start)
    found: list[tuple[re.Match[str], re.Match[str]]] = []
    open_leg: re.Match[str] | None = None
    for line in description.split("\n")[:MOST_LINES]:
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
