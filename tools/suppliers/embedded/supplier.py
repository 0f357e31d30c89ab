"""The embedded supplier, put together: one world, one book, three adapters."""

from datetime import timedelta
from pathlib import Path

from tripintent.state.concierge.service import Service
from tripintent.tools.places.airports import shared_catalogue
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.orders import Orders
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.rates import Rates
from tripintent.tools.ports.suppliers import FlightSupplier, HoldKind, HotelSupplier, Idempotency
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.suppliers.embedded.capabilities import FLIGHT_NEEDS, HOTEL_NEEDS, capabilities
from tripintent.tools.suppliers.embedded.faults import Faults
from tripintent.tools.suppliers.embedded.flights import EmbeddedFlights
from tripintent.tools.suppliers.embedded.hotels import EmbeddedHotels
from tripintent.tools.suppliers.embedded.house import HouseRooms, declared_stock
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders
from tripintent.tools.suppliers.embedded.sales_service import SalesService
from tripintent.tools.suppliers.embedded.store import Store
from tripintent.tools.suppliers.embedded.world import World


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
