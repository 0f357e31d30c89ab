"""The ports of the front door."""

from dataclasses import dataclass, field

from tripintent.state.context import Principal
from tripintent.tools.ports.desk_service import FrontDesk
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.vault import Vault


@dataclass(frozen=True)
class AssistantPorts:
    """The ports that the graph ``assistant`` is built from: the booking's ports, the planning's, a desk's."""

    booking: Ports
    planning: PlanningPorts | None = None
    desk: FrontDesk | None = None
    vault: Vault | None = None
    who: Principal = field(default_factory=Principal)
    """Who runs, and in which conversation: known within a node only."""

    async def opened(self, text: str) -> str:
        """Return a text of the conversation with what is sealed in it: for reading only, never to be stored."""
        return await self.vault.opened(self.who.thread_id, text) if self.vault else text
