"""The ports of the front door."""

from dataclasses import dataclass

from tripintent.tools.ports.desk_service import FrontDesk
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports


@dataclass(frozen=True)
class AssistantPorts:
    """What the graph ``assistant`` is built from: the booking's ports, the planning's, a desk's."""

    booking: Ports
    planning: PlanningPorts | None = None
    desk: FrontDesk | None = None
