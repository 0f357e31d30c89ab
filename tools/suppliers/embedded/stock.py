"""Stock that an offer needs from the inventory (seats or rooms, by name), and how much of it there was at first."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import lru_cache

from tripintent.state.frame import Cabin
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.suppliers.embedded.price_levels import CABIN_SEATS
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom

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


def needed_by(offer: FlightOffer | HotelOffer, units: int) -> dict[str, int]:
    """Return inventory names and the count needed of each; ``units`` are the seats or rooms that its id vouches for."""
    keys = seat_keys(offer) if isinstance(offer, FlightOffer) else room_keys(offer)
    return dict.fromkeys(keys, units)


def at_first(dice: SeededRandom, key: str, declared: Mapping[str, int]) -> int:
    """Return how much of an item there was before anybody booked here. ``declared`` are a house's rooms by kind."""
    if (count := declared.get(key.rsplit("/", 1)[0])) is not None:
        return free_of_declared(dice, key, count)
    if key.startswith(HOUSE):
        return 0  # a house whose service file is not open here
    return seats_at_first(dice, key) if key.startswith("seat/") else rooms_at_first(dice, key)


SHOWN_UP_TO = 5
HOUSE = "room/house-"
"""How the names of rooms begin that a service file declares."""
_FULL, _NEARLY_FULL = 0.02, 0.2


def room_keys(offer: HotelOffer) -> tuple[str, ...]:
    """Return the inventory names of an offer's nights."""
    kind = offer.room_description.split(",")[0].casefold()
    return tuple(f"room/{offer.hotel_id}/{kind}/{night}" for night in _nights(offer.check_in, offer.check_out))


@lru_cache(maxsize=64)
def _nights(first: date, end: date) -> tuple[str, ...]:
    """Return the nights of a stay as the inventory writes them; every offer of a search has the same."""
    return tuple(f"{first + timedelta(days=n):%Y%m%d}" for n in range((end - first).days))


def rooms_at_first(dice: SeededRandom, key: str) -> int:
    """Return how many rooms were for sale at first."""
    luck = dice.unit("stock", key.rsplit("/", 1)[0], key[-2:])
    if luck < _FULL:
        return 0
    return dice.whole(1, 3, "few rooms", key) if luck < _NEARLY_FULL else dice.whole(4, 30, "rooms", key)


def free_of_declared(dice: SeededRandom, key: str, count: int) -> int:
    """Return how many of a house's rooms were for sale at first: others have taken up to four in five of them."""
    return count - dice.whole(0, 4 * count // 5, "taken", key)
