"""want: the traveller asked to hold or to buy. Remembered as a wish; the edges decide when it can be done."""

from typing import TypedDict

from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.runtime import Run
from tripintent.state.patch import Patch
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports


class WantUpdate(TypedDict):
    """What want writes."""

    trip_intent: Patch
    turn: Turn


async def want(state: BookingState, ports: Ports, run: Run) -> WantUpdate:
    """Note the wish to hold, and whether it was one to buy."""
    turn = state["turn"]
    event = turn.queue[0].type
    wish = {"hold_requested": True, "purchase_requested": event == "USER_WANTS_PURCHASE"}
    patch = Patch(source="user_message", by="want", event=event, merge={"working_memory": wish})
    return {"trip_intent": patch, "turn": turn.done()}
