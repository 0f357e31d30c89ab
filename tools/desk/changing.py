"""Changing what is booked: asking the airline for other flights, and accepting what it changed by itself. No money moves here."""

import logging
from collections.abc import Mapping, Sequence
from functools import partial

from tripintent.state.booking import Booking
from tripintent.state.offers import FlightOffer
from tripintent.state.queries import FlightQuery
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.states import refuse
from tripintent.tools.errors import SupplierError, Unknown
from tripintent.tools.ledger import bookings
from tripintent.tools.ports.desk import Refused
from tripintent.tools.ports.orders import AcceptsChanges

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


async def accept(ctx: DeskContext, trip_id: str, booking_id: str, change_id: str) -> Booking | Refused:
    """Accept a change for a booking of the trip; what was asked and what came of it is in the audit."""
    found = await ctx.ledger.read(lambda tx: bookings.get(tx, booking_id))
    if found is None or found[0] != trip_id or found[1].status != "confirmed":
        return refuse("unknown_booking")
    booking = found[1]
    seller = ctx.suppliers.get(booking.supplier)
    if seller is None or not isinstance(seller.orders, AcceptsChanges):
        return refuse("change_refused", f"{booking.supplier} takes no answer here: answer the airline itself")
    told = partial(
        _told, ctx, trip_id, {"booking_id": booking_id, "order_id": booking.order_id, "change_id": change_id}
    )
    await told("change.accepting")
    try:
        await seller.orders.accept_change(booking.order_id, change_id)
    except Unknown as error:
        await told("change.unknown", message=str(error))
        return refuse("change_in_doubt")
    except SupplierError as error:
        await told("change.refused", message=str(error))
        return refuse("change_refused", str(error))
    await told("change.accepted")
    return booking


async def _told(ctx: DeskContext, trip_id: str, facts: Mapping[str, str], kind: str, **more: str) -> None:
    await ctx.write(trip_id, lambda tx: ctx.audit(tx, trip_id, kind, **facts, **more))
