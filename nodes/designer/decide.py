"""decide: the words become an ordered list of operations."""

from tripintent.nodes.designer.state import DesignerState, StepUpdate, itinerary_of
from tripintent.nodes.in_order import turn_today
from tripintent.nodes.runtime import Run
from tripintent.state.designer.operations import PlanDays, Step
from tripintent.tools.ports.itinerary_reader import DesignHearing
from tripintent.tools.ports.ports import Ports


async def decide(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Read the message. A yes to a change that waits puts that change in line."""
    talk, turn, trip = state["talk"], state["design"], state["trip_intent"]
    said = [m for m in state["messages"] if m.type == "ai"]
    hearing = DesignHearing(
        text=turn.text,
        document=itinerary_of(state),
        today=turn_today(trip),
        language=trip.request.language,
        last_assistant=str(said[-1].content) if said else None,
        spoken_of=talk.spoken_of,
        spoken_day=talk.spoken_day,
        ideas=len(talk.ideas),
        idea=talk.idea,
        pending=bool(talk.pending),
        asked=talk.asked,
    )
    reading = ports.designer.reader.read(hearing)
    operations = reading.operations
    if talk.wants_days and operations == (Step(what="yes", said=turn.text),) and not talk.pending:
        operations = (*operations, PlanDays(now=True, said=turn.text))
    return {"design": turn.model_copy(update={"operations": operations, "unread": reading.unread})}
