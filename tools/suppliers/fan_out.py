"""Several suppliers of a kind as one: searched at once, bounded by a deadline, merged, and each offer priced by its seller.

A supplier that fails or is late costs its own offers only, and is logged; when none answers, the first error is raised.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Generic

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.tools.errors import OfferGone, SupplierError, SupplierTimeout
from tripintent.tools.ports.clock import Rates, UnknownCurrency
from tripintent.tools.ports.suppliers import Capabilities, O, Q, Seller

SEVERAL = "several"
"""The name of a fan-out: each offer carries the name of its own seller, and what is needed for it is that seller's."""

_LOG = logging.getLogger(__name__)


class FanOut(Generic[Q, O]):
    """Answers the port ``FlightSupplier`` or ``HotelSupplier`` for several. ``sellers`` maps the name on an offer to its seller."""

    def __init__(self, sellers: Mapping[str, Seller[Q, O]], rates: Rates, deadline: timedelta) -> None:
        self._sellers = sellers
        self._rates = rates
        self._deadline = deadline

    @property
    def capabilities(self) -> Capabilities:
        """The name says that each offer's own seller has to be asked."""
        return _together([seller.capabilities for seller in self._sellers.values()])

    async def search(self, query: Q) -> Sequence[O]:
        """Return the offers of all that answer, cheapest first."""
        asked = {id(seller): seller for seller in self._sellers.values()}.values()
        return await self._gathered(query.currency, {s.capabilities.supplier: partial(s.search, query) for s in asked})

    async def price(self, offer: O) -> O:
        """Return the offer as its seller would sell it now. Raises OfferGone where that one sells nothing here any more."""
        seller = self._sellers.get(offer.supplier)
        if seller is None:
            name = offer.supplier
            raise OfferGone(f"{name} sells nothing here any more: search again", supplier=name, code="unknown_seller")
        return await seller.price(offer)

    async def _gathered(self, currency: str, searches: Mapping[str, Callable[[], Awaitable[Sequence[O]]]]) -> list[O]:
        answers = await asyncio.gather(
            *(self._in_time(name, search) for name, search in searches.items()), return_exceptions=True
        )
        failed = [answer for answer in answers if isinstance(answer, BaseException)]
        for error in failed:
            if not isinstance(error, SupplierError):
                raise error
            _LOG.warning("a supplier found nothing: %s", error)
        if len(failed) == len(answers):
            raise failed[0]
        found = [offer for answer in answers if not isinstance(answer, BaseException) for offer in answer]
        return self._merged(found, currency)

    async def _in_time(self, name: str, search: Callable[[], Awaitable[Sequence[O]]]) -> Sequence[O]:
        try:
            async with asyncio.timeout(self._deadline.total_seconds()):
                return await search()
        except TimeoutError as error:
            raise SupplierTimeout(f"{name} did not answer in time", supplier=name) from error

    def _merged(self, offers: Sequence[O], currency: str) -> list[O]:
        """Return the offers, cheapest first; the same thing from two sellers once, at the better price."""
        best: dict[tuple[object, ...], O] = {}
        for offer in sorted(offers, key=lambda o: (self._comparable(o.total_price, currency), o.option_id)):
            best.setdefault(_sameness(offer), offer)
        return list(best.values())

    def _comparable(self, price: Money, currency: str) -> Money | object:
        try:
            return self._rates.convert(price, currency).amount
        except UnknownCurrency:
            return price.amount


def _sameness(offer: FlightOffer | HotelOffer) -> tuple[object, ...]:
    """Return what makes two offers the same thing to a traveller. Hotels have no common ids: each seller's are its own."""
    if isinstance(offer, HotelOffer):
        return (offer.supplier, offer.option_id)
    hops = tuple((hop.airline_code, hop.flight_number, hop.depart_at) for hop in offer.segments)
    return (hops, offer.cabin, offer.fare_brand, offer.checked_bags, offer.carry_on, offer.terms)


FlightFanOut = FanOut[FlightQuery, FlightOffer]
HotelFanOut = FanOut[HotelQuery, HotelOffer]


def _together(all_of: Sequence[Capabilities]) -> Capabilities:
    """Return the careful sum: as slow as the slowest, and dated only where all are."""
    return Capabilities(
        supplier=SEVERAL,
        simulated=all(one.simulated for one in all_of),
        dated=all(one.dated for one in all_of),
        timeout=max(one.timeout for one in all_of),
        settle=max(one.settle for one in all_of),
    )
