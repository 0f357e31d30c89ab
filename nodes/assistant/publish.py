"""publish: the end of a part of a turn. Which system answered is kept; the next function is in line."""

from typing import Any, TypedDict

from tripintent.nodes.assistant.state import AssistantState
from tripintent.state.concierge.front import SYSTEMS, FrontTurn
from tripintent.tools.ports.front_door import AssistantPorts


class PublishUpdate(TypedDict, total=False):
    """What publish writes."""

    front: FrontTurn
    event: dict[str, Any]


async def publish(state: AssistantState, ports: AssistantPorts) -> PublishUpdate:
    """Note which system answered, so that a short answer to its question finds it again; give the next one its event."""
    front = state["front"]
    if not front.todo:
        return {}
    done = front.answered(front.todo[0])
    name = front.next_function
    update: PublishUpdate = {"front": done.model_copy(update={"system": name}) if name in SYSTEMS else done}
    if done.todo and done.todo[0].event:
        update["event"] = dict(done.todo[0].event)
    return update
