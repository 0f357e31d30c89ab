"""One MCP server as a supplier of flights, hotels or both: what its mapping declares, and its parts."""

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TypeVar

from pydantic import JsonValue

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.tools.errors import OfferGone, SupplierUnavailable
from tripintent.tools.ports.amenities import amenities_needed, amenity_meant
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.mcp.mapping import Mapping, McpTool, at
from tripintent.tools.suppliers.mcp.offers import McpTools, Reader, Tools
from tripintent.tools.suppliers.mcp.orders import McpOrders
from tripintent.tools.suppliers.shared.questions import check_asked, check_stay, city_meant, is_wanted, nights_of

O = TypeVar("O", FlightOffer, HotelOffer)  # noqa: E741 - an offer
_LOG = logging.getLogger(__name__)


class McpSupplier:
    """Flights, hotels and orders of one server; ``flights`` and ``hotels`` are None where the mapping has none."""

    def __init__(self, mapping: Mapping, *, places: Places, clock: Clock, tools: Tools | None = None) -> None:
        tools, reader, promised = tools or McpTools(mapping), Reader(mapping, places), capabilities(mapping)
        asking = _Asking(tools, mapping, reader, clock)
        self.name = mapping.name
        self.flights = McpFlights(asking, promised, mapping.flights, places) if mapping.flights else None
        self.hotels = McpHotels(asking, promised, mapping.hotels, places) if mapping.hotels else None
        self.orders = McpOrders(tools, mapping, reader, promised, clock)


def capabilities(mapping: Mapping) -> Capabilities:
    """Return the record that a mapping declares."""
    commits = mapping.commits
    return Capabilities(
        supplier=mapping.name,
        simulated=mapping.simulated,
        hold="none",
        create=commits.idempotency if commits else "unkeyed",
        settle=timedelta(seconds=commits.settle_seconds if commits else 0),
        timeout=timedelta(seconds=mapping.timeout_seconds),
        reprice=mapping.price is not None,
        release=False,
        cancel=commits is not None and commits.cancel is not None,
        sells=commits is not None,
        needs=commits.needs if commits else (),
        takes=commits.takes if commits else (),
        codes=commits.refusals if commits else {},
        account=mapping.name,
    )


class _Asking:
    """The base of searching flights and hotels."""

    def __init__(self, tools: Tools, mapping: Mapping, reader: Reader, clock: Clock) -> None:
        self.tools, self.mapping, self.reader, self.clock = tools, mapping, reader, clock

    async def rows(self, call: McpTool, values: dict[str, JsonValue], read: Callable[[JsonValue], O]) -> list[O]:
        """Return the rows that can be read; when none can, the last one's trouble is raised."""
        body = at(await self.tools.ask(call, values), call.rows)
        found: list[O] = []
        trouble: SupplierUnavailable | None = None
        for row in body if isinstance(body, list) else []:
            try:
                found.append(read(row))
            except SupplierUnavailable as error:
                trouble = error
                _LOG.warning("an offer was left out: %s", error)
        if trouble and not found:
            raise trouble
        return found

    async def priced(self, offer: O) -> O:
        """Return the offer at its price now. Raises OfferGone or Retryable."""
        if offer.expires_at <= self.clock.now():
            raise OfferGone("the offer is over: search again", supplier=self.mapping.name, code="offer_expired")
        if self.mapping.price is None:
            return offer
        body = await self.tools.ask(self.mapping.price, {"option_id": offer.option_id})
        row = at(body, self.mapping.price.rows)
        if not row:
            raise OfferGone("the offer is gone: search again", supplier=self.mapping.name, code="offer_gone")
        total = Money.model_validate(self.reader.total(self.mapping.price, row))
        return offer.model_copy(update={"total_price": total})


class McpFlights:
    """Answers the port ``FlightSupplier``."""

    def __init__(self, asking: _Asking, promised: Capabilities, call: McpTool, places: Places) -> None:
        self._asking, self.capabilities, self._call, self._places = asking, promised, call, places

    async def search(self, query: FlightQuery) -> Sequence[FlightOffer]:
        """Return offers that answer the question, cheapest first."""
        now = self._asking.clock.now()
        check_asked(query, self._places, now, self.capabilities.supplier)
        found = await self._asking.rows(
            self._call, query.model_dump(mode="json"), lambda row: self._asking.reader.flight(self._call, row, now)
        )
        right = [offer for offer in found if self._answers(offer, query) and is_wanted(offer, query)]
        return sorted({o.option_id: o for o in right}.values(), key=lambda o: (o.total_price.amount, o.option_id))

    async def price(self, offer: FlightOffer) -> FlightOffer:
        """Return the offer as it would be sold now."""
        return await self._asking.priced(offer)

    def _answers(self, offer: FlightOffer, query: FlightQuery) -> bool:
        """Tell whether an offer flies where and when it was asked for, whatever its server thinks of it."""
        ends = ((query.origin, offer.segments[0].origin), (query.destination, offer.segments[-1].destination))
        there = all(has in {wanted, *(a.code for a in self._places.airports_for(wanted))} for wanted, has in ends)
        return there and offer.depart_at.date().isoformat() == query.depart_date


class McpHotels:
    """Answers the port ``HotelSupplier``."""

    def __init__(self, asking: _Asking, promised: Capabilities, call: McpTool, places: Places) -> None:
        self._asking, self.capabilities, self._call, self._places = asking, promised, call, places

    async def search(self, query: HotelQuery) -> Sequence[HotelOffer]:
        """Return offers for the stay that was asked for, cheapest first."""
        nights, now = nights_of(query, self.capabilities.supplier), self._asking.clock.now()
        city, airport = city_meant(query.location, self._places.airports_for, self._places, self.capabilities.supplier)
        check_stay(query, airport.zone, nights[0], now, self.capabilities.supplier)
        needed = amenities_needed(query.amenities)
        stay: dict[str, JsonValue] = {
            "check_in": query.check_in, "check_out": query.check_out, "rooms": len(query.occupancies),
        }  # fmt: skip
        heads: dict[str, JsonValue] = {
            "adults": sum(o.adults for o in query.occupancies),
            "rooms": len(query.occupancies),
        }
        values = {**query.model_dump(mode="json"), **heads, "city": city, "country": airport.country}
        found = await self._asking.rows(
            self._call, values, lambda row: self._asking.reader.hotel(self._call, row, now, stay, len(nights))
        )
        right = [
            offer
            for offer in found
            if (query.star_min is None or (offer.star_rating or 0) >= query.star_min)
            and (query.board is None or offer.board == query.board)
            and (offer.refundable or not query.refundable_only)
            and needed <= {amenity_meant(said) for said in offer.amenities}
        ]
        return sorted({o.option_id: o for o in right}.values(), key=lambda o: (o.total_price.amount, o.option_id))

    async def price(self, offer: HotelOffer) -> HotelOffer:
        """Return the offer as it would be sold now."""
        return await self._asking.priced(offer)
