"""want and list_options: the traveller asked to hold, to buy, or to see options. The edges decide when it can be done."""

from typing import TypedDict

from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.in_order import next_event
from tripintent.nodes.runtime import Run
from tripintent.state.events import UserRequestHold, UserWantsOptions, UserWantsPurchase
from tripintent.state.patch import Patch
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports


class WantUpdate(TypedDict):
    """Channels that ``want`` updates."""

    trip_intent: Patch
    turn: Turn


async def want(state: BookingState, ports: Ports, run: Run) -> WantUpdate:
    """Note the wish to hold, and whether it was one to buy."""
    turn = state["turn"]
    event: UserRequestHold | UserWantsPurchase = next_event(turn, UserRequestHold, UserWantsPurchase)
    wish = {"hold_requested": True, "purchase_requested": isinstance(event, UserWantsPurchase)}
    patch = Patch(source="user_message", by="want", event=event.type, merge={"working_memory": wish})
    return {"trip_intent": patch, "turn": turn.done()}


class ListOptionsUpdate(TypedDict):
    """Channels that ``list_options`` updates."""

    trip_intent: Patch
    turn: Turn


async def list_options(state: BookingState, ports: Ports, run: Run) -> ListOptionsUpdate:
    """Note what is to be shown; a choice, a hold or an approval that is there stays as it is.

    What was cancelled and given up is searched for again: options were asked for.
    """
    turn = state["turn"]
    event = next_event(turn, UserWantsOptions)
    patch = Patch(
        source="user_message", by="list_options", event=event.type, merge={"working_memory": {"given_up": ()}}
    )
    return {"trip_intent": patch, "turn": turn.done().model_copy(update={"listing": event.order, "news": True})}
