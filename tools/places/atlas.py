"""The atlas of the itinerary's checks, over the gazetteer: airports by code, towns by name."""

from functools import lru_cache

from tripintent.state.designer.parts import Coordinates, Location
from tripintent.state.frame import Place
from tripintent.tools.places.folding import table
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.ports import own_town
from tripintent.tools.ports.places import Airport

_TOWN_KINDS = ("city", "airport", "metro")
_GENERIC = frozenset(table("readings")["generic"])
"""Words that name no place by themselves: "the airport" is whichever is meant."""


class GazetteerAtlas:
    """Implements ``tripintent.state.designer.parts.Atlas``. What a place says of itself outranks the gazetteer."""

    def __init__(self, gazetteer: Gazetteer | None = None) -> None:
        self._gazetteer = gazetteer or Gazetteer()
        self._known = lru_cache(maxsize=4096)(self._gazetteer.resolve)

    def point(self, place: Location) -> Coordinates | None:
        """Return the place's own coordinates, its airport's, or its town's."""
        if place.coordinates:
            return place.coordinates
        airport = self._airport(place)
        if airport:
            return Coordinates(latitude=airport.lat, longitude=airport.lon)
        found = self._place(place)
        position = self._gazetteer.position(found) if found else None
        return Coordinates(latitude=position[0], longitude=position[1]) if position else None

    def country(self, place: Location) -> str | None:
        """Return the country as written, its airport's, or its town's."""
        if place.nation and len(place.nation) == len("FR"):
            return place.nation.upper()
        airport = self._airport(place)
        found = self._place(place)
        said = self._known(place.nation) if place.nation else None
        if said and said.kind == "country":
            return said.country
        return airport.country if airport else found.country if found else None

    def town(self, place: Location) -> str | None:
        """Return the city as written, its airport's, or the name itself where it is one of a city."""
        if place.town:
            return place.town
        airport = self._airport(place)
        found = None if airport else self._known(place.name)
        return own_town(airport) if airport else found.name if found and found.kind in _TOWN_KINDS else None

    def zone(self, place: Location) -> str | None:
        """Return the zone as written, its airport's, or that of the airport nearest to its town."""
        if place.timezone:
            return place.timezone
        airport = self._airport(place)
        if airport:
            return airport.zone
        found = self._place(place)
        near = self._gazetteer.near(found, 300.0, 8) if found and found.kind in _TOWN_KINDS else ()
        own = (one for one, _ in near if found and one.country == found.country)
        return next((one.zone for one in (*own, *(one for one, _ in near))), None)

    def _airport(self, place: Location) -> Airport | None:
        if not place.code or len(place.code) != 3:
            return None
        known = self._gazetteer.airports_for(place.code)
        return known[0] if known else None

    def _place(self, place: Location) -> Place | None:
        """Return the town of a place where it is said, else the place by its own name where that is unambiguous."""
        if not place.town and all(word in _GENERIC for word in place.name.casefold().split()):
            return None
        said = ", ".join(x for x in (place.town, place.nation) if x) if place.town else place.name
        found = self._known(said)
        if found.kind == "unknown" and place.town:
            found = self._known(place.town)
        return None if found.kind == "unknown" or found.candidates else found
