"""A host's tools in place of ours, by name."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tripintent.state.offers import FlightOffer, Offer
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.host.calling import HostCaller
from tripintent.tools.host.failures import SUPPLIER
from tripintent.tools.host.flights import HostFlightSupplier
from tripintent.tools.host.hotels import HostHotelSupplier
from tripintent.tools.host.language import EXTRACT, FOLLOWUP, HostLanguage
from tripintent.tools.host.orders import HOLD, PURCHASE, HostOrders, host_capabilities
from tripintent.tools.host.ranking import TOOL as RANK
from tripintent.tools.host.ranking import HostRanker
from tripintent.tools.host.risk import TOOL as RISK
from tripintent.tools.host.risk import HostRiskCheck
from tripintent.tools.host.shelf import Shelf
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.registry import HostTools, ToolRegistry
from tripintent.tools.ports.suppliers import Capabilities, FlightSupplier, HotelSupplier
from tripintent.tools.registry.definitions import SEVEN

FLIGHTS, HOTELS = "flight_quote_search", "hotel_quote_search"
POSSIBLE = (*SEVEN, FOLLOWUP)
"""Tools that a host may answer: the seven, and the wording of follow-up questions."""


class HostStandIns:
    """Which tools the host answers. Make the desk with ``desk_suppliers``, then put ``applied`` over the ports.

    Raises ValueError for a name that is not ours, and for searches whose offers no one could hold and buy: a host that
    answers a search answers ``reservation_hold_create`` and ``booking_confirm_and_purchase`` too.
    """

    def __init__(
        self,
        host: HostTools,
        names: Collection[str],
        registry: ToolRegistry,
        *,
        portfolio: str = "",
        org: str = "",
        capabilities: Capabilities | None = None,
    ) -> None:
        self._names = frozenset(names)
        _check(self._names)
        self._capabilities = capabilities or host_capabilities(30.0)
        seconds = self._capabilities.timeout.total_seconds()
        self._caller = HostCaller(host, registry, portfolio=portfolio, org=org, timeout=seconds)

    def desk_suppliers(self, places: Places, clock: Clock) -> Mapping[str, DeskSupplier]:
        """Return the host as a supplier of the desk, by name; empty where it sells nothing."""
        if HOLD not in self._names:
            return {}
        orders = HostOrders(self._caller, clock, self._capabilities)
        price = partial(_price, self._flights(places, clock), self._hotels(clock))
        return {SUPPLIER: DeskSupplier(orders, price)}

    def applied(self, ports: Ports) -> Ports:
        """Return the ports with the host's tools in the places of ours; the own risk check stays beside the host's."""
        own: dict[str, Any] = {}
        if FLIGHTS in self._names:
            own["flights"] = self._flights(ports.places, ports.clock)
        if HOTELS in self._names:
            own["hotels"] = self._hotels(ports.clock)
        if RANK in self._names:
            own["ranker"] = HostRanker(self._caller)
        if RISK in self._names:
            own["risk"] = HostRiskCheck(self._caller, ports.risk)
        if self._names & {EXTRACT, FOLLOWUP}:
            extracts, asks = EXTRACT in self._names, FOLLOWUP in self._names
            own["language"] = HostLanguage(self._caller, ports.language, ports.places, extracts=extracts, asks=asks)
        return replace(ports, **own)

    def _flights(self, places: Places, clock: Clock) -> HostFlightSupplier:
        return HostFlightSupplier(self._shelf(clock), places)

    def _hotels(self, clock: Clock) -> HostHotelSupplier:
        return HostHotelSupplier(self._shelf(clock))

    def _shelf(self, clock: Clock) -> Shelf:
        return Shelf(self._caller, clock, self._capabilities)


def _check(names: frozenset[str]) -> None:
    unknown = sorted(names - set(POSSIBLE))
    if unknown:
        msg = f"a host cannot stand in for {', '.join(unknown)}: there are {', '.join(POSSIBLE)}"
        raise ValueError(msg)
    selling, committing = names & {FLIGHTS, HOTELS}, names & {HOLD, PURCHASE}
    if (committing and len(committing) < 2) or bool(selling) != bool(committing):
        msg = f"a host that searches also holds and buys, and the other way round: name {HOLD} and {PURCHASE} with a search"
        raise ValueError(msg)


async def _price(flights: FlightSupplier, hotels: HotelSupplier, offer: Offer) -> Offer:
    return await flights.price(offer) if isinstance(offer, FlightOffer) else await hotels.price(offer)
