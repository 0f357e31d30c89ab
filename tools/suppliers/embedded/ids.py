"""Ids that another process can check, of offers and of orders.

An offer's id carries what was offered and for how much, and a seal over both: ``fl-<what>-<amount>-<party>-<seal>``.
*what* is a digest of everything but price and expiry (so the same search gives the same id until the price changes),
*amount* the price in minor units, *party* the people it is for. An offer whose content or price was altered on its way
no longer fits its id. An order's id, its record locator and its tickets are derived from its reference.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from tripintent.state.money import Money, minor_unit
from tripintent.state.offers import FlightOffer, HotelOffer

T = TypeVar("T")
_SPAN = float(2**64)


class SeededRandom:
    """Draws that depend only on the seed and on the words given: ``SeededRandom(7).unit("price", "JFK", "SFO")``."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = str(seed).encode()[:64]

    def number(self, *words: object) -> int:
        """Return a whole number from 0 to 2**64 - 1."""
        text = "\x1f".join(map(str, words)).encode()
        return int.from_bytes(blake2b(text, digest_size=8, key=self._key).digest(), "big")

    def unit(self, *words: object) -> float:
        """Return a number in [0, 1)."""
        return self.number(*words) / _SPAN

    def between(self, low: float, high: float, *words: object) -> float:
        """Return a number in [low, high)."""
        return low + (high - low) * self.unit(*words)

    def whole(self, low: int, high: int, *words: object) -> int:
        """Return a whole number from low to high, both included."""
        return low + self.number(*words) % (high - low + 1)

    def pick(self, options: Sequence[T], *words: object) -> T:
        """Return one of the options."""
        return options[self.number(*words) % len(options)]

    def shuffled(self, options: Sequence[T], *words: object) -> list[T]:
        """Return the options in an order of chance."""
        order = sorted(range(len(options)), key=lambda place: self.number(*words, place))
        return [options[place] for place in order]


def local_moment(day: date, minute: int, zone: str) -> datetime:
    """Return a local day and minute after midnight in an IANA zone; a minute that the clocks skip moves forward."""
    local = datetime(day.year, day.month, day.day, minute // 60 % 24, minute % 60, tzinfo=ZoneInfo(zone))
    return with_plain_offset(local.astimezone(UTC).astimezone(ZoneInfo(zone)))


def with_plain_offset(moment: datetime) -> datetime:
    """Return the moment with a plain offset: two times in one ZoneInfo would be subtracted by their clock faces."""
    return moment.replace(tzinfo=_zone(moment.utcoffset() or timedelta(0)))


@lru_cache(maxsize=128)
def _zone(offset: timedelta) -> timezone:
    return timezone(offset) if offset else UTC


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


_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which people misread."""

OFFER_LIFE = timedelta(minutes=30)
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
