"""The parts of a trip by their names: places, stays, what is bought, and what was not found."""

from datetime import datetime
from decimal import Decimal

from pydantic import JsonValue

from tripintent.state.derived import found, open_plan
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer, Terms
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.state.trip import TripIntent
from tripintent.tools.formats import formats_of
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.suppliers import Capabilities


def place_name(trip: TripIntent, code: str) -> str:
    """Return the traveller's word for a code, as far as the plan knows one."""
    for segment in trip.itinerary.segments:
        for point in (segment.origin, segment.destination):
            if point.code == code:
                return point.name or point.said or code
    return code


def stay_title(trip: TripIntent, location: str) -> str:
    """Return the name of a stay's place."""
    for stay in trip.itinerary.lodging.stays:
        if stay.location_code == location:
            return stay.location_name or location
    return place_name(trip, location)


def title_of(offer: Offer) -> str:
    """Return one line that names what is bought."""
    return _flight_title(offer) if isinstance(offer, FlightOffer) else _hotel_title(offer)


def _flight_title(offer: FlightOffer) -> str:
    hops = offer.segments
    route = "–".join([hops[0].origin, *(h.destination for h in hops)])
    numbers = " + ".join(dict.fromkeys(h.flight_number for h in hops if h.flight_number))
    english = formats_of("en")
    return f"Flight {route}, {english.day(offer.depart_at)} {english.clock(offer.depart_at)}, {hops[0].airline} {numbers}".strip()


def _hotel_title(offer: HotelOffer) -> str:
    english = formats_of("en")
    days = f"{english.day_of_month(offer.check_in)} to {english.birth(offer.check_out)}"
    return f"{offer.hotel_name}, {offer.room_description or 'room'}, {days}"


def unfound_parts(trip: TripIntent) -> list[dict[str, JsonValue]]:
    """Return the flights and stays of the plan for which no offer was found: without them an option is not a whole trip."""
    plan = open_plan(trip)
    flights: list[dict[str, JsonValue]] = [
        {
            "kind": "flight",
            "from": place_name(trip, q.origin),
            "to": place_name(trip, q.destination),
            "date": q.depart_date,
        }
        for asked in plan.flights
        if not found(trip, asked.key) and isinstance(q := asked.query, FlightQuery)
    ]
    stays: list[dict[str, JsonValue]] = [
        {"kind": "hotel", "place": stay_title(trip, q.location), "from": None, "to": None, "date": q.check_in}
        for asked in plan.hotels
        if not found(trip, asked.key) and isinstance(q := asked.query, HotelQuery)
    ]
    return [*flights, *stays]


def fee_now(terms: Terms, paid: Money | None, now: datetime) -> Money | None:
    """Return what a cancellation costs; all that was paid where nothing comes back, None where it is not known what was paid."""
    nothing = Money(amount=Decimal(0), currency=paid.currency) if paid else None
    if terms.free_until is not None and now < terms.free_until:
        return nothing
    if not terms.refundable or (terms.free_until is not None and terms.refund_penalty is None):
        return paid
    return terms.refund_penalty or nothing


def seller_of(offer: Offer, ports: Ports) -> Capabilities:
    """Return what the offer's own seller promises; where several are searched as one, the desk knows each by its name."""
    searched = ports.flights.capabilities if isinstance(offer, FlightOffer) else ports.hotels.capabilities
    return searched if searched.supplier == offer.supplier else ports.desk.capabilities(offer.supplier)
