"""Where, when and for whom: the head of the plan from what was said, and what the travellers like, said once.

The trip keeps what they like and would rather not for plans of days and for documents.
"""

from collections.abc import Iterable
from typing import get_args

from pydantic import JsonValue

from tripintent.state.applying import applied
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.operations import SetTrip, SetWishes
from tripintent.state.designer.parts import Atlas, Location
from tripintent.state.designer.sameness import plain
from tripintent.state.designer.talk import Event
from tripintent.state.frame import Frame, StayKind
from tripintent.state.framing import plan_hash
from tripintent.state.operations import Want
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent

_PARTIES = ("solo", "couple", "family", "friends", "business", "group")

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


def with_wishes(document: ItineraryDocument, said: SetWishes) -> tuple[ItineraryDocument, Event | None]:
    """Return the document with wishes: interests join those there are, others replace."""
    old = document.trip_preferences
    interests = tuple(i for i in dict.fromkeys((*old.interests, *said.interests)) if i not in said.avoid)
    changes: dict[str, object] = {
        "pace": said.pace or old.pace,
        "travel_style": said.style or old.travel_style,
        "interests": interests,
        "dietary_restrictions": _joined(old.dietary_restrictions, said.diet),
        "mobility_restrictions": _joined(old.mobility_restrictions, said.access),
        "traveler_type": said.party if said.party in _PARTIES else old.traveler_type,
        "origin": said.origin or old.origin,
        "accommodation_preference": said.lodging or old.accommodation_preference,
        "avoidances": tuple(
            a for a in dict.fromkeys((*old.avoidances, *said.avoid)) if a in said.avoid or a not in said.interests
        ),
    }
    wishes = old.model_copy(update=changes)
    if wishes == old:
        return document, None
    facts: dict[str, JsonValue] = {
        "pace": said.pace,
        "style": said.style,
        "interests": list(said.interests),
        "diet": list(said.diet),
        "access": list(said.access),
        "avoid": list(said.avoid),
        "origin": said.origin,
        "lodging": said.lodging,
        "party": said.party if said.party != "family" else None,
    }
    if not any(facts.values()):
        return document.model_copy(update={"trip_preferences": wishes}), None
    return document.model_copy(update={"trip_preferences": wishes}), Event(kind="wishes", facts=facts)


def _joined(old: str | tuple[str, ...] | None, new: tuple[str, ...]) -> str | tuple[str, ...] | None:
    if not new:
        return old
    before = (old,) if isinstance(old, str) else old or ()
    return tuple(dict.fromkeys((*before, *new)))


def tastes_said(trip: TripIntent, likes: Iterable[str], dislikes: Iterable[str] = ()) -> Patch | None:
    """Return the patch that keeps what was said to one system for all of them; None where the trip knows it already."""
    wants = [(likes, "require"), (dislikes, "avoid")]
    said = [
        Want.model_validate({"slot": "interests", "value": value, "polarity": polarity})
        for names, polarity in wants
        if (value := tuple(names))
    ]
    frame = applied(trip.frame, said)
    if (frame.interests, frame.dislikes) == (trip.frame.interests, trip.frame.dislikes):
        return None
    return Patch(source="user_message", by="tastes", event="USER_MESSAGE", merge={"frame": frame})


def stay_said(trip: TripIntent, said: str | None) -> Patch | None:
    """Return the patch that lets a kind of stay that the plan of days names rank the hotels too; None where it does."""
    kind = "rental" if said == "airbnb" else said
    if kind not in get_args(StayKind) or kind in trip.frame.stay_kinds:
        return None
    kinds = (kind,)
    frame = trip.frame.model_copy(update={"stay_kinds": kinds})
    merge: dict[str, object] = {"frame": frame, "preferences": {"hotel": {"kinds": kinds}}}
    merge |= {"frame_plan_hash": plan_hash(apply_patch(trip, Patch(merge=merge)))}
    return Patch(source="user_message", by="tastes", event="USER_MESSAGE", merge=merge)


def with_tastes(document: ItineraryDocument, frame: Frame) -> ItineraryDocument:
    """Return the plan of days with what the trip knows of the travellers' tastes."""
    return with_wishes(document, SetWishes(interests=frame.interests, avoid=frame.dislikes))[0]
