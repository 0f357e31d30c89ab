"""Where and when: the head of the plan from the trip."""

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Atlas, Location
from tripintent.state.designer.sameness import plain
from tripintent.state.trip import TripIntent

THERE_AND_BACK = 2
"""Legs of a trip that has an end: the last one says when it is."""


def dated(document: ItineraryDocument, trip: TripIntent) -> ItineraryDocument:
    """Return the itinerary with the days of the trip's legs, from the first departure to the last, where it has none of its own."""
    if document.start_date or document.end_date:
        return document
    legs = [leg.depart_date for leg in trip.itinerary.segments]
    stay = [when.day if when else None for when in (trip.frame.check_in, trip.frame.check_out)]
    start = (legs[0] if legs else None) or stay[0]  # a stay without a journey there has days of its own
    end = (legs[-1] if len(legs) >= THERE_AND_BACK else None) or stay[1]
    if not (start and end) or start > end:  # a trip that cannot be is asked about, and has no days yet
        return document
    return document.model_copy(update={"start_date": start, "end_date": end})


def with_destination(document: ItineraryDocument, town: str, atlas: Atlas) -> ItineraryDocument:
    """Return the itinerary with one more destination; the first one gives a new plan its title."""
    if plain(town) in {plain(d.name) for d in document.destinations}:
        return document
    place = Location(name=town)
    changes: dict[str, object] = {
        "destinations": (*document.destinations, place.model_copy(update={"timezone": atlas.zone(place)}))
    }
    if not document.destinations and document.title == ItineraryDocument().title:
        changes["title"] = town
    return document.model_copy(update=changes)
