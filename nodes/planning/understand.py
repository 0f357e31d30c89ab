"""understand: the words are read, unless a front door read them; what they say of the journey is lined up."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.in_order import next_event
from tripintent.nodes.planning.state import PlanningState
from tripintent.nodes.runtime import Run
from tripintent.nodes.understand import understood
from tripintent.state.events import UserMessage
from tripintent.state.patch import Patch
from tripintent.state.reading import Reading, Said, lined_up
from tripintent.state.turn import Turn
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports


class UnderstandUpdate(TypedDict, total=False):
    """What understand writes."""

    reading: Reading
    trip_intent: list[Patch]
    messages: list[AnyMessage]
    turn: Turn


async def understand(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> UnderstandUpdate:
    """Line up who travels and what is said of the journey; nothing is chosen, held or bought here."""
    turn = state["turn"]
    update = await understood(state, next_event(turn, UserMessage).text, turn.handled, ports, run, alone="PLANNING")
    part = (update.get("reading") or state.get("reading") or Reading()).part("PLANNING")
    queue = tuple(one for one in lined_up(part) if isinstance(one, Said))
    return {**update, "turn": turn.model_copy(update={"queue": queue})}
