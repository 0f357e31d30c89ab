"""Stays, tables and tickets in the words of a text (a house with its two days, a thing with a day and an hour), and lines of agencies.

A line of an agency's booking system is a number, a flight, its class, its day, two airports, its state, two hours.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import islice

from tripintent.state.caps import PLANNED
from tripintent.tools.imports.structured import Node
from tripintent.tools.imports.written_text import WrittenClock, WrittenDay, WrittenText, resolved

LONGEST_BLOCK = 4_000
"""Characters of the text about one thing."""
_WINDOW = 120
"""Characters after the label of an arrival in which its day and hour are looked for, in its line or below it."""
_HOUSE = re.compile(
    r"\b(?i:hotel|property|unterkunft|accommodation|alojamiento|alloggio|h[oô]tel|hébergement)\b[ \t]{0,8}:\s{0,8}(?P<name>[^\W\d_][^\n,.]{2,50})"
    r"|\b(?P<whole>(?:Hotel|Hôtel|Hostel|Hostal|Albergo|Pousada|Pens[aã]o|Pensione?|Gasthof|Gästehaus|Parador|Riad)[ \t]{1,3}"
    r"(?:(?:du|des?|d'|la|le|les|del|dell[ao']|do|da|am|an|zum|zur|the)[ \t]{1,3}){0,2}[A-ZÀ-Þ][^\n,.:;(]{1,50})"
    r"|\b(?P<end>(?:[A-ZÀ-Þ][\w'’&-]{1,30}[ \t]){1,5}(?:Hotel|Hostel|Inn|Resort|Lodge|Suites|Guesthouse))\b"
)
_IN = re.compile(r"\b(?:check[- ]?in|arrival|anreise|arrivée|entrada|llegada|arrivo|chegada)\b", re.IGNORECASE)
_OUT = re.compile(r"\b(?:check[- ]?out|departure|abreise|départ|salida|partenza|saída|partida)\b", re.IGNORECASE)
_TABLE = re.compile(
    r"\b(?:table|tisch|mesa|tavolo)\b[^\n]{0,20}\b(?:for|für|para|per)\b\s{0,8}(?P<n>\d+|two|three|four|five|six)",
    re.IGNORECASE,
)
_TICKET = re.compile(r"\b(?:ticket|admission|entry|tour|eintritt|entrada|billet)\b", re.IGNORECASE)
_SUBJECT = re.compile(r"^Subject:[ \t]{0,8}(?P<text>.{1,300})", re.MULTILINE)
_NAMED = re.compile(
    r"(?:[-–:]|\bat\b|\bwith\b)\s{0,8}(?P<name>(?:[A-Z][\w'’&.]+|da|di|del|de|la|le|the|of)(?:\s+(?:[A-Z][\w'’&.]+|da|di|del|de|la|le|the|of|and|&))*)\s*$"
)
_STREET = re.compile(
    r",\s{0,8}(?P<street>[^,\n]{0,80}?\b(?:Via|Viale|Piazza|Rue|Street|St\.?|Road|Avenue|Ave|Calle|Plaza|Platz|Gasse|Stra(?:ß|ss)e|Lane)\b[^,\n]{0,80})",
    re.IGNORECASE,
)


def stay_in(written: WrittenText, reference: str | None) -> Node | None:
    """Return the stay of a text; None where its house or one of its days is not written."""
    arrive, leave = _labelled(written, _IN), _labelled(written, _OUT)
    subject = _SUBJECT.search(written.bare)
    named = _NAMED.search(subject["text"].strip()) if subject else None
    house = _HOUSE.search(written.bare, subject.end() if subject else 0) or _HOUSE.search(written.bare)
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


def _labelled(written: WrittenText, label: re.Pattern[str]) -> tuple[WrittenDay, WrittenClock | None] | None:
    """Return the day behind the first label that has one, and the hour behind that; the other label ends what is behind it."""
    other = _OUT if label is _IN else _IN
    for match in label.finditer(written.bare):
        after = other.search(written.bare, match.end(), match.end() + _WINDOW)
        end = after.start() if after else match.end() + _WINDOW
        day = next((one for one in written.days if match.end() <= one.start < end), None)
        if day:
            return day, next((one for one in written.clocks if match.end() <= one.start < end), None)
    return None


def visit_in(written: WrittenText, reference: str | None) -> Iterator[Node]:
    """Yield a table or a ticket with a day and a time; the name is in the subject, or behind "at"."""
    text = written.text
    table = _TABLE.search(text)
    if not table and not (_TICKET.search(text) and reference):
        return
    subject = _SUBJECT.search(text)
    named = _NAMED.search(subject["text"].strip()) if subject else None
    begin = subject.end() if subject else 0
    sentence = max(begin, text.rfind(".", begin, max(begin, table.start())) if table else begin)
    days = [one for one in written.days if one.start >= begin]
    day = next((one for one in days if one.start >= sentence), days[0] if days else None)
    clock = next((one for one in written.clocks if sentence <= one.start < sentence + LONGEST_BLOCK), None)
    if not named or not day or not clock:
        return
    place: Node = {"@type": "FoodEstablishment" if table else "Event", "name": named["name"].strip()}
    street = _STREET.search(text, begin)
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
