"""Calendar files (RFC 5545) as events: whatever the ends of lines and the case of names are, and whatever is between the events."""

import base64
import quopri
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from types import MappingProxyType
from typing import Any, NamedTuple, cast

import icalendar
from icalendar.error import BrokenCalendarProperty

from tripintent.state.designer.moments import read_moment, zone_named
from tripintent.tools.imports.files import CHARSET, charset
from tripintent.tools.imports.structured import NAMES, Node
from tripintent.tools.imports.zones import iana_name, time_in

_LINE = re.compile(r'([A-Za-z][\w-]{0,60})((?:;[\w-]{1,40}(?:=(?:"[^"]*"|[^":;]*))?){0,20}):(.*)')
_PACKED = re.compile(r";(?:ENCODING=)?(?P<how>QUOTED-PRINTABLE|BASE64|B)(?=;|$)", re.IGNORECASE)
_MIDNIGHT = re.compile(r"^(DTSTART|DTEND)(?:;[^:]*?)?:(\d{8})T000000Z?$")
_BARE_ZONE = re.compile(r"(\w{1,20}(?:;VALUE=DATE-TIME)?;TZID=)([^\"]{1,200}):(\d{8}(?:T\d{4,6}Z?)?)", re.IGNORECASE)
_READ = frozenset(NAMES["calendar"])
STORED = "X-KDE-KITINERARY-RESERVATION"
"""Where programs keep the reservation of an event as schema.org data."""
_ZONE = re.compile(r'([^:"]{1,200}?);TZID=(?:"([^"]*)"|([^":;]*))', re.IGNORECASE)
_OFFSET = re.compile(r"[+-]\d\d:\d\d$|Z$")
_ZONES_READ = 50
Zones = dict[str, tzinfo | str]


class CalendarEntry(NamedTuple):
    """An event of a calendar with the zones of its file, and whether the file or the event cancels it."""

    event: icalendar.Event
    zones: Zones
    named: Mapping[str, str] = MappingProxyType({})
    """The zone that each line of a time names: we find it, not the parser, which keeps what a file calls a zone for the next."""
    cancelled: bool = False
    broken: bool = False
    zone: str = ""
    """The zone that the calendar says it is shown in."""

    def text(self, name: str) -> str:
        """Return a text of the event; an empty one where it has none."""
        return str(self.event.get(name, "")).strip()

    def start(self) -> Node | str | None:
        """Return when it begins: a time with its zone, a plain date, or a local time; None when it cannot be read."""
        return self._time("DTSTART")

    def end(self) -> Node | str | None:
        """Return when it ends, or its start and its length; whole days end on the day before ``DTEND``."""
        first, last = self._value("DTSTART"), self._value("DTEND")
        if last is None:
            length = self._value("DURATION")
            return self._after(first, length) if isinstance(length, timedelta) and length > timedelta() else None
        if isinstance(last, datetime):
            return self._time("DTEND")
        if not isinstance(last, date):  # an hour alone is not an end
            return None
        one = last - timedelta(days=1)
        begun = first.date() if isinstance(first, datetime) else first
        return read_moment((max(one, begun) if isinstance(begun, date) else one).isoformat())

    def day_after(self) -> str | None:
        """Return the day of ``DTEND`` of an event of whole days: of a stay it is the day on which one leaves."""
        last = self._value("DTEND")
        whole = isinstance(last, date) and not isinstance(last, datetime)
        return last.isoformat() if whole and last else None

    def zone_unknown(self) -> bool:
        """Tell whether a time names a zone that no one knows; it is then local to the place."""
        times = ((self._zone(name), self._time(name)) for name in ("DTSTART", "DTEND"))
        return any(zone and isinstance(at, str) and not _OFFSET.search(at) for zone, at in times)

    def moment(self, name: str) -> datetime | None:
        """Return a day or time of a line on the wall clock of the event; a day is its midnight."""
        value = self._value(name)
        return self.wall(value, name) if isinstance(value, date) else None

    def wall(self, value: date, name: str) -> datetime:
        """Return a day or time on the wall clock of the zone that the event begins in."""
        if not isinstance(value, datetime):
            return datetime.combine(value, time())
        there = zone_named(iana_name(self._zone("DTSTART")) or "UTC") if value.tzinfo and name != "DTSTART" else None
        return (value.astimezone(there) if there else value).replace(tzinfo=None)

    def moved(self, begin: datetime) -> "CalendarEntry":
        """Return the event at another time of its rule, as one that does not repeat."""
        first, event = self.moment("DTSTART"), self.event.copy()
        for name in ("RRULE", "RDATE", "EXDATE"):
            event.pop(name, None)
        for name in ("DTSTART", "DTEND"):
            value = self._value(name)
            if isinstance(value, date) and first:
                event[name] = icalendar.vDDDTypes(value + (begin - first))
        return self._replace(event=event)

    def _after(self, first: date | None, length: timedelta) -> Node | str | None:
        if first is None:
            return None
        try:
            if not isinstance(first, datetime):
                return read_moment((first + max(length - timedelta(days=1), timedelta())).isoformat())
            return self._told(first + length, self._zone("DTSTART"))
        except OverflowError:
            return None

    def _value(self, name: str) -> Any:
        """Return the day, time or length of a line; None where the line is broken."""
        try:
            return getattr(self.event.get(name), "dt", None)
        except BrokenCalendarProperty:
            return None

    def _zone(self, name: str) -> str:
        return self.named.get(name, "")

    def _time(self, name: str) -> Node | str | None:
        value = self._value(name)
        if isinstance(value, datetime):
            return self._told(value, self._zone(name))
        return read_moment(value.isoformat()) if isinstance(value, date) else None

    def _told(self, value: datetime, zone: str) -> Node | str | None:
        wall = value.replace(tzinfo=None)
        moment = wall.isoformat(timespec="seconds")
        if read_moment(moment) is None:
            return None
        if not zone:
            return f"{moment}Z" if value.tzinfo is UTC or value.tzname() == "UTC" else moment
        return time_in(wall, zone, self.zones) or moment


def written_entries(text: str) -> Iterator[CalendarEntry]:
    """Yield the events of a calendar as they are written: each version of one, and one that repeats as one.

    What is inside of an event, such as its reminders, is left out.
    """
    lines = _lines(text)
    zones = dict(_zones(lines))
    shown = next((iana_name(value) for name, value, _ in lines if name == "X-WR-TIMEZONE"), None)
    cancels = any(name == "METHOD" and value.strip().upper() == "CANCEL" for name, value, _ in lines)
    for block, closed in _blocks(lines, "VEVENT"):
        event, named = _event(_own(block))
        said = str(event.get("STATUS", "")).strip().upper() in ("CANCELLED", "CANCELED")
        yield CalendarEntry(event, zones, named, cancels or said, not closed, shown or "")


def _event(lines: list[str]) -> tuple[icalendar.Event, dict[str, str]]:
    """Return an event with the zone that each of its lines names; an empty one where it cannot be parsed."""
    zones = [(line.partition(";")[0].upper(), match) for line in lines if (match := _ZONE.match(line))]
    named = {name: match[2] or match[3] or "" for name, match in zones}
    plain = [_ZONE.sub(r"\1", line, count=1) for line in lines]
    try:
        return cast(
            "icalendar.Event", icalendar.Event.from_ical("\r\n".join(["BEGIN:VEVENT", *plain, "END:VEVENT", ""]))
        ), named
    except Exception:  # noqa: BLE001 - a foreign parser over a stranger's lines: it fails in more ways than it declares
        return icalendar.Event(), {}


Line = tuple[str, str, str]
"""The name of a line in capitals, its value, and the whole line."""


def _lines(text: str) -> list[Line]:
    """Return the lines of a file that are lines of a calendar, unfolded."""
    plain = re.sub(r"\n[ \t]", "", text.replace("\r\n", "\n").replace("\r", "\n"))
    found, lines = [], iter(plain.split("\n"))
    for line in lines:
        bare = _BARE_ZONE.fullmatch(line)
        whole = f'{bare[1]}"{bare[2]}":{bare[3]}' if bare else line
        match = _LINE.fullmatch(whole)
        packed = _PACKED.search(match[2]) if match else None
        if match and packed:
            while whole.endswith("=") and packed["how"].upper() == "QUOTED-PRINTABLE" and (more := next(lines, "")):
                whole = whole[:-1] + more
            whole = _unpacked(match[1], whole[match.start(3) :], packed["how"], match[2])
            match = _LINE.fullmatch(whole)
        if match:
            found.append((match[1].upper(), match[3], whole))
    return found


def _unpacked(name: str, value: str, how: str, parameters: str) -> str:
    """Return a line whose value is packed as a plain one; one that cannot be unpacked is left out."""
    try:
        raw = quopri.decodestring(value) if how.upper().startswith("Q") else base64.b64decode(value, validate=True)
    except ValueError:
        return ""
    said = CHARSET.search(parameters)
    words = raw.decode(charset(said[1]) if said else "utf-8", errors="replace")
    return f"{name}:{icalendar.vText(words).to_ical().decode()}"


def _blocks(lines: list[Line], kind: str) -> Iterator[tuple[list[Line], bool]]:
    """Yield the lines of each component of a kind, with the components inside of it, and whether it was closed."""
    block: list[Line] | None = None
    for line in lines:
        mark = (line[0], line[1].strip().upper())
        if mark == ("BEGIN", kind):
            if block is not None:
                yield block, False
            block = []
        elif block is not None and mark in (("END", kind), ("END", "VCALENDAR")):
            yield block, mark[1] == kind
            block = None
        elif block is not None:
            block.append(line)
    if block is not None:
        yield block, False


def _own(block: list[Line]) -> list[str]:
    """Return the lines of an event itself that are read, each name once, but each exception and each addition to a rule."""
    kept: dict[str, str] = {}
    inside = 0
    for name, _, line in block:
        inside += (name == "BEGIN") - (name == "END" and inside > 0)
        if not inside and (name in _READ or name.startswith(STORED)):
            one = STORED if name.startswith(STORED) else name
            kept[f"{one}{len(kept)}" if name in ("EXDATE", "RDATE") else one] = line
    whole = kept.pop("X-MICROSOFT-CDO-ALLDAYEVENT", "").upper().endswith("TRUE")
    return [_MIDNIGHT.sub(r"\1;VALUE=DATE:\2", line) if whole else line for line in kept.values()]


def _zones(lines: list[Line]) -> Iterator[tuple[str, tzinfo | str]]:
    """Yield the zones that a file defines; one that says its IANA name is that one."""
    for count, (block, _) in enumerate(_blocks(lines, "VTIMEZONE")):
        said = {name: value.strip() for name, value, _ in block}
        if count >= _ZONES_READ or "TZID" not in said:
            continue
        if "X-LIC-LOCATION" in said:
            yield said["TZID"], said["X-LIC-LOCATION"]
            continue
        whole = "\r\n".join(["BEGIN:VTIMEZONE", *(line for _, _, line in block), "END:VTIMEZONE", ""])
        try:
            zone = cast("icalendar.Timezone", icalendar.Timezone.from_ical(whole)).to_tz(lookup_tzid=False)
            zone.utcoffset(datetime(2027, 1, 1))  # noqa: DTZ001 - a broken zone fails when it is asked
        except Exception:  # noqa: BLE001, S112 - a foreign parser over a stranger's zone; its name may still be known
            continue
        yield said["TZID"], zone
