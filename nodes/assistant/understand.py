"""Heard at once: what the message says, whether a person has to answer it, and in which language it is."""

import asyncio
from typing import TypedDict

from tripintent.nodes.assistant import talk
from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.limits import may_ask_model
from tripintent.nodes.runtime import Run
from tripintent.state.concierge.front import SYSTEMS, Decision, Heard, Intent, read_command
from tripintent.state.concierge.service import GOES_ON
from tripintent.tools.ports.desk_service import AssistantPorts, Message


class Detected(TypedDict, total=False):
    """Channels that a detection updates: its own key of what was heard."""

    heard: Heard


async def intent(state: AssistantState, ports: AssistantPorts, run: Run) -> Detected:
    """Hear whether a person has to answer, a command at the start of the words, and what is still to be asked.

    Illness and danger, anger and groups go before any function and any command.
    """
    if ports.desk is None:
        return {"heard": Heard(intent=Intent())}
    front = state["front"]
    spoken = await talk.spoken_language(front, ports)
    words = Message(await ports.opened(front.text), spoken, talk.local_now(ports), front.memory)
    reason = await asyncio.to_thread(ports.desk.person, words)
    found = read_command([front.text], [f.base_command for f in ports.desk.service.enabled])
    if reason or found.command:
        shown = found.shown if found.command else ""
        return {"heard": Heard(intent=Intent(person=reason, command=found.command, shown=shown))}
    return {"heard": Heard(intent=await ports.desk.intent(await _message(state, spoken, ports, run)))}


async def understand(state: AssistantState, ports: AssistantPorts, run: Run) -> Detected:
    """Find who answers: what goes on with a trip is the booking's, everything else the organisation's functions."""
    front, desk = state["front"], ports.desk
    if desk is None:
        return {"heard": Heard(functions=(Decision(function="BOOKING", text=front.text),))}
    heard_so = await _message(state, await talk.spoken_language(front, ports), ports, run)
    named = talk.guests_named(state["trip_intent"], front.text, ports)
    chosen = await desk.choose(heard_so._replace(text=named) if named else heard_so)
    own = [one for one in chosen.decisions if one.function not in SYSTEMS]
    going = heard_so.booking or talk.reserved(state["trip_intent"])
    booked = [one for one in chosen.decisions if one.function in SYSTEMS][: int(going)]  # before all others
    nothing = Decision(function=GOES_ON, text=front.text)
    return {"heard": Heard(functions=(*booked, *own) or (nothing,), use=chosen.use)}


async def _message(state: AssistantState, spoken: str, ports: AssistantPorts, run: Run) -> Message:
    """Return the message as the desk may know it; above a limit that is set no model reads it."""
    front = state["front"]
    booking = await talk.goes_on_booking(state, front.text, ports)
    plain = not await may_ask_model(state["trip_intent"], ports.booking, run)
    now, history, guest = talk.local_now(ports), talk.said_before(state, ports), talk.guest_of(state, ports)
    facts = await talk.view_of_trip(state, ports)
    sealed = await talk.opened_in((*(one.text for one in history), front.text), ports)
    known = (guest, plain, talk.teller(ports), facts, sealed, talk.named_on(state["trip_intent"]), booking)
    return Message(front.text, spoken, now, front.memory, history, *known)


async def language(state: AssistantState, ports: AssistantPorts, run: Run) -> Detected:
    """Hear the language of this message."""
    return {"heard": Heard(language=await talk.spoken_language(state["front"], ports))}
