"""Offer ids that another process can check: they carry what was offered and for how much, and a seal over both.

``fl-<what>-<amount>-<party>-<seal>``: *what* is a digest of everything but price and expiry (so the same search gives the
same id until the price changes), *amount* the price in minor units, *party* the people it is for. An offer whose
content or price was altered on its way no longer fits its id.
"""

from decimal import Decimal
from typing import NamedTuple

from tripintent.state.money import Money, minor_unit
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NOT_CONTENT = {"option_id", "expires_at", "total_price", "nightly_price", "seats_left", "rooms_left", "property_kind"}
_PREFIX = {"flight": "fl", "hotel": "ho"}


class Sealed(NamedTuple):
    """Facts that an id vouches for. ``units`` are seats or rooms; ``laps`` are infants without a seat."""

    price: Money
    units: int
    laps: int = 0


def seal(dice: SeededRandom, offer: FlightOffer | HotelOffer, units: int, laps: int = 0) -> str:
    """Return the id of an offer."""
    what = _short(dice.number("what", _content(offer)))[:9]
    amount = _short(int(offer.total_price.amount / minor_unit(offer.total_price.currency)))
    body = f"{_PREFIX[offer.kind]}-{what}-{amount}-{units}{laps}"
    return f"{body}-{_mark(dice, body, offer.total_price.currency)}"


def opened(dice: SeededRandom, offer: FlightOffer | HotelOffer) -> Sealed | None:
    """Return what the offer's id vouches for; None when the id is not ours or the offer is not what it was made for."""
    parts = offer.option_id.split("-")
    currency = offer.total_price.currency
    if len(parts) != 5 or parts[4] != _mark(dice, "-".join(parts[:4]), currency):
        return None
    if parts[1] != _short(dice.number("what", _content(offer)))[:9]:
        return None
    price = Money(amount=Decimal(int(parts[2], 36)) * minor_unit(currency), currency=currency)
    return Sealed(price, units=int(parts[3][:-1]), laps=int(parts[3][-1]))


def _content(offer: FlightOffer | HotelOffer) -> str:
    return offer.model_dump_json(exclude=_NOT_CONTENT)


def _mark(dice: SeededRandom, body: str, currency: str) -> str:
    return _short(dice.number("seal", body, currency))[:6]


def _short(number: int) -> str:
    digits = ""
    while number:
        number, place = divmod(number, 36)
        digits = _DIGITS[place] + digits
    return digits or "0"
