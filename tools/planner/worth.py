"""How much a sight is worth to this party: its fame, their interests, their children, the weather they plan for."""

from collections.abc import Sequence

from tripintent.tools.ports.attractions import Attraction, SightKind
from tripintent.tools.ports.day_planner import DaysRequest, Why

_FOR_CHILDREN: frozenset[SightKind] = frozenset({"aquarium", "beach", "entertainment", "park", "theme_park", "zoo"})
_ON_FOOT: frozenset[SightKind] = frozenset({"day_trip", "nature", "neighbourhood", "park", "ruins", "street", "zoo"})
_STEPS: frozenset[SightKind] = frozenset({"nature", "ruins"})
DAY_TRIP_MINUTES = 300

_WANTED, _INTEREST, _SECOND_INTEREST, _CHILDREN, _ROOF, _FAR, _DAY_TRIP = 10.0, 0.5, 0.2, 0.4, 0.6, 0.3, 0.5


class Worth:
    """The sights of a request that may be planned, each with its worth; the same request gives the same numbers."""

    def __init__(self, request: DaysRequest) -> None:
        self._request = request
        self._rank = {place.id: number for number, place in enumerate(request.places)}
        self.places: tuple[Attraction, ...] = tuple(p for p in _once(request.places) if self._possible(p))

    def _possible(self, place: Attraction) -> bool:
        request = self._request
        if place.id in request.wanted:
            return True
        children = request.party.youngest is not None
        only_at_night = place.interests == ("nightlife",)
        return place.id not in request.avoided and not (children and only_at_night)

    def of(self, place: Attraction) -> float:
        """Return the worth: 0.3 to 1 for fame, more for what is wished for, less for what this party would avoid."""
        request, party = self._request, self._request.party
        value = 1 - 0.7 * self._rank[place.id] / max(1, len(self._rank))
        shared = len(set(place.interests) & set(request.interests))
        value += _INTEREST * (shared > 0) + _SECOND_INTEREST * (shared > 1)
        value += _WANTED * (place.id in request.wanted)
        value += _CHILDREN * self._for_children(place)
        if request.rainy:
            value += _ROOF if place.indoor else -_ROOF
        value -= _FAR * (place.kind in _ON_FOOT and request.less_walking)
        value -= _FAR * (place.kind in _STEPS and (party.wheelchair or party.seniors))
        return value - _DAY_TRIP * (place.minutes >= DAY_TRIP_MINUTES)

    def _for_children(self, place: Attraction) -> bool:
        young = self._request.party.youngest is not None and self._request.party.youngest <= 12
        return young and (place.kind in _FOR_CHILDREN or "family" in place.interests)

    def why(self, place: Attraction, *, near: bool) -> tuple[Why, ...]:
        """Return why a sight is in the plan, the strongest reason first."""
        reasons: list[tuple[Why, bool]] = [
            ("wanted", place.id in self._request.wanted),
            ("interest", bool(set(place.interests) & set(self._request.interests))),
            ("for_children", self._for_children(place)),
            ("indoors", self._request.rainy and place.indoor),
            ("near", near),
            ("well_known", self._rank[place.id] < 10),
        ]
        return tuple(why for why, holds in reasons if holds)


def _once(places: Sequence[Attraction]) -> list[Attraction]:
    return list({place.id: place for place in reversed(places)}.values())[::-1]
