"""accept_change: accept what an airline changed by itself, once the traveller says so."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.in_order import next_event
from tripintent.nodes.runtime import Run, reply
from tripintent.state.booking import OpenChange
from tripintent.state.events import UserAcceptsChange
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk import Refused
from tripintent.tools.ports.ports import Ports


class AcceptChangeUpdate(TypedDict):
    """What accept_change writes."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn


async def accept_change(state: BookingState, ports: Ports, run: Run) -> AcceptChangeUpdate:
    """Accept through the desk. What was refused or is in doubt stays open, so that it can be said again."""
    del run
    trip, turn = state["trip_intent"], state["turn"]
    change = _meant(trip, next_event(turn, UserAcceptsChange).change_id)
    left = trip.working_memory.open_changes
    if change is None:
        told = await reply(
            ports, trip, "refused", code="unknown_change", message="no change by an airline waits for an answer"
        )
    else:
        outcome = await ports.desk.accept_change(trip.ledger_id, change.booking_id, change.change_id)
        if isinstance(outcome, Refused):
            told = await reply(ports, trip, "refused", code=outcome.code, message=outcome.message)
        else:
            left = tuple(one for one in left if one != change)
            told = await reply(ports, trip, "change_accepted", title=outcome.title)
    patch = Patch(by="accept_change", event="USER_ACCEPTS_CHANGE", merge={"working_memory": {"open_changes": left}})
    return {"messages": [told], "trip_intent": patch, "turn": turn.done().model_copy(update={"spoke": True})}


def _meant(trip: TripIntent, change_id: str) -> OpenChange | None:
    """Return the change of an id; without one, the one that was told last."""
    known = trip.working_memory.open_changes
    return next((one for one in reversed(known) if change_id in ("", one.change_id)), None)
