"""approve: the interrupt, and nothing else. What comes back is brought into one form and sealed; it buys nothing here."""

from typing import Any, TypedDict

from langchain_core.messages import AnyMessage
from langgraph.types import interrupt

from tripintent.nodes.booking.facts.card import card
from tripintent.nodes.booking.parts.answers import Reply, read_reply
from tripintent.nodes.booking.parts.payment import methods_of
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.runtime import Run, reply
from tripintent.state.booking import Approval
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.masking import masked_within
from tripintent.tools.ports.ports import Ports

UNCLEAR_ANSWER = "UNCLEAR_ANSWER"


class ApproveUpdate(TypedDict, total=False):
    """What approve writes."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn
    event: dict[str, Any] | None


async def approve(state: BookingState, ports: Ports, run: Run) -> ApproveUpdate:
    """Wait for a person. Words instead of an answer go to intake as a message of the traveller.

    The card is drawn from the desk's own row of this trip, owner and thread, or there is none: what the state says of an
    approval may have been edited.
    """
    trip, turn = state["trip_intent"], state["turn"]
    approval = await _issued(trip, ports, run)
    if approval is None:
        return await _nothing_to_show(trip, turn, ports)
    methods = await methods_of(trip, ports, run)
    raw = masked_within(interrupt(card(trip, approval, methods, ports.payment_methods.tokens)), ports.mask)
    read: Reply = read_reply(raw, approval)
    if read.answer is None:
        words = {"type": "USER_MESSAGE", "text": read.text} if read.text else {"type": UNCLEAR_ANSWER}
        return {"event": words, "turn": turn.model_copy(update={"answer": None})}
    return {"turn": turn.model_copy(update={"answer": await ports.desk.seal(read.answer)})}


async def _issued(trip: TripIntent, ports: Ports, run: Run) -> Approval | None:
    """Return the desk's row of the approval that waits; None for what it did not issue for this trip and thread."""
    named = trip.working_memory.approval
    row = await ports.desk.approval(named.approval_id) if named else None
    ours = row is not None and (row.trip_id, row.thread_id) == (trip.ledger_id, run.thread_id)
    return row if ours else None


async def _nothing_to_show(trip: TripIntent, turn: Turn, ports: Ports) -> ApproveUpdate:
    """Say that there is no such approval, and forget it: the edge behind ends the turn."""
    told = await reply(ports, trip, "refused", code="unknown_approval", message="there is no such approval")
    forget = Patch(by="approve", note="no such approval", merge={"working_memory": {"approval": None}})
    after = turn.model_copy(update={"answer": None, "parked": False, "queue": ()})
    return {"messages": [told], "trip_intent": forget, "turn": after}
