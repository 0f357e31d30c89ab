"""The ports of the front door."""

from dataclasses import dataclass

from tripintent.tools.ports.desk_service import FrontDesk
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.vault import Vault


@dataclass(frozen=True)
class AssistantPorts:
    """What the graph ``assistant`` is built from: the booking's ports, the planning's, a desk's."""

    booking: Ports
    planning: PlanningPorts | None = None
    desk: FrontDesk | None = None
    vault: Vault | None = None
    thread_id: str = ""
    """The conversation that a node works in; empty where the graph is built."""

    async def opened(self, text: str) -> str:
        """Return a text of the conversation with what is sealed in it: for reading only, never to be stored."""
        return await self.vault.opened(self.thread_id, text) if self.vault else text
