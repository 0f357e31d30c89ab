"""Duffel as one supplier: what it promises, and its parts.

Facts (docs/suppliers.md "Duffel"): creating an order is never repeated and can take hours to turn up; paying is guarded by
the order's own state; holds are hard where an offer needs no instant payment.
"""

from datetime import timedelta

import httpx
from pydantic import SecretStr

from tripintent.state.travellers import Need
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.suppliers import Capabilities, HoldKind
from tripintent.tools.shipped import table
from tripintent.tools.suppliers.duffel.changes import DuffelChanges
from tripintent.tools.suppliers.duffel.failures import CODES, MANNERS, SUPPLIER
from tripintent.tools.suppliers.duffel.flights import DuffelFlights
from tripintent.tools.suppliers.duffel.offers import CHANGES, INSTANT
from tripintent.tools.suppliers.duffel.orders import CARD, THREE_D_SECURE, DuffelOrders
from tripintent.tools.suppliers.duffel.services import KINDS as SEAT_KINDS
from tripintent.tools.suppliers.shared.over_http import SupplierHttp

API, VERSION = "https://api.duffel.com", "v2"

SETTLE = timedelta(hours=6)
"""An order that was accepted may turn up hours later; Duffel says "a couple"."""

NEEDS = tuple(Need(**one) for one in table("tools/suppliers/duffel/codes.yaml")["needs"])

OF_CHANGES = {
    "create": "keyed",
    "pay": "unkeyed",
    "probe": False,
    "release": False,
    "prices": (),
    "needs": (Need(what="payment_method", when="purchase", of="buyer"),),
}
"""A change that waits commits no one, so that keeping it twice is keeping it once; it is confirmed once and never again, is known by
its number alone, lapses by itself, and carries no people."""


class DuffelSupplier:
    """Flights and orders on one connection. ``instant_orders`` serves the offers that cannot be held, ``changes`` paid orders."""

    def __init__(
        self,
        token: SecretStr,
        *,
        places: Places,
        clock: Clock,
        base_url: str = API,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        headers = {"Authorization": f"Bearer {token.get_secret_value()}", "Duffel-Version": VERSION}
        self._client = SupplierHttp(base_url, headers, MANNERS, transport)
        test = token.get_secret_value().startswith("duffel_test_")
        held, instant = capabilities(SUPPLIER, "hard", test=test), capabilities(INSTANT, "none", test=test)
        self.flights = DuffelFlights(self._client, held, places=places, clock=clock)
        self.orders = DuffelOrders(self._client, self.flights, held, clock)
        self.instant_orders = DuffelOrders(self._client, self.flights, instant, clock)
        changing = capabilities(CHANGES, "hard", test=test).model_copy(update=OF_CHANGES)
        self.changes = DuffelChanges(self._client, self.orders, changing, places=places, clock=clock)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()


def capabilities(name: str, hold: HoldKind, *, test: bool) -> Capabilities:
    """Return what Duffel promises; a test token sells flights that do not exist, and says so."""
    return Capabilities(
        supplier=name,
        simulated=test,
        hold=hold,
        create="unkeyed",
        pay="guarded",
        settle=SETTLE,
        timeout=timedelta(seconds=MANNERS.commit_seconds),
        needs=NEEDS,
        prices=SEAT_KINDS if hold == "hard" else (),
        codes=CODES,
        account="Duffel",
        tokens=(THREE_D_SECURE, CARD),
    )
