"""show: what a call changed on the screen is shown as a card, right behind its result; of several in a turn the newest stays."""

from collections.abc import Iterator, Sequence
from typing import TypedDict, cast

from langchain_core.messages import AIMessage, AnyMessage, RemoveMessage, ToolMessage

from tripintent.nodes.booking.facts.news import carded
from tripintent.nodes.booking.present import present
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.conversation.begin import screen_of
from tripintent.nodes.conversation.state import ConversationState, of_turn, unanswered
from tripintent.nodes.planning.publish import missing_asked
from tripintent.nodes.runtime import REJECTED, Run, message
from tripintent.state.acts import Called
from tripintent.state.conversation import Conversation
from tripintent.state.derived import current_ranking, unheld
from tripintent.state.patch import Patch
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.toolbox.document_facts import DocumentFacts, PurseFacts, marks, new_facts
from tripintent.tools.toolbox.facts import TripStand
from tripintent.tools.toolbox.known_trip import known_facts, known_lines
from tripintent.tools.toolbox.stand import trip_facts
from tripintent.tools.toolbox.toolbox import OF_DOCUMENTS, by_name

SCREEN = "screen-"
"""Of the ids of cards of which the newest takes the place of those before it in a turn."""


class ShowUpdate(TypedDict, total=False):
    """Channels that ``show`` updates."""

    messages: Sequence[AnyMessage | RemoveMessage]
    conversation: Conversation
    trip_intent: Patch | list[Patch]
    turn: Turn


async def show(state: ConversationState, ports: AssistantPorts, run: Run) -> ShowUpdate:
    """Show what is other than before the call that was answered: the screen of the trip, and parts of its documents.

    What a call that is still to be worked goes on with is shown after that one.
    """
    trip, talk, documents = state["trip_intent"], state["conversation"], state.get("documents") or {}
    name = next(str(one.name) for one in reversed(state["messages"]) if isinstance(one, ToolMessage))
    later = {call["name"] for call in unanswered(state["messages"])}
    moves = any(map(_of_trip, later))
    update = ShowUpdate() if moves else await _screen(state, ports, run)
    made = {kind for one in state["turn"].called if one.name == "create_documents" for kind in one.outcome.changed}
    asked = {kind: one for kind, one in documents.items() if kind in made}
    facts = _asked_for(state, talk, ports) or [*new_facts(asked, ())]  # asked for once more, it is shown once more
    if {one.name for one in state["turn"].called} == {"record_expense"}:
        facts = [one.short if isinstance(one, PurseFacts) else one for one in facts]
    waits = name in later or (moves and _of_trip(name))
    papers = [] if waits else [carded(one, trip, ports.booking, "document", {}) for one in facts]
    ends = talk.beside and _ends(state, await trip_facts(trip, ports.booking))
    seen = talk.papers if waits else marks(documents)
    shown = update.get("conversation", talk).model_copy(update={"papers": seen, "beside": ends})
    return {**update, "messages": [*update.get("messages", ()), *papers], "conversation": shown}


def _asked_for(state: ConversationState, talk: Conversation, ports: AssistantPorts) -> list[DocumentFacts]:
    """Return what of the documents is other than was seen where a call was about it, or made at once: they follow each hold, too."""
    known, called = by_name(), state["turn"].called
    about = {path.removeprefix("constraints.").partition(".")[0] for one in called for path in one.outcome.changed}
    about |= {known[one.name].toolset for one in called if one.name in known}
    have, at_once = state.get("documents") or {}, ports.planning is not None and ports.planning.at_once
    about |= {kind for kind, one in have.items() if at_once and not {*marks({kind: one})} & {*talk.papers}}
    return [*new_facts({kind: one for kind, one in have.items() if kind in about}, talk.papers)]


def _of_trip(name: str) -> bool:
    """Tell whether a call of the tool changes the trip."""
    tool = by_name().get(name)
    return tool is not None and tool.effect != "READ" and tool.toolset not in OF_DOCUMENTS


def _ends(state: ConversationState, stand: TripStand) -> bool:
    """Tell whether words beside calls that went through end the turn.

    They do where nothing is new to look at, a call of the money path came to its card, and what is missing is asked for.
    """
    trip, talk = state["trip_intent"], state["conversation"]
    ranking = current_ranking(trip)
    if ranking and ranking.key not in talk.seen:
        return False
    if unanswered(state["messages"]):
        return True
    if trip.working_memory.approval is not None:
        return True
    last = next(one for one in reversed(state["messages"]) if isinstance(one, AIMessage) and one.tool_calls)
    known = by_name()
    gated = any(known[call["name"]].effect == "GATED" for call in last.tool_calls)
    return not gated and ("?" in talk.draft or not stand.missing)


async def clicked(state: ConversationState, ports: AssistantPorts, run: Run) -> ShowUpdate:
    """Show what a click did to the documents, and say what of it was not taken; of the trip the booking spoke itself."""
    trip, documents = state["trip_intent"], state.get("documents") or {}
    talk = state.get("conversation") or Conversation()
    cards = [carded(one, trip, ports.booking, "document", {}) for one in _asked_for(state, talk, ports)]
    lines = [line for done in state["turn"].called for line in _refused(done, ports, trip.request.tag)]
    told = any(one.additional_kwargs.get("kind") == REJECTED for one in state["messages"][state["turn"].began :])
    said = [message("\n".join(dict.fromkeys(lines)), REJECTED)] if lines and not told else []
    shown = talk.model_copy(update={"papers": marks(documents)})
    return {"messages": [*cards, *said], "conversation": shown}


def _refused(done: Called, ports: AssistantPorts, language: str) -> Iterator[str]:
    """Yield what of a click was not taken, and why; for a document that is not ready, what is still to be known."""
    for one in done.outcome.rejected:
        if ports.planning and done.name == "create_documents" and one.candidates:
            yield from missing_asked(one.candidates, ports.planning, language)
        else:
            yield one.told


async def _screen(state: ConversationState, ports: AssistantPorts, run: Run) -> ShowUpdate:
    """Return the card of the options, or of the chosen trip, else of what is known until it is booked; none where they are as before."""
    trip, talk, messages = state["trip_intent"], state["conversation"], state["messages"]
    now, known = screen_of(trip), known_facts(trip, talk.known)
    lines = known_lines(known)
    held = any(one.status == "held" for one in trip.working_memory.holds)
    if (held and not unheld(trip)) or trip.working_memory.approval is not None:
        return {}
    made: BookingUpdate = {}
    if now and now != talk.seen:
        made = await present(cast("BookingState", state), ports.booking, run)
    elif not now and lines != talk.known and not any(one.status == "confirmed" for one in trip.working_memory.bookings):
        made = {"messages": [carded(known, trip, ports.booking, "trip", {})]}
    cards = made.get("messages")
    if not cards:
        return {}
    card = cards[0].model_copy(update={"id": f"{SCREEN}{len(messages)}"})
    shown = talk.model_copy(update={"seen": now, "known": lines})
    update: ShowUpdate = {"messages": [*_before(messages), card], "conversation": shown}
    if "trip_intent" in made and "turn" in made:
        update |= {"trip_intent": made["trip_intent"], "turn": made["turn"]}
    return update


def _before(messages: Sequence[AnyMessage]) -> list[RemoveMessage]:
    """Return what takes the cards off that were shown in this turn before."""
    return [RemoveMessage(id=one.id) for one in of_turn([*messages]) if one.id and one.id.startswith(SCREEN)]
