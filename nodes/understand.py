"""understand: a message is read once, into typed operations; every system applies its own, and none reads the words again."""

from collections.abc import Mapping
from typing import Any, TypedDict

from tripintent.nodes.model_spending import spent_patch
from tripintent.nodes.runtime import Run
from tripintent.nodes.view import Screen, view_of
from tripintent.state.concierge.front import System
from tripintent.state.patch import Patch
from tripintent.state.reading import Reading
from tripintent.tools.ports.ports import Ports


class Understood(TypedDict, total=False):
    """What understand writes."""

    reading: Reading
    trip_intent: list[Patch]


async def understood(
    state: Mapping[str, Any],
    text: str,
    message_id: str,
    ports: Ports,
    run: Run,
    *,
    alone: System | None = None,
    screen: Screen | None = None,
    desk: bool = False,
) -> Understood:
    """Read the words, unless a front door did; what a model cost is counted for the trip."""
    known = state.get("reading")
    if isinstance(known, Reading) and message_id and known.handled == message_id:
        return {}
    view = await view_of(state, ports, run, alone=alone, screen=screen, desk=desk)
    reading = (await ports.reader.read(text, view)).model_copy(update={"handled": message_id})
    spent = await spent_patch(state["trip_intent"], reading.use, ports, run)
    return {"reading": reading, "trip_intent": spent} if spent else {"reading": reading}
