"""The intent as tools are told it: words, codes and dates, never the whole document."""

from pydantic import JsonValue

from tripintent.state.itinerary import Point
from tripintent.state.questions.plan import currency_of
from tripintent.state.questions.stays import effective_stays, room_occupancies
from tripintent.state.trip import TripIntent


def intent_summary(trip: TripIntent) -> dict[str, JsonValue]:
    """Return origin, destination, legs, stays with the rooms of each, dates, heads, cabin and limits; null is unsaid."""
    segments, flight, hotel = trip.itinerary.segments, trip.preferences.flight, trip.preferences.hotel
    budget = trip.constraints.budget_total
    legs: list[JsonValue] = [
        {"origin": _end(leg.origin), "destination": _end(leg.destination), "depart_date": leg.depart_date}
        for leg in segments
    ]
    days = [leg.depart_date for leg in segments]
    stays: list[dict[str, JsonValue]] = [
        {
            "location_code": stay.location_code,
            "check_in": stay.check_in,
            "check_out": stay.check_out,
            "rooms": len(room_occupancies(trip, stay)),
        }
        for stay in effective_stays(trip)
    ]
    sleeps = stays[0]["location_code"] if stays else None
    heads = trip.party.travelers
    return {
        "origin": _end(segments[0].origin) if segments else None,
        "destination": _end(segments[0].destination) if segments else sleeps,
        "trip_type": trip.itinerary.trip_type,
        "segments": legs,
        "stays": list[JsonValue](stays),
        "dates": {"departure_date": days[0] if days else None, "return_date": days[-1] if len(days) > 1 else None},
        "travelers": {"adults": heads.adults, "children": heads.children, "infants": heads.infants},
        "cabin": flight.cabin,
        "constraints": {
            "budget_total": budget.model_dump(mode="json") if budget else None,
            "currency": currency_of(trip),
            "refundable_only": trip.constraints.refundable_preference == "refundable",
            "max_stops": flight.max_stops,
            "preferred_airlines": list(flight.preferred_airlines),
            "avoid_red_eye": flight.avoid_red_eye,
            "hotel_star_min": hotel.star_min,
        },
    }


def _end(point: Point) -> str | None:
    return point.code or point.said
