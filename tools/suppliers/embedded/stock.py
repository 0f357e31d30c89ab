"""What an offer needs from the inventory, seats or rooms, and how much of it there was at first."""

from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.suppliers.embedded.room_stock import room_keys, rooms_at_first
from tripintent.tools.suppliers.embedded.seat_stock import seat_keys, seats_at_first
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom


def needed_by(offer: FlightOffer | HotelOffer, units: int) -> dict[str, int]:
    """Return inventory names and the count needed of each; ``units`` are the seats or rooms that its id vouches for."""
    keys = seat_keys(offer) if isinstance(offer, FlightOffer) else room_keys(offer)
    return dict.fromkeys(keys, units)


def at_first(dice: SeededRandom, key: str) -> int:
    """Return how much of an item there was before anybody booked here."""
    return seats_at_first(dice, key) if key.startswith("seat/") else rooms_at_first(dice, key)
