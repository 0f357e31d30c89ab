"""The ports of the front door."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tripintent.state.concierge.front import System
from tripintent.state.principal import Principal
from tripintent.tools.ports.desk_service import FrontDesk
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports

SystemOf = Callable[[str, System], System]
"""Which system answers a message, given the one that answered the last: words only, no model."""


@dataclass(frozen=True)
class AssistantPorts:
    """What the graph ``assistant`` is built from: the booking's ports, the choice among systems, the planning's, a desk's."""

    booking: Ports
    system_of: SystemOf
    planning: PlanningPorts | None = None
    desk: FrontDesk | None = None
    who: Principal = field(default_factory=Principal)
    """Who runs: known within a node only."""
