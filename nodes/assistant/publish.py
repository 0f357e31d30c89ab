"""publish: the end of a part of a turn. Which system answered is kept; the next function is in line."""

from typing import Any, TypedDict

from tripintent.nodes.assistant.route import part_of
from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.runtime import Run
from tripintent.state.concierge.front import SYSTEMS, FrontTurn
from tripintent.state.turn import Turn
from tripintent.tools.ports.front_door import AssistantPorts


class PublishUpdate(TypedDict, total=False):
    """What publish writes."""

    front: FrontTurn
    event: dict[str, Any]
    turn: Turn


async def publish(state: AssistantState, ports: AssistantPorts, run: Run) -> PublishUpdate:
    """Note which system answered, so that a short answer to its question finds it again; give the next one its event or its words."""
    front = state["front"]
    if not front.todo:
        return {}
    done = front.answered(front.todo[0])
    name = front.next_function
    booked = any(one.function == "BOOKING" for one in front.done)  # what it asked last is what a short answer answers
    update: PublishUpdate = {
        "front": done.model_copy(update={"system": name}) if name in SYSTEMS and not booked else done
    }
    update["turn"] = state["turn"].model_copy(update={"part": part_of(done.todo), "handled": done.handled})
    if done.todo and done.todo[0].event:
        update["event"] = dict(done.todo[0].event)
    return update
