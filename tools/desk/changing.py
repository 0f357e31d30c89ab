"""Changing what is booked: what the airline asks for other flights. Nothing is kept or paid here; that is the purchase's way."""

import logging
from collections.abc import Sequence

from tripintent.state.offers import FlightOffer
from tripintent.state.queries import FlightQuery
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.errors import SupplierError
from tripintent.tools.ledger import bookings

_LOG = logging.getLogger(__name__)


async def offers(ctx: DeskContext, trip_id: str, booking_id: str, query: FlightQuery) -> Sequence[FlightOffer]:
    """Return other flights for a booking of the trip; none where its seller changes nothing, or does not answer now."""
    found = await ctx.ledger.read(lambda tx: bookings.get(tx, booking_id))
    if found is None or found[0] != trip_id or found[1].status != "confirmed":
        return ()
    booking = found[1]
    seller = ctx.suppliers.get(booking.supplier)
    if seller is None or seller.changes is None or booking.item_type != "flight":
        return ()
    try:
        asked = await seller.changes.change_offers(booking.order_id, query)
    except SupplierError as error:
        _LOG.warning("a change of a booking could not be asked for: %s", error)
        return ()
    known = [one for one in asked if one.supplier in ctx.suppliers]
    return tuple(one.model_copy(update={"changes": booking_id}) for one in known)
