"""Trouble that makes a way of travelling bad whatever it saves: own transfers without time, nights in airports, landings at two.

Trouble is measured in the unit of a hotel's discomfort, so that both add up to the convenience of a trip.
"""

from collections.abc import Mapping
from itertools import pairwise

from tripintent.state.offers import FlightOffer
from tripintent.tools.risk.connections import OVERNIGHT, at_night
from tripintent.tools.risk.minimums import Minimums, minutes_between

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
