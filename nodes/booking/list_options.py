"""list_options: the traveller wants to see options: the next ones, cheaper ones, or the best again."""

from typing import TypedDict

from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.state import BookingState
from tripintent.state.events import UserWantsOptions
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports


class ListOptionsUpdate(TypedDict):
    """What list_options writes."""

    turn: Turn


async def list_options(state: BookingState, ports: Ports, run: Run) -> ListOptionsUpdate:
    """Note what is to be shown; a choice, a hold or an approval that is there stays as it is."""
    turn = state["turn"]
    event = turn.queue[0]
    order = event.order if isinstance(event, UserWantsOptions) else "best"
    return {"turn": turn.done().model_copy(update={"listing": order, "news": True})}
