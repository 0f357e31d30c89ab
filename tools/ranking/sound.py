"""Conditions of the best overall: no own transfer without time, no stop more for little money, no hotel out at the airport."""

from collections.abc import Callable, Iterable, Mapping
from statistics import median

from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.ranking.criteria import Candidate, trouble

MOST_TROUBLE, MOST_WITH_CHILDREN = 1.5, 1.0
FEWEST_STARS = 2.0
"""A hostel of one star may be the cheapest, and is not the best while the money reaches for more."""

FAR_KM = 8.0
DECENT_STARS = 3.0
"""Stars that a family expects of a hotel."""
OF_A_ROOM, WITH_CHILDREN = 0.5, 1.0
"""What a sound hotel may cost more than the best trip without one, in prices of an ordinary room for all nights."""
LITTLE_MORE = 1.2
"""Who changes planes once more without being faster saves more than a sixth by it, or it is not the best."""

Sound = Callable[[Candidate], bool]


def of_offers(test: Callable[[FlightOffer | HotelOffer], bool]) -> Sound:
    """Return a test of offers as one of candidates."""
    return lambda c: test(c.offer)


def sound_flight(*, children: bool, connection_minutes: Mapping[str, int]) -> Sound:
    """Return the test whether a flight may be part of the best overall; hotels pass."""
    most = MOST_WITH_CHILDREN if children else MOST_TROUBLE
    return lambda c: not isinstance(c.offer, FlightOffer) or trouble(c.offer, connection_minutes) < most


def straight(legs: Iterable[Iterable[Candidate]]) -> Sound:
    """Return the test whether no flight of the same leg has fewer stops, takes no longer and costs little more; hotels pass."""
    needless = {
        one.option_id
        for leg in map(tuple, legs)
        for one in leg
        if one.criteria.stops and any(_better(other, one) for other in leg)
    }
    return lambda c: c.option_id not in needless


def _better(other: Candidate, one: Candidate) -> bool:
    a, b = other.criteria, one.criteria
    if a.stops >= b.stops or a.minutes > b.minutes or a.price > b.price * LITTLE_MORE:
        return False
    eased = a.non_refundable <= b.non_refundable and a.plainness <= b.plainness and a.misfit <= b.misfit
    return eased and _cabin(other) == _cabin(one)


def _cabin(one: Candidate) -> str:
    return one.offer.cabin if isinstance(one.offer, FlightOffer) else ""


def protected(candidate: Candidate) -> bool:
    """Tell whether a connection that is missed is the airline's loss; hotels pass."""
    return not isinstance(candidate.offer, FlightOffer) or not candidate.offer.self_transfer


def sound_hotel(*, children: bool, anywhere: bool) -> Sound:
    """Return the test whether a hotel may be part of the best overall; flights pass, and so does what is unknown.

    ``anywhere``: the traveller said where it should be, and that ranks it.
    """
    return lambda c: not isinstance(c.offer, HotelOffer) or _decent(c.offer, children=children, anywhere=anywhere)


def worth(stays: Iterable[Iterable[Candidate]], *, children: bool) -> int:
    """Return what a sound hotel may cost more, in price units; the ordinary room is the median of the hotels' cheapest ones."""
    ordinary = 0.0
    for stay in stays:
        least = dict[str, int]()
        for room in stay:
            name = room.offer.hotel_id if isinstance(room.offer, HotelOffer) else ""
            least[name] = min(room.criteria.price, least.get(name, room.criteria.price))
        ordinary += median(least.values())
    return round(ordinary * (WITH_CHILDREN if children else OF_A_ROOM))


def _decent(offer: HotelOffer, *, children: bool, anywhere: bool) -> bool:
    stars = DECENT_STARS if offer.star_rating is None else offer.star_rating
    remote = "airport" in offer.area.casefold() or (offer.distance_km or 0.0) > FAR_KM
    return stars >= (DECENT_STARS if children else FEWEST_STARS) and (anywhere or not remote)
