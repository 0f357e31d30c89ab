"""The criteria by which offers and trips are compared: six whole numbers, each the better the smaller, that add up over a trip.

Trouble (own transfers without time, nights in airports, landings at two) is measured in the unit of a hotel's discomfort,
so that both add up to the convenience of a trip.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.wishes import Preferences
from tripintent.tools.ranking.fit import BOARDS, any_wishes, flight_wishes, hotel_wishes, misfit
from tripintent.tools.ranking.limits import Prices
from tripintent.tools.risk.connections import OVERNIGHT, Minimums, at_night, minutes_between

OWN_TRANSFER, TOO_SHORT, NIGHT_IN_AIRPORT, DEAD_OF_NIGHT = 0.5, 1.5, 0.6, 0.4

_FROM, _TO = 30, 5 * 60


def trouble(offer: FlightOffer, connection_minutes: Mapping[str, int]) -> float:
    """Return what is hard about a flight, 0 for an ordinary one.

    An own transfer costs 0.5, one with less time than is advised 1.5 more, each night in an airport 0.6, and leaving or
    landing between half past midnight and five 0.4 each. A short connection on one ticket costs nothing: the airline answers.
    """
    minimums = Minimums(connection_minutes)
    total = OWN_TRANSFER if offer.self_transfer else 0.0
    for before, after in pairwise(offer.segments):
        own_risk = offer.self_transfer or before.destination != after.origin
        least, _ = minimums.connection(before, after, self_transfer=offer.self_transfer)
        total += TOO_SHORT if own_risk and minutes_between(before, after) < least else 0.0
        total += NIGHT_IN_AIRPORT if at_night(before.arrive_at, after.depart_at) >= OVERNIGHT else 0.0
    return total + DEAD_OF_NIGHT * sum(
        _FROM <= at.hour * 60 + at.minute < _TO for at in (offer.depart_at, offer.arrive_at)
    )


MILLI = 1000


class Criteria(NamedTuple):
    """Costs of an offer or a trip. Whole numbers: sums are exact in any order, so ties are true ties."""

    price: int
    """1/10,000 of the common currency."""
    minutes: int
    """First take-off to last landing of each flight."""
    stops: int
    non_refundable: int
    """How many offers cannot be refunded."""
    plainness: int
    """Discomfort of the hotels and trouble of the flights, in thousandths."""
    misfit: int
    """Missed wishes, in thousandths; 0 while no one wished anything."""


def dominates(one: Criteria, other: Criteria) -> bool:
    """Tell whether ``one`` is nowhere worse than ``other`` and somewhere better."""
    return (
        one[0] <= other[0]
        and one[1] <= other[1]
        and one[2] <= other[2]
        and one[3] <= other[3]
        and one[4] <= other[4]
        and one[5] <= other[5]
        and one != other
    )


def add(one: Criteria, other: Criteria) -> Criteria:
    """Return the criteria of both together."""
    return Criteria(*(a + b for a, b in zip(one, other, strict=True)))


NOTHING = Criteria(0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An offer with its criteria. ``departs`` and ``arrives`` are epoch seconds; a hotel has none that bind a leg."""

    option_id: str
    criteria: Criteria
    offer: FlightOffer | HotelOffer
    departs: float = 0.0
    arrives: float = 0.0


class Measure:
    """Measures offers in one currency and by one traveller's wishes."""

    def __init__(
        self,
        prices: Prices,
        preferences: Preferences,
        connection_minutes: Mapping[str, int] | None = None,
        near_km: Mapping[str, float] | None = None,
    ) -> None:
        self._prices = prices
        self._connection_minutes = connection_minutes or {}
        self._near_km = near_km or {}
        self._preferences = preferences
        self._wished = any_wishes(preferences)

    def flight(self, offer: FlightOffer) -> Candidate:
        """Return the candidate of a flight offer. Raises UnknownCurrency."""
        first, last = offer.depart_at, offer.arrive_at
        unmet = misfit(flight_wishes(offer, self._preferences.flight)) if self._wished else 0.0
        criteria = Criteria(
            price=self._prices.units(offer.total_price),
            minutes=int((last - first).total_seconds() // 60),
            stops=offer.stops,
            non_refundable=int(not offer.refundable),
            plainness=round(MILLI * trouble(offer, self._connection_minutes)),
            misfit=round(MILLI * unmet),
        )
        return Candidate(offer.option_id, criteria, offer, first.timestamp(), last.timestamp())

    def hotel(self, offer: HotelOffer) -> Candidate:
        """Return the candidate of a hotel offer. Raises UnknownCurrency."""
        unmet = misfit(hotel_wishes(offer, self._preferences.hotel, self._near_km)) if self._wished else 0.0
        criteria = Criteria(
            price=self._prices.units(offer.total_price) + self._prices.local_tax([offer]),
            minutes=0,
            stops=0,
            non_refundable=int(not offer.refundable),
            plainness=round(MILLI * discomfort(offer)),
            misfit=round(MILLI * unmet),
        )
        return Candidate(offer.option_id, criteria, offer)


_UNKNOWN = 0.5
_STARS, _BOARD, _NEARNESS = 0.6, 0.15, 0.25


def hotel_quality(offer: HotelOffer) -> float:
    """Return 0..1: 60 % stars (of 5), 15 % board, 25 % nearness; an unknown part counts as the middle.

    Nearness halves at one kilometre from the centre of the place: 1 / (1 + km).
    """
    stars = _UNKNOWN if offer.star_rating is None else min(max(offer.star_rating, 0.0), 5.0) / 5
    board = _UNKNOWN if offer.board is None else BOARDS.index(offer.board) / (len(BOARDS) - 1)
    nearness = _UNKNOWN if offer.distance_km is None else 1 / (1 + max(offer.distance_km, 0.0))
    return _STARS * stars + _BOARD * board + _NEARNESS * nearness


def discomfort(offer: HotelOffer) -> float:
    """Return what a hotel lacks, as a loss of convenience: ``(2 * (1 - quality)) ** 3``.

    Each step down hurts more than the one before: at one kilometre and room only, five stars lose 0.2, four 0.5, three
    1.1, two 2.0 and one 3.4. A straight line would send everybody to the hostel.
    """
    return (2 * (1 - hotel_quality(offer))) ** 3
