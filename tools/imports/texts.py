"""Confirmation mails as text: flights by number, with their places, dates and times; what else is booked is read beside it.

Only what is there is read. Sentences that address an assistant are text like any other and do nothing.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import islice

from tripintent.state.caps import PLANNED
from tripintent.tools.imports.connections import timetable_in
from tripintent.tools.imports.stays import LONGEST_BLOCK, agency_lines, booked, stay_in, visit_in
from tripintent.tools.imports.structured import Node, StructuredFound
from tripintent.tools.imports.written_text import WrittenClock, WrittenDay, WrittenText, written_in
from tripintent.tools.language.exact.money import read_money
from tripintent.tools.places.airports import shared_catalogue
from tripintent.tools.shipped import patterns

_PATTERNS = patterns("tools/imports/patterns.yaml", "texts")
_WRITTEN_CODE = re.compile(r"\(\s{0,4}([A-Z]{3})\s{0,4}\)")
_BARE_CODE = re.compile(r"\b([A-Z]{3})\b(?=\s{0,40}$|\s{2}|\s{0,3}[-–→>])", re.MULTILINE)
_PLACE = re.compile(r"[^\W\d_][^\n\d(]{2,40}")
LONGEST_LINE, LABEL_REACH = 400, 60
"""Characters of a line before a flight, and between a label and its hour."""


def read_text(text: str, today: date, sent: date | None = None) -> StructuredFound:
    """Return the reservations of a text and what could not be read; a mail's own day tells the year that its text leaves open."""
    if not is_cancelled(text):
        return _booked(text, today, sent)
    instead = INSTEAD.search(text)
    at = instead.start() if instead else len(text)
    gone, new = _booked(text[:at], today, sent), _booked(text[at:], today, sent)
    over = [{**node, "reservationStatus": "http://schema.org/ReservationCancelled"} for node in gone.nodes]
    return StructuredFound(over + new.nodes, gone.warnings + new.warnings)


def _booked(text: str, today: date, sent: date | None) -> StructuredFound:
    """Return what a text books; what is a flight, a stay or a table by its words and has no certain day is said."""
    reference = _PATTERNS["reference"].search(text)
    number = reference["ref"].upper() if reference else None
    written = written_in(text, today, sent)
    found: Sequence[Node | None] = agency_lines(text, today, sent) or timetable_in(text, today, sent, number)
    found = found or list(_flights(written, number))
    found = found or [stay_in(written, number)]
    found = found if any(found) else [*found, *visit_in(written, number)]
    nodes = [node | _total(text) for node in found if node]
    certain = [node for node in nodes if "day_order" not in node.get("doubts", ())]
    odd = ["day_order"] if len(certain) < len(nodes) else []
    return StructuredFound(certain, (*odd, *(["not_a_segment"] if number and not nodes else [])))


def _total(text: str) -> Node:
    """Return the price of all that a text books; nothing where its totals differ, or a sign may be of several currencies."""
    said = [match["said"] for match in islice(_PATTERNS["total"].finditer(text), 20)]
    found = {(one.amount, one.currency) for piece in said for one in read_money(piece)[:1] if one.currency}
    sure = len(found) == 1 and not any(re.search(r"[$¥]", piece) for piece in said)
    return next(({"totalPrice": float(a), "priceCurrency": c} for a, c in found), {}) if sure else {}


def _flights(written: WrittenText, reference: str | None) -> Iterator[Node]:
    text = written.bare
    if not _PATTERNS["flight_word"].search(text) and not reference:
        return
    marks = list(islice((m for m in _PATTERNS["flight"].finditer(text) if _is_flight(written, m)), PLANNED + 1))
    person = _PATTERNS["person"].search(text)
    for number, mark in enumerate(marks):
        last = marks[number - 1].end() if number else 0
        end = marks[number + 1].start() if number + 1 < len(marks) else len(text)
        if number + 1 < len(marks) and "\n" in text[mark.start() : end]:
            end = text.rfind("\n", mark.start(), end)
        span = (max(_line_begin(text, mark), last), min(end, mark.end() + LONGEST_BLOCK))
        node = _flight(written, mark, span, max(last, mark.start() - LONGEST_BLOCK), reference)
        if node:
            yield {**node, "underName": {"@type": "Person", "name": person["name"]}} if person else node


def _line_begin(text: str, mark: re.Match[str]) -> int:
    """Return where the line of a match begins; in a line without end, a little before the match."""
    near = max(0, mark.start() - LONGEST_LINE)
    return max(near, text.rfind("\n", near, mark.start()) + 1)


def _is_flight(written: WrittenText, mark: re.Match[str]) -> bool:
    """Tell whether a number is one of a flight: by a word before it, or by a place or an hour soon after it."""
    line = written.bare[_line_begin(written.bare, mark) : mark.end()]
    near = written.bare[mark.end() : mark.end() + 200]
    timed = any(mark.end() <= one.start < mark.end() + 200 for one in written.clocks)
    return bool(_PATTERNS["flight_word"].search(line) or _WRITTEN_CODE.search(near) or timed)


def _flight(
    written: WrittenText, mark: re.Match[str], span: tuple[int, int], before: int, reference: str | None
) -> Node | None:
    """Return the flight of a block of text: of what the block does not say, the text before it is asked."""
    clocks = _ends(written, span) or _ends(written, (max(before, mark.start() - 400), mark.start()))
    first = _day_of(clocks[0] if clocks else None, written, span, before)
    if first is None:
        return None
    ends = _codes(written.bare, span, mark.start(), before) or _places(written, span)
    trip: Node = {
        "@type": "Flight",
        "airline": {"@type": "Airline", "iataCode": mark["airline"]},
        "flightNumber": mark["number"],
    }
    if len(ends) == 2:
        trip |= {"departureAirport": ends[0], "arrivalAirport": ends[1]}
    trip["departureDay"] = first.day.isoformat()
    doubts = [first.doubt, *(one.doubt for one in clocks)]
    if clocks:
        trip["departureTime"] = f"{first.day.isoformat()}T{clocks[0].stamp}"
    if len(clocks) > 1:
        last = _day_of(clocks[1], written, (clocks[0].start, span[1]), before) or first
        late = clocks[1].plus or int(last.day == first.day and clocks[1].time < clocks[0].time)
        day = (first.day if clocks[1].plus else last.day) + timedelta(days=late)
        doubts.append(last.doubt)
        trip["arrivalTime"] = f"{day.isoformat()}T{clocks[1].stamp}"
    return booked("FlightReservation", reference, doubts, reservationFor=trip)


def _ends(written: WrittenText, span: tuple[int, int]) -> list[WrittenClock]:
    """Return departure and arrival: by their labels, else the first two times."""
    inside = [one for one in written.clocks if span[0] <= one.start < span[1]]
    labels = [label.search(written.bare, *span) for label in (_PATTERNS["out"], _PATTERNS["in"])]
    led = [
        next((one for one in inside if label.end() <= one.start < label.end() + LABEL_REACH), None)
        for label in labels
        if label
    ]
    found = [one for one in led if one]
    return found if len(found) == 2 and found[0] != found[1] else inside[:2]


def _day_of(clock: WrittenClock | None, written: WrittenText, span: tuple[int, int], before: int) -> WrittenDay | None:
    """Return the day of an hour: the nearest in its line, else the last one before it, else the first of the block, or the last before it."""
    inside = [one for one in written.days if span[0] <= one.start < span[1]]
    if clock:
        line = written.text.rfind("\n", 0, clock.start), written.text.find("\n", clock.end) % (len(written.text) + 1)
        of_line = [one for one in written.days if line[0] < one.start < line[1] and before <= one.start < span[1]]
        near = min(of_line, key=lambda one: max(clock.start - one.end, one.start - clock.end), default=None)
        earlier = [one for one in inside if one.start < clock.start]
        if near or earlier:
            return near or earlier[-1]
    past = [one for one in written.days if before <= one.start < span[0]]
    return next(iter(inside), past[-1] if past else None)


def _codes(text: str, span: tuple[int, int], mark: int, before: int) -> list[Node]:
    """Return the two airports whose codes stand in a block, those in brackets first; else the two before it."""
    near = text[max(before, mark - 400) : mark]
    for block, last in ((text[slice(*span)], False), (near, True)):
        for pattern in (_WRITTEN_CODE, _BARE_CODE):
            known = (m[1] for m in pattern.finditer(block) if shared_catalogue().airports_for(m[1]))
            found = list(dict.fromkeys(known))
            if len(found) >= 2:
                return [{"@type": "Airport", "iataCode": code} for code in (found[-2:] if last else found[:2])]
    return []


def _places(written: WrittenText, span: tuple[int, int]) -> list[Node]:
    """Return the names of the two places after the first two hours of a block."""
    found = []
    for clock in (one for one in written.clocks if span[0] <= one.start < span[1]):
        name = _PLACE.match(written.bare, clock.end + (written.bare[clock.end : clock.end + 2].count(" ")))
        code = _WRITTEN_CODE.match(written.bare, name.end()) if name else None
        if name:
            airport = {"@type": "Airport", "name": name.group().split(",")[0].strip(" -–")}
            found.append({**airport, **({"iataCode": code[1]} if code else {})})
    return found[:2]


INSTEAD = _PATTERNS["instead"]


def is_cancelled(text: str) -> bool:
    """Tell whether a text says that something is cancelled; a rule for the case that it were says nothing."""
    said = (
        (m, text[max(0, m.start() - LONGEST_LINE) : m.start()])
        for m in islice(_PATTERNS["cancelled"].finditer(text), PLANNED)
    )
    return any(not _PATTERNS["case"].search(re.split(r"[.!?;\n]", before)[-1] + m.group()) for m, before in said)
