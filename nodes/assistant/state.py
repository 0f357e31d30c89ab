"""The channels of the front door. The booking's own are shared with it; the others are the front door's."""

from typing import Annotated

from typing_extensions import TypedDict

from tripintent.nodes.planning.state import PlanningState
from tripintent.nodes.public_input import Messages
from tripintent.state.concierge.front import FrontTurn, Heard, add_heard
from tripintent.state.conversation import newest
from tripintent.state.document import TripDocuments, keep_documents
from tripintent.state.patch import apply_patch
from tripintent.state.trip import TripIntent


class AssistantOutput(TypedDict):
    """Channels that a client gets back."""

    messages: Messages
    trip_intent: Annotated[TripIntent, apply_patch]
    documents: Annotated[TripDocuments, keep_documents]
    front: Annotated[FrontTurn, newest]


class AssistantState(PlanningState):
    """All channels. ``heard`` is written by three detections at once; ``front`` by one node after another."""

    heard: Annotated[Heard, add_heard]
    front: Annotated[FrontTurn, newest]
