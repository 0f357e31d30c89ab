"""The binding of the planning's nodes to both sets of ports, as the booking's nodes are bound."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from tripintent.nodes.planning.state import PlanningState
from tripintent.nodes.runtime import Bound, Run, bind
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports

PlanningNode = Callable[[PlanningState, Ports, PlanningPorts, Run], Awaitable[Mapping[str, Any]]]


def bound(name: str, node: PlanningNode, ports: Ports, own: PlanningPorts) -> Bound:
    """Give a node its ports."""

    async def run(state: PlanningState, ports_: Ports, run_: Run) -> Mapping[str, object]:
        return await node(state, ports_, own, run_)

    return bind(name, run, ports)
