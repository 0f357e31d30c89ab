"""The sales counter that search, prices and orders share: delays and faults first, then the book; and the stock behind it.

It answers what an offer costs now and what is left of it, for offers that carry an id of this supplier. Stock is seats or rooms, by
name: what an offer needs of it, and how much there was at first.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import TypeVar

from tripintent.state.frame import Cabin
from tripintent.state.money import Money, payable
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.errors import RateLimited, SupplierTimeout, SupplierUnavailable
from tripintent.tools.ports.clock import Clock
from tripintent.tools.suppliers.embedded.connections import World
from tripintent.tools.suppliers.embedded.faults import SUPPLIER, Fault, Faults, gone
from tripintent.tools.suppliers.embedded.ids import Sealed, SeededRandom, opened
from tripintent.tools.suppliers.embedded.price_levels import CABIN_SEATS
from tripintent.tools.suppliers.embedded.store import Store
from tripintent.tools.suppliers.embedded.tables import Tables


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
    return dict.fromkeys(seat_keys(offer) if isinstance(offer, FlightOffer) else room_keys(offer), units)


def at_first(dice: SeededRandom, key: str, declared: Mapping[str, int]) -> int:
    """Return how much of an item there was before anybody booked here. ``declared`` are a house's rooms by kind."""
    if (count := declared.get(key.rsplit("/", 1)[0])) is not None:
        return count - dice.whole(0, 4 * count // 5, "taken", key)  # others have taken up to four in five
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


PRICE_RISE = Decimal("1.05")
T = TypeVar("T")
OfferT = TypeVar("OfferT", FlightOffer, HotelOffer)


class SalesService:
    """Reads go through ``open_for``; offers are checked and repriced here, inside a transaction of the book."""

    def __init__(
        self,
        book: Store,
        world: World,
        clock: Clock,
        faults: Faults,
        latency: float,
        *,
        declared: Mapping[str, int] | None = None,
    ) -> None:
        self.book = book
        self.rates = world.rates
        self.clock = clock
        self.faults = faults
        self.dice = world.dice
        self._latency = latency
        self._declared = declared or {}

    async def wait(self, operation: str) -> Fault | None:
        """Take the time that a call takes and return the fault that it meets."""
        if self._latency:
            await asyncio.sleep(self._latency)
        return self.faults.strike(operation)

    async def open_for(self, operation: str) -> bool:
        """Let a read pass; False when it shall find nothing. Raises the Retryable error that is planned for it."""
        return readable(operation, await self.wait(operation))

    async def written(self, work: Callable[[Tables], T]) -> T:
        """Do work in one transaction, off the event loop."""
        return await asyncio.to_thread(self._in, self.book.writing, work)

    async def read(self, work: Callable[[Tables], T]) -> T:
        """Look into the book, off the event loop."""
        return await asyncio.to_thread(self._in, self.book.reading, work)

    async def left(self, items: Collection[str]) -> dict[str, int]:
        """Return how much is left of each stock item."""
        now = self.clock.now()
        taken = await self.read(lambda pages: pages.taken(items, now)) if items else {}
        return {item: self._at_first(item) - count for item, count in taken.items()}

    async def free_rooms(self, offers: Sequence[HotelOffer]) -> list[HotelOffer]:
        """Return the offers whose rooms are free on every night, cheapest first; of few rooms, how many are left."""
        keys = [room_keys(offer) for offer in offers]
        left = await self.left({key for nights in keys for key in nights})
        counts = [min(left[key] for key in nights) for nights in keys]
        free = [
            offer.model_copy(update={"rooms_left": count if count <= SHOWN_UP_TO else None})
            for offer, count in zip(offers, counts, strict=True)
            if count >= offer.rooms
        ]
        return sorted(free, key=lambda one: (one.total_price.amount, one.option_id))

    async def priced(self, operation: str, offer: OfferT) -> OfferT:
        """Return the offer at its price of now. Raises OfferGone when it lapsed, sold out or is not ours."""
        fault = await self.wait(operation)
        readable(operation, fault)
        if fault is Fault.SOLD_OUT:
            raise gone("it sold out", "offer_no_longer_available")
        if fault is Fault.PRICE_CHANGE:
            await self.raise_price(offer)
        return at_price(offer, await self.read(lambda pages: self.price_now(pages, offer, self.clock.now())))

    async def raise_price(self, offer: FlightOffer | HotelOffer) -> None:
        """Make an offer five per cent dearer than it is now."""
        await self.written(lambda pages: self._raise(pages, offer))

    def price_now(self, pages: Tables, offer: FlightOffer | HotelOffer, now: datetime) -> Money:
        """Check that an offer can be sold and return its price. Raises OfferGone."""
        sealed = self.sealed(offer)
        if now >= offer.expires_at:
            raise gone("it expired", "offer_expired")
        if self.short_of(pages, needed_by(offer, sealed.units), now):
            raise gone("it sold out", "offer_no_longer_available")
        return pages.price(offer.option_id) or sealed.price

    def short_of(self, pages: Tables, need: Mapping[str, int], now: datetime) -> bool:
        """Tell whether there is less left of anything than is needed."""
        taken = pages.taken(need, now)
        return any(self._at_first(item) - taken[item] < count for item, count in need.items())

    def sealed(self, offer: FlightOffer | HotelOffer) -> Sealed:
        """Return what the offer's id vouches for. Raises OfferGone for an offer that this supplier never made."""
        sealed = opened(self.dice, offer)
        if sealed is None:
            raise gone("this supplier made no such offer", "unknown_offer")
        return sealed

    def _at_first(self, item: str) -> int:
        """Return how much of an item there was before anybody booked here."""
        return at_first(self.dice, item, self._declared)

    def _raise(self, pages: Tables, offer: FlightOffer | HotelOffer) -> None:
        now = pages.price(offer.option_id) or self.sealed(offer).price
        pages.set_price(offer.option_id, payable(now.amount * PRICE_RISE, now.currency))

    @staticmethod
    def _in(session: Callable[[], AbstractContextManager[Tables]], work: Callable[[Tables], T]) -> T:
        with session() as pages:
            return work(pages)


def at_price(offer: OfferT, price: Money) -> OfferT:
    """Return the offer at another price; a hotel's nightly price follows its total."""
    if price == offer.total_price:
        return offer
    changed: dict[str, Money] = {"total_price": price}
    if isinstance(offer, HotelOffer):
        nights = (offer.check_out - offer.check_in).days
        changed["nightly_price"] = payable(price.amount / nights, price.currency)
    return offer.model_copy(update=changed)


def readable(operation: str, fault: Fault | None) -> bool:
    """Tell whether a read finds anything under a fault. Raises the Retryable error that the fault means."""
    if fault in {Fault.TIMEOUT, Fault.LOST_REQUEST, Fault.LOST_REPLY}:
        raise SupplierTimeout(f"no answer to {operation} in time", supplier=SUPPLIER, code="timeout")
    if fault is Fault.UNAVAILABLE:
        raise SupplierUnavailable(f"{operation} is out of service", supplier=SUPPLIER, code="unavailable")
    if fault is Fault.RATE_LIMITED:
        raise RateLimited(f"too many calls of {operation}", retry_after=1.0, supplier=SUPPLIER, code="rate_limited")
    return fault not in {Fault.EMPTY, Fault.SOLD_OUT}
