"""Stays, tables and tickets in the words of a text: a house with its two days, a thing with a day and an hour."""

import re
from collections.abc import Iterable, Iterator

from tripintent.tools.imports.structured import Node
from tripintent.tools.imports.written_text import WrittenClock, WrittenDay, WrittenText

LONGEST_BLOCK = 4_000
"""Characters of the text about one thing."""
_WINDOW = 120
"""Characters behind the label of an arrival in which its day and hour are looked for, in its line or below it."""
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
