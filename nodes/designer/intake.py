"""intake: the words of the turn, the trip's and the itinerary's newest versions, and what was booked meanwhile."""

from typing import Any, TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.designer.bookings import with_bookings
from tripintent.nodes.designer.plan import dated
from tripintent.nodes.designer.state import DesignerState, itinerary_of, with_itinerary
from tripintent.nodes.opening import adopted_trip, stamps
from tripintent.nodes.runtime import Run
from tripintent.state.designer.documents import TripDocuments
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.operations import SetTrip
from tripintent.state.designer.setting import with_trip
from tripintent.state.designer.talk import DesignTurn, Talk
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports

LONGEST = 20_000
"""Characters of one message: a pasted mail fits."""


_TOWNS = ("city", "metro", "airport")


class IntakeUpdate(TypedDict, total=False):
    """What intake writes."""

    messages: list[AnyMessage]
    trip_intent: list[Any]
    documents: TripDocuments
    talk: Talk
    design: DesignTurn
    journal: None


async def intake(state: DesignerState, ports: Ports, run: Run) -> IntakeUpdate:
    """Begin a turn. A newer itinerary that another conversation stored is taken up."""
    adopted = await adopted_trip(state["trip_intent"], ports, run)
    trip = apply_patch(adopted, await stamps(adopted, ports, run))
    spoken = state.get("messages", [])
    last = spoken[-1] if spoken and spoken[-1].type == "human" else None
    text, masked = ports.mask(last.text[:LONGEST]) if last else ("", False)
    if trip.request.turn <= 1 and text:
        language = await ports.language.detect(text)
        trip = trip.model_copy(update={"request": trip.request.model_copy(update={"language": language})})
    document = await _newest(itinerary_of(state), trip.trip_id, ports, run)
    document = await with_bookings(placed(document, trip, ports), trip, ports)
    update: IntakeUpdate = {
        "trip_intent": [trip, Patch(by="intake", merge={"request": {"user_message": text}})],
        "documents": with_itinerary(document),
        "talk": state.get("talk") or Talk(),
        "design": DesignTurn(text=text, start=document),
        "journal": None,
    }
    return {**update, "messages": [last.model_copy(update={"content": text})]} if last and masked else update


def placed(document: ItineraryDocument, trip: TripIntent, ports: Ports) -> ItineraryDocument:
    """Return the plan with the towns and days of the trip where it has none: what the booking knows is not asked again."""
    towns = [v.place for v in trip.frame.visits if v.place.kind in _TOWNS] if not document.destinations else []
    for town in towns:
        document, _ = with_trip(document, SetTrip(destination=town.name or town.said), ports.designer.atlas)
    return dated(document, trip)


async def _newest(document: ItineraryDocument, trip_id: str, ports: Ports, run: Run) -> ItineraryDocument:
    stored = await ports.documents.get(run.principal, trip_id, ItineraryDocument)
    if stored and stored.version > document.version:
        return stored
    return document.model_copy(update={"trip_id": trip_id})
