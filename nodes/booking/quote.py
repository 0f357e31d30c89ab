"""quote, which is quote_flights and quote_hotels: one search each, run side by side; what comes back, a failure too, is a value."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal

from tripintent.nodes.booking.state import BookingUpdate
from tripintent.nodes.in_order import OutOfOrder
from tripintent.nodes.runtime import Run
from tripintent.state.frame import Place
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.patch import Patch
from tripintent.state.queries import Failure, FlightQuery, HotelQuery, Query, QuoteSet, Relaxed
from tripintent.state.turn import SearchTask
from tripintent.tools.errors import Retryable, SupplierError
from tripintent.tools.ports.documents import NotYours
from tripintent.tools.ports.places import Airport, Places
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.arrival import first_nights


async def quote(task: SearchTask, ports: Ports, run: Run) -> BookingUpdate:
    """Search one segment or one stay."""
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


MOST = 3
"""How many ways out are said; each search costs the supplier a call, and nothing is searched that no wish narrows."""

NEARBY_KM = 150.0

Search = Callable[[Query], Awaitable[Sequence[Offer]]]


async def relaxed(query: Query, search: Search) -> tuple[Relaxed, ...]:
    """Return what each wish less would bring, in the order of what costs the traveller least.

    A search that fails here is left out: it was not asked for.
    """
    found = list[Relaxed]()
    for hint, wider in _hotels(query) if isinstance(query, HotelQuery) else _flights(query):
        if len(found) == MOST:
            break
        try:
            offers = await search(wider)
        except SupplierError:
            continue
        if offers:
            found.append(_told(hint, wider, offers))
    return tuple(found)


def _told(hint: str, wider: Query, offers: Sequence[Offer]) -> Relaxed:

    def nearest(one: Offer) -> tuple[float, Decimal]:
        stars = one.star_rating if hint == "fewer_stars" and isinstance(one, HotelOffer) else None
        return -(stars or 0.0), one.total_price.amount

    best = min(offers, key=nearest)
    name = best.hotel_name if isinstance(best, HotelOffer) else ""
    stars = best.star_rating if isinstance(best, HotelOffer) else None
    day = wider.depart_date if isinstance(wider, FlightQuery) and hint == "other_day" else None
    known = {"count": len(offers), "cheapest": best.total_price, "simulated": best.simulated}
    return Relaxed(hint=hint, name=name, stars=stars, day=day, **known)


def _flights(query: FlightQuery) -> Iterator[tuple[str, Query]]:
    if query.max_stops is not None:
        yield "more_stops", query.model_copy(update={"max_stops": None})
    if query.airlines:
        yield "other_airlines", query.model_copy(update={"airlines": ()})
    if query.window or query.arrive_window or query.avoid_red_eye:
        yield "other_times", query.model_copy(update={"window": None, "arrive_window": None, "avoid_red_eye": False})
    if query.cabin not in (None, "economy", "basic_economy"):
        yield "lower_cabin", query.model_copy(update={"cabin": "economy"})
    for days in (-1, 1):
        day = date.fromisoformat(query.depart_date) + timedelta(days=days)
        yield "other_day", query.model_copy(update={"depart_date": day.isoformat()})


def _hotels(query: HotelQuery) -> Iterator[tuple[str, Query]]:
    if query.hotel_name:
        yield "other_hotel", query.model_copy(update={"hotel_name": None})
    if query.area:
        yield "other_area", query.model_copy(update={"area": None})
    if query.star_min:
        yield "fewer_stars", query.model_copy(update={"star_min": None})
    if query.amenities or query.board:
        yield "fewer_wishes", query.model_copy(update={"amenities": (), "board": None})
    if query.refundable_only:
        yield "non_refundable", query.model_copy(update={"refundable_only": False})


def hints_for(query: Query, places: Places) -> tuple[str, ...]:
    """Return what to loosen, what costs the traveller least first."""
    if isinstance(query, HotelQuery):
        return (*(hint for hint, _ in _hotels(query)), "other_dates")
    return (*dict.fromkeys(hint for hint, _ in _flights(query)), *_other_airports(query, places))


def _other_airports(query: FlightQuery, places: Places) -> Iterator[str]:
    for code in (query.origin, query.destination):
        near = next((a for a, km in _nearby(places, code) if a.code != code and km > 0), None)
        if near:
            yield f"nearby_airport:{near.code}:{near.city or near.name}"


def _nearby(places: Places, code: str) -> Iterator[tuple[Airport, float]]:
    airport = places.airport(code)
    if airport:
        here = Place(said=airport.city or code, name=airport.city, kind="airport", code=code)
        own = {a.code for a in places.airports_for(code)}
        yield from ((a, km) for a, km in places.near(here, NEARBY_KM) if a.code not in own)
