"""understand: the words are read, unless a front door read them; what they say of the days is lined up."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.designer.state import DesignerState
from tripintent.nodes.model_spending import may_ask_model
from tripintent.nodes.runtime import Run
from tripintent.nodes.understand import understood
from tripintent.state.designer.operations import Import, Step, TakePlace, WhereTo
from tripintent.state.designer.talk import DesignTurn
from tripintent.state.patch import Patch
from tripintent.state.reading import Reading
from tripintent.tools.ports.ports import Ports

BY_RULES = (Step, Import, WhereTo, TakePlace)
"""What needs no model: undo and yes, what was pasted (data, never read as words), and where to go, which has prices."""


class UnderstandUpdate(TypedDict, total=False):
    """What understand writes."""

    reading: Reading
    trip_intent: list[Patch]
    messages: list[AnyMessage]
    design: DesignTurn


async def understand(state: DesignerState, ports: Ports, run: Run) -> UnderstandUpdate:
    """Line up what was said of the days; whatever rules alone do not settle is a model's, where one may be asked."""
    turn = state["design"]
    update = await understood(state, turn.text, turn.handled, ports, run, alone="DESIGNER")
    reading = update.get("reading") or state.get("reading") or Reading()
    operations = reading.part("DESIGNER").days
    settled = bool(operations) and all(isinstance(one, BY_RULES) for one in operations)
    asked = not settled and ports.designer.model is not None
    thinks = asked and await may_ask_model(state["trip_intent"], ports, run)
    lined = {"operations": () if thinks else operations, "unread": reading.unread, "thinks": thinks}
    return {**update, "design": turn.model_copy(update=lined)}
