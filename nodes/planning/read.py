"""read: the booking's reading of a message, without its remark on words that are the planning's own."""

from typing import cast

from tripintent.nodes.booking.extract import ExtractUpdate, extract
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.planning.state import PlanningState
from tripintent.nodes.runtime import Run
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports


async def read(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> ExtractUpdate:
    """Read the words into the trip. "Make the list" changes no trip, so it is not noted as a wish that nothing acts on."""
    update = await extract(cast("BookingState", state), ports, run)
    patches = update.get("trip_intent", [])
    hashed = patches[0].merge.get("frame_plan_hash") if patches else None
    if state["planning"].command.about_documents and hashed in (None, state["trip_intent"].frame_plan_hash):
        kept = [one for one in update.get("messages", []) if one.additional_kwargs.get("kind") != "heard"]
        return {**update, "messages": kept}
    return update
