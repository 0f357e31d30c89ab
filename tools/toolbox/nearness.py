"""The sights of a plan's towns, which of them a name means, and how far hotels are from the place that one wants to be near."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple, cast, get_args

from pydantic import JsonValue
from rapidfuzz.fuzz import ratio

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.ordering import usual_duration
from tripintent.state.designer.parts import Coordinates, kilometres
from tripintent.state.designer.sameness import plain, similar_words
from tripintent.state.frame import WALK_KM_A_MINUTE
from tripintent.state.offers import HotelOffer, Offer
from tripintent.state.questions.plan import plan_of
from tripintent.state.questions.stays import effective_stays
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.places import Attraction, Attractions, Interest, SightKind
from tripintent.tools.ports.ports import Ports
from tripintent.tools.shipped import table

KIND_WORDS = frozenset(word for kind in (*get_args(SightKind), "lunch_dinner") for word in kind.split("_"))
"""Words that name no sight alone: a beach is not the beach of that name."""
_TOWNS = 3
"""Towns of a trip that are looked up."""
_SPELLING = 80.0
"""How alike two spellings of one word are, of 100: "Colloseum" is the Colosseum."""
_SAME_KIND = 85.0
"""How alike a word and the name of a kind are, of 100: "museums" are of the kind museum."""
_LONG = 5
"""Letters of a word that can tell a sight from the others."""


def interests_of(document: ItineraryDocument) -> tuple[Interest, ...]:
    """Return the interests of the plan that sights are known by."""
    known = set(get_args(Interest))
    return cast("tuple[Interest, ...]", tuple(i for i in document.trip_preferences.interests if i in known))


async def sights_of(document: ItineraryDocument, source: Attractions | None) -> tuple[Attraction, ...]:
    """Return what there is to see in the towns of a plan; nothing where nothing is known."""
    if source is None:
        return ()
    found: list[Attraction] = []
    for destination in document.destinations[:_TOWNS]:
        try:
            found += await source.search(destination.name, interests=interests_of(document))
        except ToolError:
            continue  # another destination may still be known; none at all is said as such
    return tuple(found)


def meant(sight: Attraction, names: Sequence[str]) -> bool:
    """Tell whether names of interests, kinds of sights or sights mean this one."""
    return any(
        name in sight.interests
        or ratio(plain(name), sight.kind.replace("_", " ")) >= _SAME_KIND
        or any(similar_words(name, one) for one in (sight.name, *sight.also))
        for name in names
    )


def sight_named(name: str, sights: Sequence[Attraction]) -> Attraction | None:
    """Return the one sight that a name means, in any spelling near to ours; None when it may be several, or is not a sight."""
    alike = [s for s in sights if any(similar_words(name, n) for n in (s.name, *s.also))]
    same = [s for s in alike if plain(name) in {plain(n) for n in (s.name, *s.also)}]
    if len(alike) == 1 or same:
        return (same or alike)[0]
    if alike or usual_duration(name).confidence != "low":
        return None  # a dinner near a sight is not the sight
    words = plain(name).split()
    told = [w for w in words if len(w) >= _LONG and w not in KIND_WORDS]
    meant = {
        s.id: s
        for s in sights
        for w in told
        if any(ratio(w, x) >= _SPELLING for n in (s.name, *s.also) for x in plain(n).split())
    }
    return next(iter(meant.values())) if len(meant) == 1 and len(told) * 2 >= len(words) else None


_ONE_TOWN_KM = 100.0
"""A hotel farther off is in another town of the trip, which was not meant."""
_SIGHTS = 200


class NearSpot(NamedTuple):
    """The place to be near. Without coordinates no way is measured: hotels may say that they lie in such a part of town."""

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
        away: dict[str, JsonValue] = {"away_from": self.name} if self.misses(offer) else {}
        return away if km is None else {"near": {"name": self.name, "meters": round(km * 100) * 10}}

    def misses(self, offer: Offer) -> bool:
        """Tell whether a hotel lies in another part of town than the one that was wished."""
        area = offer.area if isinstance(offer, HotelOffer) and not self.at else ""
        return bool(area) and not alike(self.name, area)


def on_foot(km: float) -> int:
    """Return an estimate of the minutes on foot for kilometres in a straight line: the way on the ground is longer."""
    return round(km / WALK_KM_A_MINUTE)


async def hotels_of(trip: TripIntent, ports: Ports) -> tuple[HotelOffer, ...]:
    """Return the hotels of a trip: those that were bought, then those that were chosen, then those on offer."""
    memory, keys = trip.working_memory, [asked.key for asked in plan_of(trip).hotels]
    own = [*(booking.option_id for booking in memory.bookings), *memory.selected.hotel_option_ids]
    known = await ports.offers.options(trip.ledger_id, own) if own else {}
    listed = [offer for key in keys for offer in await ports.offers.get(trip.ledger_id, key)]
    return tuple(one for one in (*known.values(), *listed) if isinstance(one, HotelOffer))


def hotel_named(name: str, hotels: Sequence[HotelOffer]) -> HotelOffer | None:
    """Return the one hotel that a name means; None when it may be several."""
    same = [one for one in hotels if plain(one.hotel_name) == plain(name)]
    alike = same or [one for one in hotels if similar_words(name, one.hotel_name)]
    return alike[0] if len({one.hotel_id for one in alike}) == 1 else None


async def spot_of(trip: TripIntent, ports: Ports) -> NearSpot | None:
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
            return NearSpot(sight.name, Coordinates(latitude=sight.lat, longitude=sight.lon))
    place = ports.places.resolve(wish.to)
    code = place.code if place.kind == "airport" else None
    if plain(wish.to) == "airport":  # the one where they land
        code = next((one.destination.code for one in trip.itinerary.segments if one.destination), None)
    airport = ports.places.airport(code) if code else None
    return (
        NearSpot(airport.name, Coordinates(latitude=airport.lat, longitude=airport.lon))
        if airport
        else NearSpot(wish.to)
    )


async def unmeasured(spot: NearSpot | None, trip: TripIntent, ports: Ports) -> tuple[str, ...]:
    """Return what is said of a place that no gazetteer, source of sights or hotel of the trip knows."""
    offers = await hotels_of(trip, ports) if spot and not spot.at else ()
    if not spot or not offers or near_km(spot, offers):
        return ()
    return (f"place {spot.name}: not known, no hotel's way to it is measured",)


def near_km(spot: NearSpot | None, offers: Iterable[Offer]) -> dict[str, float]:
    """Return how far each hotel is from the place, by the id of its offer, as far as that is known.

    A place without coordinates ("the river") may be a part of town by hotels' words: those are there, others are not.
    """
    if spot and not spot.at:
        areas = {one.option_id: one.area for one in offers if isinstance(one, HotelOffer)}
        there = {option: 0.0 for option, area in areas.items() if area and alike(spot.name, area)}
        return {**dict.fromkeys(areas, inf), **there} if there else {}
    measured = ((offer.option_id, spot.km(offer)) for offer in offers) if spot else ()
    return {option: km for option, km in measured if km is not None}


def alike(wish: str, area: str) -> bool:
    """Tell whether a part of town that was said is one by the name that a hotel has for it."""
    wish, area = wish.casefold().removeprefix("the "), area.casefold()
    return (
        wish in area
        or area in wish
        or any(kind & set(wish.split()) and any(w in area for w in kind) for kind in _KINDS)
    )


_KINDS = tuple(frozenset(words) for words in table("tools/toolbox/areas.yaml").values())
"""Words by which people and suppliers call the same kind of part of town."""


def _towns(trip: TripIntent) -> Iterable[str]:
    stays = (stay.location_name or stay.location_code for stay in effective_stays(trip))
    return dict.fromkeys(name for name in stays if name)
