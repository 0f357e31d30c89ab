"""Holds and bookings as entries of the itinerary, with locator and times; a cancellation shows too."""

from tripintent.state.booking import Booking, Hold
from tripintent.state.designer.history import committed
from tripintent.state.designer.importing import segments_of_order
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.segments import Segment
from tripintent.state.offers import Offer
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


async def with_bookings(document: ItineraryDocument, trip: TripIntent, ports: Ports) -> ItineraryDocument:
    """Return the itinerary with the trip's live holds and all its bookings; what is no longer held goes out again.

    The ledger's rows as the trip mirrors them are the only source of HELD and CONFIRMED beside an import.
    """
    memory = trip.working_memory
    orders: list[Booking | Hold] = [*memory.bookings, *(h for h in memory.holds if h.status == "held")]
    found: dict[str, Segment] = {}
    for order in orders:
        offer = await _offer(order, trip, ports)
        if offer is not None:
            found |= {segment.id: segment for segment in segments_of_order(order, offer)}
    kept = [found.pop(s.id, s) for s in document.segments if s.source != "booking" or s.id in found]
    segments = (*kept, *found.values())
    if segments == document.segments:
        return document
    return committed(document, document.model_copy(update={"segments": segments}), "bookings")


async def _offer(order: Booking | Hold, trip: TripIntent, ports: Ports) -> Offer | None:
    offers = await ports.offers.get(trip.ledger_id, order.key) if order.key else ()
    return next((o for o in offers if o.option_id == order.option_id), None)
