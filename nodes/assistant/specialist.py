"""A specialist answers its part of the message; what it understood is kept with the reply under its function's name."""

import copy
from itertools import takewhile
from typing import Any, TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.assistant import talk
from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.booking.apply import acted
from tripintent.nodes.limits import may_ask_model, spent_patch
from tripintent.nodes.runtime import Run, message
from tripintent.state.concierge.front import PERSON, SYSTEMS, Decision, FrontTurn, Params, Request
from tripintent.state.concierge.memory import PRIVATE
from tripintent.state.events import ToolCall
from tripintent.state.exchange import import_document
from tripintent.state.frame import SpecialRequest
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions.invalid import DETAIL_PATHS
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk_service import AssistantPorts, Reply, Situation
from tripintent.tools.toolbox.base import Scene


class SpecialistUpdate(TypedDict, total=False):
    """Channels that a specialist updates."""

    messages: list[AnyMessage]
    front: FrontTurn
    trip_intent: list[Patch]


async def specialist(state: AssistantState, ports: AssistantPorts, run: Run) -> SpecialistUpdate:
    """Answer the next decision."""
    assert ports.desk is not None, "only a desk's functions lead here"  # noqa: S101
    front = state["front"]
    at = await _situation(state, ports, run)
    reply = await ports.desk.answer(at)
    reply = reply.passed_on(at.memory.waiting) if at.beside_an_offer else reply
    answered = (reply.decision, *reply.also)
    functions = tuple(d.function for d in (*front.done, *answered))
    reply = await _sealed(reply, ports)
    await _pass_on(reply, at, f"{front.handled}.{len(front.done)}", ports)
    told = {
        "done": (*front.done, *answered[:-1]),
        "todo": (answered[-1], *_booked(reply, state["trip_intent"]), *front.todo[len(answered) :]),
        "memory": (reply.memory.heard() if at.passed else reply.memory).model_copy(update={"functions": functions}),
        "handoff": reply.handoff or front.handoff,
        "waiting": reply.handoff or front.waiting,
    }
    said = message(reply.text, "desk", function=reply.decision.function, confidence=round(front.todo[0].confidence, 2))
    update: SpecialistUpdate = {"messages": [said], "front": front.model_copy(update=told)}
    spent = await spent_patch(state["trip_intent"], reply.use, ports.booking, run)
    if patches := spent + await _patches(state, reply, ports):
        update["trip_intent"] = patches
    return update


async def _situation(state: AssistantState, ports: AssistantPorts, run: Run) -> Situation:
    """Return what the specialist of the next decision knows."""
    front, trip = state["front"], state["trip_intent"]
    history = talk.said_before(state, ports)
    return Situation(
        decision=front.todo[0],
        language=state["heard"].language or front.language or "en",
        now=talk.local_now(ports),
        memory=front.memory,
        history=history,
        opened=await ports.opened(front.todo[0].text),
        plain=not await may_ask_model(trip, ports.booking, run),
        tell=talk.teller(ports),
        facts=await talk.view_of_trip(state, ports),
        reserved=talk.reserved(trip),
        holds=talk.holds(trip),
        passed=front.handoff is not None,
        said=front.text,
        done=tuple(one.function for one in front.done),
        others=tuple(takewhile(lambda one: one.function not in (*SYSTEMS, PERSON), front.todo[1:])),
        sealed=await talk.opened_in((*(one.text for one in history), front.text), ports),
        guest=talk.guest_of(state, ports),
        people=talk.named_on(trip),
    )


async def _patches(state: AssistantState, reply: Reply, ports: AssistantPorts) -> list[Patch]:
    """Return what a reply changes of the trip: its sources for the audit, and the reservation that goes on."""
    assert ports.desk is not None, "a desk replied"  # noqa: S101 - whoever replies has one
    patches, trip = list[Patch](), state["trip_intent"]
    if reply.decision.sources:  # for the audit; a guest does not read them
        patches.append(Patch(by="concierge", note=f"answered from: {'; '.join(reply.decision.sources)}", merge={}))
    if reply.reservation:  # the booking goes on in the guest's language, and at the house's hours
        language = state["heard"].language or state["front"].language or "en"
        begun = trip.request.turn and trip.request.timezone not in ("", "UTC")
        zone = trip.request.timezone if begun else ports.desk.service.zone
        stamped = {"language": language, "timezone": zone, "turn": max(trip.request.turn, 1)}
        patches.append(Patch(by="concierge", merge={"request": stamped}))
        patches += await _taken_along(state, reply, ports)
    return patches


async def _taken_along(state: AssistantState, reply: Reply, ports: AssistantPorts) -> list[Patch]:
    """Return what goes into the reservation beside the room: wishes for it, and the people who were named in the talk."""
    assert reply.reservation is not None and ports.desk is not None, "a desk reserves"  # noqa: S101, PT018 - for the type checker, both at once
    trip, wishes = state["trip_intent"], reply.reservation.requests
    patches = list[Patch]()
    if wishes or trip.requests:  # what was wished for a stay before goes with that one
        asked = tuple(SpecialRequest(kind=one.kind, said=one.said, to="hotel") for one in wishes)
        frame = trip.frame.model_copy(update={"requests": asked})
        patches.append(Patch(by="concierge", merge={"requests": asked, "frame": frame}))
    document = import_document(reply.reservation.trip_intent).merge
    going = apply_patch(trip, Patch(by="concierge", merge=document | {"status": {"asked": DETAIL_PATHS}}))
    named_anew = reply.reservation.people and not trip.working_memory.bookings
    if named_anew or len(going.party.guests) > sum(going.party.heads()):  # of a room that was let go
        alone = Patch(by="concierge", merge={"party": going.party.model_copy(update={"guests": ()})})
        going, patches = apply_patch(going, alone), [*patches, alone]
    told = [one.text for one in state["messages"] if one.type == "human" and ports.desk.names_somebody(one.text)]
    for said in [", ".join(reply.reservation.people)] if ports.model is not None else told:
        people = ports.guide.people(said, talk.local_now(ports).date()) if ports.guide else ()
        if people:
            call = ToolCall(name="set_travellers", arguments={"people": [*people]})
            done = await acted(call, Scene(trip=going, ports=ports.booking))
            going = apply_patch(going, list(done.patches))
            patches += done.patches
    return patches


async def _sealed(reply: Reply, ports: AssistantPorts) -> Reply:
    """Return a reply with the private words of its request and its memory sealed, each of them once."""
    memory, vault = reply.memory, ports.vault
    said_so_far = memory.guest.get("said", "")
    words = dict.fromkeys(PRIVATE.findall(f"{reply.request} {memory.passed} {said_so_far}"))
    kept = {one: await vault.keep(ports.who.thread_id, one) if vault else one for one in words}

    def stored(text: str) -> str:
        return ports.sealed_again(PRIVATE.sub(lambda match: kept[match[1]], text))

    guest = memory.guest | ({"said": stored(said_so_far)} if said_so_far else {})
    own = memory.model_copy(update={"passed": stored(memory.passed), "guest": guest})
    told = reply.handoff and reply.handoff.model_copy(update={"summary": stored(reply.handoff.summary)})
    text = ports.discreet(reply.text)
    return reply._replace(
        text=text, request=stored(reply.request), memory=own, handoff=told, instead=stored(reply.instead)
    )


async def _pass_on(reply: Reply, at: Situation, part: str, ports: AssistantPorts) -> None:
    """Put what people have to do into their queue, before the guest reads that it was passed on."""
    queue = ports.booking.staff_queue
    if reply.handoff:
        await queue.open(ports.who, part, reply.handoff)
    if reply.request:
        moment = at.now.isoformat(timespec="minutes")
        waits = await queue.of_thread(ports.who.thread_id) if reply.instead else ()
        await queue.open(ports.who, part, Request(function=reply.decision.function, text=reply.request, at=moment))
        earlier = [one for one in waits if isinstance(one.waits_for, Request) and one.waits_for.text in reply.instead]
        await queue.close(earlier)


def _booked(reply: Reply, trip: TripIntent) -> tuple[Decision, ...]:
    """Return the booking as next in line where the guest chose what is to be booked; stays that are booked stay beside the new one."""
    if reply.reservation is None:
        return ()
    going = reply.reservation
    wanted: Any = copy.deepcopy(going.trip_intent)
    taken = {(one.part.day, one.part.until) for one in trip.working_memory.bookings if one.is_taken and one.part}
    booked = [one for one in trip.itinerary.lodging.stays if (one.check_in, one.check_out) in taken]
    wanted["itinerary"]["lodging"]["stays"][:0] = [one.model_dump(mode="json", exclude_none=True) for one in booked]
    event: Params = {"type": "INTENT_READY", "trip_intent": wanted, "option_ids": [*going.option_ids]}
    return (Decision(function="BOOKING", text=reply.decision.text, event=event),)
