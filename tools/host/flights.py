"""The flight supplier port over a host's ``flight_quote_search``."""

from collections.abc import Sequence
from datetime import datetime
from re import match
from zoneinfo import ZoneInfo

from tripintent.state.frame import Cabin
from tripintent.state.offers import FlightHop, FlightOffer, Terms
from tripintent.state.queries import FlightQuery
from tripintent.tools.host.failures import SUPPLIER, checked
from tripintent.tools.host.shapes import HostFlight, HostHop, Options
from tripintent.tools.host.shelf import Shelf
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.registry.arguments import FlightLimits, FlightSearchArguments, Heads

TOOL = "flight_quote_search"


class HostFlightSupplier:
    """Flights from the host; ``places`` knows the zones of airports."""

    def __init__(self, shelf: Shelf, places: Places) -> None:
        self._shelf = shelf
        self._places = places

    @property
    def capabilities(self) -> Capabilities:
        """Return what the host's orders promise; it has no tool for pricing one option again."""
        return self._shelf.capabilities

    async def search(self, query: FlightQuery) -> Sequence[FlightOffer]:
        """Return the host's options, cheapest first. Raises SupplierError."""
        found = await self._shelf.caller.call(TOOL, _arguments(query), Options)
        offers = checked(found.options, lambda raw, n: self._offer(HostFlight.model_validate(raw), query, n))
        return sorted(offers, key=lambda offer: offer.total_price.amount)

    async def price(self, offer: FlightOffer) -> FlightOffer:
        """Return the offer while it is valid. Raises OfferGone afterwards."""
        return self._shelf.fresh(offer)

    def _offer(self, flight: HostFlight, query: FlightQuery, number: int) -> FlightOffer:
        cabin: Cabin = flight.cabin or query.cabin or "economy"
        made = f"flt_{query.origin}_{query.destination}_{query.depart_date}_{number}"
        return FlightOffer(
            option_id=flight.option_id or made,
            supplier=SUPPLIER,
            segments=tuple(self._hop(hop, cabin) for hop in flight.segments),
            total_price=flight.total_price,
            cabin=cabin,
            refundable=flight.refundable,
            terms=Terms(refundable=flight.refundable),
            fare_rules_summary=flight.fare_rules_summary or "",
            expires_at=self._shelf.expiry(flight.expires_at),
        )

    def _hop(self, hop: HostHop, cabin: Cabin) -> FlightHop:
        """Return a hop with zones; one that lands before it starts is not a flight."""
        depart, arrive = self._local(hop.depart_at, hop.origin), self._local(hop.arrive_at, hop.destination)
        if arrive <= depart:
            msg = f"{hop.flight_number or 'a flight'} lands before it takes off"
            raise ValueError(msg)
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
        """Return a moment with its zone: its own, or the airport's."""
        if moment.tzinfo is not None:
            return moment
        airport = self._places.airport(code.upper())
        if airport is None:
            msg = f"a time without an offset at {code}, whose zone is not known"
            raise ValueError(msg)
        return moment.replace(tzinfo=ZoneInfo(airport.zone))


def _arguments(query: FlightQuery) -> FlightSearchArguments:
    return FlightSearchArguments(
        origin=query.origin,
        destination=query.destination,
        departure_date=query.depart_date,
        travelers=Heads(
            adults=query.adults,
            children=len(query.child_ages),
            infants=query.infants,
            child_ages=query.child_ages,
        ),
        cabin=query.cabin,
        constraints=FlightLimits(
            max_stops=query.max_stops, avoid_red_eye=query.avoid_red_eye, preferred_airlines=query.airlines
        ),
    )
