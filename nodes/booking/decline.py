"""decline: a person said no. The approval is closed, its holds are released, the trip stays."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.ledger_view import mirrored
from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.speech import say
from tripintent.nodes.booking.state import BookingState
from tripintent.state.events import UserRejects
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk import Refused
from tripintent.tools.ports.ports import Ports


class DeclineUpdate(TypedDict):
    """What decline writes."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn


async def decline(state: BookingState, ports: Ports, run: Run) -> DeclineUpdate:
    """Close the approval that the answer, or the words, were about; another trip's is refused and stays as it is."""
    trip, turn = state["trip_intent"], state["turn"]
    approval_id, reason = _about(trip, turn)
    outcome = await ports.desk.reject(
        trip.ledger_id, approval_id, turn.answer.by if turn.answer else "traveller", reason
    )
    rest = turn if turn.answer else turn.done()
    if isinstance(outcome, Refused):
        told = await say(ports, trip, "refused", code=outcome.code, message=outcome.message)
        after = rest.model_copy(update={"answer": None, "spoke": True})
        return {"messages": [told], "trip_intent": Patch(by="decline", note=outcome.code), "turn": after}
    approval = trip.working_memory.approval
    told = await say(ports, trip, "declined", reason=reason, what=approval.kind if approval else "purchase")
    merge = {"working_memory": {**mirrored(trip, outcome), "hold_requested": False}}
    patch = Patch(source="user_message", by="decline", event=turn.event, note=f"rejected: {reason}", merge=merge)
    after = rest.model_copy(update={"answer": None, "spoke": True, "news": False})
    return {"messages": [told], "trip_intent": patch, "turn": after}


def _about(trip: TripIntent, turn: Turn) -> tuple[str, str]:
    """Return the approval that the no is about, empty when there is none, and the reason given."""
    answer, approval = turn.answer, trip.working_memory.approval
    if answer is not None:
        return answer.approval_id, answer.reason
    event = turn.queue[0] if turn.queue else None
    return approval.approval_id if approval else "", event.reason if isinstance(event, UserRejects) else ""
