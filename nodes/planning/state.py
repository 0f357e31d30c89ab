"""The channels of the planning graph, and the binding of its nodes to both sets of ports.

Messages, trip and documents are shared with the graphs that mount it.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any

from langgraph.channels import EphemeralValue
from langgraph.managed import RemainingSteps
from typing_extensions import TypedDict

from tripintent.nodes.public_input import Messages, keep_journal, latest
from tripintent.nodes.runtime import BoundNode, Run, bind
from tripintent.state.document import TripDocuments, keep_documents
from tripintent.state.patch import apply_patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports


class PlanningState(TypedDict):
    """All channels."""

    messages: Messages
    event: Annotated[dict[str, Any] | None, EphemeralValue]
    trip_intent: Annotated[TripIntent, apply_patch]
    turn: Annotated[Turn, latest]
    journal: Annotated[list[dict[str, object]], keep_journal]
    remaining_steps: RemainingSteps
    documents: Annotated[TripDocuments, keep_documents]


PlanningNode = Callable[[PlanningState, Ports, PlanningPorts, Run], Awaitable[Mapping[str, object]]]


def bound(name: str, node: PlanningNode, ports: Ports, own: PlanningPorts) -> BoundNode:
    """Give a node its ports."""

    async def run(state: PlanningState, ports_: Ports, run_: Run) -> Mapping[str, object]:
        return await node(state, ports_, own, run_)

    return bind(name, run, ports)
