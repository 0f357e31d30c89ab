"""The binding of the front door's nodes to their ports and run."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime
from pydantic import BaseModel

from tripintent.nodes.acting import acting_ports
from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.runtime import BoundNode, Run, journal_entry, run_of, told_once
from tripintent.state.concierge.memory import TOLD
from tripintent.state.context import TripContext
from tripintent.tools.ports.desk_service import AssistantPorts

Node = Callable[[AssistantState, AssistantPorts, Run], Awaitable[Mapping[str, object]]]


KEPT = ("front", "heard")
"""Channels in which a guest's words are kept: names and numbers go into them sealed."""


async def _told(state: Mapping[str, Any], ports: AssistantPorts, thread_id: str) -> Mapping[str, str]:
    """Return the words behind each reference to what a guest told beside a check-in: the messages have all of them."""
    if ports.vault is None:
        return {}
    found = (one for said in state.get("messages", ()) for one in TOLD.findall(said.text))
    return await ports.vault.words(thread_id, " ".join(found))


def _read(state: Any, told: Mapping[str, str]) -> Any:
    """Return a state with what was told in the place of references: what a node reads is what the guest wrote."""
    if not told:
        return state

    def opened(text: str) -> str:
        return TOLD.sub(lambda one: told.get(one[0], one[0]), text)

    read = [
        one.model_copy(update={"content": opened(one.text)}) if TOLD.search(one.text) else one
        for one in state["messages"]
    ]
    return {**state, "messages": read, **{name: _each(state[name], opened) for name in KEPT if state.get(name)}}


def _each(value: Any, change: Callable[[str], str]) -> Any:
    """Return a value with each of its texts changed, however deep it is."""
    if isinstance(value, BaseModel):
        return type(value).model_validate(_each(value.model_dump(), change))
    if isinstance(value, Mapping):
        return {name: _each(one, change) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_each(one, change) for one in value]
    return change(value) if isinstance(value, str) else value


def bind(name: str, node: Node, ports: AssistantPorts) -> BoundNode:
    """Give a node its ports, the booking's as who runs may use them: no node of this graph gets the desk itself either."""

    async def run(state: Any, *, runtime: Runtime[TripContext]) -> dict[str, object]:
        made = run_of(runtime)
        told = await _told(state, ports, made.thread_id)
        own = replace(ports, booking=acting_ports(ports.booking, made.principal), who=made.principal, told=told)
        update = told_once(dict(await node(_read(state, told), own, made)), state)
        update |= {name: _each(update[name], own.sealed_again) for name in KEPT if told and update.get(name)}
        return {**update, "journal": [journal_entry(name, state, update)]} if update.get("trip_intent") else update

    run.__name__ = name
    return run
