"""On which nights a flight can land, before anybody knows the flight: by distance and zones alone."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tripintent.state.offers import BED_TIME_ENDS
from tripintent.state.queries import HotelQuery
from tripintent.tools.ports.places import Airport, Places

CRUISE_KMH = 850
GROUND = timedelta(minutes=30)
"""Taxi, climb and descent on top of cruising (the estimate that schedules of simulated flights are made by, too)."""
LAST_TAKE_OFF = timedelta(hours=22)
CONNECTING = 1.5
"""How much longer than the direct flight a reasonable connection takes, besides an hour on the ground."""


def first_nights(query: HotelQuery, places: Places) -> tuple[date, ...]:
    """Return the nights in which a stay can begin, the earliest first: its check-in unless it follows a flight.

    Generous, because a night that no flight needs costs a search, and one that is missing costs the traveller a night.
    """
    said = date.fromisoformat(query.check_in)
    if query.arriving is None:
        return (said,)
    ends = (places.airports_for(query.arriving.origin), places.airports_for(query.arriving.destination))
    distance = places.distance_km(query.arriving.origin, query.arriving.destination)
    if distance is None or not all(ends):
        return (said,)
    direct = GROUND + timedelta(hours=distance / CRUISE_KMH)
    clock = _clock(ends[1][0], said) - _clock(ends[0][0], said)
    latest = LAST_TAKE_OFF + timedelta(hours=1) + CONNECTING * direct
    days = range(_nights(direct + clock), _nights(latest + clock) + 1)
    nights = [said + timedelta(days=n) for n in days]
    return tuple(night for night in nights if night < date.fromisoformat(query.check_out)) or (said,)


def _nights(after_midnight: timedelta) -> int:
    return max(0, (after_midnight - timedelta(hours=BED_TIME_ENDS.hour)) // timedelta(days=1))


def _clock(airport: Airport, day: date) -> timedelta:
    """Return how far the airport's clock is ahead of UTC on that day."""
    return datetime.combine(day, time(12), ZoneInfo(airport.zone)).utcoffset() or timedelta(0)
