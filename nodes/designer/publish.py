"""publish: the reply is worded from what happened, and the trip's documents are stored for their owner."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.designer.state import DesignerState, itinerary_of, with_itinerary
from tripintent.nodes.opening import disowned, recorded
from tripintent.nodes.runtime import Run, message, reply
from tripintent.state.designer.history import merged
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.talk import Event
from tripintent.state.document import TripDocuments
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import StoreError
from tripintent.tools.ports.documents import NotYours, VersionConflict
from tripintent.tools.ports.ownership import NOT_YOURS
from tripintent.tools.ports.ports import Ports

SAVES = 5


class PublishUpdate(TypedDict, total=False):
    """Channels that ``publish`` updates."""

    messages: list[AnyMessage]
    trip_intent: TripIntent
    documents: TripDocuments
    journal: None


async def publish(state: DesignerState, ports: Ports, run: Run) -> PublishUpdate:
    """Save what changed; two editors at once are merged by segment, and a conflict is said."""
    turn, trip = state["design"], state["trip_intent"]
    start = turn.start or ItineraryDocument()
    try:
        document, conflicts = await saved_plan(start, itinerary_of(state), ports, run)
        kept = await _saved_trip(trip, ports, run)
    except NotYours:  # a grant that was taken back while the turn ran
        refusal = await reply(ports, trip, "refused", code="not_yours", message=NOT_YOURS)
        return {
            "messages": [refusal],
            "trip_intent": disowned(trip),
            "documents": with_itinerary(start),
            "journal": None,
        }
    events = (*turn.events, Event(kind="conflict", ids=conflicts)) if conflicts else turn.events
    text = ports.designer.words.reply(events, turn.question, trip.request.language)
    question = turn.question.model_dump(mode="json", by_alias=True, exclude_none=True) if turn.question else None
    facts = {
        "events": [e.model_dump(mode="json") for e in events],
        "itinerary": {"version": document.version},
        "question": question,
    }
    return {
        "messages": [message(text, "itinerary", facts=facts)],
        "trip_intent": kept,
        "documents": with_itinerary(document),
        "journal": None,
    }


async def saved_plan(
    start: ItineraryDocument, document: ItineraryDocument, ports: Ports, run: Run
) -> tuple[ItineraryDocument, tuple[str, ...]]:
    """Save the plan; returns it with the ids that somebody else changed otherwise meanwhile. Raises StoreError."""
    if document.version == start.version or not document.trip_id:
        return document, ()
    conflicts: tuple[str, ...] = ()
    for _ in range(SAVES):
        try:
            version = await ports.documents.save(run.principal, document, document.version - 1)
        except VersionConflict:
            theirs = await ports.documents.get(run.principal, document.trip_id, ItineraryDocument)
            if theirs is None:
                document = document.model_copy(update={"version": 1})
                continue
            both = merged(start, document, theirs)
            conflicts = (*conflicts, *both.conflicts)
            document, start = both.document.model_copy(update={"version": theirs.version + 1}), theirs
        else:
            return document.model_copy(update={"version": version}), conflicts
    raise StoreError(f"the itinerary of {document.trip_id} is being changed too often elsewhere: try again")


async def _saved_trip(trip: TripIntent, ports: Ports, run: Run) -> TripIntent:
    """Save the trip; a newer one elsewhere stays, and is taken up when the next turn begins."""
    if not trip.trip_id:
        return trip
    try:
        version = await ports.documents.save(run.principal, await recorded(trip, (), ports), trip.version)
    except VersionConflict:
        return trip
    return trip.model_copy(update={"version": version, "updated_at": int(ports.clock.now().timestamp())})
