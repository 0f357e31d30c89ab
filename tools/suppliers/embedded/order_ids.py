"""The papers of an order: its id, its record locator, its tickets. Derived from its reference, so they can be told again."""

from datetime import datetime, timedelta

from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.suppliers.embedded.option_ids import Sealed
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which people misread."""

FLIGHT_HOLD = timedelta(hours=24)
HOTEL_HOLD = timedelta(hours=2)
BEFORE_DEPARTURE = timedelta(hours=1)


def order_id(dice: SeededRandom, client_ref: str, place: int) -> str:
    """Return the id of the ``place``-th order under a reference."""
    return f"ord_{dice.number('order', client_ref, place):016x}"


def locator(dice: SeededRandom, order: str) -> str:
    """Return a record locator: six letters and digits."""
    number = dice.number("locator", order)
    return "".join(_LETTERS[number >> 5 * place & 31] for place in range(6))


def tickets(dice: SeededRandom, order: str, offer: FlightOffer | HotelOffer, sealed: Sealed) -> tuple[str, ...]:
    """Return one e-ticket number for each traveller of a flight; hotels have none. 000 is not an airline's accounting code."""
    if isinstance(offer, HotelOffer):
        return ()
    people = range(sealed.units + sealed.laps)
    return tuple(f"000-{dice.number('ticket', order, place) % 10**10:010d}" for place in people)


def lapses_at(offer: FlightOffer | HotelOffer, now: datetime) -> datetime:
    """Return when an unpaid hold lapses."""
    if isinstance(offer, HotelOffer):
        return now + HOTEL_HOLD
    return min(now + FLIGHT_HOLD, offer.depart_at.astimezone(now.tzinfo) - BEFORE_DEPARTURE)
