"""understand: the words are read, unless a front door read them; what they say of the days is lined up."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.designer.state import DesignerState
from tripintent.nodes.model_spending import may_ask_model
from tripintent.nodes.runtime import Run
from tripintent.nodes.understand import understood
from tripintent.state.designer.operations import Design
from tripintent.state.designer.talk import DesignTurn
from tripintent.state.operations import Unread
from tripintent.state.patch import Patch
from tripintent.state.reading import Reading
from tripintent.tools.ports.ports import Ports


class UnderstandUpdate(TypedDict, total=False):
    """What understand writes."""

    reading: Reading
    trip_intent: list[Patch]
    messages: list[AnyMessage]
    design: DesignTurn


async def understand(state: DesignerState, ports: Ports, run: Run) -> UnderstandUpdate:
    """Line up what was said of the days; a wish that no operation holds is a model's, where one may be asked."""
    turn = state["design"]
    update = await understood(state, turn.text, turn.handled, ports, run, alone="DESIGNER")
    reading = update.get("reading") or state.get("reading") or Reading()
    operations = reading.part("DESIGNER").days
    asked = ports.designer.model is not None and any(isinstance(one, Design) for one in operations)
    thinks = asked and await may_ask_model(state["trip_intent"], ports, run)
    lined = {
        "operations": tuple(one for one in operations if not isinstance(one, Design)),
        "unread": reading.unread or next((one.text for one in reading.operations if isinstance(one, Unread)), ""),
        "thinks": thinks,
    }
    return {**update, "design": turn.model_copy(update=lined)}
