"""Ways out when a search finds nothing: codes with their facts, and what giving up one wish would bring."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal

from tripintent.state.frame import Place
from tripintent.state.offers import HotelOffer, Offer
from tripintent.state.queries import FlightQuery, HotelQuery, Query, Relaxed
from tripintent.tools.errors import SupplierError
from tripintent.tools.ports.places import Airport, Places

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
