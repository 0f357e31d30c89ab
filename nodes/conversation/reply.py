"""reply: the model's words are checked against this turn's facts, and said; a stray figure goes back to the model once."""

import re
from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.followup_questions import question_facts
from tripintent.nodes.booking.publish import status_patch
from tripintent.nodes.conversation.state import SAID, ConversationState, cards, of_turn
from tripintent.nodes.limits import limits_told
from tripintent.nodes.runtime import Run, message
from tripintent.nodes.runtime import reply as worded
from tripintent.state.conversation import Conversation
from tripintent.state.patch import Patch
from tripintent.state.questions import next_questions
from tripintent.state.turn import Turn
from tripintent.tools.model.situation import situation
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.toolbox.stand import trip_facts

_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")


class ReplyUpdate(TypedDict, total=False):
    """Channels that ``reply`` updates."""

    messages: list[AnyMessage]
    conversation: Conversation
    trip_intent: list[Patch]
    turn: Turn


async def reply(state: ConversationState, ports: AssistantPorts, run: Run) -> ReplyUpdate:
    """Say what holds. What stands in no fact is sent back once; then its sentences go, and the cards stand."""
    trip, talk = state["trip_intent"], state["conversation"]
    stand = await trip_facts(trip, ports.booking)
    said = [one.text for one in state["messages"] if one.type == "human"][-8:]
    results = [one.text for one in of_turn(state["messages"]) if one.type == "tool"]
    shown = cards(state["messages"])
    sources = (situation(stand, trip, state.get("documents") or {}, shown), *results, *shown, *said)
    check = ports.model.checking if ports.model and not talk.guided else _unchecked
    strays = check(talk.draft, sources, stand)
    if strays and not talk.strays and talk.draft:
        return {"conversation": talk.model_copy(update={"draft": "", "strays": strays})}
    words = talk.draft
    if ports.booking.language.asks and stand.missing and (ports.model is None or talk.guided):
        facts = question_facts(trip) | {"user_message": state["front"].text}
        asked = await ports.booking.language.ask(next_questions(trip), facts, trip.request.language)
        words = f"{words}\n\n{asked}" if talk.calls == 1 else asked
    if strays:
        words = " ".join(one for one in _SENTENCE.split(words) if one.strip() and not check(one, sources, stand))
    update: ReplyUpdate = {"conversation": Conversation(speaks=talk.speaks)}
    update["turn"] = state["turn"].model_copy(update={"spoke": True})
    menu = {"menu": talk.menu} if talk.menu else {}
    told = [message(words.strip(), SAID, **menu)] if words.strip() else []
    if not told and not shown:
        told = [await worded(ports.booking, trip, "noted", waits=None, state=trip.status.state)]
    limits = await limits_told(trip, state["messages"], trip.request.language, ports.booking, run)
    update["messages"] = [*limits, *told]
    update["trip_intent"] = [status_patch(trip, "reply")]
    return update


def _unchecked(words: str, sources: object, stand: object) -> tuple[str, ...]:
    del words, sources, stand
    return ()
