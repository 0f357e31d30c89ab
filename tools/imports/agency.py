"""Lines of agencies' booking systems: a number, a flight, its class, its day, two airports, its state, two hours."""

import re
from datetime import date, timedelta
from itertools import islice

from tripintent.state.caps import PLANNED
from tripintent.tools.imports.stays import booked
from tripintent.tools.imports.structured import Node
from tripintent.tools.imports.written_text import resolved

_LINE = re.compile(
    r"^\s{0,4}\d{1,2}[ .]{1,3}(?P<airline>[A-Z]{2}|[A-Z]\d|\d[A-Z])\s{0,3}(?P<number>\d{1,4})\s{0,2}[A-Z]\s{1,3}(?P<day>\d\d)(?P<month>[A-Z]{3})"
    r"(?P<year>\d\d)?(?:\s{1,3}(?P<weekday>[A-Z1-7])\*?)?\s{1,3}(?P<origin>[A-Z]{3})(?P<destination>[A-Z]{3})[\s*]{1,3}[A-Z]{2}\d{1,2}\s{1,4}"
    r"(?P<out>\d{3,4}[AP]?)\s{1,4}(?P<next>#)?(?P<back>\d{3,4}[AP]?)(?:\+(?P<plus>\d)|\s{1,3}(?P<late>\d\d[A-Z]{3}))?(?P<rest>[^\n]{0,80})$"
    r"(?:\n\s{1,20}OPERATED BY (?P<by>[^\n]{2,60}))?",
    re.MULTILINE,
)
_NAME = re.compile(r"^\s{0,4}1\.1([A-Z-]{2,40})/([A-Z-]{1,40})\s*$", re.MULTILINE)
_WEEKDAYS = {name: number % 7 for number, name in enumerate("1234567MTWQFJS")}
_MONTHS = {
    m: n for n, m in enumerate(["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"], 1)
}


def agency_lines(text: str, today: date, sent: date | None) -> list[Node]:
    """Return the flights of such lines. The year that they leave out is the one whose weekday fits."""
    found = (_flight(match, today, sent) for match in islice(_LINE.finditer(text), PLANNED + 1))
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
