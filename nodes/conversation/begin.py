"""begin: the turn is opened: the trip as the ledger and other conversations have it now, and what happened meanwhile is told."""

from collections.abc import Mapping
from typing import Any, cast

from tripintent.nodes.booking.intake import intake
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.conversation.state import ConversationState
from tripintent.nodes.runtime import Run
from tripintent.state.conversation import Conversation
from tripintent.tools.ports.desk_service import AssistantPorts


async def begin(state: ConversationState, ports: AssistantPorts, run: Run) -> Mapping[str, Any]:
    """Open the turn for words: the booking's own intake, whose reading of them waits in case the model gives nothing."""
    front = state["front"]
    words = state["turn"].model_copy(update={"part": front.text, "handled": front.handled, "cards_alone": True})
    opened = await intake(cast("BookingState", {**state, "turn": words, "event": None}), ports.booking, run)
    turn = opened.get("turn", words).model_copy(update={"queue": (), "part": front.text})
    refused = turn.refused
    return {**opened, "turn": turn, "conversation": Conversation(speaks=not refused)}
