"""The meetings of the plan of days bound the flights of the trip: what is added, moved or removed there counts at once."""

from collections.abc import Iterator

from tripintent.nodes.designer.framed import framed
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.segments import MeetingSegment
from tripintent.state.framing import present_frame
from tripintent.state.meeting import Meeting
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent


def meetings_patch(trip: TripIntent, document: ItineraryDocument) -> Patch | None:
    """Return the patch that puts the plan's meetings into the trip; None where it knows them."""
    before = present_frame(trip)
    after = before.model_copy(update={"meetings": tuple(_meetings(document))})
    if after.meetings == before.meetings:
        return None
    merge = framed(trip, before, after)
    return Patch(source="user_message", by="review", note="the meetings of the plan", merge=merge)


def _meetings(document: ItineraryDocument) -> Iterator[Meeting]:
    for one in document.segments:
        if not isinstance(one, MeetingSegment) or one.status == "CANCELLED" or not one.start_datetime:
            continue
        day, _, start = one.start_datetime.partition("T")
        if start:
            ends = one.end_datetime or ""
            same = ends.partition("T")[2][:5] if ends.startswith(day) else None
            place = (one.location.city or one.location.name) if one.location else None
            yield Meeting(day=day, start=start[:5], end=same or None, place=place)
