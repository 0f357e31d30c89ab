"""Checking a hotel query before it is answered."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from tripintent.state.queries import HotelQuery
from tripintent.tools.suppliers.embedded.flight_question import travel_day
from tripintent.tools.suppliers.embedded.localities import Locality
from tripintent.tools.suppliers.embedded.refusals import refusal
from tripintent.tools.suppliers.embedded.room_rates import MOST_IN_ROOM, people

MOST_NIGHTS = 60
MOST_ROOMS = 9


def nights_of(query: HotelQuery) -> tuple[date, ...]:
    """Return the nights of the stay. Raises InvalidRequest ``not_a_date``, ``zero_nights`` or ``too_many_nights``."""
    first, last = travel_day(query.check_in), travel_day(query.check_out)
    if last <= first:
        raise refusal(f"checking out on {last} leaves no night after checking in on {first}", "zero_nights")
    count = (last - first).days
    if count > MOST_NIGHTS:
        raise refusal(f"{count} nights are too many for one booking; {MOST_NIGHTS} is the most", "too_many_nights")
    return tuple(first + timedelta(days=n) for n in range(count))


def check_stay(query: HotelQuery, city: Locality, first: date, now: datetime) -> None:
    """Check dates and guests. Raises InvalidRequest ``in_past``, ``too_many_rooms`` or ``too_many_travellers``."""
    if first < now.astimezone(ZoneInfo(city.zone)).date():
        raise refusal(f"{first} is in the past in {city.name}", "in_past")
    if len(query.occupancies) > MOST_ROOMS:
        raise refusal(f"{len(query.occupancies)} rooms are too many for one booking", "too_many_rooms")
    if max(people(o) for o in query.occupancies) > MOST_IN_ROOM:
        raise refusal(f"at most {MOST_IN_ROOM} people sleep in one room; ask for more rooms", "too_many_travellers")
