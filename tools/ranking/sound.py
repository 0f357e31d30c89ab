"""Conditions of the best overall: no own transfer without time, no hostel at the airport, less still with children."""

from collections.abc import Callable, Mapping

from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.ranking.criteria import Candidate
from tripintent.tools.ranking.trouble import trouble

MOST_TROUBLE, MOST_WITH_CHILDREN = 1.5, 1.0
FEWEST_STARS = 2.0
"""A hostel of one star may be the cheapest, and is not the best while the money reaches for more."""

FAR_KM = 8.0
DECENT_STARS = 3.0
"""Stars that a family expects of a hotel, and everybody of one at the airport."""

Sound = Callable[[Candidate], bool]


def sound_flight(*, children: bool, connection_minutes: Mapping[str, int]) -> Sound:
    """Return the test whether a flight may be part of the best overall; hotels pass."""
    most = MOST_WITH_CHILDREN if children else MOST_TROUBLE
    return lambda c: not isinstance(c.offer, FlightOffer) or trouble(c.offer, connection_minutes) < most


def protected(candidate: Candidate) -> bool:
    """Tell whether a connection that is missed is the airline's loss; hotels pass."""
    return not isinstance(candidate.offer, FlightOffer) or not candidate.offer.self_transfer


def sound_hotel(*, children: bool) -> Sound:
    """Return the test whether a hotel may be part of the best overall; flights pass, and so does what is unknown."""
    return lambda c: not isinstance(c.offer, HotelOffer) or _decent(c.offer, children=children)


def _decent(offer: HotelOffer, *, children: bool) -> bool:
    stars = DECENT_STARS if offer.star_rating is None else offer.star_rating
    remote = "airport" in offer.area.casefold() or (offer.distance_km or 0.0) > FAR_KM
    least = DECENT_STARS if remote or children else FEWEST_STARS
    return stars >= least and not (remote and children)
