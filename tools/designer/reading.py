"""Handlers of the tools that read: the plan, ways between places, offers, the web, and what is known of a destination."""

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from pydantic import JsonValue

from tripintent.state.designer.itinerary import Intelligence, published, relevant
from tripintent.state.designer.parts import Atlas, Coordinates, Location, kilometres, minutes_for, mode_for
from tripintent.state.designer.segments import title_of
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.tools.designer.results import HandlerRejected
from tripintent.tools.errors import SupplierError
from tripintent.tools.ports.designer import PlanNow, ToolFault
from tripintent.tools.ports.places import Places, WebSearch
from tripintent.tools.ports.suppliers import FlightSupplier, HotelSupplier
from tripintent.tools.toolbox import plan_arguments as a

OFFERS_TOLD = 5
FLY_FROM_KM = 300.0
MILES = 0.621371
Told = Mapping[str, JsonValue]


class Sources(NamedTuple):
    """The ports that the reading tools ask. ``web`` is None where no search service is set."""

    places: Places
    atlas: Atlas
    flights: FlightSupplier
    hotels: HotelSupplier
    web: WebSearch | None = None


class ReadTools:
    """The tools that read: each returns what to tell."""

    def __init__(self, sources: Sources) -> None:
        self._ask = sources

    async def get_itinerary(self, args: a.GetItinerary, plan: PlanNow) -> Told:
        """Give the plan, or only its head and one line for each segment."""
        whole = published(plan.document)
        if not args.summary:
            return {"itinerary": _json(whole)}
        lines: list[JsonValue] = [
            {"id": one.id, "type": one.type, "title": title_of(one), "start": one.start_datetime, "status": one.status}
            for one in plan.document.segments
        ]
        head = {k: v for k, v in whole.items() if k != "segments"}
        return {"itinerary": _json({**head, "segments": lines})}

    async def get_segment(self, args: a.OneSegment, plan: PlanNow) -> Told:
        """Give one segment."""
        found = plan.document.segment(args.segment_id)
        if found is None:
            raise HandlerRejected(
                ToolFault(code="NOT_FOUND", message=f"there is no segment {args.segment_id}", field="segmentId")
            )
        return {"segment": found.model_dump(mode="json", by_alias=True, exclude_none=True)}

    async def search_flights(self, args: a.SearchFlights, plan: PlanNow) -> Told:
        """Ask the flight supplier, both ways where a return is asked for."""
        _refuse_past(args.departure_date, plan)
        legs = [(args.origin, args.destination, args.departure_date)]
        if args.return_date:
            legs.append((args.destination, args.origin, args.return_date))
        found: list[JsonValue] = []
        for origin, destination, day in legs:
            query = FlightQuery(
                origin=self._code(origin, "origin"),
                destination=self._code(destination, "destination"),
                depart_date=day,
                adults=args.adults,
                cabin=args.cabin_class,
            )
            try:
                offers = await self._ask.flights.search(query)
            except SupplierError as error:
                raise _supplier_fault(error) from error
            found.append({"date": day, "offers": [_flight(o) for o in offers[:OFFERS_TOLD]]})
        return {"legs": found}

    async def search_hotels(self, args: a.SearchHotels, plan: PlanNow) -> Told:
        """Ask the hotel supplier for one room of all."""
        _refuse_past(args.check_in_date, plan)
        query = HotelQuery(
            location=self._ask.places.resolve(args.location).code or args.location,
            check_in=args.check_in_date,
            check_out=args.check_out_date,
            occupancies=(Occupancy(adults=args.adults, child_ages=(8,) * args.children),),
        )
        try:
            offers = await self._ask.hotels.search(query)
        except SupplierError as error:
            raise _supplier_fault(error) from error
        told: list[JsonValue] = [_hotel(o) for o in offers[:OFFERS_TOLD]]
        assumed: list[JsonValue] = ["children are taken to be 8 years old"] if args.children else []
        return {"offers": told, "assumed": assumed}

    async def search_transfers(self, args: a.SearchTransfers, plan: PlanNow) -> Told:
        """Give the usual ways by distance; estimates, and said to be so."""
        km = self._distance(args.origin, args.destination)
        modes = ("walk", "drive") if km < FLY_FROM_KM else ("drive", "fly")
        ways: list[JsonValue] = [{"mode": m, "minutes": minutes_for(km, m)} for m in modes if m != "walk" or km < 10]
        return {"kilometers": round(km, 1), "options": ways, "estimate": True}

    async def search_web(self, args: a.SearchWeb, plan: PlanNow) -> Told:
        """Ask what was stored first, then the search service; without one it says that none is set."""
        stored = [one for one in plan.document.intelligence if relevant((one,), one.destination, (), args.query)]
        if stored:
            return {"from": "stored", "findings": [_told(one) for one in stored]}
        if self._ask.web is None:
            message = "no web search is set (TRIPINTENT_WEB_SEARCH_URL): nothing was looked up"
            raise HandlerRejected(ToolFault(code="WEB_SEARCH_OFF", message=message))
        try:
            hits = await self._ask.web.search(args.query)
        except SupplierError as error:
            raise _supplier_fault(error) from error
        rows: list[JsonValue] = [hit.model_dump(mode="json") for hit in hits[:OFFERS_TOLD]]
        return {"from": "web", "results": rows}

    async def retrieve_travel_intelligence(self, args: a.RetrieveIntelligence, plan: PlanNow) -> Told:
        """Give what is known about a destination."""
        found = relevant(plan.document.intelligence, args.destination, args.categories, args.query)
        return {"findings": [_told(one) for one in found]}

    async def get_distance(self, args: a.GetDistance, plan: PlanNow) -> Told:
        """Measure the way between two places, in a straight line."""
        km = self._distance(args.from_, args.to)
        return {
            "from": args.from_,
            "to": args.to,
            "distance": {"kilometers": round(km, 1), "miles": round(km * MILES, 1)},
            "estimatedTime": {"driving": minutes_for(km, "drive"), "flying": minutes_for(km, "fly")},
            "recommendedMode": mode_for(km),
            "straightLine": True,
        }

    async def show_route(self, args: a.ShowRoute, plan: PlanNow) -> Told:
        """Lay a way through places in their order."""
        points = [self._point(name) for name in args.locations]
        legs: list[JsonValue] = []
        total = 0.0
        for number, ((here, p), (there, q)) in enumerate(pairwise(zip(args.locations, points, strict=True)), 1):
            km = kilometres(p, q)
            total += km
            mode = args.travel_mode if args.travel_mode != "mixed" else "fly" if km > FLY_FROM_KM else "drive"
            legs.append(
                {
                    "leg": number,
                    "from": here,
                    "to": there,
                    "distance": round(km, 1),
                    "time": minutes_for(km, mode),
                    "mode": mode,
                }
            )
        line: list[JsonValue] = [[p.latitude, p.longitude] for p in points]
        route: dict[str, JsonValue] = {
            "locations": list(args.locations),
            "waypoints": line,
            "totalDistance": round(total, 1),
            "segments": legs,
        }
        picture: dict[str, JsonValue] = {"type": "route", "waypoints": line, "polyline": line}
        return {"route": route, "visualization": picture}

    async def geocode_location(self, args: a.GeocodeLocation, plan: PlanNow) -> Told:
        """Say where a place is."""
        point = self._point(args.location)
        found = self._ask.places.resolve(args.location)
        return {
            "coordinates": {"latitude": point.latitude, "longitude": point.longitude},
            "displayName": found.name or args.location,
            "confidence": 90 if found.kind in ("airport", "city", "metro") else 60,
        }

    def _code(self, name: str, field: str) -> str:
        place = self._ask.places.resolve(name)
        code = place.code or next((airport.code for airport, _ in self._ask.places.near(place, 150.0, 1)), None)
        if code is None:
            message = f"no airport is known for {name!r}: name a city or an airport code"
            raise HandlerRejected(ToolFault(code="UNKNOWN_PLACE", message=message, field=field))
        return code

    def _point(self, name: str) -> Coordinates:
        point = self._ask.atlas.point(Location(name=name))
        if point is None:
            raise HandlerRejected(
                ToolFault(code="UNKNOWN_PLACE", message=f"{name!r} is not known here: name its town", field="location")
            )
        return point

    def _distance(self, here: str, there: str) -> float:
        return kilometres(self._point(here), self._point(there))


def _flight(offer: FlightOffer) -> JsonValue:
    first, last = offer.segments[0], offer.segments[-1]
    return {
        "optionId": offer.option_id,
        "flights": [f"{hop.airline_code}{hop.flight_number}" for hop in offer.segments],
        "departure": first.depart_at.isoformat(),
        "arrival": last.arrive_at.isoformat(),
        "stops": offer.stops,
        "price": {"amount": str(offer.total_price.amount), "currency": offer.total_price.currency},
        "simulated": offer.simulated,
    }


def _hotel(offer: HotelOffer) -> JsonValue:
    return {
        "optionId": offer.option_id,
        "name": offer.hotel_name,
        "stars": offer.star_rating,
        "price": {"amount": str(offer.total_price.amount), "currency": offer.total_price.currency},
        "simulated": offer.simulated,
    }


def _told(one: Intelligence) -> JsonValue:
    told: JsonValue = one.model_dump(mode="json", by_alias=True, exclude_none=True)
    return told


def _json(value: object) -> JsonValue:
    return value  # type: ignore[return-value] # published() dumps in JSON mode


def _supplier_fault(error: SupplierError) -> HandlerRejected:
    return HandlerRejected(ToolFault(code="SUPPLIER", message=str(error), faults=(f"supplier:{error.code}",)))


def _refuse_past(day: str, plan: PlanNow) -> None:
    if day < plan.today.isoformat():
        message = f"{day} is in the past: today is {plan.today}"
        raise HandlerRejected(
            ToolFault(code="CONSTRAINT_VIOLATION", message=message, field="date", faults=("in_past:date",))
        )
