"""The cheapest answer of the suppliers to a question, a few questions at a time: for comparing days and towns."""

import asyncio
from collections.abc import Callable, Sequence

from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.tools.errors import SupplierError
from tripintent.tools.ports.ports import Ports

Fits = Callable[[FlightOffer], bool]

_AT_ONCE = 4
_SLOWEST = 1.5
"""How much longer than the quickest a flight may take where the way matters: no one flies eleven hours for what takes four."""


class CheapestSearch:
    """Asks the suppliers of these ports. A search that fails, or finds nothing, is None.

    With ``quick`` flights that take half as long again as the quickest are left out.
    """

    def __init__(self, ports: Ports, *, quick: bool = False) -> None:
        self._ports = ports
        self._quick = quick
        self.failed = 0
        """Searches that brought no answer."""
        self._gate = asyncio.Semaphore(_AT_ONCE)

    async def flight(self, query: FlightQuery, fits: Fits = lambda _: True) -> FlightOffer | None:
        """Return the cheapest flight of those that fit."""
        async with self._gate:
            try:
                offers = await self._ports.flights.search(query)
            except SupplierError:
                self.failed += 1
                return None
        offers = [offer for offer in offers if fits(offer)]
        if self._quick and offers:
            longest = _SLOWEST * min(offer.duration for offer in offers)
            offers = [offer for offer in offers if offer.duration <= longest]
        return min(offers, key=lambda offer: offer.total_price.amount, default=None)

    async def hotel(self, query: HotelQuery) -> HotelOffer | None:
        """Return the cheapest stay."""
        async with self._gate:
            try:
                offers = await self._ports.hotels.search(query)
            except SupplierError:
                self.failed += 1
                return None
        return min(offers, key=lambda offer: offer.total_price.amount, default=None)

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
