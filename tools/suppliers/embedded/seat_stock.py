"""How many seats of a flight and cabin there were before anybody booked here, and the names under which they are counted."""

from tripintent.state.frame import Cabin
from tripintent.state.offers import FlightOffer
from tripintent.tools.suppliers.embedded.fares import CABIN_SEATS
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom

SHOWN_UP_TO = 9
"""Reservation systems show at most nine seats."""

_FULL, _NEARLY_FULL = 0.03, 0.28


def seat_keys(offer: FlightOffer) -> tuple[str, ...]:
    """Return the inventory names of an offer's flights."""
    return tuple(
        seat_key(hop.flight_number, f"{hop.depart_at:%Y%m%d}", hop.origin, hop.destination, offer.cabin)
        for hop in offer.segments
    )


def seat_key(number: str, day: str, origin: str, destination: str, cabin: Cabin) -> str:
    """Return the inventory name of one cabin on one flight."""
    return f"seat/{number}/{day}/{origin}{destination}/{'economy' if cabin == 'basic_economy' else cabin}"


def seats_at_first(dice: SeededRandom, key: str) -> int:
    """Return how many seats were for sale at first: some flights are full or nearly so, most are not."""
    luck = dice.unit("stock", key)
    if luck < _FULL:
        return 0
    if luck < _NEARLY_FULL:
        return dice.whole(1, 8, "few seats", key)
    cabin: Cabin = key.rsplit("/", 1)[1]  # type: ignore[assignment]
    return dice.whole(min(9, CABIN_SEATS[cabin]), CABIN_SEATS[cabin], "seats", key)
