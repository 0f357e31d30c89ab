"""reply: the model's words are checked against this turn's facts, and said; a stray figure goes back to the model once.

plain: the model gave nothing, so the guide answers this turn in its place, and that is said.
"""

from collections.abc import Sequence
from typing import TypedDict

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.booking.ask import question_facts
from tripintent.nodes.booking.publish import status_patch
from tripintent.nodes.conversation.offering import makeable, offer_of
from tripintent.nodes.conversation.state import SAID, ConversationState, cards
from tripintent.nodes.conversation.telling import Telling, check_of, without_strays
from tripintent.nodes.limits import limit_message, limits_told
from tripintent.nodes.runtime import Run, message
from tripintent.nodes.runtime import reply as worded
from tripintent.state.booking import Approval
from tripintent.state.conversation import ASKED_TOO_OFTEN, LIMIT, NO_TOOLS, Conversation
from tripintent.state.designer.question import as_question
from tripintent.state.patch import Patch
from tripintent.state.questions import next_questions
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.toolbox.stand import trip_facts


class ReplyUpdate(TypedDict, total=False):
    """Channels that ``reply`` updates."""

    messages: list[AnyMessage]
    conversation: Conversation
    trip_intent: list[Patch]
    turn: Turn


async def reply(state: ConversationState, ports: AssistantPorts, run: Run) -> ReplyUpdate:
    """Say what the facts support. Other words are sent back once; then their sentences go, and the cards remain."""
    trip, talk = state["trip_intent"], state["conversation"]
    stand = await trip_facts(trip, ports.booking)
    check = check_of(state, ports, stand)
    telling = Telling(check, talk, f"said-{len(state['messages'])}")
    if ports.model and not talk.guided:
        await telling.hear(talk.draft, whole=True)
    if telling.strays and not talk.strays:
        return {"conversation": talk.model_copy(update={**telling.update, "strays": telling.strays})}
    words = telling.told + without_strays(telling.rest(talk.draft), check)
    if ports.booking.language.asks and stand.missing and (ports.model is None or talk.guided):
        facts = question_facts(trip) | {"user_message": state["front"].text}
        asked = await ports.booking.language.ask(next_questions(trip), facts, trip.request.tag)
        words = f"{words}\n\n{asked}" if talk.calls == 1 else asked
    now = makeable(state, ports)
    offered, offer = offer_of(state, ports, now)
    kept = {"makeable": now, "offered": offered, "wanted": talk.wanted}
    update: ReplyUpdate = {"conversation": Conversation.model_validate({"speaks": talk.speaks, **kept})}
    update["turn"] = state["turn"].model_copy(update={"spoke": True})
    limits, still = await limits_told(trip, state["messages"], trip.request.tag, ports.booking, run)
    told = [message(words.strip(), SAID, **_beside(talk, still, trip.working_memory.approval))] if words.strip() else []
    if telling.told:
        told = [one.model_copy(update={"id": telling.name}) for one in told]
    if talk.cut:
        told.append(await worded(ports.booking, trip, "model_cut"))
    if not told and not cards(state["messages"]):
        told = [await worded(ports.booking, trip, "noted", state=trip.status.state)]
    update["messages"] = [*limits, *offer, *told]
    update["trip_intent"] = [status_patch(trip, "reply")]
    return update


def _beside(talk: Conversation, limits: Sequence[JsonValue], waits: Approval | None) -> dict[str, object]:
    """Return what goes along with the words: a menu, as the next words are read beside it, limits that hold, and the card that waits."""
    question = as_question(talk.menu) if talk.menu else None
    told = {"question": question, "limits": [*limits], "approval": waits.approval_id if waits else None}
    beside = {"menu": talk.menu, "facts": {name: one for name, one in told.items() if one}, "foreign": talk.foreign}
    return {name: one for name, one in beside.items() if one}


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
        told.append(await worded(ports.booking, trip, "model_no_tools" if why == NO_TOOLS else "model_away", why=why))
    return {"messages": told, "conversation": state["conversation"].model_copy(update={"guided": True})}
