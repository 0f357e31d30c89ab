"""decline: a person said no. The approval is closed, its holds are released, the trip stays."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.ledger_view import mirrored
from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.speech import say
from tripintent.nodes.booking.state import BookingState
from tripintent.state.events import UserRejects
from tripintent.state.patch import Patch
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports


class DeclineUpdate(TypedDict):
    """What decline writes."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn


async def decline(state: BookingState, ports: Ports, run: Run) -> DeclineUpdate:
    """Close the approval that the answer, or the words, were about."""
    trip, turn = state["trip_intent"], state["turn"]
    answer, approval = turn.answer, trip.working_memory.approval
    event = turn.queue[0] if turn.queue else None
    reason = answer.reason if answer else event.reason if isinstance(event, UserRejects) else ""
    approval_id = answer.approval_id if answer else approval.approval_id if approval else ""
    if await ports.desk.approval(approval_id) is None:
        told = await say(ports, trip, "refused", code="unknown_approval", message="There is no approval to reject.")
        rest = turn if answer else turn.done()
        return {
            "messages": [told],
            "trip_intent": Patch(by="decline"),
            "turn": rest.model_copy(update={"answer": None, "spoke": True}),
        }
    standing = await ports.desk.reject(approval_id, answer.by if answer else "traveller", reason)
    told = await say(ports, trip, "declined", reason=reason, what=approval.kind if approval else "purchase")
    merge = {"working_memory": {**mirrored(trip, standing), "hold_requested": False}}
    patch = Patch(source="user_message", by="decline", event=turn.event, note=f"rejected: {reason}", merge=merge)
    rest = turn if answer else turn.done()
    return {
        "messages": [told],
        "trip_intent": patch,
        "turn": rest.model_copy(update={"answer": None, "spoke": True, "news": False}),
    }
