"""The cheapest answer of the suppliers to a question, a few questions at a time: for comparing days and towns."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.tools.errors import SupplierError
from tripintent.tools.ports.ports import Ports

Fits = Callable[[FlightOffer], bool]

Q = TypeVar("Q", FlightQuery, HotelQuery)
T = TypeVar("T", FlightOffer, HotelOffer)
_AT_ONCE = 4


class CheapestSearch:
    """Asks the suppliers of these ports. A search that fails, or finds nothing, is None."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._gate = asyncio.Semaphore(_AT_ONCE)

    async def flight(self, query: FlightQuery, fits: Fits = lambda _: True) -> FlightOffer | None:
        """Return the cheapest flight of those that fit."""
        offers = await self._found(self._ports.flights.search, query)
        return min(filter(fits, offers), key=lambda offer: offer.total_price.amount, default=None)

    async def hotel(self, query: HotelQuery) -> HotelOffer | None:
        """Return the cheapest stay."""
        offers = await self._found(self._ports.hotels.search, query)
        return min(offers, key=lambda offer: offer.total_price.amount, default=None)

    async def _found(self, search: Callable[[Q], Awaitable[Sequence[T]]], query: Q) -> Sequence[T]:
        async with self._gate:
            try:
                return await search(query)
            except SupplierError:
                return ()

    async def all(
        self, queries: Sequence[FlightQuery | HotelQuery], fits: Sequence[Fits] = ()
    ) -> tuple[FlightOffer | HotelOffer, ...]:
        """Return the cheapest answer to each question; nothing at all where one of them has none or prices cannot be added.

        ``fits`` are tests of the flights, one for each question.
        """
        tests = fits or [lambda _: True for _ in queries]
        asked = (
            self.flight(one, test) if isinstance(one, FlightQuery) else self.hotel(one)
            for one, test in zip(queries, tests, strict=True)
        )
        found = [offer for offer in await asyncio.gather(*asked) if offer is not None]
        whole = len(found) == len(queries) and len({offer.total_price.currency for offer in found}) == 1
        return tuple(found) if whole else ()
