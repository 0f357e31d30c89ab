"""The embedded supplier (one world, one book, three adapters), and one house as a supplier of its own rooms.

A property system knows one house: it searches and prices by the port ``HotelSupplier``, and its orders are held, paid and counted
in the same book. Its rooms are those of a service file; how many of them others have taken is invented, the same in every process.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from tripintent.state.concierge.service import RoomKind, Service
from tripintent.state.frame import Board
from tripintent.state.money import payable
from tripintent.state.offers import HotelOffer, Terms
from tripintent.state.queries import HotelQuery, Occupancy
from tripintent.tools.places.airports import shared_catalogue
from tripintent.tools.ports.clock import Clock, Rates
from tripintent.tools.ports.orders import Orders
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.suppliers import (
    Capabilities,
    FlightSupplier,
    HoldKind,
    HotelSupplier,
    Idempotency,
    amenities_needed,
    amenity_meant,
)
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.suppliers.embedded.connections import World
from tripintent.tools.suppliers.embedded.faults import SUPPLIER, Faults
from tripintent.tools.suppliers.embedded.flights import EmbeddedFlights
from tripintent.tools.suppliers.embedded.hotels import FREE_UNTIL_MINUTE, EmbeddedHotels
from tripintent.tools.suppliers.embedded.ids import OFFER_LIFE, local_moment, seal
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders
from tripintent.tools.suppliers.embedded.sales_service import SalesService
from tripintent.tools.suppliers.embedded.store import Store
from tripintent.tools.suppliers.embedded.terms import FLIGHT_NEEDS, HOTEL_NEEDS, capabilities
from tripintent.tools.suppliers.shared.questions import check_stay, nights_of, people


class EmbeddedSupplier:
    """A simulated supplier of flights and hotels with order books of its own.

    Args:
        path: the supplier's SQLite file; made when missing, shared by any number of processes. It is not the
            ledger's and not the checkpointer's file: it means what a supplier remembers.
        seed: another seed is another world of schedules, hotels and prices.
        clock: decides expiry, lead time and what is in the past.
        places: resolves hotel locations that are names.
        kind: how a repeated order is taken. ``keyed``: the same client_ref gives the same order; ``unkeyed``: it makes
            a second order; ``guarded``: it is rejected with ``duplicate_booking``.
        hotel_hold: ``hard`` keeps the room, ``soft`` only keeps the rate open, ``none`` refuses to hold.
        faults: what goes wrong, and when.
        latency: seconds that every call takes.
        visibility_lag: seconds for which a new order is not found or read; declared as the settle window.
        limit: the most offers in one answer.
        rates: turns the world's US dollar prices into the currency asked for.
        house: sells the rooms of this house in the place of the invented hotels.
    """

    flights: FlightSupplier
    hotels: HotelSupplier
    orders: Orders

    def __init__(
        self,
        path: str | Path,
        *,
        clock: Clock,
        places: Places,
        seed: int = 7,
        kind: Idempotency = "keyed",
        hotel_hold: HoldKind = "hard",
        faults: Faults | None = None,
        latency: float = 0.0,
        visibility_lag: float = 0,
        limit: int = 50,
        rates: Rates | None = None,
        house: Service | None = None,
    ) -> None:
        self.faults = faults or Faults()
        self.book = Store(path)
        world = World(seed, shared_catalogue(), rates or EcbRates())
        counter = SalesService(self.book, world, clock, self.faults, latency, declared=declared_stock(house))
        lag = timedelta(seconds=visibility_lag)
        for_flights = capabilities(hold="hard", kind=kind, settle=lag, needs=FLIGHT_NEEDS)
        for_hotels = capabilities(hold=hotel_hold, kind=kind, settle=lag, needs=HOTEL_NEEDS)
        self.flights = EmbeddedFlights(world, counter, clock, for_flights, limit)
        if house is not None and house.sold:
            self.hotels = HouseRooms(house, counter, clock, for_hotels)
        else:
            self.hotels = EmbeddedHotels(world, counter, clock, places=places, capabilities=for_hotels, limit=limit)
        self.orders = EmbeddedOrders(counter, flights=for_flights, hotels=for_hotels)


WEEKEND_NIGHTS, WEEKEND_FACTOR = (4, 5), Decimal("1.15")


class HouseRate(NamedTuple):
    """A kind of room with its meals, and what they cost an adult a day."""

    kind: RoomKind
    board: Board
    meals: Decimal


def house_id(service: Service) -> str:
    """Return the name under which a house's rooms are counted."""
    return "house-" + re.sub(r"[^a-z0-9]+", "-", service.name.casefold()).strip("-")


def declared_stock(service: Service | None) -> Mapping[str, int]:
    """Return how many rooms of each kind a house has, by the beginning of the names under which they are counted."""
    if service is None:
        return {}
    return {f"room/{house_id(service)}/{kind.name.casefold()}": kind.count for kind in service.sold}


class HouseRooms:
    """Searches and prices the rooms of one house, in its own currency."""

    def __init__(self, service: Service, counter: SalesService, clock: Clock, capabilities: Capabilities) -> None:
        self._service = service
        self._counter = counter
        self._clock = clock
        self.capabilities = capabilities

    async def search(self, query: HotelQuery) -> Sequence[HotelOffer]:
        """Return the rooms that are free in that number on every night, cheapest first. Raises SupplierError."""
        if not await self._counter.open_for("hotels.search"):
            return ()
        offers = await asyncio.to_thread(self._offers, query, self._clock.now())
        return tuple(await self._counter.free_rooms(offers))

    async def price(self, offer: HotelOffer) -> HotelOffer:
        """Return the offer as it would be sold now. Raises OfferGone or another SupplierError."""
        return await self._counter.priced("hotels.price", offer)

    def _offers(self, query: HotelQuery, now: datetime) -> list[HotelOffer]:
        nights = nights_of(query, SUPPLIER)
        check_stay(query, self._service.zone, nights[0], now, SUPPLIER)
        if not _fits(self._service, query):
            return []
        beds = max(people(o) for o in query.occupancies)
        rates = [rate for kind in self._service.sold if kind.sleeps >= beds for rate in _rates(kind, query.board)]
        made = [self._offer(query.occupancies, nights, rate, now) for rate in rates]
        return [offer for offer in made if offer.refundable or not query.refundable_only]

    def _offer(
        self, occupancies: Sequence[Occupancy], nights: tuple[date, ...], rate: HouseRate, now: datetime
    ) -> HotelOffer:
        service = self._service
        meals = sum((_meals(rate.meals, o) for o in occupancies), Decimal(0))
        rooms = sum((rate.kind.price * _factor(night) for night in nights), Decimal(0)) * len(occupancies)
        total = payable(rooms + meals * len(nights), service.currency)
        until = self._free_until(nights[0], now)
        offer = HotelOffer(
            option_id="",
            supplier=SUPPLIER,
            simulated=True,
            hotel_id=house_id(service),
            hotel_name=service.name,
            star_rating=service.stars,
            amenities=tuple(map(amenity_meant, service.amenities)),
            address=service.address,
            lat=service.position[0] if service.position else None,
            lon=service.position[1] if service.position else None,
            check_in=nights[0],
            check_out=nights[-1] + timedelta(days=1),
            rooms=len(occupancies),
            room_description=f"{rate.kind.name}, sleeps {rate.kind.sleeps}",
            board=rate.board,
            nightly_price=payable(total.amount / len(nights), total.currency),
            total_price=total,
            refundable=until is not None,
            terms=Terms(refundable=until is not None, free_until=until),
            expires_at=now + OFFER_LIFE,
        )
        return offer.model_copy(update={"option_id": seal(self._counter.dice, offer, offer.rooms)})

    def _free_until(self, arrival: date, now: datetime) -> datetime | None:
        days = self._service.free_cancellation_days
        if days is None:
            return None
        local = local_moment(arrival - timedelta(days=days), FREE_UNTIL_MINUTE, self._service.zone)
        return local if local > now else None


def _fits(service: Service, query: HotelQuery) -> bool:
    """Check whether a house is what the question asks for; what its file does not say is not claimed."""
    has = set(map(amenity_meant, service.amenities))
    stars = query.star_min is None or (service.stars or 0) >= query.star_min
    return stars and amenities_needed(query.amenities) <= has


def _rates(kind: RoomKind, board: Board | None) -> list[HouseRate]:
    """Return the rates of a kind of room: without meals, and with each that the house serves; only ``board`` where one is asked for."""
    boards: dict[Board, Decimal] = {"room_only": Decimal(0), **kind.boards}
    return [HouseRate(kind, name, meals) for name, meals in boards.items() if board in (None, name)]


def _meals(adult: Decimal, occupancy: Occupancy) -> Decimal:
    children = people(occupancy) - occupancy.adults
    return adult * occupancy.adults + adult / 2 * children


def _factor(night: date) -> Decimal:
    return WEEKEND_FACTOR if night.weekday() in WEEKEND_NIGHTS else Decimal(1)
