"""One MCP server as a supplier of flights, hotels or both: what its mapping declares, and its parts."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Generic, TypeVar

from pydantic import JsonValue

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.tools.errors import OfferGone
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.suppliers import Capabilities, amenities_needed, amenity_meant
from tripintent.tools.suppliers.mcp.mapping import Mapping, McpTool, at
from tripintent.tools.suppliers.mcp.offers import McpTools, Reader, Tools
from tripintent.tools.suppliers.mcp.orders import McpOrders
from tripintent.tools.suppliers.shared.over_http import readable
from tripintent.tools.suppliers.shared.questions import check_asked, check_stay, city_meant, is_wanted, nights_of

O = TypeVar("O", FlightOffer, HotelOffer)  # noqa: E741 - an offer


class McpSupplier:
    """Flights, hotels and orders of one server; ``flights`` and ``hotels`` are None where the mapping has none."""

    def __init__(self, mapping: Mapping, *, places: Places, clock: Clock, tools: Tools | None = None) -> None:
        tools = tools or McpTools(mapping)
        shared = (tools, mapping, places, clock)
        self.name = mapping.name
        self.flights = McpFlights(mapping.flights, *shared) if mapping.flights else None
        self.hotels = McpHotels(mapping.hotels, *shared) if mapping.hotels else None
        self.orders = McpOrders(tools, mapping, Reader(mapping, places), capabilities(mapping), clock)


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


class _Selling(Generic[O]):
    """What flights and hotels have in common: asking, reading rows, and the price now."""

    def __init__(self, call: McpTool, tools: Tools, mapping: Mapping, places: Places, clock: Clock) -> None:
        self._call, self._tools, self._mapping, self._places, self._clock = call, tools, mapping, places, clock
        self._reader, self.capabilities = Reader(mapping, places), capabilities(mapping)

    async def _rows(self, values: dict[str, JsonValue], read: Callable[[JsonValue], O]) -> list[O]:
        """Return the rows that can be read; when none can, the last one's trouble is raised."""
        body = at(await self._tools.ask(self._call, values), self._call.rows)
        return readable(body if isinstance(body, list) else [], read)

    async def price(self, offer: O) -> O:
        """Return the offer at its price now. Raises OfferGone or Retryable."""
        if offer.expires_at <= self._clock.now():
            raise OfferGone("the offer is over: search again", supplier=self._mapping.name, code="offer_expired")
        if self._mapping.price is None:
            return offer
        body = await self._tools.ask(self._mapping.price, {"option_id": offer.option_id})
        row = at(body, self._mapping.price.rows)
        if not row:
            raise OfferGone("the offer is gone: search again", supplier=self._mapping.name, code="offer_gone")
        total = Money.model_validate(self._reader.total(self._mapping.price, row))
        return offer.model_copy(update={"total_price": total})


class McpFlights(_Selling[FlightOffer]):
    """Answers the port ``FlightSupplier``."""

    async def search(self, query: FlightQuery) -> Sequence[FlightOffer]:
        """Return offers that answer the question, cheapest first."""
        now = self._clock.now()
        check_asked(query, self._places, now, self.capabilities.supplier)
        found = await self._rows(query.model_dump(mode="json"), lambda row: self._reader.flight(self._call, row, now))
        right = [offer for offer in found if self._answers(offer, query) and is_wanted(offer, query)]
        return sorted({o.option_id: o for o in right}.values(), key=lambda o: (o.total_price.amount, o.option_id))

    def _answers(self, offer: FlightOffer, query: FlightQuery) -> bool:
        """Tell whether an offer flies where and when it was asked for, whatever its server thinks of it."""
        ends = ((query.origin, offer.segments[0].origin), (query.destination, offer.segments[-1].destination))
        there = all(has in {wanted, *(a.code for a in self._places.airports_for(wanted))} for wanted, has in ends)
        return there and offer.depart_at.date().isoformat() == query.depart_date


class McpHotels(_Selling[HotelOffer]):
    """Answers the port ``HotelSupplier``."""

    async def search(self, query: HotelQuery) -> Sequence[HotelOffer]:
        """Return offers for the stay that was asked for, cheapest first."""
        nights, now = nights_of(query, self.capabilities.supplier), self._clock.now()
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
        found = await self._rows(values, lambda row: self._reader.hotel(self._call, row, now, stay, len(nights)))
        right = [
            offer
            for offer in found
            if (query.star_min is None or (offer.star_rating or 0) >= query.star_min)
            and (query.board is None or offer.board == query.board)
            and (offer.refundable or not query.refundable_only)
            and needed <= {amenity_meant(said) for said in offer.amenities}
        ]
        return sorted({o.option_id: o for o in right}.values(), key=lambda o: (o.total_price.amount, o.option_id))
