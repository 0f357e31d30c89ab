"""What would help when a search found nothing: codes with their facts, worded by the language port."""

from collections.abc import Iterator

from tripintent.state.frame import Place
from tripintent.state.queries import FlightQuery, HotelQuery, Query
from tripintent.tools.ports.places import Airport, Places

NEARBY_KM = 150.0


def hints_for(query: Query, places: Places) -> tuple[str, ...]:
    """Return what to loosen, what costs the traveller least first."""
    return tuple(_flight(query, places) if isinstance(query, FlightQuery) else _hotel(query))


def _flight(query: FlightQuery, places: Places) -> Iterator[str]:
    if query.max_stops is not None:
        yield "more_stops"
    if query.airlines:
        yield "other_airlines"
    if query.window or query.arrive_window or query.avoid_red_eye:
        yield "other_times"
    if query.cabin not in (None, "economy", "basic_economy"):
        yield "lower_cabin"
    yield "other_day"
    for code in (query.origin, query.destination):
        near = next((a for a, km in _near(places, code) if a.code != code and km > 0), None)
        if near:
            yield f"nearby_airport:{near.code}:{near.city or near.name}"


def _near(places: Places, code: str) -> Iterator[tuple[Airport, float]]:
    airport = places.airport(code)
    if airport:
        here = Place(said=airport.city or code, name=airport.city, kind="airport", code=code)
        own = {a.code for a in places.airports_for(code)}
        yield from ((a, km) for a, km in places.near(here, NEARBY_KM) if a.code not in own)


def _hotel(query: HotelQuery) -> Iterator[str]:
    if query.hotel_name:
        yield "other_hotel"
    if query.star_min:
        yield "fewer_stars"
    if query.area:
        yield "other_area"
    if query.amenities or query.board:
        yield "fewer_wishes"
    if query.refundable_only:
        yield "non_refundable"
    yield "other_dates"
