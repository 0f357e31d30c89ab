"""Searching and pricing flights at Duffel."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

from pydantic import JsonValue

from tripintent.state.offers import FlightOffer
from tripintent.state.queries import FlightQuery
from tripintent.tools.errors import InvalidRequest, OfferGone, SupplierError
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.duffel import services, wire
from tripintent.tools.suppliers.duffel.failures import MANNERS, SUPPLIER
from tripintent.tools.suppliers.duffel.offers import flight_offer
from tripintent.tools.suppliers.shared.over_http import SupplierHttp, in_path, read_as, readable
from tripintent.tools.suppliers.shared.questions import check_asked, is_wanted

SEARCH_MS = 20_000
"""How long Duffel waits for its airlines."""

INFANT_AGE = 1
"""An infant's age is not asked of travellers; Duffel takes everybody under two for one."""

BAGS_LOOKED_UP = 4
"""Offers whose bags are looked up in a search that asks for bags; each is a request of its own."""

_LOG = logging.getLogger(__name__)


class DuffelFlights:
    """Answers the port ``FlightSupplier``. Prices are in the currency of the Duffel account, whatever is asked for."""

    def __init__(self, client: SupplierHttp, capabilities: Capabilities, *, places: Places, clock: Clock) -> None:
        self._client = client
        self.capabilities = capabilities
        self._places = places
        self._clock = clock

    async def search(self, query: FlightQuery) -> Sequence[FlightOffer]:
        """Return offers, cheapest first; empty when nothing fits. Raises InvalidRequest or Retryable."""
        check_asked(query, self._places, self._clock.now(), SUPPLIER)
        params: dict[str, str | int] = {"return_offers": "true", "supplier_timeout": SEARCH_MS}
        body = await self._client.ask("POST", "/air/offer_requests", params, {"data": _question(query)})
        raw = read_as(wire.DuffelReply[wire.OfferRequest], body, MANNERS).data.offers
        found = readable(raw, lambda one: flight_offer(read_as(wire.DuffelOffer, one, MANNERS), self._places))
        offers = {offer.option_id: offer for offer in found}
        wanted = [offer for offer in offers.values() if is_wanted(offer, query)]
        wanted += await self._with_bags([offer for offer in offers.values() if offer not in wanted], query)
        return sorted(wanted, key=_order)

    async def price(self, offer: FlightOffer) -> FlightOffer:
        """Return the offer as it would be sold now. Raises OfferGone or Retryable."""
        return (await self.sold(offer))[0]

    async def sold(self, offer: FlightOffer) -> tuple[FlightOffer, wire.DuffelOffer]:
        """Return the offer as it would be sold now, with its extras, and Duffel's own. Raises OfferGone or Retryable."""
        raw = await self.offer(offer.option_id, services=bool(offer.extras))
        fresh = flight_offer(raw, self._places)
        return (services.again(offer, fresh, raw) if offer.extras else fresh), raw

    async def offer(self, offer_id: str, *, services: bool = False) -> wire.DuffelOffer:
        """Return Duffel's own offer. Raises OfferGone for one that is over or was never made."""
        params = {"return_available_services": "true"} if services else None
        try:
            body = await self._client.ask("GET", f"/air/offers/{in_path(offer_id)}", params)
        except InvalidRequest as error:
            raise OfferGone(f"the offer is gone: {error}", supplier=SUPPLIER, code=error.code) from error
        found = read_as(wire.DuffelReply[wire.DuffelOffer], body, MANNERS).data
        if found.expires_at <= self._clock.now():
            raise OfferGone("the offer is over: search again", supplier=SUPPLIER, code="offer_expired")
        return found

    async def _with_bags(self, lacking: Sequence[FlightOffer], query: FlightQuery) -> list[FlightOffer]:
        """Return the cheapest offers that lack nothing but bags, with these bought beside them."""
        rest = query.model_copy(update={"checked_bags": None})
        fitting = sorted((offer for offer in lacking if is_wanted(offer, rest)), key=_order)[:BAGS_LOOKED_UP]
        if query.checked_bags is None or not fitting:
            return []
        found = await asyncio.gather(*(self._one_with_bags(offer, query.checked_bags) for offer in fitting))
        return [offer for offer in found if offer]

    async def _one_with_bags(self, offer: FlightOffer, pieces: int) -> FlightOffer | None:
        try:
            return services.with_bags(offer, await self.offer(offer.option_id, services=True), pieces)
        except SupplierError as error:
            _LOG.warning("the bags of an offer could not be looked up: %s", error)
            return None


def _order(offer: FlightOffer) -> tuple[Decimal, timedelta, str]:
    return offer.total_price.amount, offer.duration, offer.option_id


def asked_for(query: FlightQuery) -> dict[str, JsonValue]:
    """Return the way that is asked for: where, and on what day."""
    return {"origin": query.origin, "destination": query.destination, "departure_date": query.depart_date}


def _question(query: FlightQuery) -> dict[str, JsonValue]:
    people: list[JsonValue] = [{"type": "adult"} for _ in range(query.adults)]
    people.extend({"age": age} for age in query.child_ages)
    people.extend({"age": INFANT_AGE} for _ in range(query.infants))
    asked: dict[str, JsonValue] = {"slices": [asked_for(query)], "passengers": people}
    if query.cabin:
        asked["cabin_class"] = query.cabin.removeprefix("basic_")
    if query.max_stops is not None:
        asked["max_connections"] = min(query.max_stops, 2)
    return asked
