"""intake: the message is stored, masked and sealed, and the turn begins. A typed event is the booking's and goes on to it."""

from collections.abc import Mapping
from typing import Any, TypedDict
from uuid import uuid4

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.assistant.talk import goes_on_booking, local_now
from tripintent.nodes.conversation.state import is_press
from tripintent.nodes.runtime import Run
from tripintent.state.concierge.front import FrontTurn
from tripintent.state.concierge.memory import without_references
from tripintent.state.events import flat
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk_service import AssistantPorts, Message
from tripintent.tools.toolbox.toolbox import by_name

MOST = 8
"""References in one message; of more the whole message is sealed."""


class IntakeUpdate(TypedDict, total=False):
    """Channels that ``intake`` updates."""

    messages: list[AnyMessage]
    event: dict[str, Any] | None
    turn: Turn
    heard: None
    journal: None
    front: FrontTurn


async def intake(state: AssistantState, ports: AssistantPorts, run: Run) -> IntakeUpdate:
    """Begin a turn with the new words. Words beside an approval come as an event, and are taken as a message."""
    before, began = state.get("front") or FrontTurn(), len(state.get("messages", ()))
    turn = (state.get("turn") or Turn()).model_copy(
        update={"answer": None, "parked": False, "part": "", "cards_alone": False}
    )
    update: IntakeUpdate = {"turn": turn, "heard": None, "journal": None}
    event = flat(state.get("event"))
    if event is not None and _is_guided(state, ports, event):
        asked = [{"name": event["name"], "args": event["arguments"], "id": event.get("call_id") or str(uuid4())}]
        alone = turn.model_copy(update={"cards_alone": True})
        call = AIMessage(content="", tool_calls=asked)
        front = before.begun("", before.handled, began)
        return {**update, "turn": alone, "event": None, "messages": [call], "front": front}
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


def _is_guided(state: AssistantState, ports: AssistantPorts, event: Mapping[str, Any]) -> bool:
    """Tell whether a call was pressed where the guide holds the conversation: it is worked and answered as a call of its own."""
    last = state["messages"][-1] if state.get("messages") else None
    pressed = last is not None and is_press(last)
    if ports.model is not None or ports.guide is None or not pressed or event.get("type") != "TOOL_CALL":
        return False
    return event.get("name") in by_name() and isinstance(event.get("arguments", {}), Mapping)


async def sealed_words(ports: AssistantPorts, thread_id: str, values: Mapping[str, Any], text: str) -> str:
    """Return a message with references for its private words. A talk about a booking goes on as it is."""
    if ports.desk is None or ports.vault is None:
        return text
    front: FrontTurn = values.get("front") or FrontTurn()
    if await goes_on_booking(values, text, ports):
        return text
    language = await ports.booking.language.detect(text, front.language or None)
    before = [one.text for one in values.get("messages", ()) if one.type == "human"]
    merged = list[tuple[str, str]]()
    for words, found in ports.desk.pieces(Message(text, language, local_now(ports), front.memory), before):
        new = any(one.isalnum() for one in without_references(words))  # what is sealed is not sealed again
        kind = found if new else ""
        if merged and merged[-1][1] == kind:
            merged[-1] = (merged[-1][0] + words, kind)
        else:
            merged.append((words, kind))
    kinds = [kind for _, kind in merged if kind]
    if len(kinds) > MOST:
        merged = [(text, kinds[0])]
    stored = ""
    for words, how in merged:
        plain = words.strip()
        stored += words.replace(plain, await ports.vault.keep(thread_id, plain, how)) if how and plain else words
    return stored
