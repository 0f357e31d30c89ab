"""Events of a calendar one by one: the last version of each, and each date of one that repeats, without those that were taken out."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime
from itertools import islice

from dateutil.rrule import rrule, rruleset, rrulestr

from tripintent.state.caps import PLANNED
from tripintent.tools.imports.calendar_files import CalendarEntry, written_entries

MOST_DATES = 60
"""Dates of one rule that become events; of a longer one, or one without end, the first alone is taken, and said."""
_RULES = ("FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY")


def entries_of(text: str) -> Iterator[CalendarEntry]:
    """Yield the events of a calendar: of several versions the last, of a rule its dates; an exception takes the place of its date."""
    entries = _last_versions(list(islice(written_entries(text), 4 * PLANNED)))
    changed: dict[str, set[datetime]] = defaultdict(set)
    for one in entries:
        if when := one.moment("RECURRENCE-ID"):
            changed[one.text("UID")].add(when)
    for one in entries:
        repeats = "RRULE" in one.event or "RDATE" in one.event
        yield from _dates(one, changed[one.text("UID")]) if repeats and one.text("UID") else [one]


def _last_versions(entries: list[CalendarEntry]) -> list[CalendarEntry]:
    """Return entries without the older versions of each; those of one name that count no versions are several events."""
    found: dict[tuple[str, str], CalendarEntry] = {}
    for number, one in enumerate(entries):
        uid = one.text("UID")
        key = (uid, str(one.moment("RECURRENCE-ID"))) if uid else ("", str(number))
        known = found.get(key)
        if known and _version(known) == _version(one):
            key = (uid, f"{key[1]} {number}")
        elif known and _version(known) > _version(one):
            continue
        found[key] = one
    return list(found.values())


def _version(entry: CalendarEntry) -> tuple[int, str]:
    said = entry.text("SEQUENCE")
    changed = entry.moment("LAST-MODIFIED")
    return int(said) if said.isascii() and said.isdigit() and len(
        said
    ) < 9 else 0, changed.isoformat() if changed else ""


def _dates(entry: CalendarEntry, changed: set[datetime]) -> list[CalendarEntry]:
    """Return an event at each date of its rule; where these cannot be counted, at its first date, still with its rule."""
    first = entry.moment("DTSTART")
    if first is None:
        return [entry]
    gone = changed | _listed(entry, "EXDATE")
    dates = _counted(entry, first, gone)
    if dates is None:
        kept = entry.moved(first)
        kept.event["RRULE"] = entry.event.get("RRULE") or ""
        return [] if first in gone else [kept]
    return [entry.moved(one) for one in dates]


def _counted(entry: CalendarEntry, first: datetime, gone: set[datetime]) -> list[datetime] | None:
    """Return the dates of a rule; None for one that is not understood, has no end, or has more dates than are taken."""
    rule = entry.event.get("RRULE")
    dates = rruleset()
    dates.rdate(first)
    for one in _listed(entry, "RDATE"):
        dates.rdate(one)
    if rule is not None:
        said = rule.to_ical().decode() if hasattr(rule, "to_ical") else ""
        if not any(one in said for one in _RULES) or not ("COUNT=" in said or "UNTIL=" in said):
            return None
        until = rule.get("UNTIL", [None])[0]
        if isinstance(until, date):
            said = f"{said.partition('UNTIL=')[0]}UNTIL={entry.wall(until, 'UNTIL'):%Y%m%dT%H%M%S};{said.partition('UNTIL=')[2].partition(';')[2]}"
        try:
            read = rrulestr(said.strip(";"), dtstart=first)
        except (ValueError, TypeError):
            return None
        if not isinstance(read, rrule):
            return None
        dates.rrule(read)
    found = list(islice(dates, MOST_DATES + 1))
    return None if len(found) > MOST_DATES else [one for one in found if one not in gone]


def _listed(entry: CalendarEntry, name: str) -> set[datetime]:
    """Return the days and times of all lines of a name."""
    lines = entry.event.get(name) or []
    values = [one.dt for line in (lines if isinstance(lines, list) else [lines]) for one in getattr(line, "dts", ())]
    return {entry.wall(one, name) for one in values if isinstance(one, date)}
