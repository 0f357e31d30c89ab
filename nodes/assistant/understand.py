"""Heard at once: what the message says, whether a person has to answer it, and in which language it is."""

import asyncio
from collections.abc import Sequence
from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.assistant.talk import (
    goes_on_booking,
    guest_of,
    local_now,
    said_before,
    spoken_language,
    teller,
    view_of_trip,
)
from tripintent.nodes.model_spending import may_ask_model
from tripintent.nodes.runtime import Run
from tripintent.nodes.understand import understood
from tripintent.state.concierge.front import FOR_STAFF, SYSTEMS, Decision, Heard, Intent, read_command
from tripintent.state.patch import Patch
from tripintent.state.reading import Reading
from tripintent.tools.ports.desk_service import AssistantPorts, Message


class Detected(TypedDict, total=False):
    """Channels that a detection updates: its own key of what was heard, and what the message says."""

    heard: Heard
    reading: Reading
    trip_intent: list[Patch]
    messages: list[AnyMessage]


async def intent(state: AssistantState, ports: AssistantPorts, run: Run) -> Detected:
    """Hear whether a person has to answer, a command at the start of the words, and what is still to be asked.

    Illness and danger, anger and groups go before any function and any command.
    """
    if ports.desk is None:
        return {"heard": Heard(intent=Intent())}
    front = state["front"]
    spoken = await spoken_language(front, ports)
    words = await ports.opened(front.text)
    reason = await asyncio.to_thread(ports.desk.person, words, front.memory, spoken, local_now(ports))
    found = read_command([front.text], [f.base_command for f in ports.desk.service.enabled])
    if reason or found.command:
        shown = found.shown if found.command else ""
        return {"heard": Heard(intent=Intent(person=reason, command=found.command, shown=shown))}
    return {"heard": Heard(intent=await ports.desk.intent(await _message(state, spoken, ports, run)))}


async def understand(state: AssistantState, ports: AssistantPorts, run: Run) -> Detected:
    """Read the message, once for all systems. At a desk what does not go on with a booking is for the organisation's functions."""
    front = state["front"]
    update = await understood(state, front.text, front.handled, ports.booking, run, desk=ports.desk is not None)
    reading = update.get("reading") or state["reading"]
    found = [Decision(function=part.system, text=part.text) for part in reading.parts]
    heard = Heard(functions=tuple(found))
    if ports.desk is None:
        return {**update, "heard": heard}
    spoken = await spoken_language(front, ports)
    heard_so = await _message(state, spoken, ports, run)
    if found and heard_so.plain:
        rest = ports.desk.beside_names(front.text)
        if not rest:
            return {**update, "heard": heard}
        by_rules = not await may_ask_model(state["trip_intent"], ports.booking, run)
        chosen = await ports.desk.choose(heard_so._replace(text=rest, plain=by_rules, booking=False))
        return {**update, "heard": Heard(functions=_beside(chosen.decisions, found), use=chosen.use)}
    chosen = await ports.desk.choose(heard_so._replace(booking=bool(found)))
    heard = Heard(functions=_in_line(chosen.decisions, found), use=chosen.use)
    if found and not any(one.function in SYSTEMS for one in heard.functions or ()):
        update.pop("messages", None)  # what the rules said of words that are not the booking's
    return {**update, "heard": heard}


def _beside(chosen: Sequence[Decision], found: Sequence[Decision]) -> tuple[Decision, ...]:
    """Return the booking with what is asked and wished beside the people named for it; a condition on the room stops it."""
    desk = [one for one in chosen if one.asks or one.function in (FOR_STAFF, *_ANSWERING)]
    stopped = any(wish.only_if for one in desk for wish in one.wishes)
    return (*(() if stopped else found), *desk)


_ANSWERING = ("FAQ_AGENT", "GUEST_JOURNEY_AGENT", "DO_AROUND_AGENT")
"""Functions that answer or pass on, and look for no room."""


def _in_line(chosen: Sequence[Decision], found: Sequence[Decision]) -> tuple[Decision, ...]:
    """Return the functions in line: the booking's part of the words is what the rules read of them, and goes first."""
    desk = [one for one in chosen if one.function not in SYSTEMS]
    return (*(found if len(desk) < len(chosen) else ()), *desk)


async def _message(state: AssistantState, spoken: str, ports: AssistantPorts, run: Run) -> Message:
    """Return the message as the desk may know it; no model reads who is named for a booking, nor above a limit that is set."""
    front = state["front"]
    booking = await goes_on_booking(state, front.text, ports)
    plain = booking and (ports.desk is None or ports.desk.names_somebody(front.text))
    plain = plain or not await may_ask_model(state["trip_intent"], ports.booking, run)
    now, history, guest = local_now(ports), said_before(state), guest_of(state, ports)
    facts = await view_of_trip(state, ports)
    return Message(front.text, spoken, now, front.memory, history, guest, plain, teller(), facts, booking)


async def language(state: AssistantState, ports: AssistantPorts, run: Run) -> Detected:
    """Hear the language of this message."""
    return {"heard": Heard(language=await spoken_language(state["front"], ports))}
