"""The one 'now' of a turn, in the traveller's zone."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tripintent.state.trip import TripIntent


def zone_of(name: str) -> ZoneInfo:
    """Return the zone of an IANA name, UTC when there is no such zone."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def stamp(now: datetime, zone: str) -> dict[str, str]:
    """Return the stamps of a turn: the moment (with the zone's offset) and the traveller's date."""
    local = now.astimezone(zone_of(zone))
    return {"now_iso": local.isoformat(), "now_date": local.date().isoformat()}


def turn_now(trip: TripIntent) -> datetime:
    """Return the moment that intake stamped for this turn."""
    return datetime.fromisoformat(trip.request.now_iso)
