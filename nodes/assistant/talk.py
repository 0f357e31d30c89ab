"""What the front door's nodes read of a conversation."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from tripintent.nodes.assistant.state import AssistantState
from tripintent.state.concierge.front import FrontTurn
from tripintent.state.concierge.sealed import without_references
from tripintent.tools.ports.front_door import AssistantPorts
from tripintent.tools.ports.functions import Spoken

HISTORY = 12
"""Earlier messages that a detection sees (systems.md A1)."""


def local_now(ports: AssistantPorts) -> datetime:
    """Return the present moment in the organisation's zone."""
    zone = ports.desk.service.zone if ports.desk else "UTC"
    return ports.booking.clock.now().astimezone(ZoneInfo(zone))


async def spoken_language(front: FrontTurn, ports: AssistantPorts) -> str:
    """Return the language of this message; a short one is in that of the message before."""
    return await ports.booking.language.detect(await ports.opened(front.text), front.language or None)


def said_before(state: AssistantState) -> Sequence[Spoken]:
    """Return the last messages before this turn's, oldest first."""
    earlier = state["messages"][: state["front"].began]
    spoken = [m for m in earlier if m.type in ("human", "ai") and m.id != state["front"].handled]
    return [Spoken(m.type == "human", without_references(m.text)) for m in spoken[-HISTORY:]]
