"""Documents that can be made now: said once, in the reply in which it becomes true, with the words that order them."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage

from tripintent.nodes.conversation.state import ConversationState, of_turn
from tripintent.nodes.planning.publish import unmade
from tripintent.nodes.runtime import message
from tripintent.state.designer.itinerary import itinerary_of
from tripintent.state.planning.facts import TripFacts
from tripintent.state.planning.gate import ACTIONS, Action, requirements
from tripintent.tools.formats import formats_of
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.toolbox.own_bookings import known_facts


def makeable(state: ConversationState, ports: AssistantPorts) -> tuple[Action, ...]:
    """Return the documents that are ready and not made; days are planned where their dates are known."""
    if ports.planning is None:
        return ()
    return unmade(_facts(state, ports), state.get("documents") or {}, itinerary_of(state))


def offer_of(
    state: ConversationState, ports: AssistantPorts, now: Sequence[Action]
) -> tuple[tuple[Action, ...], list[AIMessage]]:
    """Return those that can be made ``now`` and could not before this turn, and the line that offers them."""
    before, own = state["conversation"].makeable, ports.planning
    new: tuple[Action, ...] = tuple(one for one in now if one not in before)
    if not new or own is None:
        return (), []
    language, facts = state["trip_intent"].request.tag, _facts(state, ports)
    names = [own.words.phrase(f"documents.{one}", {}, language) for one in new]
    read = language if ports.model else "en"  # without a model English alone is understood
    orders = [formats_of(language).quoted(own.words.phrase(f"say.{one}", {}, read)) for one in new]
    told = {"documents": names, "words": orders, "trip": own.words.trip(facts, language)}
    offer, order = (own.words.phrase(name, told, language) for name in ("offer", "order"))
    return new, [message(f"{offer} {order}", "planning", facts={"offered": [*new], "offer": offer})]


def papers_of(state: ConversationState, ports: AssistantPorts) -> dict[str, object]:
    """Return what a model is told of documents: those that the last reply offered, and what those lack that were spoken of."""
    talk = state["conversation"]
    pressed: list[Action] = [
        kind for one in of_turn(state["messages"]) if isinstance(one, AIMessage) for kind in spoken_of(one)
    ]
    wanted = talk.wanted or pressed
    if not wanted and not talk.offered:
        return {}
    found = requirements(_facts(state, ports))
    return {"offered": list(talk.offered), "spoken_of": {one: list(found[one].missing) for one in wanted}}


def spoken_of(reply: AIMessage) -> tuple[Action, ...]:
    """Return the documents that a reply orders, or that the guide heard of."""
    ordered = [one["args"].get("kinds") for one in reply.tool_calls if one["name"] == "create_documents"]
    named = [*(reply.additional_kwargs.get("wanted") or ()), *(kind for kinds in ordered for kind in kinds or ())]
    return tuple(one for one in ACTIONS if one in named)


def _facts(state: ConversationState, ports: AssistantPorts) -> TripFacts:
    return known_facts(state["trip_intent"], itinerary_of(state), ports.booking.designer.atlas)
