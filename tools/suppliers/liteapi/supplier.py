"""LiteAPI as one supplier: what it promises, and its parts.

Facts (docs/suppliers.md "LiteAPI"): nothing is held; a booking is made once for each reference, and the second is refused;
cancelling is one step without a quote, so its cost is computed from the booking's own deadlines.
"""

from datetime import timedelta

import httpx
from pydantic import SecretStr

from tripintent.state.travellers import Need
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.rates import Rates
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.liteapi.failures import CODES, MANNERS, SUPPLIER
from tripintent.tools.suppliers.liteapi.hotels import LiteApiHotels, Market
from tripintent.tools.suppliers.liteapi.orders import TAKES, LiteApiOrders, Purse
from tripintent.tools.suppliers.shared.over_http import SupplierHttp

SEARCH, BOOK = "https://api.liteapi.travel/v3.0", "https://book.liteapi.travel/v3.0"
SETTLE = timedelta(minutes=15)
"""LiteAPI does not say how long a booking may stay invisible; a quarter of an hour is our own caution."""

NEEDS = (
    Need(what="name", when="purchase"),
    Need(what="email", when="purchase", of="buyer"),
    Need(what="phone", when="purchase", of="buyer"),
    Need(what="payment_method", when="purchase", of="buyer"),
)


class LiteApiSupplier:
    """Hotels and bookings. A key ``sand_…`` sells nothing real. ``url`` means both addresses, for an emulator."""

    def __init__(
        self,
        key: SecretStr,
        *,
        places: Places,
        clock: Clock,
        rates: Rates,
        nationality: str = "US",
        purse: Purse = "card",
        url: str | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        said = {"X-API-Key": key.get_secret_value()}
        self._search = SupplierHttp(url or SEARCH, said, MANNERS, transport)
        self._book = SupplierHttp(url or BOOK, said, MANNERS, transport)
        promised = capabilities(test=key.get_secret_value().startswith("sand_"))
        market = Market(places, clock, rates, nationality)
        self.hotels = LiteApiHotels(self._search, self._book, promised, market)
        self.orders = LiteApiOrders(self._book, self.hotels, promised, clock, purse)

    async def close(self) -> None:
        """Close the connections."""
        await self._search.close()
        await self._book.close()


def capabilities(*, test: bool) -> Capabilities:
    """Return what LiteAPI promises; a sandbox key books nothing, and says so."""
    return Capabilities(
        supplier=SUPPLIER,
        simulated=test,
        hold="none",
        create="guarded",
        settle=SETTLE,
        timeout=timedelta(seconds=MANNERS.commit_seconds),
        release=False,
        needs=NEEDS,
        takes=TAKES,
        codes=CODES,
        account="LiteAPI",
    )
