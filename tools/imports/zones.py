"""Zones as calendars name them: IANA names with anything before them, names of Windows, the file's own definitions."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

from tripintent.state.designer.moments import zone_named
from tripintent.tools.imports.structured import Node

LONGEST_NAME = 200
_SHOWN = re.compile(r"\((?:UTC|GMT)(?:(?P<sign>[+-])(?P<hours>\d{1,2}):?(?P<minutes>\d{2}))?\)\s*(?P<towns>.+)")
_SUMMER = 7
"""A month: where the clock is put forward in it or in January, the other one is standard time."""


def time_in(moment: datetime, name: str, own: Mapping[str, tzinfo | str]) -> Node | str | None:
    """Return a wall clock with the zone that a calendar names; None where no one knows the zone."""
    defined = own.get(name)
    zone = iana_name(name) or (defined if isinstance(defined, str) else None)
    there = zone_named(zone) if zone else None
    if there is not None:
        aware = moment.replace(tzinfo=there)
        return {"@type": "QDateTime", "@value": aware.isoformat(timespec="seconds"), "timezone": zone}
    return moment.replace(tzinfo=defined).isoformat(timespec="seconds") if isinstance(defined, tzinfo) else None


def iana_name(name: str) -> str | None:
    """Return the IANA name that a name of a zone means."""
    said = name.strip().strip('"').strip("/")[:LONGEST_NAME]
    parts = said.split("/")
    for begin in range(len(parts)):
        tail = "/".join(parts[begin:])
        if ("/" in tail or not begin) and tail and zone_named(tail):
            return tail
    return _windows().get(said.casefold()) or _shown(said)


@lru_cache(1)
def _windows() -> dict[str, str]:
    return {name.casefold(): zone for name, zone in WINDOWS_TO_OLSON.items()}


def _shown(name: str) -> str | None:
    """Return the zone of a name that Windows shows, such as ``(UTC+01:00) Amsterdam, Berlin`` or ``Eastern Time (US & Canada)``."""
    match = _SHOWN.fullmatch(name)
    towns = match["towns"] if match else name
    region = re.sub(r"\s*\(.*", "", towns).casefold()
    standard = _windows().get(region.removesuffix(" time") + " standard time") if region.endswith(" time") else None
    if standard or not match:
        return standard
    ahead = timedelta(hours=int(match["hours"] or 0), minutes=int(match["minutes"] or 0))
    offset = -ahead if match["sign"] == "-" else ahead
    found = (_of_towns().get((town.strip().casefold(), offset)) for town in towns.split(","))
    return next((zone for zone in found if zone), None)


@lru_cache(1)
def _of_towns() -> dict[tuple[str, timedelta], str]:
    """Return zones by the town in their name and their standard time."""
    found = {}
    for name in sorted(available_timezones()):
        area, _, town = name.rpartition("/")
        if area and area not in ("Etc", "posix", "right"):
            found[town.replace("_", " ").casefold(), _standard(ZoneInfo(name))] = name
    return found


def _standard(zone: ZoneInfo) -> timedelta:
    year = datetime.now(UTC).year
    return min(zone.utcoffset(datetime(year, month, 1)) or timedelta() for month in (1, _SUMMER))  # noqa: DTZ001 - wall clocks
