"""Whole trips that a traveller does not want ("anything but option 2"): neither a flight nor a hotel is ruled out by it."""

from collections.abc import Iterable

from tripintent.state.fingerprint import fingerprint
from tripintent.state.offers import FlightOffer, HotelOffer

Identity = tuple[object, ...]


def identity(offer: FlightOffer | HotelOffer) -> Identity:
    """Return what makes a flight this flight, or a hotel this hotel, whatever fare or room it is sold with."""
    if isinstance(offer, FlightOffer):
        return tuple((hop.flight_number or hop.airline, hop.depart_at) for hop in offer.segments)
    return (offer.hotel_id,)


def part_key(offer: FlightOffer | HotelOffer) -> str:
    """Return the key of a part: the same flight or hotel has the same one in every search."""
    return fingerprint(*identity(offer))


def key_of(offers: Iterable[FlightOffer | HotelOffer]) -> str:
    """Return the key of a trip: those of its flights, then of its hotels."""
    return "-".join(map(part_key, offers))
