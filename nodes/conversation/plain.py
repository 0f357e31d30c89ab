"""plain: the model gave nothing, so the traveller's words are read without one in this turn, and that is said."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.conversation.state import ConversationState
from tripintent.nodes.runtime import Run, reply
from tripintent.nodes.understand import limit_message
from tripintent.state.conversation import ASKED_TOO_OFTEN, LIMIT, NO_TOOLS
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk_service import AssistantPorts


class PlainUpdate(TypedDict):
    """Channels that ``plain`` updates."""

    messages: list[AnyMessage]
    turn: Turn


async def plain(state: ConversationState, ports: AssistantPorts, run: Run) -> PlainUpdate:
    """Give the words to the reading without a model. A limit that was reached is told where the words are read."""
    trip, why, front = state["trip_intent"], state["conversation"].failed, state["front"]
    told: list[AnyMessage] = []
    if why == ASKED_TOO_OFTEN:
        told.append(await limit_message({"code": "rate_limit_exceeded"}, trip.request.language, ports.booking))
    elif why != LIMIT:
        told.append(await reply(ports.booking, trip, "model_no_tools" if why == NO_TOOLS else "model_away", why=why))
    turn = state["turn"].model_copy(update={"part": front.text, "handled": front.handled, "cards_alone": False})
    return {"messages": told, "turn": turn}
