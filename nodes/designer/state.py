"""The channels of the designer. Messages, the trip and its documents are shared with the graph that mounts it."""

from collections.abc import Mapping
from typing import Annotated, Any

from langgraph.channels import EphemeralValue
from langgraph.managed import RemainingSteps
from typing_extensions import TypedDict

from tripintent.nodes.public_input import Messages, keep_journal
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.talk import DesignTurn, Talk, newest, newest_turn
from tripintent.state.document import TripDocuments, keep_documents
from tripintent.state.patch import apply_patch
from tripintent.state.reading import Reading
from tripintent.state.reading import newest as newest_reading
from tripintent.state.trip import TripIntent


class DesignerState(TypedDict):
    """All channels. ``design`` is one turn; ``talk`` lasts as long as the conversation."""

    messages: Messages
    event: Annotated[dict[str, Any] | None, EphemeralValue]
    trip_intent: Annotated[TripIntent, apply_patch]
    documents: Annotated[TripDocuments, keep_documents]
    talk: Annotated[Talk, newest]
    design: Annotated[DesignTurn, newest_turn]
    remaining_steps: RemainingSteps
    journal: Annotated[list[dict[str, Any]], keep_journal]
    reading: Annotated[Reading, newest_reading]


def itinerary_of(state: Mapping[str, Any]) -> ItineraryDocument:
    """Return the itinerary; an empty one before the first."""
    found = (state.get("documents") or {}).get(ItineraryDocument.kind)
    return found if isinstance(found, ItineraryDocument) else ItineraryDocument()
