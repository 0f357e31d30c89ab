"""What is booked: each booking with the offer that was bought, times in the zones of their airports."""

from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tripintent.state.booking import Booking
from tripintent.state.derived import as_planned
from tripintent.state.offers import FlightHop, FlightOffer, HotelOffer
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.ports import Ports


class BookedFlight(NamedTuple):
    """A booked flight segment: one booking, one or more flights."""

    booking: Booking
    offer: FlightOffer


class BookedStay(NamedTuple):
    """A booked hotel stay."""

    booking: Booking
    offer: HotelOffer


BookedItem = BookedFlight | BookedStay


async def booked_items(trip: TripIntent, ports: Ports) -> tuple[BookedItem, ...]:
    """Return the trip's bookings in the order of travel, those that were cancelled included.

    The ledger says what is booked, the offer store what exactly that is. A booking that failed, is in doubt, or whose
    offer is no longer stored is left out: an itinerary never shows what no one is sure of.
    """
    standing = await ports.desk.ledger_status(trip.ledger_id)
    certain = [b for b in as_planned(trip, standing.bookings) if b.status in ("confirmed", "changed", "cancelled")]
    offers = await ports.offers.options(trip.ledger_id, {b.option_id for b in certain})
    items: list[BookedItem] = []
    for booking in certain:
        offer = offers.get(booking.option_id)
        if isinstance(offer, FlightOffer):
            items.append(BookedFlight(booking, _zoned(offer, ports.places)))
        elif isinstance(offer, HotelOffer):
            items.append(BookedStay(booking, offer))
    return tuple(sorted(items, key=_starts))


def _starts(item: BookedItem) -> tuple[str, int]:
    """Order by local day; on the same day one flies before one checks in."""
    if isinstance(item, BookedFlight):
        return item.offer.depart_at.isoformat()[:10], 0
    return item.offer.check_in.isoformat(), 1


def _zoned(offer: FlightOffer, places: Places) -> FlightOffer:
    """Return the offer with named zones: an offset says when, but not which clock hangs on the airport's wall."""
    hops = tuple(_hop(hop, places) for hop in offer.segments)
    return offer.model_copy(update={"segments": hops})


def _hop(hop: FlightHop, places: Places) -> FlightHop:
    times = {
        "depart_at": _local(hop.depart_at, hop.origin, places),
        "arrive_at": _local(hop.arrive_at, hop.destination, places),
    }
    return hop.model_copy(update=times)


def _local(moment: datetime, code: str, places: Places) -> datetime:
    airport = places.airport(code)
    return moment.astimezone(ZoneInfo(airport.zone)) if airport else moment
