"""The binding of the front door's nodes to their ports and run."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from langgraph.runtime import Runtime

from tripintent.nodes.acting import acting_ports
from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.runtime import Run, journal_entry, run_of, told_once
from tripintent.state.context import TripContext
from tripintent.tools.ports.desk_service import AssistantPorts

Node = Callable[[AssistantState, AssistantPorts, Run], Awaitable[Mapping[str, Any]]]


class Bound(Protocol):
    """A node as LangGraph calls it."""

    def __call__(self, state: Any, *, runtime: Runtime[TripContext]) -> Awaitable[dict[str, Any]]:
        """Run the node."""
        ...


def bind(name: str, node: Node, ports: AssistantPorts) -> Bound:
    """Give a node its ports, the booking's as who runs may use them: no node of this graph gets the desk itself either."""

    async def run(state: Any, *, runtime: Runtime[TripContext]) -> dict[str, Any]:
        made = run_of(runtime)
        own = replace(ports, booking=acting_ports(ports.booking, made.principal), who=made.principal)
        update = told_once(dict(await node(state, own, made)), state)
        return {**update, "journal": [journal_entry(name, state, update)]} if update.get("trip_intent") else update

    run.__name__ = name
    return run
