"""begin: the turn is opened: the trip as the ledger and other conversations have it now, and what happened meanwhile is told.

summarise: the oldest messages of a long thread are put in short for the model; pages keep them as they are.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, cast

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, trim_messages
from langchain_core.messages.utils import count_tokens_approximately, get_buffer_string
from langgraph.constants import TAG_NOSTREAM

from tripintent.nodes.booking.intake import intake
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.conversation.offering import makeable
from tripintent.nodes.conversation.request import marks_of, short, talk_of
from tripintent.nodes.conversation.state import ConversationState
from tripintent.nodes.limits import may_ask_model, spent_patch
from tripintent.nodes.runtime import Run
from tripintent.state.conversation import Conversation, Summary
from tripintent.state.derived import current_ranking, selected_bundle
from tripintent.state.languages import language_of
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.chat import Talker
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.toolbox.document_facts import marks
from tripintent.tools.toolbox.known_trip import known_facts, known_lines

ENGLISH = "en"


async def begin(state: ConversationState, ports: AssistantPorts, run: Run) -> Mapping[str, Any]:
    """Open the turn for words: the booking's own intake, whose reading of them waits in case the model gives nothing."""
    front = state["front"]
    said = front.todo[0].text if front.todo else front.text
    words = state["turn"].model_copy(update={"part": said, "handled": front.handled, "cards_alone": False})
    opened = await intake(cast("BookingState", {**state, "turn": words, "event": None}), ports.booking, run)
    turn = opened.get("turn", words).model_copy(update={"queue": (), "part": said, "cards_alone": True})
    language, wrote = await _spoken(said, (was := state["trip_intent"]), ports, run)
    trip: TripIntent = apply_patch(was, cast("Sequence[Patch]", opened.get("trip_intent", [])))
    before = state.get("conversation") or Conversation()
    spoken = Patch(by="begin", merge={"request": {"language": language}})
    seen = {
        "seen": screen_of(trip),
        "known": known_lines(known_facts(trip)),
        "papers": marks(state.get("documents") or {}),
        "makeable": makeable({**state, "trip_intent": trip}, ports),
        "behind": trip.version > was.version,
        "offered": before.offered,
        "wanted": before.wanted,
    }
    long = ports.model is not None and is_long(state, ports.model)
    talk = Conversation.model_validate({"speaks": not turn.refused, "long": long, "wrote": wrote, **seen})
    return {**opened, "trip_intent": [*opened.get("trip_intent", []), spoken], "turn": turn, "conversation": talk}


async def _spoken(said: str, trip: TripIntent, ports: AssistantPorts, run: Run) -> tuple[str, str]:
    """Return the language of the conversation, and that of the words.

    The guide reads English alone: English words leave the language as it is, that of the reader's locale at first.
    """
    before = trip.request.language if trip.request.turn else None
    if ports.model is not None:
        return (wrote := await ports.booking.language.detect(said, before)), wrote
    wrote = await ports.booking.language.detect(said, ENGLISH)
    return (before or language_of(run.context.locale) if wrote == ENGLISH else wrote), wrote


def screen_of(trip: TripIntent) -> str:
    """Return what tells the options and the choice on the screen from any others; empty where there are none."""
    ranking, chosen = current_ranking(trip), selected_bundle(trip)
    return f"{ranking.key} {chosen.bundle_id if chosen else ''}" if ranking else ""


FULL, KEPT = 0.8, 0.4
"""Parts of the budget: at the first the oldest messages are summarised, the second is what stays of the newest."""
_LOG = logging.getLogger(__name__)


class SummariseUpdate(TypedDict, total=False):
    """Channels that ``summarise`` updates."""

    summary: Summary
    trip_intent: list[Patch]
    conversation: Conversation


def is_long(state: ConversationState, model: Talker) -> bool:
    """Tell whether what was said is over 80 % of its budget."""
    return count_tokens_approximately([short(one) for one in talk_of(state)]) > FULL * model.history


async def summarise(state: ConversationState, ports: AssistantPorts, run: Run) -> SummariseUpdate:
    """Have the model put the oldest messages in short, with what it put in short before. A model that fails leaves them as they are."""
    model, trip = ports.model, state["trip_intent"]
    update = SummariseUpdate(conversation=state["conversation"].model_copy(update={"long": False}))
    if model is None or not await may_ask_model(trip, ports.booking, run):
        return update
    talk = [short(one) for one in talk_of(state)]
    kept = trim_messages(
        talk,
        max_tokens=int(KEPT * model.history),
        token_counter=count_tokens_approximately,
        strategy="last",
        start_on="human",
    )
    oldest = talk[: len(talk) - max(len(kept), 1)]
    if not oldest:
        return update
    before, marks = (state.get("summary") or Summary()).text, marks_of(state, model)
    try:
        reply = await _asked(model, marks.hidden("\n\n".join(filter(None, (before, get_buffer_string(oldest))))))
    except Exception as error:  # noqa: BLE001 - whatever a service does, the turn goes on with the newest messages
        _LOG.warning("the model gave no summary (%s: %s)", type(error).__name__, error)
        return update
    update["trip_intent"] = await spent_patch(
        trip, model.use(cast("Mapping[str, int] | None", reply.usage_metadata)), ports.booking, run
    )
    update["summary"] = Summary(text=marks.put_back(reply.text.strip()), last=str(oldest[-1].id))
    return update


async def _asked(model: Talker, text: str) -> AIMessage:
    request: Sequence[BaseMessage] = [SystemMessage(model.short), HumanMessage(text)]
    async with asyncio.timeout(model.patience):
        reply = await model.chat.ainvoke(request, config={"tags": [TAG_NOSTREAM]})
    if not isinstance(reply, AIMessage) or not reply.text.strip():
        raise ValueError("the model gave no words")
    return reply
