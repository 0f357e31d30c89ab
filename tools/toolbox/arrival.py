"""The night in which a flight lands: which first nights a stay is asked for, and which rooms go with which flights."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tripintent.state.offers import BED_TIME_ENDS, FlightOffer, HotelOffer, Offer, begins
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.state.questions.plan import PlanQuery, plan_of
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.places import Airport, Places
from tripintent.tools.ports.ports import Ports

CRUISE_KMH = 850
GROUND = timedelta(minutes=30)
"""Taxi, climb and descent on top of cruising (the estimate that schedules of simulated flights are made by, too)."""

LAST_TAKE_OFF, USUAL_TAKE_OFF = timedelta(hours=22), timedelta(hours=20)
"""Long flights through the night leave in the evening."""
FARTHEST_NONSTOP_KM = 15_000
CONNECTING = 1.5
"""How much longer than the direct flight a reasonable connection takes, besides an hour on the ground."""


def first_nights(query: HotelQuery, places: Places) -> tuple[date, ...]:
    """Return the nights in which a stay can begin, the earliest first: its check-in unless it follows a flight.

    Generous, because a night that no flight needs costs a search, and one that is missing costs the traveller a night.
    """
    said = date.fromisoformat(query.check_in)
    if query.arriving is None:
        return (said,)
    way = _way(query.arriving.origin, query.arriving.destination, said, places)
    if way is None:
        return (said,)
    direct, clock = way
    latest = LAST_TAKE_OFF + timedelta(hours=1) + CONNECTING * direct
    days = range(_nights(direct + clock), _nights(latest + clock) + 1)
    nights = [said + timedelta(days=n) for n in days]
    return tuple(night for night in nights if night < date.fromisoformat(query.check_out)) or (said,)


def lands_later(origin: str, destination: str, day: date, places: Places) -> int:
    """Return how many days after its own the usual flight between two codes lands; 0 where that is not known."""
    way = _way(origin, destination, day, places)
    if way is None:
        return 0
    direct, clock = way
    far = direct > GROUND + timedelta(hours=FARTHEST_NONSTOP_KM / CRUISE_KMH)
    return _nights(USUAL_TAKE_OFF + direct * (CONNECTING if far else 1) + clock)


def _way(origin: str, destination: str, day: date, places: Places) -> tuple[timedelta, timedelta] | None:
    """Return how long a direct flight takes, and how far clocks are put on; None where places are not known."""
    ends, km = (places.airports_for(origin), places.airports_for(destination)), places.distance_km(origin, destination)
    if km is None or not all(ends):
        return None
    return GROUND + timedelta(hours=km / CRUISE_KMH), _clock(ends[1][0], day) - _clock(ends[0][0], day)


def _nights(after_midnight: timedelta) -> int:
    return max(0, (after_midnight - timedelta(hours=BED_TIME_ENDS.hour)) // timedelta(days=1))


def _clock(airport: Airport, day: date) -> timedelta:
    """Return how far the airport's clock is ahead of UTC on that day."""
    return datetime.combine(day, time(12), ZoneInfo(airport.zone)).utcoffset() or timedelta(0)


def leg_of(stay: PlanQuery, legs: Sequence[PlanQuery]) -> int | None:
    """Return the place of the flight whose landing begins the stay; None when it is not among the legs, or none does."""
    return next((i for i, leg in enumerate(legs) if _brings(leg, stay)), None)


async def offers_of(key: str, trip: TripIntent, ports: Ports) -> Sequence[Offer]:
    """Return the offers of a question; where their time is over, what is held of them."""
    held = [one.option_id for one in trip.working_memory.holds if one.key == key and one.status == "held"]
    found = await ports.offers.get(trip.ledger_id, key)
    return found or tuple((await ports.offers.options(trip.ledger_id, held)).values())


async def rooms_of(
    stay: PlanQuery, legs: Sequence[PlanQuery], trip: TripIntent, ports: Ports
) -> tuple[HotelOffer, ...]:
    """Return the rooms to rank: all first nights beside a list of flights, else only those from the right one.

    That is the night in which the booked flight lands; the day of departure when no flight was found.
    """
    offers = tuple(o for o in await offers_of(stay.key, trip, ports) if isinstance(o, HotelOffer))
    query = stay.query
    if not offers or not isinstance(query, HotelQuery) or query.arriving is None or leg_of(stay, legs) is not None:
        return offers
    flight = await _booked(stay, trip, ports)
    first = begins({o.check_in for o in offers}, flight.night if flight else date.fromisoformat(query.check_in))
    return tuple(o for o in offers if o.check_in == first)


async def _booked(stay: PlanQuery, trip: TripIntent, ports: Ports) -> FlightOffer | None:
    keys = {leg.key for leg in plan_of(trip).flights if _brings(leg, stay)}
    booked = [
        b.option_id for b in trip.working_memory.bookings if b.key in keys and b.status in ("confirmed", "in_doubt")
    ]
    known = (await ports.offers.options(trip.ledger_id, booked)).values()
    return next((offer for offer in known if isinstance(offer, FlightOffer)), None)


def _brings(leg: PlanQuery, stay: PlanQuery) -> bool:
    flight, room = leg.query, stay.query
    if not isinstance(flight, FlightQuery) or not isinstance(room, HotelQuery) or room.arriving is None:
        return False
    route = (room.arriving.origin, room.arriving.destination, room.check_in)
    return {*stay.who} <= {*leg.who} and (flight.origin, flight.destination, flight.depart_date) == route
