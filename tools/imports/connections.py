"""Connections as railways write them, one line for each departure and arrival: in calendar entries, and in the tables of tickets."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from itertools import islice, pairwise

from tripintent.tools.imports.reservations import moment_of
from tripintent.tools.imports.stays import booked
from tripintent.tools.imports.structured import Node
from tripintent.tools.imports.written_text import resolved
from tripintent.tools.shipped import patterns

_PATTERNS = patterns("tools/imports/patterns.yaml", "connections")
LONGEST_LINE, MOST_LINES = 200, 200
"""Of a description that is read for its connections: lazy patterns may grow with the square of a line, so a line is short."""
_TRAIN = re.compile(r"(?:^|(?<=\s))[A-Z][A-Za-z]{0,3} ?\d{1,5}\b")
_PLATFORM = re.compile(r" +(\d{1,2}[a-z]?(?: ?[A-Z]-[A-Z])?)(?=\s|$)")
_COLUMNS = re.compile(r" {2,}(\d{1,3}) {2,}(\d{1,3})(?=\s|$)")


def connection_in(description: str, start: Node | str | None, end: Node | str | None) -> list[Node]:
    """Return the trains and buses of a description; days and zones are those of the entry's own times."""
    begin = moment_of(start)
    found: list[tuple[dict[str, str | None], re.Match[str]]] = []
    open_leg: dict[str, str | None] | None = None
    above = ""
    for line in description.split("\n")[:MOST_LINES]:
        words = " ".join(line.split()) if len(line) <= LONGEST_LINE else ""
        leg, to = _PATTERNS["leg"].match(words), _PATTERNS["to"].match(words)
        if leg and (leg["line"] or above):
            open_leg = {**leg.groupdict(), "line": leg["line"] or above}
        elif to and open_leg is not None:
            if open_leg["time"]:
                found.append((open_leg, to))
            open_leg = None
        named = _PATTERNS["above"].fullmatch(words)
        above = named["line"] if named else ""
    if not found or begin is None:
        return []
    day = datetime.fromisoformat(begin[:10])
    last = begin[11:16]
    legs = []
    for number, (said, to) in enumerate(found):
        day, last = _later(day, last, said["time"] or "")
        leave = (day, said["time"] or "")
        day, last = _later(day, last, to["time"])
        first_time = start if number == 0 else _stamp(*leave)
        last_time = end if number == len(found) - 1 and end else _stamp(day, to["time"])
        legs.append(_leg(said, to, first_time, last_time, leave[0]))
    return legs


def _later(day: datetime, last: str, clock: str) -> tuple[datetime, str]:
    clock = clock.zfill(5)
    return (day + timedelta(days=1) if clock < last else day), clock


def _stamp(day: datetime, clock: str) -> str:
    return f"{day.date().isoformat()}T{clock.zfill(5)}:00"


def _leg(
    leg: Mapping[str, str | None],
    to: Mapping[str, str | None] | re.Match[str],
    leave: Node | str | None,
    arrive: Node | str | None,
    day: datetime,
) -> Node:
    line = " ".join((leg["line"] or "").split())
    stop, kind = ("BusStop", "Bus") if line.lower().startswith("bus") else ("Station", "Train")
    trip: Node = {
        "@type": f"{kind}Trip",
        f"departure{stop}": {"@type": f"{kind}Station", "name": " ".join((leg["place"] or "").split())},
        f"arrival{stop}": {"@type": f"{kind}Station", "name": " ".join((to["place"] or "").split())},
        "departureTime": leave,
        "arrivalTime": arrive,
        "departureDay": day.date().isoformat(),
        f"{kind.lower()}Number": re.sub(r"^(Bus)(\d)", r"\1 \2", line),
    }
    for name, match in (("departurePlatform", leg), ("arrivalPlatform", to)):
        if platform := match["platform"]:
            trip[name] = platform.strip()
    return {
        "@context": "http://schema.org",
        "@type": f"{kind}Reservation",
        "reservationFor": trip,
        "reservationStatus": "http://schema.org/ReservationConfirmed",
    }


def timetable_in(text: str, today: date, sent: date | None, reference: str | None) -> list[Node]:
    """Return the trains of a ticket's table of stops: a row of place, day and hour with a train, and the row of its arrival below it."""
    rows = islice(_PATTERNS["stop"].finditer(text), MOST_LINES)
    found = (_ridden((out, to), text, (today, sent), reference) for out, to in pairwise(rows) if _is_leg(out, to, text))
    return [node for node in found if node]


def _is_leg(out: re.Match[str], to: re.Match[str], text: str) -> bool:
    ways = (out["way"] or "ab").startswith(("ab", "dep")) and (to["way"] or "an").startswith(("an", "arr"))
    named = bool(_TRAIN.search(out["rest"])) and bool(to["way"] or not _TRAIN.search(to["rest"]))
    return ways and named and not text[out.end() : to.start()].strip()


def _ridden(
    rows: tuple[re.Match[str], re.Match[str]], text: str, near: tuple[date, date | None], reference: str | None
) -> Node | None:
    ends = []
    for row in rows:
        day, month = (int(n) for n in row["day"].strip(".").split("."))
        year = row["year"] or next(iter(re.findall(rf"(?<!\d){re.escape(row['day'])}(20\d\d)", text)), None)
        ends.append(resolved((day, month, int(year) if year else None), None, *near))
    (leave, doubt), (arrive, other) = ends
    train = _TRAIN.search(rows[0]["rest"])
    if leave is None or arrive is None or train is None:
        return None
    at = [_PLATFORM.match(row["rest"]) for row in rows]
    sides = [
        {"place": row["place"], "line": train.group(), "platform": p and p[1]} for row, p in zip(rows, at, strict=True)
    ]
    days = [datetime.combine(day, datetime.min.time()) for day in (leave, arrive)]
    stamps = [_stamp(day, row["time"]) for day, row in zip(days, rows, strict=True)]
    trip = _leg(sides[0], sides[1], stamps[0], stamps[1], days[0])
    behind = rows[0]["rest"][train.end() :]
    columns = _COLUMNS.match(behind) if "Seat" in text else None
    coach, seat = (one.search(f"{behind} {rows[1]['rest']}") for one in (_PATTERNS["coach"], _PATTERNS["seat"]))
    numbers = columns.groups() if columns else (coach[1], seat[1]) if coach and seat else ()
    place = {"@type": "Seat", **dict(zip(("seatSection", "seatNumber"), numbers, strict=False))}
    ticket = {"reservedTicket": {"@type": "Ticket", "ticketedSeat": place}} if numbers else {}
    return booked(str(trip["@type"]), reference, [doubt, other], reservationFor=trip["reservationFor"], **ticket)
