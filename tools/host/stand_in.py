"""A host's tools in place of ours, by name, and the flight supplier port over a host's ``flight_quote_search``."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from re import match
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from tripintent.state.frame import Cabin
from tripintent.state.offers import FlightHop, FlightOffer, Offer, Terms
from tripintent.state.queries import FlightQuery
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.host.calling import SUPPLIER, FromShelf, HostCaller, Shelf, checked
from tripintent.tools.host.hotels import HostHotelSupplier
from tripintent.tools.host.language import EXTRACT, FOLLOWUP, HostLanguage
from tripintent.tools.host.orders import HOLD, PURCHASE, HostOrders, host_capabilities
from tripintent.tools.host.ranking import RANK, RISK, HostRanker, HostRiskCheck
from tripintent.tools.host.shapes import HostFlight, HostHop, Options
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.designer import HostTools
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.suppliers import Capabilities, FlightSupplier, HotelSupplier
from tripintent.tools.registry.arguments import FlightLimits, FlightSearchArguments, Heads
from tripintent.tools.registry.builtin import SEVEN

if TYPE_CHECKING:
    from tripintent.tools.registry.builtin import BuiltinRegistry

TOOL = "flight_quote_search"


class HostFlightSupplier(FromShelf[FlightOffer]):
    """Flights from the host; ``places`` knows the zones of airports."""

    def __init__(self, shelf: Shelf, places: Places) -> None:
        super().__init__(shelf)
        self._places = places

    async def search(self, query: FlightQuery) -> Sequence[FlightOffer]:
        """Return the host's options, cheapest first. Raises SupplierError."""
        found = await self._shelf.caller.call(TOOL, _arguments(query), Options)
        offers = checked(found.options, lambda raw, n: self._offer(HostFlight.model_validate(raw), query, n))
        return sorted(offers, key=lambda offer: offer.total_price.amount)

    def _offer(self, flight: HostFlight, query: FlightQuery, number: int) -> FlightOffer:
        cabin: Cabin = flight.cabin or query.cabin or "economy"
        made = f"flt_{query.origin}_{query.destination}_{query.depart_date}_{number}"
        return FlightOffer(
            option_id=flight.option_id or made,
            supplier=SUPPLIER,
            segments=tuple(self._hop(hop, cabin) for hop in flight.segments),
            total_price=flight.total_price,
            cabin=cabin,
            **flight.model_dump(include={"carry_on", "checked_bags", "seats_left"}),
            refundable=flight.refundable,
            terms=Terms(refundable=flight.refundable),
            fare_rules_summary=flight.fare_rules_summary or "",
            expires_at=self._shelf.expiry(flight.expires_at),
        )

    def _hop(self, hop: HostHop, cabin: Cabin) -> FlightHop:
        """Return a hop with zones; one that lands before it starts is not a flight."""
        depart, arrive = self._local(hop.depart_at, hop.origin), self._local(hop.arrive_at, hop.destination)
        if arrive <= depart:
            raise ValueError(f"{hop.flight_number or 'a flight'} lands before it takes off")
        code = match(r"([A-Z0-9]{2})\s?\d{1,4}$", hop.flight_number.upper())
        return FlightHop.model_validate(
            {
                "from": hop.origin.upper(),
                "to": hop.destination.upper(),
                "depart_at": depart,
                "arrive_at": arrive,
                "airline": hop.airline,
                "airline_code": code[1] if code else "",
                "flight_number": hop.flight_number,
                "cabin": cabin,
            }
        )

    def _local(self, moment: datetime, code: str) -> datetime:
        """Return a moment with its zone: its own, or that of the airport or of the main one of a city's code."""
        if moment.tzinfo is not None:
            return moment
        airport = self._places.airport(code.upper()) or next(iter(self._places.airports_for(code.upper())), None)
        if airport is None:
            raise ValueError(f"a time without an offset at {code}, whose zone is not known")
        return moment.replace(tzinfo=ZoneInfo(airport.zone))


def _arguments(query: FlightQuery) -> FlightSearchArguments:
    return FlightSearchArguments(
        origin=query.origin,
        destination=query.destination,
        departure_date=query.depart_date,
        travelers=Heads(
            adults=query.adults, children=len(query.child_ages), infants=query.infants, child_ages=query.child_ages
        ),
        cabin=query.cabin,
        constraints=FlightLimits(
            max_stops=query.max_stops, avoid_red_eye=query.avoid_red_eye, preferred_airlines=query.airlines
        ),
    )


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
        registry: "BuiltinRegistry",
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
            own["language"] = HostLanguage(self._caller, ports.language, extracts=extracts, asks=asks)
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
