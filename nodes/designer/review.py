"""review: what this turn wrote is checked, its meetings bound the flights of the trip, and the turn becomes one change."""

from collections.abc import Iterator

from pydantic import JsonValue

from tripintent.nodes.designer.state import DesignerState, StepUpdate, framed, itinerary_of, with_itinerary
from tripintent.nodes.runtime import Run
from tripintent.state.designer.checks import check
from tripintent.state.designer.history import committed
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.segments import MeetingSegment
from tripintent.state.designer.setting import stay_said
from tripintent.state.designer.talk import Event
from tripintent.state.framing import present_frame
from tripintent.state.meeting import Meeting
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports

_RULES = ("OVERLAPPING_TIMES", "IMPOSSIBLE_SEQUENCE", "TWO_HOTELS_IN_ONE_NIGHT", "CLOSED")


async def review(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Commit the turn's changes as one step to undo, and tell the clashes that they made."""
    document, turn, trip = itinerary_of(state), state["design"], state["trip_intent"]
    start = turn.start or ItineraryDocument()
    stepped = any(e.kind in ("undone", "redone") for e in turn.events)
    now = trip.request.now_iso
    written = document if stepped else committed(start, document, turn.text[:80], now)
    known = {(f.rule, f.segments) for f in check(start, ports.designer.atlas)}
    clashes = (
        [f for f in check(written, ports.designer.atlas) if f.rule in _RULES and (f.rule, f.segments) not in known]
        if written != start
        else []
    )
    events = [*turn.events]
    if clashes:
        told: list[JsonValue] = [f.model_dump(mode="json") for f in clashes]
        events.append(Event(kind="clash", ids=tuple(i for f in clashes for i in f.segments), facts={"findings": told}))
    if not events:
        events.append(
            Event(kind="nothing_read", facts={"said": turn.unread}) if turn.unread else Event(kind="left_alone")
        )
    done: StepUpdate = {
        "documents": with_itinerary(written),
        "design": turn.model_copy(update={"events": tuple(events)}),
    }
    stay = written.trip_preferences.accommodation_preference
    stay = stay if stay != start.trip_preferences.accommodation_preference else None
    patches = [one for one in (meetings_patch(trip, written), stay_said(trip, stay)) if one]
    return {**done, "trip_intent": patches} if patches else done


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
