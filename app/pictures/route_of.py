"""The route of a trip: its segments with the places they join, as a map needs them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tripintent.state.trip import TripIntent
from tripintent.tools.ports.places import Airport, Places


class MapPoint(NamedTuple):
    """A place on the map; latitude and longitude in degrees. Its ``code`` tells it from another of its town."""

    label: str
    lat: float
    lon: float
    code: str = ""


class MapLeg(NamedTuple):
    """One leg. Flights are drawn as great circles, everything else dashed."""

    origin: MapPoint
    destination: MapPoint
    mode: str = "flight"


def legs_of(trip: TripIntent, places: Places) -> tuple[MapLeg, ...]:
    """Return the legs whose two ends are known; a place that the gazetteer does not know is left off the map."""
    found = (
        (_at(s.origin.code, places), _at(s.destination.code, places), s.transport_mode or "flight")
        for s in trip.itinerary.segments
    )
    return tuple(MapLeg(a, b, mode) for a, b, mode in found if a and b)


def route_through(codes: Sequence[str], places: Places) -> tuple[MapLeg, ...]:
    """Return the legs of a way through airports, given by their IATA codes."""
    points = [_at(code, places) for code in codes]
    return tuple(MapLeg(a, b) for a, b in pairwise(points) if a and b)


def _at(code: str | None, places: Places) -> MapPoint | None:
    airports: Sequence[Airport] = places.airports_for(code) if code else ()
    return MapPoint(airports[0].city, airports[0].lat, airports[0].lon, airports[0].code) if airports else None
