"""Confirmation mails as text: flights by number, places, dates and times; stays with check-in and check-out; tables booked.

Only what is there is read. Sentences that address an assistant are text like any other and do nothing.
"""

import re
from collections.abc import Iterator
from datetime import date
from itertools import islice

from tripintent.state.caps import PLANNED
from tripintent.tools.imports.cancelling import INSTEAD, is_cancelled
from tripintent.tools.imports.structured import Node
from tripintent.tools.language.exact.clock import find_times
from tripintent.tools.language.exact.days import find_dates
from tripintent.tools.places.folding import fold

_REFERENCE = re.compile(
    r"\b(?:booking(?: (?:reference|code|number|no\.?))?|confirmation(?: (?:number|code|no\.?))?|reservation(?: (?:number|code|no\.?))?|reference|PNR|record locator"
    r"|reservation code|buchungs(?:referenz|nummer|code)|auftragsnummer|bokningsreferens|num[ée]ro de r[ée]servation|localizador|codice prenotazione)"
    r"[\s:#*]{0,12}\(?(?P<ref>(?=[A-Z0-9-]{0,12}\d)[A-Z0-9]{2,4}-?[A-Z0-9]{2,6}|[A-Z]{6})\b",
    re.IGNORECASE,
)
_FLIGHT = re.compile(
    r"(?<![\w/])(?P<airline>[A-Z]{2}|[A-Z]\d|\d[A-Z])[ -]?(?P<number>\d{2,4})\b(?!\s{0,4}(?:EUR|€|kg|%|[:.]\d\d))"
)
_FLIGHT_WORD = re.compile(
    r"\b(?:flight|flug|vol|vuelo|volo|voo|flyg|departure|abflug|avgång|hinflug|rückflug)", re.IGNORECASE
)
_CODE = re.compile(r"\(\s{0,4}([A-Z]{3})\s{0,4}\)|\b([A-Z]{3})\b(?=\s{1,40}\d{1,2}:\d{2}|\s{0,40}$|\s{2,})")
_LABELS = {
    "out": re.compile(
        r"\b(?:departure|depart(?:s|ing)?|dep\.?|leaves|abflug|avgång|salida|départ|partenza|ab)\b:?", re.IGNORECASE
    ),
    "in": re.compile(
        r"\b(?:arrival|arriv(?:es|ing)|arr\.?|lands|ankunft|ankomst|llegada|arrivée|arrivo|an)\b:?", re.IGNORECASE
    ),
}
_PLACE_AT = re.compile(
    r"(?P<time>\d{1,2}[:.]\d{2})\s{1,20}(?P<place>[^\W\d][^\n\d(]{2,40}?)\s{0,20}(?:\((?P<code>[A-Z]{3})\)|,|\n|$)"
)
_PERSON = re.compile(
    r"\b(?:passenger|traveller|guest|name|resenär|reisender|passagier|herr|frau|mr|ms|mrs)\b[:.]?\s{0,8}(?:\d\.\s{0,4})?(?:(?:MR|MS|MRS|Mr|Ms|Mrs|Herr|Frau|Dr)\.?\s{1,4})?(?P<name>[A-Z][\w'-]{1,40}(?:\s[A-Z][\w'-]{1,40}){1,2})"
)
_HOTEL = re.compile(
    r"\b(?:hotel|property|unterkunft|accommodation|h[oô]tel)\b\s{0,8}:?\s{0,8}(?P<name>[A-Z][^\n,.]{2,50})",
    re.IGNORECASE,
)
_CHECK_IN = re.compile(r"\b(?:check[- ]?in|arrival|anreise|arrivée|entrada|llegada)\b[^\n]{0,60}", re.IGNORECASE)
_CHECK_OUT = re.compile(r"\b(?:check[- ]?out|departure|abreise|départ|salida|partenza)\b[^\n]{0,60}", re.IGNORECASE)
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


LONGEST_LINE, LONGEST_BLOCK = 400, 4_000
"""Characters of a line before a flight, and of the text about one thing, in which its day and hours are looked for."""


def read_text(text: str, today: date) -> list[Node]:
    """Return the reservations of a text; none when it holds none that has a day."""
    if not is_cancelled(text):
        return _booked(text, today)
    instead = INSTEAD.search(text)
    at = instead.start() if instead else len(text)
    gone = [
        {**node, "reservationStatus": "http://schema.org/ReservationCancelled"} for node in _booked(text[:at], today)
    ]
    return gone + _booked(text[at:], today)


def _booked(text: str, today: date) -> list[Node]:
    reference = _REFERENCE.search(text)
    number = reference["ref"].upper() if reference else None
    flights = list(_flights(text, number, today))
    if flights:
        return flights
    stay = _stay(text, number, today)
    return [stay] if stay else list(_visit(text, number, today))


def _flights(text: str, reference: str | None, today: date) -> Iterator[Node]:
    if not _FLIGHT_WORD.search(text) and not reference:
        return
    marks = list(islice((m for m in _FLIGHT.finditer(text) if _is_flight(text, m)), PLANNED + 1))
    person = _PERSON.search(text)
    for number, mark in enumerate(marks):
        begin = _line_begin(text, mark)
        end = marks[number + 1].start() if number + 1 < len(marks) else len(text)
        end = (
            text.rfind("\n", mark.start(), end) if number + 1 < len(marks) and "\n" in text[mark.start() : end] else end
        )
        block = text[max(begin, marks[number - 1].end() if number else 0) : min(end, mark.end() + LONGEST_BLOCK)]
        before = text[marks[number - 1].end() if number else 0 : mark.start()][-LONGEST_BLOCK:]
        node = _flight(mark, block, before, reference, today)
        if node:
            yield {**node, "underName": {"@type": "Person", "name": person["name"]}} if person else node


def _line_begin(text: str, mark: re.Match[str]) -> int:
    """Return where the line of a match begins; in a line without end, a little before the match."""
    near = max(0, mark.start() - LONGEST_LINE)
    return max(near, text.rfind("\n", near, mark.start()) + 1)


def _is_flight(text: str, mark: re.Match[str]) -> bool:
    line = text[_line_begin(text, mark) : mark.end()]
    near = text[mark.end() : mark.end() + 200]
    return bool(_FLIGHT_WORD.search(line) or _CODE.search(near) or re.search(r"\d{1,2}:\d{2}", near))


def _flight(mark: re.Match[str], block: str, before: str, reference: str | None, today: date) -> Node | None:
    day = _day(block, today) or _day(before, today)
    clocks = _clocks(block) or _clocks(before[-400:])
    if day is None:
        return None
    codes = (
        list(dict.fromkeys(a or b for a, b in _CODE.findall(block)))[:2]
        or list(dict.fromkeys(a or b for a, b in _CODE.findall(before[-400:])))[-2:]
    )
    named = [(m["place"].strip(" -"), m["code"]) for m in _PLACE_AT.finditer(block)]
    ends = (
        [{"@type": "Airport", "iataCode": c} for c in codes]
        if len(codes) == 2
        else [{"@type": "Airport", "name": name, **({"iataCode": code} if code else {})} for name, code in named[:2]]
    )
    trip: Node = {
        "@type": "Flight",
        "airline": {"@type": "Airline", "iataCode": mark["airline"]},
        "flightNumber": mark["number"],
        "departureDay": day.isoformat(),
    }
    if len(ends) == 2:
        trip |= {"departureAirport": ends[0], "arrivalAirport": ends[1]}
    if clocks:
        trip["departureTime"] = f"{day.isoformat()}T{clocks[0]}:00"
    if len(clocks) > 1:
        late = day.fromordinal(day.toordinal() + 1) if clocks[1] < clocks[0] else day
        trip["arrivalTime"] = f"{late.isoformat()}T{clocks[1]}:00"
    return _reservation("FlightReservation", reference, reservationFor=trip)


def _day(text: str, today: date) -> date | None:
    for mention in find_dates(fold(_european(text)), "en", today):
        if mention.when.day:
            try:
                return date.fromisoformat(mention.when.day)
            except ValueError:
                continue
    return None


def _european(text: str) -> str:
    """Return a text whose numeric dates have dots as ISO dates, so that no engine swaps day and month."""
    return re.sub(r"\b(\d{1,2})\.(\d{1,2})\.(20\d\d)\b", lambda m: f"{m[3]}-{int(m[2]):02d}-{int(m[1]):02d}", text)


def _clocks(text: str) -> list[str]:
    """Return departure and arrival: by their labels, else the first two times."""
    found = []
    for name in ("out", "in"):
        label = _LABELS[name].search(text)
        time = re.search(r"(\d{1,2})[:.](\d{2})\b(?!\.\d)", text[label.end() : label.end() + 40]) if label else None
        if time and int(time[1]) < 24:
            found.append(f"{int(time[1]):02d}:{time[2]}")
    if len(found) == 2:
        return found
    times = re.findall(r"(?<![\d.])([01]?\d|2[0-3]):([0-5]\d)\b", text)
    return [f"{int(h):02d}:{m}" for h, m in times[:2]]


def _stay(text: str, reference: str | None, today: date) -> Node | None:
    arrive, leave = _CHECK_IN.search(text), _CHECK_OUT.search(text)
    if not arrive or not leave:
        return None
    first, last = _day(arrive.group(), today), _day(leave.group(), today)
    name = _HOTEL.search(text)
    if not first or not last or last <= first or not name:
        return None
    house = name.group() if name.group().lower().startswith("hotel ") else name["name"]
    clock_in, clock_out = (re.search(r"(\d{1,2})[:.](\d{2})", m.group()) for m in (arrive, leave))
    return _reservation(
        "LodgingReservation",
        reference,
        reservationFor={"@type": "LodgingBusiness", "name": house.strip(" :")},
        checkinTime=f"{first.isoformat()}T{_at(clock_in, '15:00')}:00",
        checkoutTime=f"{last.isoformat()}T{_at(clock_out, '11:00')}:00",
    )


def _at(match: re.Match[str] | None, default: str) -> str:
    return f"{int(match[1]):02d}:{match[2]}" if match and int(match[1]) < 24 else default


def _visit(text: str, reference: str | None, today: date) -> Iterator[Node]:
    """Read a table or a ticket with a day and a time; the name is in the subject, or behind "at"."""
    table = _TABLE.search(text)
    if not table and not (_TICKET.search(text) and reference):
        return
    subject = _SUBJECT.search(text)
    named = _NAMED.search(subject["text"].strip()) if subject else None
    body = text[subject.end() :] if subject else text
    sentence = (
        body[max(0, body.rfind(".", 0, table.start() - len(text) + len(body)) if table else 0) :] if table else body
    )
    sentence = sentence[:LONGEST_BLOCK]
    day = _day(sentence, today) or _day(body[:LONGEST_BLOCK], today)
    written = re.search(r"(?<![\d.])([01]?\d|2[0-3])[:.]([0-5]\d)\b(?![.\d])", sentence)
    times = find_times(fold(re.sub(r"\b20\d\d\b", "    ", sentence)))
    if not named or day is None or not (written or times):
        return
    clock = f"{int(written[1]):02d}:{written[2]}" if written else times[0].first.text()
    street = _STREET.search(body)
    place: Node = {"@type": "FoodEstablishment" if table else "Event", "name": named["name"].strip()}
    if street:
        place["address"] = {"@type": "PostalAddress", "streetAddress": street["street"].strip()}
    start = f"{day.isoformat()}T{clock}:00"
    if table:
        yield _reservation("FoodEstablishmentReservation", reference, reservationFor=place, startTime=start)
    else:
        yield _reservation("EventReservation", reference, reservationFor={**place, "startDate": start})


def _reservation(kind: str, reference: str | None, **fields: object) -> Node:
    node: Node = {
        "@context": "http://schema.org",
        "@type": kind,
        "reservationStatus": "http://schema.org/ReservationConfirmed",
    }
    return {**node, **({"reservationNumber": reference} if reference else {}), **fields}
