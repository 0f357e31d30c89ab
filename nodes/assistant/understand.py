"""Heard at once: what the message says, whether a person has to answer it, and in which language it is."""

import asyncio
from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.assistant.talk import local_now, spoken_language
from tripintent.nodes.booking.facts.screen import screen_lines
from tripintent.nodes.runtime import Run
from tripintent.nodes.understand import understood
from tripintent.state.concierge.commands import read_command
from tripintent.state.concierge.front import Decision, Heard, Intent
from tripintent.state.patch import Patch
from tripintent.state.reading import Reading
from tripintent.tools.ports.front_door import AssistantPorts


class Detected(TypedDict, total=False):
    """What a detection writes: its own key of what was heard, and what the message says."""

    heard: Heard
    reading: Reading
    trip_intent: list[Patch]
    messages: list[AnyMessage]


async def intent(state: AssistantState, ports: AssistantPorts, run: Run) -> Detected:
    """Hear whether a person has to answer, and a command at the start of the words.

    Illness and danger, anger and groups go before any function and any command.
    """
    if ports.desk is None:
        return {"heard": Heard(intent=Intent())}
    front = state["front"]
    spoken = await spoken_language(front, ports)
    words = await ports.opened(front.text)
    reason = await asyncio.to_thread(ports.desk.person, words, front.memory, spoken, local_now(ports))
    found = read_command([front.text], [f.base_command for f in ports.desk.service.enabled])
    shown = found.shown if found.command else ""
    return {"heard": Heard(intent=Intent(person=reason, command=found.command, shown=shown))}


async def understand(state: AssistantState, ports: AssistantPorts, run: Run) -> Detected:
    """Read the message, once for all systems. At a desk what does not go on with a booking is for the organisation's functions."""
    front = state["front"]
    update = await understood(
        state, front.text, front.handled, ports.booking, run, screen=screen_lines, desk=ports.desk is not None
    )
    reading = update.get("reading") or state["reading"]
    found = [Decision(function=part.system, text=part.text) for part in reading.parts]
    if ports.desk is not None and not found:
        spoken = await spoken_language(front, ports)
        heard = await asyncio.to_thread(ports.desk.functions, front.text, front.memory, spoken, local_now(ports))
        found = list(heard)
    return {**update, "heard": Heard(functions=tuple(found))}


async def language(state: AssistantState, ports: AssistantPorts, run: Run) -> Detected:
    """Hear the language of this message."""
    return {"heard": Heard(language=await spoken_language(state["front"], ports))}
