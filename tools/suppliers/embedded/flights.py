"""The embedded flight supplier: answers the port ``FlightSupplier`` from the invented world and the supplier's book."""

import asyncio
from collections.abc import Sequence
from datetime import date, datetime
from itertools import islice

from tripintent.state.offers import FlightOffer
from tripintent.state.queries import FlightQuery
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.embedded.connections import Itinerary
from tripintent.tools.suppliers.embedded.fares import FAMILIES, base_fare, seats
from tripintent.tools.suppliers.embedded.faults import SUPPLIER
from tripintent.tools.suppliers.embedded.flight_offers import Asked, offers_of
from tripintent.tools.suppliers.embedded.flight_question import BOOKABLE_DAYS, ends, pairs, wanted
from tripintent.tools.suppliers.embedded.itinerary_choice import choose, sensible
from tripintent.tools.suppliers.embedded.sales_service import SalesService
from tripintent.tools.suppliers.embedded.seat_stock import SHOWN_UP_TO, seat_keys
from tripintent.tools.suppliers.embedded.world import World
from tripintent.tools.suppliers.shared.flight_questions import check_question

MOST_STOPS = 2
LEAST_NOTICE_MINUTES = 60


class EmbeddedFlights:
    """Searches and prices simulated flights."""

    def __init__(
        self, world: World, counter: SalesService, clock: Clock, capabilities: Capabilities, limit: int
    ) -> None:
        self._world = world
        self._counter = counter
        self._clock = clock
        self._capabilities = capabilities
        self._limit = limit

    @property
    def capabilities(self) -> Capabilities:
        """Return what this supplier promises."""
        return self._capabilities

    async def search(self, query: FlightQuery) -> Sequence[FlightOffer]:
        """Return simulated offers, cheapest first; empty when nothing fits. Raises SupplierError."""
        if not await self._counter.open_for("flights.search"):
            return ()
        now = self._clock.now()
        offers = await asyncio.to_thread(self._offers, query, now)
        keys = [seat_keys(offer) for offer in offers]
        left = await self._counter.left({key for hops in keys for key in hops})
        party = seats(query)
        free = (_with_seats(o, min(left[key] for key in hops)) for o, hops in zip(offers, keys, strict=True))
        found = sorted((o for o, count in free if count >= party), key=lambda o: (o.total_price.amount, o.option_id))
        return tuple(islice(found, self._limit))

    async def price(self, offer: FlightOffer) -> FlightOffer:
        """Return the offer as it would be sold now. Raises OfferGone or another SupplierError."""
        return await self._counter.priced("flights.price", offer)

    def _offers(self, query: FlightQuery, now: datetime) -> list[FlightOffer]:
        origins, destinations = ends(self._world.airports, query)
        if not origins or not destinations:
            return []
        day = check_question(query, origins[0], now, SUPPLIER)
        if (day - now.date()).days > BOOKABLE_DAYS:
            return []
        families = len(FAMILIES[query.cabin or "economy"])
        chosen = choose(self._itineraries(query, pairs(origins, destinations), day, now), self._limit // families + 2)
        asked = Asked(self._world, query, now)
        return [offer for rank, (way, base) in enumerate(chosen) for offer in offers_of(asked, way, base, rank)]

    def _itineraries(
        self, query: FlightQuery, ways: list[tuple[str, str, bool]], day: date, now: datetime
    ) -> list[tuple[Itinerary, float]]:
        stops = MOST_STOPS if query.max_stops is None else min(query.max_stops, MOST_STOPS)
        fits = wanted(query)
        found = [
            (way, base_fare(self._world.dice, way, self._world.network.km(origin, destination), now.date()))
            for origin, destination, via in ways
            for way in self._world.connections.between(origin, destination, day, stops if via else 0)
            if fits(way) and (way.flights[0].departs - now).total_seconds() >= LEAST_NOTICE_MINUTES * 60
        ]
        distinct = {tuple(f.key for f in way.flights): (way, base) for way, base in found}
        return sensible(list(distinct.values()))


def _with_seats(offer: FlightOffer, left: int) -> tuple[FlightOffer, int]:
    shown = left if left <= SHOWN_UP_TO else None
    return offer.model_copy(update={"seats_left": shown}), left
