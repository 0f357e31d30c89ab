"""Stays, tables and tickets in the words of a text (a house with its two days, a thing with a day and an hour), and lines of agencies.

A line of an agency's booking system is a number, a flight, its class, its day, two airports, its state, two hours.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import islice
from typing import Literal

from tripintent.state.caps import PLANNED
from tripintent.tools.imports.structured import Node
from tripintent.tools.imports.written_text import WrittenClock, WrittenDay, WrittenText, resolved
from tripintent.tools.shipped import patterns

LONGEST_BLOCK = 4_000
"""Characters of the text about one thing."""
_WINDOW = 120
"""Characters after the label of an arrival in which its day and hour are looked for, in its line or below it."""
_PATTERNS = patterns("tools/imports/patterns.yaml", "stays")
_SUBJECT = re.compile(r"^Subject:[ \t]{0,8}(?P<text>.{1,300})", re.MULTILINE)


def stay_in(written: WrittenText, reference: str | None) -> Node | None:
    """Return the stay of a text; None where its house or one of its days is not written."""
    arrive, leave = _labelled(written, "in"), _labelled(written, "out")
    subject = _SUBJECT.search(written.bare)
    named = _PATTERNS["named"].search(subject["text"].strip()) if subject else None
    house = _PATTERNS["house"].search(written.bare, subject.end() if subject else 0) or _PATTERNS["house"].search(
        written.bare
    )
    name = house["name"] or house["whole"] or house["end"] if house else named["name"] if named else ""
    if not arrive or not leave or leave[0].day <= arrive[0].day or not name.strip(" :"):
        return None
    doubts = [one.doubt for pair in (arrive, leave) for one in pair if one]
    ends = [f"{day.day.isoformat()}{f'T{clock.stamp}' if clock else ''}" for day, clock in (arrive, leave)]
    return booked(
        "LodgingReservation",
        reference,
        doubts,
        reservationFor={"@type": "LodgingBusiness", "name": " ".join(name.split()).strip(" :-–")},
        checkinTime=ends[0],
        checkoutTime=ends[1],
    )


def _labelled(written: WrittenText, end: Literal["in", "out"]) -> tuple[WrittenDay, WrittenClock | None] | None:
    """Return the day behind the first label that has one, and the hour behind that; the other label ends what is behind it."""
    other = _PATTERNS["out" if end == "in" else "in"]
    for match in _PATTERNS[end].finditer(written.bare):
        after = other.search(written.bare, match.end(), match.end() + _WINDOW)
        until = after.start() if after else match.end() + _WINDOW
        day = next((one for one in written.days if match.end() <= one.start < until), None)
        if day:
            return day, next((one for one in written.clocks if match.end() <= one.start < until), None)
    return None


def visit_in(written: WrittenText, reference: str | None) -> Iterator[Node]:
    """Yield a table or a ticket with a day and a time; the name is in the subject, or behind "at"."""
    text = written.text
    table = _PATTERNS["table"].search(text)
    if not table and not (_PATTERNS["ticket"].search(text) and reference):
        return
    subject = _SUBJECT.search(text)
    named = _PATTERNS["named"].search(subject["text"].strip()) if subject else None
    begin = subject.end() if subject else 0
    sentence = max(begin, text.rfind(".", begin, max(begin, table.start())) if table else begin)
    days = [one for one in written.days if one.start >= begin]
    day = next((one for one in days if one.start >= sentence), days[0] if days else None)
    clock = next((one for one in written.clocks if sentence <= one.start < sentence + LONGEST_BLOCK), None)
    if not named or not day or not clock:
        return
    place: Node = {"@type": "FoodEstablishment" if table else "Event", "name": named["name"].strip()}
    street = _PATTERNS["street"].search(text, begin)
    if street:
        place["address"] = {"@type": "PostalAddress", "streetAddress": street["street"].strip()}
    start, doubts = f"{day.day.isoformat()}T{clock.stamp}", [day.doubt, clock.doubt]
    if table:
        yield booked("FoodEstablishmentReservation", reference, doubts, reservationFor=place, startTime=start)
    else:
        yield booked("EventReservation", reference, doubts, reservationFor={**place, "startDate": start})


def booked(kind: str, reference: str | None, doubts: Iterable[str], **fields: object) -> Node:
    """Return a reservation of a text with its number, and the codes of what is doubted in it."""
    node: Node = {
        "@context": "http://schema.org",
        "@type": kind,
        "reservationStatus": "http://schema.org/ReservationConfirmed",
    }
    said = [code for code in dict.fromkeys(doubts) if code]
    return {
        **node,
        **({"reservationNumber": reference} if reference else {}),
        **({"doubts": said} if said else {}),
        **fields,
    }


_NAME = re.compile(r"^\s{0,4}1\.1([A-Z-]{2,40})/([A-Z-]{1,40})\s*$", re.MULTILINE)
_WEEKDAYS = {name: number % 7 for number, name in enumerate("1234567MTWQFJS")}
_MONTHS = {
    m: n for n, m in enumerate(["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"], 1)
}


def agency_lines(text: str, today: date, sent: date | None) -> list[Node]:
    """Return the flights of such lines. The year that they leave out is the one whose weekday fits."""
    found = (_flight(match, today, sent) for match in islice(_PATTERNS["line"].finditer(text), PLANNED + 1))
    names = _NAME.findall(text)
    person = {"@type": "Person", "familyName": names[0][0], "givenName": names[0][1]} if len(names) == 1 else {}
    who = {"underName": {**person, "name": f"{names[0][1]} {names[0][0]}"}} if person else {}
    return [node | who for node in found if node]


def _flight(match: re.Match[str], today: date, sent: date | None) -> Node | None:
    month, weekday = _MONTHS.get(match["month"]), _WEEKDAYS.get(match["weekday"])
    year = 2000 + int(match["year"]) if match["year"] else None
    day, doubt = resolved((int(match["day"]), month or 0, year), weekday, today, sent)
    out, back = _hour(match["out"]), _hour(match["back"])
    if day is None or not out or not back:
        return None
    plus = int(match["plus"] or 0) or int(bool(match["next"]) or back < out)
    arrival = day + timedelta(days=plus)
    late = match["late"]
    if late and (month := _MONTHS.get(late[2:])):
        arrival = resolved((int(late[:2]), month, None), None, day, day)[0] or arrival
    trip: Node = {
        "@type": "Flight",
        "airline": {"@type": "Airline", "iataCode": match["airline"], **({"name": match["by"]} if match["by"] else {})},
        "flightNumber": match["number"],
    }
    for name, code in (("departureAirport", "origin"), ("arrivalAirport", "destination")):
        trip[name] = {"@type": "Airport", "iataCode": match[code]}
    trip |= {"departureDay": day.isoformat(), "departureTime": f"{day}T{out}", "arrivalTime": f"{arrival}T{back}"}
    number = re.search(r"/([A-Z0-9]{6})\b", match["rest"])
    return booked("FlightReservation", number[1] if number else None, [doubt], reservationFor=trip)


def _hour(said: str) -> str | None:
    """Return an hour of ``610P`` or ``1810`` as ``18:10:00``."""
    digits = said.rstrip("AP").zfill(4)
    hour = int(digits[:2]) % 12 + 12 * (said[-1] == "P") if said[-1] in "AP" else int(digits[:2])
    return f"{hour:02d}:{digits[2:]}:00" if hour < 24 and int(digits[2:]) < 60 else None
