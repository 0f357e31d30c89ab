"""plain: the model gave nothing, so the traveller's words are read without one in this turn, and that is said."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.conversation.state import ConversationState
from tripintent.nodes.runtime import Run, reply
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk_service import AssistantPorts


class PlainUpdate(TypedDict):
    """Channels that ``plain`` updates."""

    messages: list[AnyMessage]
    turn: Turn


async def plain(state: ConversationState, ports: AssistantPorts, run: Run) -> PlainUpdate:
    """Give the words to the reading without a model."""
    told = await reply(ports.booking, state["trip_intent"], "model_away", why=state["conversation"].failed)
    front = state["front"]
    turn = state["turn"].model_copy(update={"part": front.text, "handled": front.handled, "cards_alone": False})
    return {"messages": [told], "turn": turn}
