"""intake: the message is stored, masked and sealed, and the turn begins. A typed event is the booking's and goes on to it."""

from typing import Any, TypedDict
from uuid import uuid4

from langchain_core.messages import AnyMessage, HumanMessage

from tripintent.nodes.assistant.sealing import sealed_words
from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.runtime import Run
from tripintent.state.concierge.front import FrontTurn
from tripintent.state.turn import Turn
from tripintent.tools.ports.front_door import AssistantPorts


class IntakeUpdate(TypedDict, total=False):
    """What intake writes."""

    messages: list[AnyMessage]
    event: dict[str, Any]
    turn: Turn
    heard: None
    journal: None
    front: FrontTurn


async def intake(state: AssistantState, ports: AssistantPorts, run: Run) -> IntakeUpdate:
    """Begin a turn with the new words. Words beside an approval come as an event, and are taken as a message."""
    before, began = state.get("front") or FrontTurn(), len(state.get("messages", ()))
    turn = (state.get("turn") or Turn()).model_copy(update={"answer": None, "parked": False, "part": ""})
    update: IntakeUpdate = {"turn": turn, "heard": None, "journal": None}
    event = state.get("event")
    if event is not None and event.get("type") != "USER_MESSAGE":
        return {**update, "event": event, "front": before.begun("", before.handled, began)}
    if event is not None:
        text, _ = ports.booking.mask(str(event.get("text", "")))
        text = await sealed_words(ports, ports.who.thread_id, state, text)
        said = HumanMessage(content=text, id=str(uuid4()))
        return {**update, "messages": [said], "front": before.begun(text, str(said.id), began + 1)}
    last = state["messages"][-1] if state.get("messages") else None
    if last is None or last.type != "human" or last.id == before.handled:
        return {**update, "front": before.begun("", before.handled, began)}
    text, _ = ports.booking.mask(last.text)
    text = await sealed_words(ports, ports.who.thread_id, state, text)
    update["front"] = before.begun(text, str(last.id), began)
    return {**update, "messages": [last.model_copy(update={"content": text})]} if text != last.text else update
