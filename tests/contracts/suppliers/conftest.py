"""Adapters under the contract suites. A new supplier joins by one line in ``SUPPLIERS``.

A factory gets a fresh folder and returns a ``SupplierCase``: the adapter, a clock it obeys, questions it has answers to,
and a way to open the same books from a second instance.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.clock import FixedClock
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.orders import OrderRequest, Orders
from tripintent.tools.ports.suppliers import FlightSupplier, HotelSupplier
from tripintent.tools.suppliers.embedded import EmbeddedSupplier

PEOPLE = (
    Traveller(given_name="Ann", family_name="Smith", date_of_birth="1985-03-04"),
    Traveller(given_name="Bob", family_name="Smith", date_of_birth="1983-07-09"),
)
CONTACT = Contact(email="ann@example.org", phone="+442071838750")


@dataclass
class SupplierCase:
    """One adapter in a state fit for its contract. ``advance`` moves the time that the supplier lives in."""

    flights: FlightSupplier
    hotels: HotelSupplier
    orders: Orders
    clock: Clock
    advance: Callable[[timedelta], Any]
    reopened: Callable[[], Orders]
    flight_query: FlightQuery
    hotel_query: HotelQuery
    payment_method: str
    declined_method: str
    lose_reply: Callable[[str], Any]
    references: list[str] = field(default_factory=list)

    async def offer(self, kind):
        """Return an offer that can be held: the dearest, so that it is refundable where anything is."""
        found = await (
            self.flights.search(self.flight_query) if kind == "flight" else self.hotels.search(self.hotel_query)
        )
        return [o for o in found if o.refundable][-1]

    async def request(self, kind, client_ref="op-1"):
        return OrderRequest(client_ref=client_ref, offer=await self.offer(kind), travellers=PEOPLE, contact=CONTACT)

    async def held(self, kind, client_ref="op-1"):
        return await self.orders.hold(await self.request(kind, client_ref))

    async def paid(self, kind, client_ref="op-1"):
        order = await self.held(kind, client_ref)
        return await self.orders.pay(order.order_id, order.total, self.payment_method, f"{client_ref}-pay")


class NoNames:
    """A gazetteer that is not asked: the contract's questions use codes."""

    def resolve(self, said):
        raise AssertionError(said)

    near = airport = airports_for = distance_km = resolve


def embedded(folder, kind):
    clock = FixedClock(datetime(2027, 1, 10, 9, tzinfo=UTC))
    make = partial(EmbeddedSupplier, folder / "supplier.db", clock=clock, places=NoNames(), kind=kind)
    supplier = make()
    return SupplierCase(
        flights=supplier.flights,
        hotels=supplier.hotels,
        orders=supplier.orders,
        clock=clock,
        advance=clock.advance,
        reopened=lambda: make().orders,
        flight_query=FlightQuery(origin="JFK", destination="SFO", depart_date="2027-03-11", adults=2),
        hotel_query=HotelQuery(
            location="SFO", check_in="2027-03-11", check_out="2027-03-14", occupancies=(Occupancy(adults=2),)
        ),
        payment_method="pm_card_4242",
        declined_method="pm_declined",
        lose_reply=lambda operation: supplier.faults.add(operation, "lost_reply"),
    )


SUPPLIERS = {
    "embedded-keyed": partial(embedded, kind="keyed"),
    "embedded-unkeyed": partial(embedded, kind="unkeyed"),
    "embedded-guarded": partial(embedded, kind="guarded"),
}


@pytest.fixture(params=SUPPLIERS)
def case(request, tmp_path):
    """Every supplier adapter in turn."""
    return SUPPLIERS[request.param](tmp_path)
