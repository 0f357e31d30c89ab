"""Which rooms go with which flights, where a stay begins in the night in which a flight lands."""

from collections.abc import Sequence
from datetime import date

from tripintent.state.offers import FlightOffer, HotelOffer, begins
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.state.questions.plan import Asked, plan_of
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


def leg_of(stay: Asked, legs: Sequence[Asked]) -> int | None:
    """Return the place of the flight whose landing begins the stay; None when it is not among the legs, or none does."""
    return next((i for i, leg in enumerate(legs) if _brings(leg, stay)), None)


async def rooms_of(stay: Asked, legs: Sequence[Asked], trip: TripIntent, ports: Ports) -> tuple[HotelOffer, ...]:
    """Return the rooms to rank: all first nights beside a list of flights, else only those from the right one.

    That is the night in which the booked flight lands; the day of departure when no flight was found.
    """
    offers = tuple(o for o in await ports.offers.get(trip.ledger_id, stay.key) if isinstance(o, HotelOffer))
    query = stay.query
    if not offers or not isinstance(query, HotelQuery) or query.arriving is None or leg_of(stay, legs) is not None:
        return offers
    flight = await _booked(stay, trip, ports)
    first = begins({o.check_in for o in offers}, flight.night if flight else date.fromisoformat(query.check_in))
    return tuple(o for o in offers if o.check_in == first)


async def _booked(stay: Asked, trip: TripIntent, ports: Ports) -> FlightOffer | None:
    keys = {leg.key for leg in plan_of(trip).flights if _brings(leg, stay)}
    booked = [
        b.option_id for b in trip.working_memory.bookings if b.key in keys and b.status in ("confirmed", "in_doubt")
    ]
    known = (await ports.offers.options(trip.ledger_id, booked)).values()
    return next((offer for offer in known if isinstance(offer, FlightOffer)), None)


def _brings(leg: Asked, stay: Asked) -> bool:
    flight, room = leg.query, stay.query
    if not isinstance(flight, FlightQuery) or not isinstance(room, HotelQuery) or room.arriving is None:
        return False
    route = (room.arriving.origin, room.arriving.destination, room.check_in)
    return (flight.origin, flight.destination, flight.depart_date) == route
