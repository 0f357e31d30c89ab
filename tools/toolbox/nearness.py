"""How far hotels are from the place that the traveller wants to be near: in a straight line, where both are on the map."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pydantic import JsonValue

from tripintent.state.designer.parts import Coordinates, kilometres
from tripintent.state.offers import HotelOffer, Offer
from tripintent.state.questions.stays import effective_stays
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.sights import sight_named

_ONE_TOWN_KM = 100.0
"""A hotel farther off is in another town of the trip, which was not meant."""
_SIGHTS = 200


class Spot(NamedTuple):
    """The place to be near; without coordinates the distance cannot be measured."""

    name: str
    at: Coordinates | None = None

    def km(self, offer: Offer) -> float | None:
        """Return the distance of a hotel; None where it is not known, or the hotel is in another town."""
        if self.at is None or not isinstance(offer, HotelOffer) or offer.lat is None or offer.lon is None:
            return None
        km = kilometres(self.at, Coordinates(latitude=offer.lat, longitude=offer.lon))
        return km if km <= _ONE_TOWN_KM else None

    def facts(self, offer: Offer) -> dict[str, JsonValue]:
        """Return the distance of one hotel, for words and screen; nothing where it is not known."""
        km = self.km(offer)
        return {} if km is None else {"near": {"name": self.name, "meters": round(km * 100) * 10}}


async def spot_of(trip: TripIntent, ports: Ports) -> Spot | None:
    """Return the place that the hotel should be near: a sight of a town of the trip, or an airport; None without such a wish."""
    wish, source = trip.preferences.hotel.near, ports.designer.attractions
    if wish is None:
        return None
    for town in _towns(trip):
        if source is None:
            break
        try:
            sights = await source.search(town, limit=_SIGHTS)
        except ToolError:
            continue  # what cannot be asked cannot be measured, and that is said
        if sight := sight_named(wish.to, sights):
            return Spot(sight.name, Coordinates(latitude=sight.lat, longitude=sight.lon))
    place = ports.places.resolve(wish.to)
    airport = ports.places.airport(place.code) if place.kind == "airport" and place.code else None
    return Spot(airport.name, Coordinates(latitude=airport.lat, longitude=airport.lon)) if airport else Spot(wish.to)


def spot_facts(spot: Spot | None, options: Iterable[Mapping[str, Any]]) -> dict[str, JsonValue] | None:
    """Return the place to be near, and whether it is known of any hotel of the options how far it is; None without such a wish."""
    measured = any("near" in hotel for option in options for hotel in option["hotels"])
    return {"name": spot.name, "measured": measured} if spot else None


def unmeasured(spot: Spot | None) -> tuple[str, ...]:
    """Return what is said of a place that no gazetteer or source of sights knows: no hotel is measured from it."""
    return (f"place {spot.name}: not known, no hotel's way to it is measured",) if spot and not spot.at else ()


def near_km(spot: Spot | None, offers: Iterable[Offer]) -> dict[str, float]:
    """Return how far each hotel is from the place, by the id of its offer, as far as that is known."""
    measured = ((offer.option_id, spot.km(offer)) for offer in offers) if spot else ()
    return {option: km for option, km in measured if km is not None}


def _towns(trip: TripIntent) -> Iterable[str]:
    stays = (stay.location_name or stay.location_code for stay in effective_stays(trip))
    return dict.fromkeys(name for name in stays if name)
