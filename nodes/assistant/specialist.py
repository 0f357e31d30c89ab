"""A specialist answers its part of the message; what it understood is kept with the reply under its function's name."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.assistant.talk import local_now, said_before
from tripintent.nodes.runtime import Run, message
from tripintent.state.concierge.front import Decision, FrontTurn, Params, Request
from tripintent.state.patch import Patch
from tripintent.tools.ports.desk_service import Reply, Situation
from tripintent.tools.ports.front_door import AssistantPorts


class SpecialistUpdate(TypedDict, total=False):
    """What a specialist writes."""

    messages: list[AnyMessage]
    front: FrontTurn
    trip_intent: Patch


async def specialist(state: AssistantState, ports: AssistantPorts, run: Run) -> SpecialistUpdate:
    """Answer the next decision."""
    assert ports.desk is not None, "only a desk's functions lead here"  # noqa: S101
    front, heard = state["front"], state["heard"]
    language = heard.language or front.language or "en"
    opened = await ports.opened(front.todo[0].text)
    at = Situation(front.todo[0], language, local_now(ports), front.memory, said_before(state), opened)
    reply = await ports.desk.answer(at)
    functions = tuple(d.function for d in (*front.done, reply.decision))
    await _pass_on(reply, at, f"{front.handled}.{len(front.done)}", ports)
    told = {
        "todo": (reply.decision, *_booked(reply), *front.todo[1:]),
        "memory": reply.memory.model_copy(update={"functions": functions}),
        "handoff": reply.handoff or front.handoff,
        "waiting": reply.handoff or front.waiting,
    }
    said = message(reply.text, "desk", function=reply.decision.function)
    update: SpecialistUpdate = {"messages": [said], "front": front.model_copy(update=told)}
    if reply.reservation:  # the booking goes on in the guest's language
        update["trip_intent"] = Patch(by="concierge", merge={"request": {"language": language}})
    return update


async def _pass_on(reply: Reply, at: Situation, part: str, ports: AssistantPorts) -> None:
    """Put what people have to do into their queue, before the guest reads that it was passed on."""
    queue = ports.booking.staff_queue
    if reply.handoff:
        await queue.open(ports.who, part, reply.handoff)
    if reply.request:
        moment = at.now.isoformat(timespec="minutes")
        await queue.open(ports.who, part, Request(function=reply.decision.function, text=reply.request, at=moment))


def _booked(reply: Reply) -> tuple[Decision, ...]:
    """Return the booking as next in line where the guest chose what is to be booked."""
    if reply.reservation is None:
        return ()
    trip, options = reply.reservation
    event: Params = {"type": "INTENT_READY", "trip_intent": trip, "option_ids": [*options]}
    return (Decision(function="BOOKING", text=reply.decision.text, event=event),)
