"""Parts of the plan for which no offer was found."""

from pydantic import JsonValue

from tripintent.nodes.booking.facts.titles import place_name, stay_title
from tripintent.state.derived import found, open_plan
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.state.trip import TripIntent


def unfound_parts(trip: TripIntent) -> list[dict[str, JsonValue]]:
    """Return the flights and stays of the plan for which no offer was found: without them an option is no whole trip."""
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
