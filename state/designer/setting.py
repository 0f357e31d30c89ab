"""Where and when: the head of the plan from what was said."""

from pydantic import JsonValue

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.operations import SetTrip
from tripintent.state.designer.parts import Atlas, Location
from tripintent.state.designer.sameness import plain
from tripintent.state.designer.talk import Event
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


def with_trip(document: ItineraryDocument, said: SetTrip, atlas: Atlas) -> tuple[ItineraryDocument, Event | None]:
    """Return the document with destination and dates. Dates replace the old ones; a destination joins those there are."""
    changes: dict[str, object] = {}
    if said.destination and plain(said.destination) not in {plain(d.name) for d in document.destinations}:
        place = Location(name=said.destination)
        changes["destinations"] = (*document.destinations, place.model_copy(update={"timezone": atlas.zone(place)}))
        if not document.destinations and document.title == ItineraryDocument().title:
            changes["title"] = said.destination
    if said.start and said.end and said.start <= said.end:
        changes |= {"start_date": said.start, "end_date": said.end}
        hours = {"arrives": said.arrives, "leaves": said.leaves}
        kept = {name: value for name, value in document.metadata.items() if name not in hours}
        changes["metadata"] = {**kept, **{name: hour for name, hour in hours.items() if hour}}
    if said.title:
        changes["title"] = said.title
    new = document.model_copy(update=changes)
    if new == document:
        return document, None
    facts: dict[str, JsonValue] = {"destination": said.destination, "start": new.start_date, "end": new.end_date}
    facts |= {"arrives": said.arrives, "leaves": said.leaves}
    return new, Event(kind="trip", facts=facts)
