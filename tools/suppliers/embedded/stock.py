"""Stock that an offer needs from the inventory, seats or rooms, and how much of it there was at first."""

from collections.abc import Mapping

from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.suppliers.embedded.room_stock import HOUSE, free_of_declared, room_keys, rooms_at_first
from tripintent.tools.suppliers.embedded.seat_stock import seat_keys, seats_at_first
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom


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
