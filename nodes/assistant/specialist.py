"""A specialist answers its part of the message; what it understood is kept with the reply under its function's name."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.assistant.talk import local_now, said_before
from tripintent.nodes.runtime import message, rest_unread
from tripintent.state.concierge.front import Decision, FrontTurn, Params, Request
from tripintent.state.patch import Patch
from tripintent.tools.ports.desk_service import Reply, Situation
from tripintent.tools.ports.front_door import AssistantPorts


class SpecialistUpdate(TypedDict, total=False):
    """What a specialist writes."""

    messages: list[AnyMessage]
    front: FrontTurn
    trip_intent: Patch


async def specialist(state: AssistantState, ports: AssistantPorts) -> SpecialistUpdate:
    """Answer the next decision."""
    assert ports.desk is not None, "only a desk's functions lead here"  # noqa: S101
    front, heard = state["front"], state["heard"]
    language = heard.language or front.language or "en"
    at = Situation(front.todo[0], language, local_now(ports), front.memory, said_before(state))
    reply = await ports.desk.answer(at)
    functions = tuple(d.function for d in (*front.done, reply.decision))
    asked = (Request(function=reply.decision.function, text=reply.request, at=at.now.isoformat(timespec="minutes")),)
    told = {
        "todo": (reply.decision, *_booked(reply), *front.todo[1:]),
        "memory": reply.memory.model_copy(update={"functions": functions}),
        "handoff": reply.handoff or front.handoff,
        "requests": (*front.requests, *(asked if reply.request else ())),
        "waiting": reply.handoff or front.waiting,
    }
    said = message(reply.text, "desk", function=reply.decision.function)
    rest = await rest_unread(ports.booking, front.text, language) if not front.done else []
    update: SpecialistUpdate = {"messages": [*rest, said], "front": front.model_copy(update=told)}
    if reply.reservation:  # the booking goes on in the guest's language
        update["trip_intent"] = Patch(by="concierge", merge={"request": {"language": language}})
    return update


def _booked(reply: Reply) -> tuple[Decision, ...]:
    """Return the booking as next in line where the guest chose what is to be booked."""
    if reply.reservation is None:
        return ()
    trip, options = reply.reservation
    event: Params = {"type": "INTENT_READY", "trip_intent": trip, "option_ids": [*options]}
    return (Decision(function="BOOKING", text=reply.decision.text, event=event),)
