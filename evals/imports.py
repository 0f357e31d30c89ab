"""Files to import, each with the outcome that its name asks for: what it must give is worked out from the file itself."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from tripintent.state.designer.segments import FlightSegment, HotelSegment, Segment, title_of
from tripintent.tools.errors import ImportRefused
from tripintent.tools.imports.files import decoded
from tripintent.tools.imports.jobs import ReadText
from tripintent.tools.imports.reader import read_content

TODAY = date(2026, 11, 25)
"""The day on which the files were first tried; a pass of yesterday is one of the day before."""
SUFFIXES = frozenset({".ics", ".html", ".eml", ".txt", ".jsonld"})


class Read(NamedTuple):
    """A file, its content, and what was read."""

    name: str
    text: str
    read: ReadText

    @property
    def first(self) -> Segment | None:
        """The first thing that was read."""
        return next(iter(self.read.segments), None)

    def value(self, name: str) -> str:
        """Return the value of a line of the file's first event."""
        event = re.split(r"BEGIN:VEVENT", self.text, flags=re.IGNORECASE)[-1].replace("\r\n", "\n").replace("\r", "\n")
        match = re.search(rf"^{name}[^:\n]*(?:\"[^\"\n]*\"[^:\n]*)?:(.*)$", event, re.MULTILINE | re.IGNORECASE)
        return match[1].strip() if match else ""


def score_folder(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name of each file that is imported and what is wrong with what it gave; an empty text where it is right."""
    for path in sorted(folder.iterdir()):
        if path.suffix in SUFFIXES:
            yield path.name, _wrong(path)


def _wrong(path: Path) -> str:
    content = path.read_bytes()
    try:
        read = read_content(content, TODAY)
    except ImportRefused as refused:
        return "" if len(str(refused).split()) > 4 else "refused without words"
    one = Read(path.name, decoded(content), read)
    if not read.segments and not read.warnings:
        return "nothing was read and nothing was said"
    check = next((check for part, check in CHECKS.items() if part in one.name), _any)
    return (
        ""
        if check(one)
        else f"gave {[(s.type, s.status, title_of(s), s.start_datetime, s.end_datetime) for s in read.segments]}"
    )


def _any(one: Read) -> bool:
    """Tell whether a calendar kept the title and the hour of its event; of another file anything that was read is right."""
    if not one.name.endswith(".ics"):
        return True
    return one.value("SUMMARY") in {title_of(s) for s in one.read.segments} and _clock(one)


def _clock(one: Read) -> bool:
    written = re.search(r"T(\d\d)(\d\d)", one.value("DTSTART"))
    return not written or any(f"T{written[1]}:{written[2]}" in str(s.start_datetime) for s in one.read.segments)


def _whole_days(one: Read) -> bool:
    written = one.value("DTEND")
    last = date(int(written[:4]), int(written[4:6]), int(written[6:8])) - timedelta(days=1)
    return one.first is not None and one.first.end_datetime == last.isoformat()


def _length(one: Read) -> bool:
    match = re.fullmatch(r"PT(?:(\d+)H)?(?:(\d+)M)?", one.value("DURATION"))
    start, end = (getattr(one.first, name, None) for name in ("start_datetime", "end_datetime"))
    if not match or not start or not end:
        return False
    minutes = [int(m[:2]) * 60 + int(m[3:]) for m in (start[11:16], end[11:16])]
    return minutes[1] - minutes[0] == int(match[1] or 0) * 60 + int(match[2] or 0)


def _zone(one: Read) -> bool:
    start = str(one.first and one.first.start_datetime)
    said = bool(getattr(one.first, "start_timezone", None)) or bool(re.search(r"[+-]\d\d:\d\d$", start))
    return said and _any(one)


def _said(one: Read) -> bool:
    return bool(one.read.warnings)


def _cancelled(one: Read) -> bool:
    return bool(one.read.segments) and all(s.status == "CANCELLED" for s in one.read.segments)


def _flight(one: Read) -> bool:
    return bool(one.read.segments) and all(
        isinstance(s, FlightSegment) and s.origin and s.origin.code for s in one.read.segments
    )


def _near(one: Read) -> bool:
    day = date.fromisoformat(str(one.first and one.first.start_datetime)[:10])
    return _flight(one) and abs((day - TODAY).days) <= 183


def _passes(one: Read) -> bool:
    return _flight(one) and len(one.read.segments) == sum(bool(line.strip()) for line in one.text.splitlines())


def _ours(one: Read) -> bool:
    """Tell whether flights, stays and references came back: as many as the file holds, each confirmed with a number."""
    if one.name.endswith(".jsonld"):
        kinds = [str(node["@type"]) for node in json.loads(one.text)]
        flights, stays = kinds.count("FlightReservation"), kinds.count("LodgingReservation")
    else:
        stays = one.text.count("TRANSP:TRANSPARENT")
        flights = one.text.count("BEGIN:VEVENT") - stays
    found = one.read.segments
    counted = [sum(isinstance(s, kind) for s in found) for kind in (FlightSegment, HotelSegment)]
    known = all(s.confirmation_number and s.confirmation_number in one.text and s.status == "CONFIRMED" for s in found)
    return counted == [flights, stays] and known


def _place(one: Read) -> bool:
    location = getattr(one.first, "location", None)
    return bool(location and location.coordinates)


CHECKS: dict[str, Callable[[Read], bool]] = {
    "valarm_flight": _flight,
    "whole-days": _whole_days,
    "allday": _whole_days,
    "duration": _length,
    "times": lambda one: "repeats" in one.read.warnings or len(one.read.segments) > 1,
    "zone": _zone,
    "_tz": _zone,
    "impossible": _said,
    "method-cancel": _cancelled,
    "two-passes": _passes,
    "bcbp": _near,
    "latitude": _place,
    "status-as-node": _cancelled,
    "cancelled": _cancelled,
    "package": lambda one: len({s.type for s in one.read.segments}) > 1,
    "resFor_str": _said,
    "jsonld-": _flight,
    "own-export": _ours,
}
"""By a part of the name, the first that fits; any other file is read with its titles, or said in words."""
