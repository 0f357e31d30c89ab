"""plain: the model gave nothing, so the guide answers this turn in its place, and that is said."""

from typing import TypedDict

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.conversation.state import ConversationState
from tripintent.nodes.limits import limit_message
from tripintent.nodes.runtime import Run, reply
from tripintent.state.conversation import ASKED_TOO_OFTEN, LIMIT, NO_TOOLS, Conversation
from tripintent.tools.ports.desk_service import AssistantPorts


class PlainUpdate(TypedDict):
    """Channels that ``plain`` updates."""

    messages: list[AnyMessage]
    conversation: Conversation


async def plain(state: ConversationState, ports: AssistantPorts, run: Run) -> PlainUpdate:
    """Give the turn to the guide. A limit that was reached is told with the reply."""
    trip, why = state["trip_intent"], state["conversation"].failed
    told: list[AnyMessage] = []
    if why == ASKED_TOO_OFTEN:
        facts: dict[str, JsonValue] = {"code": "rate_limit_exceeded"}
        if wait := state["conversation"].wait:
            facts["retryAfter"] = wait
        told.append(await limit_message(facts, trip.request.tag, ports.booking))
    elif why != LIMIT:
        told.append(await reply(ports.booking, trip, "model_no_tools" if why == NO_TOOLS else "model_away", why=why))
    return {"messages": told, "conversation": state["conversation"].model_copy(update={"guided": True})}
