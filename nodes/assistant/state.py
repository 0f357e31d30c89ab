"""The channels of the front door. The booking's own are shared with it; the others are the front door's."""

from typing import Annotated, Any

from langgraph.channels import EphemeralValue
from langgraph.managed import RemainingSteps
from typing_extensions import TypedDict

from tripintent.nodes.public_input import Messages, keep_journal, latest
from tripintent.state.concierge.front import FrontTurn, Heard, add_heard, newest
from tripintent.state.document import TripDocuments, keep_documents
from tripintent.state.patch import apply_patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn


class AssistantOutput(TypedDict):
    """Channels that a client gets back."""

    messages: Messages
    trip_intent: Annotated[TripIntent, apply_patch]
    documents: Annotated[TripDocuments, keep_documents]
    front: Annotated[FrontTurn, newest]


class AssistantState(TypedDict):
    """All channels. ``heard`` is written by three detections at once; ``front`` by one node after another."""

    messages: Messages
    event: Annotated[dict[str, Any] | None, EphemeralValue]
    trip_intent: Annotated[TripIntent, apply_patch]
    documents: Annotated[TripDocuments, keep_documents]
    turn: Annotated[Turn, latest]
    journal: Annotated[list[dict[str, Any]], keep_journal]
    remaining_steps: RemainingSteps
    heard: Annotated[Heard, add_heard]
    front: Annotated[FrontTurn, newest]
