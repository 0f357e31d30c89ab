"""Finds out what a text or file is, reads it, and gives segments; those of another planner or a model are put into our form."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from itertools import islice
from typing import Any, NamedTuple, get_args

from tripintent.state.caps import PLANNED
from tripintent.state.designer.editing import read_segment
from tripintent.state.designer.moments import between, has_time, read_moment, shifted
from tripintent.state.designer.outcomes import EditRefusal
from tripintent.state.designer.segments import Segment, TransferType
from tripintent.tools.errors import ImportRefused
from tripintent.tools.imports.boarding import day_of_year, read_pass, reservation_of, wallet_pass
from tripintent.tools.imports.calendars import read_calendar
from tripintent.tools.imports.completing import completed
from tripintent.tools.imports.files import text_of
from tripintent.tools.imports.jobs import TOO_MANY, ReadText
from tripintent.tools.imports.mails import as_text, is_mail, parts_of, sent_on
from tripintent.tools.imports.merging import without_doubles
from tripintent.tools.imports.reservations import is_valid, moment_of, reservations_of
from tripintent.tools.imports.structured import NAMES, Node, StructuredFound, nodes_in, part, read_json, readable
from tripintent.tools.imports.texts import read_text
from tripintent.tools.imports.to_segments import segment_of

LONGEST, LONGEST_FREE = 500_000, 20_000
_PASS = re.compile(r"^[ \t]{0,8}(M\d[A-Z/ ].{21,400})$", re.MULTILINE)
_CALENDAR = re.compile(r"BEGIN:(?:VCALENDAR|VEVENT)", re.IGNORECASE)
_DATA = re.compile(r"\A\s*[\[{]|application/ld\+json|\A\s*M[1-9][A-Z/ ]{20}E", re.IGNORECASE)


def read_content(content: str | bytes, today: date) -> ReadText:
    """Return what a text or file holds; nothing where it holds nothing. Raises ImportRefused.

    It may take long and need much memory, and is therefore called in a process of its own (``apart``).
    """
    text = readable(text_of(content) if isinstance(content, bytes) else content)
    if is_mail(text):
        text = text[:LONGEST]  # after the words of a mail are its pictures and files
    if len(text) > LONGEST:
        raise ImportRefused(f"this holds more than {LONGEST:,} characters of text: send the part about the trip")
    own = _own(text)
    if own is not None:
        return own
    found = _found(text, today)
    unread = ("not_a_segment",) if _nothing_said(text, found) else ()
    read = taken(StructuredFound(found.nodes, (*found.warnings, *unread)))
    if read.segments or TOO_MANY in read.warnings or _DATA.search(text) or _CALENDAR.search(text):
        return read
    free = max((as_text(one) for one in parts_of(text)), key=len)
    return read._replace(free=free[:LONGEST_FREE].strip(), sent=sent_on(text))


def taken(found: StructuredFound) -> ReadText:
    """Return reservations as segments, and codes of what could not be taken as written."""
    if len(found.nodes) > PLANNED:
        return ReadText((), (TOO_MANY,))
    nodes = _tidied(found.nodes)
    paid: list[object] = [(node.get("reservationNumber"), node.get("totalPrice")) for node in nodes]
    once = [{**node, "totalPrice": None} if paid.index(paid[n]) < n else node for n, node in enumerate(nodes)]
    segments = [(node, segment_of(node, f"import-{number}")) for number, node in enumerate(once)]
    kept = tuple(s for _, s in segments if s is not None)
    odd = {
        "not_a_segment": any(not is_valid(completed(one)) for one in found.nodes),
        "end_before_start": any(s is not None and _end_left_open(node, s) for node, s in segments),
        "not_in_a_plan": len(kept) != len(nodes),
        "other": any(s is not None and _time_unread(node, s) for node, s in segments),
    }
    doubts = (code for node in nodes for code in node.get("doubts", ()))
    said = [*found.warnings, *doubts, *(code for code, is_so in odd.items() if is_so)]
    return ReadText(kept, tuple(dict.fromkeys(said)))


def _nothing_said(text: str, found: StructuredFound) -> bool:
    """Tell whether a text is a mail or data of a program and nothing of it could be read."""
    return not found.nodes and not found.warnings and (bool(_DATA.search(text)) or is_mail(text))


def _end_left_open(node: Node, segment: Segment) -> bool:
    """Tell whether a reservation has an end that its segment has not: it is before the start."""
    said = [
        part(node, "reservationFor").get("arrivalTime"),
        *(node.get(n) for n in ("endDate", "endTime", "dropoffTime")),
    ]
    return segment.end_datetime is None and any(moment_of(one) for one in said if one)


def _time_unread(node: Node, segment: Segment) -> bool:
    """Tell whether a reservation has times that are none."""
    trip = part(node, "reservationFor")
    names = (
        "departureTime", "arrivalTime", "startDate", "endDate", "startTime", "endTime", "checkinTime", "pickupTime",
    )  # fmt: skip
    return any(one.get(name) and moment_of(one[name]) is None for one in (node, trip) for name in names)


def read_reservations(text: str, today: date) -> list[Node]:
    """Return the reservations and events of a text in one form, completed and without doubles."""
    return _tidied(_found(text, today).nodes)


def _found(text: str, today: date) -> StructuredFound:
    """Return what the first part of a mail holds that holds something, with what could not be read in those before it."""
    warnings: tuple[str, ...] = ()
    sent = sent_on(text)
    for one in parts_of(text):
        found = _read(readable(one), today, sent)
        warnings += found.warnings
        if found.nodes:
            return StructuredFound(found.nodes, found.warnings)
    return StructuredFound([], warnings)


def _tidied(found: list[Node]) -> list[Node]:
    return without_doubles([node for one in found if is_valid(node := completed(one))])


def _read(text: str, today: date, sent: date | None) -> StructuredFound:
    if _CALENDAR.search(text):
        return read_calendar(text)
    nodes = wallet_pass(text, today) or reservations_of(nodes_in(text)) or _passes(text, today)
    return StructuredFound(nodes) if nodes else read_text(as_text(text), today, sent)


def _passes(text: str, today: date) -> list[Node]:
    """Return the flights of the boarding passes that stand in a text as barcodes."""
    passes = [(code[1], scanned) for code in islice(_PASS.finditer(text), PLANNED) if (scanned := read_pass(code[1]))]
    return [
        reservation_of(leg, scanned.name, day_of_year(leg.day, today, scanned), f"aztecCode:{code.rstrip()}")
        for code, scanned in passes
        for leg in scanned.legs
    ]


def _own(text: str) -> ReadText | None:
    """Read our own document, or another planner's with the same form."""
    stripped = text.strip()
    if not stripped.startswith("{") or '"segments"' not in stripped:
        return None
    try:
        data = read_json(stripped)
    except ValueError:
        return ReadText((), ("broken_json",))
    listed = data.get("segments") if isinstance(data, dict) else None
    if not isinstance(listed, list):
        return ReadText((), ("not_a_segment",))
    if len(listed) > PLANNED:
        return ReadText((), (TOO_MANY,))
    segments: list[Segment] = []
    warnings: list[str] = []
    for number, raw in enumerate(listed):
        segment, odd = _own_segment(raw, number)
        warnings += odd
        segments += [segment] if segment else []
    return ReadText(tuple(segments), tuple(dict.fromkeys(warnings)))


def _own_segment(raw: object, number: int) -> tuple[Segment | None, list[str]]:
    """Return one of our segments, and codes of what was odd in it."""
    if not isinstance(raw, dict):
        return None, ["not_a_segment"]
    found = normalise(raw)
    odd = [*found.warnings, *found.invalid]
    given = "CONFIRMED" if raw.get("confirmationNumber") else "TENTATIVE"
    status = said if (said := raw.get("status")) in ("CANCELLED", "IDEA") else given
    data = {**found.data, "id": f"import-{number}", "source": "import", "status": status, "dependsOn": ()}
    segment = read_segment(data)
    return (None, [*odd, f"refused:{segment.field}"]) if isinstance(segment, EditRefusal) else (segment, odd)


UNSAID_LENGTH = timedelta(minutes=30)
_CODE = re.compile(r"[A-Z]{3}")
_PLACES = ("origin", "destination", "pickupLocation", "dropoffLocation", "location")
_TIMES = ("startDatetime", "endDatetime", "checkInDate", "checkOutDate")
_TRANSFERS: Mapping[str, str] = NAMES["transfers"]


class Normalised(NamedTuple):
    """A segment's data in our form. ``invalid`` holds codes of what a person has to settle."""

    data: dict[str, Any]
    warnings: tuple[str, ...]
    assumed: tuple[str, ...]
    invalid: tuple[str, ...]


def normalise(raw: Mapping[str, Any]) -> Normalised:
    """Return one segment in our form.

    A code of an airport has three letters; anything longer or shorter is dropped with a warning, never cut or filled up.
    A missing end is half an hour after the start, and said to be assumed; one before the start is left out and said.
    """
    data, warnings = dict(raw), []
    for name in _PLACES:
        place = data.get(name)
        if isinstance(place, Mapping):
            data[name], found = _place(place, airport=data.get("type") == "FLIGHT")
            warnings += found
    for name in _TIMES:
        if isinstance(data.get(name), str):
            data[name] = read_moment(data[name]) or data[name]
    if data.get("type") == "TRANSFER":
        said = str(data.get("transferType", "OTHER")).upper().replace("-", "_").replace(" ", "_")
        data["transferType"] = _TRANSFERS.get(said, said if said in get_args(TransferType) else "OTHER")
    assumed, invalid = _ends(data)
    return Normalised(data, tuple(warnings), assumed, invalid)


def _place(place: Mapping[str, object], *, airport: bool) -> tuple[dict[str, object], list[str]]:
    found = dict(place)
    code = str(found.pop("code", "") or "").strip().upper()
    if not code:
        return found, []
    if _CODE.fullmatch(code) or not airport:
        return (found | {"code": code}, []) if _CODE.fullmatch(code) else (found, ["not_iata"])
    return found, ["not_iata"]


def _ends(data: dict[str, object]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    start, end = read_moment(str(data.get("startDatetime") or "")), read_moment(str(data.get("endDatetime") or ""))
    if start is None or not has_time(start):
        return (), ()
    if end is None or end == start:
        data["endDatetime"] = shifted(start, UNSAID_LENGTH)
        return ("end = start + 30 min",), ()
    if has_time(end) and between(start, end) < timedelta():
        data["endDatetime"] = None
        return (), ("end_before_start",)
    return (), ()
