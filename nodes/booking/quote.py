"""quote_flights and quote_hotels: one search each, run side by side; what comes back, a failure too, is a value."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

from tripintent.nodes.booking.state import BookingUpdate
from tripintent.nodes.booking.ways_out import hints_for, relaxed
from tripintent.nodes.in_order import OutOfOrder
from tripintent.nodes.runtime import Run
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.patch import Patch
from tripintent.state.queries import Failure, FlightQuery, HotelQuery, Query, QuoteSet
from tripintent.state.turn import SearchTask
from tripintent.tools.errors import Retryable, SupplierError
from tripintent.tools.ports.documents import NotYours
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.arrival import first_nights


async def quote_flights(task: SearchTask, ports: Ports, run: Run) -> BookingUpdate:
    """Search one segment."""
    return await _quoted(task, ports)


async def quote_hotels(task: SearchTask, ports: Ports, run: Run) -> BookingUpdate:
    """Search one stay."""
    return await _quoted(task, ports)


async def _quoted(task: SearchTask, ports: Ports) -> BookingUpdate:
    if not isinstance(task, SearchTask):
        raise OutOfOrder("something to search for")
    now = ports.clock.now()
    try:
        offers = [*await _changes(task, ports), *await _search(task.query, ports)]
        other = () if offers else await _other_hotels(task.query, ports)
    except SupplierError as error:
        quote = _failed(task, error, now)
    else:
        quote = await _stored(task, offers or other, ports, now)
        named = task.query.hotel_name if isinstance(task.query, HotelQuery) else None
        quote = quote.model_copy(update={"instead": named}) if other and named and quote.outcome == "found" else quote
    note = f"{task.query.kind} {task.number}: {quote.outcome} {quote.count or ''}".strip()
    merge = {"working_memory": {"quotes": {task.key: quote}}}
    return {"trip_intent": Patch(by=f"quote_{task.query.kind}s", event="TOOL_RESULT", note=note, merge=merge)}


async def _other_hotels(query: Query, ports: Ports) -> Sequence[Offer]:
    """Return hotels of other names where none has the one that was said: a trip with one is worth more than half a trip."""
    if not (isinstance(query, HotelQuery) and query.hotel_name):
        return ()
    return await _search(query.model_copy(update={"hotel_name": None}), ports)


async def _changes(task: SearchTask, ports: Ports) -> list[FlightOffer]:
    """Return what changing the bookings that the trip replaced costs at their airlines, beside what is sold again."""
    if not isinstance(task.query, FlightQuery):
        return []
    asked = (ports.desk.change_offers(task.ledger_id, one, task.query) for one in task.stale)
    return [offer for answer in await asyncio.gather(*asked) for offer in answer]


async def _search(query: Query, ports: Ports) -> Sequence[Offer]:
    if isinstance(query, FlightQuery):
        return await ports.flights.search(query)
    return await _rooms(query, ports)


async def _rooms(query: HotelQuery, ports: Ports) -> list[HotelOffer]:
    """Return the rooms from each night in which the stay can begin. A search that fails fails all: no night may be missing."""
    nights = first_nights(query, ports.places) if ports.hotels.capabilities.dated else (query.check_in,)
    asked = [
        one.model_copy(update={"check_in": str(night), "arriving": None, "ideal": None})
        for night in nights
        for one in (query, *_with_ideal(query))
    ]
    answers = await asyncio.gather(*(ports.hotels.search(one) for one in asked), return_exceptions=True)
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
    found = (offer for answer in answers if not isinstance(answer, BaseException) for offer in answer)
    return list({offer.option_id: offer for offer in found}.values())


def _with_ideal(query: HotelQuery) -> tuple[HotelQuery, ...]:
    """Return the question once more with what was said to be ideal; nothing where nothing was."""
    if query.ideal is None:
        return ()
    wanted = {name: value for name, value in query.ideal if value}
    return (query.model_copy(update=wanted),)


async def _stored(task: SearchTask, offers: Sequence[Offer], ports: Ports, now: datetime) -> QuoteSet:
    """Keep what was found; a search for somebody else's trip, which an edited state can ask for, is a failed one."""
    try:
        return await _kept(task, offers, ports, now)
    except NotYours as error:
        return _failed(task, error, now)


def _failed(task: SearchTask, error: SupplierError | NotYours, now: datetime) -> QuoteSet:
    tool = "flight_quote_search" if task.query.kind == "flight" else "hotel_quote_search"
    code = error.code if isinstance(error, SupplierError) else "not_yours"
    failure = Failure(tool_name=tool, error=str(error), code=code, retryable=isinstance(error, Retryable), at=now)
    return QuoteSet(key=task.key, kind=task.query.kind, outcome="failed", at=now, failure=failure)


async def _kept(task: SearchTask, offers: Sequence[Offer], ports: Ports, now: datetime) -> QuoteSet:
    if not offers:
        hints, ways = hints_for(task.query, ports.places), await relaxed(task.query, lambda one: _search(one, ports))
        return QuoteSet(key=task.key, kind=task.query.kind, outcome="empty", at=now, hints=hints, relaxed=ways)
    expires_at = min(o.expires_at for o in offers)
    await ports.offers.put(task.ledger_id, task.key, offers, expires_at)
    return QuoteSet(key=task.key, kind=task.query.kind, count=len(offers), at=now, expires_at=expires_at)
