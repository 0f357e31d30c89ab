"""Newcomers travel with the others: on the same flights, in the same hotel, where these still have room."""

from collections.abc import Sequence
from typing import TypeVar

from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.questions.plan import Asked
from tripintent.state.rebooking import supplement
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports

Sold = TypeVar("Sold", bound=FlightOffer | HotelOffer)


async def together(asked: Asked, offers: Sequence[Sold], trip: TripIntent, ports: Ports) -> tuple[Sold, ...]:
    """Return the offers that are what the others booked; all offers where there are none such, or no one joins a booked trip."""
    shared = supplement(trip)
    if shared is None:
        return tuple(offers)
    keys = {k.key for k in shared.kept if (k.number, k.query.kind) == (asked.number, asked.query.kind)}
    options = [b.option_id for b in trip.working_memory.bookings if b.key in keys and b.status == "confirmed"]
    booked = {_same(offer) for offer in (await ports.offers.options(trip.ledger_id, options)).values()}
    return tuple(offer for offer in offers if _same(offer) in booked) or tuple(offers)


def _same(offer: Offer) -> object:
    """Return what makes an offer the same flight, or the same hotel, whoever asks for however many."""
    if isinstance(offer, FlightOffer):
        return tuple((hop.airline, hop.flight_number, hop.depart_at) for hop in offer.segments)
    return (offer.hotel_id, offer.check_in, offer.check_out) if isinstance(offer, HotelOffer) else offer.option_id
