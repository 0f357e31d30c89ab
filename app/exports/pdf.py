"""The booked trip as a printed itinerary with the map of its route."""

import json
from importlib.resources import files

import typst

from tripintent.app.exports.sheet import sheet
from tripintent.app.exports.wording import BookedFlight, BookedItem
from tripintent.app.pictures import route_map
from tripintent.app.pictures.route_of import route_through
from tripintent.app.pictures.svg import printed
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.places import Places


def pdf(trip: TripIntent, items: tuple[BookedItem, ...], places: Places) -> bytes:
    """Return the itinerary as PDF."""
    flown = [i for i in items if isinstance(i, BookedFlight) and i.booking.is_taken]
    ways = [(i.offer.segments[0].origin, *(hop.destination for hop in i.offer.segments)) for i in flown]
    legs = [leg for codes in ways for leg in route_through(codes, places)]
    inputs = {"sheet": json.dumps(sheet(trip, items, places)), "map": printed(route_map(legs, trip.request.tag))}
    return typeset("itinerary.typ", inputs)


def typeset(template: str, inputs: dict[str, str]) -> bytes:
    """Return one of our templates, filled, as PDF."""
    read = files("tripintent.app.exports").joinpath("templates", template).read_bytes()
    made = typst.compile(read, format="pdf", sys_inputs=inputs)
    if not isinstance(made, bytes):
        raise TypeError("typst returned pages instead of one document")
    return made
